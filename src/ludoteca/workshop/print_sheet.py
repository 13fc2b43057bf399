"""A game on one A4 page: board, pieces to cut out, and rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from html import escape
from typing import Any

from ludoteca.games import Game
from ludoteca.games.compiler.codes import OP
from ludoteca.games.library import name_parts, raw_game
from ludoteca.games.reader import read_path, resolve_tables
from ludoteca.games.scenes import scene
from ludoteca.messages import catalogue
from ludoteca.play.labels import place, time
from ludoteca.play.terms import family, side
from ludoteca.render import PieceStyle
from ludoteca.render import svg as draw
from ludoteca.render.cutouts import cutouts
from ludoteca.workshop.rules_text import describe_rules

MOST_PIECES = 24
"""Pieces of one kind on a sheet; players who need more print it twice."""

PROMOTED = 4
"""Pieces of a kind that only promotion creates."""

MESSAGES = catalogue("workshop")

STYLE = """
@page { size: A4 portrait; margin: 10mm }
.paper-sheet { font: 10pt/1.35 system-ui, sans-serif; color: #000; background: #fff }
.paper-sheet { width: 190mm; margin: 0 auto }
.paper-sheet h1 { font-size: 20pt; margin: 0 }
.paper-sheet h2 { font-size: 11pt; margin: 2mm 0 1mm }
.paper-sheet p { margin: 0 0 1.5mm }
.paper-sheet .paper-top { border-bottom: .4mm solid #000; margin-bottom: 3mm; padding-bottom: 1mm }
.paper-sheet .paper-middle { display: flex; gap: 5mm; align-items: flex-start }
.paper-sheet .paper-board { flex: 0 0 122mm }
.paper-sheet .paper-board svg { width: 122mm; max-height: 128mm; display: block }
.paper-sheet .paper-side { flex: 1 }
.paper-sheet .paper-start svg { width: 48mm; max-height: 48mm; display: block }
.paper-sheet .paper-cut svg { display: block }
.paper-sheet .paper-rules { columns: 2; column-gap: 6mm; margin-top: 2mm }
.paper-sheet .paper-rules.long { font-size: 8.6pt }
.paper-sheet .paper-rules.longer { font-size: 7.6pt; line-height: 1.25 }
.paper-sheet ol { margin: 0; padding-left: 5mm }
.paper-sheet li { margin-bottom: 1mm; break-inside: avoid }
.paper-sheet .paper-foot { font-size: 7.5pt; color: #333; margin-top: 2mm }
@media print {
  .paper-sheet { print-color-adjust: exact; -webkit-print-color-adjust: exact }
  .no-print { display: none }
}
"""


@dataclass(frozen=True)
class PieceSet:
    """Pieces of one style, with their number."""

    style: PieceStyle
    number: int
    label: str


def sheet(game: Game, raw: Mapping[str, Any], lang: str) -> str:
    """The content of the page, as an HTML fragment. `raw` are the tables of the game file."""
    say = MESSAGES.text
    words = game.words(lang)
    start = scene(game.start(), lang=lang)
    empty = replace(start, pieces={}, counts=None, hands=("", ""), last=(), description="")
    rules = words.play or describe_rules(raw, lang)
    length = sum(map(len, rules))
    size = "longer" if length > 2600 else "long" if length > 1500 else ""
    goal = f"<h2>{say(lang, 'paper.goal')}</h2><p>{escape(words.goal)}</p>" if words.goal else ""
    hint = f"<h2>{say(lang, 'paper.hint')}</h2><p>{escape(words.hint)}</p>" if words.hint else ""
    parts = [
        f'<div class="paper-top"><h1>{escape(game.title(lang))}</h1>',
        f"<p>{escape(_facts(game, lang))}</p></div>",
        f'<div class="paper-middle"><div class="paper-board">{draw(empty, None, theme=False)}</div>',
        f'<div class="paper-side"><div class="paper-start"><h2>{say(lang, "paper.start")}</h2>',
        f"{draw(start, None, theme=False)}</div>{goal}{hint}</div></div>",
        _pieces(game, lang),
        f'<div class="paper-rules {size}"><h2>{say(lang, "paper.rules")}</h2><ol>',
        *(f"<li>{escape(one)}</li>" for one in rules),
        f'</ol></div><p class="paper-foot">{escape(_foot(game, lang))}</p>',
    ]
    return f'<article class="paper-sheet" lang="{lang}">{"".join(parts)}</article>'


def page(game: Game, raw: Mapping[str, Any], lang: str) -> str:
    """The sheet as a standalone HTML page."""
    title = escape(game.title(lang))
    return (
        f'<!DOCTYPE html>\n<html lang="{lang}">\n<head>\n<meta charset="utf-8">\n<title>{title}</title>\n'
        f"<style>{STYLE}body {{ margin: 0 }}</style>\n</head>\n<body>\n"
        f"{sheet(game, raw, lang)}\n</body>\n</html>\n"
    )


def raw_of(name: str) -> dict[str, Any]:
    """The tables of a game by name, with variant and parameters resolved."""
    game_id, variant, values, file = name_parts(name)
    return resolve_tables(read_path(file) if file else raw_game(game_id), game_id, variant, values)


def _facts(game: Game, lang: str) -> str:
    spec = game.spec
    facts = (family(lang, spec.family), place(lang, spec.origin), spec.inventor, time(lang, spec.year))
    return " · ".join(str(fact) for fact in facts if fact)


def _foot(game: Game, lang: str) -> str:
    parts = (
        [MESSAGES.text(lang, "paper.based-on", what=", ".join(game.spec.based_on))]
        if game.spec.based_on
        else []
    )
    if game.spec.source:
        parts.append(game.spec.source.rstrip(".") + ".")
    return " ".join([*parts, "Ludoteca"])


# -- pieces -------------------------------------------------------------------------------------------


def _pieces(game: Game, lang: str) -> str:
    if game.traits.sows:
        seeds = sum(game.start().snapshot.pits)
        return f"<p>{MESSAGES.text(lang, 'paper.seeds', n=seeds)}</p>"
    sets = piece_sets(game, lang)
    looks = [one.style for one in sets for _ in range(min(one.number, MOST_PIECES))]
    columns = 16
    labels = "; ".join(one.label for one in sets)
    more = max((one.number for one in sets), default=0)
    note = f" {MESSAGES.text(lang, 'paper.more', n=more)}" if more > MOST_PIECES else ""
    width = f"{11 * columns}mm"
    title = MESSAGES.text(lang, "paper.pieces")
    drawn = cutouts(looks, columns, title).replace("<svg ", f'<svg width="{width}" ', 1) if looks else ""
    return f'<h2>{title}</h2><p>{escape(labels)}.{note}</p><div class="paper-cut">{drawn}</div>'


def piece_sets(game: Game, lang: str) -> list[PieceSet]:
    """The pieces that a game needs: on the board, in hand, or placed later."""
    kinds, start = game.compiled.kinds, game.start()
    names = game.words(lang).pieces or {}
    found = []
    for code in range(2, len(kinds.who)):
        kind, who = kinds.kind_of[code], kinds.who[code]
        shape = kinds.specs[kind].shape
        standing = sum(one == code for one in start.snapshot.cells[: len(game.board.cells)])
        if who not in (1, 2):
            label = MESSAGES.text(lang, "paper.shared", n=standing)
            found.append(PieceSet(PieceStyle("shared", shape, "*"), standing, label))
            continue
        held = start.snapshot.hand(who - 1)[kind]
        number = standing + held or _placed(game, code)
        if not number:
            continue
        sided = side(lang, game, ("first", "second")[who - 1])
        many = len(kinds.of_side(who - 1)) > 1
        named = f"{sided}, {names.get(kinds.names[kind], kinds.names[kind])}" if many else sided
        label = MESSAGES.text(lang, "paper.of", who=named, n=min(number, MOST_PIECES))
        found.append(
            PieceSet(PieceStyle(("first", "second")[who - 1], shape, kinds.letters[code]), number, label)
        )
    if game.traits.blocks_cells:
        found.append(PieceSet(PieceStyle("neutral", "block"), 16, MESSAGES.text(lang, "paper.blocks")))
    return found


def _placed(game: Game, code: int) -> int:
    """The number of pieces that may enter later: a few by promotion, half a board by placement."""
    rules = [one.row for one in game.compiled.rules]
    if any(row.code == code and row.op in (OP["place"], OP["pair"]) for row in rules):
        return -(-len(game.board.cells) // 2)
    return PROMOTED if any(row.promote_code == code for row in rules) else 0
