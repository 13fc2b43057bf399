// The board: a path of clicks among those the server says are legal. No rule of any game is known here.
import { animate, remember } from "./animation.js";
import { startDrag } from "./drag.js";

let chosen = [];          // the clicks made so far
let tree = {};            // what may follow: click -> node; "." completes a move; null is not told yet
let known = "";           // the text the tree was read from
let turned = null;        // whether the reader flipped the board by hand
let last = Promise.resolve(); // the click before: each waits for it, for what follows may have to be asked for
let round = 0;            // grows when clicks that still wait no longer count
let sending = false;      // a move is on its way

const content = () => document.getElementById("content");
const board = () => document.getElementById("board");
const cells = () => board().querySelectorAll(".cell-button");
const named = (click) => [...document.querySelectorAll("#board [data-click], #choices [data-click]")].find((one) => one.dataset.click === click);
const say = (text) => { document.getElementById("said").textContent = text; };

export const mayMove = () => board().dataset.may === "yes";
export const path = () => chosen;

function read() {
  const text = board().dataset.paths;
  if (text !== known) {
    known = text;
    tree = JSON.parse(text);
    chosen = [];
    round += 1;
  }
}

export function node(clicks = chosen) {
  let at = tree;
  for (const click of clicks) {
    if (at === null || at === undefined) return at;
    at = at[click];
  }
  return at;
}

// Ask for what was not told.
async function fill(clicks) {
  const asked = new URLSearchParams({ ply: content().dataset.ply, prefix: clicks.join(" ") });
  const root = tree;
  const answer = await fetch(`${content().dataset.url}/paths?${asked}`);
  if (!answer.ok) return false;
  const found = await answer.json();
  if (tree !== root) return false;
  if (clicks.length) node(clicks.slice(0, -1))[clicks.at(-1)] = found;
  else tree = found;
  return true;
}

export function paint() {
  const here = node() || {};
  const next = new Set(Object.keys(here));
  const may = mayMove();
  const shown = document.documentElement.dataset.targets === "yes";
  const hinted = board().dataset.hint ? board().dataset.hint.split(" ") : [];
  for (const cell of cells()) {
    const click = cell.dataset.click;
    cell.toggleAttribute("data-chosen", chosen.includes(click));
    cell.toggleAttribute("data-hint", !chosen.length && hinted.includes(click));
    cell.toggleAttribute("data-target", shown && may && chosen.length > 0 && next.has(click));
    cell.toggleAttribute("data-can", may && !chosen.length && next.has(click));
  }
  for (const one of document.querySelectorAll("#board .turn, #choices [data-click]")) one.hidden = !(may && next.has(one.dataset.click) && (chosen.length || one.dataset.click !== "."));
  const cancel = document.querySelector("#choices [data-cancel]");
  if (cancel) cancel.hidden = !chosen.length;
}

export function cancel(quiet = false) {
  round += 1;
  letGo(quiet);
}
function letGo(quiet) {
  if (!chosen.length) return;
  chosen = [];
  paint();
  if (!quiet) say(board().dataset.saidCancelled);
}

// One click: on a cell, or on a button beside the board.
export function click(name) {
  const now = round;
  const done = last.then(() => now === round && take(name, now));
  last = done.catch(() => {}); // whoever clicked hears of it; the next click is another
  return done;
}
async function take(name, now) {
  if (!mayMove() || sending) return;
  let here = node();
  if (here === null) { if (!(await fill(chosen)) || now !== round) return; here = node(); }
  if (name === ".") return send();
  if (!(name in here)) {
    if (chosen.at(-1) === name && "." in here) return send();
    if (chosen.at(-1) === name) return letGo();
    if (chosen.length && name in tree) { chosen = []; return take(name, now); }
    letGo(true);
    return say(board().dataset.saidRefused.replace("{cell}", name));
  }
  chosen = [...chosen, name];
  if (node() === null) {
    const told = await fill(chosen);
    if (now !== round) return;
    if (!told) { chosen = []; return paint(); }
  }
  const next = Object.keys(node());
  if (next.length === 1 && next[0] === ".") return send();
  paint();
  say(board().dataset.saidChosen.replace("{cell}", name));
}

