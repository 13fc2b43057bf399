"""The experiments reproduce the figures of the reports that are machine-independent, and can be stopped."""

import ast
import re
from pathlib import Path

import pytest

import ludoteca.classics.experiments
from ludoteca.classics.experiments import EXPERIMENTS, Result, Row, Work, thesis
from ludoteca.classics.experiments.contests import Contest, opening
from ludoteca.classics.experiments.formatting import figure, interval, requirement, what
from ludoteca.classics.experiments.rows import Stopped
from ludoteca.classics.experiments.stored import as_json, read
from ludoteca.classics.experiments.verdicts import Outcome, losses, score
from ludoteca.games import load
from ludoteca.messages import Catalogue

FOLDER = Path(ludoteca.classics.experiments.__file__).parent
MESSAGES = Catalogue("experiments")


def rows(name: str) -> list[Row]:
    """The rows of a quick run, each with its last figure."""
    return list(EXPERIMENTS[name].run(Work(quick=True)).rows)


@pytest.mark.parametrize("name", ["pentago-matrices", "pentago-successors"])
def test_figures_that_do_not_depend_on_the_machine_agree(name: str):
    found = rows(name)
    assert found
    assert all(row.ours == row.theirs for row in found)


def test_pruning_changes_no_choice():
    found = EXPERIMENTS["same-choice"].run(Work(quick=True))
    assert found.verdict is Outcome.HELD
    for row in found.rows:
        assert row.ours == 100 if row.what == "same-choice" else row.ours > 2  # type: ignore[operator]


def test_alpha_beta_searches_fewer_nodes_than_breadth_first():
    assert all(row.ours > 1 for row in rows("breadth-and-depth") if row.what == "wide-times")  # type: ignore[operator]


def test_undoing_moves_needs_less_memory_than_copying_boards():
    memory = {row.what: row.ours for row in rows("copying-and-undoing") if row.unit == "megabytes"}
    assert memory["undoing-memory"] < memory["copying-memory"]  # type: ignore[operator]


def test_higher_trees_cost_more():
    nodes = [row.ours for row in rows("kalah-time") if row.what == "height-plain-nodes"]
    assert nodes == sorted(nodes, key=float)  # type: ignore[arg-type]


def test_the_graded_utility_reverses_fewer_moves_in_tic_tackle_than_the_ternary_one():
    aimless, aimed = (
        Contest("tic-tackle", f"alphabeta:depth=4,utility={utility}", "random", seeded=False)
        for utility in ("ternary", "graded")
    )
    for contest in (aimless, aimed):
        assert [tally.games for tally in contest.play(Work(), 6)] == [1, 2, 3, 4, 5, 6]
    assert aimless.tally.taken_back / aimless.tally.moves > 0.4
    assert aimed.tally.taken_back / aimed.tally.moves < 0.3
    assert aimed.tally.score == (6, 0, 0)


def test_matches_give_the_same_result_in_workers():
    found = []
    for workers in (0, 2):
        contest = Contest("tic-tackle", "alphabeta:depth=2", "random", plies=2)
        assert [tally.games for tally in contest.play(Work(workers=workers), 6)] == [1, 2, 3, 4, 5, 6]
        found.append(contest.tally)
    assert found[0] == found[1]


def test_stopping_ends_the_workers():
    work = Work(workers=1)
    played = Contest("tic-tackle", "alphabeta:depth=2", "random").play(work, 1000)
    next(played)
    work.stop()
    with pytest.raises(Stopped):
        list(played)


def test_openings_are_the_same_for_both_sides_and_never_over():
    game = load("tic-tac-toe")
    assert opening(game, 5, 3) == opening(game, 5, 3)
    assert not any(opening(game, 6, number).is_over for number in range(30))
    assert len({opening(game, 3, number).text for number in range(10)}) > 3


def test_a_stopped_experiment_ends_at_its_next_step():
    work, seen = Work(quick=True), []

    def stop(result: Result) -> None:
        seen.append(result)
        work.stop()

    with pytest.raises(Stopped):
        EXPERIMENTS["kalah-heights"].run(work, stop)
    (only,) = seen
    (first,) = only.rows
    assert isinstance(first.ours, tuple)
    assert sum(first.ours) == 1
    assert not only.complete
    assert only.verdict is Outcome.UNDECIDED


def test_progress_may_stop_an_experiment_with_an_exception():
    def refuse(result: Result) -> None:
        raise TimeoutError

    with pytest.raises(TimeoutError):
        EXPERIMENTS["pentago-matrices"].run(Work(quick=True), refuse)


