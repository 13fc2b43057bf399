// The board: builds a path of clicks along the tree of legal moves from the server. It knows no rules.
import { animate, remember } from "./animation.js";
import { startDrag } from "./drag.js";

let chosen = [];          // the path of clicks so far
let tree = {};            // legal moves: click -> node; "." completes a move; null is to be fetched
let known = "";           // the text the tree was parsed from
let turned = null;        // whether the user flipped the board; null: never
let last = Promise.resolve(); // the previous click: clicks are handled in order, as one may have to fetch
let round = 0;            // incremented to discard queued clicks
let sending = false;      // a move has been sent and not answered

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

// Fetch the subtree after some clicks.
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

// A click on a cell or on a button next to the board.
export function click(name) {
  const now = round;
  const done = last.then(() => now === round && take(name, now));
  last = done.catch(() => {}); // an error concerns this click only
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
  // With its own source, htmx neither delays nor drops it because of other requests of the page.
  htmx.ajax("POST", `${content().dataset.url}/move`, { source: "#board", values, target: "#content", swap: "morph:outerHTML" })
    .finally(() => { sending = false; })
    .then(() => { if (board().dataset.paths === known) { chosen = []; paint(); } });
}

// -- flipping: the server draws the board, so every request carries the orientation
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

// -- keyboard
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
