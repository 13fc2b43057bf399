"""Tournaments on the web: made by a form, played by workers and people, stored, and bounded."""

import re
from typing import Any

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import delete

from ludoteca.errors import LudotecaError
from ludoteca.messages import LANGUAGES
from ludoteca.web.app import create_app
from ludoteca.web.budgets import GAMES, THINKING, OverBudget
from ludoteca.web.games import tournament_runner
from ludoteca.web.games.seats import digest
from ludoteca.web.games.tournaments import MOST_RUNNING, OVER, RUNNING, STOPPED
from ludoteca.web.services import Services
from ludoteca.web.settings import Settings
from ludoteca.web.store.schema import TournamentRow
from ludoteca.web.store.visitors import count_visitor, export_visitor, forget_visitor
from tests.waiting import wait_until
from tests.web.conftest import browser


def form(*players: str, game: str = "tic-tac-toe", **more: str) -> dict[str, str]:
    places = {f"player-{number}": player for number, player in enumerate(players, 1)}
    return {"game": game, "format": "round-robin", "games": "2", **places, **more}


def make(client: TestClient, *players: str, **more: str) -> str:
    answer = client.post("/tournaments", data=form(*players, **more), follow_redirects=False)
    assert answer.status_code == 303, answer.text
    return answer.headers["location"]


def services(client: TestClient) -> Services:
    app: Any = client.app
    found: Services = app.state.services
    return found


def table(client: TestClient, path: str) -> Any:
    return client.get(f"{path}/table.json").json()


def finished(client: TestClient, path: str) -> Any:
    wait_until(lambda: table(client, path)["state"] == OVER)
    return table(client, path)


def links(client: TestClient, path: str) -> list[str]:
    """The paths of the invitations that the page shows."""
    return re.findall(r'value="http[^"]*?(/tournaments/[^"]*/seat/[0-9a-f]+)"', client.get(path).text)


@pytest.mark.parametrize("format", ["round-robin", "gauntlet", "swiss", "knockout"])
def test_computers_play_a_tournament_without_any_watcher(client, format):
    path = make(client, "level:1", "random", "engine:nodes=50", format=format, title="Cup")
    found = finished(client, path)
    assert {one["player"] for one in found["players"]} == {"level:1", "random", "engine:nodes=50"}
    assert found["games"] >= (4 if format == "gauntlet" else 2)
    assert found["total"] in (found["games"], None)
    page = client.get(path).text
    assert "Cup" in page
    cell = re.findall(rf'href="({path}/games\?a=\d+&amp;b=\d+)"', page)[0].replace("&amp;", "&")
    games = re.findall(r'href="(/g/[^"]+)"', client.get(cell).text)
    assert len(games) >= 2
    for game in games:
        assert f'href="{path}"' in client.get(game).text


def test_openings_are_played_with_both_sides(client):
    path = make(client, "random", "random", games="4")
    finished(client, path)
    stored = services(client).tournaments.get(path.rpartition("/")[2])
    moves = {key: services(client).games.get(one.game).texts for key, one in stored.games.items()}
    firsts = [moves[key][:2] for key in sorted(moves)]
    assert firsts[0] == firsts[1] and firsts[2] == firsts[3]
    assert [key.number for key in sorted(moves)] == [0, 1, 2, 3]


def test_people_play_by_link_and_by_themselves(app, client):
    path = make(client, "me", "human", "random", **{"name-1": "Ana", "name-2": "Bia"})
    ana, bia = client, browser(app)
    (link,) = links(ana, path)
    assert links(bia, path) == []
    assert "invited to a tournament of Tic-tac-toe with 3 players" in bia.get(link).text
    bia.post(link, data={"name": "Beatriz"})
    assert "This place is taken" in bia.get(link).text
    assert browser(app).post(link, data={}).status_code == 409
    stored = services(client).tournaments.get(path.rpartition("/")[2])
    assert [one.name for one in stored.entrants] == ["Ana", "Beatriz", ""]

    def resign_all() -> bool:
        """Each person resigns the game that is offered."""
        for one in (ana, bia):
            section = re.search(r'id="my-games".*?</section>', one.get(path).text, re.DOTALL)
            for game in re.findall(r'href="(/g/[^"]+)"', section[0]) if section else ():
                one.post(f"{game}/resign")
        return bool(table(client, path)["state"] == OVER)

    wait_until(resign_all)
    found = table(client, path)
    assert found["games"] == 6
    assert found["players"][0]["player"] == "random"
    assert found["players"][0]["points"] == 4


