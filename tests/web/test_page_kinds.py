"""The HTML of every kind of page."""

from __future__ import annotations

from collections import Counter
from html.parser import HTMLParser

import pytest

from tests.waiting import wait_until
from tests.web.conftest import browser
from tests.web.page_kinds import KINDS, page_kinds


@pytest.fixture(scope="module")
def visitor(app):
    return browser(app)


@pytest.fixture(scope="module")
def paths(visitor):
    def post(path, data):
        answer = visitor.post(path, data=data, follow_redirects=False)
        assert answer.status_code in (200, 303), answer.text
        return answer.headers.get("location", "")

    found = page_kinds(post)
    assert tuple(found) == KINDS
    return found


class _Ids(HTMLParser):
    """Collects ids, and what refers to them."""

    REFERENCES = ("for", "aria-labelledby", "aria-describedby", "aria-controls", "list")

    def __init__(self):
        super().__init__()
        self.ids, self.references = [], set()

    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if name == "id":
                self.ids.append(value)
            elif name in self.REFERENCES:
                self.references |= set((value or "").split())


@pytest.mark.parametrize("kind", KINDS)
def test_ids_are_unique_and_references_lead_somewhere(visitor, paths, kind):
    if kind == "review":
        wait_until(lambda: 'data-review="done"' in visitor.get(paths[kind]).text)
    page = visitor.get(paths[kind]).text
    assert "</html>" in page
    found = _Ids()
    found.feed(page)
    assert [one for one, number in Counter(found.ids).items() if number > 1] == []
    assert found.references <= set(found.ids)
