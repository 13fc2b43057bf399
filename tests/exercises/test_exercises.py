"""Exercises for random positions of many games, checked against plain searches written apart."""

import random
from dataclasses import dataclass, field
from math import inf
from typing import Any

import pytest

from ludoteca.exercises import (
    KINDS,
    SIZES,
    BadAnswer,
    Exercise,
    ExerciseError,
    check,
    hints,
    make_exercise,
)
from ludoteca.games import Position, load, loads

GAMES = (
    "tic-tac-toe", "tapatan", "tic-tackle", "jogo-da-velha-4", "connect-four", "kalah", "oware", "othello",
    "breakthrough/6x6", "hex:size=5", "pentago", "amazons/alquerque-5x5-one", "nine-mens-morris", "fanorona",
    "gomoku", "rastros", "jogo-da-onca", "halma", "surakarta", "checkers",
)  # fmt: skip
POSITIONS = 10
"""Positions of each game."""


def random_positions(name: str) -> list[Position]:
    """Positions after some random moves, with at least three moves; the same ones in every run."""
    game, rng = load(name), random.Random(f"exercises {name}")
    found: list[Position] = []
    while len(found) < POSITIONS:
        position = game.start()
        for _ in range(rng.randrange(14)):
            after = position.after(rng.choice(position.legal_moves))
            if after.is_over or len(after.legal_moves) < 3:
                break
            position = after
        found.append(position)
    return found


# -- plain searches -----------------------------------------------------------------------------------


@dataclass
class Plain:
    """What a textbook alpha-beta search sees."""

    windows: dict[int, tuple[float, float]] = field(default_factory=dict)
    cuts: set[int] = field(default_factory=set)


def plain_minimax(exercise: Exercise, node: int) -> int:
    one = exercise.nodes[node]
    if not one.children:
        return one.value
    values = [plain_minimax(exercise, child) for child in one.children]
    return max(values) if one.mover == exercise.perspective else min(values)


def plain_alphabeta(exercise: Exercise, node: int, alpha: float, beta: float, seen: Plain) -> float:
    one = exercise.nodes[node]
    seen.windows[node] = (alpha, beta)
    if not one.children:
        return one.value
    is_max = one.mover == exercise.perspective
    best = -inf if is_max else inf
    for number, child in enumerate(one.children):
        value = plain_alphabeta(exercise, child, alpha, beta, seen)
        if is_max:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if alpha >= beta:
            seen.cuts.update(one.children[number + 1 :])
            break
    return best


def plain_answers(exercise: Exercise) -> dict[int, dict[str, object]]:
    """The right answers, by the plain searches."""
    seen = Plain()
    plain_alphabeta(exercise, 0, -inf, inf, seen)
    found: dict[int, dict[str, object]] = {}
    for node in exercise.nodes:
        if exercise.kind == "values" and node.children:
            found[node.id] = {"value": plain_minimax(exercise, node.id)}
        elif exercise.kind == "cuts" and node.id in seen.cuts:
            found[node.id] = {"cut": True}
        elif exercise.kind == "window" and node.children and node.id in seen.windows and node.id:
            found[node.id] = dict(zip(("alpha", "beta"), seen.windows[node.id], strict=True))
    return found


def made(position: Position, kind: str, size: str, seed: int = 0) -> Exercise | None:
    """The exercise; None if the moves are forced or nothing can be cut."""
    try:
        return make_exercise(position, kind, seed=seed, size=size)
    except ExerciseError as error:
        assert error.code in ("exercise.forced", "exercise.no-cuts", "exercise.short")
        return None


# -- tests --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
def test_the_checker_agrees_with_plain_searches(name: str) -> None:
    refused = 0
    for number, position in enumerate(random_positions(name)):
        for kind in KINDS:
            exercise = made(position, kind, list(SIZES)[number % len(SIZES)])
            if exercise is None:
                refused += 1
                continue
            answers = plain_answers(exercise)
            review = check(exercise, answers)
            assert review.is_complete and review.points == review.possible > 0, (position.text, kind)
            assert kind != "cuts" or any(node.cut for node in exercise.nodes)
            assert len(exercise.nodes) <= 31
    assert refused <= 3  # of 30: forced captures


