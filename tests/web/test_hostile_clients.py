"""Hostile clients: nothing is computed for them in the web process, and nothing without a limit."""

from __future__ import annotations

import os
import signal
import threading
from contextlib import contextmanager

import pytest

from ludoteca.errors import LudotecaError
from ludoteca.games import load
from ludoteca.games.reader import read_toml
from ludoteca.parallel import Busy, TaskFuture
from ludoteca.play import perfect
from ludoteca.play.players import UnknownPlayer, kinds
from ludoteca.web.game_cache import MOST_MOVES, GameCache
from ludoteca.web.games.drafts import DraftService, _key
from ludoteca.web.players import OPTIONS, asked_for, is_quick
from ludoteca.web.workers import jobs, tables
from ludoteca.workshop.drafts import copy_of
from ludoteca.workshop.sandbox import CheckResult, SandboxError
from tests.waiting import wait_until


def begin(client, **wish):
    return client.post("/api/games", json={"game": "tapatan", "second": "human", **wish})


# -- players ------------------------------------------------------------------------------------------


def test_every_option_of_every_player_has_a_limit_on_a_server():
    options = {option for kind in kinds().values() for option in kind.options}
    assert options == OPTIONS.keys()


@pytest.mark.parametrize("spec", ["perfect:most=10000000000", "perfect:seconds=3600", "engine:threads=8"])
def test_an_option_over_its_limit_is_refused(client, spec):
    answer = begin(client, first=spec)
    assert answer.status_code == 422
    assert answer.json()["error"]["code"] == "unknown-player"


def test_an_option_that_is_not_declared_is_refused(monkeypatch):
    monkeypatch.delitem(OPTIONS, "weights")
    with pytest.raises(UnknownPlayer, match="not available here"):
        asked_for("engine:weights=piece:3")


def test_no_player_is_prepared_in_the_web_process(client, monkeypatch):
    def prepare(self, game):
        raise AssertionError("prepared in the web process")

    monkeypatch.setattr(perfect.Perfect, "prepare", prepare)
    assert begin(client, first="perfect").status_code == 201
    refused = begin(client, game="gomoku", first="perfect")
    assert refused.status_code == 422
    assert "table" in refused.json()["error"]["message"]


@pytest.mark.parametrize(
    ("spec", "quick"),
    [
        ("level:3", True), ("random", True), ("engine:nodes=5000", True), ("engine:seconds=0.1", True),
        ("engine:seconds=10", False), ("engine:depth=30", False), ("perfect", False),
        ("alphabeta:depth=3", False), ("mcts:seconds=5", False),
    ],
)  # fmt: skip
def test_players_that_take_long_do_not_use_the_workers_for_quick_ones(spec, quick):
    assert is_quick(spec, load("tic-tackle")) is quick


# -- rules --------------------------------------------------------------------------------------------


def many_moves() -> tuple[str, str]:
    """Rules that pass the sandbox, and a position of theirs with some hundred thousand moves."""
    start = "/".join(["3o2o12", *["19"] * 17, "3x2x12"])
    rules = copy_of("amazons").text.replace("grid = [10, 10]", "grid = [19, 19]")
    rules = rules.replace('"3o2o3/10/10/o8o/10/10/x8x/10/10/3x2x3"', f'"{start}"')
    row = "x1" * 9 + "x"
    return rules, f"{row}/19/" + "19/" * 15 + f"19/{'o1' * 9}o x"


def test_a_position_with_too_many_moves_is_refused_before_it_is_stored(client):
    rules, position = many_moves()
    answer = begin(client, game="mine", rules_text=rules, position=position)
    assert answer.status_code == 422
    assert answer.json()["error"]["code"] == "too-much"


def test_the_web_process_lists_no_more_moves_than_its_limit():
    rules, text = many_moves()
    position = GameCache().position("mine", rules, text, ())
    assert position.move_count > 4 * MOST_MOVES
    for ask in (
        lambda: position.legal_moves,
        lambda: position.play("nonsense"),
        lambda: position.moves_along(()),
        position.require_listable,
    ):
        with pytest.raises(LudotecaError) as refused:
            ask()
        assert refused.value.code == "limit.listed"
    assert position.play("a19-a18/a17") is not position  # a legal move needs no list


@pytest.mark.parametrize("name", ["amazons", "latrunculi", "gomoku", "hex"])
def test_the_games_of_the_library_are_within_the_limit(name):
    assert 2 * load(name).start().move_count < MOST_MOVES