def test_every_experiment_ends_with_a_verdict():
    """The machine-independent ones, and one for each way to decide."""
    names = {
        "pentago-matrices": Outcome.HELD,
        "pentago-successors": Outcome.HELD,
        "kalah-tree": Outcome.HELD,
    }
    for name, expected in names.items():
        found = EXPERIMENTS[name].run(Work(quick=True))
        assert found.complete
        assert found.verdict is expected


def test_the_stored_results_have_a_verdict_for_every_claim():
    """The documentation is made from them. No claim is left without a rule."""
    run = read(Path(__file__).parents[2] / "docs" / "experiments.json")
    assert [one.experiment for one in run.results] == list(EXPERIMENTS)
    assert run.complete
    for one in run.results:
        assert any(row.check for row in one.rows), one.experiment
        assert one.complete


# -- words --------------------------------------------------------------------------------------------


def keys_in_code() -> set[str]:
    """The keys of rows and of statements of the reports in the code; `*` for parameters."""
    found = set()
    for file in FOLDER.glob("*.py"):
        if file.stem == "stored":  # reads rows
            continue
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Row":
                found.add("row." + _text(node.args[0]))
    return found


def _text(node: ast.expr) -> str:
    if isinstance(node, ast.JoinedStr):
        return "".join(str(v.value) if isinstance(v, ast.Constant) else "*" for v in node.values)
    assert isinstance(node, ast.Constant)
    return str(node.value)


def fits(key: str, pattern: str) -> bool:
    return bool(re.fullmatch(re.escape(pattern).replace(r"\*", ".+"), key))


def messages(section: str) -> list[str]:
    return [key for key in MESSAGES if key.startswith(f"{section}.")]


def test_every_row_has_a_message_and_every_message_a_row():
    asked = keys_in_code()
    assert all(any(fits(key, pattern) for key in messages("row")) for pattern in asked)
    assert all(any(fits(key, pattern) for pattern in asked) for key in messages("row"))


def test_every_statement_of_the_reports_is_used():
    code = "\n".join(file.read_text("utf-8") for file in FOLDER.glob("*.py"))
    assert [key for key in messages("said") if f'"{key.removeprefix("said.")}"' not in code] == []


def test_every_experiment_and_report_has_a_name():
    assert {f"title.{name}" for name in EXPERIMENTS} == set(messages("title"))
    assert {f"claim.{name}" for name in EXPERIMENTS} == set(messages("claim"))
    assert {f"verdict.{outcome.value}" for outcome in Outcome} == set(messages("verdict"))
    assert {f"report.{one.report}" for one in EXPERIMENTS.values()} == set(messages("report"))


def test_figures_are_formatted_with_their_units():
    assert figure("en", 43_400, "points") == "43,400"
    assert figure("pt-BR", 43_400, "points") == "43.400"
    assert figure("en", 0.0004, "seconds") == "0.40 ms"
    assert figure("pt-BR", 0.7061, "seconds") == "0,706 s"
    assert figure("en", 272, "seconds") == "272 s"
    assert figure("en", 12, "seconds") == "12 s"
    assert figure("en", 40.73, "seconds") == "40.7 s"
    assert figure("en", 61.3, "percent") == "61.3 %"
    assert figure("en", (76, 0, 24), "match") == "76–0–24"
    assert figure("en", None, "match") == "–"
    assert figure("pt-BR", "gave-up", "seconds") == "desistiram após 10 min"
    assert figure("en", 3.456, "times") == "3.46×"
    row = Row("timeout-moves", 1, "count", "narrow", {"seconds": 0.1, "all": 25})
    assert what("pt-BR", row) == "limite de 0,1 s: primeiros lances examinados, de 25"
    match = as_json("en", Row("depth-3-against-1", (3, 0, 1), "match", (76, 0, 24)))
    assert match["ours"] == {"wins": 3, "draws": 0, "losses": 1}


def test_intervals_and_requirements_are_formatted():
    row = Row("depth-3-against-1", (76, 0, 24), "match", None, {}, score((76, 0, 24), "above"))
    assert interval("en", row) == "score 66.8 to 83.3 %"
    assert interval("pt-BR", row) == "pontos 66,8 a 83,3 %"
    assert requirement("en", row) == "score > 50 %"
    lost = Row("depth-3-against-1", (76, 0, 24), "match", None, {}, losses((76, 0, 24), "below", 5.0))
    assert requirement("es", lost) == "derrotas < 5 %"
    assert interval("en", Row("moves", 280, "count", 280)) == ""
    assert as_json("en", row)["check"]["verdict"] == "held"


def test_a_full_run_finds_openings_for_all_its_positions(monkeypatch):
    """Random games do not last as long as the numbers of the positions grow."""
    monkeypatch.setattr(thesis, "_both_ways", lambda *_: [[1, 2], 1.0, [1, 2], 1.5])
    rows = list(thesis.piece_first(Work()))
    assert rows[0].values["positions"] == 200
