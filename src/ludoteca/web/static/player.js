// The construction of a search tree, forwards and backwards. All pictures of a page share the controls.
const run = (section) => {
  const steps = JSON.parse(section.dataset.steps);
  const picture = section.querySelector(".scroll svg");
  const at = new Map([...picture.querySelectorAll("g[data-node]")].map((one) => [Number(one.dataset.node), one]));
  const edges = new Map([...picture.querySelectorAll("[data-edge]")].map((one) => [Number(one.dataset.edge), one]));
  const final = new Map([...at].map(([node, one]) => [node, texts(one)]));
  const children = childrenOf(steps);
  return { section, steps, picture, at, edges, final, children };
};

function texts(place) {
  const text = (name) => place.querySelector(`[data-is="${name}"]`)?.textContent ?? "";
  return { value: text("value"), window: text("window") };
}

// Breadth first creates children in the order of their numbers.
function childrenOf(steps) {
  const found = new Map();
  let next = 1;
  for (const step of steps) {
    if (step.kind !== "expand") continue;
    found.set(step.node, Array.from({ length: step.count }, (_, n) => next + n));
    next += step.count;
  }
  return found;
}

// What the tree looks like after some steps.
function stateAfter(one, count) {
  const state = { seen: new Map(), cut: new Set(), nodes: 0, leaves: 0, cuts: 0, now: null, done: new Set() };
  const enter = (node, window) => { state.seen.set(node, { value: "", window }); state.nodes += 1; };
  for (const step of one.steps.slice(0, count)) {
    state.now = step;
    if (step.kind === "enter") enter(step.node, step.window);
    if (step.kind === "expand") for (const child of one.children.get(step.node)) enter(child, "");
    if (step.kind === "leaf") { state.leaves += 1; state.done.add(step.node); }
    if (step.kind === "done") state.done.add(step.node);
    if (step.kind === "cut") { state.cut.add(step.node); state.cuts += step.count; }
    const seen = state.seen.get(step.node);
    if (step.value) seen.value = step.value;
    if (step.window) seen.window = step.window;
  }
  return state;
}

function show(one, count) {
  const isEnd = count >= one.steps.length;
  const state = stateAfter(one, count);
  one.picture.classList.toggle("playing", !isEnd);
  for (const [node, place] of one.at) {
    const seen = state.seen.get(node);
    const final = one.final.get(node);
    place.classList.toggle("future", !seen);
    one.edges.get(node)?.classList.toggle("future", !seen);
    place.classList.toggle("now", !isEnd && state.now?.node === node);
    place.classList.toggle("open", Boolean(seen) && !state.done.has(node));
    const write = (name, text) => { const field = place.querySelector(`[data-is="${name}"]`); if (field) field.textContent = text; };
    write("value", isEnd || state.done.has(node) ? final.value : seen?.value ?? "");
    write("window", isEnd ? final.window : seen?.window ?? "");
  }
  for (const stub of one.picture.querySelectorAll("[data-pruned]")) stub.classList.toggle("future", !state.cut.has(Number(stub.dataset.pruned)));
  for (const stub of one.picture.querySelectorAll("[data-invalid]")) stub.classList.toggle("future", !state.seen.has(Number(stub.dataset.invalid)));
  for (const name of ["nodes", "leaves", "cuts"]) one.section.querySelector(`[data-count="${name}"]`).textContent = state[name];
  const said = one.section.querySelector("[data-said]");
  said.textContent = state.now?.text ?? "";
  said.classList.toggle("cut", state.now?.kind === "cut");
  if (!isEnd && state.now) reveal(one, one.at.get(state.now.node));
}

// Whether a picture can still be read when it is fitted to its frame.
function isReadable(one) {
  const frame = one.section.querySelector(".scroll");
  const [width, height] = [one.picture.width.baseVal.value, one.picture.height.baseVal.value];
  return Math.min(frame.clientWidth / width, (innerHeight - 288) / height) > 0.6;
}

// Keep the current node inside its frame.
function reveal(one, place) {
  const frame = one.section.querySelector(".scroll");
  const [outer, inner] = [frame.getBoundingClientRect(), place.getBoundingClientRect()];
  if (inner.left < outer.left || inner.right > outer.right) frame.scrollLeft += inner.left - outer.left - outer.width / 2;
  if (inner.top < outer.top || inner.bottom > outer.bottom) frame.scrollTop += inner.top - outer.top - outer.height / 2;
}

export function startPlayer() {
  const player = document.getElementById("player");
  if (!player) return;
  const runs = [...document.querySelectorAll(".run")].map(run).filter((one) => one.steps.length);
  const slider = document.getElementById("step");
  const most = Number(slider.max);
  const playButton = player.querySelector('[data-player="play"]');
  let timer = 0;

  const go = (count) => {
    slider.value = Math.max(0, Math.min(most, count));
    document.getElementById("step-number").textContent = slider.value;
    document.getElementById("content").dataset.step = slider.value;
    for (const one of runs) show(one, Number(slider.value));
  };
  const pause = () => { clearTimeout(timer); timer = 0; playButton.textContent = playButton.dataset.play; };
  const tick = () => {
    go(Number(slider.value) + 1);
    if (Number(slider.value) >= most) pause();
    else timer = setTimeout(tick, Number(document.getElementById("speed").value));
  };
  const play = () => {
    if (timer) return pause();
    if (Number(slider.value) >= most) go(0);
    playButton.textContent = playButton.dataset.pause;
    timer = setTimeout(tick, 0);
  };
  // The controls at the top of the window, if the picture does not fit below them.
  const uncover = () => {
    const frame = runs[0].section.querySelector(".scroll").getBoundingClientRect();
    if (frame.bottom > innerHeight && player.getBoundingClientRect().top > 1) player.scrollIntoView({ block: "start" });
  };
  const commands = {
    first: () => { pause(); go(0); },
    previous: () => { pause(); go(Number(slider.value) - 1); },
    play,
    next: () => { pause(); go(Number(slider.value) + 1); },
    last: () => { pause(); go(most); },
  };
  const perform = (name) => { if (commands[name]) { uncover(); commands[name](); } };
  player.addEventListener("click", (event) => perform(event.target.closest("[data-player]")?.dataset.player));
  slider.addEventListener("input", () => { pause(); go(Number(slider.value)); });
  const fit = document.getElementById("fit");
  const fitAll = () => { for (const one of runs) one.section.querySelector(".scroll").classList.toggle("fit", fit.checked); };
  fit.checked = runs.every(isReadable);
  fit.addEventListener("change", fitAll);
  fitAll();
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.target.matches("select, [role=treeitem]")) return;
    const command = { ",": "previous", ".": "next", p: "play" }[event.key];
    if (command) { event.preventDefault(); perform(command); }
  });
  go(most);
}
