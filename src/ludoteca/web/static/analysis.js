// The analysis board: the engine's lines, streamed while a worker searches. The server renders everything else.
import { centre, svgElement } from "./steps.js";

const form = () => document.getElementById("extra");
const content = () => document.getElementById("content");
const SETTINGS = ["engine", "lines", "strength", "threads"];
const STORE = "ludoteca-analysis";
const DELAY = 250;                // milliseconds: whoever steps through a game starts no search at every move

let running = null;               // the AbortController of the search
let timer = 0;
let latest = null;                // the last report: the bar stays where it is until there is a new one
const finished = new Map();       // the last reports by position and settings

const key = () => content().dataset.position + "\n" + content().querySelector("#board").className + "\n" + ["lines", "strength"].map((name) => form().elements[name].value).join(" ");
const isOn = () => form().elements.engine?.checked && content().dataset.over !== "yes" && !content().dataset.retry;

function replace(id, markup) {
  const old = document.getElementById(id);
  if (old && markup) Idiomorph.morph(old, markup, { morphStyle: "outerHTML" });
}

// An arrow for the best move, or a ring where it is one cell.
const ROUND = 34, HEAD = 26; // in units of the picture, where cells are 100 apart
function point(path) {
  const svg = document.querySelector("#picture svg");
  svg.querySelector(".best-move")?.remove();
  const places = path.filter((name) => document.querySelector(`#board .cell-button[data-click="${CSS.escape(name)}"]`)).map(centre);
  if (!places.length) return;
  const arrow = svgElement("g", { class: "best-move" });
  const [[fx, fy], [x, y]] = [places.at(-2) ?? places[0], places.at(-1)];
  if (places.length === 1) arrow.append(svgElement("circle", { cx: x, cy: y, r: ROUND }));
  else {
    const far = Math.hypot(x - fx, y - fy) || 1, [ux, uy] = [(x - fx) / far, (y - fy) / far];
    const neck = [x - HEAD * ux, y - HEAD * uy];
    const [left, right] = [-1, 1].map((side) => [neck[0] - side * uy * HEAD * .7, neck[1] + side * ux * HEAD * .7]);
    const list = (points) => points.map((one) => one.map((n) => n.toFixed(1)).join(",")).join(" ");
    arrow.append(svgElement("polyline", { points: list([...places.slice(0, -1), neck]) }), svgElement("polygon", { points: list([[x, y], left, right]) }));
  }
  svg.append(arrow);
}

function show(found) {
  latest = found;
  point(found.path);
  replace("bar", found.bar);
  replace("lines", found.lines);
}

function stop() {
  clearTimeout(timer);
  running?.abort();
  running = null;
}

function restart() {
  stop();
  const failed = document.getElementById("engine-failed");
  if (failed) failed.textContent = "";
  if (!isOn()) return;
  const known = finished.get(key());
  if (known) return show(known);
  if (latest) replace("bar", latest.bar);
  timer = setTimeout(search, DELAY);
}

async function search() {
  const own = running = new AbortController();
  const at = key();
  try {
    const sent = { method: "POST", body: new URLSearchParams(new FormData(form())), signal: own.signal, headers: { "HX-Request": "true" } };
    const flipped = document.querySelector("#board.flipped");
    sent.headers["X-Flip"] = flipped ? "1" : "0";
    const answer = await fetch("/analysis/lines", sent);
    if (!answer.ok) return refused(await answer.text());
    for await (const [kind, told] of events(answer.body)) {
      if (own !== running) return;
      if (kind === "failed") return refused(told.words);
      show(told);
      if (kind === "done") {
        finished.set(at, told);
        document.getElementById("engine-said").textContent = told.said;
      }
    }
  } catch (error) {
    if (error.name !== "AbortError") throw error;
  }
}

function refused(markup) {
  const said = new DOMParser().parseFromString(markup, "text/html");
  document.getElementById("engine-failed").textContent = (said.querySelector("p") || said.body).textContent.trim();
}

// The events of a stream: their kind and their value.
async function* events(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const parts = (text + value).split("\n\n");
    text = parts.pop();
    for (const part of parts) {
      const [, kind, data] = /^event: (\w+)\ndata: (.*)$/s.exec(part) || [];
      if (kind) yield [kind, JSON.parse(data)];
    }
  }
}

// -- settings, kept in this browser
function keep() {
  const fields = form().elements;
  localStorage.setItem(STORE, JSON.stringify(Object.fromEntries(SETTINGS.map((name) => [name, name === "engine" ? fields.engine.checked : fields[name].value]))));
}
function restore() {
  let kept = {};
  try { kept = JSON.parse(localStorage.getItem(STORE) || "{}"); } catch { return; }
  for (const [name, value] of Object.entries(kept)) {
    const field = SETTINGS.includes(name) && form().elements[name];
    if (!field) continue;
    if (name === "engine") field.checked = value;
    else if ([...field.options].some((one) => one.value === value)) field.value = value;
  }
}

function scroll() {
  const now = document.querySelector("#moves [aria-current]");
  const list = document.getElementById("moves");
  if (!now || !list) return;
  const [one, all] = [now.getBoundingClientRect(), list.getBoundingClientRect()];
  if (one.top < all.top) list.scrollTop -= all.top - one.top + 8;
  if (one.bottom > all.bottom) list.scrollTop += one.bottom - all.bottom + 8;
}

// What is chosen beside the graph or the mistakes is seen on the board: on a narrow screen, go there.
const TO_BOARD = "[name=again], .review [name=ply], .band, [data-show-me], .value-history a";
let goes = false;
function showBoard() {
  const stage = goes && document.querySelector(".stage");
  goes = false;
  if (stage && stage.getBoundingClientRect().top < 0) stage.scrollIntoView({ block: "start" });
}

// The address is that of the state shown: it can be reloaded, and set as a bookmark.
function follow() {
  const address = content().dataset.address;
  history.replaceState(history.state, "", address);
  document.querySelector("#look [name=back]").value = address; // after a change of the preferences
}

// An analysis that is too long for the server's part of an address is in the other part.
function reopen() {
  const kept = new URLSearchParams(location.hash.slice(1));
  if (!kept.get("d")) return false;
  const sent = document.createElement("form");
  sent.method = "post";
  sent.action = "/analysis";
  for (const [name, value] of [...kept, ["engine", "on"]]) sent.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
  document.body.append(sent);
  sent.submit();
  return true;
}

export function startAnalysis() {
  if (reopen() || !form()) return;
  restore();
  document.addEventListener("change", (event) => {
    if (!SETTINGS.includes(event.target.name)) return;
    keep();
    if (event.target.name === "engine" && !event.target.checked) {
      replace("lines", '<div id="lines" class="lines"></div>');
      point([]);
    }
    restart();
  });
  document.addEventListener("click", (event) => {
    goes = Boolean(event.target.closest(TO_BOARD));
    if (!event.target.closest("[data-download]")) return;
    event.preventDefault(); // htmx would put the file into the page
    form().action = "/analysis/file";
    form().submit();
    form().action = "/analysis";
  });
  document.addEventListener("htmx:beforeSend", (event) => { if (event.target === form() || event.target.id === "board") stop(); });
  document.addEventListener("htmx:afterSwap", (event) => { if (event.target === content() || event.detail.target?.id === "content") { follow(); scroll(); showBoard(); restart(); } });
  document.addEventListener("htmx:responseError", restart);
  addEventListener("pagehide", stop);
  follow();
  scroll();
  restart();
}
