"""The laboratory: set-ups from the players' own options, games, matches, evaluations and experiments."""

import json
import re
from typing import Any

import pytest
from fastapi.testclient import TestClient
from markupsafe import escape

from ludoteca.classics.experiments import EXPERIMENTS
from ludoteca.classics.experiments.rows import Experiment, Row
from ludoteca.games import load
from ludoteca.messages import LANGUAGES
from ludoteca.play.player_forms import fields_of
from ludoteca.play.players import kinds
from ludoteca.play.record import Record
from ludoteca.web.app import create_app
from ludoteca.web.budgets import TRAINING
from ludoteca.web.players import OPTIONS
from ludoteca.web.services import Services
from ludoteca.web.settings import Settings
from ludoteca.web.store.schema import ExperimentRow
from ludoteca.web.store.visitors import count_visitor, export_visitor, forget_visitor
from ludoteca.web.workers.experiments import run_experiment, shown_row
from tests.waiting import wait_until
from tests.web.conftest import browser


def services(client: TestClient) -> Services:
    app: Any = client.app
    found: Services = app.state.services
    return found


def start(client: TestClient, game: str = "tic-tac-toe", **fields: str) -> Any:
    named = {name.replace("__", "."): value for name, value in fields.items()}
    named = {re.sub(r"^player_", "player-", name): value for name, value in named.items()}
    return client.post(f"/games/{game}/lab", data=named, follow_redirects=False)


def log(client: TestClient, path: str) -> list[Any]:
    return [one["thinking"] for one in client.get(f"{path}/log.json").json()["moves"] if one["thinking"]]


def found_move(client: TestClient, path: str) -> str:
    moves = client.get(f"{path}/log.json").json()["moves"]
    return str(moves[-1]["move"])


# -- the form -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("word", kinds())
def test_the_form_has_every_option_that_the_server_allows(client, word):
    page = client.get(f"/games/gomoku/lab/options?side=first&player-first={word}").text
    offered = set(re.findall(r'name="first\.([a-z-]+)"', page))
    allowed = {name for name in kinds()[word].options if name in OPTIONS and name != "threads"}
    assert offered == allowed


def test_numbers_are_capped_for_visitors(client):
    page = client.get("/games/gomoku/lab?first=timeout").text
    seconds = re.search(r'name="first\.seconds"[^>]*', page)
    assert seconds and 'max="10"' in seconds[0]
    answer = start(client, "gomoku", player_first="timeout", first__seconds="600", player_second="random")
    assert answer.status_code == 422
    assert 'id="problem"' in answer.text and 'value="600"' in answer.text


@pytest.mark.parametrize(
    "game, fitting",
    [("hex", {"none", "hex-2004", "terms", "hex-rows", "hex-resistance"}),
     ("kalah", {"none", "kalah-2017", "terms"}), ("draughts", {"none", "terms"})],
)  # fmt: skip
def test_only_evaluators_that_fit_are_offered(client, game, fitting):
    page = client.get(f"/games/{game}/lab?first=minimax").text
    select = re.search(r'<select id="first-evaluator".*?</select>', page, re.DOTALL)
    assert select and set(re.findall(r'value="([a-z0-9-]+)"', select[0])) == fitting


def test_a_position_is_for_a_game_and_not_for_a_match(client):
    said = "not in this position"
    assert said in client.get("/games/tapatan/lab", params={"position": "x1o/o1x/x1o x"}).text
    assert said not in client.get("/games/tapatan/lab").text


def test_defaults_are_those_of_the_evaluator(client):
    """With an evaluator of a report, the settings of its authors; the page fetches them when it is chosen."""

    def shown(**fields):
        asked = {"side": "first", "player-first": "alphabeta", **fields}
        page = client.get("/games/gomoku/lab/options", params=asked).text
        numbers = dict(re.findall(r'name="first\.([a-z]+)" type="number"[^>]*placeholder="(\d*)"', page))
        order = re.search(r'id="first-order".*?<option value="">([^<]*)<', page, re.DOTALL)
        assert order
        return numbers["depth"], numbers["window"], order[1]

    assert shown() == ("2", "6", "default: nearest")
    assert shown(**{"first.evaluator": "gomoku-2015"}) == ("4", "6", "default: nearest")
    assert shown(**{"first.evaluator": "terms"}) == ("2", "0", "default: canonical")
    assert shown(**{"first.evaluator": "nonsense", "first.utility": "x"})[0] == "2"
    page = client.get("/games/gomoku/lab").text
    assert re.search(r'<select id="first-evaluator"[^>]*hx-get="/games/gomoku/lab/options\?side=first"', page)