def test_in_a_game_of_a_tournament_nothing_is_taken_back(client):
    path = make(client, "me", "level:1")
    wait_until(lambda: "my-games" in client.get(path).text)
    page = client.get(path).text
    game = re.findall(r'href="(/g/[^"]+)"', page)[0]
    for command in ("undo", "hint"):
        answer = client.post(f"{game}/{command}")
        assert answer.status_code == 409
        assert "no hints, and nothing is taken back" in answer.text
    client.post(f"{path}/stop")


def test_only_the_maker_stops_and_resumes(app, client):
    path = make(client, "human", "random")
    other = browser(app)
    assert other.post(f"{path}/stop").status_code == 403
    assert client.post(f"{path}/stop").status_code == 200
    assert table(client, path)["state"] == STOPPED
    client.post(f"{path}/go-on")
    assert table(client, path)["state"] == RUNNING
    client.post(f"{path}/stop")


@pytest.mark.parametrize(
    ("players", "more", "says"),
    [
        (["random"], {}, "from 2 to 16 players"),
        (["random", "nobody"], {}, "no player called"),
        (["random", "level:99"], {}, "level"),
        (["random", "ugi:command=ls"], {}, "ugi"),
        (["random", "engine:file=x"], {}, "file"),
        (["me", "me"], {}, "one place only"),
        (["random", "random"], {"games": "3"}, "even number of games"),
        (["random", "random"], {"games": "400"}, "even number of games"),
        (["random"] * 8, {"games": "20"}, "560 games; 240 are the limit"),
        (["random", "random"], {"format": "league"}, "no format league"),
        (["random", "random"], {"rounds": "99"}, "1 to 16 rounds"),
    ],
)
def test_wrong_forms_come_back_with_what_was_entered(client, players, more, says):
    answer = client.post("/tournaments", data=form(*players, title="My cup", **more))
    assert answer.status_code in (409, 422)
    assert says in answer.text
    assert 'value="My cup"' in answer.text


@pytest.mark.parametrize(
    "path",
    [
        "/tournaments/none",
        "/tournaments/none/events",
        "/tournaments/none/table.json",
        "/tournaments/none/seat/x",
    ],
)
def test_unknown_tournaments(client, path):
    assert client.get(path).status_code == 404


def test_other_addresses_that_do_not_exist(client):
    path = make(client, "random", "random")
    finished(client, path)
    for more in ("/games?a=1&b=1", "/games?a=0&b=1", "/games?a=1&b=9", "/table.exe"):
        assert client.get(path + more).status_code == 404
    assert client.post(f"{path}/stop").status_code == 409


@pytest.mark.parametrize("lang", LANGUAGES)
def test_pages_in_all_languages(client, lang):
    path = make(client, "random", "random", "human", format="swiss")
    wait_until(lambda: "/games?a=" in client.get(path).text)
    for page in (
        path,
        "/tournaments",
        "/tournaments/new?game=hex",
        "/tournaments/new",
        f"{path}/games?a=1&b=2",
    ):
        answer = client.get(f"{page}{'&' if '?' in page else '?'}lang={lang}")
        assert answer.status_code == 200
        assert f'<html lang="{lang}"' in answer.text
    drawn = client.get(f"{path}/table.svg", params={"lang": lang})
    assert drawn.headers["content-type"] == "image/svg+xml" and drawn.text.startswith("<svg")
    client.post(f"{path}/stop")


def test_events_tell_of_every_game(client):
    path = make(client, "random", "human")
    tournament = path.rpartition("/")[2]
    before = services(client).tournaments.version(tournament)
    client.post(f"{path}/stop")
    assert services(client).tournaments.version(tournament) > before


# -- bounds -------------------------------------------------------------------------------------------


def test_a_visitor_runs_few_tournaments_at_once(client):
    paths = [make(client, "human", "random") for _ in range(MOST_RUNNING)]
    answer = client.post("/tournaments", data=form("human", "random"))
    assert answer.status_code in (409, 422)
    assert f"{MOST_RUNNING} of your tournaments are running" in answer.text
    for path in paths:
        client.post(f"{path}/stop")


def test_games_and_thinking_are_charged_to_the_maker(client, monkeypatch):
    charged = []
    budgets = services(client).budgets
    usual = budgets.spend

    def spend(payer, resource, amount=1.0):
        charged.append((payer, resource))
        if resource == GAMES and payer.address == "tournaments" and len(charged) < 3:
            raise OverBudget(resource, 0.0)  # the first game has to wait
        usual(payer, resource, amount)

    monkeypatch.setattr(budgets, "spend", spend)
    path = make(client, "random", "engine:nodes=20")
    finished(client, path)
    maker = digest(client.cookies["visitor"])
    played = {(payer.address, payer.visitor, resource) for payer, resource in charged}
    assert {("tournaments", maker, GAMES), ("tournaments", maker, THINKING)} <= played


