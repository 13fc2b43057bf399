"""The options of `ludoteca serve`."""

import pytest

from ludoteca.cli.commands.serve import proxies


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
