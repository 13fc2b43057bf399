"""A database that cannot be used is refused with one sentence that names the command that helps."""

from __future__ import annotations

import shutil
import sqlite3
import subprocess
import sys
from os import geteuid
from pathlib import Path

import pytest

from ludoteca.errors import MissingExtra
from ludoteca.messages import LANGUAGES, catalogue
from ludoteca.web.store import database as database_module
from ludoteca.web.store.database import CannotStore, Database, UnusableDatabase
from tests.web.unusable_databases import (
    DAMAGE,
    other_program,
    other_text,
    overwrite_one_page,
    random_bytes,
    write_games,
)


@pytest.fixture(scope="module")
def intact(tmp_path_factory):
    file = tmp_path_factory.mktemp("intact") / "web.sqlite"
    write_games(file)
    return file


@pytest.fixture
def file(intact, tmp_path):
    return Path(shutil.copy(intact, tmp_path / "web.sqlite"))


UNPRIVILEGED = ("setpriv", "--bounding-set=-dac_override,-dac_read_search")
"""Runs a command so that permissions bind the superuser too."""


def serve(file, lang="en", prefix=()):
    line = [*prefix, sys.executable, "-m", "ludoteca", "serve", "--no-browser", "--lang", lang]
    line += ["--database", f"sqlite:///{file}"]
    return subprocess.run(line, capture_output=True, text=True, timeout=120)


def prefix(code, lang, name):
    """The sentence up to what SQLite says."""
    marks = {"name": name, "revision": "9999", "problem": "\0"}
    return catalogue("errors").text(lang, code, **marks).partition("\0")[0]


@pytest.mark.parametrize("damage", DAMAGE, ids=lambda one: one.__name__)
def test_serve_refuses_it_with_one_sentence(file, damage):
    damage(file)
    answer = serve(file)
    assert answer.returncode == 2
    assert answer.stdout == ""
    assert answer.stderr.count("\n") == 1
    assert prefix(DAMAGE[damage], "en", file) in answer.stderr
    assert "ludoteca serve" in answer.stderr or "ludoteca admin" in answer.stderr


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_sentence_is_translated(file, lang):
    overwrite_one_page(file)
    assert prefix("database.damaged", lang, file) in serve(file, lang).stderr


@pytest.mark.parametrize("damage", [random_bytes, other_text, other_program], ids=lambda one: one.__name__)
def test_a_file_that_is_not_ours_is_left_as_it_was(file, damage):
    damage(file)
    content = file.read_bytes()
    serve(file)
    assert file.read_bytes() == content
    assert [one.name for one in file.parent.iterdir()] == [file.name]


def test_an_empty_file_becomes_a_database(tmp_path):
    file = tmp_path / "web.sqlite"
    file.touch()
    database = Database(f"sqlite:///{file}")
    with pytest.raises(UnusableDatabase) as refused:
        database.require_current()
    assert refused.value.code == "database.missing"
    database.migrate()
    database.require_intact()
    database.require_current()
    database.close()


def test_an_older_database_is_not_current(file):
    with sqlite3.connect(file) as connection:
        connection.execute("update alembic_version set version_num = '0003'")
    connection.close()
    database = Database(f"sqlite:///{file}")
    with pytest.raises(UnusableDatabase) as refused:
        database.require_current()
    database.close()
    assert refused.value.code == "database.older"


def test_a_read_only_database_is_reported(file):
    """Opened as read-only: for the superuser, permissions would not do."""
    database = Database(f"sqlite:///file:{file}?mode=ro&uri=true")
    with pytest.raises(UnusableDatabase) as refused, database.writing() as session:
        session.connection().exec_driver_sql("delete from games")
    database.close()
    assert refused.value.code == "database.read-only"


def test_a_database_that_cannot_be_opened_is_reported(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    database = Database(f"sqlite:///file:{tmp_path / 'missing.sqlite'}?mode=ro&uri=true")
    with pytest.raises(UnusableDatabase) as refused:
        database.migrate()
    database.close()
    assert refused.value.code == "database.cannot-open"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(
    geteuid() == 0 and not shutil.which("setpriv"), reason="the superuser may write everything"
)
@pytest.mark.parametrize("place", ["file", "folder"])
def test_serve_refuses_what_it_may_not_write(file, place):
    changed = file if place == "file" else file.parent
    changed.chmod(0o555)
    try:
        answer = serve(file, prefix=UNPRIVILEGED if geteuid() == 0 else ())
    finally:
        changed.chmod(0o755)
    assert (answer.returncode, answer.stderr.count("\n")) == (2, 1)
    assert "ludoteca serve --database" in answer.stderr


def test_a_page_damaged_while_serving_is_reported(file):
    database = Database(f"sqlite:///{file}")
    database.require_intact()
    overwrite_one_page(file)
    with pytest.raises(UnusableDatabase) as refused, database.reading() as session:
        session.connection().exec_driver_sql("select count(move) from moves")
    database.close()
    assert refused.value.code == "database.damaged"


def test_a_large_file_is_not_read_at_the_start(file, monkeypatch):
    overwrite_one_page(file)
    database = Database(f"sqlite:///{file}")
    with pytest.raises(CannotStore):
        database.require_intact()
    monkeypatch.setattr(database_module, "_QUICK_CHECK", 1000)
    database.require_intact()
    database.close()


@pytest.mark.parametrize("url", ["games.sqlite", "", "nosuch://x/y", "postgresql://host:port/x", "://"])
def test_what_is_not_a_url_is_reported(url):
    with pytest.raises(UnusableDatabase) as refused:
        Database(url)
    assert refused.value.code == "database.url"


def test_a_missing_driver_is_reported(monkeypatch):
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(MissingExtra) as refused:
        Database("postgresql://host/x")
    assert "postgresql" in str(refused.value)
