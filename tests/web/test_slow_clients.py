"""Slow and hostile clients of a real server on loopback. Each test waits for the server to close."""

import http.client
import json
import os
import re
import socket
import subprocess
import sys
import threading
import time
from contextlib import ExitStack, closing

import pytest

from ludoteca.system import IS_POSIX
from ludoteca.web.app import create_app
from ludoteca.web.connections import ConnectionLimits, Connections
from ludoteca.web.security import HEADERS
from ludoteca.web.settings import Settings
from ludoteca.web.stream_slots import StreamSlots
from ludoteca.web.token_buckets import Rate
from tests.web.serving import running

LIMITS = ConnectionLimits(
    total=30, per_address=12, head=0.5, body=1.5, grace=0.5, idle=1.5, stalled=1.0, crowded=1.0
)
PATIENCE = 60.0
"""Seconds to wait for what the server does within two."""


@pytest.fixture(scope="module")
def app(tmp_path_factory):
    folder = tmp_path_factory.mktemp("slow")
    return create_app(Settings(database=f"sqlite:///{folder / 'web.sqlite'}", workers=1))


@pytest.fixture(scope="module")
def registry():
    """All connections of the server."""
    return Connections(LIMITS)


@pytest.fixture(scope="module")
def port(app, registry):
    settings = Settings(database="sqlite://", workers=1)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("ludoteca.web.server.Connections", lambda limits, trusted: registry)
        with running(settings, app) as address:
            yield int(address.rpartition(":")[2])


def connected(port, address="127.0.0.2"):
    found = socket.create_connection(("127.0.0.1", port), PATIENCE, (address, 0))
    return closing(found)


def rest(client):
    """What the server still sends before it closes."""
    received = b""
    try:
        while part := client.recv(65536):
            received += part
    except ConnectionError:
        pass
    return received


def check_alive(port):
    with closing(http.client.HTTPConnection("127.0.0.1", port, PATIENCE)) as client:
        client.request("GET", "/api/players")
        assert client.getresponse().status == 200


def test_a_silent_connection_is_closed(port):
    with connected(port) as client:
        assert rest(client) == b""
    check_alive(port)


def test_a_head_that_never_ends_is_cut_off(port):
    with connected(port) as client:
        client.sendall(b"GET / HTTP/1.1\r\nhost: 127.0.0.1\r\n")
        ended = threading.Event()

        def drip():
            while not ended.wait(0.1):
                try:
                    client.sendall(b"x: y\r\n")
                except OSError:
                    return

        dripping = threading.Thread(target=drip)
        dripping.start()
        assert rest(client) == b""
        ended.set()
        dripping.join()


@pytest.mark.parametrize("path", ["/api/position", "/start", "/nothing"])
def test_a_body_that_never_comes_is_cut_off(port, path):
    with connected(port) as client:
        head = f"POST {path} HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: 1000\r\n\r\n"
        client.sendall(head.encode() + b"{")
        received = rest(client)
        assert received == b"" or received.startswith(b"HTTP/1.1 404")


def test_an_event_stream_whose_request_has_no_end_is_cut_off(port, app):
    game = begun(port)
    with connected(port) as client:
        head = f"GET /g/{game}/events HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: 10\r\n\r\n"
        client.sendall(head.encode())
        assert b"event: hello" in rest(client)


def test_an_idle_connection_is_closed(port):
    with connected(port) as client:
        client.sendall(b"GET /api/players HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n")
        assert rest(client).startswith(b"HTTP/1.1 200")


def test_an_answer_that_is_never_read_is_dropped(port, registry):
    """Many answers, more than the system buffers."""
    with connected(port) as client:
        asked = 400
        client.sendall(b"GET /api/openapi.json HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n" * asked)
        wait_for(lambda: len(registry))
        wait_for(lambda: not len(registry))
        received = rest(client)
    assert 0 < received.count(b"HTTP/1.1 200") < asked
    check_alive(port)


