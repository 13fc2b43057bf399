"""`ludoteca admin`: the database of a server, also while it serves."""

from __future__ import annotations

import json
import sqlite3
import threading
from contextlib import closing
from pathlib import Path

import httpx2
import pytest
from sqlalchemy import text

from ludoteca.cli.commands.admin import ACTIONS
from ludoteca.cli.main import main
from ludoteca.messages import LANGUAGES, catalogue
from ludoteca.web.games.seats import digest
from ludoteca.web.store.backup import back_up
from ludoteca.web.store.database import Database, newest_revision
from tests.waiting import wait_until
from tests.web.postgresql import cluster
from tests.web.serving import program
from tests.web.stored_data import ANA, BIA, StoredData
from tests.web.test_faults import Crowd
from tests.web.test_migration import rows
from tests.web.unusable_databases import DAMAGE, overwrite_one_page, truncate

OTHER = digest("nobody")


@pytest.fixture
def file(tmp_path):
    """A database: a finished game of Ana, one of Ana and Bia, an unfinished one of Bia; a draft of Ana."""
    found = tmp_path / "web.sqlite"
    stored = StoredData(f"sqlite:///{found}")
    stored.review(stored.play(stored.begin(ANA)))
    stored.play(stored.begin(ANA, BIA))
    stored.play(stored.begin(BIA), ("b2",))
    stored.draft(ANA)
    stored.database.close()
    return found


@pytest.fixture(scope="module")
def postgresql():
    with cluster() as server:
        yield server.url


@pytest.fixture
def admin(file, capsys):
    """Runs an action on the database: its exit code, stdout and stderr."""

    def run(*words, url=f"sqlite:///{file}"):
        code = main(["admin", *map(str, words), "--database", url])
        told = capsys.readouterr()
        return code, told.out, told.err

    return run


@pytest.fixture
def answer(admin):
    """Runs an action with `--json`: its exit code and the object."""

    def run(*words, **more):
        code, out, err = admin(*words, "--json", **more)
        assert err == "" and out.count("\n") == 1, err
        return code, json.loads(out)

    return run


def content(file):
    database = Database(f"sqlite:///{file}")
    found = rows(database)
    database.close()
    return found


# -- status and purge ---------------------------------------------------------------------------------


def test_status(answer, file):
    code, found = answer("status")
    assert code == 0
    assert found["database"] == str(file) and found["backend"] == "sqlite"
    assert found["revision"] == newest_revision()
    assert found["rows"]["games"] == 3 and found["rows"]["moves"] == 11 and found["rows"]["drafts"] == 1
    assert (found["unfinished_games"], found["visitors"]) == (1, 2)
    assert found["used_bytes"] <= found["bytes"] == file.stat().st_size
    assert found["oldest_game"] <= found["newest_game"]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_status_as_text(admin, lang):
    code, out, _ = admin("status", "--lang", lang)
    assert code == 0
    assert len(out.splitlines()) == 4
    nothing = dict.fromkeys(
        (
            "games",
            "reviews",
            "drafts",
            "analyses",
            "visitors",
            "puzzles",
            "tournaments",
            "classes",
            "experiments",
        ),
        0,
    )
    assert catalogue("cli").text(lang, "admin.expired", **nothing) in out


def test_purge_deletes_what_a_dry_run_announces(answer, admin, file):
    limits = ("--retention", "unfinished=1,drafts=1")
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("update games set changed = '2020-01-01 00:00:00.000000'")
        connection.execute("update drafts set changed = '2020-01-01 00:00:00.000000'")
    rest = dict.fromkeys(
        ("analyses", "reviews", "visitors", "puzzles", "tournaments", "classes", "experiments"), 0
    )
    dry = {"dry_run": True, "games": 3, "drafts": 1, **rest}
    assert answer("purge", "--dry-run", *limits) == (0, dry)
    assert answer("status", *limits)[1]["expired"]["games"] == 3
    assert answer("purge", *limits) == (0, {**dry, "dry_run": False})
    assert answer("purge", *limits) == (0, {**dry, "dry_run": False, "games": 0, "drafts": 0})
    assert content(file)["results"] != []
    code, out, _ = admin("purge")
    assert (code, out.startswith("Deleted: games 0")) == (0, True)


def test_invalid_limits_are_refused(admin):
    code, out, err = admin("purge", "--retention", "unfinished=never")
    assert (code, out) == (2, "")
    assert "unfinished" in err


# -- backup and restore -------------------------------------------------------------------------------


