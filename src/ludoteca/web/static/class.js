// The bar of a class above every page, and the parts of its own pages that change.
const bar = () => document.getElementById("class-bar");
let source = null, busy = false, again = false, leaving = false;

async function draw() {
  if (busy) { again = true; return; }
  busy = true;
  try {
    // Thirty pupils hear of the same change: they do not ask all at once.
    const { spread } = bar().dataset;
    if (spread) await new Promise((go) => setTimeout(go, Math.random() * Number(spread)));
    do {
      again = false;
      await (document.getElementById("live") ? drawPage() : drawBar());
    } while (again);
  } finally {
    busy = false;
  }
}

async function drawBar() {
  const at = bar().dataset.at || location.pathname;
  await htmx.ajax("GET", `/class/bar?at=${encodeURIComponent(at)}`, { target: "#class-bar", swap: "outerHTML" });
  if (bar().dataset.ended) source?.close();
}

async function drawPage() {
  const live = document.getElementById("live");
  const open = [...live.querySelectorAll("details[open]")].map((one) => one.id);
  const answer = await fetch(live.dataset.live, { headers: { "hx-request": "true" } });
  if (answer.status === 404) {
    source?.close();
    if (!leaving) location.assign("/class");
    return;
  }
  if (!answer.ok) return;
  live.outerHTML = await answer.text();
  for (const id of open) document.getElementById(id)?.setAttribute("open", "");
}

function connect() {
  const { class: url } = bar().dataset;
  if (!url) return;
  source?.close();
  source = new EventSource(`${url}/events`);
  let first = true;
  source.addEventListener("hello", (event) => {
    // The page may be older than the stream, and a stream that was lost has missed something.
    if (!first || JSON.parse(event.data) !== Number(bar().dataset.version)) draw();
    first = false;
  });
  for (const kind of ["changed", "activity"]) source.addEventListener(kind, draw);
}

export function startClass() {
  document.addEventListener("htmx:afterSwap", () => { if (!source && bar()) connect(); });
  setInterval(() => { if (source?.readyState === EventSource.CLOSED && !document.hidden && bar()?.dataset.class) connect(); }, 5000);
  // A browser opens few connections to a server: a tab that nobody sees needs none.
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) source?.close();
    else if (source && bar()) { connect(); draw(); }
  });
  addEventListener("pagehide", () => source?.close());
  // The event that a class has ended may arrive before the answer to the form that ended it.
  document.addEventListener("submit", (event) => { leaving ||= Boolean(event.target.closest("#end, #leave")); });
  addEventListener("pageshow", (event) => { leaving = false; if (event.persisted) { connect(); draw(); } });
}
