// The entry point of every page.
import { startBoard } from "./board.js";
import { startEvents } from "./events.js";
import { startClocks } from "./clock.js";
import { startTree } from "./tree.js";

document.documentElement.classList.add("js");
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
  if (target.matches("[data-resign]")) {
    const sure = document.getElementById("sure");
    sure.returnValue = "";
    sure.showModal();
    sure.onclose = () => { if (sure.returnValue === "yes") htmx.trigger("#command-resign", "sure"); };
  }
});

// -- the start form: hide the fields that do not apply to the chosen kind of game
const start = document.querySelector("form.start");
if (start && start.elements.kind) {
  const showRelevant = () => {
    const kind = start.elements.kind.value;
    for (const part of start.querySelectorAll("[data-for]")) part.hidden = !part.dataset.for.split(" ").includes(kind);
  };
  start.addEventListener("change", showRelevant);
  showRelevant();
}

if (document.getElementById("board")) {
  startBoard();
  if (document.getElementById("content").dataset.game) {
    startEvents();
    startClocks();
  }
}
startTree();