def test_a_backup_holds_everything_and_can_be_restored(answer, file, tmp_path):
    before, backup = content(file), tmp_path / "backup.sqlite"
    assert answer("backup", backup) == (0, {"file": str(backup), "bytes": backup.stat().st_size})
    assert sorted(one.name for one in tmp_path.iterdir()) == ["backup.sqlite", "web.sqlite"]
    file.unlink()
    code, found = answer("restore", backup)
    assert (code, found["kept"]) == (0, "")
    assert content(file) == before
    assert answer("check")[0] == 0


def test_a_backup_does_not_overwrite_a_file(admin, tmp_path):
    (tmp_path / "backup.sqlite").write_text("precious")
    code, out, err = admin("backup", tmp_path / "backup.sqlite")
    assert (code, out) == (2, "")
    assert "exists already" in err
    assert (tmp_path / "backup.sqlite").read_text() == "precious"


def test_a_backup_that_cannot_be_written_leaves_nothing_behind(admin, tmp_path, file):
    code, out, err = admin("backup", tmp_path / "missing" / "backup.sqlite")
    assert (code, out, err.count("\n")) == (2, "", 1)
    overwrite_one_page(file)
    assert admin("backup", tmp_path / "backup.sqlite")[0] == 2
    assert sorted(one.name for one in tmp_path.iterdir()) == ["web.sqlite"]


def test_a_database_with_data_is_replaced_only_on_demand_and_kept(answer, admin, file, tmp_path):
    backup, before = tmp_path / "backup.sqlite", content(file)
    answer("backup", backup)
    answer("forget", BIA)
    changed = content(file)
    code, out, err = admin("restore", backup)
    assert (code, out) == (2, "")
    assert "--replace" in err
    code, found = answer("restore", backup, "--replace")
    assert (code, content(file), content(found["kept"])) == (0, before, changed)
    assert answer("restore", backup, "--replace")[1]["kept"] != found["kept"]


def test_a_damaged_database_is_replaced(answer, file, tmp_path):
    backup, before = tmp_path / "backup.sqlite", content(file)
    answer("backup", backup)
    for damage in (truncate, overwrite_one_page):
        damage(file)
        assert answer("check")[0] == 1
        assert answer("restore", backup, "--replace")[0] == 0
        assert content(file) == before


@pytest.mark.parametrize("damage", DAMAGE, ids=lambda one: one.__name__)
def test_a_backup_that_cannot_be_used_is_not_restored(answer, admin, file, tmp_path, damage):
    backup, before = tmp_path / "backup.sqlite", content(file)
    answer("backup", backup)
    damage(backup)
    code, out, err = admin("restore", backup, "--replace")
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert content(file) == before


def test_an_older_backup_is_upgraded(answer, tmp_path, file):
    old = tmp_path / "old.sqlite"
    with closing(sqlite3.connect(old)) as connection, connection:
        connection.executescript((Path(__file__).parent / "data" / "database_0002.sql").read_text("utf-8"))
    assert answer("restore", old, "--replace")[0] == 0
    assert answer("status")[1]["revision"] == newest_revision()
    assert answer("check")[0] == 0


def test_a_backup_moves_a_database_to_postgresql_and_back(answer, file, tmp_path, postgresql):
    backup, again = tmp_path / "backup.sqlite", tmp_path / "again.sqlite"
    before = content(file)
    answer("backup", backup)
    assert answer("restore", backup, url=postgresql)[0] == 0
    assert answer("status", url=postgresql)[1]["rows"]["moves"] == 11
    assert answer("check", url=postgresql)[0] == 0
    assert answer("backup", again, url=postgresql)[0] == 0
    assert {name: len(found) for name, found in content(again).items()} == {
        name: len(found) for name, found in before.items()
    }
    assert content(again)["moves"] == before["moves"]
    assert answer("restore", again, "--replace")[0] == 0
    assert answer("restore", again, "--replace", url=postgresql)[0] == 0
    assert answer("forget", ANA, url=postgresql)[0] == 0


def test_a_backup_of_postgresql_sees_one_moment(answer, file, tmp_path, postgresql):
    """A game that begins while the tables are copied is not in the backup; not its moves either."""
    answer("backup", tmp_path / "backup.sqlite")
    answer("restore", tmp_path / "backup.sqlite", "--replace", url=postgresql)
    stored = StoredData(postgresql)
    begun: list[str] = []

    def begin_once(done, total):
        if not begun:
            begun.append(stored.play(stored.begin(BIA)))

    back_up(stored.database, tmp_path / "moment.sqlite", begin_once)
    stored.database.close()
    assert len(begun) == 1
    assert answer("status", url=postgresql)[1]["rows"]["games"] == 4
    found = answer("status", url=f"sqlite:///{tmp_path / 'moment.sqlite'}")[1]["rows"]
    assert (found["games"], found["moves"], found["results"]) == (3, 11, 4)