@pytest.mark.parametrize("name", GAMES)
def test_the_tree_follows_the_rules(name: str) -> None:
    for position in random_positions(name)[:3]:
        exercise = made(position, "values", "medium")
        assert exercise is not None
        for node in exercise.nodes:
            here = exercise.positions[node.id]
            assert node.position == here.text
            assert node.mover == here.mover
            assert node.parent is None or here.text == exercise.positions[node.parent].play(node.move).text
            assert len(here.legal_moves) == len(node.children) + node.omitted or not node.children
            assert (node.kind in ("won", "lost", "drawn")) == here.is_over


def test_the_same_arguments_give_the_same_exercise_and_seeds_differ() -> None:
    position = load("tapatan").start()
    assert make_exercise(position, "cuts", seed=3) == make_exercise(position, "cuts", seed=3)
    moves = {tuple(node.move for node in make_exercise(position, "cuts", seed=n).nodes) for n in range(6)}
    assert len(moves) > 3


@pytest.mark.parametrize("kind", KINDS)
def test_one_wrong_answer_is_found(kind: str) -> None:
    exercise = make_exercise(load("tic-tackle").start(), kind, size="medium")
    answers = plain_answers(exercise)
    for node, fields in answers.items():
        for what, right in fields.items():
            wrong = False if what == "cut" else 77
            review = check(exercise, {**answers, node: {**fields, what: wrong}})
            parent = exercise[node].parent or 0
            told = review.of(parent, "below") if what == "cut" else review.of(node, what)
            assert told is not None and told.solution == right
            assert told.status == ("missing" if what == "cut" else "wrong")
            assert review.points == review.possible - 1


def test_the_feedback_on_missing_cuts_does_not_tell_which_they_are() -> None:
    exercise = make_exercise(load("kalah").start(), "cuts", size="medium")
    review = check(exercise, {})
    above = {node.parent for node in exercise.nodes if node.cut}
    assert {(one.node, one.what, one.status) for one in review.feedback} == {
        (node, "below", "missing") for node in above
    }
    for one in review.feedback:
        assert exercise[one.node].letter in one.message.text("en")


def test_a_wrong_mark_takes_a_point_away_and_marks_inside_a_cut_do_not() -> None:
    exercise = make_exercise(load("tapatan").start(), "cuts", size="medium")
    answers = plain_answers(exercise)
    inside = [node.id for node in exercise.nodes if not node.is_visited and not node.cut]
    assert inside
    assert check(exercise, answers | {inside[0]: {"cut": True}}).is_complete
    first = exercise.nodes[0].children[0]
    review = check(exercise, answers | {first: {"cut": "on"}})
    told = review.of(first, "cut")
    assert told is not None and told.status == "wrong" and told.message.code == "check.cut-first"
    assert review.points == review.possible - 1
    everything: dict[int, dict[str, object]] = {node.id: {"cut": True} for node in exercise.nodes[1:]}
    assert check(exercise, everything).points == 0


def test_the_foot_of_a_sheet_is_translated() -> None:
    exercise = make_exercise(load("tapatan").start(), "window", seed=3)
    assert "alfa y beta, pequeño, semilla 3" in exercise.sheet("es")


def test_an_answer_that_follows_from_a_mistake_below_says_so() -> None:
    exercise = make_exercise(load("tapatan").start(), "values")
    answers: dict[int, dict[str, object]] = {child: {"value": 50} for child in exercise[0].children}
    review = check(exercise, answers | {0: {"value": "50"}})
    told = review.of(0, "value")
    assert told is not None and told.status == "follows"
    assert {one.status for one in review.feedback if one.node} == {"wrong"}


