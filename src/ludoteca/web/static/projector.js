// The projector: drawn again whenever the class or the game it shows changes.
const content = () => document.getElementById("content");
const url = content().dataset.class;
let game = "", moves = null, busy = false, again = false;

async function draw() {
  if (busy) { again = true; return; }
  busy = true;
  try {
    do {
      again = false;
      await htmx.ajax("GET", `${url}/projector`, { target: "#content", swap: "outerHTML" });
    } while (again);
  } finally {
    busy = false;
  }
  follow();
}

function follow() {
  const shown = content()?.dataset.game || "";
  if (shown === game && moves?.readyState !== EventSource.CLOSED) return;
  moves?.close();
  moves = null;
  game = shown;
  if (!game) return;
  moves = new EventSource(`/g/${game}/events`);
  for (const kind of ["hello", "changed"]) moves.addEventListener(kind, (event) => {
    if (JSON.parse(event.data) !== Number(content().dataset.gameVersion)) draw();
  });
}

document.addEventListener("htmx:beforeSwap", (event) => {
  if (event.detail.xhr.status >= 400) { event.detail.shouldSwap = false; location.assign("/class"); }
});
addEventListener("load", () => {
  const events = new EventSource(`${url}/events`);
  // The page may be older than the stream.
  events.addEventListener("hello", (event) => { if (JSON.parse(event.data) !== Number(content().dataset.version)) draw(); });
  for (const kind of ["changed", "activity"]) events.addEventListener(kind, draw);
  follow();
});