def test_postgresql_with_data_is_replaced_only_on_demand(answer, admin, tmp_path, postgresql):
    backup = tmp_path / "backup.sqlite"
    answer("backup", backup)
    answer("restore", backup, "--replace", url=postgresql)
    code, _, err = admin("restore", backup, url=postgresql)
    assert (code, "--replace" in err) == (2, True)


# -- check --------------------------------------------------------------------------------------------


def test_an_intact_database(answer, admin, file):
    assert answer("check") == (0, {"database": str(file), "games": 3, "problems": []})
    assert admin("check")[1].startswith("The database is intact")


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ("update moves set move = 'a1' where number = 2", "check.replay"),
        ("update moves set move = 'nonsense' where number = 1", "check.replay"),
        ("update games set called = 'no-such-game'", "check.replay"),
        ("update games set start = 'nonsense'", "check.replay"),
        ("delete from moves where number = 2", "check.moves"),
        ("update games set plies = 9", "check.moves"),
        ("update games set result = null", "check.result"),
        ("delete from seats where side = 'first'", "check.seats"),
        ("insert into moves values ('gone', 1, 'a1', 'first', 0, '')", "check.reference"),
    ],
)
def test_problems_of_stored_games_are_found(answer, admin, file, change, code):
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute(change)
    exit_code, found = answer("check")
    assert exit_code == 1
    assert code in {one["code"] for one in found["problems"]}
    for lang in LANGUAGES:
        exit_code, out, _ = admin("check", "--lang", lang)
        assert (exit_code, out.count("\n")) == (1, len(found["problems"]) + 1)


@pytest.mark.parametrize("damage", [one for one, code in DAMAGE.items() if code == "database.damaged"])
def test_a_damaged_file_is_a_negative_answer(answer, file, damage):
    damage(file)
    code, found = answer("check")
    assert code == 1
    assert {one["code"] for one in found["problems"]} == {"check.pages"}


# -- databases that cannot be used --------------------------------------------------------------------

WORDS = {"backup": ["backup.sqlite"], "restore": ["backup.sqlite"], "export": [ANA], "forget": [ANA]}


@pytest.mark.parametrize("damage", DAMAGE, ids=lambda one: one.__name__)
@pytest.mark.parametrize("action", [one for one in ACTIONS if one != "restore"])
def test_each_action_refuses_it_with_one_sentence(admin, file, monkeypatch, action, damage):
    monkeypatch.chdir(file.parent)
    damage(file)
    code, out, err = admin(action, *WORDS.get(action, []))
    if action == "check" and DAMAGE[damage] == "database.damaged":
        assert (code, err) == (1, "")
        return
    if damage is overwrite_one_page and action in ("status", "purge"):
        return  # they may not read that page
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "ludoteca" in err.removeprefix("ludoteca:")


@pytest.mark.parametrize("action", [one for one in ACTIONS if one != "restore"])
def test_no_action_creates_a_database(admin, tmp_path, monkeypatch, action):
    monkeypatch.chdir(tmp_path)
    missing = tmp_path / "missing.sqlite"
    code, out, err = admin(action, *WORDS.get(action, []), url=f"sqlite:///{missing}")
    assert (code, out) == (2, "")
    assert "ludoteca serve" in err
    assert not missing.exists()


# -- one visitor --------------------------------------------------------------------------------------


def test_the_data_of_a_visitor(answer, admin, tmp_path):
    code, found = answer("export", ANA)
    assert code == 0
    assert [len(found[name]) for name in ("games", "drafts", "results")] == [2, 1, 3]
    assert [move["move"] for move in found["games"][0]["moves"]] == ["a1", "a2", "b1", "b2", "c1"]
    assert {seat["name"] for game in found["games"] for seat in game["seats"]} == {"Ana", "Bia"}
    assert BIA not in json.dumps(found)
    code, _, err = admin("export", ANA, "-o", tmp_path / "ana.json")
    assert (code, "ana.json" in err) == (0, True)
    assert json.loads((tmp_path / "ana.json").read_text("utf-8")) == found


