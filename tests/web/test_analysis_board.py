"""The analysis board without a browser: links, edits, the engine's stream, records, fair play, budgets."""

import html
import json
import random
import re
import string
from functools import partial
from urllib.parse import parse_qs, urlsplit

import pytest
from fastapi.testclient import TestClient

from ludoteca.games import load
from ludoteca.play.record import Record, RecordedMove
from ludoteca.play.variations import VariationTree, decoded, encoded
from ludoteca.web import budgets
from ludoteca.web.app import create_app
from ludoteca.web.games.seats import digest
from ludoteca.web.pages.analysis import MOST_MOVES
from ludoteca.web.settings import Settings
from ludoteca.web.store.visitors import export_in_parts, export_visitor, forget_visitor
from ludoteca.web.token_buckets import Rate
from tests.waiting import wait_until
from tests.web.conftest import browser

HTMX = {"hx-request": "true"}
GAMES = ("tapatan", "tic-tackle", "amazons", "pentago", "kalah", "hex", "gomoku", "coyote")
WON = ("a1", "a2", "b1", "b2", "c1")


def fields(page):
    """The state of a page: its hidden fields and the data of its content."""
    assert page.status_code == 200, page.text
    found = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', page.text))
    head = re.search(r'<main id="content"([^>]*)>', page.text)
    assert head
    found.pop("back", None)
    return {name: html.unescape(value) for name, value in found.items()}, {
        name: html.unescape(value) for name, value in re.findall(r'data-([a-z]+)="([^"]*)"', head[1])
    }


def opened(client, **asked):
    return fields(client.get("/analysis", params=asked))


def post(client, state, part="", **more):
    return fields(client.post(f"/analysis{part}", data={**state, **more}, headers=HTMX))


def tree(state):
    return VariationTree(decoded(state["d"]))


@pytest.mark.parametrize("name", GAMES)
def test_any_game_can_be_analysed_for_both_sides(client, name):
    state, data = opened(client, game=name)
    position = load(name).start()
    for _ in range(3):
        move = position.legal_moves[0]
        state, data = post(client, state, "/move", path=json.dumps(move.path))
        position = position.play(move)
        assert data["position"] == position.text
    assert (data["ply"], data["at"]) == ("3", "3")
    assert decoded(state["d"]).rules == load(name).rules_hash


def test_the_parameters_of_the_address(client):
    _, data = opened(client, game="tic-tac-toe", moves="a1 b2 c3")
    assert data["ply"] == "3"
    _, data = opened(client, game="tic-tac-toe", moves="a1 b2 c3", at="1")
    assert data["ply"] == "1"
    _, data = opened(client, game="tic-tac-toe", position="xx1/oo1/3 x")
    assert data["position"] == "xx1/oo1/3 x"
    start = client.get("/analysis")
    assert '<option value="hex">' in start.text and 'action="/analysis/import"' in start.text


@pytest.mark.parametrize(
    ("asked", "status"),
    [
        ({"game": "no-such-game"}, 404),
        ({"game": "/etc/passwd.toml"}, 404),
        ({"game": "tic-tac-toe", "position": "nonsense"}, 422),
        ({"game": "tic-tac-toe", "position": "x" * 3000}, 422),
        ({"game": "tic-tac-toe", "moves": "z9"}, 422),
        ({"game": "tic-tac-toe", "moves": "a1 " * 3000}, 422),
        ({"d": "1nonsense"}, 422),
        ({"d": "1" + "A" * 50_000}, 422),
        ({"d": encoded(Record("tic-tac-toe")), "at": "7"}, 422),
        ({"d": encoded(Record("tic-tac-toe", "0" * 20))}, 422),
        ({"d": encoded(Record("mine", rules_text="family = 3"))}, 422),
        ({"g": "nothing-here"}, 404),
    ],
)
def test_what_makes_no_sense_is_refused_with_a_code(client, asked, status):
    answer = client.get("/analysis", params=asked)
    assert answer.status_code == status, answer.text
    assert "Traceback" not in answer.text