def test_a_verdict_belongs_to_one_name_and_text():
    """A name that ends in what another text begins with must not share its verdict."""
    drafts = DraftService(None, None, None)  # type: ignore[arg-type]
    drafts._checked.clear()
    assert _key("b\nc", "a") != _key("c", "a\nb")
    drafts._remember(_key("b\nc", "a"), CheckResult(True))
    assert _key("c", "a\nb") not in drafts._checked


@pytest.mark.parametrize(
    "text",
    [
        "a" + ".a" * 9000 + " = 1",
        "[" + "a." * 9000 + "a]",
        "x = {" + '"a".' * 4000 + "a = 1}",
        "a" + " . a" * 4000 + " = 1",
    ],
)
def test_long_dotted_keys_are_refused_before_they_are_parsed(client, text, monkeypatch):
    monkeypatch.setattr("ludoteca.games.reader.tomllib", None)
    with pytest.raises(LudotecaError, match="nested more than 12 deep"):
        read_toml(text, "a.toml")


def test_ordinary_texts_with_dots_are_not_refused():
    board = "/".join(["x.o" * 6 + "x"] * 19)
    assert read_toml(f'setup.board = "{board}"\na.b.c.d = 1.5', "a.toml")["a"]["b"]["c"]["d"] == 1.5


@pytest.mark.parametrize("path", ["look", "cards", "fill", "drop", "ideas", "playtest"])
def test_rules_are_parsed_in_workers_only(client, path, monkeypatch):
    def parse(*_: object) -> None:
        raise AssertionError("parsed in the web process")

    monkeypatch.setattr("ludoteca.workshop.drafts.read_toml", parse)
    body = {"text": "a.b = [1, 2", "name": "mine"}
    body |= {"where": "end[1]"} if path in ("fill", "drop") else {}
    body |= {"said": "3"} if path == "fill" else {}
    assert client.post(f"/api/workshop/{path}", json=body).status_code in (200, 422)


# -- a computer that failed ---------------------------------------------------------------------------


def test_polling_does_not_ask_a_failed_computer_again(app, client, monkeypatch):
    services = app.app.state.services
    asked = []

    def fail(job, *_: object, **__: object):
        asked.append(job)
        raise LudotecaError("computer.failed", problem="it")

    answer = begin(client, second="level:1")
    game, seat = answer.json()["game"]["id"], answer.json()["seats"]["first"]
    monkeypatch.setattr(services.jobs.pool, "submit", lambda *words, **more: _failing(fail, words))
    client.post(
        f"/api/games/{game}/moves", json={"move": "a1-b2"}, headers={"authorization": f"Bearer {seat}"}
    )
    wait_until(lambda: services.ai_turns.failure(game))
    for _ in range(5):
        assert client.get(f"/api/games/{game}").json()["trouble"]
    assert len(asked) == 1


def _failing(fail, words):
    future: TaskFuture[None] = TaskFuture()
    try:
        fail(words)
    except LudotecaError as problem:
        future.finish(None, problem)
    return future


def test_a_computer_moves_by_itself_when_a_busy_server_has_room_again(app, client, monkeypatch):
    services = app.app.state.services
    monkeypatch.setattr("ludoteca.web.games.ai_turns._RETRY_SECONDS", 0.05)
    submit, room = services.jobs.pool.submit, threading.Event()

    def busy(*words, **more):
        if not room.is_set():
            room.set()
            raise Busy("busy.queue")
        return submit(*words, **more)

    monkeypatch.setattr(services.jobs.pool, "submit", busy)
    answer = begin(client, second="level:1")
    game, seat = answer.json()["game"]["id"], answer.json()["seats"]["first"]
    client.post(
        f"/api/games/{game}/moves", json={"move": "a1-b2"}, headers={"authorization": f"Bearer {seat}"}
    )
    wait_until(lambda: services.games.get(game).row.plies == 2)


def test_repeated_requests_start_no_more_timers(app, client, monkeypatch):
    """Each of them is a thread."""
    services, timers = app.app.state.services, []

    class Timer:
        def __init__(self, *_: object) -> None:
            timers.append(self)

        def start(self) -> None:
            pass

    answer = begin(client, first="level:1", second="level:1")
    game, seat = answer.json()["game"]["id"], {"authorization": f"Bearer {answer.json()['seats']['first']}"}
    wait_until(lambda: services.games.get(game).row.plies == 1)

    def busy(*_: object, **__: object) -> None:
        raise Busy("busy.client")

    monkeypatch.setattr("ludoteca.web.games.ai_turns.threading.Timer", Timer)
    monkeypatch.setattr(services.jobs.pool, "submit", busy)
    for _ in range(5):
        assert client.post(f"/api/games/{game}/think", headers=seat).status_code == 503
    assert len(timers) == 1


