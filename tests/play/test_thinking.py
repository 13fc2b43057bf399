"""The record of thinking: how far every kind of player looked, what it expects, and why it stopped."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ludoteca.engine import Estimate, Loss, Win
from ludoteca.games import Position, load
from ludoteca.messages import LANGUAGES
from ludoteca.play import thinking_text
from ludoteca.play.match import Match
from ludoteca.play.players import kinds, parse_player
from ludoteca.play.record import Record
from ludoteca.play.thinking import STOPS, Thinking, as_dict, note_of, read_note, think
from ludoteca.play.thinking_text import summary

GAMES = ("tic-tac-toe", "tapatan", "hex:size=5", "kalah", "draughts", "connect-four")
ONE_WIN = "oo1/xx1/3 x"


def thought(spec: str, position: Position, seconds: float | None = None) -> Thinking:
    player = parse_player(spec).for_game(position.game, seed=1)
    return think(player, position, seconds)


def computers() -> list[str]:
    return [word for word in kinds() if word not in ("human", "perfect")]


@pytest.mark.parametrize("word", computers())
@pytest.mark.parametrize("called", GAMES)
def test_every_player_records_its_thinking(word: str, called: str) -> None:
    position = load(called).start()
    found = thought(word, position, 1.0)
    assert found.move in position.legal_moves
    assert found.stop in STOPS
    if word in ("random", "random-first"):
        assert found.stop == "random" and found.score is None and found.nodes is None
        return
    assert found.score is not None
    assert (found.nodes or 0) + (found.playouts or 0) + found.evaluated > 0
    assert found.line[0] == found.move
    for move in found.line:  # the expected line can be played
        position = position.play(move)


def test_the_perfect_player_shows_the_line_of_the_table() -> None:
    position = load("tic-tac-toe").position(ONE_WIN)
    found = thought("perfect", position)
    assert (found.stop, found.score, found.move.text) == ("table", Win(1), "c2")
    assert found.nodes == len(position.legal_moves)


@pytest.mark.parametrize(
    "spec, stop",
    [
        ("engine:nodes=500", "nodes"), ("engine:depth=2", "depth"), ("engine:seconds=0.05", "time"),
        ("mcts:playouts=300", "playouts"), ("mcts:seconds=0.05", "time"), ("alphabeta:depth=2", "depth"),
        ("timeout:seconds=0.05", "time"), ("explosion-guard:depth=6", "guard"),
        ("breadth-first:depth=1", "depth"), ("breadth-first:depth=3,nodes=500", "size"),
        ("level:8", "nodes"), ("random", "random"), ("random-first:moves=0", "depth"),
    ],
)  # fmt: skip
def test_it_says_why_it_stopped(spec: str, stop: str) -> None:
    assert thought(spec, load("gomoku").start()).stop == stop


@pytest.mark.parametrize("spec", ["engine", "mcts", "alphabeta:depth=3", "level:8", "breadth-first"])
def test_a_win_at_hand_is_seen(spec: str) -> None:
    found = thought(spec, load("tic-tac-toe").position(ONE_WIN))
    assert (found.move.text, found.score) == ("c2", Win(1))


def test_a_search_of_all_lines_stops_at_the_end_of_the_game() -> None:
    position = load("tic-tac-toe").position("xox/oxo/o2 x")
    for spec in ("alphabeta:depth=9", "minimax:depth=9", "breadth-first:depth=9"):
        assert thought(spec, position).stop == "end"


def test_levels_count_what_they_really_searched() -> None:
    """Not the limit of the level, and nothing where only positions were compared."""
    position = load("draughts").start()
    strong = thought("level:8", position)
    assert strong.nodes and strong.depth and strong.depth > 3 and len(strong.line) > 1
    looks = [thought("level:1", replace_ply(position, n)) for n in range(6)]
    compared = [one for one in looks if one.stop == "static"]
    assert compared and all(one.nodes == 0 and one.depth == 0 and one.evaluated for one in compared)


def replace_ply(position: Position, moves: int) -> Position:
    for _ in range(moves):
        position = position.play(position.legal_moves[0])
    return position


def test_a_level_with_one_legal_move_does_not_search() -> None:
    game = load("tic-tac-toe")
    found = thought("level:8", game.position("xox/oxo/ox1 x"))
    assert (found.stop, found.nodes, found.score) == ("only-move", 0, None)


@pytest.mark.parametrize("depth", [1, 2, 3])
@pytest.mark.parametrize("called", ["tic-tac-toe", "draughts", "kalah", "hex:size=4"])
def test_the_line_of_a_textbook_search_leads_to_its_score(called: str, depth: int) -> None:
    """The evaluation at the end of the expected line is the score of the search."""
    position = load(called).start()
    plain = thought(f"minimax:depth={depth},evaluator=terms", position)
    pruned = thought(f"alphabeta:depth={depth},evaluator=terms", position)
    assert pruned.score == plain.score
    for found in (plain, pruned):
        assert len(found.line) == depth
        assert isinstance(found.score, float)
        leaf = position.play_all([move.text for move in found.line])
        static = thought_static(leaf)
        assert found.score == (static if leaf.mover == position.mover else -static)


def thought_static(position: Position) -> float:
    from ludoteca.classics.plans import plan_for, settings_of
    from ludoteca.kernel import FixedDepthSearch

    game = position.game
    ahead = FixedDepthSearch(game.rules, plan_for(game, settings_of(evaluator="terms")))
    return ahead.evaluate(position.snapshot)


def test_where_the_opponent_moves_at_random_no_reply_is_expected() -> None:
    assert len(thought("expectiminimax:depth=3", load("tic-tac-toe").start()).line) == 1


# -- texts and records --------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("stop", STOPS)
def test_every_reason_has_words(lang: str, stop: str) -> None:
    found = thought("engine:nodes=300", load("tapatan").start())
    value = as_dict(replace(found, stop=stop))
    assert thinking_text.stop(value, lang) in thinking_text.summary(value, lang)
    assert value["line"][0] in thinking_text.summary(value, lang)


def test_scores_in_words() -> None:
    assert thinking_text.score(as_dict(_with(Win(5)))["score"], "en") == "win in 5"
    assert thinking_text.score(as_dict(_with(Loss(4)))["score"], "pt-BR") == "perde em 4"
    assert thinking_text.score(as_dict(_with(Estimate(0.54, 40)))["score"], "es") == "54 %"
    assert thinking_text.score(as_dict(_with(1200.0))["score"], "en") == "1,200"
    assert thinking_text.score(as_dict(_with(-57.0))["score"], "en") == "−57"


def _with(score: object) -> Thinking:
    move = load("tic-tac-toe").start().legal_moves[0]
    return Thinking(move, 0.1, "depth", 2, 10, 0, score, (move,))  # type: ignore[arg-type]


def test_a_time_limit_is_no_depth_and_says_how_many_moves_it_left_time_for() -> None:
    position = load("pentago").start()
    player = parse_player("timeout:seconds=0.1").for_game(position.game)
    found = think(player, position)
    assert found.stop == "time" and found.depth == len(found.line) <= 36
    assert found.moves and found.moves < len(position.legal_moves)
    value = as_dict(found)
    assert read_note(note_of(value))[0]["moves"] == found.moves
    assert f"moves considered: {found.moves} ·" in summary(value, "en")


def test_the_note_of_a_record() -> None:
    move = load("tic-tac-toe").start().legal_moves[0]
    found = Thinking(move, 0.42, "nodes", 6, 1200, 0, Estimate(0.54, 40), (move,))
    assert note_of(as_dict(found)) == (f"[%think depth 6 nodes 1200 score 54% stop nodes line {move.text}]")
    assert note_of({}) == ""


@pytest.mark.parametrize("spec", ["level:1", "engine:nodes=200", "mcts:playouts=50", "alphabeta", "perfect"])
def test_notes_are_read_again(spec: str) -> None:
    value = as_dict(thought(spec, load("tic-tac-toe").start()))
    note = note_of(value)
    found, rest = read_note(f"A good move. {note}")
    assert rest == "A good move."
    assert note_of(found) == note
    assert thinking_text.summary(found, "en") in thinking_text.comment(f"A good move. {note}", "en")


@pytest.mark.parametrize(
    "comment",
    ["", "plain", "[%think ]", "[%think depth]", "[%think depth x nodes -1 score nan stop nonsense]",
     "[%think score 1e999 seconds inf]", "[%think score 5%% line", "[%eval 0.3]"],
)  # fmt: skip
def test_what_is_no_note_stays_a_comment(comment: str) -> None:
    assert read_note(comment) == ({}, comment)
    assert thinking_text.comment(comment, "en") == comment


def test_records_keep_the_thinking_of_computers() -> None:
    game = load("tapatan")
    level, plain = parse_player("level:1").for_game(game, 1), parse_player("alphabeta").for_game(game, 1)
    match = Match(game, level, plain)
    for _ in range(4):
        match.ask()
    record = Record.read(match.record.to_text())
    assert all(one.comment.startswith("[%think ") for one in record.moves)
    assert Record.read(match.record.to_json()) == record
