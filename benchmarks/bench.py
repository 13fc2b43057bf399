"""The speed benchmark: in each comparison the two sides alternate for a few rounds."""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
import tempfile
from dataclasses import asdict, dataclass, field
from pathlib import Path

from benchmarks import c_side, ludoteca_side, report
from benchmarks.child import ChildError
from benchmarks.contests import PEERS, RIVALS, Peer, Rival, chosen
from benchmarks.peer_side import PeerGame, interpreter, version
from benchmarks.report import Duel, Verdict


@dataclass
class Bench:
    """The options and the results so far."""

    quick: bool
    only: list[str]
    peak_bytes: dict[str, int] = field(default_factory=dict)

    @property
    def rounds(self) -> int:
        return 1 if self.quick else 3

    @property
    def budget(self) -> float:
        """The least CPU seconds of each side for one rate."""
        return 0.3 if self.quick else 1.5

    def note_peak(self, game: str, peak: int) -> None:
        self.peak_bytes[game] = max(peak, self.peak_bytes.get(game, 0))


def check_counts(duel: Duel, known: tuple[int, ...], peer: str) -> None:
    """Compare both sides with the known counts, and with each other."""
    for name, counts in (("Ludoteca", duel.our_counts), (peer, duel.their_counts)):
        shared = min(len(known), len(counts))
        if counts[:shared] != list(known[:shared]):
            duel.faults.append(f"{name} counts {counts}; known are {list(known)}")
    if duel.our_counts and duel.their_counts and duel.our_counts != duel.their_counts:
        duel.faults.append(f"Ludoteca counts {duel.our_counts}, {peer} {duel.their_counts}")


def peer_perft(bench: Bench, peer: Peer, python: str) -> Duel:
    depth = peer.quick_depth if bench.quick else peer.depth
    duel = Duel(peer.game, depth=depth, notes=[peer.note] if peer.note else [])
    theirs = PeerGame(python, peer.theirs, peer.turn)
    try:
        # The sides alternate, so that load on the machine affects both.
        for _ in range(bench.rounds):
            answer = theirs.perft(depth, bench.budget)
            duel.theirs.append(answer["nodes"] / answer["seconds"])
            duel.theirs_name = f"{answer['game']}, {answer['way']}"
            duel.their_counts = answer["counts"]
            duel.tried = answer["tried"] or duel.tried
            walked = ludoteca_side.perft(peer.game, depth, bench.budget)
            duel.ours.append(walked.rate)
            duel.our_counts = walked.counts
            bench.note_peak(peer.game, walked.peak_bytes)
    except ChildError as error:
        duel.faults.append(str(error))
    check_counts(duel, peer.known, "OpenSpiel")
    return duel


def peer_playouts(bench: Bench, peer: Peer, python: str) -> Duel:
    duel = Duel(peer.game)
    theirs = PeerGame(python, peer.theirs, peer.turn)
    try:
        for seed in range(1, bench.rounds + 1):
            answer = theirs.playouts(bench.budget, seed)
            duel.theirs.append(answer["moves"] / answer["seconds"])
            duel.their_length = answer["moves"] / answer["playouts"]
            played = ludoteca_side.playouts(peer.game, bench.budget, seed)
            duel.ours.append(played.rate)
            duel.our_length = played.moves / played.playouts
        if abs(duel.our_length / duel.their_length - 1) > report.LENGTH_TOLERANCE:
            duel.notes.append("random games differ in length, because the rules of draws or of plies differ.")
    except ChildError as error:
        duel.faults.append(str(error))
    return duel


def c_perft(bench: Bench, rival: Rival, style: str, folder: Path) -> Duel:
    depth = rival.quick_depth if bench.quick else rival.depth
    duel = Duel(rival.game, f"{style}/{rival.program}", depth)
    try:
        program = c_side.compile_program(style, rival.program, folder)
        for _ in range(bench.rounds):
            duel.their_counts, rate = c_side.perft(program, depth)
            duel.theirs.append(rate)
            walked = ludoteca_side.perft(rival.game, depth, bench.budget)
            duel.ours.append(walked.rate)
            duel.our_counts = walked.counts
            bench.note_peak(rival.game, walked.peak_bytes)
    except ChildError as error:
        duel.faults.append(str(error))
    check_counts(duel, rival.known, "the C program")
    return duel


