"""`export`, `import` and `print`."""

from __future__ import annotations

import pytest

SGF = "(;FF[4]GM[4]SZ[15]PB[Ana]PW[Bia];B[hh];W[ii];B[hi])"


@pytest.fixture
def sgf(tmp_path):
    file = tmp_path / "game.sgf"
    file.write_text(SGF, "utf-8")
    return str(file)


def test_a_file_of_another_program_becomes_a_record(run, sgf, tmp_path):
    answer = run("import", sgf, "--json")
    assert answer.json["game"] == "gomoku"
    assert [one["move"] for one in answer.json["moves"]] == ["h8", "i7", "h7"]
    kept = tmp_path / "kept.txt"
    assert run("import", sgf, "-o", str(kept)).code == 0
    assert run("record", str(kept)).code == 0


def test_an_illegal_move_exits_with_1(run, tmp_path):
    file = tmp_path / "bad.sgf"
    file.write_text("(;GM[4]SZ[15];B[hh];W[hh])", "utf-8")
    answer = run("import", str(file), "--json")
    assert answer.code == 1
    assert answer.json["number"] == 2


@pytest.mark.parametrize(
    ("name", "start"), [("png", b"\x89PNG"), ("gif", b"GIF8"), ("psq", b"Piskvorky 15x15")]
)
def test_the_file_name_extension_selects_the_format(run, sgf, tmp_path, name, start):
    file = tmp_path / f"out.{name}"
    assert run("export", sgf, "-o", str(file), "--width", "100").code == 0
    assert file.read_bytes().startswith(start)


def test_text_formats_go_to_stdout(run, sgf):
    answer = run("export", sgf, "--format", "text")
    assert answer.out.startswith('[Game "gomoku"]')
    assert '"format": "ludoteca-record"' in run("export", sgf, "--format", "json").out


def test_unsupported_formats_exit_with_2(run, sgf, tmp_path):
    assert run("export", sgf).code == 2
    assert run("export", str(tmp_path / "none.sgf"), "--format", "text").code == 2
    assert run("import", str(tmp_path / "none.sgf")).code == 2


def test_printable_sheet(run, tmp_path):
    file = tmp_path / "sheet.html"
    assert run("print", "tapatan", "-o", str(file), "--lang", "pt-BR").code == 0
    assert "Peças para recortar" in file.read_text("utf-8")
    assert run("print", "no-such-game").code == 2
