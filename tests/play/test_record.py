"""Records as text and JSON: round trips, and errors."""

import json
from dataclasses import replace
from datetime import date
from textwrap import dedent

import pytest

from ludoteca.errors import BadRecord
from ludoteca.games import Outcome, load
from ludoteca.play.record import IllegalRecord, Record, RecordedMove

GAME = load("tic-tac-toe")
RULES = GAME.rules_hash
WON = f"""\
[Game "tic-tac-toe"]
[Rules "{RULES}"]
[First "Ana"]
[Second "random"]
[Date "2026.11.15"]
[Result "first"]
[Reason "align"]

1. a1 b1 2. b2 c1 {{a mistake}} 3. c3 first
"""


def moves(*texts: str) -> tuple[RecordedMove, ...]:
    return tuple(RecordedMove(text, ("first", "second")[n % 2]) for n, text in enumerate(texts))


def test_a_text_is_parsed():
    record = Record.from_text(WON)
    assert (record.game, record.first, record.second) == ("tic-tac-toe", "Ana", "random")
    assert record.date == date(2026, 11, 15)
    assert record.result == Outcome("first", "align")
    assert [one.move for one in record.moves] == ["a1", "b1", "b2", "c1", "c3"]
    assert [one.by for one in record.moves] == ["first", "second", "first", "second", "first"]
    assert record.moves[3].comment == "a mistake"


def test_text_round_trips():
    assert Record.from_text(WON).to_text() == WON


def test_headers_can_share_a_line():
    loose = '[Game "tic-tac-toe"] [First "Ana"]\n1.a1 b1 2. ... *'
    assert Record.from_text(loose.replace("2. ... ", "")).moves == moves("a1", "b1")


def test_the_json_format():
    value = json.loads(Record.from_text(WON).to_json())
    assert value == {
        "format": "ludoteca-record",
        "version": 1,
        "game": "tic-tac-toe",
        "rules": RULES,
        "position": None,
        "players": {"first": "Ana", "second": "random"},
        "date": "2026-11-15",
        "result": {"winner": "first", "reason": "align"},
        "moves": [
            {"move": "a1", "by": "first"},
            {"move": "b1", "by": "second"},
            {"move": "b2", "by": "first"},
            {"move": "c1", "by": "second", "comment": "a mistake"},
            {"move": "c3", "by": "first"},
        ],
    }
    assert Record.from_json(json.dumps(value)).to_text() == WON


def test_text_and_json_are_recognized():
    record = Record.from_text(WON)
    assert Record.read(WON) == Record.read(record.to_json()) == record
    assert Record.read(json.dumps(record.as_dict(), indent=2)) == record


def test_the_numbers_of_extra_turns():
    sides = ["first", "first", "second", "second", "second", "first", "second"]
    record = Record("kalah", moves=tuple(RecordedMove(str(n + 1), by) for n, by in enumerate(sides)))
    assert record.to_text().splitlines()[-1] == "1. 1 2. 2 3 3… 4 4… 5 5. 6 7 *"
    assert [one.by for one in Record.from_text(record.to_text()).moves] == sides


def test_a_game_that_second_begins():
    record = Record("tic-tac-toe", position="3/3/3 o", moves=(RecordedMove("a1", "second"),))
    assert record.to_text().splitlines()[-1] == "1… a1 *"
    assert Record.from_text(record.to_text()) == record
    assert record.positions()[-1].text == "3/3/o2 x"


def test_lines_are_at_most_80_columns_and_a_number_stays_with_its_move():
    record = Record("hex", moves=tuple(RecordedMove("a1", ("first", "second")[n % 2]) for n in range(120)))
    lines = record.to_text().splitlines()
    assert max(map(len, lines)) <= 80
    assert not any(line.endswith(".") for line in lines)


@pytest.mark.parametrize(
    "comment", ["{braces}", "back\\slash", "two  spaces", " edges ", "\n", "a\ttab", "\\n", "é·×", " ", "[x]"]
)
def test_any_comment_round_trips(comment):
    record = Record("hex", moves=(RecordedMove("a1", "first", comment),), comment=comment)
    assert Record.from_text(record.to_text()) == record
    assert Record.from_json(record.to_json()) == record


def test_quotes_in_names_and_unknown_headers_are_kept():
    record = Record("hex", first='Ana "the" \\ Fox', others=(("Event", "School cup"), ("ECO", "1")))
    assert Record.from_text(record.to_text()) == record
    assert Record.from_json(record.to_json()) == record


def test_the_positions_of_a_record():
    line = Record.from_text(WON).positions()
    assert len(line) == 6
    assert line[0] == GAME.start()
    assert line[-1].outcome == Outcome("first", "align")


