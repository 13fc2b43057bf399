"""`run` calls the command line and returns exit code, stdout and stderr."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from ludoteca.cli.main import main


@dataclass
class Answer:
    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """The JSON object on stdout."""
        assert self.out.count("\n") == 1
        return json.loads(self.out)


Run = Callable[..., Answer]


@pytest.fixture(autouse=True)
def own_folder(tmp_path, monkeypatch):
    """A fresh user folder, and a neutral language and colour setting."""
    monkeypatch.setenv("LUDOTECA_DATA", str(tmp_path / "data"))
    for variable in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG", "COLUMNS", "NO_COLOR"):
        monkeypatch.delenv(variable, raising=False)
    return tmp_path / "data"


@pytest.fixture
def run(capsys, monkeypatch) -> Run:
    def answer(*words: str, typed: str = "") -> Answer:
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        code = main(list(words))
        said = capsys.readouterr()
        return Answer(code, said.out, said.err)

    return answer
