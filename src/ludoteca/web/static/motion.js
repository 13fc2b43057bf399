// Pieces that move: from where they were before a swap to where they are after it.
import { sound } from "./sound.js";

let before = null;

const board = () => document.getElementById("board");
const pieces = () => new Map([...board().querySelectorAll(".piece")].map((one) => [one.dataset.cell, one]));
const place = (piece) => piece.getAttribute("transform").match(/-?[\d.]+/g).map(Number);

function picture() {
  const found = new Map();
  for (const [cell, piece] of pieces()) found.set(cell, { at: place(piece), look: piece.className.baseVal });
  return {
    ply: Number(document.getElementById("content").dataset.shown),
    found,
    turned: board().classList.contains("flipped"),
    seeds: seeds(),
  };
}

function seeds() {
  return new Map([...board().querySelectorAll(".pit, .store")].map((one) => [one.dataset.cell, one.querySelector(".count").textContent]));
}

export function remember() { before = picture(); }

const wanted = () =>
  document.documentElement.dataset.motion === "yes" && !matchMedia("(prefers-reduced-motion: reduce)").matches && !document.hidden;

export async function animate() {
  const last = before;
  remember();
  if (last && before.ply > last.ply) sound(document.getElementById("content").dataset.result ? "end" : "move");
  if (!last || !wanted() || before.ply !== last.ply + 1 || before.turned !== last.turned) return;
  const running = before.seeds.size ? sown(last) : moved(last);
  if (!running.length) return;
  board().dataset.anim = "running";
  await Promise.allSettled(running.map((one) => one.finished));
  if (board()) board().dataset.anim = "idle";
}

const slide = (piece, from, to, delay = 0) => piece.animate(
  [{ transform: `translate(${from[0]}px, ${from[1]}px)` }, { transform: `translate(${to[0]}px, ${to[1]}px)` }],
  { duration: 220, delay, easing: "cubic-bezier(.3,.7,.3,1)", fill: "backwards" },
);

// Which piece came from where: along the move's own path first, then the nearest that vanished and looks alike.
function moved(last) {
  const now = pieces();
  const gone = [...last.found].filter(([cell, was]) => now.get(cell)?.className.baseVal !== was.look);
  const running = [];
  for (const [cell, piece] of now) {
    const was = last.found.get(cell);
    if (was && was.look === piece.className.baseVal) continue;
    const kind = piece.className.baseVal.split(" ")[1];
    const from = gone.findIndex(([, one]) => one.look.split(" ")[1] === kind);
    if (from >= 0) {
      const [, one] = gone.splice(from, 1)[0];
      running.push(slide(piece, one.at, place(piece)));
    } else if (!was) {
      const [x, y] = place(piece);
      running.push(piece.animate(
        [{ transform: `translate(${x}px, ${y}px) scale(.4)`, opacity: 0 }, { transform: `translate(${x}px, ${y}px)`, opacity: 1 }],
        { duration: 160, easing: "ease-out" },
      ));
    }
  }
  return running;
}

// Seeds: the pits that changed light up one after the other.
function sown(last) {
  const running = [];
  let turn = 0;
  for (const one of board().querySelectorAll(".pit, .store")) {
    const was = last.seeds.get(one.dataset.cell);
    if (was === undefined || was === one.querySelector(".count").textContent) continue;
    running.push(one.animate([{ opacity: .25 }, { opacity: 1 }], { duration: 260, delay: 70 * turn++, fill: "backwards" }));
  }
  return running;
}
