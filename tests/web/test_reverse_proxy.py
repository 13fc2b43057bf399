"""Two servers behind nginx, with the configuration of docs/servers.md."""

import json
from functools import partial

import httpx2
import pytest

from ludoteca.web.server import settings_for
from ludoteca.web.settings import InvalidSetting, Settings
from tests.waiting import wait_until
from tests.web.reverse_proxy import proxy
from tests.web.serving import program
from tests.web.test_faults import LINE, begin
from tests.web.test_servers import Watcher, database, play, postgresql, watching  # noqa: F401

SITE = "http://games.example.org"


@pytest.fixture
def servers(database):  # noqa: F811
    url = database.url.render_as_string(hide_password=False)
    more = ("--site", SITE, "--trusted-proxy", "127.0.0.1")
    with program(url, more=more) as one, program(url, more=more) as other:
        yield one, other


@pytest.fixture
def site(servers, tmp_path):
    with proxy([one.address for one in servers], tmp_path) as address:
        yield address


def are_at(version: int, *watchers: Watcher) -> bool:
    return all(one.changes[-1] == version for one in watchers)


def browser(site):
    return httpx2.Client(base_url=site, headers={"host": "games.example.org"}, timeout=120)


def test_events_pass_the_proxy_at_once_and_in_order(site):
    """The stream stays open: what a proxy kept back would never arrive."""
    with browser(site) as client:
        game, seats = begin(client)
        with watching(site, game) as one, watching(site, game) as other:
            first = one.changes[0]
            for ply, move in enumerate(LINE):
                play(client, game, seats, move, ply)
                wait_until(partial(are_at, first + ply + 1, one, other))
            assert one.changes == other.changes == list(range(first, first + len(LINE) + 1))


def test_a_server_that_dies_is_not_noticed_behind_the_proxy(site, servers):
    with browser(site) as client:
        game, seats = begin(client)
        servers[0].kill()
        for ply, move in enumerate(LINE):
            play(client, game, seats, move, ply)
        with watching(site, game) as there:
            assert there.events[0][0] == "hello"
        assert client.get(f"/api/games/{game}").json()["ply"] == len(LINE)


def test_pages_have_the_address_of_the_site(site):
    with browser(site) as client:
        page = client.get("/")
        assert page.status_code == 200
        wrong = client.get("/", headers={"host": "evil.example.org"})
        assert wrong.status_code == 421 and json.loads(wrong.text)["error"]["code"] == "unknown-host"
        begun = client.post(
            "/start",
            data={"game": "tapatan", "kind": "link"},
            headers={"origin": SITE},
            follow_redirects=False,
        )
        assert begun.status_code == 303
        assert SITE in client.get(begun.headers["location"]).text


def test_the_address_of_a_site_sets_host_names_and_cookies():
    settings = Settings().at_site("https://Games.example.org:8443/")
    assert settings.secure and "games.example.org" in settings.hosts
    assert not Settings().at_site("http://games.example.org").secure
    assert settings_for("0.0.0.0", settings).hosts == settings.hosts
    assert settings_for("0.0.0.0", Settings()).hosts == ("*",)
    for wrong in ("games.example.org", "ftp://games.example.org", "https://", "https://a/b", "https://[", ""):
        with pytest.raises(InvalidSetting) as found:
            Settings().at_site(wrong)
        assert found.value.code == "setting.site"
