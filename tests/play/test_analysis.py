"""Game review: the drop of each move, and the better moves."""

import json
import random
from xml.etree import ElementTree

import pytest

from ludoteca.engine import Draw, Engine, Estimate, Limits, Loss, Win
from ludoteca.errors import BadRecord
from ludoteca.games import Outcome, ids, load
from ludoteca.messages import LANGUAGES
from ludoteca.play import analysis_text, reason_text
from ludoteca.play.analysis import Analyser, Analysis, accuracy, mark_of
from ludoteca.play.record import IllegalRecord, Record, RecordedMove

LIMITS = Limits(nodes=20_000)


def record(game: str, moves: str, **more) -> Record:
    """A record of space-separated moves; `moves` may begin with a position before a `|`."""
    opened = load(game)
    position = opened.position(more["position"]) if "position" in more else opened.start()
    made = []
    for text in moves.split():
        made.append(RecordedMove(text, position.mover))
        position = position.play(text)
    more.setdefault("result", position.outcome)
    return Record(game=game, first="Ana", second="Bia", moves=tuple(made), **more)


def analysed(game: str, moves: str, **more) -> Analysis:
    return Analyser(record(game, moves, **more), LIMITS).run()


def test_a_game_that_is_proved_completely():
    """Second answers the centre with a side cell and loses."""
    found = analysed("tic-tac-toe", "b2 b1 a1 c3 a3 c1 a2")
    assert found.is_complete
    assert [review.mark if review else None for review in found.reviews] == [
        "",
        "blunder",
        "",
        "",
        "",
        "",
        "",
    ]
    assert found.chances == (0.5, 0.5, 1, 1, 1, 1, 1, 1)
    review = found.reviews[1]
    assert review is not None
    assert (review.by, review.drop, review.best.score.__class__) == ("second", 0.5, Draw)
    assert isinstance(review.played.score, Loss)
    assert [fault.kind for fault in review.faults] == ["allows-win"]
    assert "keeps-draw" in [reason.kind for reason in review.reasons]
    last = found.reviews[-1]
    assert last is not None
    assert last.played.score == Win(1)


def test_the_summary_of_each_side():
    found = analysed("tic-tac-toe", "b2 b1 a1 c3 a3 c1 a2")
    first, second = found.summary("first"), found.summary("second")
    assert (first.moves, first.accuracy, first.loss, first.blunders) == (4, 100, 0, 0)
    assert (second.moves, second.blunders, second.mistakes) == (3, 1, 0)
    assert second.loss == pytest.approx(0.5 / 3)
    assert second.accuracy == pytest.approx((200 + accuracy(0.5)) / 3)


def test_marks_depend_on_the_drop():
    drops = (0.0, 0.0499, 0.05, 0.0999, 0.10, 0.1499, 0.15, 1.0)
    assert [mark_of(drop) for drop in drops] == [
        "", "", "inaccuracy", "inaccuracy", "mistake", "mistake", "blunder", "blunder",
    ]  # fmt: skip
    assert accuracy(0) == 100
    assert accuracy(1) < 2


def test_a_missed_win_and_its_proof():
    found = analysed("tic-tac-toe", "c1", position="xx1/oo1/3 x")
    (review,) = found.marked
    assert [fault.kind for fault in review.faults] == ["misses-win", "allows-win"]
    assert (review.best.move.text, review.best.score, review.played.score) == ("c3", Win(1), Loss(2))
    assert [reason.kind for reason in review.reasons] == ["wins-now"]
    assert found.chances == (1.0, 0.0)


def test_the_line_of_a_better_move_is_legal_and_proves_it():
    found = analysed("tic-tac-toe", "a3 b3 c2 b2 b1", result=None)
    for review in found.marked:
        position = found.positions[review.number - 1].play_all(review.best.continuation)
        if isinstance(review.best.score, Win):
            assert position.outcome
            assert position.outcome.winner == review.by


def test_equal_and_slower_moves_are_not_marked():
    found = analysed("tic-tac-toe", "a1 b2 b1 c1 a3 a2 c2", result=None)
    assert found.marked == []
    assert found.chances == (0.5,) * 8


@pytest.mark.parametrize(
    ("result", "said"),
    [
        (None, ""),
        (Outcome("second", "resignation"), "Bia (O) wins. The opponent resigned."),
        (Outcome(None, "agreement"), "Draw: agreement."),
        (Outcome("first", "time"), "Ana (X) wins. The opponent ran out of time."),
    ],
)
def test_games_that_end_off_the_board(result, said):
    found = analysed("tic-tac-toe", "b2 b1", result=result)
    assert found.is_complete
    assert found.chances[-1] == 1.0
    assert analysis_text.ending(found, "en").startswith(said)
    assert json.loads(json.dumps(analysis_text.as_dict(found)))["complete"]


def test_a_premature_resignation_is_reported():
    found = analysed("tic-tac-toe", "b2 b1", result=Outcome("second", "resignation"))
    assert analysis_text.ending(found, "en").endswith("Ana (X) resigned with 100 % winning chances.")
    assert analysis_text.ending(found, "pt-BR").endswith("Ana (X) desistiu com 100 % de chances de vitória.")
    rightly = analysed("tic-tac-toe", "b2 b1", result=Outcome("first", "resignation"))
    assert "gave up" not in analysis_text.ending(rightly, "en")


def test_a_game_without_moves():
    found = analysed("tic-tac-toe", "", result=None)
    assert found.reviews == []
    assert found.chances == (0.5,)
    assert found.summary("first").accuracy is None
    ElementTree.fromstring(analysis_text.svg(found))


