"""Classes: joining, tasks, pairs, championships, who may do what, and that nothing is left in the end."""

import html
import json
import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import select, text, update

from ludoteca.exercises import make_exercise
from ludoteca.games import load
from ludoteca.messages import LANGUAGES
from ludoteca.play.opponents import offered
from ludoteca.puzzles import puzzles_path, read_puzzles
from ludoteca.web.app import create_app
from ludoteca.web.budgets import GAMES, GUESSES, PROFILES, Client
from ludoteca.web.games import classrooms as classrooms_module
from ludoteca.web.games.class_games import pairing
from ludoteca.web.games.class_members import ANIMALS, MOST_PUPILS
from ludoteca.web.games.seats import digest
from ludoteca.web.services import Services
from ludoteca.web.settings import Retention, Settings
from ludoteca.web.store.quotas import room_for_new
from ludoteca.web.store.schema import Base, ClassRow, ExerciseRow, GameRow, MemberRow, SeatRow
from tests.waiting import wait_until
from tests.web.conftest import browser
from tests.web.postgresql import cluster

NAMES = ("Ana", "Bia", "Caio", "Davi", "Elis", "Fabio")
WON = ("a1", "b1", "a2", "b2", "a3")


def services(client: TestClient) -> Services:
    app: Any = client.app
    found: Services = app.state.services
    return found


def open_class(client: TestClient, **more: str) -> tuple[str, str]:
    """The path and the code of a new class."""
    answer = client.post("/class", data={"title": "5B", "days": "7", **more})
    assert answer.status_code == 200, answer.text
    return answer.url.path, shown_code(answer.text)


def shown_code(page: str) -> str:
    found = re.search(r'id="code">([^<]+)<', page)
    assert found
    return found[1]


def join(app: TestClient, code: str, name: str, animal: str = "onca") -> TestClient:
    pupil = browser(app)
    answer = pupil.post("/class/join", data={"code": code, "name": name, "animal": animal})
    assert answer.status_code == 200, answer.text
    assert f"Hello, {name}!" in answer.text
    return pupil


def class_of(app: TestClient, size: int = 3) -> tuple[TestClient, str, list[TestClient]]:
    teacher = browser(app)
    path, code = open_class(teacher)
    return teacher, path, [join(app, code, name) for name in NAMES[:size]]


def calls(pupil: TestClient, path: str) -> dict[str, str]:
    """The games that a pupil is called to, by the name of the opponent."""
    page = pupil.get(path).text
    return {
        name: game
        for name, game in re.findall(
            r'[\w-]+ against (\w+)</span> <a class="button main" href="(/g/[^"]+)"', page
        )
    }


def play_out(first: TestClient, second: TestClient, game: str) -> None:
    """The first player wins Tic-tac-toe."""
    for ply, move in enumerate(WON):
        mover = first if ply % 2 == 0 else second
        answer = mover.post(f"{game}/move", data={"text": move, "ply": str(ply)})
        assert answer.status_code == 200, answer.text


# -- joining --------------------------------------------------------------------------------------------


def test_pupils_join_by_the_code_however_it_is_typed(app):
    teacher = browser(app)
    path, code = open_class(teacher)
    assert re.fullmatch(r"[0-9B-Z]{3} [0-9B-Z]{3}", code)
    for name, typed in zip(
        NAMES, (code, code.lower(), code.replace(" ", ""), code.replace(" ", "-")), strict=False
    ):
        join(app, typed, name)
    page = teacher.get(path).text
    assert all(name in page for name in NAMES[:4]) and "4 pupils" in page
    assert teacher.get(f"{path}/qr.svg").headers["content-type"] == "image/svg+xml"
    link = browser(app).get(f"/class/join/{code.replace(' ', '')}").text
    assert f'value="{code.replace(" ", "")}"' in link


@pytest.mark.parametrize(
    ("name", "animal", "said"),
    [
        ("", "onca", "type in a first name"),
        ("\u200b ", "onca", "type in a first name"),
        ("Ana", "", "choose an animal"),
        ("Ana", "elephant", "choose an animal"),
    ],
)
def test_name_and_animal_are_needed(app, client, name, animal, said):
    _, code = open_class(client)
    answer = browser(app).post("/class/join", data={"code": code, "name": name, "animal": animal})
    assert (answer.status_code, said in answer.text.lower()) == (422, True)
    assert f'value="{code}"' in answer.text  # what was entered is still there


def test_two_pupils_of_one_name_have_different_animals(app, client):
    path, code = open_class(client)
    join(app, code, "Ana", "onca")
    answer = browser(app).post("/class/join", data={"code": code, "name": "ANA", "animal": "onca"})
    assert answer.status_code == 409 and "animal" in answer.text
    join(app, code, "Ana", "tatu")
    assert "2 pupils" in client.get(path).text


def test_a_class_is_full_at_some_time(app, client, monkeypatch):
    monkeypatch.setattr("ludoteca.web.games.class_members.MOST_PUPILS", 1)
    _, code = open_class(client)
    join(app, code, "Ana")
    answer = browser(app).post("/class/join", data={"code": code, "name": "Bia", "animal": "onca"})
    assert answer.status_code == 409 and MOST_PUPILS >= 30


