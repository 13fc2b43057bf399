// Animation: the steps of a move one after the other, from the board before a swap to the board after it.
import { sound } from "./sound.js";
import { carried, centre, look, svgElement, translate } from "./steps.js";

const MOVE = 240, ADD = 170, FALL = 420, FADE = 200, TURN = 440, SEED = 110, MOST_SOWING = 2600, CAPTURE = 340; // milliseconds
const PAUSE = { instant: 0, normal: 600, slow: 1000 };
const EASE = "cubic-bezier(.3,.7,.3,1)";

let before = null;        // the board as it was last seen
let running = null;       // the animation in progress: { animations, restore, done }
let ended = 0;            // when the last move was completely shown

const root = document.documentElement;
const board = () => document.getElementById("board");
const content = () => document.getElementById("content");
const pieces = () => [...board().querySelectorAll(".piece:not(.taken)")];
const place = (piece) => piece.getAttribute("transform").match(/-?[\d.]+/g).map(Number);
const pits = () => [...board().querySelectorAll(".pit, .store")];
const counters = () => [...document.querySelectorAll(".seat .counter")];
const counterKey = (one) => `${one.closest(".seat").id} ${one.dataset.counter}`;
const slowness = () => (root.dataset.pace === "slow" ? 1.6 : 1);

// What is on the board now; `done` is the number of steps of the next move that are drawn already.
export function remember(done = 0) {
  before = {
    ply: Number(content().dataset.shown),
    turned: board().classList.contains("flipped"),
    pieces: new Map(pieces().map((one) => [one.dataset.cell, { at: place(one), look: look(one), copy: one.cloneNode(true) }])),
    pits: new Map(pits().map((one) => [one.dataset.cell, one.innerHTML])),
    counts: new Map(counters().map((one) => [counterKey(one), one.lastElementChild.textContent])),
    done,
  };
}

const wanted = () => root.dataset.motion === "yes" && !matchMedia("(prefers-reduced-motion: reduce)").matches && !document.hidden;

// Whether an animation runs, and when the last one ended.
export const shown = () => (running ? running.done : Promise.resolve());
// The pause before the move of somebody else, counted from the end of the last animation.
export async function pause() {
  await shown();
  const clocks = document.querySelector(".clock"), watched = content().dataset.kind === "watch";
  if (clocks || watched || document.hidden) return;
  const left = ended + (PAUSE[root.dataset.pace] ?? PAUSE.normal) - performance.now();
  if (left > 0) await new Promise((go) => setTimeout(go, left));
  await shown();
}

// End the animation at once: the board is as the server drew it.
export function stop() {
  if (!running) return;
  const { animations, restore } = running;
  running = null;
  for (const one of animations) one.cancel();
  for (const one of restore) one();
  settle();
}
function settle() {
  ended = performance.now();
  if (board()) board().dataset.anim = "idle";
}

export function run({ animations, restore = [] }) {
  if (!animations.length) return;
  board().dataset.anim = "running";
  const mine = { animations, restore };
  mine.done = Promise.allSettled(animations.map((one) => one.finished)).then(() => { if (running === mine) stop(); });
  running = mine;
}

export function animate() {
  const last = before;
  stop();
  remember();
  if (!last || before.ply === last.ply) return;
  ended = performance.now();
  if (before.ply > last.ply) sound(content().dataset.result ? "end" : "move");
  if (!wanted() || before.ply !== last.ply + 1 || before.turned !== last.turned) return;
  const steps = JSON.parse(board().dataset.steps);
  const { animations, restore } = steps.some(([kind]) => kind === "sow") ? sowing(last, steps) : moving(last, steps.slice(last.done));
  if (animations.length) run({ animations, restore: [...restore, ...holdCounters(last)] });
}

// The players' counters change when the move has been shown. Returns what shows the new numbers.
function holdCounters(last) {
  return counters().flatMap((one) => {
    const number = one.lastElementChild, now = number.textContent, was = last.counts.get(counterKey(one)) ?? now;
    number.textContent = was;
    return was === now ? [] : [() => { number.textContent = now; }];
  });
}