def test_forced_moves_do_not_count():
    found = analysed("tic-tac-toe", "b1", position="xox/oox/x1o x")
    (review,) = found.reviews
    assert review is not None
    assert review.is_forced
    assert found.summary("first").accuracy is None


def test_extra_turns_keep_their_movers():
    found = analysed("kalah:pits=3,seeds=2", "2 3 1 2", result=None)
    assert [review.by if review else None for review in found.reviews] == [
        "first",
        "first",
        "second",
        "second",
    ]
    for review, after in zip(found.reviews, found.chances[1:], strict=True):
        assert review is not None
        assert after is not None
        assert 0 <= after <= 1
    assert analysis_text.number_text(found, found.reviews[1]) == "2."  # type: ignore[arg-type]


def test_moves_are_compared_at_equal_depth():
    """The engine's own moves are not marked, although each later search sees one ply further."""
    game = load("connect-four")
    engine, position, moves = Engine(game), game.start(), []
    for _ in range(8):
        moves.append(engine.best(position, Limits(nodes=20_000)).move.text)
        position = position.play(moves[-1])
    found = analysed("connect-four", " ".join(moves), result=None)
    assert all(isinstance(score, Estimate) for score in found.scores)
    assert sum(bool(review and review.mark) for review in found.reviews) <= 2


def test_without_nodes_nothing_is_marked():
    found = Analyser(record("tic-tac-toe", "b2 a1 c1 a2 b1 a3"), Limits(nodes=1)).run()
    assert found.is_complete
    assert found.marked == []


def test_invalid_records_are_refused():
    with pytest.raises(BadRecord, match="other rules"):
        Analyser(Record("tic-tac-toe", rules="0123456789abcdef"))
    with pytest.raises(IllegalRecord, match="move 1 is not legal"):
        Analyser(Record("tic-tac-toe", moves=(RecordedMove("z9", "first"),)))


def test_results_before_a_stop_are_kept():
    analyser = Analyser(record("tic-tac-toe", "b2 b1 a1 c3 a3 c1 a2"), LIMITS)
    found = analyser.run(lambda done, total: analyser.stop() if done == 3 else None)
    assert not found.is_complete
    assert [review is not None for review in found.reviews] == [False] * 5 + [True] * 2
    assert found.chances == (None,) * 5 + (1.0,) * 3
    told = analysis_text.as_dict(found)
    assert told["moves"][0] == {"move": "b2", "by": "first"}
    assert told["complete"] is False
    ElementTree.fromstring(analysis_text.svg(found))


def test_the_same_record_and_nodes_give_the_same_analysis():
    one, other = (
        analysis_text.as_dict(analysed("connect-four", "d1 d2 d3 a1 b1 c1 c2", result=None)) for _ in range(2)
    )
    assert one | {"seconds": 0} == other | {"seconds": 0}


@pytest.mark.parametrize("name", ids())
def test_every_game_can_be_reviewed(name):
    dice, position = random.Random(name), load(name).start()
    moves: list[str] = []
    while not position.is_over and len(moves) < 6:
        moves.append(dice.choice(position.legal_moves).text)
        position = position.play(moves[-1])
    found = Analyser(record(name, " ".join(moves)), Limits(nodes=300)).run()
    assert found.is_complete
    for review in found.reviews:
        assert review is not None
        assert 0 <= review.drop <= 1
        assert bool(review.faults) == bool(review.mark)
        assert not review.mark or review.best.move != review.played.move
        for reason in (*review.faults, *review.reasons):
            told = reason_text.as_dict(reason, "en")
            assert told["line"]
            found.positions[review.number - 1].play_all(told["line"])
            for choice in told.get("choices", ()):
                found.positions[review.number - 1].play(choice)
    for lang in LANGUAGES:
        ElementTree.fromstring(analysis_text.svg(found, lang))
        json.dumps(analysis_text.as_dict(found, lang))


# -- text and pictures --------------------------------------------------------------------------------


def test_remarks_in_both_languages():
    found = analysed("tic-tac-toe", "c1", position="xx1/oo1/3 x")
    (review,) = found.marked
    assert analysis_text.remarks(review, "en") == [
        "misses a win in 1 move",
        "lets the opponent win in 1 move (c1 c2)",
        "better c3 (win in 1): wins: pieces in a row",
    ]
    assert analysis_text.remarks(review, "pt-BR") == [
        "deixa passar uma vitória em 1 lance",
        "deixa o adversário vencer em 1 lance (c1 c2)",
        "melhor c3 (vence em 1): vence: peças em linha",
    ]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_picture_has_a_text_alternative(lang):
    found = analysed("tic-tac-toe", "b2 b1 a1 c3 a3 c1 a2")
    drawn = ElementTree.fromstring(analysis_text.svg(found, lang))
    space = "{http://www.w3.org/2000/svg}"
    assert drawn.findtext(f"{space}title") == analysis_text.title(found, lang)
    assert drawn.findtext(f"{space}desc") == analysis_text.summary(found, lang)
    notes = [note.text for note in drawn.iter(f"{space}title")][1:]
    assert len(notes) == 1
    assert notes[0] is not None
    assert notes[0].startswith("1… b1 ??")


def test_control_characters_in_names_are_removed():
    strange = Record("tic-tac-toe", first="A\x1b[31m\x00<b>", second="Bia")
    found = Analyser(strange, LIMITS).run()
    assert analysis_text.names(found, "en")["first"] == "A[31m<b> (X)"
    ElementTree.fromstring(analysis_text.svg(found))
