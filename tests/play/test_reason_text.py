"""The text of every reason in every language."""

import pytest

from ludoteca.engine.reasons import KINDS, Reason
from ludoteca.games import Move, load
from ludoteca.messages import LANGUAGES
from ludoteca.play.reason_text import MESSAGES, as_dict, in_words, line_text, shown

A, B, C = (load("tic-tac-toe").start().find(text) for text in ("a1", "b2", "c3"))

SAID = [
    (Reason("wins-now", (A,), ending="align"), "wins: pieces in a row", "vence: peças em linha"),
    (
        Reason("wins-now", (A,), ending="no move"),
        "wins: no legal moves",
        "vence: sem lances possíveis",
    ),
    (
        Reason("forces-win", (A, B, C), {"plies": 3}),
        "forces a win in 3 moves, counting both sides (a1 b2 c3)",
        "força a vitória em 3 lances, contando os dois lados (a1 b2 c3)",
    ),
    (
        Reason("stops-win", (A, B), {"beaten": 3, "tried": 4}),
        "stops b2, which would win against 3 of the other 4 moves (a1 b2)",
        "impede b2, que venceria contra 3 dos outros 4 lances (a1 b2)",
    ),
    (
        Reason("stops-win", (A, B), {"beaten": 4, "tried": 4}),
        "stops b2, which would win against any other move (a1 b2)",
        "impede b2, que venceria contra qualquer outro lance (a1 b2)",
    ),
    (
        Reason("only-move", (A, B), {"moves": 5, "plies": 4}),
        "the only move that does not lose: a1, the longest defence, loses in 4 (a1 b2)",
        "o único lance que não perde: a1, a defesa mais longa, perde em 4 (a1 b2)",
    ),
    (Reason("keeps-draw", (A, B)), "keeps the draw (a1 b2)", "mantém o empate (a1 b2)"),
    (
        Reason("loses-anyway", (A, B), {"plies": 2}),
        "every move loses, in 2 moves at the latest (a1 b2)",
        "todo lance perde, no máximo em 2 lances (a1 b2)",
    ),
    (Reason("only-legal", (A,)), "the only legal move", "o único lance possível"),
    (
        Reason("closes-line", (A,), {"pieces": 1}),
        "closes a line and removes 1 piece",
        "fecha uma linha e retira 1 peça",
    ),
    (Reason("captures", (A,), {"pieces": 1}), "captures 1 piece", "captura 1 peça"),
    (Reason("captures", (A,), {"pieces": 3}), "captures 3 pieces", "captura 3 peças"),
    (Reason("turns-over", (A,), {"pieces": 2}), "flips 2 pieces", "vira 2 peças"),
    (Reason("stores", (A,), {"seeds": 5}), "stores 5 seeds", "guarda 5 sementes"),
    (Reason("promotes", (A,), {"pieces": 1}), "promotes 1 piece", "promove 1 peça"),
    (Reason("moves-again", (A,)), "moves again", "joga de novo"),
    (
        Reason("leaves-no-moves", (A,)),
        "leaves the opponent without a move except passing",
        "deixa o adversário sem lances, a não ser passar a vez",
    ),
    (
        Reason("best-by", (B, C), {"percent": 12}),
        "12 % better than b2, the second-best move (b2 c3)",
        "12 % melhor que b2, o segundo melhor lance (b2 c3)",
    ),
    (
        Reason("choose-any", (A, B, C), {"moves": 3, "percent": 2}),
        "the 3 best moves (a1 b2 c3) are within 2 % of each other",
        "os 3 melhores lances (a1 b2 c3) diferem no máximo 2 %",
    ),
    (
        Reason("misses-win", (A, B, C), {"plies": 3}),
        "misses a win in 3 moves (a1 b2 c3)",
        "deixa passar uma vitória em 3 lances (a1 b2 c3)",
    ),
    (
        Reason("allows-win", (A, B), {"plies": 1}),
        "lets the opponent win in 1 move (a1 b2)",
        "deixa o adversário vencer em 1 lance (a1 b2)",
    ),
    (
        Reason("worse-by", (A, B), {"percent": 9}),
        "9 % worse than the best move (a1 b2)",
        "9 % pior que o melhor lance (a1 b2)",
    ),
]


@pytest.mark.parametrize(
    ("reason", "english", "portuguese"), SAID, ids=lambda one: getattr(one, "kind", None)
)
def test_the_text_of_a_reason(reason, english, portuguese):
    assert shown(reason, "en") == english
    assert shown(reason, "pt-BR") == portuguese


def test_every_kind_of_reason_has_a_message_and_no_message_is_unused():
    assert {reason.kind for reason, _, _ in SAID} == set(KINDS)
    whys = {key for key in MESSAGES if key.startswith("why.")}
    assert whys == {f"why.{kind}" for kind in KINDS} | {"why.stops-win-always"}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_reason_as_data(lang):
    reason = Reason("forces-win", (A, B, C), {"plies": 3})
    assert as_dict(reason, lang) == {
        "kind": "forces-win",
        "words": in_words(reason, lang),
        "numbers": {"plies": 3},
        "line": ["a1", "b2", "c3"],
    }


def test_proofs_are_shown_in_full_and_other_lines_are_truncated():
    line: tuple[Move, ...] = (A, B, C) * 5
    assert shown(Reason("forces-win", line, {"plies": 15}), "en").count("b2") == 5
    assert shown(Reason("worse-by", line, {"percent": 9}), "en").endswith("b2 c3 a1 …)")
    assert line_text(line, 2) == "a1 b2 …"