def test_a_forgotten_visitor_leaves_no_trace(answer, admin, file):
    found = {"games": 1, "shared_games": 1, "results": 3, "drafts": 1}
    found |= {"analyses": 0, "puzzles": 0, "tournaments": 0, "classes": 0, "exercises": 0, "experiments": 0}
    dry = {"visitor": ANA, "dry_run": True, **found}
    assert answer("forget", ANA, "--dry-run") == (0, dry)
    assert answer("forget", ANA) == (0, {**dry, "dry_run": False})
    left = json.dumps(content(file), default=str)
    assert ANA not in left and "draft0" not in left
    database = Database(f"sqlite:///{file}")
    with database.reading() as session:
        assert session.scalars(text("select name from seats where owner is null")).all() == [""]
        assert session.execute(text("select visitor, opponent from results")).all() == [(BIA, "")]
    database.close()
    assert answer("check")[0] == 0
    assert answer("export", BIA)[1]["games"] != []
    assert admin("export", ANA)[0] == 1


def test_an_unknown_visitor_is_a_negative_answer(answer, admin):
    nothing = {"games": 0, "shared_games": 0, "results": 0, "drafts": 0}
    nothing |= {"analyses": 0, "puzzles": 0, "tournaments": 0, "classes": 0, "exercises": 0, "experiments": 0}
    assert answer("forget", OTHER) == (1, {"visitor": OTHER, "dry_run": False, **nothing})
    for action in ("export", "forget"):
        code, out, err = admin(action, OTHER)
        assert (code, out) == (1, "")
        assert OTHER in err


@pytest.mark.parametrize("visitor", ["Ana", ANA[:-1], ANA[:-1] + "x", ""])
def test_what_is_not_a_visitor_is_refused(admin, visitor):
    for action in ("export", "forget"):
        code, out, err = admin(action, visitor)
        assert (code, out) == (2, "")
        assert "hexadecimal" in err


# -- while a server serves ----------------------------------------------------------------------------


def test_a_backup_during_play_holds_every_move_answered_before(tmp_path, capsys):
    url = f"sqlite:///{tmp_path / 'served.sqlite'}"
    with program(url) as server:
        crowd = Crowd(server.address, 12)
        threads = [threading.Thread(target=crowd.play, args=(server.address, n)) for n in range(4)]
        for thread in threads:
            thread.start()
        for number in range(3):
            wait_until(lambda: crowd.moves >= 30 * (number + 1))  # noqa: B023
            answered = {game: dict(found) for game, found in list(crowd.accepted.items())}
            backup = f"sqlite:///{tmp_path / str(number)}.sqlite"
            assert main(["admin", "backup", str(tmp_path / f"{number}.sqlite"), "--database", url]) == 0
            assert main(["admin", "check", "--database", backup]) == 0, capsys.readouterr().out
            assert_contains(backup, answered)
        for action in ("status", "check", "purge"):
            assert main(["admin", action, "--database", url]) == 0, capsys.readouterr().out
        assert crowd.moves >= 90
        server.kill()
        for thread in threads:
            thread.join(120)


def assert_contains(url, answered):
    database = Database(url)
    with database.reading() as session:
        found = session.execute(text("select game, number, move from moves")).all()
    database.close()
    kept = {(game, number): move for game, number, move in found}
    assert sum(map(len, answered.values())) >= 30
    for game, moves in answered.items():
        for number, move in moves.items():
            assert kept[game, number] == move


def test_a_database_in_use_is_not_replaced(answer, tmp_path, capsys):
    served, backup = tmp_path / "served.sqlite", tmp_path / "backup.sqlite"
    answer("backup", backup)
    with program(f"sqlite:///{served}") as server:
        with httpx2.Client(base_url=server.address, timeout=120) as client:
            assert client.post("/api/games", json={"game": "tapatan"}).status_code == 201
        line = ["admin", "restore", str(backup), "--replace", "--database", f"sqlite:///{served}"]
        assert main(line) == 2
        assert "in use" in capsys.readouterr().err
        server.kill()
    assert main(line) == 0


def test_a_visitor_is_forgotten_while_the_server_runs(tmp_path):
    url = f"sqlite:///{tmp_path / 'served.sqlite'}"
    with program(url) as server, httpx2.Client(base_url=server.address, timeout=120) as client:
        same = {"sec-fetch-site": "same-origin"}
        begun = client.post("/start", data={"game": "tapatan", "kind": "shared"}, headers=same)
        visitor = digest(client.cookies["visitor"])
        assert client.get(begun.headers["location"]).status_code == 200
        assert main(["admin", "forget", visitor, "--database", url]) == 0
        assert client.get(begun.headers["location"]).status_code == 404
