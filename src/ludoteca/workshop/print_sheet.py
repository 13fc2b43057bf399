"""A game on A4 paper: board and rules on a page, pieces to cut out below them or on pages of their own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from html import escape
from typing import Any

from ludoteca.games import SIDES, Game
from ludoteca.games.compiler.codes import OP
from ludoteca.games.library import name_parts, raw_game
from ludoteca.games.reader import read_path, resolve_tables
from ludoteca.games.scenes import piece_style, scene
from ludoteca.messages import catalogue
from ludoteca.play.labels import difference, place, time, title
from ludoteca.play.terms import family, side
from ludoteca.render import PieceStyle, Scene
from ludoteca.render import svg as draw
from ludoteca.render.cutouts import cutouts
from ludoteca.render.frame import UNIT, frame_of
from ludoteca.workshop.rules_text import describe_rules

_WIDTH, _HEIGHT = 190.0, 277.0
"""What can be printed on, in millimetres."""
_BOARD_WIDTH, _BOARD_HEIGHT = 122.0, 128.0
"""The most that the board takes."""
_LARGEST_PIECE = 22.0
_CUT_HEIGHT = _HEIGHT - 30.0
"""The most that pieces take on one page, below their title."""
_BESIDE_RULES = 26.0
"""Pieces that take more than this have a page of their own."""

MESSAGES = catalogue("workshop")

STYLE = f"""
@page {{ size: A4 portrait; margin: 10mm }}
.paper-sheet {{ --board: #fff; --cell-light: #fff; --cell-dark: #ddd; --hollow: #eee; --line: #000 }}
.paper-sheet {{ --light: #fff; --light-ink: #000; --light-rim: #000; --coordinate: #000; --mark: #000 }}
.paper-sheet {{ --dark: #222; --dark-ink: #fff; --dark-rim: #000; --seed: #222 }}
.paper-sheet {{ --shared: #888; --shared-ink: #fff; --shared-rim: #000 }}
.paper-sheet {{ --neutral: #ccc; --neutral-ink: #000; --neutral-rim: #000 }}
.paper-sheet {{ font: 10pt/1.35 system-ui, sans-serif; color: #000; background: #fff }}
.paper-sheet {{ width: {_WIDTH:.0f}mm; margin: 0 auto }}
.paper-sheet h1 {{ font-size: 20pt; margin: 0 }}
.paper-sheet h2 {{ font-size: 11pt; margin: 2mm 0 1mm; break-after: avoid }}
.paper-sheet p {{ margin: 0 0 1.5mm }}
.paper-sheet .paper-top {{ border-bottom: .4mm solid #000; margin-bottom: 3mm; padding-bottom: 1mm }}
.paper-sheet .paper-middle {{ display: flex; gap: 5mm; align-items: flex-start }}
.paper-sheet .paper-board {{ flex: 0 0 {_BOARD_WIDTH:.0f}mm }}
.paper-sheet .paper-board svg {{ width: 100%; max-height: {_BOARD_HEIGHT:.0f}mm; display: block }}
.paper-sheet .paper-wide {{ display: block }}
.paper-sheet .paper-wide .paper-side {{ display: flex; gap: 6mm }}
.paper-sheet .pit rect, .paper-sheet .store rect {{ stroke: #000; stroke-width: 2 }}
.paper-sheet .paper-side {{ flex: 1; min-width: 0; overflow-wrap: break-word }}
.paper-sheet .paper-start svg {{ width: 48mm; max-height: 48mm; display: block }}
.paper-sheet .paper-cut svg {{ display: block; break-inside: avoid }}
.paper-sheet .paper-page {{ break-before: page }}
.paper-sheet .paper-rules {{ columns: 2; column-gap: 6mm; margin-top: 2mm }}
.paper-sheet .paper-rules.long {{ font-size: 8.6pt }}
.paper-sheet .paper-rules.longer {{ font-size: 7.6pt; line-height: 1.25 }}
.paper-sheet ol {{ margin: 0; padding-left: 5mm }}
.paper-sheet li {{ margin-bottom: 1mm; break-inside: avoid }}
.paper-sheet .paper-foot {{ font-size: 7.5pt; color: #333; margin-top: 2mm }}
@media screen and (max-width: 800px) {{
  .paper-sheet {{ width: auto }}
  .paper-sheet .paper-middle, .paper-sheet .paper-wide .paper-side {{ display: block }}
  .paper-sheet .paper-start svg {{ width: 100% }}
  .paper-sheet .paper-rules {{ columns: 1 }}
  .paper-sheet .paper-rules:is(.long, .longer) {{ font-size: inherit; line-height: inherit }}
  .paper-sheet .paper-cut svg {{ max-width: 100%; height: auto }}
}}
@media print {{
  html, body {{ background: #fff; min-height: 0 }}
  .paper-sheet {{ print-color-adjust: exact; -webkit-print-color-adjust: exact }}
  .no-print {{ display: none !important }}
}}
"""
"""The colours are black, white and greys, whatever the board style of the page."""


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
    if start.counts is not None:  # no zeros in empty stores
        start = replace(start, counts={cell: n for cell, n in start.counts.items() if n})
    empty = replace(start, pieces={}, counts=None, hands=("", ""), last=(), description="")
    rules = words.play or describe_rules(raw, lang)
    length = sum(map(len, rules))
    size = "longer" if length > 2600 else "long" if length > 1500 else ""
    goal = f"<h2>{say(lang, 'paper.goal')}</h2><p>{escape(words.goal)}</p>" if words.goal else ""
    note = f"<p>{escape(difference(lang, game))}</p>" if difference(lang, game) else ""
    hint = f"<h2>{say(lang, 'paper.hint')}</h2><p>{escape(words.hint)}</p>" if words.hint else ""
    pieces, height = _pieces(game, empty, lang)
    own_page = height > _BESIDE_RULES or (height > 0 and size != "")
    wide = " paper-wide" if _is_wide(empty) else ""
    parts = [
        f'<div class="paper-top"><h1>{escape(title(lang, game))}</h1>',
        f"<p>{escape(_facts(game, lang))}</p></div>",
        f'<div class="paper-middle{wide}"><div class="paper-board">{draw(empty)}</div>',
        f'<div class="paper-side"><div class="paper-start"><h2>{say(lang, "paper.start")}</h2>',
        f"{draw(start)}</div><div>{goal}{hint}</div></div></div>",
        "" if own_page else pieces,
        f'<div class="paper-rules {size}"><h2>{say(lang, "paper.rules")}</h2>{note}<ol>',
        *(f"<li>{escape(one)}</li>" for one in rules),
        f'</ol></div><p class="paper-foot">{escape(_foot(game, lang))}</p>',
        f'<div class="paper-page">{pieces}</div>' if own_page else "",
    ]
    return f'<article class="paper-sheet" lang="{lang}">{"".join(parts)}</article>'


def page(game: Game, raw: Mapping[str, Any], lang: str) -> str:
    """The sheet as a standalone HTML page."""
    heading = escape(title(lang, game))
    return (
        f'<!DOCTYPE html>\n<html lang="{lang}">\n<head>\n<meta charset="utf-8">\n<title>{heading}</title>\n'
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


def _pieces(game: Game, board: Scene, lang: str) -> tuple[str, float]:
    """The pieces to cut out, or the seeds to use, and the height of the pictures in millimetres."""
    if game.traits.sows:
        seeds = sum(game.start().snapshot.pits)
        return f"<p>{MESSAGES.text(lang, 'paper.seeds', n=seeds)}</p>", 0.0
    sets = piece_sets(game, lang)
    step = min(_cell_size(board), _LARGEST_PIECE)
    columns = int(_WIDTH // step)
    on_page = columns * int(_CUT_HEIGHT // step)
    styles = [one.style for one in sets for _ in range(one.number)]
    title = MESSAGES.text(lang, "paper.pieces")
    drawn = "".join(
        cutouts(styles[at : at + on_page], columns, game.dark_side, step, title)
        for at in range(0, len(styles), on_page)
    )
    labels = escape("; ".join(one.label for one in sets))
    rows = -(-len(styles) // columns)
    return f'<h2>{title}</h2><p>{labels}.</p><div class="paper-cut">{drawn}</div>', rows * step


def _cell_size(board: Scene) -> float:
    """The distance of neighbouring cells on the printed board, in millimetres."""
    _, _, width, height = frame_of(board).view
    return UNIT * min((_WIDTH if _is_wide(board) else _BOARD_WIDTH) / width, _BOARD_HEIGHT / height)


def _is_wide(board: Scene) -> bool:
    """Whether a board takes the whole width of the page."""
    _, _, width, height = frame_of(board).view
    return width > 1.6 * height


def piece_sets(game: Game, lang: str) -> list[PieceSet]:
    """The most pieces of each kind that a game needs at once."""
    kinds, names = game.compiled.kinds, game.words(lang).pieces or {}
    found = []
    for code in range(2, len(kinds.who)):
        kind, who = kinds.kind_of[code], kinds.who[code]
        number = _needed(game, code)
        if not number:
            continue
        if who not in (1, 2):
            label = MESSAGES.text(lang, "paper.shared", n=number)
            found.append(PieceSet(piece_style(game, code), number, label))
            continue
        sided = side(lang, game, SIDES[who - 1])
        many = len(kinds.of_side(who - 1)) > 1
        named = f"{sided}, {names.get(kinds.names[kind], kinds.names[kind])}" if many else sided
        label = MESSAGES.text(lang, "paper.of", who=named, n=number)
        found.append(PieceSet(piece_style(game, code), number, label))
    if game.traits.blocks_cells or game.traits.blocked_cells:
        cells = game.start().snapshot.cells[: len(game.board.cells)]
        number = sum(code == 1 or (code == 0 and game.traits.blocks_cells) for code in cells)
        label = MESSAGES.text(lang, "paper.blocks", n=number)
        found.append(PieceSet(PieceStyle("neutral", "block"), number, label))
    return found


def _needed(game: Game, code: int) -> int:
    """The most pieces of a code that can be on the board at once, as far as the rules bound it."""
    start, kinds = game.start().snapshot, game.compiled.kinds
    cells, rules = len(game.board.cells), [one.row for one in game.compiled.rules]

    def at_start(one: int) -> int:
        held = start.hand(kinds.who[one] - 1)[kinds.kind_of[one]] if kinds.who[one] in (1, 2) else 0
        return sum(standing == one for standing in start.cells[:cells]) + held

    if any(row.code == code and row.op in (OP["place"], OP["pair"]) and not row.hand for row in rules):
        # Pieces that change sides may end up on all cells; otherwise the sides place in turn.
        return cells if game.traits.converts else max(at_start(code), -(-cells // 2))
    if game.traits.converts:
        alike = (one for one in range(2, len(kinds.who)) if kinds.kind_of[one] == kinds.kind_of[code])
        return sum(at_start(one) for one in alike)
    promoted = {row.code for row in rules if row.promote_code == code}
    return at_start(code) + sum(at_start(one) for one in promoted)
