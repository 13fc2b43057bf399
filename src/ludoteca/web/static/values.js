// The values switch: exact values of the legal moves as marks on the board, loaded from the server when on.
import { node } from "./board.js";

const KEY = "values";
let marks = {};   // move text -> [kind, mark, place from the best]
let shown = "";   // what the loaded values are for

const switchBox = () => document.getElementById("values-switch");
const place = () => document.getElementById("values");
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

async function load() {
  const at = document.getElementById("content").dataset;
  const wanted = `${at.game} ${at.version} ${at.shown} ${document.documentElement.lang}`;
  if (wanted === shown) { if (place().childElementCount) return paint(); }
  shown = wanted;
  marks = {};
  paint();
  place().setAttribute("aria-busy", "true");
  const answer = await fetch(`${at.url}/values?ply=${at.shown}`, { headers: { "HX-Request": "true" } });
  const text = await answer.text();
  if (shown !== wanted || !isOn()) return;
  place().innerHTML = text;
  place().removeAttribute("aria-busy");
  marks = JSON.parse(place().querySelector("[data-values]")?.dataset.values || "{}");
  if (at.shown !== at.ply) marks = {};
  paint();
}

function update() {
  if (!switchBox()) return;
  switchBox().checked = isOn();
  if (isOn()) return load();
  shown = "";
  marks = {};
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
