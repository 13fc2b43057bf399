"""The interface for programs, asked strange things by schemathesis: whatever it answers, it never breaks."""

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis.core.result import Ok

from ludoteca.web.settings import Settings
from tests.web.serving import running

PATIENCE = ("busy", "took-too-long")
"""On a machine with much else to do the honest answer may be that there is no time."""


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    folder = tmp_path_factory.mktemp("fuzz")
    with running(Settings(database=f"sqlite:///{folder / 'web.sqlite'}", workers=1, seconds=0.2)) as found:
        yield found


def test_no_question_breaks_the_server(address):
    described = schemathesis.openapi.from_url(f"{address}/api/openapi.json")
    asked = set()
    for found in described.exclude(path_regex="/events$").get_all_operations():  # those streams do not end
        assert isinstance(found, Ok), found
        operation = found.ok()
        asked.add(operation.path)
        _ask(operation)
    assert "/api/games/{game_id}/moves" in asked
    assert len(asked) >= 15


def _ask(operation):
    @given(operation.as_strategy())
    @settings(
        max_examples=4,
        deadline=None,
        database=None,
        derandomize=True,
        suppress_health_check=list(HealthCheck),
    )
    def ask(case):
        answer = case.call(timeout=60)
        if answer.status_code >= 500:
            assert answer.status_code == 503, answer.text
            assert answer.json()["error"]["code"] in PATIENCE, answer.text
        elif answer.status_code >= 400:
            assert answer.json()["error"]["message"]

    ask()
