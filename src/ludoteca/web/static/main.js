// The entry point of every page.
import { startBoard } from "./board.js";
import { startEvents } from "./events.js";
import { startClocks } from "./clock.js";
import { startTree } from "./tree.js";
import { startPlayer } from "./player.js";
import { startExercise } from "./exercise.js";
import { startAnalysis } from "./analysis.js";
import { startValues } from "./values.js";
import { startTournament } from "./tournament.js";
import { startClass } from "./class.js";

document.documentElement.classList.add("js");
// `?anim=0` turns animations and pauses off in this tab.
if (new URLSearchParams(location.search).get("anim") === "0") sessionStorage.setItem("anim", "0");
if (sessionStorage.getItem("anim") === "0") Object.assign(document.documentElement.dataset, { motion: "no", pace: "instant" });
for (const one of document.querySelectorAll(".nojs")) one.hidden = true;

// -- error messages of the server
const notice = () => document.getElementById("notice");

// Whether a response is older than what the page shows.
function isStale(target, answer) {
  const [, game, version] = /data-game="([^"]*)"[^>]*data-version="(\d+)"/.exec(answer) || [];
  return target.id === "content" && target.dataset.game === game && Number(target.dataset.version) > Number(version);
}

document.addEventListener("htmx:beforeSwap", (event) => {
  const status = event.detail.xhr.status;
  if (status < 400 && isStale(event.detail.target, event.detail.serverResponse)) event.detail.shouldSwap = false;
  if (status >= 400) {
    event.detail.shouldSwap = true;
    event.detail.isError = false;
    event.detail.target = notice();
    event.detail.swapOverride = "innerHTML";
  } else if (notice() && event.detail.target !== notice()) {
    notice().replaceChildren();
  }
});
document.addEventListener("htmx:sendError", () => {
  const said = document.createElement("p");
  said.className = "message";
  said.textContent = document.body.dataset.offline || "—";
  notice().replaceChildren(said);
});

document.addEventListener("click", async (event) => {
  const target = event.target.closest("button, a, summary");
  if (!target) return;
  if (target.matches("[data-dismiss]")) notice().replaceChildren();
  if (target.matches("[data-print]")) print();
  if (target.matches("[data-copy]")) {
    const field = document.querySelector(target.dataset.copy);
    field.select();
    try { await navigator.clipboard.writeText(field.value); } catch { document.execCommand("copy"); }
    target.textContent = target.dataset.said;
  }
  if (target.matches("[data-sure]")) {
    const command = target.dataset.sure;
    const sure = document.getElementById(`sure-${command}`);
    sure.returnValue = "";
    sure.showModal();
    sure.onclose = () => { if (sure.returnValue === "yes") htmx.trigger(`#command-${command}`, "sure"); };
  }
});

// -- panels that open from the menu: Escape and a click elsewhere close them
function closePanels(except) {
  for (const panel of document.querySelectorAll("details.drop[open]")) if (panel !== except) panel.open = false;
}
document.addEventListener("keydown", (event) => {
  const panel = event.key === "Escape" && document.querySelector("details.drop[open]");
  if (!panel) return;
  event.stopPropagation();
  panel.open = false;
  panel.querySelector("summary").focus();
}, true);
document.addEventListener("pointerdown", (event) => closePanels(event.target.closest("details.drop")), true);
document.addEventListener("focusin", (event) => closePanels(event.target.closest("details.drop")));

// -- the start form: hide the fields that do not apply to the chosen kind of game
const start = document.querySelector("form.start");

// What was entered before the server refused the form.
if (start && start.dataset.entered) {
  for (const [name, value] of Object.entries(JSON.parse(start.dataset.entered))) {
    const field = start.elements[name];
    if (!field || !value || field.type === "submit") continue;
    if (field.type === "checkbox") field.checked = true;
    else field.value = value;
    field.closest?.("details")?.setAttribute("open", "");
  }
  document.getElementById("problem").scrollIntoView({ block: "center" });
}
if (start && start.elements.kind) {
  const showRelevant = () => {
    const kind = start.elements.kind.value;
    for (const part of start.querySelectorAll("[data-for]")) part.hidden = !part.dataset.for.split(" ").includes(kind);
  };
  start.addEventListener("change", showRelevant);
  document.addEventListener("htmx:afterSettle", showRelevant); // another variant was chosen
  showRelevant();
}

if (document.getElementById("board")) {
  startBoard();
  if (document.getElementById("content").dataset.game) {
    startEvents();
    startClocks();
  }
  startValues();
}
startPlayer(); // decides how large the picture is
startTree();
if (document.querySelector("#content.exercise")) startExercise();
if (document.querySelector("#content.analysis")) startAnalysis();
if (document.querySelector("#content[data-tournament]")) startTournament();
if (document.getElementById("class-bar")) startClass();
