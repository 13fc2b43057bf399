"""Virtual connections, dead and captured cells: every proof is compared with an exhaustive search."""

import random
from collections.abc import Callable, Iterable
from functools import cache

import pytest

from ludoteca.engine import Estimate, Limits, MctsEngine, MctsOptions, Win
from ludoteca.games import Game, Position, load, loads
from ludoteca.kernel import ConnectionProof, VirtualConnections

Stones = tuple[int, int]
FIRST, SECOND, DEAD = 1, 2, 3


class Exhaustive:
    """Who wins, by full search over bitboards. Shares no code with the kernel."""

    def __init__(self, game: Game) -> None:
        board = game.board
        self.cells = len(board.cells)
        self.near = [board.neighbours[cell] for cell in range(self.cells)]
        self.edges = [
            (set(board.sides["top"]), set(board.sides["bottom"])),
            (set(board.sides["left"]), set(board.sides["right"])),
        ]
        self.winner: Callable[[int, int, int], int] = cache(self._winner)

    def reaches(self, stones: int, begin: Iterable[int], goal: set[int]) -> bool:
        seen = {cell for cell in begin if stones >> cell & 1}
        waiting = list(seen)
        while waiting:
            cell = waiting.pop()
            if cell in goal:
                return True
            new = {other for other in self.near[cell] if stones >> other & 1} - seen
            seen |= new
            waiting += new
        return False

    def connects(self, stones: int, side: int) -> bool:
        return self.reaches(stones, *self.edges[side])

    def _winner(self, first: int, second: int, mover: int) -> int:
        """0 or 1; a position without an end cannot be full."""
        for side, stones in enumerate((first, second)):
            if self.connects(stones, side):
                return side
        free = [cell for cell in range(self.cells) if not (first | second) >> cell & 1]
        return mover if any(self.after(first, second, mover, cell) == mover for cell in free) else 1 - mover

    def after(self, first: int, second: int, mover: int, cell: int) -> int:
        if mover:
            return self.winner(first, second | 1 << cell, 0)
        return self.winner(first | 1 << cell, second, 1)


def stones_of(position: Position) -> Stones:
    cells = position.snapshot.cells[: len(position.game.board.cells)]
    first, second = (sum(1 << at for at, code in enumerate(cells) if code == side) for side in (2, 3))
    return first, second


def random_position(game: Game, rng: random.Random, least: int, most: int) -> Position | None:
    """A position with a given number of empty cells; None if the game was over before."""
    position = game.start()
    for _ in range(len(game.board.cells) - rng.randint(least, most)):
        if position.is_over:
            return None
        position = position.play(rng.choice(position.legal_moves))
    return None if position.is_over else position


def check_proof(oracle: Exhaustive, position: Position, proof: ConnectionProof) -> None:
    first, second = stones_of(position)
    mover = position.snapshot.mover
    truth = oracle.winner(first, second, mover)
    if proof.winner:
        assert proof.winner == truth + 1, position.text
    if proof.key >= 0:
        assert oracle.after(first, second, mover, proof.key) == mover, position.text
    dead = sum(1 << cell for cell in proof.dead)
    filled = [stones | sum(1 << cell for cell in more)
              for stones, more in ((first, proof.first), (second, proof.second))]  # fmt: skip
    for side in range(2):
        # Dead cells may be given to either side; whoever moves, the winner stays the same.
        given = [stones | (dead if owner == side else 0) for owner, stones in enumerate(filled)]
        for whose in range(2):
            value = oracle.winner(given[0], given[1], whose)
            assert value == oracle.winner(first, second, whose), position.text
    if proof.must_play is not None:
        taken = first | second | dead | filled[0] | filled[1]
        for cell in set(range(oracle.cells)) - set(proof.must_play):
            if not taken >> cell & 1:
                assert oracle.after(first, second, mover, cell) != mover, (position.text, cell)


