"""The experiments reproduce the figures of the reports that are machine-independent, and can be stopped."""

import ast
import re
from pathlib import Path

import pytest

import ludoteca.classics.experiments
from ludoteca.classics.experiments import EXPERIMENTS, Row, Work
from ludoteca.classics.experiments.contests import Contest, opening
from ludoteca.classics.experiments.formatting import as_json, figure, what
from ludoteca.classics.experiments.rows import Stopped
from ludoteca.games import load
from ludoteca.messages import Catalogue

FOLDER = Path(ludoteca.classics.experiments.__file__).parent
MESSAGES = Catalogue("experiments")


def rows(name: str) -> list[Row]:
    """The rows of a quick run, each with its last figure."""
    found = {row.key: row for row in EXPERIMENTS[name].run(Work(quick=True))}
    return list(found.values())


@pytest.mark.parametrize("name", ["pentago-matrices", "pentago-successors"])
def test_figures_that_do_not_depend_on_the_machine_agree(name: str):
    found = rows(name)
    assert found
    assert all(row.ours == row.theirs for row in found)


def test_pruning_changes_no_choice():
    for row in rows("same-choice"):
        assert row.ours == 100 if row.what == "same-choice" else row.ours > 50  # type: ignore[operator]


def test_alpha_beta_searches_fewer_nodes_than_breadth_first():
    nodes = {
        (row.what, row.values["game"], row.values["depth"]): row.ours for row in rows("breadth-and-depth")
    }
    for (kind, game, depth), ours in nodes.items():
        if kind == "deep-nodes":
            assert ours < nodes["wide-nodes", game, depth]  # type: ignore[operator]


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
    work = Work(quick=True)
    running = EXPERIMENTS["kalah-heights"].run(work)
    first = next(running)
    assert isinstance(first.ours, tuple)
    assert sum(first.ours) == 1
    work.stop()
    with pytest.raises(Stopped):
        next(running)


# -- words --------------------------------------------------------------------------------------------


def keys_in_code() -> set[str]:
    """The keys of rows and of statements of the reports in the code; `*` for parameters."""
    found = set()
    for file in FOLDER.glob("*.py"):
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
    row = Row("timeout-moves", 1, "count", "narrow", {"seconds": 0.1})
    assert what("pt-BR", row) == "limite de 0,1 s: primeiros lances examinados, de 25"
    match = as_json("en", Row("depth-3-against-1", (3, 0, 1), "match", (76, 0, 24)))
    assert match["ours"] == {"wins": 3, "draws": 0, "losses": 1}