def test_nobody_joins_a_closed_class_and_a_new_code_opens_it(app, client):
    path, code = open_class(client)
    client.post(f"{path}/joining", data={"open": "no"})
    data = {"code": code, "name": "Ana", "animal": "onca"}
    assert browser(app).post("/class/join", data=data).status_code == 422
    assert client.get(f"{path}/qr.svg").status_code == 404
    fresh = shown_code(client.post(f"{path}/joining", data={"open": "yes"}).text)
    assert fresh != code
    assert browser(app).post("/class/join", data=data).status_code == 422
    join(app, fresh, "Ana")


def test_a_code_works_for_some_hours_only(app, client):
    path, code = open_class(client)
    with services(client).database.writing() as session:
        session.execute(update(ClassRow).values(code_until=datetime.now(UTC) - timedelta(seconds=1)))
    data = {"code": code, "name": "Ana", "animal": "onca"}
    assert browser(app).post("/class/join", data=data).status_code == 422
    assert 'id="code"' not in client.get(path).text


def test_what_a_browser_did_before_is_not_mixed_with_the_class(app, client):
    path, code = open_class(client)
    pupil = browser(app)
    own = pupil.post("/start", data={"game": "tic-tac-toe", "kind": "shared"}).url.path
    before = pupil.cookies["visitor"]
    pupil.post("/class/join", data={"code": code, "name": "Ana", "animal": "onca"})
    assert pupil.cookies["visitor"] != before
    assert own not in pupil.get("/mine").text and own not in client.get(path).text
    pupil.post(f"{path}/leave", data={"confirm": "yes"})
    assert pupil.cookies["visitor"] == before and "class" not in pupil.cookies
    assert own in pupil.get("/mine").text


def test_two_pupils_share_a_device(app, client):
    path, code = open_class(client)
    device = join(app, code, "Ana")
    data = {"code": code, "name": "Bia", "animal": "tatu"}
    assert device.post("/class/join", data=data).status_code == 409  # Ana is still there
    assert device.post(f"{path}/hand-over").url.path == "/class/join"
    assert "class" not in device.cookies and "visitor" not in device.cookies
    assert "Hello, Bia!" in device.post("/class/join", data=data).text
    assert "2 pupils" in client.get(path).text  # Ana's work stays


def test_the_class_of_a_teacher_expires_but_not_the_teacher(app, client):
    own = client.post("/start", data={"game": "tic-tac-toe", "kind": "shared"}).url.path
    path, _ = open_class(client)
    with services(client).database.writing() as session:
        past = datetime.now(UTC) - timedelta(seconds=1)
        session.execute(update(ClassRow).where(ClassRow.id == path[7:]).values(expires=past))
    for where in ("/class/bar", "/class"):
        client.get(where)
        assert own in client.get("/mine").text
    while services(client).retention_sweep.quotas.purger.purge_class(path[7:]):
        pass


def test_a_pupil_comes_back_on_another_device_with_everything(app):
    teacher, path, (ana, bia, _) = class_of(app)
    teacher.post(f"{path}/pair", data={"game": "tic-tac-toe", "pupil": ["1", "2"]})
    (game,) = calls(ana, path).values()
    page = teacher.post(f"{path}/pupil/1/return").text
    code = re.search(r'id="return-code">([^<]+)<', page)[1]  # type: ignore[index]
    phone = browser(app)
    assert "Hello, Ana!" in phone.post("/class/join", data={"code": code}).text
    assert list(calls(phone, path).values()) == [game]
    assert ana.get(path).status_code == 404  # the old device is out
    again = browser(app).post("/class/join", data={"code": code})
    assert again.status_code == 422  # works once
    assert [
        one.name for one in services(app).classrooms.get(path[7:], digest(bia.cookies["visitor"])).pupils
    ] == list(NAMES[:3])


def test_a_teacher_opens_the_class_on_another_device(app):
    teacher, path, _ = class_of(app)
    page = teacher.post(f"{path}/device").text
    code = re.search(r'id="return-code">([^<]+)<', page)[1]  # type: ignore[index]
    other = browser(app)
    assert "You are the teacher" in other.post("/class/join", data={"code": code}).text
    for one in (teacher, other):
        assert one.post(f"{path}/joining", data={"open": "no"}).status_code == 200


# -- tasks ----------------------------------------------------------------------------------------------


def test_tasks_are_counted_from_what_pupils_do(app):
    teacher, path, (ana, *_) = class_of(app)
    game = services(app).game_cache.game("tic-tac-toe")
    level = offered(game).levels[0].number
    for task in (
        {"kind": "level", "game": "tic-tac-toe", "level": str(level)},
        {"kind": "puzzles", "game": "felli", "times": "1"},
        {"kind": "games", "times": "2"},
    ):
        answer = teacher.post(f"{path}/tasks", data=task)
        assert "problem" not in re.findall(r'id="(\w+)"', answer.text)
    page = ana.get(path).text
    assert "Beat level" in page and "Solve 1 puzzle of" in page and "Finish 2 games" in page
    win_against_level(app, ana, level)
    solve_puzzle(app, ana, "felli")
    row = pupil_row(teacher, path, 1)
    assert row.count("✓") == 2 and "1/2" in row
    assert ana.get(path).text.count("✓") == 2
    assert "1 of 3 have done it" in teacher.get(path).text
    number = re.findall(r"/tasks/(\d+)/remove", teacher.get(path).text)[0]
    teacher.post(f"{path}/tasks/{number}/remove")
    assert "Beat level" not in ana.get(path).text


