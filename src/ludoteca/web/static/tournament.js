// The page of a tournament: it is drawn again whenever a game has ended or begun.
const content = () => document.getElementById("content");
const PAUSE = 400; // milliseconds between two drawings: quick games end in bursts

export function startTournament() {
  const url = content().dataset.tournament;
  let source = null, wanted = -1, drawing = false;
  const draw = async (version) => {
    wanted = Math.max(wanted, version);
    if (drawing) return;
    drawing = true;
    try {
      while (Number(content().dataset.version) < wanted) {
        const before = content().dataset.version;
        await htmx.ajax("GET", url, { target: "#content", swap: "morph:outerHTML" });
        if (content().dataset.version === before) break;
        await new Promise((go) => setTimeout(go, PAUSE));
      }
    } finally {
      drawing = false;
    }
  };
  const connect = () => {
    source = new EventSource(`${url}/events`);
    for (const kind of ["hello", "changed"]) source.addEventListener(kind, (event) => draw(JSON.parse(event.data)));
  };
  connect();
  setInterval(() => { if (source.readyState === EventSource.CLOSED) connect(); }, 3000);
  addEventListener("pagehide", () => source.close());
  addEventListener("pageshow", (event) => { if (event.persisted) connect(); });
}