def test_a_link_fills_the_form_in(client):
    page = client.get("/games/hex/lab?first=alphabeta:depth=3,window=5&second=level:8").text
    assert re.search(r'name="first\.depth"[^>]*value="3"', page)
    assert re.search(r'name="first\.window"[^>]*value="5"', page)
    assert '<option value="8" selected>' in page


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_option_has_a_label_and_a_sentence(lang):
    for kind in kinds().values():
        for field in fields_of(kind):
            assert field.label(lang) != field.name and field.about(lang)


# -- games and matches --------------------------------------------------------------------------------


def test_two_set_ups_play_each_other(client):
    answer = start(
        client, player_first="alphabeta", first__depth="3", player_second="minimax", second__depth="1",
        second__evaluator="none",
    )  # fmt: skip
    assert answer.status_code == 303
    stored = services(client).games.get(answer.headers["location"].rpartition("/")[2])
    assert stored.row.kind == "watch"
    assert stored.player("first") == "alphabeta:depth=3"
    assert stored.player("second") == "minimax:depth=1,evaluator=none"


def test_a_visitor_plays_against_a_set_up(client):
    answer = start(client, player_first="human", player_second="negamax", second__prune="1")
    path = answer.headers["location"]
    client.post(f"{path}/move", data={"text": "b2", "ply": "0"})
    wait_until(lambda: len(log(client, path)) == 1)
    (found,) = log(client, path)
    assert found["player"] == "negamax:prune=1" and found["stop"] == "depth" and found["nodes"] > 10


def test_a_match_is_a_tournament_of_two(client):
    answer = start(
        client, action="match", games="4", player_first="alphabeta", first__depth="4", player_second="random"
    )
    path = answer.headers["location"]
    assert path.startswith("/tournaments/")
    wait_until(lambda: client.get(f"{path}/table.json").json()["state"] == "over")
    found = client.get(f"{path}/table.json").json()
    assert found["games"] == 4
    assert {one["player"] for one in found["players"]} == {"alphabeta:depth=4", "random"}


def test_an_evaluator_that_does_not_fit_is_refused(client):
    answer = start(client, player_first="minimax", first__evaluator="hex-2004", player_second="random")
    assert answer.status_code == 422 and 'id="problem"' in answer.text


# -- records of thinking ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "player", ["level", "alphabeta", "breadth-first", "mcts", "engine", "random", "perfect"]
)
def test_the_log_tells_what_every_player_thought(client, player):
    path = start(client, player_first="human", player_second=player).headers["location"]
    client.post(f"{path}/move", data={"text": "a1", "ply": "0"})
    wait_until(lambda: len(log(client, path)) == 1)
    (found,) = log(client, path)
    assert found["stop"]
    if player == "level":
        assert found["name"] and found["limit"] >= found["nodes"]
    page = client.get(f"{path}/log")
    assert page.status_code == 200 and "Why it stopped" in page.text
    assert f">1… {found_move(client, path)}<" in page.text  # numbered as in the list of moves
    part = client.get(f"{path}/thinking?ply=2").text
    assert "stopped because" in part
    record = Record.from_text(client.get(f"{path}/record.txt").text)
    assert record.moves[0].comment == "" and record.moves[1].comment.startswith("[%think ")
    assert client.get(f"{path}/thinking?ply=1").status_code == 404


# -- evaluations --------------------------------------------------------------------------------------


def test_the_page_of_an_evaluation(client):
    position = load("gomoku").start().play_all(["h8", "a1", "i8", "a3", "j8"]).text
    page = client.get("/games/gomoku/evaluate", params={"position": position})
    assert page.status_code == 200
    assert 'data-term="run-open-3"' in page.text and 'data-cell="h8"' in page.text
    found = client.get("/games/gomoku/evaluate", params={"position": position, "format": "json"}).json()
    assert found["evaluator"] == "gomoku-2015" and found["on_board"]
    assert sum(term["value"] for term in found["terms"]) == found["value"] < -15_000


def test_a_wrong_position_is_explained(client):
    answer = client.get("/games/gomoku/evaluate?position=nonsense")
    assert answer.status_code == 422 and 'id="problem"' in answer.text


def test_an_evaluation_of_a_stored_game_by_rules_of_one_s_own(client):
    copied = client.post("/workshop/copy", data={"game": "tapatan"}, follow_redirects=False)
    begun = client.post(f"{copied.headers['location']}/play", data={"kind": "shared"}, follow_redirects=False)
    page = client.get(f"{begun.headers['location']}/evaluate?ply=0")
    assert page.status_code == 200 and "terms" in page.text


# -- experiments --------------------------------------------------------------------------------------


def run(client: TestClient, name: str = "hex-speed") -> str:
    answer = client.post(f"/lab/experiments/{name}", follow_redirects=False)
    assert answer.status_code == 303, answer.text
    return answer.headers["location"]


def figures(client: TestClient, path: str) -> Any:
    return client.get(f"{path}/figures.json").json()