def test_an_illegal_move_in_a_link_is_refused_where_it_is_shown(client):
    record = Record("tic-tac-toe", moves=(RecordedMove("a1", "first"), RecordedMove("a1", "second")))
    assert client.get("/analysis", params={"d": encoded(record), "at": "1"}).status_code == 200
    assert client.get("/analysis", params={"d": encoded(record), "at": "2"}).status_code == 422


def test_variations_comments_promotion_and_deletion(client):
    state, _ = opened(client, game="tic-tac-toe", moves="a1 b2")
    state, _ = post(client, state, go="1")
    state, data = post(client, state, text="c3", comment="First!")
    assert (data["at"], data["ply"]) == ("3", "2")
    assert [node.move for node in tree(state).nodes] == ["", "a1", "b2", "c3"]
    assert tree(state).node(1).comment == "First!"
    state, data = post(client, state, do="promote")
    assert (data["at"], tree(state).root.last.line) == ("2", ("a1", "c3"))
    state, data = post(client, state, do="delete")
    assert [node.move for node in tree(state).nodes] == ["", "a1", "b2"]
    assert data["at"] == "1"
    state, _ = post(client, state, keep="c1 c2")
    assert tree(state).node(4).line == ("a1", "c1", "c2")
    state, data = post(client, state, line="b1 b2")
    assert (data["ply"], tree(state).node(int(data["at"])).move) == ("2", "b1")


def test_the_address_of_a_state_reopens_it_elsewhere(client, app):
    state, _ = opened(client, game="alquerque", moves="c2-c3 c4xc2")
    state, data = post(client, state, go="1", comment="Why not?")
    assert len(data["address"]) < 2000
    link = urlsplit(data["address"])
    other, there = fields(browser(app).get(link.path, params=parse_qs(link.query)))
    assert (other["d"], there["at"], there["position"]) == (state["d"], "1", data["position"])


def test_a_long_analysis_keeps_its_state_in_the_fragment(client):
    record = Record("tic-tac-toe", moves=(RecordedMove("a1", "first", random_text()),))
    state, data = fields(client.post("/analysis", data={"d": encoded(record), "at": "1"}))
    assert data["address"].startswith("/analysis#d=")
    page = client.post("/analysis", data=state, headers=HTMX).text
    assert 'formaction="/analysis/store"' in page and 'id="link"' not in page


def random_text(size=1900):
    """A comment that does not compress."""
    return "".join(random.Random(5).choices(string.ascii_letters + string.digits, k=size))


def test_a_long_analysis_is_stored_and_opened_by_others(client, app):
    record = Record("tic-tac-toe", moves=(RecordedMove("a1", "first", random_text()),))
    page = client.post("/analysis/store", data={"d": encoded(record), "at": "1"}, headers=HTMX)
    found = re.search(r'value="http://testserver(/analysis/s/[\w-]+)"', page.text)
    assert found, page.text
    state, _ = fields(browser(app).get(found[1]))
    assert decoded(state["d"]).moves == record.moves
    assert client.get("/analysis/s/nothing").status_code == 404
    owner, database = digest(client.cookies["visitor"]), client.app.state.services.database
    assert [f"/analysis/s/{one['id']}" for one in export_visitor(database, owner)["analyses"]] == [found[1]]
    assert json.loads("".join(export_in_parts(database, owner)))["analyses"][0]["owner"] == owner
    assert forget_visitor(database, owner).analyses == 1
    assert client.get(found[1]).status_code == 404


def test_a_file_is_imported_by_another_server(client, tmp_path):
    state, _ = opened(client, game="tic-tac-toe", moves="a1 b2")
    state, _ = post(client, state, go="1", comment="")
    state, _ = post(client, state, text="c3", comment="Start {here}")
    sent = client.post("/analysis/file", data=state)
    assert sent.headers["content-disposition"] == 'attachment; filename="tic-tac-toe-analysis.txt"'
    settings = Settings(
        database=f"sqlite:///{tmp_path / 'other.sqlite'}", workers=1, hosts=("testserver",), limits="off"
    )
    with TestClient(create_app(settings)) as other:
        fresh = browser(other)
        imported, _ = fields(fresh.post("/analysis/import", files={"file": ("a.txt", sent.content)}))
        linked, _ = fields(fresh.get("/analysis", params={"d": state["d"], "at": "2"}))
    assert decoded(imported["d"]) == decoded(linked["d"]) == decoded(state["d"])