def test_makers_who_drop_their_cookies_share_one_budget(client):
    found, payers = services(client), []
    service = found.tournaments
    for _ in range(3):
        client.cookies.clear()
        path = make(client, "human", "random")
        payers.append(service.payer(service.get(path.rsplit("/", 1)[-1])))
    assert len({found.budgets.profile.share(payer) for payer in payers}) == 1
    client.get(path)  # with its cookie
    payer = service.payer(service.get(path.rsplit("/", 1)[-1]))
    assert payer.visitor == digest(client.cookies["visitor"])


def test_a_computer_that_cannot_move_loses(client, monkeypatch):
    monkeypatch.setattr(tournament_runner, "_SILENCE_SECONDS", 0.05)
    jobs = services(client).jobs
    usual = jobs.submit

    def submit(job, *rest, **more):
        if job.get("player") == "engine:nodes=21":
            return usual({**job, "player": "nobody"}, *rest, **more)
        return usual(job, *rest, **more)

    monkeypatch.setattr(jobs, "submit", submit)
    path = make(client, "random", "engine:nodes=21")
    found = finished(client, path)
    assert [one["points"] for one in found["players"]] == [2, 0]
    assert found["players"][0]["player"] == "random"


# -- stored -------------------------------------------------------------------------------------------


def test_a_tournament_goes_on_after_a_restart(tmp_path):
    settings = Settings(
        database=f"sqlite:///{tmp_path}/web.sqlite", workers=1, hosts=("testserver",), limits="off"
    )
    with TestClient(create_app(settings), headers={"sec-fetch-site": "same-origin"}) as first:
        path = make(first, "random", "level:1", "level:3", games="6")
        wait_until(lambda: table(first, path)["games"] >= 2)
        cookie = first.cookies["visitor"]
    with TestClient(create_app(settings), headers={"sec-fetch-site": "same-origin"}) as second:
        before = table(second, path)["games"]
        assert before >= 2
        found = finished(second, path)
        assert found["games"] == found["total"] == 18
        second.cookies.set("visitor", cookie)
        assert path in second.get("/tournaments").text


def test_deleted_games_keep_their_result_and_unfinished_ones_are_played_again(client):
    path = make(client, "random", "random", "human")
    held = services(client)
    tournament = path.rpartition("/")[2]
    wait_until(lambda: len(held.tournaments.get(tournament).results) == 2)
    (link,) = links(client, path)
    client.post(link, data={"name": "Zoe"})
    wait_until(lambda: held.tournaments.get(tournament).active)
    stored = held.tournaments.get(tournament)
    with held.database.writing() as session:
        from ludoteca.web.store.retention import delete_games

        delete_games(session, [one.game for one in stored.games.values()])
    (key,) = stored.active
    held.tournament_runner.wake(tournament)
    wait_until(lambda: held.tournaments.get(tournament).active.get(key) not in (None, stored.active[key]))
    assert len(held.tournaments.get(tournament).results) == 2
    client.post(f"{path}/stop")


def test_a_visitor_takes_the_tournaments_along(client):
    path = make(client, "me", "random", title="Mine")
    visitor, database = digest(client.cookies["visitor"]), services(client).database
    assert count_visitor(database, visitor).tournaments == 1
    (found,) = export_visitor(database, visitor)["tournaments"]
    assert (found["title"], found["mine"]) == ("Mine", True)
    assert "owner" not in found
    forget_visitor(database, visitor)
    assert client.get(path).status_code == 404
    with pytest.raises(LudotecaError):
        services(client).tournaments.get(path.rpartition("/")[2])


def test_a_game_of_a_tournament_that_was_deleted_meanwhile_is_deleted(client, monkeypatch):
    path = make(client, "me", "human")
    found, name = services(client).tournaments, path.rpartition("/")[2]
    add, added = found.games.add, []

    def late(row, session):
        add(row, session)
        added.append(row.id)
        with found.database.writing() as transaction:
            transaction.execute(delete(TournamentRow).where(TournamentRow.id == name))

    monkeypatch.setattr(found.games, "add", late)
    stored = found.get(name)
    found._begin(stored, stored.due()[0])
    assert len(added) == 1 and found.is_game_over(added[0])
