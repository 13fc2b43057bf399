"""The rules that decide on claims, with made-up figures; their intervals; and the stored results."""

import json
from math import inf
from pathlib import Path

import pytest

from ludoteca.classics.experiments import EXPERIMENTS, Result, Row
from ludoteca.classics.experiments import verdicts as v
from ludoteca.classics.experiments.report import document, verdict_table
from ludoteca.classics.experiments.stored import BadResults, Run, as_dict, read
from ludoteca.classics.experiments.verdicts import Check, Outcome

HELD, NOT_HELD, DIFFERS, UNDECIDED = Outcome.HELD, Outcome.NOT_HELD, Outcome.DIFFERS, Outcome.UNDECIDED


@pytest.mark.parametrize(
    ("relation", "low", "high", "expected"),
    [
        ("above", 51, 60, HELD),
        ("above", 50, 60, UNDECIDED),
        ("above", 40, 60, UNDECIDED),
        ("above", 40, 50, NOT_HELD),
        ("above", 40, 49, NOT_HELD),
        ("below", 40, 49, HELD),
        ("below", 40, 50, UNDECIDED),
        ("below", 40, 60, UNDECIDED),
        ("below", 50, 60, NOT_HELD),
        ("near", 40, 60, HELD),
        ("near", 50, 50, HELD),
        ("near", 51, 60, DIFFERS),
        ("near", 40, 49, DIFFERS),
        ("above", -inf, inf, UNDECIDED),
    ],
)
def test_a_figure_is_compared_by_its_interval(relation: str, low: float, high: float, expected: Outcome):
    assert Check((low + high) / 2, low, high, relation, 50.0).outcome is expected


def test_a_wide_interval_confirms_no_figure_and_can_still_refute_one():
    assert Check(76, 66, 86, "near", 76, widest=20).outcome is HELD
    assert Check(83, 55, 95, "near", 76, widest=20).outcome is UNDECIDED
    assert Check(40, 15, 60, "near", 76, widest=20).outcome is DIFFERS
    assert v.score((10, 0, 2), v.NEAR, 76.0).outcome is UNDECIDED
    assert v.score((152, 0, 48), v.NEAR, 76.0).outcome is HELD
    assert v.score((180, 0, 20), v.NEAR, 76.0).outcome is DIFFERS
    assert v.ratio([(6, 1), (7, 1), (5, 1), (6, 1)], v.NEAR, 6.0).outcome is HELD
    assert v.ratio([(1, 1), (36, 1)], v.NEAR, 6.0).outcome is UNDECIDED
    assert v.always(5, 5).outcome is UNDECIDED
    assert v.always(20, 20).outcome is HELD
    assert v.always(4, 5).outcome is NOT_HELD


def test_exact_figures_are_compared_exactly():
    assert v.exact(280, 280).outcome is HELD
    assert v.exact(281, 280).outcome is NOT_HELD


def test_one_counterexample_refutes_a_statement_about_all_cases():
    assert v.always(200, 200).outcome is HELD
    assert v.always(199, 200).outcome is NOT_HELD
    assert v.share(0, 50, v.ALWAYS, 0.0).outcome is HELD
    assert v.share(1, 50, v.ALWAYS, 0.0).outcome is NOT_HELD


@pytest.mark.parametrize(
    ("outcomes", "expected"),
    [
        ([HELD, HELD], HELD),
        ([HELD, DIFFERS], DIFFERS),
        ([HELD, DIFFERS, UNDECIDED], UNDECIDED),
        ([HELD, DIFFERS, UNDECIDED, NOT_HELD], NOT_HELD),
        ([], UNDECIDED),
    ],
)
def test_the_worst_check_decides(outcomes: list[Outcome], expected: Outcome):
    checks = {
        HELD: Check(60, 55, 65, "above", 50),
        NOT_HELD: Check(40, 35, 45, "above", 50),
        UNDECIDED: Check(50, 45, 55, "above", 50),
        DIFFERS: Check(60, 55, 65, "near", 50),
    }
    assert all(check.outcome is outcome for outcome, check in checks.items())
    assert v.verdict(checks[outcome] for outcome in outcomes) is expected


# -- intervals ----------------------------------------------------------------------------------------


def test_scores_have_wilsons_interval():
    """The textbook example: 76 of 100."""
    check = v.score((76, 0, 24), v.ABOVE)
    assert (check.value, round(check.low, 1), round(check.high, 1)) == (76.0, 66.8, 83.3)
    assert check.outcome is HELD
    assert v.score((10, 0, 10), v.ABOVE).outcome is UNDECIDED
    assert v.score((10, 0, 90), v.ABOVE).outcome is NOT_HELD
    assert v.score((50, 50, 0), v.ABOVE).value == 75.0
    assert v.score((0, 0, 0), v.ABOVE).outcome is UNDECIDED


