"""The examples and limits in docs/workshop.md are correct."""

import doctest
from pathlib import Path

from ludoteca.workshop import drafts, sandbox_tasks

PAGE = Path(__file__).parents[2] / "docs" / "workshop.md"


def test_the_example_runs():
    report: list[str] = []
    session = doctest.DocTestParser().get_doctest(PAGE.read_text("utf-8"), {}, PAGE.name, PAGE.name, 0)
    assert session.examples
    doctest.DocTestRunner().run(session, out=report.append)
    assert report == [], "".join(report)


def test_the_limits_are_those_in_the_code():
    page = PAGE.read_text("utf-8")
    for limit in (drafts.LONGEST_TEXT, drafts.MOST_VARIANTS, drafts.MOST_CELLS, sandbox_tasks.MOST_MOVES):
        assert f"{limit:,}" in page
