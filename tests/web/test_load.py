"""A small load test: no error, no lost move, bounded memory."""

import socket

from benchmarks.class_load import Lesson, left_over
from benchmarks.load_clients import LoadFigures, Player, count_lost, run_concurrent
from benchmarks.web_load import Usage, server
from ludoteca.web.server import listen
from ludoteca.web.settings import Settings
from tests.web.serving import awaited, running


def test_small_responses_are_sent_without_delay():
    with listen("127.0.0.1", 0) as opened:
        assert opened.proto == socket.IPPROTO_TCP


def test_of_two_servers_on_the_default_port_one_takes_another(monkeypatch):
    """Both may bind it while nobody listens there: only `listen` fails for one of them."""
    with socket.socket() as rival:
        rival.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        rival.bind(("127.0.0.1", 0))
        port = rival.getsockname()[1]

        class Late(socket.socket):
            def bind(self, address: tuple[str, int]) -> None:  # type: ignore[override]
                super().bind(address)
                rival.listen()

        monkeypatch.setattr("ludoteca.web.server.PORT", port)
        monkeypatch.setattr("ludoteca.web.server.socket.socket", Late)
        with listen("127.0.0.1", 0) as opened:
            assert opened.getsockname()[1] not in (0, port)


def test_concurrent_players_see_no_error_and_lose_no_move(tmp_path):
    with running(Settings(database=f"sqlite:///{tmp_path / 'web.sqlite'}", workers=1)) as address:
        port = int(address.rpartition(":")[2])
        figures = awaited(run_concurrent(port, 8, 60.0, 0.1, 3, most=3))
    assert figures.errors == {}
    assert figures.lost == 0
    assert len(figures.moves) == 24
    assert len(figures.accepted) >= 8


def test_a_lesson_has_no_error_and_leaves_nothing(tmp_path):
    file = tmp_path / "web.sqlite"

    async def lesson(port):
        found = await Lesson.begin(port, 6)
        await found.run(4.0, 0.2)
        before = left_over(str(file))
        await found.teacher.end()
        return found, before

    with running(Settings(database=f"sqlite:///{file}", workers=1)) as address:
        found, before = awaited(lesson(int(address.rpartition(":")[2])))
        assert left_over(str(file)) == 0 < before
    assert found.figures.errors == {}


def test_lost_moves_are_detected(tmp_path):
    async def play(port):
        figures = LoadFigures()
        await Player(port, "tapatan", 1, figures, 1).play(float("inf"), 0.0, 2)
        ((there, moves),) = figures.accepted.items()
        return await count_lost(port, {there: [*moves, (99, "a1-b2")]})

    with running(
        Settings(database=f"sqlite:///{tmp_path / 'web.sqlite'}", workers=1, limits="off")
    ) as address:
        assert awaited(play(int(address.rpartition(":")[2]))) == 1


def test_memory_does_not_grow_with_the_number_of_moves(tmp_path):
    sizes = []
    with server(str(tmp_path), "--workers", "1") as (port, pid):
        for _ in range(3):
            figures = awaited(run_concurrent(port, 4, 60.0, 0.0, 1, most=8, names=("tapatan", "kalah")))
            assert figures.errors == {}
            spent = Usage.by(pid)
            sizes.append(spent.server + sum(spent.workers))
    # Caches fill up at first; later moves need a few kilobytes for a while.
    assert sizes[2] - sizes[1] < 12