def test_every_position_of_the_smallest_board_agrees_with_exhaustive_search():
    game = load("hex:size=3")
    oracle, connections = Exhaustive(game), VirtualConnections(game.rules)
    waiting, proved = [game.start()], 0
    seen: set[int] = set()
    while waiting:
        position = waiting.pop()
        if position.is_over or position.snapshot.key in seen:
            continue
        seen.add(position.snapshot.key)
        proof = connections.analyse(position.snapshot)
        check_proof(oracle, position, proof)
        proved += proof.winner != 0
        waiting += [position.play(move) for move in position.legal_moves]
    assert len(seen) > 4000
    assert proved == len(seen)


@pytest.mark.parametrize(("size", "least", "most", "count"), [(4, 3, 9, 300), (5, 5, 8, 200), (6, 5, 8, 100)])
def test_random_positions_agree_with_exhaustive_search(size: int, least: int, most: int, count: int):
    game = load(f"hex:size={size}")
    oracle, connections = Exhaustive(game), VirtualConnections(game.rules)
    rng, proved = random.Random(size), 0
    for _ in range(count):
        position = random_position(game, rng, least, most)
        if position is not None:
            proof = connections.analyse(position.snapshot)
            check_proof(oracle, position, proof)
            proved += proof.winner != 0
    assert proved > count // 4


def _holds(
    oracle: Exhaustive, ends: tuple[set[int], set[int]], own: int, carrier: frozenset[int], own_turn: bool
) -> bool:
    """Whether the owner connects two sets of cells, playing inside the carrier only."""

    @cache
    def search(stones: int, left: frozenset[int], turn: bool) -> bool:
        if oracle.reaches(stones, ends[0], ends[1]):
            return True
        if not left:
            return False
        if turn:
            return any(search(stones | 1 << cell, left - {cell}, False) for cell in left)
        # The opponent may also play elsewhere; an extra stone would only help the owner.
        return all(search(stones, left - {cell}, True) for cell in left)

    return search(own, carrier, own_turn)


