"""Request bodies that are too large or too complex are refused before they cost anything."""

import asyncio
import json

import pytest
from fastapi.routing import APIRoute
from starlette.datastructures import Headers

from ludoteca.web import api, bodies, pages
from ludoteca.web.api import reference
from ludoteca.web.bodies import (
    DEPTH,
    FIELDS,
    IMPORT,
    ITEMS,
    KEYS,
    RULES,
    SMALL,
    BoundedRoute,
    Malformed,
    TooComplex,
    largest_body,
    parse_form,
    parse_json,
    parse_multipart,
)
from ludoteca.workshop.drafts import LONGEST_TEXT

JSON = {"content-type": "application/json"}
FORM = {"content-type": "application/x-www-form-urlencoded"}
FEW = 3000
"""Bytes of an answer to a hostile request."""


def test_every_route_parses_within_the_limits():
    routes = [one for router in (*pages.ROUTERS, *api.ROUTERS, reference.router) for one in router.routes]
    assert routes
    assert [one for one in routes if isinstance(one, APIRoute) and not isinstance(one, BoundedRoute)] == []


@pytest.mark.parametrize(
    ("path", "size"),
    [
        ("/api/position", SMALL), ("/start", SMALL), ("/g/abc/move", SMALL), ("/api/games/abc/moves", SMALL),
        ("/api/games", RULES), ("/api/workshop/look", RULES), ("/workshop/abc/text", RULES),
        ("/workshop/open", RULES), ("/workshop/abc/fill", SMALL), ("/import", IMPORT),
        ("/api/import", IMPORT), ("/api/import/x", SMALL), ("/", SMALL),
    ],
)  # fmt: skip
def test_each_kind_of_route_has_its_size(client, path, size):
    assert largest_body(path) == size
    answer = client.post(path, content=b"x" * (size + 1), headers=JSON)
    assert answer.status_code == 413
    assert len(answer.content) < 10_000


def test_the_longest_rules_fit_however_they_are_written(client):
    text = "# " + "\U0001f600" * (LONGEST_TEXT - 2)
    body = json.dumps({"text": text, "name": "x"}).encode()
    assert SMALL < len(body) <= RULES
    answer = client.post("/api/workshop/cards", content=body, headers=JSON)
    assert answer.status_code == 200, answer.text
    draft = client.post("/workshop/copy", data={"game": "tapatan"}, follow_redirects=False)
    there = draft.headers["location"]
    answer = client.post(f"{there}/text", data={"text": text}, follow_redirects=False)
    assert answer.status_code == 303
    assert client.get(f"{there}/file").text == text


def keys(number):
    return json.dumps({f"key{one}": one for one in range(number)}).encode()


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (keys(KEYS + 1), 413),
        (keys(KEYS), 422),
        (b'{"game": "tapatan", "moves": [' + b"1," * 5000 + b"1]}", 413),
        (b'{"game": "tapatan", "moves": [' + b"1," * 1990 + b"1]}", 422),
        (b'{"game": "tapatan", "moves": [' + b"[" * 5000 + b"]" * 5000 + b"]}", 413),
        (b"[" * 60_000, 413),
        (b'{"game": "' + b"x" * 60_000 + b'"}', 422),
        (b'{"' + b"x" * 60_000 + b'": 1}', 422),
        (b'"' + b'\\"' * 30_000, 422),
        (b'{"game": ' + b"9" * 60_000 + b"}", 400),
        (b'{"game": "\xff"}', 400),
        (b"{", 422),
    ],
    ids=range(12),
)
def test_a_hostile_json_body_gets_a_short_answer(client, body, status):
    answer = client.post("/api/position", content=body, headers=JSON)
    assert answer.status_code == status, answer.text[:500]
    assert answer.json()["error"]["message"]
    assert len(answer.content) < FEW


def test_the_first_problems_of_an_invalid_request_are_listed(client):
    wrong = client.post("/api/position", content=keys(KEYS), headers=JSON).json()["error"]["message"]
    assert wrong.count("Extra inputs") == 4  # with the missing name of the game: five problems
    assert wrong.endswith("…")
    answer = client.post("/api/position", json={"game": "tapatan", "x" * 5000: 1})
    assert "x" * 50 in answer.text and "x" * 200 not in answer.text


