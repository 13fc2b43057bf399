"""The exercise pages: from the library, from a game on this server, from a draft; answers, hints, paper."""

from __future__ import annotations

import re

from ludoteca.exercises import make_exercise
from ludoteca.games import load

HTMX = {"hx-request": "true"}
OF_TAPATAN = {"game": "tapatan", "kind": "values", "size": "small", "seed": "0"}


def right_values() -> dict[str, str]:
    exercise = make_exercise(load("tapatan").start(), "values")
    return {f"n{node.id}-value": str(node.value) for node in exercise.nodes if node.asked}


def test_right_answers_score_every_point(client):
    page = client.post("/exercise", data={**OF_TAPATAN, **right_values(), "do": "check"}, headers=HTMX)
    assert page.status_code == 200
    assert 'data-points="4" data-possible="4" data-complete="yes"' in page.text
    assert "<html" not in page.text


def test_wrong_answers_are_explained_and_kept(client):
    page = client.post("/exercise", data={**OF_TAPATAN, "n0-value": "77", "do": "check"}).text
    assert 'data-points="0"' in page
    assert "none of its children has this value" in page
    assert 'value="77"' in page
    assert "<html" in page


def test_missing_cuts_are_counted_without_marking_them(client):
    asked = {"game": "kalah", "kind": "cuts", "size": "medium", "seed": "0", "do": "check"}
    page = client.post("/exercise", data=asked).text
    assert "still missing" in page and "data-status" not in page and 'id="told-' not in page


def test_what_is_not_a_number_is_named(client):
    page = client.post("/exercise", data={**OF_TAPATAN, "n0-value": "three", "do": "check"}).text
    assert "is not a whole number" in page
    unknown = client.post("/exercise", data={**OF_TAPATAN, "n99-value": "3", "do": "check"})
    assert unknown.status_code == 200
    assert "has no node" in unknown.text


def test_hints_come_one_by_one(client):
    one = client.post("/exercise", data={**OF_TAPATAN, "hint": "h0"}).text
    assert one.count("given-hint") == 1
    assert 'name="h0" value="1"' in one
    three = client.post("/exercise", data={**OF_TAPATAN, "h0": "2", "hint": "h0"}).text
    assert three.count("given-hint") == 3
    assert 'value="h0"' not in three


def test_the_page_gives_no_answer_away(client):
    """The values of inner nodes are neither in the picture nor anywhere else."""
    page = client.get("/exercise?game=tapatan&kind=cuts&size=medium").text
    assert "warn-line" not in page
    assert 'class="solution"' not in page
    solved = client.get("/exercise?game=tapatan&kind=cuts&size=medium&solution=yes").text
    assert "warn-line" in solved
    assert 'class="solution"' in solved


def test_a_game_on_this_server_and_a_draft(client):
    game = client.post("/start", data={"game": "tic-tac-toe", "kind": "shared"}, follow_redirects=False)
    path = game.headers["location"]
    tree = client.get(f"{path}/tree").text
    link = re.search(r'href="(/exercise\?g=[^"]*)"', tree)
    assert link
    assert client.get(link[1].replace("&amp;", "&")).status_code == 200
    copied = client.post("/workshop/copy", data={"game": "tapatan"}, follow_redirects=False)
    draft = copied.headers["location"].removeprefix("/workshop/")
    assert f'href="/exercise?draft={draft}"' in client.get(f"/workshop/{draft}").text
    page = client.get(f"/exercise?draft={draft}&kind=window&size=medium")
    assert page.status_code == 200
    assert 'name="draft"' in page.text


def test_addresses_that_make_no_sense(client):
    assert client.get("/exercise").status_code == 200  # the form to choose a game
    assert client.get("/exercise?game=no-such-game").status_code == 404
    assert client.get("/exercise?game=../tapatan.toml").status_code == 404
    odd = client.get("/exercise?game=tapatan&kind=x&size=y&seed=-1")
    assert odd.status_code == 200
    assert 'data-kind="values"' in odd.text
    over = client.get("/exercise?game=tic-tac-toe&position=xxx/oo1/3%20o")
    assert over.status_code in (400, 409, 422)
    assert client.get("/exercise?g=nothing").status_code == 404
    assert client.get("/exercise?draft=nothing").status_code == 404
    assert client.get("/exercise?game=tapatan&position=nonsense").status_code in (400, 422)


def test_a_position_without_an_exercise_leads_back_to_the_form(client):
    wrong = client.get("/exercise?game=tapatan&kind=cuts&size=large&position=nonsense")
    assert wrong.status_code == 422 and 'id="problem"' in wrong.text and 'value="nonsense"' in wrong.text
    for chosen in ("tapatan", "cuts", "large"):
        assert f'value="{chosen}" selected' in wrong.text
    forced = client.get("/exercise", params={"game": "tic-tac-toe", "position": "xxo/oox/xo1 x"})
    assert 'id="problem"' in forced.text and "forced" in forced.text


def test_the_page_to_print_has_a_solution(client):
    page = client.get(
        "/exercise/print?game=kalah&kind=cuts&size=medium", headers={"accept-language": "es"}
    ).text
    assert page.count('class="exercise-sheet"') == 2
    assert "<style" not in page
    assert "A4 landscape" in client.get("/exercise/print.css").text
