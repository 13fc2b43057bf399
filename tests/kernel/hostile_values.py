"""Wrong and extreme arguments for the public methods of the kernel, by kind of parameter."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from ludoteca.games import Game
from ludoteca.kernel import Evaluator, EvalWeights, MctsOptions, Snapshot
from tests.walking import walked

NUMBERS = (
    -(2**70), -(2**63), -(2**31) - 1, -(2**31), -1, 0, 1, 2, 3, 63, 64, 255, 256, 383, 384, 4096, 65535,
    65536, 2**31 - 1, 2**31, 2**63, 2**64,
)  # fmt: skip
ODDITIES: tuple[Any, ...] = (None, object(), "7", b"", 1.5, float("nan"), (), [], {}, ((),), [None], type)


def number() -> st.SearchStrategy[Any]:
    return st.sampled_from(NUMBERS) | st.integers(-3, 70)


class Values:
    """The arguments to try on the objects of one game; `other` is a different game."""

    def __init__(self, game: Game, other: Game) -> None:
        self.game = game
        self.positions = [game.start(), *(walked(game, plies, plies) for plies in (3, 8, 15))]
        self.foreign = other.start()
        self.actions = [
            action
            for position in self.positions
            for move in position.legal_moves[:20]
            for action in move.actions
        ]
        self.snapshots = [position.snapshot for position in self.positions]
        self.other = other

    def of(self, kind: str) -> st.SearchStrategy[Any]:
        """Mostly values of the right type, sometimes anything."""
        fitting: st.SearchStrategy[Any] = getattr(self, kind)()
        return fitting | fitting | fitting | st.sampled_from(ODDITIES)

    number = staticmethod(number)

    def snapshot(self) -> st.SearchStrategy[Any]:
        return st.sampled_from([*self.snapshots, self.foreign.snapshot, Snapshot()])

    def action(self) -> st.SearchStrategy[Any]:
        """Legal actions, actions of the other game, actions with one wrong field, and inventions."""
        legal = st.sampled_from(self.actions)
        foreign = st.sampled_from([move.actions[0] for move in self.foreign.legal_moves])
        cells = st.lists(number() | st.integers(0, 100), max_size=70).map(tuple)
        made_up = st.tuples(number(), number(), number(), number(), cells, cells)
        small = st.integers(0, len(self.game.board.cells))
        likely = st.tuples(
            st.integers(0, 8), small | st.just(65535), small | st.just(65535), st.integers(0, 9), cells, cells
        )
        changed = st.builds(_with_field, legal, st.integers(0, 5), number(), cells)
        return legal | foreign | made_up | likely | changed | changed

    def actions_(self) -> st.SearchStrategy[Any]:
        return st.lists(self.action(), max_size=3).map(tuple) | st.sampled_from(
            [move.actions for position in self.positions for move in position.legal_moves[:5]]
        )

    def moves(self) -> st.SearchStrategy[Any]:
        return st.lists(self.actions_(), max_size=3)

    def contents(self) -> st.SearchStrategy[Any]:
        """The contents of all cells."""
        n = len(self.game.compiled.start.cells)
        return st.sampled_from(
            [
                self.snapshots[0].cells[:n],
                [2] * n,
                [255] * n,
                [-1] * n,
                [15] * n,
                [0] * (n + 1),
                [0] * (n - 1),
                b"",
            ]
        ) | st.lists(st.integers(0, 5), min_size=n, max_size=n)

    def hands(self) -> st.SearchStrategy[Any]:
        hand = st.lists(number() | st.integers(0, 9), max_size=7)
        return st.just(([0] * 6, [0] * 6)) | st.tuples(hand, hand)

    def pits(self) -> st.SearchStrategy[Any]:
        return st.lists(number() | st.integers(0, 30), max_size=26) | st.just([1] * 5000)

    def turns(self) -> st.SearchStrategy[Any]:
        return st.just((0, 0)) | st.lists(number(), max_size=3)

    def state(self) -> st.SearchStrategy[Any]:
        """The state of a position with some fields changed."""
        states = st.sampled_from([snapshot.state for snapshot in self.snapshots])
        wrong = number() | self.contents() | self.turns()
        fields = st.sampled_from(self.snapshots[0].state._fields)
        return st.builds(
            lambda state, changes: state._replace(**changes), states, st.dictionaries(fields, wrong)
        )

    def names(self) -> st.SearchStrategy[Any]:
        return st.sampled_from([(), ("table",), ["threats", "x"], {1, 2}])

    def parameters(self) -> st.SearchStrategy[Any]:
        names = st.sampled_from(["futility-margin", "razor-margin", "unknown", 3])
        return st.dictionaries(names, self.of("number"), max_size=2)

    def evaluator(self) -> st.SearchStrategy[Any]:
        return st.sampled_from([Evaluator(self.game.rules), Evaluator(self.other.rules)])

    def weights(self) -> st.SearchStrategy[Any]:
        """Evaluation weights with some fields changed."""
        own, fields = self.game.eval_weights(), st.sampled_from(EvalWeights._fields)
        wrong = number() | st.lists(number(), max_size=3) | st.just([[0] * 1000] * 20)
        return st.builds(lambda changes: own._replace(**changes), st.dictionaries(fields, wrong, max_size=2))

    def options(self) -> st.SearchStrategy[Any]:
        wrong = st.dictionaries(st.sampled_from(MctsOptions._fields), number(), max_size=2)
        return wrong.map(lambda changes: MctsOptions()._replace(**changes))

    def tablebase(self) -> st.SearchStrategy[Any]:
        return st.none()

    def buffer(self) -> st.SearchStrategy[Any]:
        sizes = st.sampled_from([0, 1, 3, 8, 24, 1000, 65536, 65536 * 8])
        return sizes.map(bytearray) | st.binary(max_size=100)

    def symbols(self) -> st.SearchStrategy[Any]:
        return st.lists(number(), max_size=300).map(tuple)


def _with_field(action: tuple[Any, ...], at: int, value: int, cells: tuple[int, ...]) -> tuple[Any, ...]:
    return (*action[:at], cells if at >= 4 else value, *action[at + 1 :])