function send() {
  const extra = document.getElementById("extra");
  const values = { path: JSON.stringify(chosen), ply: content().dataset.ply, ...(extra ? Object.fromEntries(new FormData(extra)) : {}) };
  for (const cell of cells()) cell.removeAttribute("data-target");
  sending = true;
  // With a source of its own it is not kept waiting, nor forgotten, behind other requests of the page.
  htmx.ajax("POST", `${content().dataset.url}/move`, { source: "#board", values, target: "#content", swap: "morph:outerHTML" })
    .finally(() => { sending = false; })
    .then(() => { if (board().dataset.paths === known) { chosen = []; paint(); } });
}

// -- turning the board: the server draws it, and is told with every request how
export function flip() {
  turned = !board().classList.contains("flipped");
  return refresh();
}
document.addEventListener("htmx:configRequest", (event) => {
  if (turned !== null) event.detail.headers["X-Flip"] = turned ? "1" : "0";
});
export function refresh(extra = {}) {
  const asked = new URLSearchParams(extra);
  const at = content().dataset;
  if (!("ply" in extra) && at.shown !== at.ply) asked.set("ply", at.shown);
  const query = asked.toString();
  return htmx.ajax("GET", at.url + (query ? `?${query}` : ""), { target: "#content", swap: "morph:outerHTML" });
}

// -- keys
function walk(cell, key) {
  const ways = cell.dataset.go.split(",");
  const flipped = board().classList.contains("flipped");
  const place = { ArrowLeft: 0, ArrowRight: 1, ArrowUp: 2, ArrowDown: 3 }[key];
  const way = ways[flipped ? place ^ 1 : place];
  const next = way === "" ? null : board().querySelector(`[data-n="${way}"]`);
  if (next) { rove(next); next.focus(); }
}
function rove(cell) {
  for (const one of cells()) one.tabIndex = one === cell ? 0 : -1;
}
function keyed(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const inside = event.target.closest && event.target.closest(".cell-button");
  if (event.key === "Escape") return cancel();
  if (inside && event.key.startsWith("Arrow")) { event.preventDefault(); return walk(inside, event.key); }
  if (event.target.closest("input, select, textarea, dialog, .place, [contenteditable]")) return;
  if (event.key === "ArrowLeft" || event.key === "ArrowRight") {
    const steps = document.querySelectorAll(".scrub [data-step]");
    const one = steps[event.key === "ArrowLeft" ? 1 : 2];
    if (one) { event.preventDefault(); one.click(); }
    return;
  }
  const command = { u: "undo", r: "redo", h: "hint" }[event.key];
  if (command) document.querySelector(`[data-command="${command}"]:not(:disabled)`)?.click();
  if (event.key === "f") flip();
  if (event.key === "?") document.getElementById("keys").showModal();
}

export function startBoard() {
  read();
  paint();
  rove(board().querySelector("[data-can]") || cells()[0]);
  remember();
  document.addEventListener("click", (event) => {
    const one = event.target.closest("[data-click]");
    if (one && one.closest("#board, #choices")) click(one.dataset.click);
    if (event.target.closest("[data-cancel]")) cancel();
    if (event.target.closest("[data-flip]")) flip();
  });
  document.addEventListener("focusin", (event) => { if (event.target.matches?.(".cell-button")) rove(event.target); });
  document.addEventListener("keydown", keyed);
  document.addEventListener("htmx:afterSwap", () => {
    if (!board()) return;
    read();
    const focused = document.activeElement?.closest?.(".cell-button");
    rove(focused || board().querySelector('.cell-button[tabindex="0"]') || board().querySelector("[data-can]") || cells()[0]);
    paint();
    animate();
  });
  startDrag({ click, cancel, mayMove, node });
}
export { named };
