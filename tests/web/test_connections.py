"""Deadlines and limits of connections, without a network."""

import asyncio
from dataclasses import dataclass, replace
from typing import Any

import pytest

from ludoteca.web.connections import ConnectionLimits, Connections, Progress, Watched
from ludoteca.web.token_buckets import Rate
from tests.web.serving import awaited

LIMITS = ConnectionLimits()


class Client(Watched):
    """A connection as the test describes it."""

    def __init__(self, phase="head", received=0, unsent=0):
        self.phase, self.request, self.received = phase, 0, received
        self.waiting, self.taken, self.is_aborted = unsent, 0, False

    def progress(self):
        return Progress(self.phase, self.request)

    def unsent(self):
        return self.waiting

    def sent(self):
        return self.taken

    def abort(self):
        self.is_aborted = True


@dataclass
class Loop:
    """An event loop with a clock of its own, for what `Connections` needs of it."""

    now: float = 1000.0

    def time(self):
        return self.now

    def call_later(self, seconds, call, *values):
        return None


@pytest.fixture
def loop():
    return Loop()


def opened(loop, *clients, limits=LIMITS, address="192.0.2.1"):
    connections = Connections(limits)
    for one in clients:
        assert connections.add(one, address, loop)
    return connections


def aborted_after(connections, loop, client, most=1000):
    """The seconds after which a client is aborted; None if it never is."""
    for second in range(most):
        connections.close_slow(loop.now + second)
        if client.is_aborted:
            return second
    return None


@pytest.mark.parametrize(
    ("phase", "seconds"),
    [("head", LIMITS.head), ("idle", LIMITS.idle), ("body", LIMITS.grace), ("answer", None)],
)
def test_each_phase_has_its_deadline(loop, phase, seconds):
    client = Client(phase)
    found = aborted_after(opened(loop, client), loop, client)
    assert found is None if seconds is None else seconds < found <= seconds + 1


def test_single_bytes_do_not_extend_the_deadline_of_a_head(loop):
    client = Client()
    connections = opened(loop, client)
    for second in range(9):
        client.received += 1
        connections.close_slow(loop.now + second)
    assert not client.is_aborted
    connections.close_slow(loop.now + 11)
    assert client.is_aborted


def test_a_new_request_has_its_own_deadline(loop):
    client = Client()
    connections = opened(loop, client)
    for second in range(0, 100, 8):
        client.request += 1
        connections.close_slow(loop.now + second)
    assert not client.is_aborted


@pytest.mark.parametrize(("rate", "seconds"), [(900, 11), (1100, 121), (100_000, 121)])
def test_a_body_has_a_minimum_rate_and_an_end(loop, rate, seconds):
    client = Client("body")
    connections = opened(loop, client)
    for second in range(200):
        client.received = rate * second
        connections.close_slow(loop.now + second)
        if client.is_aborted:
            break
    assert second == seconds


@pytest.mark.parametrize(("rate", "is_slow"), [(0, True), (900, True), (1100, False)])
def test_a_client_that_does_not_read_its_answer_is_dropped(loop, rate, is_slow):
    client = Client("answer", unsent=100_000)
    connections = opened(loop, client)
    for second in range(100):
        client.taken = rate * second
        connections.close_slow(loop.now + second)
    assert client.is_aborted == is_slow


def test_a_client_that_catches_up_is_kept(loop):
    client = Client("answer", unsent=100_000)
    connections = opened(loop, client)
    for second in range(100):
        client.waiting = 0 if second % 25 == 0 else 100_000
        connections.close_slow(loop.now + second)
    assert not client.is_aborted


def test_in_a_crowd_there_is_less_time(loop):
    limits = replace(LIMITS, total=10, per_address=10)
    clients = [Client("idle") for _ in range(8)]
    connections = opened(loop, *clients, limits=limits)
    connections.close_slow(loop.now + limits.hurry + 1)
    assert all(one.is_aborted for one in clients)
    few = [Client("idle") for _ in range(7)]
    opened(loop, *few, limits=limits).close_slow(loop.now + limits.hurry + 1)
    assert not any(one.is_aborted for one in few)