@pytest.mark.parametrize("text", ["b2 a1 c3", "1. b2 a1 2. c3", "1. b2 a1 {why?} 2. c3 *"])
def test_a_list_of_moves_is_a_record(client, text):
    page = client.post("/analysis/import", data={"text": text, "game": "tic-tac-toe"}).text
    assert re.findall(r'<button class="move \w+"[^>]*>(\S+)</button>', page) == ["b2", "a1", "c3"]


def test_the_import_form_keeps_what_was_entered(client):
    sent = {"text": "b2 a1 c3", "game": "no-such-game"}
    refused = client.post("/analysis/import", data=sent)
    assert refused.status_code == 404
    assert 'role="alert"' in refused.text and "b2 a1 c3</textarea>" in refused.text
    assert 'value="no-such-game"' in refused.text


def test_an_illegal_record_is_refused_up_to_the_move(client):
    answer = client.post("/analysis/import", data={"text": '[Game "tic-tac-toe"]\n1. a1 a1 *'})
    assert answer.status_code == 422
    assert 'name="text" value="[Game' in answer.text
    assert client.post("/analysis/import", data={"text": ""}).status_code == 409


def test_rules_of_a_visitor_travel_in_the_link(client, app):
    there = client.post("/workshop/copy", data={"game": "tapatan"}, follow_redirects=False).headers[
        "location"
    ]
    draft = client.app.state.services.drafts.get(there.split("/")[-1])
    record = Record(draft.name, rules_text=draft.text)
    state, data = fields(browser(app).get("/analysis", params={"d": encoded(record), "at": "0"}))
    move = load("tapatan").start().legal_moves[0]
    state, data = post(client, state, "/move", path=json.dumps(move.path))
    assert data["ply"] == "1"
    assert decoded(state["d"]).rules_text == draft.text
    page = client.post("/analysis", data=state).text
    found = re.search(r'href="(/analysis/board.css[^"]*)"', page)
    assert found
    style = html.unescape(found[1])
    assert "--ratio" in client.get(style).text
    file = client.post("/analysis/file", data=state).text
    again, _ = fields(client.post("/analysis/import", data={"text": file}))
    assert decoded(again["d"]) == decoded(state["d"])
    assert [kind for kind, _ in events(client.post("/analysis/lines", data=state | {"strength": "1s"}))][
        -1
    ] == "done"


# -- the engine ---------------------------------------------------------------------------------------


def events(answer):
    assert answer.status_code == 200, answer.text
    found = re.findall(r"event: (\w+)\ndata: (.*)\n\n", answer.text)
    return [(kind, json.loads(value)) for kind, value in found]


@pytest.mark.parametrize("lines", [1, 3, 5])
def test_lines_come_while_the_engine_searches(client, lines):
    state, _ = opened(client, game="alquerque")
    answer = client.post("/analysis/lines", data={**state, "lines": lines, "strength": "100000n"})
    found = events(answer)
    assert [kind for kind, _ in found][-1] == "done"
    assert answer.headers["content-type"].startswith("text/event-stream")
    last = found[-1][1]
    assert last["lines"].count("<li>") == min(lines, len(load("alquerque").start().legal_moves))
    assert "depth" in last["lines"] and 'role="meter"' in last["bar"]
    first = re.search(r'name="keep" value="([^"]*)"', last["lines"])
    assert first
    load("alquerque").start().play_all(first[1].split())


