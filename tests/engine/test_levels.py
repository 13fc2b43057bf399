"""Playing at a level: legal and reproducible moves, limited attention, and errors that no level makes."""

import subprocess
import sys
from pathlib import Path

import pytest

from ludoteca.engine.attention import AttentionModel
from ludoteca.engine.levels import Chooser, PastChoice, perturbed
from ludoteca.engine.limits import Limits
from ludoteca.engine.rng import randbelow, random_bits, triangular
from ludoteca.engine.scores import PROVED
from ludoteca.engine.skill import FULL_ATTENTION, TOP, interpolate, profile_of
from ludoteca.games import Game, Move, Position, ids, load

GOLDEN = [18376988556446838132, 7974399131712350046, 10127474804669944302]
SKILLS = (0, 143, 286, 429, 571, 714)


def game_of(chooser: Chooser, other: Chooser, plies: int = 200) -> tuple[list[str], Position]:
    position, moves = chooser.game.start(), list[str]()
    while not position.is_over and len(moves) < plies:
        player = chooser if position.mover == "first" else other
        move = player.choose(position)
        moves.append(move.text)
        position = position.play(move)
    return moves, position


# -- rng and skill ------------------------------------------------------------------------------------


def test_random_numbers_are_the_same_everywhere():
    assert [random_bits(1, "a"), random_bits("a", 1), random_bits(2**63, "ç")] == GOLDEN
    assert random_bits("ab") != random_bits("a", "b") != random_bits("ba")
    counts = [randbelow(6, number, "die") for number in range(6000)]
    assert all(850 < counts.count(face) < 1150 for face in range(6))


def test_the_triangular_distribution_is_bounded_and_centred():
    found = [triangular(100, number) for number in range(4000)]
    assert -100 <= min(found) < -90
    assert 90 < max(found) <= 100
    assert abs(sum(found)) < 4000 * 3
    assert sum(abs(one) < 50 for one in found) > 2700


def test_every_parameter_is_monotone_in_the_skill():
    skills = [profile_of(skill) for skill in range(0, TOP + 1, 25)]
    for name in ("nodes", "depth", "own_win", "threat", "attention"):
        values = [getattr(one, name) for one in skills]
        assert values == sorted(values)
    noise = [one.noise for one in skills]
    assert noise == sorted(noise, reverse=True)
    assert (skills[0].own_win, skills[0].threat, skills[0].attention) == (600, 250, 400)
    assert (skills[-1].nodes, skills[-1].noise, skills[-1].has_full_attention) == (250_000, 0, True)
    assert not profile_of(FULL_ATTENTION - 1).has_full_attention
    assert interpolate((0, 10, 100), 750) == 55
    assert profile_of(500, nodes=7).nodes == 7
    with pytest.raises(ValueError, match="skill is a number from 0 to 1000"):
        profile_of(1001)


def test_weights_are_perturbed_within_bounds():
    weights = {f"weight-{n}": 100 for n in range(50)}
    assert perturbed(weights, 1, 0) == weights
    other = perturbed(weights, 1, 300)
    assert other == perturbed(weights, 1, 300) != perturbed(weights, 2, 300)
    assert all(70 <= weight <= 130 for weight in other.values())
    assert len(set(other.values())) > 10


# -- in every game ------------------------------------------------------------------------------------


@pytest.mark.parametrize("game_id", ids())
def test_levels_play_legal_moves_in_every_game(game_id):
    game = load(game_id)
    for skill in (0, 429, 600):
        chooser = Chooser(game, profile_of(skill, nodes=min(profile_of(skill).nodes, 500)), seed=skill)
        position = game.start()
        for _ in range(6):
            if position.is_over:
                break
            move = chooser.choose(position)
            assert move in position.legal_moves
            position = position.play(move)


@pytest.mark.parametrize("skill", SKILLS)
def test_the_same_seed_plays_the_same_game(skill):
    game = load("tic-tackle")

    def moves(seed: int) -> list[str]:
        return game_of(Chooser(game, profile_of(skill), seed), Chooser(game, profile_of(0), seed + 1), 30)[0]

    assert moves(3) == moves(3)
    assert len({tuple(moves(seed)) for seed in range(4)}) > 1


