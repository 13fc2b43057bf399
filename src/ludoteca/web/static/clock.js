// Clocks count down here; the server decides when time is up.
export function startClocks() {
  let since = performance.now();
  let flagged = "";
  const restart = () => { since = performance.now(); };
  document.addEventListener("htmx:afterSwap", restart);
  setInterval(() => {
    for (const clock of document.querySelectorAll(".clock[data-runs='yes']")) {
      const left = Math.max(0, Number(clock.dataset.left) - (performance.now() - since) / 1000);
      const whole = Math.ceil(left);
      clock.textContent = `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
      clock.toggleAttribute("data-low", left < 10);
      const content = document.getElementById("content");
      const key = `${content.dataset.ply} ${content.dataset.version}`;
      // Only players report it; a spectator's page follows the event.
      if (left <= 0 && content.dataset.over === "no" && content.dataset.mine && flagged !== key) {
        flagged = key;
        setTimeout(() => htmx.ajax("POST", `${content.dataset.url}/flag`, { target: "#content", swap: "morph:outerHTML" }), 120);
      }
    }
  }, 200);
}