def test_a_long_search_ends_when_the_game_is_resigned(app, client):
    services = app.app.state.services
    answer = begin(client, game="gomoku", second="engine:seconds=10")
    game, seat = answer.json()["game"]["id"], {"authorization": f"Bearer {answer.json()['seats']['first']}"}
    client.post(f"/api/games/{game}/moves", json={"move": "h8"}, headers=seat)
    stored = services.games.get(game)
    assert services.ai_turns.is_thinking(stored)
    assert client.post(f"/api/games/{game}/resign", headers=seat).status_code == 200
    wait_until(lambda: not services.ai_turns.is_thinking(stored))
    assert services.ai_turns.failure(game) is None
    assert services.pool.waiting == 0


# -- the pool -----------------------------------------------------------------------------------------


def test_a_worker_killed_while_it_starts_is_no_server_error(app, client, monkeypatch):
    """The sandbox answers with a refusal, and the next check works."""
    for process in app.app.state.services.pool.processes:
        os.kill(process, signal.SIGKILL)
    answer = client.post("/api/workshop/look", json={"text": copy_of("tapatan").text, "name": "fresh"})
    assert answer.status_code in (200, 422)
    again = client.post("/api/workshop/look", json={"text": copy_of("tapatan").text, "name": "fresh2"})
    assert again.status_code == 200 and again.json()["ok"]


def test_a_worker_forgets_other_games_before_it_runs_out_of_memory(monkeypatch):
    monkeypatch.setattr(jobs, "_seated", {("game", "first", "engine"): None})

    def hungry(job, tell):
        if jobs._seated:
            raise MemoryError
        return "done"

    monkeypatch.setitem(jobs._KINDS, "hungry", hungry)
    assert jobs.answer({"kind": "hungry"}, None) == "done"


@pytest.mark.parametrize(("player", "kept"), [("engine", 12), ("engine:megabytes=64", 3), ("mcts", 3)])
def test_a_worker_keeps_no_more_players_than_fit(player, kept):
    """Their hash tables would fill the memory of the machine."""
    jobs._seated.clear()
    for number in range(20):
        jobs._player({"game": f"g{number}", "side": "first", "player": player}, load("gomoku"))
    assert len(jobs._seated) == kept
    jobs._seated.clear()


def test_what_is_too_large_for_an_empty_worker_is_refused(monkeypatch):
    def hungry(job, tell):
        raise MemoryError

    monkeypatch.setitem(jobs._KINDS, "hungry", hungry)
    with pytest.raises(MemoryError):
        jobs.answer({"kind": "hungry"}, None)


# -- drafts -------------------------------------------------------------------------------------------


def test_no_rules_are_checked_while_the_database_is_locked(app, client, monkeypatch):
    """Others could not move meanwhile. A check that took too long is not cached."""
    services = app.app.state.services
    place = client.post("/workshop/copy", data={"game": "tapatan"}, follow_redirects=False)
    draft = place.headers["location"]
    locked: list[bool] = []

    def slow(*_: object) -> None:
        locked.append(is_locked[0])
        raise SandboxError("time")

    is_locked, writing = [False], services.database.writing

    @contextmanager
    def noted():
        with writing() as session:
            is_locked[0] = True
            yield session
        is_locked[0] = False

    monkeypatch.setattr(services.drafts.sandbox, "check", slow)
    monkeypatch.setattr(services.database, "writing", noted)
    for text in ("a = 1", "a = 2"):
        client.post(f"{draft}/text", data={"text": text}, follow_redirects=False)
    locked.clear()
    assert client.post(f"{draft}/undo", follow_redirects=False).status_code == 303
    assert locked and not any(locked)
    assert services.drafts.get(draft.rpartition("/")[2]).text == "a = 1"


# -- numbers ------------------------------------------------------------------------------------------


def test_a_number_of_thousands_of_digits_is_no_piece(client):
    place = {"called": "tapatan", "position": "x1o/o1x/x1o x", "path": '["a1"]'}
    answer = client.post("/games/tapatan/editor/move", data={**place, "tool": "9" * 5000})
    assert answer.status_code == 409


# -- files --------------------------------------------------------------------------------------------


def test_tables_may_vanish_while_the_folder_is_pruned(tmp_path, monkeypatch):
    """Another worker prunes it at the same time."""
    monkeypatch.setattr(tables, "folder", lambda: tmp_path)
    (tmp_path / "old").write_bytes(b"12345")
    os.utime(tmp_path / "old", (1, 1))
    (tmp_path / "new").write_bytes(b"12345")
    (tmp_path / "gone").symlink_to(tmp_path / "deleted")
    tables.prune(most=6)
    assert (tmp_path / "new").exists() and not (tmp_path / "old").exists()
