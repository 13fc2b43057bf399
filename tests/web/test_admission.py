"""Admission control: turns are fair, bounded, and given away while a request waits for a worker."""

from __future__ import annotations

import asyncio
import socket
import threading
from contextlib import ExitStack

import httpx2
import pytest

from ludoteca.parallel import Busy
from ludoteca.web.admission import Admission, using, waiting_elsewhere
from ludoteca.web.settings import Settings
from tests.web.serving import awaited, running


def test_the_next_turn_is_that_of_the_client_who_had_least():
    async def order() -> list[str]:
        admission, served = Admission(slots=1), []
        first = await admission.enter("greedy")

        async def ask(client: str) -> None:
            turn = await admission.enter(client)
            served.append(client)
            admission._shares.charge(client, 1.0)  # a turn of a second
            turn.end()

        asked = [asyncio.create_task(ask("greedy")) for _ in range(5)]
        asked += [asyncio.create_task(ask(client)) for client in ("ana", "bia")]
        await asyncio.sleep(0)
        admission._shares.charge("greedy", 1.0)
        first.end()
        await asyncio.gather(*asked)
        return served

    assert awaited(order())[:2] == ["ana", "bia"]


def test_whoever_sends_refused_requests_waits_longer():
    async def order() -> list[str]:
        admission, served = Admission(slots=1), []

        async def ask(client: str) -> None:
            turn = await admission.enter(client)
            served.append(client)
            admission._shares.charge(client, 0.01)
            turn.end(refused=client == "careless")
            turn.end(refused=client == "careless")

        for _ in range(3):
            await ask("careless")
            await ask("careful")
        busy = await admission.enter("another")
        asked = [asyncio.create_task(ask(client)) for client in ("careless", *["careful"] * 20)]
        await asyncio.sleep(0)
        busy.end()
        await asyncio.gather(*asked)
        return served[6:]

    # Three refusals of 0.25 s, less what the careful client has used.
    assert awaited(order()) == ["careful"] * 20 + ["careless"]


def test_no_more_turns_are_given_than_there_are():
    async def most_at_once() -> int:
        admission, now, most = Admission(slots=3), 0, 0

        async def ask(client: int) -> None:
            nonlocal now, most
            turn = await admission.enter(str(client % 4))
            now += 1
            most = max(most, now)
            await asyncio.sleep(0.001)
            now -= 1
            turn.end()

        await asyncio.gather(*(ask(client) for client in range(40)))
        return most

    assert awaited(most_at_once()) == 3


def test_the_waiting_requests_of_one_client_are_bounded():
    async def refused() -> tuple[int, bool]:
        admission = Admission(slots=1, per_client=2)
        turn = await admission.enter("greedy")

        async def ask(client: str) -> bool:
            try:
                (await admission.enter(client)).end()
            except Busy:
                return False
            return True

        waiting = [asyncio.create_task(ask("greedy")) for _ in range(5)]
        other = asyncio.create_task(ask("ana"))
        await asyncio.sleep(0)
        turn.end()
        return sum(await asyncio.gather(*waiting)), await other

    assert awaited(refused()) == (2, True)


def test_a_cancelled_request_keeps_no_turn():
    async def follows() -> bool:
        admission = Admission(slots=1)
        turn = await admission.enter("a")
        gone = asyncio.create_task(admission.enter("b"))
        after = asyncio.create_task(admission.enter("c"))
        await asyncio.sleep(0)
        gone.cancel()
        await asyncio.sleep(0)
        turn.end()
        turn.end()  # again: without effect
        (await asyncio.wait_for(after, 10)).end()
        return admission._free == 1

    assert awaited(follows())


def test_a_request_that_waits_for_a_worker_gives_its_turn_away():
    async def overtaken() -> list[str]:
        admission, said, may_go = Admission(slots=1), [], threading.Event()
        turn = await admission.enter("slow")

        def wait_for_a_worker() -> None:
            with waiting_elsewhere():
                may_go.wait(60)
            said.append("slow")

        with using(turn):
            thread = asyncio.create_task(asyncio.to_thread(wait_for_a_worker))
        other = await asyncio.wait_for(admission.enter("quick"), 60)
        said.append("quick")
        may_go.set()
        await asyncio.sleep(0.05)
        assert said == ["quick"]  # the slow one waits for its turn again
        other.end()
        await thread
        turn.end()
        return said

    assert awaited(overtaken()) == ["quick", "slow"]


def test_bodies_that_do_not_arrive_take_no_turn(tmp_path):
    settings = Settings(database=f"sqlite:///{tmp_path / 'web.sqlite'}", workers=1, limits="off")
    head = b"POST /api/games HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: 100\r\n\r\n"
    with running(settings) as address, ExitStack() as held:
        port = int(address.rpartition(":")[2])
        for _ in range(20):
            half = held.enter_context(socket.create_connection(("127.0.0.1", port)))
            half.sendall(head)
        with httpx2.Client(base_url=address, timeout=60) as client:
            assert client.get("/api/players").status_code == 200


@pytest.mark.parametrize("path", ["/", "/api/players"])
def test_every_turn_is_returned(app, client, path):
    free = app.app.state.services.admission._free
    for _ in range(5):
        assert client.get(path).status_code == 200
        assert client.get("/no-such-page").status_code == 404
        assert client.post("/api/games", json={"game": "none"}).status_code == 404
    assert app.app.state.services.admission._free == free