def test_a_finished_exercise_counts(app):
    teacher, path, (ana, bia, _) = class_of(app)
    task = {"kind": "exercise", "game": "tapatan", "exercise": "values", "times": "1"}
    teacher.post(f"{path}/tasks", data=task)
    starts = [re.search(r'href="(/exercise\?[^"]+)"', one.get(path).text)[1] for one in (ana, bia)]  # type: ignore[index]
    assert starts[0] != starts[1]  # neighbours have different trees
    asked = dict(parse_qsl(urlsplit(html.unescape(starts[0])).query))
    position = services(app).game_cache.game("tapatan").start()
    made = make_exercise(position, "values", seed=int(asked["seed"]))
    right = {f"n{node.id}-value": str(node.value) for node in made.nodes if "value" in node.asked}
    wrong = {name: "999" for name in right}
    assert ana.post("/exercise", data={**asked, **wrong, "do": "check"}).status_code == 200
    assert "0/1" in pupil_row(teacher, path, 1)
    page = ana.post("/exercise", data={**asked, **right, "do": "check"}).text
    assert 'data-complete="yes"' in page
    assert "✓" in pupil_row(teacher, path, 1) and "✓" not in pupil_row(teacher, path, 2)
    stranger = browser(app)
    stranger.post("/exercise", data={**asked, **right, "do": "check"})
    with services(app).database.reading() as session:
        assert len(session.scalars(select(ExerciseRow.visitor)).all()) == 1  # nothing is kept of others


def pupil_row(teacher: TestClient, path: str, number: int) -> str:
    found = re.search(rf'<tr data-pupil="{number}".*?</tr>', teacher.get(f"{path}/live").text, re.S)
    assert found
    return found[0]


def win_against_level(app: TestClient, pupil: TestClient, level: int) -> None:
    """The computer resigns: a forced win is not what is tested here."""
    game = pupil.post(
        "/start", data={"game": "tic-tac-toe", "kind": "computer", "level": str(level)}
    ).url.path
    pupil.post(f"{game}/move", data={"text": "a1", "ply": "0"})
    found = services(app).commands
    wait_until(lambda: found.games.get(game[3:]).session.plies == 2)
    with found._changing(game[3:]) as (transaction, stored):
        found.games.save(transaction, stored, stored.session.resign("second"))


def solve_puzzle(app: TestClient, pupil: TestClient, game: str) -> None:
    puzzle = read_puzzles(puzzles_path(game), services(app).game_cache.game(game))[0]
    for number, step in enumerate(puzzle.steps):
        position = puzzle.positions(services(app).game_cache.game(game))[step.ply]
        move = next(one for one in position.legal_moves if one.text == puzzle.line[step.ply])
        answer = pupil.post(f"/puzzles/{game}/1/{number}/move", data={"path": json.dumps(list(move.path))})
        assert answer.status_code == 200


@pytest.mark.parametrize(
    "task",
    [
        {"kind": "dance"}, {"kind": "puzzles", "times": "0"}, {"kind": "puzzles", "times": "51"},
        {"kind": "puzzles", "game": "tic-tac-toe"}, {"kind": "level", "level": "2"},
        {"kind": "exercise", "game": "tapatan", "exercise": "dance"},
    ],
)  # fmt: skip
def test_impossible_tasks_are_explained(app, client, task):
    path, _ = open_class(client)
    answer = client.post(f"{path}/tasks", data=task)
    assert answer.status_code == 422 and 'id="problem"' in answer.text


def test_a_level_that_a_game_lacks_becomes_the_next_one(app, client):
    path, _ = open_class(client)
    client.post(f"{path}/tasks", data={"kind": "level", "game": "tic-tac-toe", "level": "8"})
    levels = [one.number for one in offered(services(client).game_cache.game("tic-tac-toe")).levels]
    stored = services(client).classrooms.get(path[7:], digest(client.cookies["visitor"]))
    assert int(stored.tasks[0].detail) == min(levels[-1], 8)


# -- pairs and championships ----------------------------------------------------------------------------