def test_other_rules_are_refused_with_the_reason():
    other = replace(Record.from_text(WON), rules="0123456789abcdef")
    with pytest.raises(
        BadRecord, match=f"other rules of tic-tac-toe: 0123456789abcdef, while here .* {RULES}"
    ):
        other.positions()


def test_an_illegal_move_is_reported_with_its_number_and_the_legal_part_kept():
    record = replace(Record.from_text(WON), moves=moves("a1", "b1", "a1", "c1"))
    with pytest.raises(IllegalRecord, match=r"move 3 is not legal\. a1: a1 is occupied") as refused:
        record.positions()
    assert refused.value.number == 3
    assert refused.value.legal_part.moves == moves("a1", "b1")
    assert refused.value.legal_part.result is None
    assert len(refused.value.legal_part.positions()) == 3


def test_a_move_by_the_wrong_side_is_illegal():
    record = Record("tic-tac-toe", moves=(RecordedMove("a1", "second"),))
    with pytest.raises(IllegalRecord, match="first player's turn"):
        record.positions()


def test_moves_after_the_end_are_illegal():
    record = Record("tic-tac-toe", moves=moves("a1", "b1", "a2", "b2", "a3", "b3"))
    with pytest.raises(IllegalRecord, match=r"move 6 is not legal\. .*the game is over"):
        record.positions()


@pytest.mark.parametrize(
    "result", [Outcome("second", "resignation"), Outcome("first", "resignation"), Outcome(None, "agreement")]
)
def test_resignation_and_agreement_need_no_end_on_the_board(result):
    record = Record("tic-tac-toe", moves=moves("a1"), result=result)
    assert len(record.positions()) == 2
    assert Record.from_text(record.to_text()) == record


def test_a_result_must_fit_the_last_position():
    unfinished = Record("tic-tac-toe", moves=moves("a1"), result=Outcome("first", "align"))
    with pytest.raises(BadRecord, match="the game is not over"):
        unfinished.positions()
    with pytest.raises(BadRecord, match="the last position says"):
        replace(Record.from_text(WON), result=Outcome("second", "align")).positions()
    assert replace(Record.from_text(WON), result=Outcome("first", "")).positions()


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "does not end with its result"),
        ("1. a1 *", r"\[Game .* is missing"),
        ('[Game "hex"]\n1. a1', "does not end with its result"),
        ('[Game "hex"]\n[Result "first"]\n1. a1 *', "end with .*, but .Result. says"),
        ('[Game "hex"]\n[Game "hex"]\n*', "line 2: .Game. occurs twice"),
        ('[Game "hex"]\n[First Ana]\n*', "line 2: a header looks like"),
        ('[Game "hex"]\n\n1. a1 {open *', "line 3: a brace"),
        ('[Game "hex"]\n[Date "yesterday"]\n*', "is not a date"),
    ],
)
def test_errors_in_texts_are_explained(text, says):
    with pytest.raises(BadRecord, match=says):
        Record.from_text(text)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"format": "other"}, '"format" must be "ludoteca-record"'),
        ({"version": 2}, "version 2 of the format is not known"),
        ({"game": None}, '"game" must be a string'),
        ({"moves": "a1 b1"}, '"moves" must be a list'),
        ({"moves": [{"move": "a1"}]}, "move 1 must be an object"),
        ({"moves": [{"move": 1, "by": "first"}]}, '"move" must be a string'),
        ({"result": "first"}, '"result" must be null, or an object'),
        ({"players": []}, '"players" must be an object'),
        ({"date": "15/11/2026"}, "is not a date"),
        ({"others": {"Game": "x"}}, '"others" must hold headers of other programs'),
    ],
)
def test_errors_in_json_are_explained(change, says):
    value = Record.from_text(WON).as_dict() | change
    with pytest.raises(BadRecord, match=says):
        Record.from_dict(value)


@pytest.mark.parametrize("text", ["[", "[]", "null", "{", '"x"', "[" * 100_000])
def test_invalid_json_is_refused(text):
    with pytest.raises(BadRecord):
        Record.from_json(text)


def test_the_layout_of_a_long_record():
    record = Record("hex:size=5", "abc", "Ana", "Bia", date(2026, 11, 15), moves=moves("c3", "b4"))
    assert record.to_text() == dedent("""\
        [Game "hex:size=5"]
        [Rules "abc"]
        [First "Ana"]
        [Second "Bia"]
        [Date "2026.11.15"]
        [Result "*"]

        1. c3 b4 *
        """)