def test_answers_may_be_written_in_several_ways() -> None:
    exercise = make_exercise(load("tapatan").start(), "window", size="medium")
    node = next(one for one in exercise.nodes if (one.alpha, one.beta) == (-inf, inf) and one.asked)
    for low, high in (("-inf", "inf"), ("−∞", "+∞"), (" - oo ", "∞"), (-inf, inf)):
        review = check(exercise, {str(node.id): {"alpha": low, "beta": high}})
        assert [review.of(node.id, what).status for what in ("alpha", "beta")] == ["right", "right"]  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("answers", "code"),
    [
        ({99: {"value": 1}}, "exercise.no-node"),
        ({"x": {"value": 1}}, "exercise.no-node"),
        ({0: {"alpha": 1}}, "exercise.not-asked"),
        ({0: {"value": "three"}}, "exercise.not-a-number"),
        ({0: {"value": "9" * 5000}}, "exercise.not-a-number"),
    ],
)
def test_bad_answers_are_refused(answers: dict[Any, dict[str, object]], code: str) -> None:
    exercise = make_exercise(load("tapatan").start(), "values")
    with pytest.raises(BadAnswer) as caught:
        check(exercise, answers)
    assert caught.value.code == code


def test_positions_without_an_exercise_are_refused() -> None:
    over = load("tic-tac-toe").position("xxx/oo1/3 o")
    with pytest.raises(ExerciseError) as caught:
        make_exercise(over, "values")
    assert caught.value.code == "exercise.game-over"
    start = load("tic-tac-toe").start()
    for kind, size in (("other", "small"), ("cuts", "huge")):
        with pytest.raises(ExerciseError):
            make_exercise(start, kind, size=size)


def test_an_extra_turn_keeps_the_kind_of_node() -> None:
    """Kalah: a seed in the own store moves again, so that a max node has a max child."""
    game = load("kalah")
    exercises = [make_exercise(game.start(), "cuts", seed=seed, size="medium") for seed in range(20)]
    pairs = {
        (one.nodes[node.parent].kind, node.kind)
        for one in exercises
        for node in one.nodes
        if node.parent is not None
    }
    assert {("max", "max"), ("max", "min")} <= pairs


def test_hints_end_with_the_answer_and_have_sentences() -> None:
    for kind in KINDS:
        exercise = make_exercise(load("tapatan").start(), kind, size="medium")
        for node in exercise.nodes:
            given = hints(exercise, node.id)
            assert bool(given) == bool(node.asked)
            for lang in ("en", "pt-BR", "es"):
                assert all(one.text(lang) for one in given)


def test_the_picture_shows_the_solution_only_if_asked() -> None:
    exercise = make_exercise(load("tapatan").start(), "cuts", size="medium")
    assert "warn-line" not in exercise.svg("en").replace(".sheet .warn-line", "").split("</style>")[1]
    assert "warn-line" in exercise.svg("en", solution=True).split("</style>")[1]
    page = exercise.html("es")
    assert page.count("<article") == 2 and "Solución" in page
    assert exercise.html("es", solution=False).count("<article") == 1


def test_the_data_for_pupils_has_no_solution() -> None:
    exercise = make_exercise(load("tapatan").start(), "window")
    for node in exercise.as_dict(solution=False)["nodes"]:
        assert not {"alpha", "beta", "cut", "returned"} & set(node)
    full = exercise.as_dict()["nodes"]
    assert full[0]["alpha"] == "-inf" and full[0]["beta"] == "inf"


def test_rules_of_a_user_work_as_well() -> None:
    text = """
    [board]
    grid = [4, 3]
    [turn]
    do = "place"
    [[end]]
    when = { align = 3 }
    result = "owner wins"
    """
    exercise = make_exercise(loads(text).start(), "cuts")
    assert check(exercise, plain_answers(exercise)).is_complete
