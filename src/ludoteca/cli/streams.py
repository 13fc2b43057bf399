"""The standard streams as they may be: closed, full, or read by a program that has gone."""

from __future__ import annotations

import os
import sys
from typing import TextIO


def open_missing_streams() -> None:
    """Replace closed standard streams by the null device, so that no file opened later takes their place."""
    for name, number, mode in (("stdin", 0, "r"), ("stdout", 1, "w"), ("stderr", 2, "w")):
        if getattr(sys, name) is None:
            handle = os.open(os.devnull, os.O_RDWR)
            if handle != number:
                os.dup2(handle, number)
                os.close(handle)
            setattr(sys, name, open(number, mode, encoding="utf-8", closefd=False))


def replace_undecodable_characters() -> None:
    """Replace characters that a stream cannot encode or decode instead of raising."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure:
            reconfigure(errors="replace")


def write_if_possible(stream: TextIO, text: str) -> None:
    """Write a message; where that fails there is nobody to tell."""
    try:
        print(text, file=stream, flush=True)
    except OSError:
        discard(stream)


def discard(stream: TextIO) -> None:
    """Drop what is still to be written, so that the interpreter does not fail to write it at its end."""
    try:
        number = stream.fileno()
    except OSError:  # a stream in memory
        return
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, number)
    os.close(null)
