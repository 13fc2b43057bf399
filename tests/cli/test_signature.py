"""`bench --signature`: one number for how the engine thinks."""

from tests.accept import SIGNATURE


def test_the_command_prints_the_number(run):
    kept = dict(line.split() for line in SIGNATURE.read_text("utf-8").splitlines())
    assert run("bench", "--signature", "tic-tackle").out == kept["tic-tackle"] + "\n"
    told = run("bench", "--signature", "tic-tackle", "kalah", "--json").json
    assert told["signature"] == int(kept["tic-tackle"]) + int(kept["kalah"])