def test_pupils_are_paired_and_see_it_and_the_teacher_sees_their_game(app):
    teacher, path, pupils = class_of(app, 3)
    answer = teacher.post(f"{path}/pair", data={"game": "tic-tac-toe", "level": "1"})
    assert answer.status_code == 200
    found = [calls(one, path) for one in pupils]
    assert sorted(len(one) for one in found) == [0, 1, 1]  # the third plays a computer
    alone = found.index({})
    assert "against Joaninha" in pupil_row(teacher, path, alone + 1)
    first, second = (one for number, one in enumerate(pupils) if number != alone)
    ((name, game),) = calls(first, path).items()
    mover = first if 'data-mine="first"' in first.get(game).text else second
    play_out(mover, second if mover is first else first, game)
    assert calls(first, path) == calls(second, path) == {}
    rows = [pupil_row(teacher, path, number) for number in (1, 2, 3) if number != alone + 1]
    assert sum("won against" in one for one in rows) == sum("lost to" in one for one in rows) == 1
    assert name in first.get(game).text  # classmates are called by their names


def test_the_pupil_left_over_plays_the_nearest_level(app):
    teacher, path, pupils = class_of(app, 3)
    assert [one.number for one in offered(load("tapatan")).levels] == [1, 5, 8]
    teacher.post(f"{path}/pair", data={"game": "tapatan", "level": "6"})
    alone = next(number for number, one in enumerate(pupils, 1) if not calls(one, path))
    assert "against Graxaim" in pupil_row(teacher, path, alone)


def test_a_call_names_the_game(app):
    teacher, path, (ana, _) = class_of(app, 2)
    teacher.post(f"{path}/pair", data={"game": "tapatan"})
    teacher.post(f"{path}/pair", data={"game": "hex", "pupil": ["1", "2"]})
    page = ana.get(path).text
    assert "Tapatan against Bia" in page and "Hex against Bia" in page


def test_an_unfinished_game_of_a_task_is_continued(app):
    teacher, path, (ana,) = class_of(app, 1)
    teacher.post(f"{path}/tasks", data={"kind": "level", "game": "tapatan", "level": "5"})
    start = {"game": "tapatan", "kind": "computer"}
    weaker = ana.post("/start", data={**start, "level": "1"}).url.path
    assert f'href="{weaker}"' not in ana.get(path).text
    game = ana.post("/start", data={**start, "level": "8"}).url.path
    page = ana.get(path).text
    assert re.search(rf'href="{game}">\s*Continue', page) and 'action="/start"' not in page


def test_a_task_of_a_game_is_told_from_others_in_the_table(app):
    teacher, path, _ = class_of(app, 1)
    for game in ("", "hex"):
        teacher.post(f"{path}/tasks", data={"kind": "games", "game": game})
    heads = re.findall(r'<th scope="col" class="number"[^>]*>([^<]+)<', teacher.get(path).text)
    assert heads == ["Games", "Hex: games"]


@pytest.mark.parametrize(
    ("lang", "day"), [("en", "3 March 2027"), ("pt-BR", "3 de março de 2027"), ("es", "3 de marzo de 2027")]
)
def test_the_last_day_is_written_as_in_the_language(app, lang, day):
    teacher, path, _ = class_of(app, 1)
    with services(app).database.writing() as session:
        moment = datetime(2027, 3, 3, 12, tzinfo=UTC)
        session.execute(update(ClassRow).where(ClassRow.id == path[7:]).values(expires=moment))
    assert day in teacher.get(path, headers={"accept-language": lang}).text


def test_pairing_avoids_rematches_and_swaps_sides():
    players = list("abcdefgh")
    met: list[tuple[str, str]] = []
    rng = Random(7)
    for turn in range(4):
        pairs, left = pairing(players, met, rng)
        assert left == "" and sorted(one for pair in pairs for one in pair) == players
        assert turn > 2 or all({*pair} != {*one} for pair in pairs for one in met)
        met += pairs
    assert pairing(["a", "b"], [("a", "b")], rng)[0] == [("b", "a")]
    _, left = pairing(["a", "b", "c"], [("a", "b"), ("a", "c")], rng)
    assert left == "a"  # who has played most waits


def test_a_pair_needs_two(app):
    teacher, path, _ = class_of(app, 1)
    answer = teacher.post(f"{path}/pair", data={"game": "tic-tac-toe"})
    assert answer.status_code == 422 and 'id="problem"' in answer.text


def test_championships_are_shown_the_newest_first_and_without_leaders_in_the_beginning(app):
    teacher, path, _ = class_of(app, 2)
    for game in ("tapatan", "tic-tac-toe", "hex"):
        teacher.post(f"{path}/cup", data={"game": game, "format": "round-robin"})
    cups = teacher.get(path).text.partition('id="cups"')[2].partition('id="tasks"')[0]
    assert re.findall(r"<h3><a[^>]*>([^<]+)<", cups) == ["Hex", "Tic-tac-toe", "Tapatan"]
    assert "<ol" not in cups


