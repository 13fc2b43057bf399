"""Calls the public interface with wrong arguments; run by `test_hostile_arguments` in a process of its own:

    python -m tests.kernel.hostile_child SCENARIO GAME [EXAMPLES]

A crash ends only this process. A finding is also an exception that is not about the arguments, or an object
that no longer gives the right answers.
"""

from __future__ import annotations

import faulthandler
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ludoteca.errors import LudotecaError
from ludoteca.games import Game, Move, Position, load
from ludoteca.kernel import Evaluator, MutablePosition
from ludoteca.kernel._kernel import Prover
from tests.kernel.hostile_methods import METHODS, objects
from tests.kernel.hostile_values import Values
from tests.walking import walked

ABOUT_ARGUMENTS = (
    TypeError, ValueError, IndexError, OverflowError, AttributeError, BufferError, MemoryError, LudotecaError,
)  # fmt: skip
OTHER = {"mnk": "tic-tackle"}
STOP_EVERY = 0.01


def other_than(game: Game) -> Game:
    """A game with another board."""
    return load(OTHER.get(game.id, "mnk:width=7,height=6,in-a-row=4"))


def repeated(examples: int) -> settings:
    """The same examples in every run."""
    return settings(
        max_examples=examples,
        database=None,
        derandomize=True,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )


@contextmanager
def stopping(made: Any) -> Iterator[None]:
    """Stop whatever the object computes, again and again."""
    done = threading.Event()

    def stop() -> None:
        while not done.wait(STOP_EVERY):
            made.stop()

    thread = threading.Thread(target=stop) if hasattr(made, "stop") else None
    if thread:
        thread.start()
    try:
        yield
    finally:
        done.set()
        if thread:
            thread.join()


def call(made: Any, method: str, arguments: list[Any]) -> None:
    with stopping(made), suppress(*ABOUT_ARGUMENTS):
        getattr(made, method)(*arguments)


def every_method(game: Game, examples: int, fresh: bool) -> None:
    """Every method with every kind of argument, in any order; then the rules still give the same moves."""
    values = Values(game, other_than(game))
    made = list(objects(values.positions[1], fresh))
    targets = [(one, method) for one in made for method in METHODS[type(one).__name__]]
    expected = {position: position.legal_moves for position in values.positions}

    @repeated(examples)
    @given(st.data())
    def run(data: st.DataObject) -> None:
        one, method = data.draw(st.sampled_from(targets))
        kinds = METHODS[type(one).__name__][method].split()
        call(one, method, [data.draw(values.of(kind)) for kind in kinds])
        if isinstance(one, MutablePosition):
            check_well_formed(one)

    run()
    for position, moves in expected.items():
        assert Position(position.game, position.snapshot).legal_moves == moves


def check_well_formed(position: MutablePosition) -> None:
    """The position, whatever it is, has the right key and can be played on."""
    try:
        snapshot = position.snapshot()
    except ValueError:
        return  # none is loaded
    assert snapshot.key == position.compute_key()
    if len(snapshot.state.cells):
        restored = position.actions()
        position.resolve()
        for action in restored[:3]:
            depth = position.depth
            with suppress(LudotecaError):
                position.make(action)
                assert position.compute_key() == position.snapshot().key
            while position.depth > depth:
                position.unmake()


def loaded(game: Game, examples: int) -> None:
    every_method(game, examples, fresh=False)


def unloaded(game: Game, examples: int) -> None:
    every_method(game, examples, fresh=True)


def forged_actions(game: Game, examples: int) -> None:
    """Actions that are accepted can be made, unmade and continued from."""
    values = Values(game, other_than(game))
    position = MutablePosition(game.rules)

    @repeated(examples)
    @given(st.sampled_from(values.snapshots), st.lists(values.action(), max_size=6))
    def run(snapshot: Any, actions: list[Any]) -> None:
        position.load(snapshot)
        for action in actions:
            with suppress(ValueError, TypeError, LudotecaError):
                position.make(action)
                check_well_formed(position)
                with stopping(position):
                    position.perft(2, True)
        while position.depth:
            position.unmake()
        assert position.snapshot().same(snapshot)

    run()


def foreign_moves(game: Game, examples: int) -> None:
    """Moves of another game: refused, or the position after them is one that can be played on."""
    position = walked(game, 4, 1)
    for other in ("tic-tackle", "kalah", "amazons", "pentago", "draughts", "hex:size=11"):
        for move in walked(load(other), 4, 1).legal_moves[:examples]:
            with suppress(LudotecaError):
                after = position.after(move)
                check_well_formed_value(after)


def forged_moves(game: Game, examples: int) -> None:
    """Moves built by hand with wild numbers."""
    values = Values(game, other_than(game))

    @repeated(examples)
    @given(st.sampled_from(values.positions), values.actions_())
    def run(position: Position, actions: Any) -> None:
        with suppress(LudotecaError, TypeError):
            check_well_formed_value(position.after(Move("a1", ("a1",), actions)))
        with suppress(*ABOUT_ARGUMENTS):
            position.moves_of(actions)

    run()


def check_well_formed_value(position: Position) -> None:
    with position.game.worker() as worker:
        worker.load(position.snapshot)
        check_well_formed(worker)
    str(position)


def evaluators(game: Game, examples: int) -> None:
    """Evaluation weights with wild numbers."""
    values = Values(game, other_than(game))

    @repeated(examples)
    @given(values.of("weights"))
    def run(weights: Any) -> None:
        with suppress(*ABOUT_ARGUMENTS):
            Evaluator(game.rules, weights)

    run()


def constructors(game: Game, examples: int) -> None:
    """Sizes, None and objects of other types or games, for every class."""
    other = other_than(game)
    sizes = (-1, 2**21, 2**41, 2**63, 2**64, 10**30, None, "1", 1.5)
    foreign = (
        None,
        object(),
        other.rules,
        Evaluator(other.rules),
        (),
        [[0]],
        [[10**6] * 400],
        [range(10**5)],
    )
    classes = {type(one) for one in objects(game.start())}
    for made in sorted(classes, key=lambda one: one.__name__):
        for first in (None, game.rules, other.rules, object()):
            for size in sizes:
                for third in foreign:
                    for arguments in (
                        (first,),
                        (first, size),
                        (first, third, size),
                        (first, size, third, third),
                    ):
                        with suppress(*ABOUT_ARGUMENTS):
                            made(*arguments)
    for base in (Prover, type("Subclass", (Prover,), {})):
        try:
            base()
        except TypeError:
            continue
        raise AssertionError("a prover without a method was made")


SCENARIOS: dict[str, Callable[[Game, int], None]] = {
    scenario.__name__: scenario
    for scenario in (loaded, unloaded, forged_actions, foreign_moves, forged_moves, evaluators, constructors)
}

if __name__ == "__main__":
    faulthandler.enable()
    SCENARIOS[sys.argv[1]](load(sys.argv[2]), int(sys.argv[3]) if len(sys.argv) > 3 else 200)
