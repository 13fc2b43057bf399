// The board: builds a path of clicks along the tree of legal moves from the server. It knows no rules.
import { animate, animateHalf, remember, remembered, stop } from "./animation.js";
import { aimAt, aimed, isSmall, stopAiming } from "./confirm.js";
import { startDrag } from "./drag.js";
import { clearSteps, drawnSteps, drawSteps } from "./steps.js";

let chosen = [];          // the path of clicks so far
let tree = {};            // legal moves: click -> node; "." completes a move; null is to be fetched
let halves = {};          // what the first clicks of a move do, by the clicks
let falls = {};           // where pieces fall: the cells that stand for one below them
let drawn = [];           // the clicks whose half-move is drawn
let usual = null;         // the content of the status line while it tells the next step
let known = "";           // the text the tree was parsed from
let turned = null;        // whether the user flipped the board; null: never
let last = Promise.resolve(); // the previous click: clicks are handled in order, as one may have to fetch
let round = 0;            // incremented to discard queued clicks
let sending = false;      // a move has been sent and not answered
let pointed = false;      // the last cell was chosen by mouse or touch, not by the keyboard

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
    halves = JSON.parse(board().dataset.half);
    falls = JSON.parse(board().dataset.falls || "{}");
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
  const form = document.querySelector("form#extra[hx-post]"); // a page whose state is in a form
  const sent = form ? { method: "POST", body: new URLSearchParams(new FormData(form)) } : {};
  const answer = await fetch(`${content().dataset.url}/paths?${asked}`, sent);
  if (!answer.ok) return false;
  const { tree: found, half } = await answer.json();
  if (tree !== root) return false;
  Object.assign(halves, half);
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
  const open = may && shown && !chosen.length && isRestricted(next);
  for (const cell of cells()) {
    const click = cell.dataset.click;
    cell.toggleAttribute("data-open", open && next.has(click) && !("piece" in cell.dataset));
    cell.toggleAttribute("data-chosen", chosen.includes(click));
    cell.toggleAttribute("data-hint", !chosen.length && hinted.includes(click));
    cell.toggleAttribute("data-target", shown && may && chosen.length > 0 && next.has(click));
    cell.toggleAttribute("data-can", may && !chosen.length && (next.has(click) || click in falls));
  }
  for (const one of document.querySelectorAll("#board .turn, #choices [data-click]")) one.hidden = !(may && next.has(one.dataset.click) && (chosen.length || one.dataset.click !== "."));
  const cancel = document.querySelector("#choices [data-cancel]");
  if (cancel) cancel.hidden = !chosen.length && !aimed();
  drawHalf();
  tellNext(Object.keys(here));
  document.dispatchEvent(new Event("board:painted"));
}

// Whether a move begins on some of the empty cells only, so that they are worth marking.
function isRestricted(next) {
  const empty = [...cells()].filter((cell) => !("piece" in cell.dataset));
  const open = empty.filter((cell) => next.has(cell.dataset.click)).length;
  return open > 0 && open < empty.length && !board().classList.contains("pits");
}

// Draw what the clicks so far have done, or restore the board.
function drawHalf() {
  const half = halves[chosen.join(" ")];
  const goesOn = drawn.every((click, n) => click === chosen[n]);
  const before = drawnSteps();
  const last = remembered();
  if (before && !(half && goesOn)) clearSteps();
  if (half) drawSteps(half.steps);
  drawn = chosen;
  if (drawnSteps() === before && goesOn) return;
  remember(drawnSteps());
  if (half) animateHalf(last);
}

// The status line tells the next step while a move is half made; the usual text comes back afterwards.
function tellNext(next) {
  const status = document.getElementById("status");
  if (!status) return;
  if (!chosen.length) {
    if (usual) status.replaceChildren(...usual);
    usual = null;
    delete board().dataset.step;
    return;
  }
  usual ??= [...status.childNodes];
  const said = board().dataset, words = JSON.parse(said.next);
  said.step = halves[chosen.join(" ")]?.next ?? "target";
  const sentence = halves[chosen.join(" ")] ? words[said.step] : said.saidChosen.replace("{cell}", chosen.at(-1));
  status.textContent = next.includes(".") ? `${sentence} ${words["or-finish"]}` : sentence;
}