def test_a_championship_begins_counts_and_can_be_decided(app):
    teacher, path, pupils = class_of(app, 4)
    teacher.post(f"{path}/cup", data={"game": "tic-tac-toe", "format": "round-robin"})
    wait_until(lambda: all(calls(one, path) for one in pupils))
    page = teacher.get(path).text
    cup = re.search(r'href="(/tournaments/[^"]+)"', page)[1]  # type: ignore[index]
    assert all(name in teacher.get(cup).text for name in NAMES[:4])
    ((_, game),) = calls(pupils[0], path).items()
    assert pupils[0].post(f"{game}/resign").status_code == 200
    wait_until(lambda: "1 of 12 games" in teacher.get(path).text)
    other = re.search(r'name="game" value="([^"]+)">\s*<button[^>]*name="points"', teacher.get(path).text)[1]  # type: ignore[index]
    data = {"game": other, "points": "0.5"}
    assert pupils[1].post(f"{path}/cup/{cup[13:]}/decide", data=data).status_code == 404
    assert teacher.post(f"{path}/cup/{cup[13:]}/decide", data=data).status_code == 200
    wait_until(lambda: "2 of 12 games" in teacher.get(path).text)
    assert other not in "".join("".join(calls(one, path).values()) for one in pupils)
    names = re.compile(rf"\b({'|'.join(NAMES)})\b")
    for kind in ("json", "svg"):
        assert not names.search(teacher.get(f"{cup}/table.{kind}").text)
    assert not names.search(browser(app).get(cup).text)


# -- who may do what ------------------------------------------------------------------------------------

COMMANDS: dict[str, dict[str, str]] = {
    "joining": {"open": "no"}, "end": {"confirm": "yes"}, "tasks": {"kind": "puzzles", "times": "5"},
    "tasks/1/remove": {}, "pair": {"game": "tic-tac-toe"}, "cup": {"game": "tic-tac-toe"},
    "projector": {"game": "boards"}, "device": {}, "pupil/2/rename": {"name": "Zed"},
    "pupil/2/remove": {"confirm": "yes"}, "pupil/2/return": {},
}  # fmt: skip
PAGES = ("", "/live", "/events", "/qr.svg", "/projector", "/pupil/1")


def test_a_pupil_cannot_act_as_the_teacher_nor_as_another_pupil(app):
    teacher, path, (ana, bia, _) = class_of(app)
    before = teacher.get(path).text
    for one in (ana, browser(app)):
        for command, data in COMMANDS.items():
            assert one.post(f"{path}/{command}", data=data).status_code == 404, command
    for where in PAGES[3:]:
        assert ana.get(path + where).status_code == 404, where
    assert shown_code(before) == shown_code(teacher.get(path).text)
    teacher.post(f"{path}/pair", data={"game": "tic-tac-toe", "pupil": ["1", "2"]})
    ((_, game),) = calls(ana, path).items()
    caio = browser(app)
    for stranger in (teacher, caio):
        assert stranger.post(f"{game}/move", data={"text": "a1", "ply": "0"}).status_code == 403
        assert stranger.post(f"{game}/resign").status_code == 403
    assert not services(app).games.get(game[3:]).is_over
    assert bia.get(game).status_code == 200


def test_strangers_see_nothing_of_a_class(app):
    teacher, path, _ = class_of(app)
    for where in PAGES:
        assert browser(app).get(path + where).status_code == 404, where
    other, other_path, _ = class_of(app)
    for where in PAGES:
        assert other.get(path + where).status_code == 404  # a teacher of another class
    assert teacher.get(other_path).status_code == 404


def test_a_request_from_another_site_is_refused(app):
    teacher, path, (ana, *_) = class_of(app)
    for one in (teacher, ana):
        for command, data in {**COMMANDS, "leave": {"confirm": "yes"}}.items():
            answer = one.post(f"{path}/{command}", data=data, headers={"sec-fetch-site": "cross-site"})
            assert answer.status_code == 403, command
    for where, data in (("/class", {"days": "7"}), ("/class/join", {"code": "BCDFGH"})):
        assert (
            browser(app).post(where, data=data, headers={"sec-fetch-site": "cross-site"}).status_code == 403
        )


def test_codes_cannot_be_guessed_quickly(settings):
    with TestClient(create_app(replace(settings, limits="school"))) as app:
        teacher = browser(app)
        _, code = open_class(teacher)
        most = int(PROFILES["school"].address[GUESSES].burst)
        data = {"code": "BBBBBB", "name": "Eve", "animal": "onca"}
        seen = [browser(app).post("/class/join", data=data).status_code for _ in range(most + 3)]
        assert seen[:most] == [422] * most and seen[-1] == 429  # a new cookie does not help
        answer = browser(app).post("/class/join", data={**data, "code": code})
        assert answer.status_code == 429 and int(answer.headers["retry-after"]) > 0
        assert teacher.post("/class", data={"days": "7"}).status_code == 200  # no password: nothing to guess


def test_new_classes_cost_as_much_as_new_games(settings):
    with TestClient(create_app(replace(settings, limits="school"))) as app:
        data = {"title": "5B", "days": "7"}
        assert browser(app).post("/class", data=data, follow_redirects=False).status_code == 303
        services(app).budgets.charge(Client(""), GAMES, 1000)
        assert browser(app).post("/class", data=data).status_code == 429  # a new cookie does not help


