// The workshop: links from problems to their lines, and line numbers that scroll with the text.
const area = () => document.getElementById("rules-text");
const lines = () => document.getElementById("lines");

function show(number) {
  const text = area().value.split("\n");
  const before = text.slice(0, number - 1).join("\n").length + (number > 1 ? 1 : 0);
  const line = text[number - 1] || "";
  area().focus();
  area().setSelectionRange(before, before + line.length);
  const height = area().scrollHeight / Math.max(1, text.length);
  area().scrollTop = Math.max(0, (number - 4) * height);
  area().scrollIntoView({ block: "center" });
}

// Update the line numbers while typing, before the server responds.
function count() {
  const list = lines();
  const wanted = area().value.split("\n").length;
  while (list.children.length < wanted) {
    const one = document.createElement("li");
    one.textContent = list.children.length + 1;
    list.append(one);
  }
  while (list.children.length > wanted) list.lastChild.remove();
  list.scrollTop = area().scrollTop;
}

document.addEventListener("click", (event) => {
  const one = event.target.closest("[data-line]");
  if (one) show(Number(one.dataset.line));
});
document.addEventListener("input", (event) => { if (event.target === area()) count(); });
document.addEventListener("scroll", (event) => { if (event.target === area()) lines().scrollTop = area().scrollTop; }, true);
document.addEventListener("htmx:afterSettle", () => { if (area()) count(); });

// The start position: roving tabindex, arrow keys between cells.
let place = null;
function rove() {
  const all = [...document.querySelectorAll("#start-board .place")];
  const here = all.find((one) => one.id === place) || all[0];
  for (const one of all) one.tabIndex = one === here ? 0 : -1;
}
document.addEventListener("focusin", (event) => { if (event.target.matches?.(".place")) { place = event.target.id; rove(); } });
document.addEventListener("keydown", (event) => {
  const way = { ArrowLeft: 0, ArrowRight: 1, ArrowUp: 2, ArrowDown: 3 }[event.key];
  if (way === undefined || !event.target.matches?.(".place")) return;
  event.preventDefault();
  document.getElementById(`s${event.target.dataset.go.split(",")[way]}`)?.focus();
});
document.addEventListener("htmx:afterSettle", rove);
rove();