def test_the_answer_to_what_is_no_http_has_the_security_headers(port):
    for said in (
        b"\x16\x03\x01 no http\r\n\r\n",
        b"GET / HTTP/1.1\r\nhost: a\r\nhost: b\r\n\r\n",
        b"GET /\r\n\r\n",
    ):
        with connected(port) as client:
            client.sendall(said)
            head = rest(client).decode()
        assert head.startswith("HTTP/1.1 400")
        for name, value in HEADERS.items():
            assert f"{name}: {value}" in head


def test_a_malformed_chunk_gets_one_answer(port):
    with connected(port) as client:
        head = b"POST /api/position HTTP/1.1\r\nhost: 127.0.0.1\r\ntransfer-encoding: chunked\r\n\r\n"
        client.sendall(head + b"zz\r\n")
        assert rest(client).count(b"HTTP/1.1 ") == 1
    check_alive(port)


def test_a_body_of_tiny_chunks_is_refused(port):
    with connected(port) as client:
        head = b"POST /api/position HTTP/1.1\r\nhost: 127.0.0.1\r\ntransfer-encoding: chunked\r\n\r\n"
        client.sendall(head + b"1\r\nx\r\n" * 2000 + b"0\r\n\r\n")
        assert rest(client) == b""
    with connected(port) as client:
        client.sendall(head + b"200\r\n" + b"x" * 512 + b"\r\n0\r\n\r\n")
        assert rest(client).startswith(b"HTTP/1.1 422"), "larger chunks are accepted"
    check_alive(port)


def test_connections_of_one_address_are_limited(port, registry):
    stream = f"GET /g/{begun(port)}/events HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n".encode()
    with ExitStack() as stack:
        first = [stack.enter_context(connected(port)) for _ in range(LIMITS.per_address)]
        for one in first:
            one.sendall(stream)
            assert one.recv(65536).startswith(b"HTTP/1.1 200")
        late = stack.enter_context(connected(port))
        head = rest(late).decode()
        assert head.startswith("HTTP/1.1 503")
        for name, value in HEADERS.items():
            assert f"{name}: {value}" in head
        check_alive(port)
    wait_for(lambda: not len(registry))
    with connected(port) as again:
        again.sendall(b"GET /api/players HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\n\r\n")
        assert rest(again).startswith(b"HTTP/1.1 200")


def test_half_open_connections_make_way_for_others(port):
    with ExitStack() as stack:
        held = [stack.enter_context(connected(port)) for _ in range(LIMITS.per_address + 3)]
        assert [rest(one) for one in held[:3]] == [b""] * 3
        with connected(port) as late:
            late.sendall(b"GET /api/players HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\n\r\n")
            assert rest(late).startswith(b"HTTP/1.1 200")


def test_one_connection_too_many_is_for_known_visitors(tmp_path, monkeypatch):
    connections = Connections(ConnectionLimits(new=Rate(3, 0)))
    monkeypatch.setattr("ludoteca.web.server.Connections", lambda limits, trusted: connections)
    settings = Settings(database=f"sqlite:///{tmp_path / 'web.sqlite'}", workers=1)

    def answered(port, cookie):
        with connected(port) as client:
            head = f"GET /api/players HTTP/1.1\r\nhost: 127.0.0.1\r\ncookie: visitor={cookie}\r\n\r\n"
            client.sendall(head.encode())
            received = b""
            while b"\r\n\r\n" not in received:
                received += client.recv(65536)
            return received.decode(errors="replace").lower()

    with running(settings) as address:
        port = int(address.rpartition(":")[2])
        for cookie in ("", "ana", "bia"):
            assert answered(port, cookie).startswith("http/1.1 200")
        for cookie in ("", "caio"):
            refused = answered(port, cookie)
            assert refused.startswith("http/1.1 503") and "connection: close" in refused
        assert answered(port, "ana").startswith("http/1.1 200")


# -- event streams --------------------------------------------------------------------------------------


def begun(port):
    with closing(http.client.HTTPConnection("127.0.0.1", port, PATIENCE)) as client:
        client.request(
            "POST",
            "/api/games",
            '{"game": "tapatan", "second": "human"}',
            {"content-type": "application/json"},
        )
        return json.loads(client.getresponse().read())["game"]["id"]


