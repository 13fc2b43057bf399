"""Records of games as files: our text and JSON, SGF, Piskvork."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any, ClassVar

from ludoteca.errors import BadPosition, BadRecord, LimitExceeded, RulesError, UnknownGame
from ludoteca.games import all_names, load
from ludoteca.games.library import raw_game
from ludoteca.play.exchange import CannotExport, export, formats_for, import_record
from ludoteca.play.record import Record, RecordedMove
from ludoteca.play.variations import VariationTree, decoded, encoded
from tests.fuzz.harness import Harness
from tests.fuzz.mutation import mutated

MOST_MOVES = 30


@cache
def random_record(name: str, seed: int) -> Record:
    """The record of a short random game, with a comment and a variation here and there."""
    chance, game = Random(f"{name} {seed}"), load(name)
    position, moves = game.start(), list[RecordedMove]()
    while not position.is_over and len(moves) < chance.choice((3, 8, MOST_MOVES)):
        move = position.any_move if position.move_count > 400 else chance.choice(position.legal_moves)
        comment = chance.choice(("", "", "", "a [good] {move}", 'a "quote" \\ and more', "two\nlines"))
        lines = ((RecordedMove(move.text, position.mover, comment),),) if chance.random() < 0.2 else ()
        moves.append(RecordedMove(move.text, position.mover, comment, lines))
        position = position.after(move)
    return Record(game.name, game.rules_hash, "Ana", "Rui", moves=tuple(moves), result=position.outcome)


def names_with(name: str) -> list[str]:
    """The games and variants whose file mentions a format."""
    return [one for one in all_names() if name in raw_game(one.partition("/")[0]).get("formats", {})]


class Records(Harness):
    """Files in our own two formats."""

    kind = "records"
    share = 1.5
    formats: tuple[str, ...] = ("text", "json")
    refusals = (BadRecord, BadPosition, UnknownGame, RulesError, LimitExceeded)
    words: ClassVar[tuple[bytes, ...]] = (
        b'[Game "hex:size=5"]', b'[Rules "', b'[Position "', b'[Result "', b'[Reason "', b"first",
        b"second", b"draw", b"*", b"1.", "1…".encode(), b"2...", b"{", b"}", b"\\n", b'"moves":',
        b'"by":"first"', b"null", b'"result":{"winner":null,"reason":""}', b"[]", b'{"a":1}',
        b"resignation", b"time", b"(", b")", b"( 1. a1 )", b'"variations":[[', b'[Rules-Text "',
    )  # fmt: skip

    def seeds(self) -> list[bytes]:
        found = super().seeds()
        for number, name in enumerate(self.names()):
            record = random_record(name, number)
            for one in self.formats:
                try:
                    found.append(export(record, one))
                except CannotExport:
                    continue
        return found

    def names(self) -> list[str]:
        """The games of the seeds."""
        return all_names()[::3]

    def check(self, data: bytes) -> Iterator[str]:
        record = import_record(data)
        assert Record.from_text(record.to_text()) == record, "the text is another record"
        assert Record.from_json(record.to_json()) == record, "the JSON is another record"
        yield "parsed"
        check_link(record)
        if ".toml" in record.game:
            return  # the path of a file
        game = load(record.game)
        line = record.positions(game)
        yield f"legal, {len(line).bit_length()}"
        check_formats(record, game.name)

    def mutate(self, data: bytes, others: list[bytes], chance: Random) -> bytes:
        if data.startswith(b"{") and chance.random() < 0.5:
            return mutated_json(data, chance)
        return mutated(data, others, self.words, chance)


def check_link(record: Record) -> None:
    """A link to the analysis of a record holds all of it, unless the record is too large."""
    try:
        tree = VariationTree(record)
        link = encoded(tree.record())
    except BadRecord:
        return
    again = decoded(link)
    assert again == tree.record() == VariationTree(again).record(), "another tree"


def check_formats(record: Record, name: str) -> None:
    """A legal record can be written in the formats of its game, and what is read again is the same game."""
    game = load(name)
    for one in formats_for(game):
        if one not in ("sgf", "piskvork"):
            continue
        try:
            content = export(record, one, game)
        except BadRecord:
            continue  # such as a start position where the format has none
        again = import_record(content, record.game)
        if one == "sgf":
            canonical = [position.last.text for position in record.positions(game)[1:] if position.last]
            assert [move.move for move in again.moves] == canonical, "another game"
        else:
            assert len(again.moves) == len(record.moves), "another number of moves"


def mutated_json(data: bytes, chance: Random) -> bytes:
    """Another value somewhere in an object."""
    try:
        value = json.loads(data)
    except (ValueError, RecursionError):
        return data[: len(data) // 2]
    places: list[tuple[dict | list, str | int]] = []

    def collect(inside: object) -> None:
        keys = inside if isinstance(inside, dict) else range(len(inside)) if isinstance(inside, list) else ()
        for key in keys:
            places.append((inside, key))  # type: ignore[arg-type]
            collect(inside[key])  # type: ignore[index]

    collect(value)
    if not places:
        return data
    odd: tuple[Any, ...] = (
        None,
        0,
        -1,
        2**70,
        1e308,
        True,
        "",
        "x",
        "\0",
        "\ud800",
        [],
        {},
        [[]],
        {"": ""},
        "first",
        ["a1"],
        "9" * 400,
    )
    for _ in range(chance.choice((1, 1, 2, 4))):
        holder, key = chance.choice(places)
        other, name = chance.choice(places)
        try:
            holder[key] = chance.choice((*odd, other[name]))  # type: ignore[index]
        except (KeyError, IndexError):
            continue  # replaced with all it contained
    try:
        return json.dumps(value).encode()
    except (ValueError, RecursionError):  # an object inside itself
        return data


class Sgf(Records):
    """The Smart Game Format."""

    kind = "sgf"
    share = 1.0
    formats = ("sgf",)
    words: ClassVar[tuple[bytes, ...]] = (
        b"(", b")", b";", b"B[", b"W[", b"]", b"[", b"AB[aa]", b"AW[bb]", b"PL[W]", b"SZ[", b"SZ[5:6]",
        b"GM[", b"GM[4]", b"GM[11]", b"C[", b"LG[", b"LP[", b"LR[", b"RE[B+R]", b"RE[Draw]", b"swap-sides",
        b"swap-pieces", b"pass", b"resign", b"tt", b"\\", b"\\]", b"a1", b"aa", b"DT[2020-02-30]",
    )  # fmt: skip

    def names(self) -> list[str]:
        return names_with("sgf")


class Piskvork(Sgf):
    """The file format of Piskvork."""

    kind = "piskvork"
    share = 0.5
    formats = ("piskvork",)
    words = (
        b"Piskvorky 15x15, 11:11, 0",
        b"1,1,0",
        b"15,15,0",
        b"\r\n",
        b"x",
        b",",
        b"-1",
        b".exe",
        b"20x20",
    )

    def names(self) -> list[str]:
        return names_with("piskvork")