def test_another_process_plays_the_same_game():
    program = (
        "from ludoteca.engine.skill import profile_of; from ludoteca.engine.levels import Chooser;"
        " from ludoteca.games import load; from tests.engine.test_levels import game_of;"
        " game = load('kalah');"
        " print(*game_of(Chooser(game, profile_of(300), 8), Chooser(game, profile_of(600), 9), 30)[0])"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        check=True,
        cwd=Path(__file__).parents[2],
    )
    game = load("kalah")
    here = game_of(Chooser(game, profile_of(300), 8), Chooser(game, profile_of(600), 9), 30)[0]
    assert ran.stdout.split() == here


@pytest.mark.parametrize("name", ["tic-tackle", "breakthrough/6x6", "kalah"])
def test_the_strong_beat_the_weak(name):
    game = load(name)
    points = 0
    for seed in range(6):
        weak, strong = Chooser(game, profile_of(0), seed), Chooser(game, profile_of(857, nodes=5000), seed)
        sides = (strong, weak) if seed % 2 == 0 else (weak, strong)
        _, last = game_of(*sides)
        winner = last.outcome.winner if last.outcome else None
        points += 2 if winner == ("first" if seed % 2 == 0 else "second") else winner is None
    assert points >= 9  # of twelve


# -- attention ----------------------------------------------------------------------------------------


def attention(game: Game, moves: str, position: str = "") -> dict[str, int]:
    start = game.position(position) if position else game.start()
    return {
        candidate.move.text: candidate.attention
        for candidate in AttentionModel(game).candidates(start.play_all(moves))
    }


def test_moves_near_the_last_move_get_attention():
    seen = attention(load("gomoku"), "h8 h9 b2 i9")
    assert seen["i10"] > seen["m12"]
    assert seen["h10"] > seen["o15"]


def test_captures_and_forward_steps_get_attention():
    seen = attention(load("breakthrough"), "a2-a3 b7-b6 a3-a4 b6-b5")
    assert seen["a4xb5"] > seen["a4-a5"] > 0
    assert [AttentionModel(load(name))._first_goes_up for name in ("breakthrough", "tic-tackle", "hex")] == [
        1,
        0,
        0,
    ]


def test_longer_own_lines_get_attention():
    seen = attention(load("gomoku"), "h8 a1 i8 c1 j8 e1")
    assert seen["k8"] > seen["k9"]
    assert seen["g8"] > seen["g7"]


def wins_found(skill: int, position: str, winning: str) -> int:
    game = load("tic-tac-toe")
    start = game.position(position)
    return sum(Chooser(game, profile_of(skill), seed).choose(start).text == winning for seed in range(40))


def test_own_wins_are_noticed_before_threats():
    own, threat = "xx1/oo1/3 x", "oo1/1x1/2x x"
    weakest = wins_found(0, own, "c3"), wins_found(0, threat, "c3")
    better = wins_found(286, own, "c3"), wins_found(286, threat, "c3")
    assert 15 <= weakest[0] <= 35
    assert weakest[1] < weakest[0]
    assert weakest[1] < better[1]
    assert better[0] == 40
    assert wins_found(FULL_ATTENTION, threat, "c3") == 40


# -- errors that no level makes -----------------------------------------------------------------------


@pytest.mark.parametrize("skill", [0, 200, 400])
def test_a_capturing_piece_is_recaptured(skill):
    game = load("breakthrough/6x6")
    # White's pawn has just captured on c4, where the pawns on b5 and d5 can recapture.
    start = game.position("oooooo/1o1ooo/2o3/3x2/x1x1xx/xxxxxx x")
    after = start.play("d3xc4")
    for seed in range(12):
        assert Chooser(game, profile_of(skill), seed).choose(after).text in {"b5xc4", "d5xc4"}


@pytest.mark.parametrize("name", ["hasami-shogi", "breakthrough", "surakarta", "seega"])
def test_recaptures_are_found_for_every_way_of_capturing(name):
    """Also for custodial captures: the player compares its number of pieces."""
    game, taken = load(name), 0
    for seed in range(6):
        chooser, position, before = Chooser(game, profile_of(0), seed), game.start(), 0
        for ply in range(60):
            if position.is_over:
                break
            if position.mover == "second":
                moves = position.legal_moves
                captures = [m for m in moves if pieces(position.play(m), "first") < pieces(position, "first")]
                position = position.play((captures or moves)[randbelow(len(captures or moves), seed, ply)])
                continue
            retakes = recaptures(position) if pieces(position, "first") < before else []
            move = chooser.choose(position)
            if retakes and not wins(position.play(move), "first"):
                taken += move in retakes
                assert move in retakes or all(can_be_won(position.play(m), "second") for m in retakes)
            position = position.play(move)
            before = pieces(position, "first")
    assert taken > 0