@pytest.mark.parametrize(
    ("body", "status"),
    [(b"%" * SMALL, 400), (b"&" * SMALL, 413), (b"a=1&" * (SMALL // 4), 413), (b"game=%zz", 400)],
    ids=["percent", "ampersand", "fields", "escape"],
)
@pytest.mark.parametrize("path", ["/start", "/g/nothing/move", "/look"])
def test_a_hostile_form_gets_a_short_answer(client, path, body, status):
    answer = client.post(path, content=body, headers={**FORM, "hx-request": "true"})
    assert answer.status_code == status
    assert len(answer.content) < FEW


def test_many_problems_of_rules_are_not_all_listed(client):
    text = "".join(f"unknown{number} = 1\n" for number in range(800))
    assert len(text) < LONGEST_TEXT
    found = client.post("/api/workshop/look", json={"text": text}).json()
    assert len(found["problems"]) <= 20
    refused = client.post("/api/games", json={"game": "mine", "rules_text": text})
    assert refused.status_code == 422
    assert len(refused.json()["error"]["problems"]) <= 20
    assert len(refused.content) < 10_000


def test_json_is_measured_outside_its_strings():
    text = ":,[{" * 10_000
    assert parse_json(json.dumps({"text": text, "more": '\\"' * 10}).encode())["text"] == text
    assert parse_json(b"[" * DEPTH + b"]" * DEPTH)
    with pytest.raises(TooComplex):
        parse_json(b"[" * (DEPTH + 1) + b"]" * (DEPTH + 1))
    assert len(parse_json(b"[" + b"1," * (ITEMS - 1) + b"1]")) == ITEMS
    with pytest.raises(TooComplex):
        parse_json(b"[" + b"1," * ITEMS + b"1]")


def test_forms_are_read_as_browsers_write_them():
    form = parse_form(b"a=1&b=%C3%A4+%F0%9F%98%80&b=&c")
    assert form.multi_items() == [("a", "1"), ("b", "ä 😀"), ("b", ""), ("c", "")]
    assert parse_form(b"").multi_items() == []
    assert len(parse_form(b"&".join([b"a=1"] * FIELDS)).multi_items()) == FIELDS


def test_a_large_form_is_not_decoded():
    with pytest.raises(TooComplex):
        parse_form(b"text=" + b"%41" * (RULES // 3))


def multipart(*parts):
    whole = b"".join(b"--b\r\n" + part + b"\r\n" for part in parts) + b"--b--\r\n"
    return {"content-type": "multipart/form-data; boundary=b"}, whole


def field(name):
    return f'content-disposition: form-data; name="{name}"\r\n\r\nvalue'.encode()


@pytest.mark.parametrize(
    "parts", [[field("a")] * (FIELDS + 1), [b"x"], [b"content-disposition: form-data\r\n\r\nx"]]
)
def test_malformed_and_excessive_multipart_forms_are_refused(client, parts):
    headers, body = multipart(*parts)
    with pytest.raises(Malformed):
        parse_multipart(Headers(headers), body)
    answer = client.post("/import", content=body, headers={**headers, "hx-request": "true"})
    assert answer.status_code == 400
    assert len(answer.content) < FEW


def test_values_of_another_type_are_refused(client):
    for seed in ("3", 3.5, True, [3], 10**19):
        answer = client.post("/api/games", json={"game": "tapatan", "seed": seed})
        assert answer.status_code == 422, (seed, answer.text)
    assert client.post("/api/games", json={"game": "tapatan", "clock": 60, "seed": 3}).status_code == 201
    assert client.post("/api/games", json={"game": "tapatan", "seed": 3.0}).status_code == 201


@pytest.mark.parametrize(("size", "is_elsewhere"), [(100, False), (50_000, True)])
def test_large_bodies_are_parsed_outside_the_event_loop(client, monkeypatch, size, is_elsewhere):
    seen = []

    def recording(body):
        seen.append(is_event_loop_running())
        return parse_json(body)

    monkeypatch.setattr(bodies, "parse_json", recording)
    assert client.post("/api/position", json={"game": "x" * size}).status_code in (404, 422)
    assert seen == [not is_elsewhere]


def is_event_loop_running():
    """Whether an event loop runs in this thread."""
    return asyncio._get_running_loop() is not None