// Slide what a half-move has just changed, from the board that was remembered before it.
export function animateHalf(last) {
  stop();
  if (!last || !wanted()) return;
  const animations = pieces().flatMap((one) => {
    const to = place(one);
    if (one.classList.contains("fresh") && !last.pieces.has(one.dataset.cell)) return [appear(one, to)];
    const was = [...last.pieces].find(([cell, old]) => cell === one.dataset.moved && old.look === look(one));
    delete one.dataset.moved;
    return was ? [one.animate([{ transform: translate(was[1].at) }, { transform: translate(to) }], { duration: MOVE * slowness(), easing: EASE })] : [];
  });
  run({ animations });
}
const appear = (piece, at) => piece.animate(
  [{ transform: `${translate(at)} scale(.4)`, opacity: 0 }, { transform: translate(at), opacity: 1 }],
  { duration: ADD * slowness(), easing: "ease-out" },
);
export const remembered = () => before;

// A piece falls from above the board, wherever the board's top is drawn.
const falling = () => "falls" in board().dataset;
function fall([x, y], born, whole) {
  const { y: top, height } = board().querySelector(".picture svg").viewBox.baseVal;
  const from = board().classList.contains("flipped") ? top + height : top;
  return [...(born > 0 ? [[0, [x, from]]] : []), [born, [x, from]], [Math.min(whole, born + FALL), [x, y]], [whole, [x, y]]];
}

// -- pieces: each has a list of times and places
function moving(last, steps) {
  const live = new Map([...last.pieces].map(([cell, one]) => [cell, { ...one, places: [[0, one.at]], born: 0 }]));
  const gone = [];
  let time = 0;
  const go = (actor, to, until) => { actor.places.push([time, actor.places.at(-1)[1]], [until, to]); };
  const vanish = (cell, when) => { if (live.has(cell)) { gone.push([live.get(cell), when]); live.delete(cell); } };
  const play = {
    move(from, to) {
      const actor = live.get(from);
      if (!actor) return;
      if (from !== to) vanish(to, time + MOVE);
      go(actor, centre(to), time + MOVE);
      live.delete(from);
      live.set(to, actor);
      time += MOVE;
    },
    add(cell) { live.set(cell, { places: [[0, centre(cell)]], born: time, fresh: true, falls: falling() }); time += falling() ? FALL : ADD; },
    remove(cell) { vanish(cell, time); time += FADE / 2; },
    change(cell) {
      const was = live.get(cell);
      vanish(cell, time);
      live.set(cell, { places: [[0, was ? was.places.at(-1)[1] : centre(cell)]], born: time, fresh: true });
      time += FADE / 4;
    },
    turn(cells, way) {
      const places = cells.map(centre), middle = [0, 1].map((axis) => places.reduce((sum, one) => sum + one[axis], 0) / places.length);
      const moved = [...carried(cells, way)].map(([from, to]) => [live.get(from), to]);
      for (const cell of cells) live.delete(cell);
      for (const [actor, to] of moved) {
        if (!actor) continue;
        const [x, y] = actor.places.at(-1)[1], [dx, dy] = [x - middle[0], y - middle[1]];
        actor.places.push([time, [x, y]]);
        for (const part of [.2, .4, .6, .8]) {
          const angle = way * part * Math.PI / 2;
          actor.places.push([time + part * TURN, [middle[0] + dx * Math.cos(angle) - dy * Math.sin(angle), middle[1] + dx * Math.sin(angle) + dy * Math.cos(angle)]]);
        }
        actor.places.push([time + TURN, centre(to)]);
        live.set(to, actor);
      }
      time += TURN;
    },
    sow() {},
  };
  for (const [kind, ...what] of steps) play[kind](...what);
  const whole = Math.max(time, ...gone.map(([, when]) => when + FADE));
  const animations = [], restore = [];
  const start = (node, frames) => animations.push(node.animate(frames, { duration: whole * slowness(), easing: "linear", fill: "backwards" }));
  const frame = ([when, at], more = {}) => ({ offset: Math.min(1, when / whole), transform: translate(at), easing: "ease-in-out", ...more });
  for (const piece of pieces()) {
    const actor = live.get(piece.dataset.cell), here = place(piece);
    if (!actor) continue;
    if (actor.falls) start(piece, fall(here, actor.born, whole).map((one) => ({ ...frame(one), easing: "ease-in" })));
    else if (actor.fresh) start(piece, [
      ...(actor.born > 0 ? [frame([0, here], { opacity: 0 })] : []), frame([actor.born, here], { opacity: 0, transform: `${translate(here)} scale(.4)` }),
      frame([Math.min(whole, actor.born + ADD), here], { opacity: 1 }), frame([whole, here], { opacity: 1 }),
    ]);
    else if (actor.places.length > 1) start(piece, [...actor.places.map((one) => frame(one)), frame([whole, here])]);
  }
  for (const [actor, when] of gone) {
    if (!actor.copy) continue;
    const ghost = actor.copy;
    ghost.removeAttribute("id");
    ghost.classList.add("ghost");
    board().querySelector(".pieces").prepend(ghost);
    const at = actor.places.at(-1)[1];
    start(ghost, [...actor.places.map((one) => frame(one, { opacity: 1 })), frame([when, at], { opacity: 1 }), frame([Math.min(whole, when + FADE), at], { opacity: 0 }), frame([whole, at], { opacity: 0 })]);
    restore.push(() => ghost.remove());
  }
  return { animations, restore };
}

