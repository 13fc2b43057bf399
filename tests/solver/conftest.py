"""Tables of small games, made once per session."""

import pytest

from ludoteca.games import load
from ludoteca.solver import Task, table_for


@pytest.fixture(scope="session")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("tables")


@pytest.fixture(scope="session")
def table_of(folder):
    """The table of a game, by its name."""

    def table(name):
        start = load(name).start()
        return table_for(start, Task(start, folder=folder, threads=2))

    return table
