"""Drafts: game files in progress, edited as text, through cards, or by clicks on the start position."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path as File
from typing import TYPE_CHECKING, Any

from ludoteca.errors import LimitExceeded, LudotecaError, Problem, RulesError, UnknownGame, file_problem
from ludoteca.games import Game, Position, loads
from ludoteca.games.files import CannotRead, read_bytes
from ludoteca.games.library import LIBRARY_DIR, kebab, name_parts
from ludoteca.games.reader import read_toml, resolve_tables
from ludoteca.messages import LANGUAGES, Message
from ludoteca.workshop import toml_edit
from ludoteca.workshop.card_builder import cards_of
from ludoteca.workshop.cards import Card, Field, Offer
from ludoteca.workshop.toml_edit import Edit
from ludoteca.workshop.toml_positions import Path, SourceMap, resolve_path, scan

if TYPE_CHECKING:
    from collections.abc import Iterable

LONGEST_TEXT = 20_000
MOST_VARIANTS = 12
MOST_CELLS = 361
"""A board of 19 by 19."""
LONGEST_NAME = 60

_DROPPED_KEYS = ("variants", "parameters", "checks", "formats", "protocols")
"""Keys that are only valid for the original rules; a copy drops them."""
_KEPT_TEXTS = ("name", "sides", "pieces")
"""Texts that stay valid when the rules change; a copy drops the others."""


class DraftError(LudotecaError):
    """An invalid request on a draft."""


@dataclass(frozen=True)
class Draft:
    """A game file in progress, which may be invalid. Immutable: every edit returns a new draft."""

    text: str
    name: str = "my-game"
    """The file name without its extension."""

    @cached_property
    def raw(self) -> dict[str, Any] | None:
        """The parsed tables, or None if the text is not valid TOML."""
        try:
            return read_toml(self.text, f"{self.name}.toml")
        except RulesError:
            return None

    @cached_property
    def source(self) -> SourceMap | None:
        return scan(self.text.removeprefix("\ufeff")) if self.raw is not None else None

    @cached_property
    def _loaded(self) -> Game | list[Problem]:
        """The game, or its problems."""
        unfit = exceeded_limit(self.text, self.raw)
        if unfit:
            message, key = unfit
            return [Problem(message, f"{self.name}.toml", key)]
        try:
            game = loads(self.text, self.name)
        except RulesError as wrong:
            return list(wrong.problems)
        except (LimitExceeded, UnknownGame) as wrong:
            return [Problem(wrong.message, f"{self.name}.toml")]
        if len(game.board.cells) > MOST_CELLS:
            message = Message("problems", "board.too-large", {"limit": MOST_CELLS})
            return [Problem(message, f"{self.name}.toml", "board")]
        return game

    @property
    def game(self) -> Game | None:
        """The game, if the draft is valid."""
        return self._loaded if isinstance(self._loaded, Game) else None

    @property
    def problems(self) -> list[Problem]:
        """All problems of the text."""
        return self._loaded if isinstance(self._loaded, list) else []

    @property
    def based_on(self) -> tuple[str, ...]:
        """The games it is derived from, the closest first."""
        return _names((self.raw or {}).get("based-on"))

    def title(self, lang: str) -> str:
        texts = (self.raw or {}).get("text")
        words = texts.get(lang) or texts.get("en") if isinstance(texts, dict) else None
        name = words.get("name") if isinstance(words, dict) else None
        return name if isinstance(name, str) and name else self.name

    # -- cards ----------------------------------------------------------------------------------------

    def cards(self, lang: str) -> tuple[Card, ...]:
        """The rules as cards; none if the text is not valid TOML."""
        return cards_of(self.raw, lang) if self.raw is not None else ()

    def field(self, where: str) -> Field:
        """The field at a path. Raises `DraftError` if there is none."""
        for card in self.cards("en"):
            for one in card.group.all_fields():
                if one.where == where:
                    return one
        raise DraftError("draft.no-field", key=where)

    def fill(self, where: str, text: str) -> Draft:
        """The draft with the input of a field applied. Raises `DraftError`."""
        field = self.field(where)
        filled = self.set_value(field.path, _parse_input(field, text))
        if field.kind == "numbers" and field.path[0] == "board":
            filled = filled._with_start(field.value)
        return filled

    def _with_start(self, before: list[int]) -> Draft:
        """With the start position resized to the board, if it had the size of the board before."""
        board, setup = (_table(self.raw, key) for key in ("board", "setup"))
        rows: Any = setup.get("board")
        size: Any = board.get("grid") or board.get("hex")
        if not isinstance(rows, str) or rows.count("/") + 1 != before[1] or not _is_size(size):
            return self
        (start,) = resized_start(self.raw, size[0], size[1])
        return self.set_value(start.path, start.value)

    def offers(self, lang: str = "en") -> list[Offer]:
        """All keys that could be added."""
        groups = (group for card in self.cards(lang) for group in card.group.all_groups())
        return [offer for group in groups for offer in group.offers]

    def accept_offer(self, number: int) -> Draft:
        """The draft with one of its `offers` added."""
        offers = self.offers()
        if not 0 <= number < len(offers):
            raise DraftError("draft.no-such-offer")
        return self.set_value(offers[number].path, offers[number].value)

    # -- changes --------------------------------------------------------------------------------------

    def set_value(self, path: Path, value: Any) -> Draft:
        """The draft with a value at a path; the rest of the text is unchanged."""
        self._require_toml()
        return Draft(toml_edit.set_value(self.text, path, value), self.name)

    def remove(self, where: str) -> Draft:
        """The draft without the value at a path."""
        raw = self._require_toml()
        path = resolve_path(raw, where)
        if not path:
            raise DraftError("draft.nothing-there", key=where)
        return Draft(toml_edit.remove(self.text, path), self.name)

    def renamed(self, title: str) -> Draft:
        """The draft with another name, in every language."""
        title = " ".join(title.split())[:LONGEST_NAME]
        if not kebab(title):
            raise DraftError("draft.name")
        raw = self._require_toml()
        text = self.text
        texts = raw.get("text")
        for lang in dict.fromkeys((*LANGUAGES, *(texts if isinstance(texts, dict) else ()))):
            text = toml_edit.set_value(text, ("text", lang, "name"), title)
        return Draft(text, kebab(title))

    def remixed(self, title: str = "") -> Draft:
        """A copy that names this draft in `based-on`."""
        self._require_toml()
        chain = list(dict.fromkeys([self.title("en"), *self.based_on]))[:40]
        copy = Draft(toml_edit.set_value(self.text, ("based-on",), chain), self.name)
        return copy.renamed(title) if title else copy

    def _require_toml(self) -> dict[str, Any]:
        if self.raw is None:
            raise DraftError("draft.not-toml")
        return self.raw


def exceeded_limit(text: str, raw: Mapping[str, Any] | None) -> tuple[Message, str] | None:
    """The size limit that a file exceeds, and the key that is about; None if it exceeds none."""
    if len(text) > LONGEST_TEXT:
        return Message("problems", "value.too-long", {"limit": LONGEST_TEXT}), ""
    variants = (raw or {}).get("variants")
    if isinstance(variants, dict) and len(variants) > MOST_VARIANTS:
        params = {"limit": MOST_VARIANTS, "found": len(variants)}
        return Message("problems", "variants.too-many", params), "variants"
    return None


def copy_of(name: str, title: str = "") -> Draft:
    """A draft copied from a library game, a variant with parameters, or a file.

    Comments are kept. Checks and texts that hold for the original rules only are dropped.
    """
    game_id, variant, values, file = name_parts(name)
    path = file or LIBRARY_DIR / f"{game_id}.toml"
    text = _text_of(path)
    raw = read_toml(text, path.name)
    wanted = resolve_tables(raw, game_id, variant, values)
    name = f"{game_id}/{variant}" if variant else game_id
    earlier = _names(raw.get("based-on"))
    wanted = {key: value for key, value in wanted.items() if key not in _DROPPED_KEYS}
    wanted["text"] = {lang: _kept(words) for lang, words in wanted.get("text", {}).items()}
    wanted["based-on"] = list(dict.fromkeys([name, *earlier]))[:40]
    draft = Draft(toml_edit.rewrite(text, wanted), kebab(game_id))
    return draft.renamed(title) if title else draft


def resized_start(raw: Mapping[str, Any] | None, width: int, height: int) -> tuple[Edit, ...]:
    """The change that crops or pads the start position to a board size; none if it is not drawn."""
    setup = (raw or {}).get("setup")
    rows = setup.get("board") if isinstance(setup, dict) else None
    if not isinstance(rows, str):
        return ()
    wide = [re.sub(r"\d+", lambda run: "." * min(int(run[0]), 99), row) for row in rows.split("/")]
    kept = [f"{row[:width]:.<{width}}" for row in wide]
    half = height - height // 2
    if len(kept) > height:
        kept = [*kept[:half], *kept[len(kept) - height // 2 :]] if height > 1 else kept[:1]
    gap = ["." * width] * (height - len(kept))
    middle = (len(kept) + 1) // 2
    tall = [*kept[:middle], *gap, *kept[middle:]]
    text = "/".join(re.sub(r"\.+", lambda run: str(len(run[0])), row) for row in tall)
    return (Edit(("setup", "board"), text),)


def _text_of(path: File) -> str:
    try:
        return read_bytes(path, 40 * LONGEST_TEXT).decode("utf-8")
    except CannotRead:
        raise DraftError("draft.file-too-large", file=path.name) from None
    except UnicodeDecodeError:
        raise DraftError("draft.not-utf8", file=path.name) from None
    except OSError as problem:
        raise UnknownGame("game.file", path=path, problem=file_problem(problem)) from None


def _kept(words: Any) -> dict[str, Any]:
    return {key: words[key] for key in _KEPT_TEXTS if key in words} if isinstance(words, dict) else {}


def _names(value: Any) -> tuple[str, ...]:
    listed = value if isinstance(value, list) else [value]
    return tuple(one for one in listed if isinstance(one, str) and one)


def _table(raw: Mapping[str, Any] | None, key: str) -> dict[str, Any]:
    value = (raw or {}).get(key)
    return value if isinstance(value, dict) else {}


def _is_size(value: Any) -> bool:
    """Whether a value is a valid board size."""
    return isinstance(value, list) and len(value) == 2 and all(type(n) is int and 0 < n < 30 for n in value)


def _parse_input(field: Field, text: str) -> Any:
    """Form input as a TOML value. Invalid values are left for the reader to report."""
    if field.kind == "told":
        raise DraftError("draft.text-only", key=field.where)
    text = text.strip()
    if field.kind == "choice":
        known = {option.word: option.value for option in field.options}
        return known.get(text, text)
    if field.kind == "flag":
        return text in ("true", "on", "1", "yes")
    if field.kind == "number":
        return _number(text)
    if field.kind in ("numbers", "list"):
        parts = [part.strip() for part in text.replace("×", ",").split(",") if part.strip()]
        values = [_number(part) for part in parts]
        return (
            values
            if field.kind == "numbers" or isinstance(field.value, list) or len(values) != 1
            else values[0]
        )
    return text


def _number(text: str) -> int | str:
    return int(text) if text.lstrip("-").isdecimal() and text.count("-") < 2 and len(text) < 12 else text


MOST_DRAWN = 225
"""On larger boards the cells are too small to click; they are edited in the text."""
_CELLS = ("first", "second", "shared", "blocked")
"""Other keys that place pieces; `setup.board` replaces them."""


def is_start_clickable(game: Game) -> bool:
    """Whether the start position can be edited by clicks."""
    return not game.traits.sows and len(game.board.cells) <= MOST_DRAWN


def next_code(game: Game, code: int) -> int:
    """The next piece code in the cycle: empty, first's pieces, second's, shared, blocked, empty."""
    order: list[int] = [0, *range(2, len(game.compiled.kinds.letters)), 1]
    return order[(order.index(code) + 1) % len(order)]


def with_next(game: Game, cell: int) -> Position:
    """The start position with the next piece code on one cell."""
    start = game.start()
    now = start.snapshot
    cells = list(now.cells[: game.compiled.layout.size])
    cells[cell] = next_code(game, cells[cell])
    return game.set_up(cells, now.mover, (list(now.hand(0)), list(now.hand(1))), [], 0)


def with_next_piece(draft: Draft, game: Game, name: str) -> Draft:
    """The draft with the next piece on a cell of its start position. `game` is its last valid version."""
    if not is_start_clickable(game):
        raise DraftError("draft.start-text-only")
    if name not in game.board.index:
        raise DraftError("draft.no-such-cell")
    board = with_next(game, game.board.index[name]).text.split()[0]
    for key in _said(draft, _CELLS):
        draft = draft.remove(f"setup.{key}")
    return draft.set_value(("setup", "board"), board)


def _said(draft: Draft, keys: Iterable[str]) -> list[str]:
    setup = (draft.raw or {}).get("setup")
    return [key for key in keys if isinstance(setup, dict) and key in setup]
