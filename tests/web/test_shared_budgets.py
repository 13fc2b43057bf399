"""Budgets and fair shares that hold across servers."""

from typing import Any

import pytest
from sqlalchemy import event, text

from ludoteca.parallel import Busy, Lane
from ludoteca.parallel.fair_queue import FairQueue
from ludoteca.parallel.tasks import NO_LIMITS, Task
from ludoteca.web import services as services_module
from ludoteca.web.budgets import GAMES, REQUESTS, THINKING, VISITORS, Client, OverBudget, Profile
from ludoteca.web.store.shared_budgets import PORTION, SharedBudgets
from ludoteca.web.token_buckets import Rate
from tests.waiting import wait_until
from tests.web.test_faults import begin
from tests.web.test_servers import database, members, postgresql  # noqa: F401

NEVER = 1e-6
"""Tokens a minute: a bucket that does not fill while a test runs."""
ANA, BIA = Client("192.0.2.1", "ana"), Client("192.0.2.1", "bia")
PROFILE = Profile(
    {REQUESTS: Rate(100, NEVER), THINKING: Rate(60, NEVER), GAMES: Rate(10, NEVER)},
    {REQUESTS: Rate(150, NEVER), VISITORS: Rate(3, NEVER)},
    True,
)


class Clock:
    def __init__(self):
        self.now = 100.0

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def servers(database, clock):  # noqa: F811
    found = [SharedBudgets(PROFILE, database, clock) for _ in range(2)]
    yield found
    for one in found:
        one.close()


@pytest.fixture
def queries(servers):
    """What the servers have sent to the database."""
    found = []
    for one in servers:
        event.listen(one._engine, "before_cursor_execute", lambda *given: found.append(given[2]))
    return found


def spent(budgets, client, resource, most, amount=1.0):
    """How often a client can spend an amount."""
    for number in range(most):
        try:
            budgets.spend(client, resource, amount)
        except OverBudget:
            return number
    return most


def test_servers_spend_from_one_bucket(servers):
    one, other = servers
    assert spent(one, ANA, REQUESTS, 60) == 60
    assert spent(other, ANA, REQUESTS, 60) == 40
    assert spent(one, ANA, REQUESTS, 60) == 0
    left = spent(other, BIA, REQUESTS, 60)
    assert 42 <= left <= 50, "what is left for the address; the other server has a portion of 7.5"


def test_few_requests_need_a_query(servers, queries):
    assert spent(servers[0], ANA, REQUESTS, 50) == 50
    assert len(queries) == 10 == 50 / (100 * PORTION)


def test_a_refusal_is_repeated_without_a_query(servers, queries, clock):
    spent(servers[0], ANA, REQUESTS, 200)
    before = len(queries)
    for _ in range(50):
        assert servers[0].is_ready(ANA, REQUESTS)
        with pytest.raises(OverBudget) as refused:
            servers[0].spend(ANA, REQUESTS)
        assert refused.value.retry_after > 1_000_000
    assert len(queries) == before
    clock.now += 1.0
    assert not servers[0].is_ready(ANA, REQUESTS)


def test_a_refusal_charges_nothing(servers):
    one, other = servers
    other.spend(ANA, THINKING, 59)
    with pytest.raises(OverBudget):
        one.spend(ANA, THINKING, 2)
    one.spend(ANA, THINKING, 1)


def test_what_an_idle_client_has_not_used_is_returned(servers, clock):
    one, other = servers
    one.spend(ANA, THINKING, 50)
    one.refund(ANA, THINKING, 45)
    assert spent(other, ANA, THINKING, 9, 10) == 1
    clock.now += 10
    one.settle()
    assert spent(other, ANA, THINKING, 9, 10) == 4


def test_what_a_client_owes_is_charged_everywhere(servers):
    one, other = servers
    one.charge(ANA, GAMES, 9)
    one.settle()
    assert spent(other, ANA, GAMES, 9) == 1


def test_a_server_that_stops_returns_everything(database, servers):  # noqa: F811
    leaving = SharedBudgets(PROFILE, database)
    leaving.spend(ANA, GAMES)
    leaving.spend(ANA, THINKING, 60)
    leaving.refund(ANA, THINKING, 60)
    leaving.close()
    assert spent(servers[0], ANA, GAMES, 99) == 9
    servers[0].spend(ANA, THINKING, 60)


def test_a_bucket_fills_again_by_the_clock_of_the_database(database):  # noqa: F811
    profile = Profile({REQUESTS: Rate(100, 60)}, {}, True)
    one, other = (SharedBudgets(profile, database) for _ in range(2))
    assert spent(one, ANA, REQUESTS, 100) == 100
    with database.writing() as session:
        session.execute(text("update budgets set since = since - interval '30 seconds'"))
    assert spent(other, ANA, REQUESTS, 30) == 30
    one.close()
    other.close()


def test_a_visitor_admitted_by_one_server_is_known_to_all(servers, queries):
    one, other = servers
    for name in ("ana", "bia", "eva"):
        assert one.client("192.0.2.1", name).visitor == name
    assert one.client("192.0.2.1", "ida").visitor == ""
    assert other.client("192.0.2.1", "ida").visitor == ""
    assert other.client("192.0.2.1", "ana", admit=False).visitor == "ana"
    assert other.client("192.0.2.2", "ida").visitor == "ida", "from another address"
    before = len(queries)
    assert one.knows("ana") and other.knows("ana") and other.knows("")
    assert other.client("192.0.2.1", "ana").visitor == "ana"
    assert len(queries) == before