def pieces(position: Position, side: str) -> int:
    who = position.game.compiled.kinds.who
    code = 1 if side == "first" else 2
    return sum(who[piece] == code for piece in position.snapshot.cells[: len(position.game.board.cells)])


def recaptures(position: Position) -> list[Move]:
    """Moves that remove the piece that moved last."""
    assert position.last is not None
    index, who = position.game.board.index, position.game.compiled.kinds.who
    cell = [index[click] for click in position.last.path if click in index][-1]
    return [
        move
        for move in position.legal_moves
        if pieces(position.play(move), "second") < pieces(position, "second")
        and who[position.play(move).snapshot.cells[cell]] != 2
    ]


def wins(position: Position, side: str) -> bool:
    return position.outcome is not None and position.outcome.winner == side


def can_be_won(position: Position, side: str) -> bool:
    return any(wins(position.play(move), side) for move in position.legal_moves)


@pytest.mark.parametrize("skill", [429, 560])
def test_a_proved_win_is_converted(skill):
    """A level that has proved a win does win."""
    game, seen = load("tic-tackle"), 0
    for seed in range(12):
        strong, other = Chooser(game, profile_of(skill), seed), Chooser(game, profile_of(0), seed + 50)
        position, promised = game.start(), 0
        for _ in range(80):
            if position.is_over:
                break
            if position.mover == "first":
                position = position.play(strong.choose(position))
                promised = promised or strong._past[-1].win
            else:
                position = position.play(other.choose(position))
        if promised:
            seen += 1
            assert position.outcome is not None
            assert position.outcome.winner == "first"
    assert seen > 0


def test_the_player_is_careful_after_a_big_error():
    """A careless choice expected a high score; now that there is a threat, the player sees it."""
    game = load("tic-tac-toe")
    threatened = game.position("oo1/x2/3 x")
    surprised = PastChoice(ply=threatened.ply - 2, mover=0, turn=1, pieces=1, expected=500, careless=True)
    for seed in range(30):
        chooser = Chooser(game, profile_of(0), seed)
        chooser._past = [surprised]
        assert chooser.choose(threatened).text == "c3"


def test_an_extra_turn_is_part_of_the_same_decision():
    game = load("kalah")
    chooser = Chooser(game, profile_of(0), 5)
    start = game.start()
    chooser.choose(start)
    turns = [chooser._past[-1].turn]
    again = start.play("3")  # ends in the store: the same side moves again
    assert again.mover == start.mover
    chooser.choose(again)
    turns.append(chooser._past[-1].turn)
    assert turns[0] == turns[1]
    chooser.choose(again.play("6").play(again.play("6").legal_moves[0]))
    assert chooser._past[-1].turn != turns[0]


def test_a_search_stopped_by_the_time_guard_is_reported(monkeypatch):
    game = load("tic-tackle")
    chooser = Chooser(game, profile_of(TOP), 1)
    assert chooser.choose(game.start()) in game.start().legal_moves
    assert not chooser.cut_short
    monkeypatch.setattr("ludoteca.engine.levels.TIME_GUARD", 0.0)
    assert chooser.choose(game.start()) in game.start().legal_moves
    assert chooser.cut_short


def test_choices_taken_back_are_dropped():
    game = load("tic-tackle")
    chooser = Chooser(game, profile_of(200), 5)
    start = game.start()
    first = chooser.choose(start)
    position = start.play(first)
    position = position.play(position.legal_moves[0])
    second = chooser.choose(position)
    assert chooser.choose(start) == first
    assert chooser.choose(position) == second


def test_only_full_attention_extends_the_search_by_threats():
    game = load("gomoku:size=9")
    position = game.position("9/2x6/1x7/2xo3o1/1x3o1o1/x8/1x2x1x2/oo7/o6o1 x")
    weak, strong = (
        Chooser(game, profile_of(skill), 1)._engine.lines(position, Limits(depth=2), 1)[0].units
        for skill in (0, TOP)
    )
    assert weak < PROVED < strong