def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def against_openspiel(bench: Bench, python: str) -> tuple[list[Duel], list[Duel]]:
    perfts, playouts = [], []
    for peer in PEERS:
        if chosen(peer.game, bench.only):
            say(f"against OpenSpiel: {peer.game}")
            perfts.append(peer_perft(bench, peer, python))
            playouts.append(peer_playouts(bench, peer, python))
    return perfts, playouts


def against_c(bench: Bench, style: str) -> list[Duel]:
    duels = []
    with tempfile.TemporaryDirectory() as folder:
        for rival in RIVALS:
            if style in rival.styles and chosen(rival.game, bench.only):
                say(f"against C, {style}: {rival.game}")
                duels.append(c_perft(bench, rival, style, Path(folder)))
    return duels


def small_figures(bench: Bench) -> list[Verdict]:
    """Memory and start-up times."""
    runs = 5 if bench.quick else 15
    peak = max(bench.peak_bytes.values(), default=0) / 1e6 or None
    waits: list[float | None] = []
    for measure in (ludoteca_side.import_seconds, ludoteca_side.help_seconds):
        try:
            waits.append(measure(runs))
        except subprocess.CalledProcessError:
            waits.append(None)
    return [
        report.ceiling("peak memory of a perft", peak, report.PEAK_MOST, "MB"),
        report.ceiling("import ludoteca, interpreter included", waits[0], report.IMPORT_MOST, "s"),
        report.ceiling("ludoteca --help", waits[1], report.HELP_MOST, "s"),
    ]


def machine() -> dict[str, str]:
    model = platform.processor()
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
        model = next(line.split(":")[1].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        pass  # not Linux: the platform module's word must do
    return {"processor": model, "system": platform.system(), "python": platform.python_version()}


def main() -> int:
    parser = argparse.ArgumentParser(description="Ratios of speed against OpenSpiel and against C.")
    parser.add_argument("--quick", action="store_true", help="short runs: about a minute, rough figures")
    parser.add_argument("--only", nargs="+", default=[], metavar="GAME", help="only these games")
    parser.add_argument("--json", type=Path, metavar="FILE", help="also save the raw figures")
    options = parser.parse_args()
    bench = Bench(options.quick, options.only)

    facts = machine()
    perfts: list[Duel] = []
    playouts: list[Duel] = []
    try:
        python = interpreter()
        facts["open_spiel"] = version(python)
        perfts, playouts = against_openspiel(bench, python)
    except ChildError as error:
        say(f"{error}; the tables against OpenSpiel are left out")
    mailbox = against_c(bench, "mailbox")
    bitboard = against_c(bench, "bitboard")

    verdicts = [
        *report.verdicts("perft against OpenSpiel", perfts, report.PERFT_LEAST, report.MEDIAN_LEAST),
        *report.verdicts("playouts against OpenSpiel", playouts, report.PLAYOUTS_LEAST, report.MEDIAN_LEAST),
        *report.verdicts("perft against straightforward C", mailbox, report.C_LEAST, None),
        *small_figures(bench),
    ]
    print(", ".join(f"{name} {value}" for name, value in facts.items()))
    print(
        "M/s: million complete moves made per second of CPU time, one thread; the best of",
        bench.rounds,
        "rounds",
    )
    print(report.perft_table(perfts))
    print(report.playouts_table(playouts))
    print(report.mailbox_table(mailbox))
    print(report.bitboard_table(bitboard))
    print(report.verdict_lines(verdicts))
    if options.json:
        raw = {
            "machine": facts,
            "quick": bench.quick,
            "perft": [asdict(duel) for duel in perfts],
            "playouts": [asdict(duel) for duel in playouts],
            "mailbox": [asdict(duel) for duel in mailbox],
            "bitboard": [asdict(duel) for duel in bitboard],
            "peak_bytes": bench.peak_bytes,
            "targets": [asdict(verdict) for verdict in verdicts],
        }
        options.json.write_text(json.dumps(raw, indent=2) + os.linesep)
    # A missed target is a result; wrong counts or a failed run are errors.
    return 1 if any(duel.faults for duel in [*perfts, *playouts, *mailbox, *bitboard]) else 0