def test_a_flood_of_invented_visitors_needs_few_queries(servers, queries):
    for number in range(1000):
        servers[0].client("192.0.2.1", f"visitor{number}")
    assert len(queries) <= 3 * 200


def test_no_address_is_stored(servers, database):  # noqa: F811
    servers[0].client("192.0.2.1", "ana")
    servers[0].spend(ANA, REQUESTS)
    with database.reading() as session:
        rows = session.execute(text("select owner, resource from budgets")).all()
    assert len(rows) == 4
    assert all(len(owner) == 32 and "192" not in owner and "ana" not in owner for owner, _ in rows)


def test_old_buckets_and_visitors_are_deleted(servers, database):  # noqa: F811
    def age(period):
        with database.writing() as session:
            session.execute(text(f"update budgets set since = since - interval '{period}'"))
        servers[0].delete_old()
        with database.reading() as session:
            return sorted(session.scalars(text("select resource from budgets")).all())

    servers[0].client("192.0.2.1", "ana")
    servers[0].spend(ANA, GAMES)
    assert age("30 minutes") == [GAMES, "known", VISITORS]
    assert age("1 hour") == ["known"]
    assert age("1 day") == []


def test_without_a_database_a_server_counts_alone(database, clock):  # noqa: F811
    lost = database.url.set(query={"host": "/nowhere"})
    budgets = SharedBudgets(PROFILE, type(database)(lost.render_as_string(hide_password=False)), clock)
    assert budgets.client("192.0.2.1", "ana") == ANA
    assert spent(budgets, ANA, REQUESTS, 200) == 100
    budgets.close()


def test_a_lost_connection_is_replaced(servers, database):  # noqa: F811
    servers[0].spend(ANA, GAMES)
    with database.writing() as session:
        query = "select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()"
        session.execute(text(query + " and backend_type = 'client backend'"))
    assert spent(servers[0], ANA, GAMES, 99) == 9


def test_requests_to_two_servers_are_charged_together(database, monkeypatch):  # noqa: F811
    monkeypatch.setattr(services_module, "PROFILES", {"off": PROFILE})
    with members(database) as (one, other):
        statuses = [(one, other)[n % 2].client.get("/api/results").status_code for n in range(120)]
        assert sorted(set(statuses)) == [200, 429]
        assert statuses.count(200) == 100
        posted = one.client.post("/api/games", json={"game": "tapatan"})
        assert posted.status_code == 429 and int(posted.headers["retry-after"]) > 0


# -- the queue of the workers ---------------------------------------------------------------------------


def taken(queue: FairQueue) -> Task[Any]:
    found = queue.get()
    assert found is not None
    return found


def task(client):
    return Task(print, (), NO_LIMITS, None, client, Lane.LONG, 1)


def test_what_a_client_used_elsewhere_counts(clock):
    queue = FairQueue(9, 99)
    for client in ("busy", "other", "busy", "other"):
        queue.put(task(client))
    queue.count_elsewhere("server", {"busy": (5.0, 0)}, 4.0, clock())
    assert [taken(queue).client for _ in range(4)] == ["other", "other", "busy", "busy"]


def test_what_was_used_elsewhere_delays_a_client_for_a_limited_time(clock):
    queue = FairQueue(1, 999)
    queue.count_elsewhere("server", {"busy": (100_000.0, 0)}, 4.0, clock())
    for _ in range(100):
        queue.put(task("busy"))
        queue.put(task("other"))
    served = []
    for _ in range(100):
        one = taken(queue)
        served.append(one.client)
        queue.done(one, 1.0)
    assert "busy" in served[:40]


def test_tasks_that_wait_elsewhere_count_for_the_limit_of_a_client(monkeypatch):
    queue = FairQueue(1, 99, per_client=3)
    now = 50.0
    monkeypatch.setattr("ludoteca.parallel.fair_queue.time.monotonic", lambda: now)
    queue.count_elsewhere("server", {"busy": (0.0, 2)}, 4.0, now)
    queue.put(task("busy"))
    with pytest.raises(Busy):
        queue.put(task("busy"))
    queue.put(task("other"))
    now += 5.0  # the report is out of date
    queue.put(task("busy"))


def test_a_report_has_what_was_used_since_the_last_one():
    queue = FairQueue(2, 99)
    assert queue.report() == {}
    for _ in range(3):
        queue.put(task("ana"))
    one = taken(queue)
    queue.done(one, 2.5)
    assert queue.report() == {"ana": (2.5, 2)}
    assert queue.report() == {"ana": (0.0, 2)}


def test_servers_tell_each_other_what_clients_use(database):  # noqa: F811
    with members(database) as (one, other):
        game, seats = begin(one.client, second="engine:seconds=0.5", game="gomoku")
        one.client.post(f"/api/games/{game}/moves", json={"move": "h8"}, headers=seats["first"])
        shares = other.services.pool.queue._shares
        wait_until(lambda: shares.time_of("anonymous 127.0.0.1") > 0.1)