def test_a_full_server_takes_no_more_pupils_and_counts_no_exercises(settings, monkeypatch):
    with TestClient(create_app(settings)) as app:
        *_, (ana,) = class_of(app, 1)
        _, code = open_class(browser(app))
        classrooms = services(app).classrooms
        ana_visitor = digest(ana.cookies["visitor"])
        monkeypatch.setattr(classrooms_module, "MOST_EXERCISES", 1)
        for number in range(3):
            classrooms.record_exercise(ana_visitor, "tapatan", "values", str(number))
        quotas = classrooms.quotas
        monkeypatch.setattr(quotas, "used", lambda unless_below=0: room_for_new(quotas.retention.bytes))
        monkeypatch.setattr(classrooms_module, "MOST_EXERCISES", 9)
        classrooms.record_exercise(ana_visitor, "tapatan", "values", "3")
        with services(app).database.reading() as session:
            mine = select(ExerciseRow.exercise).where(ExerciseRow.visitor == ana_visitor)
            assert session.scalars(mine).all() == ["0"]
        data = {"code": code, "name": "Bia", "animal": "onca"}
        assert browser(app).post("/class/join", data=data).status_code == 507


@pytest.mark.parametrize("limits", PROFILES)
def test_wrong_codes_are_limited_in_every_profile(limits):
    rate = PROFILES[limits].address[GUESSES]
    assert rate.per_minute <= 12 and 30 <= rate.burst <= 60
    assert 28**6 / rate.per_minute / 60 / 24 / 365 > 50  # years for all codes, from one address


def test_right_codes_are_free(settings):
    with TestClient(create_app(replace(settings, limits="school"))) as app:
        _, code = open_class(browser(app))
        for number in range(40):
            join(app, code, f"Pupil {number // 8}", ANIMALS[number % 8])


def test_the_password_of_teachers(settings):
    with TestClient(create_app(replace(settings, teacher_password="quati 42"))) as app:
        teacher = browser(app)
        assert 'name="password"' in teacher.get("/class").text
        for wrong in ({}, {"password": "quati"}, {"password": "QUATI 42"}):
            answer = teacher.post("/class", data={"days": "7", "title": "5B", **wrong})
            assert answer.status_code == 422 and 'id="problem"' in answer.text
            assert "quati 42" not in answer.text
        _, code = open_class(teacher, password="quati 42")
        join(app, code, "Ana")
        assert "quati 42" not in repr(services(teacher).settings)


def test_names_with_markup_are_shown_as_text(app, client):
    path, code = open_class(client, title="<b>5B</b>")
    pupil = browser(app)
    pupil.post("/class/join", data={"code": code, "name": "<i>Ana</i>", "animal": "onca"})
    for page in (client.get(path).text, pupil.get(path).text, client.get(f"{path}/projector").text):
        assert "<i>Ana" not in page and "<b>5B" not in page


# -- names stay in the class ----------------------------------------------------------------------------


def test_names_never_leave_the_class(app, caplog):
    teacher, path, (ana, bia, _) = class_of(app)
    teacher.post(f"{path}/pair", data={"game": "tic-tac-toe", "pupil": ["1", "2"]})
    ((_, game),) = calls(ana, path).items()
    mover = ana if 'data-mine="first"' in ana.get(game).text else bia
    play_out(mover, bia if mover is ana else ana, game)
    shared = ana.post(
        "/start", data={"game": "tic-tac-toe", "kind": "shared", "name": "Ana", "other-name": "Bia"}
    )
    link = ana.post("/start", data={"game": "hex", "kind": "link", "name": "Ana"})
    bot = ana.post("/start", data={"game": "tapatan", "kind": "computer", "level": "1", "name": "Ana"})
    stranger, names = browser(app), re.compile(r"\b(Ana|Bia|Caio)\b")
    where = [game, f"{game}/record.txt", f"{game}/record.json", f"/api/games/{game[3:]}", f"{game}/log"]
    where += [shared.url.path, link.url.path, bot.url.path]
    for one in where:
        assert not names.search(stranger.get(one).text), one
    for one in (*where[1:4], "/mine/data.json"):  # nor in what classmates download
        for visitor in (teacher, ana):
            assert not names.search(visitor.get(one).text), one
    assert names.search(teacher.get(game).text) and names.search(bia.get(game).text)
    with services(app).database.reading() as session:
        for table in ("seats", "results", "entrants", "tournaments"):
            assert not names.search(str(session.execute(text(f"select * from {table}")).all()))
    assert not names.search(caplog.text)


def test_a_pupil_who_takes_a_seat_or_a_place_by_link_stays_nameless(app, client):
    _, _, (ana, *_) = class_of(app)
    game = client.post("/start", data={"game": "hex", "kind": "link"}).url.path
    link = re.search(rf"{game}/seat/[\w-]+", client.get(game).text)[0]  # type: ignore[index]
    ana.post(link, data={"name": "Ana"})
    form = {
        "game": "tic-tac-toe",
        "format": "round-robin",
        "games": "2",
        "player-1": "me",
        "player-2": "human",
    }
    cup = client.post("/tournaments", data=form).url.path
    place = re.search(rf"{cup}/seat/[0-9a-f]+", client.get(cup).text)[0]  # type: ignore[index]
    ana.post(place, data={"name": "Ana"})
    ana.post("/tournaments", data={**form, "name-1": "Ana", "name-2": "Bia"})
    with services(app).database.reading() as session:
        owner = digest(ana.cookies["visitor"])
        assert set(session.scalars(text(f"select name from seats where owner = '{owner}'"))) == {""}
        assert "Ana" not in session.scalars(text("select name from entrants")).all()