def test_a_win_is_named_and_fills_the_bar(client):
    state, _ = opened(client, game="tic-tac-toe", position="xx1/oo1/3 o")
    _, last = events(client.post("/analysis/lines", data=state | {"lines": "2"}))[-1]
    assert last["chance"] == 0
    assert "O: win in 1" in last["lines"] and 'aria-valuenow="0"' in last["bar"]


def test_a_search_without_a_free_stream_is_ended(app, client, monkeypatch):
    found, (state, _) = app.app.state, opened(client, game="alquerque")
    submitted, usual = [], found.services.jobs.submit

    def submit(*job, **more):
        submitted.append(usual(*job, **more))
        return submitted[-1]

    monkeypatch.setattr(found.services.jobs, "submit", submit)
    monkeypatch.setattr(found.streams, "total", 0)
    assert client.post("/analysis/lines", data=state | {"strength": "10s"}).status_code == 503
    assert [one.cancelled() for one in submitted] == [True]


@pytest.mark.parametrize("field", ["line", "keep"])
def test_a_request_adds_a_bounded_number_of_moves(client, field):
    state, _ = opened(client, game="alquerque")
    moves = " ".join(["c3-d4"] * (MOST_MOVES + 1))
    answer = client.post("/analysis", data=state | {field: moves})
    assert answer.status_code == 422 and "damaged or too long" in answer.text


def test_no_lines_once_the_game_is_over(client):
    state, data = opened(client, game="tic-tac-toe", moves=" ".join(WON))
    assert data["over"] == "yes"
    assert client.post("/analysis/lines", data=state).status_code == 422


def test_settings_stay_within_the_limits_of_the_server(client):
    state, _ = opened(client, game="tic-tac-toe")
    page = client.post(
        "/analysis", data=state | {"lines": "99", "strength": "9999s", "threads": "64", "engine": "on"}
    )
    assert "<option selected>5</option>" in page.text
    assert '<option value="3s" selected>' in page.text
    assert page.text.count("<option selected>1</option>") == 1


def test_thinking_is_charged_to_the_visitor(tmp_path, monkeypatch):
    few = {budgets.THINKING: Rate(4, 1), budgets.REQUESTS: Rate(100, 100)}
    monkeypatch.setitem(budgets.PROFILES, "tiny", budgets.Profile(few, {}, False))
    settings = Settings(
        database=f"sqlite:///{tmp_path / 'web.sqlite'}", workers=1, hosts=("testserver",), limits="tiny"
    )
    with TestClient(create_app(settings)) as app:
        client = browser(app)
        state, _ = opened(client, game="amazons")
        asked = state | {"strength": "3s"}
        assert events(client.post("/analysis/lines", data=asked))[-1][0] == "done"
        refused = client.post("/analysis/lines", data=asked, headers=HTMX)
        assert refused.status_code == 429 and "retry-after" in refused.headers


# -- games of the server ------------------------------------------------------------------------------


def finished(client, **more):
    answer = client.post(
        "/start", data={"game": "tic-tac-toe", "kind": "shared", **more}, follow_redirects=False
    )
    there = answer.headers["location"]
    for move in WON:
        client.post(f"{there}/move", data={"text": move})
    return there.split("/")[-1]


def test_a_finished_game_is_reviewed_beside_the_board(client):
    game = finished(client)
    for old, new in (
        (f"/g/{game}/review", f"/analysis?g={game}&at=0"),
        (f"/g/{game}/review/2", f"/analysis?g={game}&retry=2"),
    ):
        answer = client.get(old, follow_redirects=False)
        assert (answer.status_code, answer.headers["location"]) == (308, new)
    wait_until(lambda: 'data-review="done"' in client.get(f"/g/{game}/review/panel").text)
    page = client.get("/analysis", params={"g": game, "at": "0"})
    state, data = fields(page)
    assert data["address"] == f"/analysis?g={game}&at=0"
    assert page.text.count('class="band"') == len(WON) + 1
    marked = re.findall(r'name="again" value="(\d+)"', page.text)
    assert marked
    state, data = post(client, state, again=marked[0])
    assert (data["retry"], data["ply"]) == (marked[0], str(int(marked[0]) - 1))
    played = WON[int(marked[0]) - 1]
    wrong = client.post("/analysis/move", data=state | {"text": played}, headers=HTMX)
    assert "verdict wrong" in wrong.text
    state, _ = fields(wrong)
    best = client.app.state.services.reviews.get(client.app.state.services.games.get(game))
    better = best["data"]["en"]["moves"][int(marked[0]) - 1]["best"]
    right = client.post("/analysis/move", data=state | {"text": better}, headers=HTMX)
    assert "verdict right" in right.text
    state, data = fields(right)
    assert (state["retry"], tree(state).node(int(data["at"])).move) == ("0", better)
    assert client.get(f"/g/{game}/review/{marked[0]}/better").status_code == 200