@pytest.mark.parametrize("size", [4, 5, 7])
def test_every_carrier_holds_against_all_intrusions(size: int):
    game = load(f"hex:size={size}")
    oracle, connections = Exhaustive(game), VirtualConnections(game.rules)
    rng, checked = random.Random(size), 0
    for _ in range(12):
        position = random_position(game, rng, size * size // 2, size * size - 1)
        if position is None:
            continue
        for side in range(2):
            links = connections.links(position.snapshot, side)
            colours = connections.colours
            stones = sum(1 << cell for cell, colour in enumerate(colours) if colour in (side + 1, DEAD))
            links = [link for link in links if 0 < len(link[3]) <= 8]
            for one, other, full, carrier in rng.sample(links, min(len(links), 60)):
                own, ends = stones, []
                for point in (one, other):
                    cells = {point} if isinstance(point, int) else set(point)
                    if point in (-2, -3):
                        cells = oracle.edges[side][-2 - point]
                    elif isinstance(point, int):
                        own |= 1 << point
                    ends.append(cells)
                assert all(colours[cell] == 0 for cell in carrier)
                assert _holds(oracle, (ends[0], ends[1]), own, frozenset(carrier), not full), (
                    position.text, side, one, other, full, carrier,
                )  # fmt: skip
                checked += 1
    assert checked > 500


@pytest.mark.parametrize(
    ("cell", "cells"),
    [
        ("f3", 8),  # the ziggurat (template IIIa)
        ("f4", 22),  # template IVa
    ],
)
def test_edge_templates_are_found(cell: str, cells: int):
    game = load("hex:size=11")
    position = game.start().play(cell)
    links = VirtualConnections(game.rules).links(position.snapshot, 0)
    sizes = [
        len(carrier)
        for one, other, full, carrier in links
        if full and -2 in (one, other) and any(isinstance(point, tuple) for point in (one, other))
    ]
    assert sizes and min(sizes) <= cells


def test_the_cells_below_a_stone_of_the_second_row_are_captured():
    game = load("hex:size=11")
    proof = VirtualConnections(game.rules).analyse(game.start().play("f2").snapshot)
    assert len(proof.first) == 2
    assert proof.second == proof.dead == ()


def test_a_bridge_to_both_edges_is_a_proved_win():
    game = load("hex:size=3")
    position = game.position("3/1x1/3 o")
    proof = VirtualConnections(game.rules).analyse(position.snapshot)
    assert proof.winner == FIRST
    found = MctsEngine(load("hex:size=5")).best(load("hex:size=5").start(), Limits(nodes=2000))
    assert isinstance(found.score, Win)


@pytest.mark.parametrize("size", range(2, 20))
def test_on_a_hex_board_exactly_one_side_connects(size: int):
    assert load(f"hex:size={size}").traits.exactly_one_connects


SQUARE = """
[board]
grid = [5, 5]
[turn]
do = "place"
[[end]]
when = { connect = { first = ["top", "bottom"], second = ["left", "right"] } }
result = "owner wins"
"""


def test_other_boards_get_no_virtual_connections():
    game = loads(SQUARE)
    assert game.traits.connection_game
    assert not game.traits.exactly_one_connects
    with pytest.raises(ValueError, match="traits"):
        VirtualConnections(game.rules)
    # The option has no effect there.
    with_, without = (
        MctsEngine(game, options=MctsOptions(connection_visits=visits)).best(game.start(), Limits(nodes=2000))
        for visits in (10, 0)
    )
    assert (with_.move, with_.score) == (without.move, without.score)


def test_a_swap_to_come_is_never_ignored():
    game = load("hex/swap:size=5")
    connections = VirtualConnections(game.rules)
    position = game.start()
    for _ in range(2):
        with pytest.raises(ValueError, match="do not decide"):
            connections.analyse(position.snapshot)
        position = position.play(position.legal_moves[12])
    connections.analyse(position.snapshot)


def test_a_finished_game_and_other_rules_are_refused():
    game, other = load("hex:size=3"), load("hex:size=4")
    over = game.position("1x1/1x1/1x1 o")
    connections = VirtualConnections(game.rules)
    with pytest.raises(ValueError, match="the game is over"):
        connections.analyse(over.snapshot)
    with pytest.raises(Exception, match="position"):
        connections.analyse(other.start().snapshot)


@pytest.mark.parametrize("visits", [1, 20])
def test_proofs_of_the_tree_agree_with_exhaustive_search(visits: int):
    game = load("hex:size=4")
    oracle, rng, proved = Exhaustive(game), random.Random(visits), 0
    options = MctsOptions(exploration=0.0, rave_bias=0.001, expand_after=1, connection_visits=visits)
    engine = MctsEngine(game, 1, options)
    for _ in range(60):
        position = random_position(game, rng, 4, 11)
        if position is None:
            continue
        engine.seed += 1
        best = engine.best(position, Limits(nodes=400))
        first, second = stones_of(position)
        mover = position.snapshot.mover
        truth = oracle.winner(first, second, mover)
        if not isinstance(best.score, Estimate):
            proved += 1
            assert isinstance(best.score, Win) == (truth == mover), position.text
        if isinstance(best.score, Win):
            assert oracle.after(first, second, mover, best.move.actions[0][2]) == mover
        # Any single move may be asked for, dead cells too.
        only = rng.choice(position.legal_moves)
        assert engine.best(position, Limits(nodes=50), only=[only]).move == only
    assert proved > 30


@pytest.mark.parametrize("seed", range(3))
def test_a_proved_win_is_played_out_against_random_defence(seed: int):
    game = load("hex:size=7")
    engine, rng = MctsEngine(game, 4), random.Random(seed)
    position, winner = game.start().play("d4").play(rng.choice(game.start().legal_moves[:7])), None
    while not position.is_over:
        if position.mover == "first":
            best = engine.best(position, Limits(nodes=300))
            if winner is None and isinstance(best.score, Win):
                winner = "first"
            move = best.move
        else:
            move = rng.choice(position.legal_moves)
        position = position.play(move)
    assert winner == "first"
    assert position.outcome and position.outcome.winner == "first"
