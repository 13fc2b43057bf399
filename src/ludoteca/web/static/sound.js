// A short sound for a move, if enabled. Browsers allow sound only after a user gesture.
let context = null;
let touched = false;
for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, () => { touched = true; }, { capture: true });

export function sound(kind = "move") {
  if (document.documentElement.dataset.sound !== "yes" || !touched) return;
  context ??= new AudioContext();
  const now = context.currentTime;
  const tone = context.createOscillator();
  const loud = context.createGain();
  tone.type = "triangle";
  tone.frequency.setValueAtTime(kind === "end" ? 392 : 240, now);
  tone.frequency.exponentialRampToValueAtTime(kind === "end" ? 784 : 140, now + 0.09);
  loud.gain.setValueAtTime(0.22, now);
  loud.gain.exponentialRampToValueAtTime(0.001, now + (kind === "end" ? 0.5 : 0.14));
  tone.connect(loud).connect(context.destination);
  tone.start(now);
  tone.stop(now + 0.5);
}