def test_more_games_narrow_the_interval():
    few, many = v.score((7, 0, 3), v.ABOVE), v.score((70, 0, 30), v.ABOVE)
    assert few.low < many.low < 70 < many.high < few.high
    assert (few.outcome, many.outcome) == (UNDECIDED, HELD)


def test_losses_and_wins_are_shares():
    assert v.losses((0, 0, 20), v.BELOW, 5.0).outcome is NOT_HELD
    assert v.losses((20, 0, 0), v.BELOW, 5.0).outcome is UNDECIDED  # up to 16 % are possible
    assert v.losses((90, 10, 0), v.BELOW, 5.0).outcome is HELD
    assert v.wins((58, 2, 0), v.ABOVE, 80.0).outcome is HELD
    assert v.wins((58, 2, 0), v.ABOVE, 80.0).of == "wins"


def test_means_have_students_interval():
    """Five figures with mean 3 and deviation 1.58: 3 ± 2.776 · 1.58 / √5."""
    check = v.mean([1, 2, 3, 4, 5], v.ABOVE, 1.0)
    assert (check.value, round(check.low, 2), round(check.high, 2)) == (3.0, 1.04, 4.96)
    assert check.outcome is HELD
    assert v.mean([3.0], v.ABOVE, 1.0).outcome is UNDECIDED  # one figure has no interval
    assert v.mean([0.1, 2.0], v.BELOW, 100.0).low == 0.0


def test_ratios_are_geometric_means():
    check = v.ratio([(2, 1), (8, 1)], v.ABOVE, 1.0)
    assert check.value == pytest.approx(4.0)
    assert check.outcome is UNDECIDED  # two pairs that differ
    assert v.ratio([(4, 1), (40, 10), (400, 100)], v.ABOVE, 1.0).low == pytest.approx(4.0)
    assert v.ratio([(1, 4), (10, 40)], v.ABOVE, 1.0).outcome is NOT_HELD
    assert v.ratio([(1, 0)], v.ABOVE, 1.0).outcome is UNDECIDED


def test_differences_of_shares_have_newcombes_interval():
    """Newcombe (1998), table II, example (a): 56/70 and 48/80, from 0.0524 to 0.3339 by method 10."""
    check = v.difference((56, 70), (48, 80), v.ABOVE)
    assert (round(check.value, 2), round(check.low, 2), round(check.high, 2)) == (20.0, 5.24, 33.39)
    assert check.outcome is HELD
    assert v.difference((5, 10), (5, 10), v.ABOVE).outcome is UNDECIDED
    assert v.difference((10, 100), (90, 100), v.ABOVE).outcome is NOT_HELD


# -- results ------------------------------------------------------------------------------------------


def some_run(complete: bool = True) -> Run:
    rows = (
        Row("depth-3-against-1", (87, 0, 13), "match", (76, 0, 24), {}, v.score((87, 0, 13), v.ABOVE)),
        Row("depth-3-share", 87.0, "percent", 76.0, {}, v.score((87, 0, 13), v.NEAR, 76.0)),
    )
    late = Row("plain-seconds", 41.4, "seconds", "gave-up", {"depth": 4}, v.mean([41.4], v.ABOVE, 1.0))
    results = Result("pentago-depth", rows, 2.0, complete), Result("pentago-pruning", (late,), 1.0, complete)
    return Run(True, complete, results)


def test_a_figure_of_the_report_outside_the_interval_differs():
    assert [one.verdict for one in some_run().results] == [DIFFERS, UNDECIDED]
    assert [one.verdict for one in some_run(complete=False).results] == [UNDECIDED, UNDECIDED]


@pytest.mark.parametrize("lang", ["en", "pt-BR", "es"])
def test_results_survive_a_file(tmp_path: Path, lang: str):
    run, file = some_run(), tmp_path / "results.json"
    file.write_text(json.dumps(as_dict(run, list(EXPERIMENTS.values()), lang), allow_nan=False), "utf-8")
    again = read(file)
    assert {one.experiment: one for one in again.results} == {one.experiment: one for one in run.results}
    assert again.quick


@pytest.mark.parametrize("text", ["", "{}", "[]", '{"format": "ludoteca-experiments-results"}', "\x00"])
def test_other_files_are_refused(tmp_path: Path, text: str):
    file = tmp_path / "results.json"
    file.write_text(text, "utf-8")
    with pytest.raises(BadResults, match="has no results of experiments"):
        read(file)


def test_the_table_of_verdicts_has_report_claim_verdict_and_figures():
    table = verdict_table(some_run(), "en")
    assert "| report | claim | verdict | figures |" in table
    assert (
        "| Pinto, Martins and Silva (2016) | [Depth 3 beats depth 1 in 76 of 100 games.](#pentago-depth)"
        in table
    )
    assert "| **differs** | depth 3 against depth 1: score: 87 % (score 79.0 to 92.2 %) |" in table
    assert "**This is a quick run**" in document(some_run(), "en", "ludoteca")
    assert "**difere**" in document(some_run(), "pt-BR", "ludoteca")