def test_the_number_of_connections_is_limited_in_total_and_by_address(loop):
    limits = replace(LIMITS, total=5, per_address=3)
    connections = Connections(limits, ["10.0.0.1"])
    mine = [Client("idle") for _ in range(3)]
    assert [connections.add(one, "2001:db8::1", loop) for one in mine] == [True] * 3
    assert not connections.add(Client(), "2001:db8::2", loop), "the same network"
    assert connections.add(Client(), "192.0.2.1", loop)
    assert connections.add(Client(), "192.0.2.2", loop)
    assert connections.add(Client(), "192.0.2.3", loop), "in place of the oldest of the address with most"
    assert [one.is_aborted for one in mine] == [True, False, False]
    assert connections.add(Client(), "192.0.2.4", loop)
    assert [one.is_aborted for one in mine] == [True, True, False]
    assert not connections.add(Client(), "192.0.2.5", loop), "nobody has more than one"
    assert len(connections) == 5
    connections.remove(mine[2])
    connections.remove(mine[2])
    assert len(connections) == 4
    assert connections.add(Client(), "2001:db8::3", loop)


def test_connections_without_a_request_make_way_for_others_of_their_address(loop):
    limits = replace(LIMITS, per_address=3)
    used, unused = Client("answer"), [Client("head"), Client("head")]
    connections = opened(loop, used, *unused, limits=limits)
    assert connections.add(Client("idle"), "192.0.2.1", loop)
    assert [one.is_aborted for one in (used, *unused)] == [False, True, False]
    assert connections.add(Client("body"), "192.0.2.1", loop)
    assert [one.is_aborted for one in (used, *unused)] == [False, True, True]
    assert not connections.add(Client(), "192.0.2.1", loop), "the others are in use"
    assert len(connections) == 3


def test_new_connections_of_an_address_are_limited_by_their_rate():
    class Clock:
        now = 0.0

        def time(self):
            return self.now

        def call_later(self, *_):
            return None

    clock: Any = Clock()
    connections = Connections(replace(LIMITS, new=Rate(3, 30)))

    def is_excess(address: str) -> bool:
        client = Client("idle")
        assert connections.add(client, address, clock)
        connections.remove(client)  # closed again at once
        return client.is_excess

    assert [is_excess("192.0.2.1") for _ in range(4)] == [False, False, False, True]
    assert not is_excess("192.0.2.2")
    clock.now += 2.0
    assert [is_excess("192.0.2.1") for _ in range(2)] == [False, True]


def test_one_connection_too_many_has_less_time_for_its_first_request(loop):
    connections = Connections(replace(LIMITS, new=Rate(1, 0)))
    usual, excess, working = Client(), Client(), Client("idle")
    for one in (usual, excess, working):
        assert connections.add(one, "192.0.2.1", loop)
    connections.close_slow(loop.now + LIMITS.hurry + 1)
    assert [one.is_aborted for one in (usual, excess, working)] == [False, True, False]


def test_without_budgets_new_connections_are_not_limited():
    assert ConnectionLimits.of("off").new.per_minute >= 1e9
    assert ConnectionLimits.of("internet").new.burst < ConnectionLimits.of("school").new.burst


def test_a_trusted_proxy_has_connections_for_many_clients(loop):
    connections = Connections(replace(LIMITS, per_address=1), ["10.0.0.0/8"])
    assert all(connections.add(Client(), "10.0.0.1", loop) for _ in range(10))


@pytest.mark.parametrize(("descriptors", "total"), [(20_000, 2000), (1024, 768), (300, 150)])
def test_the_limits_fit_the_descriptors_of_the_process(descriptors, total):
    found = LIMITS.within(descriptors)
    assert (found.total, found.per_address) == (total, min(500, total))


def test_connections_are_looked_at_while_there_are_any():
    client = Client()

    async def watch():
        connections = Connections(replace(LIMITS, head=0.0))
        connections.add(client, "192.0.2.1", asyncio.get_running_loop())
        while not client.is_aborted:
            await asyncio.sleep(0.01)
        connections.remove(client)

    awaited(watch())
    assert client.is_aborted
