"""Player specifications: `PLAYER[:key=value,…]`."""

from __future__ import annotations

from collections.abc import Iterator

from ludoteca.errors import LudotecaError
from ludoteca.games import load
from ludoteca.play.players import UnknownPlayer, kinds, parse_player
from tests.fuzz.harness import Harness, text_of

SEEDS = (
    "human", "random", "random:seed=5", "engine:seconds=0.2", "engine:nodes=20000,threads=2",
    "alphabeta:depth=2", "mcts:seconds=0.2", "mcts:playouts=50", "level:3", "level:Tatu", "level:3,seed=7",
    "perfect", "engine:weights=material:100;mobility:-3", "engine:method=search,network=none,tables=no",
    "engine:depth=1,megabytes=1",
)  # fmt: skip


class Players(Harness):
    """A specification is refused, or makes a player that can be asked for the parts of its description."""

    kind = "players"
    share = 0.5
    refusals = (UnknownPlayer,)

    def seeds(self) -> list[bytes]:
        options = [f"{word}:{option}=1" for word, kind in kinds().items() for option in kind.options]
        return [*super().seeds(), *(one.encode() for one in (*SEEDS, *options))]

    @property
    def words(self) -> tuple[bytes, ...]:  # type: ignore[override]
        found = {option for kind in kinds().values() for option in kind.options}
        return (
            *(f"{one}=".encode() for one in sorted(found)), b":", b",", b"=", b";", b"nan", b"inf",
            b"1e400", b"1_0", b"-", b"--1", "٣".encode(), b"material:1",
        )  # fmt: skip

    def check(self, data: bytes) -> Iterator[str]:
        factory = parse_player(text_of(data))
        yield f"{factory.kind.word} {' '.join(sorted(factory.values))}"
        player = factory.make(seed=1)
        position = load("tic-tac-toe").start()
        if factory.is_person:
            return
        if set(factory.values) <= {"seed"} and factory.kind.word == "random":
            assert player.choose(position) in position.legal_moves
            assert (
                factory.make(seed=1).choose(position) == player.choose(position)
                or "seed" not in factory.values
            )
        try:
            getattr(player, "prepare", lambda game: None)(position.game)
        except LudotecaError as refusal:
            yield refusal.code
