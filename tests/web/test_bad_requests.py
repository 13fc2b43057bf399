"""Questions that nobody would think of: schemathesis makes them from our own description of the interface."""

from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis import GenerationMode

from ludoteca.web.app import create_app
from ludoteca.web.settings import Settings
from tests.web.serving import running

DESCRIBED: Any = schemathesis.openapi.from_dict(create_app(Settings(database="sqlite://")).openapi())
OPERATIONS = {
    found.ok().label: found.ok()
    for found in DESCRIBED.get_all_operations()
    if not found.ok().path.endswith("/events")  # a stream has no end
}


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    folder = tmp_path_factory.mktemp("odd")
    with running(Settings(database=f"sqlite:///{folder / 'web.sqlite'}", workers=2, seconds=2.0)) as found:
        yield found


CASES = [
    (mode, label)
    for label, operation in sorted(OPERATIONS.items())
    for mode in GenerationMode
    # Any word will do for the name of a game: only bodies and questions can be wrong.
    if mode == GenerationMode.POSITIVE or "requestBody" in operation.definition.raw or list(operation.query)
]


@pytest.mark.parametrize(("mode", "label"), CASES, ids=lambda one: getattr(one, "value", one))
def test_no_question_breaks_the_server(address, label, mode):
    """Right and wrong questions are answered as described, and none with a failure of ours."""
    operation = OPERATIONS[label]

    @settings(
        max_examples=8, deadline=None, database=None, derandomize=True,
        phases=[Phase.explicit, Phase.generate], suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    @given(case=operation.as_strategy(generation_mode=mode))
    def ask(case):
        answer = case.call(base_url=address, timeout=120)
        assert answer.status_code < 500, (answer.status_code, answer.text, case.as_curl_command())
        if answer.status_code >= 400:
            error = answer.json()["error"]
            assert error["code"] and error["message"]

    ask()