def test_all_experiments_are_listed_in_every_language(client):
    for lang in LANGUAGES:
        page = client.get("/lab", headers={"accept-language": lang}).text
        for name in EXPERIMENTS:
            assert f"/lab/experiments/{name}" in page
            assert escape(EXPERIMENTS[name].claim(lang)) in page


def test_a_run_is_kept_and_shared(app, client):
    path = run(client, "hex-speed")
    wait_until(lambda: figures(client, path)["state"] != "running")
    found = figures(client, path)
    assert found["state"] == "complete" and found["rows"] and found["verdict"]
    other = browser(app)
    page = other.get(path, headers={"accept-language": "pt-BR"}).text
    assert found["rows"][0]["what"] not in page and 'class="ledger' in page  # in the reader's language
    assert "/stop" not in page
    assert path in client.get("/lab").text and path not in other.get("/lab").text


def test_progress_neither_takes_the_focus_away_nor_is_read_aloud_each_second(client):
    path = run(client, "pentago-depth")
    page = client.get(path, headers={"hx-request": "true"}).text
    client.post(f"{path}/stop")
    wait_until(lambda: figures(client, path)["state"] == "stopped")
    assert 'hx-swap="morph:outerHTML"' in page and 'role="status"' not in page
    assert 'role="status"' in client.get(path, headers={"hx-request": "true"}).text


def test_a_run_can_be_stopped_by_its_owner_only(app, client):
    path = run(client, "pentago-depth")
    refused = client.post("/lab/experiments/hex-speed")
    assert refused.status_code == 409  # one at a time
    assert 'id="problem"' in refused.text and f'href="{path}"' in refused.text
    assert browser(app).post(f"{path}/stop").status_code == 403
    client.post(f"{path}/stop")
    wait_until(lambda: figures(client, path)["state"] == "stopped")
    assert "Stopped" in client.get(path).text


def test_a_run_that_takes_too_long_keeps_its_figures(monkeypatch):
    def endless(work):
        number = 0
        while True:
            work.check()
            number += 1
            yield Row("evaluation", float(number), "count", None, {"judge": "x"})

    monkeypatch.setitem(EXPERIMENTS, "endless", Experiment("endless", "hex", endless))
    found = run_experiment({"experiment": "endless", "seconds": 0.2}, None)
    assert not found["complete"] and len(found["rows"]) == 1


def test_a_failed_run_says_why(client):
    path = run(client, "hex-speed")
    run_id = path.rpartition("/")[2]
    client.post(f"{path}/stop")
    wait_until(lambda: figures(client, path)["state"] == "stopped")
    with services(client).database.writing() as session:
        row = session.get(ExperimentRow, run_id)
        assert row is not None
        problem = {"en": "out of memory", "es": "sin memoria"}
        row.state, row.found = "failed", json.dumps({"problem": problem})
    assert "out of memory" in client.get(path).text
    assert "sin memoria" in client.get(path, headers={"accept-language": "es"}).text


def test_a_run_of_a_server_that_has_ended(client):
    path = run(client, "hex-speed")
    client.post(f"{path}/stop")
    wait_until(lambda: figures(client, path)["state"] == "stopped")
    with services(client).database.writing() as session:
        row = session.get(ExperimentRow, path.rpartition("/")[2])
        assert row is not None
        row.state = "running"
        row.changed = row.changed.replace(year=2020)
    assert figures(client, path)["state"] == "interrupted"
    assert "Interrupted" in client.get(path).text


def test_unknown_experiments_and_runs(client):
    assert client.post("/lab/experiments/nonsense").status_code == 404
    assert client.get("/lab/runs/nonsense").status_code == 404
    assert client.get("/lab/runs/nonsense/figures.json").status_code == 404


def test_rows_are_stored_in_every_language():
    row = Row("evaluation", 1.5, "microseconds", None, {"judge": "hex-rows"})
    assert shown_row(row)["en"][2] == "1.5 µs" and shown_row(row)["pt-BR"][2] == "1,5 µs"


def test_runs_are_charged_and_counted(tmp_path):
    settings = Settings(
        database=f"sqlite:///{tmp_path / 'web.sqlite'}", workers=1, hosts=("testserver",), limits="internet"
    )
    with TestClient(create_app(settings)) as app:
        client = browser(app)
        found = services(app)
        path = run(client, "hex-speed")
        client.post(f"{path}/stop")
        wait_until(lambda: figures(client, path)["state"] == "stopped")
        owner = found.experiments.get(path.rpartition("/")[2]).owner
        assert found.experiments.seconds() <= 130
        assert count_visitor(found.database, owner).experiments == 1
        assert export_visitor(found.database, owner)["experiments"][0]["name"] == "hex-speed"
        found.budgets.charge(found.budgets.client("testclient", owner), TRAINING, 500)
        assert client.post("/lab/experiments/hex-speed").status_code == 429
        forget_visitor(found.database, owner)
        assert client.get(path).status_code == 404
