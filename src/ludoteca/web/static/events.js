// Server-sent events: the game has changed, or a computer reports its search.
import { pause } from "./animation.js";
import { follow, refresh } from "./board.js";

const content = () => document.getElementById("content");

export function startEvents() {
  let source = null;
  const connect = () => {
    source = new EventSource(`${content().dataset.url}/events`);
    source.addEventListener("hello", (event) => changed(JSON.parse(event.data)));
    source.addEventListener("changed", (event) => changed(JSON.parse(event.data)));
    source.addEventListener("thinking", (event) => {
      const progress = document.getElementById("progress");
      if (progress && content().dataset.thinking === "yes") progress.textContent = JSON.parse(event.data).words;
    });
  };
  // A request in progress may bring the same change: wait for it.
  let asked = 0;
  document.addEventListener("htmx:beforeRequest", () => { asked += 1; });
  document.addEventListener("htmx:afterRequest", () => { asked = Math.max(0, asked - 1); });
  const quiet = async () => { for (let tries = 0; asked && tries < 200; tries++) await new Promise((go) => setTimeout(go, 60)); };
  let wanted = -1, reload = false, following = false;
  const behind = () => reload || Number(content().dataset.version) < wanted || content().dataset.behind === "yes";
  const changed = async (version) => {
    if (version < 0) reload = true; else wanted = Math.max(wanted, version);
    if (following) return;
    following = true;
    try {
      await quiet();
      while (behind()) {
        await pause();
        await quiet();
        if (!behind()) break;
        reload = false;
        const { version: before, ply } = content().dataset;
        await follow();
        if (content().dataset.version === before && content().dataset.ply === ply) break;
      }
    } finally {
      following = false;
    }
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
