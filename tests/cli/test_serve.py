"""The options of `ludoteca serve`."""

from dataclasses import replace

import pytest
import zxingcpp
from PIL import Image

from ludoteca.cli.commands import serve
from ludoteca.cli.commands.serve import proxies
from ludoteca.web import server
from ludoteca.web.settings import TEACHERS_VARIABLE, Settings


def test_proxies_are_addresses_and_networks():
    assert proxies(["10.0.0.0/8", "::1"]) == ("10.0.0.0/8", "::1")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--trusted-proxy", "nobody"], "nobody is not an address"),
        (["--limits", "none"], "school"),
        (["--site", "games.example.org"], '"games.example.org" is not the address of a site'),
        (["--engine", "nobody"], 'has no engine "nobody"'),
        (["--retention", "forever"], "forever"),
    ],
)
def test_bad_options_are_refused(run, words, says):
    answer = run("serve", "--no-browser", *words)
    assert answer.code == 2
    assert says in answer.err


def test_the_qr_code_of_the_terminal_can_be_read():
    link = "http://192.168.100.107:8713"
    lines = serve._qr_code(link).splitlines()
    size = len(lines[0])
    picture = Image.new("L", (size, 2 * len(lines)))
    for y, line in enumerate(lines):
        for x, sign in enumerate(line):
            picture.putpixel((x, 2 * y), 255 * (sign in "▀█"))
            picture.putpixel((x, 2 * y + 1), 255 * (sign in "▄█"))
    (found,) = zxingcpp.read_barcodes(picture.resize((8 * size, 16 * len(lines)), Image.Resampling.NEAREST))
    assert found.text == link


def test_the_password_of_teachers_comes_from_the_command_line_or_the_environment(run, monkeypatch, tmp_path):
    seen: list[Settings] = []

    def served(listener, settings):
        seen.append(settings)
        listener.close()

    monkeypatch.setattr(server, "serve", served)
    words = ("serve", "--no-browser", "--database", f"sqlite:///{tmp_path / 'web.sqlite'}")
    assert run(*words, "--teacher-password", "quati 42").code == 0
    monkeypatch.setenv(TEACHERS_VARIABLE, "tatu 7")
    assert run(*words).code == 0
    assert [one.teacher_password for one in seen] == ["quati 42", "tatu 7"]
    assert "quati" not in repr(replace(seen[0]))