// A sentence with the cells that can be clicked next, for screen readers.
const MOST_NAMED = 12;
function sayTargets(next) {
  const named = [...cells()].map((one) => one.dataset.click).filter((click) => next.includes(click));
  const { saidTargets, saidMore } = board().dataset;
  const more = named.length > MOST_NAMED ? saidMore.replace("{n}", named.length - MOST_NAMED) : saidTargets;
  say(named.length ? more.replace("{cells}", named.slice(0, MOST_NAMED).join(", ")) : "");
}

export function cancel(quiet = false) {
  round += 1;
  letGo(quiet);
}
function letGo(quiet) {
  const aiming = stopAiming();
  if (!chosen.length) { if (aiming) paint(); return; }
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
  sayTargets(next);
}

// On cells too small for a finger, a tap that would complete a move has to be confirmed.
function tap(cell, event) {
  const name = chosen.length ? cell : falls[cell] ?? cell;
  const next = node([...chosen, name]);
  const completes = next && "." in next && Object.keys(next).length === 1;
  if (completes && mayMove() && isSmall(event) && aimed() !== name) {
    aimAt(name);
    say(board().dataset.saidConfirm.replace("{cell}", name));
    return paint();
  }
  stopAiming();
  return click(name);
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
export function refresh(extra = {}, headers = {}) {
  const form = document.querySelector("form#extra[hx-post]");
  if (form) return form.requestSubmit();
  const asked = new URLSearchParams(extra);
  const at = content().dataset;
  if (!("ply" in extra) && at.shown !== at.ply) asked.set("ply", at.shown);
  const query = asked.toString();
  return htmx.ajax("GET", at.url + (query ? `?${query}` : ""), { target: "#content", swap: "morph:outerHTML", headers });
}
// The next move after the one shown: several moves in a row are shown one by one.
export const follow = () => refresh({}, content().dataset.shown === content().dataset.ply ? { "X-After": content().dataset.ply } : {});

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
  const step = document.querySelector(`[data-key="${event.key}"]`); // of a tree of variations
  if (inside && event.key.startsWith("Arrow") && !(step && pointed)) { event.preventDefault(); return walk(inside, event.key); }
  if (event.target.closest("input, select, textarea, dialog, .place, [contenteditable]")) return;
  if (step) { event.preventDefault(); return step.click(); }
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

// A hint is told to screen readers, and scrolled into view.
function tellHint() {
  const hint = document.querySelector(".offer[data-hinted]");
  if (!hint || hint.dataset.hinted === hinted) return;
  hinted = hint.dataset.hinted;
  say(hint.innerText);
  hint.scrollIntoView({ block: "nearest" });
}
let hinted = "";

export function startBoard() {
  read();
  paint();
  rove(board().querySelector("[data-can]") || cells()[0]);
  remember();
  document.addEventListener("click", (event) => {
    const one = event.target.closest("[data-click]");
    if (one && one.closest("#board, #choices")) tap(one.dataset.click, event);
    if (event.target.closest("[data-confirm-tap]")) tap(aimed(), event);
    if (event.target.closest("[data-cancel]")) cancel();
    if (event.target.closest("[data-flip]")) flip();
  });
  document.addEventListener("focusin", (event) => { if (event.target.matches?.(".cell-button")) rove(event.target); });
  document.addEventListener("pointerdown", () => { pointed = true; }, true);
  document.addEventListener("keydown", (event) => { if (event.key === "Tab" || event.key === "Enter" || event.key === " ") pointed = false; }, true);
  document.addEventListener("keydown", keyed);
  document.addEventListener("htmx:beforeSwap", (event) => {
    if (!board() || event.detail.target.id !== "content" || !event.detail.shouldSwap) return;
    stop();
    stopAiming();
    clearSteps();
    drawn = [];
    if (usual) document.getElementById("status").replaceChildren(...usual);
    usual = null;
  });
  document.addEventListener("htmx:afterSwap", (event) => {
    if (!board()) return;
    if (event.detail.target.id === "content") tellHint();
    read();
    const focused = document.activeElement?.closest?.(".cell-button");
    rove(focused || board().querySelector('.cell-button[tabindex="0"]') || board().querySelector("[data-can]") || cells()[0]);
    paint();
    animate();
  });
  startDrag({ click, cancel, mayMove, node });
}
export { named };
