"""Many play at once, on a small scale: no error, no lost move, and memory that stops growing."""

import socket

from benchmarks.crowd import Figures, Player, lost, together
from benchmarks.web_load import Spent, server
from ludoteca.web.server import listen
from ludoteca.web.settings import Settings
from tests.web.serving import awaited, running


def test_small_answers_are_sent_at_once():
    with listen("127.0.0.1", 0) as opened:
        assert opened.proto == socket.IPPROTO_TCP


def test_of_two_that_take_the_usual_port_at_once_one_finds_another(monkeypatch):
    """Both may bind it, as long as nobody listens there: only then is one of them refused."""
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


def test_a_crowd_plays_without_an_error_or_a_lost_move(tmp_path):
    with running(Settings(database=f"sqlite:///{tmp_path / 'web.sqlite'}", workers=1)) as address:
        port = int(address.rpartition(":")[2])
        figures = awaited(together(port, 8, 60.0, 0.1, 1, most=3))
    assert figures.errors == {}
    assert figures.lost == 0
    assert len(figures.moves) == 24
    assert len(figures.accepted) >= 8


def test_lost_moves_would_be_noticed(tmp_path):
    async def play(port):
        figures = Figures()
        await Player(port, "tapatan", 1, figures, 1).play(float("inf"), 0.0, 2)
        ((there, moves),) = figures.accepted.items()
        return await lost(port, {there: [*moves, (99, "a1-b2")]})

    with running(Settings(database=f"sqlite:///{tmp_path / 'web.sqlite'}", workers=1)) as address:
        assert awaited(play(int(address.rpartition(":")[2]))) == 1


def test_memory_does_not_grow_with_the_moves_that_were_played(tmp_path):
    sizes = []
    with server(str(tmp_path), 1) as (port, pid):
        for _ in range(3):
            figures = awaited(together(port, 4, 60.0, 0.0, 1, most=8, names=("tapatan", "kalah")))
            assert figures.errors == {}
            spent = Spent.by(pid)
            sizes.append(spent.server + sum(spent.workers))
    # What was loaded at first stays; a move leaves a few kilobytes behind, and those only for a while.
    assert sizes[2] - sizes[1] < 12
