"""A game as a standalone HTML page with buttons to step through it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from html import escape

from ludoteca.errors import BadRecord
from ludoteca.games import Position
from ludoteca.messages import catalogue
from ludoteca.play import terms
from ludoteca.play.endings import headline
from ludoteca.play.record import Record

MAX_MOVES = 1000

MESSAGES = catalogue("play")

_PAGE = """<!DOCTYPE html>
<html lang="{lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>
body {{ font: 16px/1.5 system-ui, sans-serif; max-width: 40rem; margin: 1rem auto; padding: 0 1rem;
  color: #2c241d; background: #fffdf8 }}
#board svg {{ width: 100%; max-height: 80vh }}
button {{ font: inherit; padding: .4rem .8rem; min-width: 3rem }}
input {{ width: 100% }}
#moves {{ overflow-wrap: anywhere }}
#moves b {{ background: #f3ead8 }}
</style>
</head>
<body>
<main>
<h1>{title}</h1>
<p>{players}</p>
<div id="board">{first_board}</div>
<p id="said" aria-live="polite"></p>
<p><button id="start">{start}</button> <button id="back">{back}</button> <button id="play">{play}</button>
<button id="on">{on}</button> <button id="end">{end}</button></p>
<input id="ply" type="range" min="0" max="{last}" value="0" aria-label="{of_label}">
<p id="moves">{moves}</p>
<p>{outcome}</p>
</main>
<script>
const frames = {frames}, before = {before}, after = {after}, said = {said};
const board = document.getElementById("board"), slider = document.getElementById("ply");
let ply = 0, timer = null;
function show(n) {{
  ply = Math.max(0, Math.min(frames.length - 1, n));
  board.innerHTML = before + frames[ply] + after;
  slider.value = ply;
  document.getElementById("said").textContent = said[ply];
  document.querySelectorAll("#moves [data-ply]").forEach(one => {{
    one.style.background = Number(one.dataset.ply) === ply ? "#f3d38a" : "";
  }});
}}
function stop() {{ clearInterval(timer); timer = null; }}
const go = {{ start: () => 0, back: () => ply - 1, on: () => ply + 1, end: () => frames.length - 1 }};
for (const id in go) document.getElementById(id).onclick = () => {{ stop(); show(go[id]()); }};
document.getElementById("play").onclick = () => {{
  if (timer) return stop();
  if (ply === frames.length - 1) show(0);
  timer = setInterval(() => ply === frames.length - 1 ? stop() : show(ply + 1), 900);
}};
slider.oninput = () => {{ stop(); show(Number(slider.value)); }};
document.onkeydown = event => {{
  if (event.target === slider) return;
  if (event.key === "ArrowLeft") {{ stop(); show(ply - 1); }}
  if (event.key === "ArrowRight") {{ stop(); show(ply + 1); }}
}};
show(0);
</script>
</body>
</html>
"""


def replay(record: Record, line: Sequence[Position], lang: str = "en") -> str:
    """The page as HTML."""
    if len(line) - 1 > MAX_MOVES:
        raise BadRecord("record.replay-length", limit=MAX_MOVES, found=len(line) - 1)
    game = line[0].game
    drawn = [position.svg(lang=lang, theme=False) for position in line]
    # The common prefix and suffix of all pictures are stored once.
    before = _common_prefix(drawn)
    after = _common_prefix([one[len(before) :][::-1] for one in drawn])[::-1]
    frames = [one[len(before) : len(one) - len(after)] for one in drawn]
    names = {side: terms.side(lang, game, side) for side in ("first", "second")}
    sides = {"first": record.first or names["first"], "second": record.second or names["second"]}
    texts = [MESSAGES.text(lang, "replay.of", n=n, all=len(record.moves)) for n in range(len(line))]
    ended = record.result
    outcome = headline(lang, line[-1], ended, sides) if ended else MESSAGES.text(lang, "replay.unfinished")
    moves = " ".join(
        f'{escape(number)} <span data-ply="{n}">{escape(one.move)}</span>'
        for n, (number, one) in enumerate(zip(record.numbers, record.moves, strict=True), 1)
    )
    buttons = {
        key: escape(MESSAGES.text(lang, f"replay.{key}")) for key in ("start", "back", "on", "end", "play")
    }
    players = MESSAGES.text(lang, "replay.against", **sides)
    return _PAGE.format(
        lang=lang, title=escape(game.title(lang)), players=escape(players),
        first_board=drawn[0], last=len(line) - 1, of_label=escape(texts[-1]), moves=moves,
        outcome=escape(outcome), frames=_script(frames), before=_script(before), after=_script(after),
        said=_script(texts), **buttons,
    )  # fmt: skip


def _common_prefix(texts: Sequence[str]) -> str:
    """The longest common prefix."""
    least, most = min(texts), max(texts)
    return least[: next((n for n, sign in enumerate(least) if most[n] != sign), len(least))]


def _script(value: object) -> str:
    """A value as JSON that is safe inside a script element."""
    return json.dumps(value, ensure_ascii=False).replace("</", "<\\/").replace("<!", "<\\!")
