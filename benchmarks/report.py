"""Results as text: tables, medians and targets."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from dataclasses import dataclass, field

PERFT_LEAST = 10.0
PLAYOUTS_LEAST = 15.0
MEDIAN_LEAST = 30.0
C_LEAST = 0.5
PEAK_MOST = 100.0
IMPORT_MOST = 0.25
HELP_MOST = 0.4
LENGTH_TOLERANCE = 0.05

Row = Sequence[str]


@dataclass
class Duel:
    """One game measured on both sides; rates are complete moves per CPU second, one per round."""

    game: str
    theirs_name: str = ""
    depth: int = 0
    ours: list[float] = field(default_factory=list)
    theirs: list[float] = field(default_factory=list)
    our_counts: list[int] = field(default_factory=list)
    their_counts: list[int] = field(default_factory=list)
    tried: dict[str, float] = field(default_factory=dict)
    """Rates of OpenSpiel's ids and methods in the trial that chose among them."""
    our_length: float = 0.0
    their_length: float = 0.0
    notes: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    """Why the comparison is invalid: a failed run, wrong counts."""

    @property
    def ratio(self) -> float | None:
        # The best round of each side: other load can only slow a run down.
        return max(self.ours) / max(self.theirs) if self.ours and self.theirs else None


@dataclass(frozen=True)
class Verdict:
    text: str
    holds: bool


def table(title: str, head: Row, rows: Sequence[Row]) -> str:
    """The first column is left-aligned, the others right-aligned."""
    widths = [max(len(row[i]) for row in [head, *rows]) for i in range(len(head))]

    def line(row: Row) -> str:
        return "  ".join(
            c.rjust(w) if i else c.ljust(w) for i, (c, w) in enumerate(zip(row, widths, strict=True))
        )

    rule = "  ".join("-" * width for width in widths)
    return "\n".join(["", title, "", line(head), rule, *map(line, rows)])


def rate_text(rates: Sequence[float]) -> str:
    return f"{max(rates) / 1e6:.3f}" if rates else "-"


def bare_ratio(duel: Duel) -> str:
    return "-" if duel.ratio is None else f"{duel.ratio:.3g}"


def ratio_text(duel: Duel, least: float) -> tuple[str, str]:
    if duel.ratio is None:
        return "-", "not measured"
    return bare_ratio(duel), "ok" if duel.ratio >= least and not duel.faults else "MISSED"


def footnotes(duels: Sequence[Duel]) -> str:
    lines = [f"  {duel.game}: {text}" for duel in duels for text in [*duel.notes, *duel.faults]]
    return "\n".join(["", *lines]) if lines else ""


def perft_table(duels: Sequence[Duel]) -> str:
    rows = [
        (
            d.game,
            str(d.depth),
            d.theirs_name,
            rate_text(d.theirs),
            rate_text(d.ours),
            *ratio_text(d, PERFT_LEAST),
        )
        for d in duels
    ]
    head = (
        "game",
        "depth",
        "OpenSpiel's game, way",
        "OpenSpiel M/s",
        "Ludoteca M/s",
        "ratio",
        f">={PERFT_LEAST:g}",
    )
    return table("Perft against OpenSpiel from Python (every move made)", head, rows) + footnotes(duels)


def playouts_table(duels: Sequence[Duel]) -> str:
    rows = [
        (
            d.game,
            f"{d.their_length:.1f}",
            f"{d.our_length:.1f}",
            rate_text(d.theirs),
            rate_text(d.ours),
            *ratio_text(d, PLAYOUTS_LEAST),
        )
        for d in duels
    ]
    head = (
        "game",
        "their moves/game",
        "our moves/game",
        "OpenSpiel M/s",
        "Ludoteca M/s",
        "ratio",
        f">={PLAYOUTS_LEAST:g}",
    )
    return table("Random playouts against OpenSpiel from Python", head, rows) + footnotes(duels)


def mailbox_table(duels: Sequence[Duel]) -> str:
    rows = [
        (d.game, str(d.depth), rate_text(d.theirs), rate_text(d.ours), *ratio_text(d, C_LEAST)) for d in duels
    ]
    head = ("game", "depth", "C M/s", "Ludoteca M/s", "ratio", f">={C_LEAST:g}")
    title = "Perft against a straightforward C program for that one game (mailbox, make and unmake)"
    return table(title, head, rows) + footnotes(duels)


def bitboard_table(duels: Sequence[Duel]) -> str:
    """For information, without a target."""
    rows = [(d.game, str(d.depth), rate_text(d.theirs), rate_text(d.ours), bare_ratio(d)) for d in duels]
    head = ("game", "depth", "C M/s", "Ludoteca M/s", "ratio")
    title = "Perft against an expert's bitboards for that one game (no target)"
    return table(title, head, rows) + footnotes(duels)


def verdicts(name: str, duels: Sequence[Duel], least: float, median_least: float | None) -> list[Verdict]:
    ratios = [duel.ratio for duel in duels if duel.ratio is not None]
    if not ratios:
        return [Verdict(f"{name}: not measured", False)]
    whole = len(ratios) == len(duels) and not any(duel.faults for duel in duels)
    below = [duel.game for duel in duels if duel.ratio is not None and duel.ratio < least]
    found = [Verdict(f"{name}: least ratio {min(ratios):.3g}, target {least:g} each", whole and not below)]
    if median_least is not None:
        median = statistics.median(ratios)
        text = f"{name}: median ratio {median:.3g} over {len(ratios)} games, target {median_least:g}"
        found.append(Verdict(text, whole and median >= median_least))
    return found


def ceiling(name: str, value: float | None, most: float, unit: str) -> Verdict:
    if value is None:
        return Verdict(f"{name}: not measured", False)
    return Verdict(f"{name}: {value:.3g} {unit}, target below {most:g} {unit}", value < most)


def verdict_lines(found: Sequence[Verdict]) -> str:
    return "\n".join(["", "Targets", "", *(f"{'ok     ' if v.holds else 'MISSED '} {v.text}" for v in found)])
