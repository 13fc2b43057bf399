"""SECURITY.md is found from where people look, and what it tells a server's owner to do works."""

from __future__ import annotations

import re

import pytest
from fastapi.testclient import TestClient

from ludoteca.web.app import create_app
from ludoteca.web.settings import URL_VARIABLE, Settings
from tests.project.test_project_rules import ROOT
from tools import lock

POLICY = (ROOT / "SECURITY.md").read_text("utf-8")


@pytest.mark.parametrize("page", ["README.md", "CONTRIBUTING.md"])
def test_it_is_linked(page):
    assert "(SECURITY.md)" in (ROOT / page).read_text("utf-8")


def test_it_says_which_versions_are_supported_and_how_to_report_privately():
    headings = re.findall(r"^## (.+)$", POLICY, re.MULTILINE)
    assert headings[:2] == ["Supported versions", "Report a vulnerability"]
    assert "*Report a vulnerability*" in POLICY
    assert re.findall(r"\S+@\S+", POLICY) == []


def test_the_settings_that_it_names_exist():
    assert URL_VARIABLE in POLICY
    assert lock.lock_file("server").relative_to(ROOT).as_posix() in POLICY


def test_a_server_with_the_address_that_it_shows_accepts_that_host_name(tmp_path):
    (site,) = re.findall(r"`--site (https://\S+)`", POLICY)
    settings = Settings(database=f"sqlite:///{tmp_path / 'web.sqlite'}", workers=1).at_site(site)
    with TestClient(create_app(settings), base_url=site) as visitor:
        visitor.get("/").raise_for_status()
        chosen = visitor.post("/look", data={"lang": "es"}, follow_redirects=False)
        cookies = chosen.headers.get_list("set-cookie")
        assert cookies
        assert [cookie for cookie in cookies if "; secure" not in cookie.lower()] == []
        assert visitor.get("/", headers={"host": "other.example"}).status_code == 421