# -- the end --------------------------------------------------------------------------------------------


def everything(client: TestClient) -> str:
    """All rows of all tables."""
    with services(client).database.reading() as session:
        return "\n".join(str(session.execute(select(table)).all()) for table in Base.metadata.sorted_tables)


def busy_class(app: TestClient) -> tuple[TestClient, str, list[TestClient]]:
    """A class in which something of every kind has happened."""
    teacher, path, pupils = class_of(app, 3)
    teacher.post(f"{path}/tasks", data={"kind": "puzzles", "times": "5"})
    teacher.post(f"{path}/pair", data={"game": "tic-tac-toe", "level": "1"})
    teacher.post(f"{path}/cup", data={"game": "tic-tac-toe"})
    ana = pupils[0]
    solve_puzzle(app, ana, "felli")
    services(app).classrooms.record_exercise(digest(ana.cookies["visitor"]), "tapatan", "cuts", "seed 1")
    ana.post("/workshop/copy", data={"game": "tapatan"})
    game = ana.post("/start", data={"game": "tic-tac-toe", "kind": "shared"}).url.path
    play_out(ana, ana, game)
    wait_until(lambda: len(calls(ana, path)) > 0)
    return teacher, path, pupils


def check_gone(app: TestClient, path: str, pupils: list[TestClient], secrets: list[str]) -> None:
    left = everything(app)
    assert path[7:] not in left
    for secret in secrets:
        assert digest(secret) not in left
    for pupil in pupils:
        assert pupil.get(path).status_code == 404
        assert "no longer in a class" in pupil.get("/class/bar").text
        assert "class" not in pupil.cookies


def test_the_end_of_a_class_deletes_all_its_data(app):
    teacher, path, pupils = busy_class(app)
    other, other_path, _ = class_of(app, 2)  # stays
    secrets = [one.cookies["visitor"] for one in pupils]
    assert all(digest(one) in everything(app) for one in secrets)
    assert teacher.post(f"{path}/end").status_code == 409  # not confirmed
    ended = teacher.post(f"{path}/end", data={"confirm": "yes"})
    assert ended.url.path == "/class" and "Everything about it has been deleted." in ended.text
    page = pupils[0].get("/class").text
    assert "no longer in a class" in page and "class-bar" not in page  # said once
    check_gone(app, path, pupils, secrets)
    assert teacher.get(path).status_code == 404
    assert "2 pupils" in other.get(other_path).text
    with services(app).database.reading() as session:
        seats = session.scalars(select(SeatRow.game)).all()
        assert set(seats) == set(session.scalars(select(GameRow.id)).all())


def test_an_expired_class_is_gone_at_once_and_swept(app):
    teacher, path, pupils = busy_class(app)
    secrets = [one.cookies["visitor"] for one in pupils]
    found = services(app)
    found.retention_sweep.close()  # the test sweeps
    with found.database.writing() as session:
        past = datetime.now(UTC) - timedelta(seconds=1)
        session.execute(update(ClassRow).where(ClassRow.id == path[7:]).values(expires=past))
    assert teacher.get(path).status_code == pupils[0].get(path).status_code == 404
    assert found.classrooms.names(digest(secrets[0]), [digest(one) for one in secrets]) == {}
    assert found.retention_sweep.quotas.purger.expired().classes == 1
    purged = found.retention_sweep.quotas.purger.purge_expired()
    assert purged.classes == 1 and purged.games >= 3
    check_gone(app, path, pupils, secrets)


def test_a_pupil_who_leaves_or_is_removed_is_deleted(app):
    teacher, path, (ana, bia, caio) = class_of(app)
    teacher.post(f"{path}/pair", data={"game": "tic-tac-toe", "pupil": ["1", "2"]})
    secrets = [one.cookies["visitor"] for one in (ana, bia)]
    assert ana.post(f"{path}/leave").status_code == 409
    ana.post(f"{path}/leave", data={"confirm": "yes"})
    teacher.post(f"{path}/pupil/2/remove", data={"confirm": "yes"})
    left = everything(app)
    assert all(digest(one) not in left for one in secrets)
    assert "1 pupil<" in teacher.get(path).text and caio.get(path).status_code == 200
    assert bia.get(path).status_code == 404


def test_days_are_those_that_the_server_allows(settings):
    limited = replace(settings, retention=Retention(classes=10))
    with TestClient(create_app(limited)) as app:
        teacher = browser(app)
        page = teacher.get("/class").text
        assert '<option value="7"' in page and '<option value="30"' not in page
        assert teacher.post("/class", data={"days": "30"}).status_code == 422
        path, _ = open_class(teacher)
        stored = services(teacher).classrooms.get(path[7:], digest(teacher.cookies["visitor"]))
        assert stored.expires - datetime.now(UTC) < timedelta(days=7)
    assert Retention().classes == 30


