"""Without their tool, tests of the browser and the database fail in CI and are skipped elsewhere."""

import pytest
from _pytest.outcomes import Failed, Skipped

from tests.required import missing
from tests.web import postgresql, reverse_proxy
from tests.web.browser import conftest as browser


@pytest.mark.parametrize(("ci", "outcome"), [("true", Failed), ("", Skipped)])
def test_a_missing_tool_fails_in_ci(monkeypatch, ci, outcome):
    monkeypatch.setenv("CI", ci)
    with pytest.raises(outcome, match="no such tool"):
        missing("no such tool")


def test_a_missing_browser_fails_in_ci(monkeypatch):
    monkeypatch.setenv("CI", "true")
    monkeypatch.setenv("PATH", "")
    with pytest.raises(Failed, match="Chromium"):
        browser.browser_path()


def test_a_missing_database_fails_in_ci(monkeypatch):
    monkeypatch.setenv("CI", "true")
    monkeypatch.setenv("PATH", "")
    monkeypatch.setattr(postgresql, "PLACES", ())
    with pytest.raises(Failed, match="PostgreSQL"):
        postgresql.programs()


def test_a_missing_proxy_fails_in_ci(monkeypatch):
    monkeypatch.setenv("CI", "true")
    monkeypatch.setenv("PATH", "")
    monkeypatch.setattr(reverse_proxy, "PLACES", ())
    with pytest.raises(Failed, match="nginx"):
        reverse_proxy.nginx()
