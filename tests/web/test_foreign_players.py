"""A request never starts a program of somebody else."""

import pytest

from ludoteca.play.players import UnknownPlayer, foreign_kinds
from ludoteca.web.players import asked_for

SPECS = [
    *foreign_kinds(), "ugi:command=true", 'ugi:command="true --flag",nodes=5', "python:file=mine.py", "mine",
    "mine:nodes=5",
]  # fmt: skip


@pytest.fixture(autouse=True)
def engines(tmp_path, monkeypatch):
    """The owner of the server has engines for the command line."""
    monkeypatch.setenv("LUDOTECA_DATA", str(tmp_path))
    (tmp_path / "engines.toml").write_text('[mine]\ncommand = "true"\n')


@pytest.mark.parametrize("spec", SPECS)
def test_programs_of_others_are_refused(spec):
    with pytest.raises(UnknownPlayer) as caught:
        asked_for(spec)
    assert caught.value.code in ("player.private", "player.unknown")
    assert "true" not in str(caught.value)


@pytest.mark.parametrize("spec", ["ugi:command=true", "python:file=mine.py", "mine"])
def test_a_request_for_one_is_refused(client, spec):
    answer = client.post("/api/games", json={"game": "tapatan", "first": spec, "second": "human"})
    assert answer.status_code == 422
    assert answer.json()["error"]["code"] == "unknown-player"


def test_they_are_not_listed(client):
    listed = client.get("/api/players").json()
    assert not [word for word in foreign_kinds() if f'"{word}"' in str(listed)]