def test_own_data_can_be_read_and_deleted(app):
    _, path, (ana, *_) = class_of(app)
    found = ana.get("/mine/data.json").json()
    assert [one["role"] for one in found["classes"]] == ["pupil"] and found["exercises"] == []
    ana.post("/mine/delete", data={"confirm": "yes"})
    assert ana.get(path).status_code == 404


# -- pages ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_privacy_page_says_the_days(client, lang):
    page = client.get("/class/privacy", headers={"accept-language": lang}).text
    assert "30" in page and page.count("<h2>") == 6


def test_the_projector_shows_the_code_a_board_or_all_boards(app):
    teacher, path, (ana, *_) = class_of(app)
    page = teacher.get(f"{path}/projector").text
    assert shown_code(teacher.get(path).text) in page and "<nav" not in page and "<footer" not in page
    teacher.post(f"{path}/pair", data={"game": "tic-tac-toe", "pupil": ["1", "2"]})
    ((_, game),) = calls(ana, path).items()
    teacher.post(f"{path}/projector", data={"game": f"http://testserver{game}?ply=1"})
    page = teacher.get(f"{path}/projector").text
    assert "Ana" in page and "Bia" in page and 'class="picture"' in page
    teacher.post(f"{path}/projector", data={"game": "boards"})
    assert f"{game}/picture.svg" in teacher.get(f"{path}/projector").text
    wrong = teacher.post(f"{path}/projector", data={"game": "https://example.org/nothing"})
    assert wrong.status_code == 422 and "There is no game at this link." in wrong.text
    assert 'id="pupils"' in wrong.text  # on the page of the class


def test_the_bar_is_only_on_pages_of_members(app, client):
    assert "class-bar" not in client.get("/").text
    _, path, (ana, *_) = class_of(app)
    assert 'id="class-bar"' in ana.get("/").text
    assert f'data-class="{path}"' in ana.get("/class/bar").text


# -- several servers ------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def postgresql():
    with cluster() as server:
        yield server.url


@pytest.fixture
def pair_of_servers(postgresql):
    settings = Settings(database=postgresql, workers=1, hosts=("testserver",), limits="off")
    with TestClient(create_app(settings)) as one, TestClient(create_app(settings)) as two:
        yield one, two


def test_a_class_on_two_servers_of_one_postgresql_database(pair_of_servers):
    one, two = pair_of_servers
    teacher = browser(one)
    path, code = open_class(teacher)
    ana, bia = join(one, code, "Ana"), join(two, code, "Bia", "tatu")
    teacher.post(f"{path}/tasks", data={"kind": "games", "times": "1"})
    teacher.post(f"{path}/pair", data={"game": "tic-tac-toe"})
    told: list[Any] = []
    services(one).events.deliver = lambda *news: told.append(news)  # type: ignore[method-assign]
    ((_, game),) = calls(ana, path).items()
    assert calls(bia, path) == {"Ana": game}
    mover = ana if 'data-mine="first"' in ana.get(game).text else bia
    play_out(mover, bia if mover is ana else ana, game)
    wait_until(lambda: any(news[:2] == (f"class {path[7:]}", "activity") for news in told))
    assert "✓" in pupil_row(teacher, path, 1) and "✓" in pupil_row(teacher, path, 2)
    secrets = [client.cookies["visitor"] for client in (ana, bia)]
    teacher.post(f"{path}/end", data={"confirm": "yes"})
    left = everything(two)
    assert all(digest(secret) not in left for secret in secrets)
    assert bia.get(path).status_code == 404


def test_postgresql_brings_pupils_back_counts_championships_and_sweeps(pair_of_servers):
    one, two = pair_of_servers
    teacher, path, pupils = busy_class(one)
    page = teacher.post(f"{path}/pupil/2/return").text
    code = re.search(r'id="return-code">([^<]+)<', page)[1]  # type: ignore[index]
    phone = browser(two)
    assert "Hello, Bia!" in phone.post("/class/join", data={"code": code}).text
    wait_until(lambda: len(calls(phone, path)) > 0)
    teacher.post(f"{path}/pupil/3/remove", data={"confirm": "yes"})
    everybody = [pupils[0], phone]
    secrets = [client.cookies["visitor"] for client in (*pupils, phone)]
    assert digest(secrets[1]) not in everything(two)  # the old device
    for server in pair_of_servers:
        services(server).retention_sweep.close()  # the test sweeps
    with services(one).database.writing() as session:
        session.execute(update(ClassRow).values(expires=datetime.now(UTC) - timedelta(seconds=1)))
    assert services(two).retention_sweep.quotas.purger.purge_expired().classes == 1
    check_gone(two, path, everybody, secrets)


def test_codes_are_unique(app, client, monkeypatch):
    path, code = open_class(client)
    codes = iter([code.replace(" ", ""), "ZZZZZZ"])
    monkeypatch.setattr("ludoteca.web.games.class_codes.new_code", lambda length: next(codes))
    _, other = open_class(browser(app))
    assert other == "ZZZ ZZZ"
    with services(client).database.reading() as session:
        assert session.scalar(select(MemberRow.role).where(MemberRow.classroom == path[7:])) == "teacher"
