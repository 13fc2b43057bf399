"""Game records: players, rules, moves and result."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property
from typing import Any

from ludoteca.errors import BadRecord, IllegalMove
from ludoteca.games import SIDES, Game, Outcome, Position, load, loads
from ludoteca.games.files import Damaged, parse_json
from ludoteca.play.record_text import DEEPEST, Sheet, is_header, is_move, numbered, read_sheet, write_sheet
from ludoteca.play.record_text import RecordedMove as RecordedMove

FORMAT, VERSION = "ludoteca-record", 1
OFF_BOARD = ("resignation", "agreement", "adjudication", "time", "crash", "illegal move")
"""Reasons of results that the position does not show."""

_HEADERS = ("Game", "Rules", "Rules-Text", "First", "Second", "Date", "Position", "Result", "Reason")


class IllegalRecord(BadRecord):
    """A move of a record is not legal; the moves before it are kept."""

    def __init__(self, refused: IllegalMove, number: int, legal_part: Record) -> None:
        super().__init__("record.illegal-move", number=number, problem=refused.message)
        self.refused = refused
        self.number = number
        """The number of the move, from 1."""
        self.legal_part = legal_part
        """The record up to that move, unfinished."""


@dataclass(frozen=True)
class Record:
    """The record of a game. Parsing checks its form; `positions` checks it against the rules."""

    game: str
    """A name that `load` accepts."""
    rules: str = ""
    """The rules hash."""
    first: str = ""
    second: str = ""
    date: date | None = None
    position: str = ""
    """The start position, if it is not that of the rules."""
    result: Outcome | None = None
    """None for an unfinished game."""
    moves: tuple[RecordedMove, ...] = ()
    comment: str = ""
    """The comment before the first move."""
    others: tuple[tuple[str, str], ...] = ()
    """Headers of other programs, unchanged."""
    rules_text: str = ""
    """The rules themselves, if the game is not one of the library: another server can play by them."""

    # -- text -----------------------------------------------------------------------------------------

    @classmethod
    def from_text(cls, text: str) -> Record:
        """Parse a text. Raises `BadRecord`."""
        sheet = read_sheet(text)
        headers = sheet.headers
        if not headers.get("Game"):
            raise BadRecord("record.no-game-header")
        if headers.get("Result", sheet.result) != sheet.result:
            raise BadRecord("record.two-results", found=sheet.result, stated=headers["Result"])
        return cls(
            game=headers["Game"],
            rules=headers.get("Rules", ""),
            first=headers.get("First", ""),
            second=headers.get("Second", ""),
            date=_read_date(headers.get("Date", ""), "."),
            position=headers.get("Position", ""),
            result=_result(sheet.result, headers.get("Reason", "")),
            moves=tuple(sheet.moves),
            comment=sheet.comment,
            others=tuple((name, value) for name, value in headers.items() if name not in _HEADERS),
            rules_text=headers.get("Rules-Text", ""),
        )

    def to_text(self) -> str:
        """The record as text, at most 80 columns wide."""
        return write_sheet(Sheet(self._headers(), self.comment, list(self.moves), self.result_word))

    def _headers(self) -> dict[str, str]:
        day = self.date.isoformat().replace("-", ".") if self.date else ""
        reason = self.result.reason if self.result else ""
        values = (
            self.game,
            self.rules,
            self.rules_text,
            self.first,
            self.second,
            day,
            self.position,
            self.result_word,
            reason,
        )
        return {name: value for name, value in zip(_HEADERS, values, strict=True) if value} | dict(
            self.others
        )

    @property
    def result_word(self) -> str:
        """`first`, `second`, `draw`, or `*` while unfinished."""
        return "*" if self.result is None else self.result.winner or "draw"

    # -- JSON -----------------------------------------------------------------------------------------

    @classmethod
    def from_json(cls, text: str) -> Record:
        """Parse JSON. Raises `BadRecord`."""
        try:
            value = parse_json(text)
        except Damaged as problem:
            raise BadRecord("record.not-json", problem=problem.message) from None
        return cls.from_dict(value)

    @classmethod
    def from_dict(cls, value: object) -> Record:
        """The inverse of `as_dict`. Raises `BadRecord`."""
        if not isinstance(value, dict) or value.get("format") != FORMAT:
            raise BadRecord("record.not-a-record", format=FORMAT)
        if value.get("version") != VERSION:
            raise BadRecord("record.version", found=value.get("version"), known=VERSION)
        players = _field(value, "players", dict, {})
        moves = _field(value, "moves", list, [])
        return cls(
            game=_field(value, "game", str),
            rules=_field(value, "rules", str, ""),
            first=_field(players, "first", str, ""),
            second=_field(players, "second", str, ""),
            date=_read_date(_field(value, "date", str, ""), "-"),
            position=_field(value, "position", str, ""),
            result=_result_of(value.get("result")),
            moves=tuple(_move_of(one, number) for number, one in enumerate(moves, 1)),
            comment=_field(value, "comment", str, ""),
            others=tuple(_other(*item) for item in _field(value, "others", dict, {}).items()),
            rules_text=_field(value, "rules_text", str, ""),
        )

    def to_json(self) -> str:
        return json.dumps(self.as_dict(), ensure_ascii=False)

    def as_dict(self) -> dict[str, Any]:
        """The record as a JSON object."""
        result = {"winner": self.result.winner, "reason": self.result.reason} if self.result else None
        value: dict[str, Any] = {
            "format": FORMAT,
            "version": VERSION,
            "game": self.game,
            "rules": self.rules,
            "position": self.position or None,
            "players": {"first": self.first, "second": self.second},
            "date": self.date.isoformat() if self.date else None,
            "result": result,
            "moves": [_move_dict(one) for one in self.moves],
        }
        value |= {"comment": self.comment} if self.comment else {}
        value |= {"rules_text": self.rules_text} if self.rules_text else {}
        return value | ({"others": dict(self.others)} if self.others else {})

    @classmethod
    def read(cls, text: str) -> Record:
        """Parse text or JSON. Raises `BadRecord`."""
        return cls.from_json(text) if text.lstrip("\ufeff \t\r\n").startswith("{") else cls.from_text(text)

    # -- the rules ------------------------------------------------------------------------------------

    @cached_property
    def numbers(self) -> tuple[str, ...]:
        """The number before each move: `1.`, empty, or `3…`."""
        return tuple(numbered(one.by for one in self.moves))

    def positions(self, game: Game | None = None) -> tuple[Position, ...]:
        """All positions including the first, checked against the rules.

        Raises `BadRecord` if the rules differ, and `IllegalRecord` at the first illegal move.
        """
        game = game or (loads(self.rules_text, self.game) if self.rules_text else load(self.game))
        if self.rules and self.rules != game.rules_hash:
            raise BadRecord("record.other-rules", game=game.name, found=self.rules, known=game.rules_hash)
        line = [game.position(self.position) if self.position else game.start()]
        for number, one in enumerate(self.moves, 1):
            line.append(self._play(line[-1], one, number))
        self._check_result(line[-1])
        return tuple(line)

    def _play(self, position: Position, one: RecordedMove, number: int) -> Position:
        try:
            return position.play(one.move, by=one.by)
        except IllegalMove as refused:
            kept = replace(self, moves=self.moves[: number - 1], result=None)
            raise IllegalRecord(refused, number, kept) from None

    def _check_result(self, last: Position) -> None:
        shown, claimed = last.outcome, self.result
        if claimed is None:
            return
        if shown is not None:
            if claimed.winner == shown.winner and claimed.reason in ("", shown.reason):
                return
            raise BadRecord("record.other-result", stated=str(claimed), found=str(shown))
        if claimed.reason not in OFF_BOARD:
            raise BadRecord("record.not-over", stated=str(claimed))


_WRONG_TYPE: dict[type, str] = {str: "record.not-text", dict: "record.not-object", list: "record.not-list"}
"""The error for a field that is not of a type."""


def _field(value: dict[str, Any], key: str, kind: type, default: Any = None) -> Any:
    found = value.get(key)
    if found is None and default is not None:
        return default
    if not isinstance(found, kind) or (isinstance(found, str) and not _is_text(found)):
        raise BadRecord(_WRONG_TYPE[kind], key=key)
    return found


def _is_text(value: str) -> bool:
    """Whether a text can be written to a file: JSON may hold halves of surrogate pairs."""
    return not any("\ud800" <= character <= "\udfff" for character in value)


def _other(name: str, value: object) -> tuple[str, str]:
    if name in _HEADERS or not is_header(name) or not isinstance(value, str) or not _is_text(value):
        raise BadRecord("record.others", name=name)
    return name, value


def _move_of(value: object, number: int, depth: int = 0) -> RecordedMove:
    if not isinstance(value, dict) or value.get("by") not in SIDES:
        raise BadRecord("record.move-object", number=number)
    move, variations = _field(value, "move", str), _field(value, "variations", list, [])
    if not is_move(move) or not all(isinstance(line, list) and line for line in variations):
        raise BadRecord("record.move-object", number=number)
    if variations and depth >= DEEPEST:
        raise BadRecord("record.too-deep")
    lines = (tuple(_move_of(one, number, depth + 1) for one in line) for line in variations)
    return RecordedMove(move, value["by"], _field(value, "comment", str, ""), tuple(lines))


def _move_dict(one: RecordedMove) -> dict[str, Any]:
    value: dict[str, Any] = {"move": one.move, "by": one.by}
    value |= {"comment": one.comment} if one.comment else {}
    lines = [[_move_dict(move) for move in line] for line in one.variations]
    return value | ({"variations": lines} if lines else {})


def _result(word: str, reason: str) -> Outcome | None:
    if word == "*":
        return None
    return Outcome(word if word in SIDES else None, reason)


def _result_of(value: object) -> Outcome | None:
    if value is None:
        return None
    if not isinstance(value, dict) or value.get("winner") not in (*SIDES, None):
        raise BadRecord("record.result-object")
    return Outcome(value.get("winner"), _field(value, "reason", str, ""))


def _read_date(text: str, mark: str) -> date | None:
    if not text:
        return None
    try:
        return date.fromisoformat(text.replace(mark, "-"))
    except ValueError:
        raise BadRecord("record.date", text=text, example=f"2026{mark}11{mark}15") from None
