// Steps of a move, as the server lists them, on the drawn board: half-moves are drawn as they are made.
const board = () => document.getElementById("board");
const layer = () => board().querySelector(".pieces");
const SVG = "http://www.w3.org/2000/svg";

let undo = [];            // how to restore the board, the latest change last
let drawn = 0;            // how many steps are drawn

export const drawnSteps = () => drawn;
export const translate = ([x, y]) => `translate(${x}px, ${y}px)`;
export const look = (piece) => piece.className.baseVal.replace(/ (taken|fresh|dragged)/g, "");

const button = (name) => [...board().querySelectorAll(".cell-button")].find((one) => one.dataset.click === name);

// The centre of a cell in the coordinates of the picture.
export function centre(name) {
  const svg = board().querySelector(".picture svg");
  const view = svg.viewBox.baseVal, frame = svg.getBoundingClientRect();
  const box = button(name).getBoundingClientRect();
  return [
    view.x + (box.x + box.width / 2 - frame.x) / frame.width * view.width,
    view.y + (box.y + box.height / 2 - frame.y) / frame.height * view.height,
  ];
}

const place = (piece, [x, y]) => piece.setAttribute("transform", `translate(${x} ${y})`);
const at = (name) => [...board().querySelectorAll(".piece:not(.taken)")].find((one) => one.dataset.cell === name);

// Where a turn carries each cell of a block: `cells` in reading order, `way` 1 for clockwise.
export function carried(cells, way) {
  const side = Math.round(Math.sqrt(cells.length));
  const found = new Map();
  cells.forEach((cell, i) => {
    const to = cells[(i % side) * side + side - 1 - Math.floor(i / side)];
    if (way > 0) found.set(cell, to); else found.set(to, cell);
  });
  return found;
}

// Note on its button whether a cell holds a piece.
function fill(name, full) {
  const one = button(name), was = "piece" in one.dataset;
  one.toggleAttribute("data-piece", full);
  undo.push(() => one.toggleAttribute("data-piece", was));
}
function put(piece, from, to) {
  const next = piece.nextSibling, home = piece.dataset.home ?? piece.getAttribute("transform");
  delete piece.dataset.home;
  place(piece, centre(to));
  fill(from, false);
  fill(to, true);
  piece.dataset.cell = to;
  piece.dataset.moved ??= from;
  layer().append(piece);
  undo.push(() => {
    piece.dataset.cell = from;
    delete piece.dataset.moved;
    piece.setAttribute("transform", home);
    if (piece.parentNode) piece.parentNode.insertBefore(piece, next && next.parentNode === piece.parentNode ? next : null);
  });
}
function take(piece) {
  piece.classList.add("taken");
  fill(piece.dataset.cell, false);
  undo.push(() => piece.classList.remove("taken"));
}
export function pieceOf(code) {
  const model = document.getElementById("looks").content.querySelector(`[data-code="${code}"]`);
  return model && document.importNode(model, true);
}
function add(name, code) {
  const piece = pieceOf(code);
  if (!piece) return;
  piece.dataset.cell = name;
  piece.classList.add("fresh");
  place(piece, centre(name));
  layer().append(piece);
  fill(name, true);
  undo.push(() => piece.remove());
}

const draw = {
  move(from, to) {
    const piece = at(from), other = from === to ? null : at(to);
    if (other) take(other);
    if (piece) put(piece, from, to);
  },
  add,
  remove(name) { const piece = at(name); if (piece) take(piece); },
  change(name, code) {
    const piece = at(name);
    if (piece) {
      const next = piece.nextSibling;
      piece.remove();
      undo.push(() => layer().insertBefore(piece, next));
    }
    add(name, code);
  },
  turn(cells, way) {
    const now = [...carried(cells, way)].map(([from, to]) => [at(from), from, to]).filter(([piece]) => piece);
    for (const [piece, from, to] of now) put(piece, from, to);
  },
  sow() {},
};

// Draw a half-move. Steps that are drawn already stay, so that only what is new moves.
export function drawSteps(steps) {
  for (const [kind, ...what] of steps.slice(drawn)) draw[kind](...what);
  drawn = steps.length;
}

export function clearSteps() {
  while (undo.length) undo.pop()();
  drawn = 0;
}

export function svgElement(name, values) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(values)) made.setAttribute(key, value);
  return made;
}
