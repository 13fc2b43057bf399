"""`bench --signature`."""

from tests.accept import SIGNATURE


def test_the_signature_is_printed(run):
    kept = dict(line.split() for line in SIGNATURE.read_text("utf-8").splitlines())
    assert run("bench", "--signature", "tic-tackle").out == kept["tic-tackle"] + "\n"
    told = run("bench", "--signature", "tic-tackle", "kalah", "--json").json
    assert told["signature"] == int(kept["tic-tackle"]) + int(kept["kalah"])