// -- seeds: one after the other from the pit that is emptied, then those that are captured
function sowing(last, steps) {
  const drawn = new Map(pits().map((one) => [one.dataset.cell, one]));
  const final = new Map([...drawn].map(([cell, one]) => [cell, one.innerHTML]));
  const animations = [], restore = [];
  const count = (one) => Number(one.querySelector(".count").textContent);
  const target = new Map([...drawn].map(([cell, one]) => [cell, count(one)]));
  for (const [cell, one] of drawn) if (last.pits.has(cell)) one.innerHTML = last.pits.get(cell);
  const now = new Map([...drawn].map(([cell, one]) => [cell, count(one)]));
  restore.push(() => { for (const [cell, one] of drawn) one.innerHTML = final.get(cell); });
  const show = (cell, by) => {
    now.set(cell, now.get(cell) + by);
    drawn.get(cell).querySelector(".count").textContent = now.get(cell);
  };
  const empty = (cell) => { show(cell, -now.get(cell)); for (const one of drawn.get(cell).querySelectorAll(".seed")) one.remove(); };
  const layer = drawn.values().next().value.ownerSVGElement;
  let flown = 0;
  const fly = (from, to, delay, duration, arrived) => {
    const seed = svgElement("circle", { r: 9, class: "flying" });
    const [end, turn] = [centre(to), flown++ * 2.4];
    layer.append(seed);
    const flight = seed.animate(
      [{ transform: translate(centre(from)), opacity: 0 }, { transform: translate(centre(from)), opacity: 1, offset: .05 }, { transform: translate([end[0] + 16 * Math.cos(turn), end[1] - 14 + 16 * Math.sin(turn)]), opacity: 1 }],
      { duration: duration * slowness(), delay: delay * slowness(), easing: "ease-in-out", fill: "both" },
    );
    animations.push(flight);
    restore.push(() => seed.remove());
    flight.finished.then(arrived, () => {});
  };
  let time = 0;
  const expected = new Map(now);
  for (const [kind, cells] of steps) {
    if (kind !== "sow") continue;
    const [origin, ...path] = cells;
    const pace = Math.min(SEED, MOST_SOWING / path.length);
    expected.set(origin, 0);
    path.forEach((cell, turn) => {
      expected.set(cell, (expected.get(cell) ?? 0) + 1);
      fly(origin, cell, time + turn * pace, 2.4 * pace, () => show(cell, 1));
    });
    empty(origin);
    time += (path.length + 1.4) * pace;
  }
  const taken = [...target].filter(([cell, n]) => n < expected.get(cell)).map(([cell]) => cell);
  const store = [...target].find(([cell, n]) => n > expected.get(cell))?.[0];
  for (const cell of taken) {
    const seats = store ?? cell;
    fly(cell, seats, time + 120, CAPTURE, () => { empty(cell); if (store && store !== cell) show(store, Math.min(expected.get(cell), target.get(store) - now.get(store))); });
  }
  return { animations, restore };
}
