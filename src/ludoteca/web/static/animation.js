// Animation of moves: pieces slide from their place before a swap to their place after it.
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

// Match each new piece with one of its side that vanished; those on the move's path come first.
function moved(last) {
  const now = pieces();
  const path = board().dataset.last.split(" ");
  const turn = turned(path.at(-1));
  if (turn) return rotated(last, now, turn);
  const gone = [...last.found].filter(([cell, was]) => now.get(cell)?.className.baseVal !== was.look);
  gone.sort(([one], [other]) => Number(path.includes(other)) - Number(path.includes(one)));
  const running = [];
  for (const [cell, piece] of now) {
    const was = last.found.get(cell);
    if (was && was.look === piece.className.baseVal) continue;
    const side = piece.className.baseVal.split(" ")[1];
    const from = gone.findIndex(([, one]) => one.look.split(" ")[1] === side);
    if (from >= 0) {
      const [, one] = gone.splice(from, 1)[0];
      running.push(slide(piece, one.at, place(piece)));
    } else if (!was) {
      running.push(shown(piece));
    }
  }
  return running;
}

function shown(piece) {
  const [x, y] = place(piece);
  return piece.animate(
    [{ transform: `translate(${x}px, ${y}px) scale(.4)`, opacity: 0 }, { transform: `translate(${x}px, ${y}px)`, opacity: 1 }],
    { duration: 160, easing: "ease-out" },
  );
}

// Rotate the pieces of a block: `1+` turns the first block clockwise.
const turned = (click) => (click.match(/^(\d+)([+-])$/) ? click : "");

function rotated(last, now, click) {
  const groove = document.querySelectorAll("#picture .surface > rect")[2 * (parseInt(click, 10) - 1)];
  if (!groove) return [];
  const box = groove.getBBox();
  const middle = [box.x + box.width / 2, box.y + box.height / 2];
  const back = (click.endsWith("+") ? -1 : 1) * Math.PI / 2;
  const running = [];
  for (const piece of now.values()) {
    const [x, y] = place(piece);
    if (Math.abs(x - middle[0]) > box.width / 2 || Math.abs(y - middle[1]) > box.height / 2) continue;
    const steps = [0, 1, 2, 3, 4].map((step) => {
      const angle = back * (1 - step / 4), dx = x - middle[0], dy = y - middle[1];
      return { transform: `translate(${middle[0] + dx * Math.cos(angle) - dy * Math.sin(angle)}px, ${middle[1] + dx * Math.sin(angle) + dy * Math.cos(angle)}px)` };
    });
    running.push(piece.animate(steps, { duration: 420, easing: "ease-in-out" }));
  }
  return running;
}

// Sowing: seeds fly from the pit that was emptied to those that have more now, one after the other.
function sown(last) {
  const running = [];
  const pits = [...board().querySelectorAll(".pit, .store")];
  const origin = pits.find((one) => one.dataset.cell === board().dataset.last);
  const grew = pits.filter((one) => Number(one.querySelector(".count").textContent) > Number(last.seeds.get(one.dataset.cell)));
  const centre = (one) => { const box = one.getBBox(); return [box.x + box.width / 2, box.y + box.height / 2]; };
  grew.forEach((one, turn) => {
    const delay = 70 * turn;
    running.push(one.animate([{ opacity: .35 }, { opacity: 1 }], { duration: 240, delay, fill: "backwards" }));
    if (!origin) return;
    const seed = document.createElementNS("http://www.w3.org/2000/svg", "circle");
    seed.setAttribute("r", "9");
    seed.setAttribute("class", "flying");
    origin.ownerSVGElement.append(seed);
    const [from, to] = [centre(origin), centre(one)];
    const flight = seed.animate(
      [{ transform: `translate(${from[0]}px, ${from[1]}px)` }, { transform: `translate(${to[0]}px, ${to[1]}px)` }],
      { duration: 260, delay, easing: "ease-in-out", fill: "both" },
    );
    flight.finished.finally(() => seed.remove()).catch(() => {});
    running.push(flight);
  });
  return running;
}
