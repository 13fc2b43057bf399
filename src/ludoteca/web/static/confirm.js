// Aiming on small cells: a first tap shows the target enlarged, a second tap or a button confirms it.
const SMALL = 24; // pixels
const NARROW = "(max-width: 40rem)";

let target = null;

const board = () => document.getElementById("board");
const cell = (name) => [...board().querySelectorAll(".cell-button")].find((one) => one.dataset.click === name);

export const aimed = () => target;

// Whether a click is a finger's on a cell that is too small for it.
export function isSmall(event) {
  if (document.documentElement.dataset.confirm !== "yes" || !matchMedia(NARROW).matches) return false;
  if (event.pointerType !== "touch" && event.pointerType !== "pen") return false;
  const box = board().querySelector(".cell-button").getBoundingClientRect();
  return Math.min(box.width, box.height) < SMALL;
}

export function aimAt(name) {
  stopAiming();
  target = name;
  const chosen = cell(name), sight = document.createElement("div");
  sight.className = "sight";
  sight.id = "sight";
  for (const part of ["across", "down", "ring"]) {
    const one = document.createElement("span");
    one.className = part;
    sight.append(one);
  }
  const [frame, box] = [board().getBoundingClientRect(), chosen.getBoundingClientRect()];
  sight.style.setProperty("--x", `${box.x + box.width / 2 - frame.x}px`);
  sight.style.setProperty("--y", `${box.y + box.height / 2 - frame.y}px`);
  board().append(sight);
  const button = document.querySelector("#choices [data-confirm-tap]");
  button.textContent = button.dataset.words.replace("{cell}", name);
  button.hidden = false;
}

// Whether there was a target.
export function stopAiming() {
  const was = target !== null;
  target = null;
  document.getElementById("sight")?.remove();
  const button = document.querySelector("#choices [data-confirm-tap]");
  if (button) button.hidden = true;
  return was;
}
