// Server-sent events: the game has changed, or a computer reports its search.
import { refresh } from "./board.js";

const content = () => document.getElementById("content");

export function startEvents() {
  let source = null;
  const connect = () => {
    source = new EventSource(`${content().dataset.url}/events`);
    source.addEventListener("hello", (event) => follow(JSON.parse(event.data)));
    source.addEventListener("changed", (event) => follow(JSON.parse(event.data)));
    source.addEventListener("thinking", (event) => {
      const progress = document.getElementById("progress");
      if (progress && content().dataset.thinking === "yes") progress.textContent = JSON.parse(event.data).words;
    });
  };
  // A request in progress may bring the same change: wait for it.
  let asked = 0;
  document.addEventListener("htmx:beforeRequest", () => { asked += 1; });
  document.addEventListener("htmx:afterRequest", () => { asked = Math.max(0, asked - 1); });
  const follow = (version, tries = 0) => {
    if (version >= 0 && Number(content().dataset.version) >= version) return;
    if (asked && tries < 200) setTimeout(() => follow(version, tries + 1), 60);
    else refresh();
  };
  connect();
  // Poll where events do not come through.
  setInterval(() => {
    if (source.readyState === EventSource.CLOSED) { connect(); return; }
    if (source.readyState !== EventSource.OPEN && content().dataset.thinking === "yes") refresh();
  }, 3000);
  addEventListener("pagehide", () => source.close());
  addEventListener("pageshow", (event) => { if (event.persisted) connect(); });
}