def followed(port, game, cookie="", address="127.0.0.2"):
    """A stream: its connection, and the head and first event, or an error."""
    client = socket.create_connection(("127.0.0.1", port), PATIENCE, (address, 0))
    client.sendall(
        f"GET /api/games/{game}/events HTTP/1.1\r\nhost: 127.0.0.1\r\ncookie: {cookie}\r\n\r\n".encode()
    )
    received = client.recv(65536)
    return client, received.decode()


@pytest.fixture
def slots(app):
    app.state.streams = StreamSlots(total=6, per_address=4, per_visitor=2)
    yield app.state.streams
    app.state.streams = StreamSlots()


def wait_for(check):
    end = time.monotonic() + PATIENCE
    while not check():
        assert time.monotonic() < end
        time.sleep(0.01)


def test_event_streams_are_limited_by_visitor_address_and_in_total(port, slots):
    game = begun(port)
    with ExitStack() as stack:

        def follow(cookie, address):
            client, head = followed(port, game, cookie, address)
            stack.callback(client.close)
            return head.split(" ")[1]

        assert [follow("visitor=ana", "127.0.0.2") for _ in range(3)] == ["200", "200", "503"]
        assert [follow("", "127.0.0.2") for _ in range(3)] == ["200", "200", "503"]
        assert [follow("", "127.0.0.3") for _ in range(3)] == ["200", "200", "503"]
        assert len(slots) == 6
    wait_for(lambda: not len(slots))
    client, head = followed(port, game, "visitor=ana")
    client.close()
    assert head.startswith("HTTP/1.1 200")
    wait_for(lambda: not slots._taken)


def test_a_refused_stream_is_told_in_json(port, slots):
    slots.total = 0
    client, told = followed(port, begun(port))
    with closing(client):
        told += rest(client).decode()
    assert '"code":"busy"' in told and "retry-after: 2" in told


def test_a_stream_ends_after_its_time(port, slots):
    slots.seconds = 0.0
    client, _ = followed(port, begun(port))
    wait_for(lambda: not len(slots))
    client.close()


# -- descriptors ----------------------------------------------------------------------------------------

LIMITED = """
import resource, sys
resource.setrlimit(resource.RLIMIT_NOFILE, (200, 300))
from ludoteca.cli.main import main
sys.exit(main(sys.argv[1:]))
"""


@pytest.mark.skipif(not IS_POSIX, reason="the limit on descriptors is not known in this system")
def test_more_connections_than_descriptors_neither_stop_the_server_nor_fill_the_log(tmp_path):
    """From several addresses at once: the server refuses what it cannot hold, and answers again."""
    line = [sys.executable, "-c", LIMITED, "serve", "--no-browser", "--workers", "1"]
    line += ["--database", f"sqlite:///{tmp_path / 'web.sqlite'}"]
    errors = tmp_path / "errors"
    with (
        errors.open("wb") as log,
        subprocess.Popen(line, stdout=subprocess.PIPE, stderr=log, text=True) as process,
    ):
        try:
            assert process.stdout
            found = re.search(r"http://127\.0\.0\.1:(\d+)", process.stdout.readline())
            assert found
            port = int(found[1])
            wait_for(lambda: is_open(port))
            with ExitStack() as stack:
                clients = [stack.enter_context(connected(port, f"127.0.0.{2 + n % 8}")) for n in range(400)]
                wait_for(lambda: len(os.listdir(f"/proc/{process.pid}/fd")) >= 150)
                assert len(os.listdir(f"/proc/{process.pid}/fd")) < 300
                heads = [rest(one) for one in clients]  # until all of them are closed
                assert 200 < sum(head.startswith(b"HTTP/1.1 503") for head in heads) < 400
            check_alive(port)
        finally:
            process.kill()
            process.wait(20)
    assert 0 < len(errors.read_text().splitlines()) < 60


def is_open(port):
    try:
        check_alive(port)
    except OSError:
        return False
    return True
