"""Mutations of sequences of HTTP calls: valid values of other calls, odd values, other paths and headers."""

from __future__ import annotations

import json
from copy import deepcopy
from functools import cache
from random import Random
from typing import Any

from fastapi.routing import APIRoute

from ludoteca.web import api, pages
from tests.fuzz.mutants import places

Call = dict[str, Any]
MOST_CALLS = 12
ODD: tuple[Any, ...] = (
    None, 0, -1, 1, 2, 7, 2**31, 2**63, 2**70, 0.5, 1e308, -1e-300, True, False, "", " ", "x", "first",
    "second", "human", "level:1", "level:99", "random", "engine:nodes=50", "a1", "a1-b2", "\0", "\ud800",
    "\u202e", "é", "<script>", "../../etc/passwd", "%00", "{game}", "{secret}", "{draft}", "{tournament}",
    "{class}", "{tree}", "tapatan",
    "hex:size=3", "kalah/none", "x" * 300, [], [[]], ["a1"], {}, {"a": 1}, "3/3/3 x", "xo1/3/3 o hand=x1",
    "NaN", "1e999", "-0", "9" * 400,
)  # fmt: skip
HEADERS = {
    "Accept-Language": ("pt-BR", "es;q=0.5, en;q=x", ",,,;q=", "x" * 3000, "*", "é"),
    "Authorization": (
        "Bearer {secret}", "Bearer", "bearer x", "Basic eDp5", "Bearer " + "x" * 5000, "Bearer \0",
    ),
    "Content-Type": (
        "application/json", "text/plain", "multipart/form-data",
                     "multipart/form-data; boundary=x",
        "application/x-www-form-urlencoded; charset=utf-16", ";;;", "",
    ),
    "Content-Length": ("0", "5", "-1", "x", "99999999999", "1e3", ""),
    "Transfer-Encoding": ("chunked", "identity", "gzip"),
    "Content-Encoding": ("gzip", "br"),
    "Cookie": (
        "visitor=x", "visitor=\"", "lang=xx", "look=dark.slate", ";;;=;", "visitor=" + "y" * 3000,
        "lang=pt-BR",
    ),
    "Host": ("evil.example", "", "127.0.0.1", "[::1]", "localhost:x", "[", "127.0.0.1:99999"),
    "Sec-Fetch-Site": ("cross-site", "none", "", "same-origin"),
    "Hx-Request": ("true", "x"),
    "Last-Event-Id": ("5", "x"),
    "If-None-Match": ("*", '"x"'),
    "Range": ("bytes=0-5", "bytes=9-1", "x"),
    "Expect": ("100-continue",),
    "Upgrade": ("websocket", "h2c"),
    "X-Forwarded-For": ("1.2.3.4", "x"),
}  # fmt: skip
PATH_VALUES = {
    "game_id": ("{game}", "{game}", "tapatan", "x", "%00"), "game": ("tapatan", "hex:size=3", "x/y:z=1"),
    "draft_id": ("{draft}", "x"), "name": ("sgf", "text", "png", "scores", "x"),
    "kind": ("txt", "json", "svg", "x"), "secret": ("{secret}", "x"), "variant": ("none", "x", "%00"),
    "number": ("1", "0", "99", "-1", "x"), "step": ("1", "0", "99", "x"),
    "tournament_id": ("{tournament}", "{tournament}", "x"), "tournament": ("{tournament}", "x"),
    "classroom": ("{class}", "{class}", "x"), "code": ("{code}", "x"), "run_id": ("{run}", "x"),
    "analysis_id": ("{analysis}", "x"), "board_id": ("hexagon", "x"),
}  # fmt: skip
"""What stands for the parameters of paths; those of the same names in braces are filled in later."""
METHODS = ("GET", "POST", "PATCH", "PUT", "DELETE", "HEAD", "OPTIONS", "TRACE", "get", "BREW")


@cache
def routes() -> tuple[tuple[str, str], ...]:
    """The method and path of every operation, pages included."""
    known = [route for router in (*pages.ROUTERS, *api.ROUTERS) for route in router.routes]
    return tuple(
        (method, route.path)
        for route in known
        if isinstance(route, APIRoute)
        for method in sorted(route.methods or ())
    )


def mutated_calls(data: bytes, others: list[bytes], chance: Random) -> bytes:
    """Another sequence. What creates something stays at its beginning more often than not."""
    try:
        calls: list[Any] = json.loads(data)
    except ValueError:
        calls = []
    calls = [call for call in calls if isinstance(call, dict)] or [{"method": "GET", "path": "/"}]
    for _ in range(chance.choice((1, 1, 2, 3, 5))):
        call = calls[-1 - min(chance.randrange(len(calls)), chance.randrange(len(calls)))]
        chance.choice(MUTATIONS)(calls, call, others, chance)
    return json.dumps(calls[:MOST_CALLS], indent=1).encode()


