"""Atomic writes; only regular files are replaced."""

import os
import threading
from pathlib import Path

import pytest

from ludoteca.games.userdata import write_atomically


def test_a_file_is_replaced_as_a_whole(tmp_path: Path):
    path = tmp_path / "new" / "one"
    write_atomically(path, [b"a", memoryview(b"bc")])
    assert path.read_bytes() == b"abc"

    def parts():
        yield b"half"
        raise RuntimeError("the lights went out")

    with pytest.raises(RuntimeError):
        write_atomically(path, parts())
    assert path.read_bytes() == b"abc"
    assert [one.name for one in path.parent.iterdir()] == ["one"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_device_is_written_to_and_not_replaced(tmp_path: Path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    read: list[bytes] = []
    reader = threading.Thread(target=lambda: read.append(pipe.read_bytes()))
    reader.start()
    write_atomically(pipe, [b"ab", b"c"])
    reader.join(10)
    assert read == [b"abc"]
    assert pipe.is_fifo()


def test_a_link_stays_a_link(tmp_path: Path):
    (tmp_path / "file").write_bytes(b"old")
    (tmp_path / "link").symlink_to(tmp_path / "file")
    write_atomically(tmp_path / "link", [b"new"])
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "file").read_bytes() == b"new"