def is_reviewed(client, game):
    return 'data-review="done"' in client.get(f"/g/{game}/review/panel").text


def test_ones_own_mistakes_come_first(client, app):
    data = {"game": "tic-tac-toe", "kind": "link", "side": "second", "name": "Ana"}
    there = client.post("/start", data=data, follow_redirects=False).headers["location"]
    game, friend = there.split("/")[-1], browser(app)
    friend.post(f"{there}/seat/{client.cookies[f'invite-{game}']}", data={"name": "Bia"})
    for number, move in enumerate(WON):
        (friend, client)[number % 2].post(f"{there}/move", data={"text": move})
    for one, other in ((client, "Bia"), (friend, "Ana")):
        wait_until(partial(is_reviewed, one, game))
        panel = one.get(f"/g/{game}/review/panel").text
        own, rest = re.findall(r'<details class="mistakes" (open)?>\s*<summary>([^<]*)', panel)
        assert own == ("open", "Your mistakes ") and rest == ("", f"Mistakes by {other} ")


def test_nobody_analyses_while_playing_against_a_person(client, app):
    answer = client.post(
        "/start", data={"game": "tic-tac-toe", "kind": "link", "side": "first"}, follow_redirects=False
    )
    game = answer.headers["location"].split("/")[-1]
    state, _ = opened(client, game="tic-tac-toe")
    assert client.get("/analysis", params={"g": game}).status_code == 409
    assert client.post("/analysis", data=state | {"g": game}).status_code == 409
    assert client.post("/analysis/lines", data=state | {"g": game}).status_code == 409
    own = client.get(f"/g/{game}").text
    assert f"/analysis?g={game}" not in own and f"/g/{game}/tree" not in own
    helpful = (
        f"/g/{game}/tree?depth=1",
        f"/g/{game}/evaluate",
        f"/g/{game}/why?ply=1",
        f"/exercise?g={game}",
    )
    assert [client.get(path).status_code for path in helpful] == [409] * 4
    watcher = browser(app)
    assert watcher.get("/analysis", params={"g": game}).status_code == 200
    assert watcher.get(helpful[0]).status_code == 200
    assert client.post(f"/g/{game}/resign", headers=HTMX).status_code == 200
    assert client.get("/analysis", params={"g": game}).status_code == 200


def test_a_running_game_against_the_computer_can_be_analysed(client):
    answer = client.post(
        "/start", data={"game": "tapatan", "kind": "computer", "level": "1"}, follow_redirects=False
    )
    game = answer.headers["location"].split("/")[-1]
    page = client.get("/analysis", params={"g": game})
    assert page.status_code == 200 and 'id="review"' not in page.text


def test_a_game_of_other_rules_does_not_fit_a_link(client):
    game = finished(client)
    link = encoded(Record("hex"))
    assert client.get("/analysis", params={"d": link, "g": game, "at": "0"}).status_code == 422


@pytest.mark.parametrize("lang", ["pt-BR", "es"])
def test_the_page_speaks_the_readers_language(client, lang):
    page = client.get("/analysis", params={"game": "tapatan", "lang": lang}).text
    assert "Tablero de análisis" in page if lang == "es" else "Tabuleiro de análise" in page