def _filled_path(path: str, chance: Random) -> str:
    """A path with its parameters filled in."""
    known = {"games": "tapatan", "puzzles": "connect-four"}.get(path.split("/")[1])
    for name, choices in PATH_VALUES.items():
        for form in ("{" + name + "}", "{" + name + ":path}"):
            choice = chance.choice(choices)
            path = path.replace(form, known if known and name == "game_id" else choice)
    return path


def another_route(calls: list[Call], call: Call, others: list[bytes], chance: Random) -> None:
    method, path = chance.choice(routes())
    call |= {"method": method, "path": _filled_path(path, chance)}


def added_call(calls: list[Call], call: Call, others: list[bytes], chance: Random) -> None:
    method, path = chance.choice(routes())
    added: Call = {"method": method, "path": _filled_path(path, chance)}
    if method in ("POST", "PATCH"):
        added["json" if path.startswith("/api") else "form"] = {}
    calls.append(added)


def call_of_another(calls: list[Call], call: Call, others: list[bytes], chance: Random) -> None:
    """A call of another sequence at the end."""
    try:
        other = json.loads(chance.choice(others))
        calls.append(deepcopy(chance.choice(other)))
    except (ValueError, IndexError):
        calls.append(deepcopy(call))


def repeated_call(calls: list[Call], call: Call, others: list[bytes], chance: Random) -> None:
    calls.append(deepcopy(call))


def changed_value(calls: list[Call], call: Call, others: list[bytes], chance: Random) -> None:
    """An odd value in a body, or that of another place."""
    found = [place for key in ("json", "form") if key in call for place in places({key: call[key]})]
    if found:
        holder, key = chance.choice(found)
        other, name = chance.choice(found)
        holder[key] = deepcopy(chance.choice((*ODD, other[name])))


def added_value(calls: list[Call], call: Call, others: list[bytes], chance: Random) -> None:
    body = call.get("json", call.get("form"))
    keys = (
        "game", "position", "moves", "move", "path", "ply", "text", "name", "where", "said", "begins",
        "clock", "seed", "depth", "nodes", "accept", "paused", "pace", "rules_text", "content", "kind",
        "title", "days", "code", "animal", "format", "rounds", "games", "player-1", "player-2", "level",
        "times", "exercise", "pupil", "confirm", "points", "size", "hint", "do", "checked", "solution",
        "n1-value", "d", "at", "go", "line", "keep", "comment", "lines", "strength", "tool", "act",
        "called", "action", "first", "second", "zzz",
    )  # fmt: skip
    if isinstance(body, dict):
        body[chance.choice(keys)] = deepcopy(chance.choice(ODD))


def changed_header(calls: list[Call], call: Call, others: list[bytes], chance: Random) -> None:
    name = chance.choice([*HEADERS])
    headers = call.setdefault("headers", {})
    if isinstance(headers, dict):
        headers[name] = chance.choice(HEADERS[name])


def changed_path(calls: list[Call], call: Call, others: list[bytes], chance: Random) -> None:
    path = str(call.get("path", "/"))
    at = chance.randrange(len(path) + 1)
    odd = (
        "%",
        "%ff",
        "%00",
        "/",
        "//",
        "..",
        "?",
        "?lang=es",
        "?ply=x",
        "?ply=-1",
        "?depth=6",
        "&",
        "#",
        "é",
        "\t",
        "x" * 3000,
        "?format=txt",
        "?prefix=a1",
        "%2e%2e/",
        "\\",
        ";",
        "?lang[]=1",
        "?flip=1&ply=99999999999999999999",
    )
    call["path"] = path[:at] + chance.choice(odd) + path[at + chance.choice((0, 0, 1)) :]


def changed_method(calls: list[Call], call: Call, others: list[bytes], chance: Random) -> None:
    call["method"] = chance.choice(METHODS)


def raw_body(calls: list[Call], call: Call, others: list[bytes], chance: Random) -> None:
    """A body that is no JSON object."""
    bodies = (
        "", "{", "[]", "null", '"x"', "{}{}", "[" * 900, '{"game":' * 50, "\ufeff{}", "a=1&a=2&=",
        "%ff=%zz",
        "--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.toml\"\r\n\r\nx=1\r\n--x--\r\n",
        '{"game":"tapatan","game":"hex"}', '{"game": NaN}', "5\r\nhello\r\n0\r\n\r\n", "zz\r\n",
    )  # fmt: skip
    call.pop("json", None)
    call.pop("form", None)
    call["body"] = chance.choice(bodies)


MUTATIONS = (
    another_route, added_call, added_call, call_of_another, call_of_another, repeated_call, changed_value,
    changed_value, changed_value, added_value, changed_header, changed_path, changed_method, raw_body,
)  # fmt: skip
