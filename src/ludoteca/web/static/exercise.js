// An exercise: answers appear in the picture as they are typed, and a click in the picture leads to its field.
const picture = () => document.querySelector(".exercise .scroll svg");
const at = (node) => picture().querySelector(`g[data-node="${node}"]`);
const parts = (field) => /^n(\d+)-(\w+)$/.exec(field.name || "");

function write(field) {
  const [, node, what] = parts(field) || [];
  const place = node && at(node);
  if (!place) return;
  if (what === "value") place.querySelector('[data-is="value"]').textContent = field.value;
  if (what === "cut") {
    picture().querySelector(`[data-edge="${node}"]`).classList.toggle("marked", field.checked);
    place.classList.toggle("marked", field.checked);
  }
  if (what === "alpha" || what === "beta") {
    const blank = (name) => field.form.elements[`n${node}-${name}`].value.trim() || "_______";
    place.querySelector('[data-is="window"]').textContent = `[ ${blank("alpha")} , ${blank("beta")} ]`;
  }
}

function showStatus(field) {
  const [, node] = parts(field) || [];
  if (!node || !field.dataset.status) return;
  const worst = { right: 0, missing: 1, follows: 2, wrong: 3 };
  const place = at(node);
  const known = place.dataset.status;
  if (!known || worst[field.dataset.status] > worst[known]) place.dataset.status = field.dataset.status;
}

function update() {
  if (!picture() || document.getElementById("content").dataset.solution === "yes") return;
  for (const place of picture().querySelectorAll("[data-status]")) delete place.dataset.status;
  for (const field of document.querySelectorAll("form.answers input")) { write(field); showStatus(field); }
}

// Bring a node into view inside the frame, without moving the page.
function reveal(place) {
  const frame = document.querySelector(".exercise .scroll");
  const [outer, inner] = [frame.getBoundingClientRect(), place.getBoundingClientRect()];
  if (inner.left < outer.left || inner.right > outer.right) frame.scrollLeft += inner.left - outer.left - outer.width / 2;
  if (inner.top < outer.top || inner.bottom > outer.bottom) frame.scrollTop += inner.top - outer.top - outer.height / 2;
}

export function startExercise() {
  update();
  const frame = document.querySelector(".exercise .scroll");
  frame.scrollLeft = (frame.scrollWidth - frame.clientWidth) / 2;
  document.addEventListener("htmx:afterSettle", update);
  document.addEventListener("input", (event) => write(event.target));
  document.addEventListener("focusin", (event) => {
    for (const place of document.querySelectorAll(".exercise g.now")) place.classList.remove("now");
    const [, node] = parts(event.target) || [];
    if (!node || !at(node)) return;
    at(node).classList.add("now");
    reveal(at(node));
  });
  document.addEventListener("click", (event) => {
    const place = event.target.closest?.(".exercise .scroll g[data-node]");
    const field = place && document.querySelector(`form.answers [name^="n${place.dataset.node}-"]`);
    if (!field) return;
    if (field.type === "checkbox") field.click();
    else field.focus({ preventScroll: false });
  });
}
