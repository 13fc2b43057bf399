// Drag and drop: a drag is two clicks, on the origin and on the target.
import { remember } from "./animation.js";
import { drawnSteps } from "./steps.js";

const START = 6; // pixels after which a press becomes a drag

export function startDrag({ click, cancel, mayMove, node }) {
  let held = null;

  const piece = (name) => [...document.querySelectorAll("#board .piece")].find((one) => one.dataset.cell === name);
  const scale = () => {
    const svg = document.querySelector("#board svg");
    return svg.viewBox.baseVal.width / svg.getBoundingClientRect().width;
  };

  document.addEventListener("pointerdown", (event) => {
    const cell = event.target.closest?.("#board .cell-button[data-piece]");
    if (!cell || !mayMove() || event.button !== 0) return;
    if (!(cell.dataset.click in (node([]) || {}))) return;
    held = { cell, x: event.clientX, y: event.clientY, id: event.pointerId, piece: null };
  });

  document.addEventListener("pointermove", (event) => {
    if (!held || event.pointerId !== held.id) return;
    const dx = event.clientX - held.x, dy = event.clientY - held.y;
    if (!held.piece) {
      if (Math.hypot(dx, dy) < START) return;
      held.piece = piece(held.cell.dataset.click);
      if (!held.piece) { held = null; return; }
      held.piece.dataset.home = held.piece.getAttribute("transform");
      held.from = held.piece.getAttribute("transform").match(/-?[\d.]+/g).map(Number);
      held.piece.classList.add("dragged");
      held.piece.parentNode.append(held.piece);
      cancel(true);
      held.ready = click(held.cell.dataset.click);
    }
    const by = scale();
    held.piece.setAttribute("transform", `translate(${held.from[0] + dx * by} ${held.from[1] + dy * by})`);
  });

  const release = async (event) => {
    if (!held || event.pointerId !== held.id) return;
    const was = held;
    held = null;
    if (!was.piece) return;
    // Swallow the click event that follows a drag.
    const swallow = (click) => { click.stopPropagation(); click.preventDefault(); };
    addEventListener("click", swallow, { capture: true, once: true });
    setTimeout(() => removeEventListener("click", swallow, { capture: true }), 0);
    await was.ready;
    const under = document.elementsFromPoint(event.clientX, event.clientY).find((one) => one.matches("#board .cell-button"));
    was.piece.classList.remove("dragged");
    const fits = event.type === "pointerup" && under && under.dataset.click in (node() || {});
    if (fits) remember(drawnSteps());
    if (!fits) {
      was.piece.setAttribute("transform", was.piece.dataset.home);
      delete was.piece.dataset.home;
    }
    if (fits) click(under.dataset.click); else cancel();
  };
  document.addEventListener("pointerup", release);
  document.addEventListener("pointercancel", release);
}
