"""The calls of `ludoteca.system`, in the branch that this run uses."""

import os
import socket
import sys
from contextlib import ExitStack

import pytest

from ludoteca import system

CHILD = """
from ludoteca.system import connect

def main(address):
    with connect(address) as parent:
        parent.send(("echo", parent.recv()))
"""


@pytest.fixture
def echo(tmp_path, monkeypatch):
    """A module for a child process that sends back what it receives."""
    (tmp_path / "echo_child.py").write_text(CHILD)
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(tmp_path), *filter(None, sys.path)]))
    return "echo_child"


def test_a_child_process_is_connected(echo):
    process, connection = system.start_connected(echo, 30)
    with connection:
        connection.send({"job": 1})
        assert connection.recv() == ("echo", {"job": 1})
    assert process.wait(30) == 0


def test_a_child_that_never_connects_is_ended(tmp_path, monkeypatch):
    (tmp_path / "silent_child.py").write_text("import time\ndef main(address):\n    time.sleep(60)\n")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.setattr(system, "IS_POSIX", False)
    with pytest.raises(TimeoutError):
        system.start_connected("silent_child", 0.3)


def test_a_stranger_is_not_taken_for_the_child():
    token = b"0123456789abcdef"
    with socket.create_server(("127.0.0.1", 0)) as server, ExitStack() as clients:
        for sent in (b"fedcba9876543210", token + b"more"):
            client = clients.enter_context(socket.create_connection(server.getsockname()))
            client.sendall(sent)
        with system._accept(server, token, 5) as accepted:
            assert os.read(accepted.fileno(), 4) == b"more"


def test_the_machine_has_cores_and_memory():
    assert system.cores() >= 1
    memory = system.physical_memory()
    assert memory is None if not system.IS_POSIX else memory and memory > 1 << 26


def test_the_limits_of_a_process_are_those_of_the_branch():
    assert system.HAS_CPU_LIMIT == system.IS_POSIX
    assert not system.exceeded_cpu_limit(0)
    with system.cpu_limit(60):
        assert sum(range(10)) == 45
