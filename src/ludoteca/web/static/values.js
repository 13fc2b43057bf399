// The values switch: exact values of the legal moves as marks on the board, loaded from the server when on.
import { node } from "./board.js";

const KEY = "values";
const PATIENCE = 400;   // milliseconds until the page says that values are being computed
let marks = {};   // move text -> [kind, mark, place from the best]
let shown = "";   // what the loaded values are for

const content = () => document.getElementById("content");
const switchBox = () => document.getElementById("values-switch");
const place = () => document.getElementById("values");
const wait = (yes) => { const said = document.getElementById("values-wait"); if (said) said.hidden = !yes; };
const isOn = () => sessionStorage.getItem(KEY) === "yes";

// The best move below a node of the tree.
function best(at) {
  let found = null;
  for (const [click, next] of Object.entries(at || {})) {
    const one = click === "." ? marks[next] : best(next);
    if (one && (!found || one[2] < found[2])) found = one;
  }
  return found;
}

function paint() {
  const here = (Object.keys(marks).length && node()) || {};
  for (const one of document.querySelectorAll("#board [data-click], #choices [data-click]")) {
    const click = one.dataset.click;
    const value = click in here ? (click === "." ? marks[here[click]] : best(here[click])) : null;
    if (value) [one.dataset.value, one.dataset.mark] = value;
    else { delete one.dataset.value; delete one.dataset.mark; }
  }
}

// The values of the position shown: of a game, or of an analysis, whose state is in its form.
function ask() {
  const at = content().dataset, form = document.querySelector("form#extra[hx-post]");
  const headers = { "HX-Request": "true" };
  if (form) return fetch(`${at.url}/values`, { method: "POST", body: new URLSearchParams(new FormData(form)), headers });
  return fetch(`${at.url}/values?ply=${at.shown}`, { headers });
}

async function load() {
  const at = content().dataset;
  const wanted = [at.url, at.version, at.shown, at.address, at.position, document.documentElement.lang].join(" ");
  if (wanted === shown && place().childElementCount) return paint();
  shown = wanted;
  marks = {};
  paint();
  place().setAttribute("aria-busy", "true");
  const timer = setTimeout(() => wait(true), PATIENCE);
  const answer = await ask();
  const text = await answer.text();
  clearTimeout(timer);
  if (shown !== wanted || !isOn() || !place()) return;
  wait(false);
  place().innerHTML = text;
  htmx.process(place());
  place().removeAttribute("aria-busy");
  marks = JSON.parse(place().querySelector("[data-values]")?.dataset.values || "{}");
  paint();
}

function update() {
  if (!switchBox()) return;
  switchBox().checked = isOn();
  if (isOn()) return load();
  shown = "";
  marks = {};
  wait(false);
  place().replaceChildren();
  paint();
}

export function startValues() {
  document.addEventListener("change", (event) => {
    if (event.target.id !== "values-switch") return;
    sessionStorage.setItem(KEY, event.target.checked ? "yes" : "no");
    update();
  });
  document.addEventListener("board:painted", paint);
  document.addEventListener("htmx:afterSwap", update);
  update();
}
