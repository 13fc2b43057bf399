"""Kinds of pieces and their piece codes in the kernel."""

from __future__ import annotations

from dataclasses import dataclass

from ludoteca.errors import did_you_mean
from ludoteca.games.compiler.codes import BLOCKED, EMPTY, FIRST, SHARED
from ludoteca.games.problems import Problems, nearest
from ludoteca.games.spec import GameSpec, Kind
from ludoteca.messages import Message, WordList

SIDES = ("first", "second")
PLAYERS = (Message("problems", "player.first"), Message("problems", "player.second"))
"""The players as subjects of a sentence."""


@dataclass(frozen=True)
class Kinds:
    """The kinds of a game, and the piece code of each kind for each side (0 if it has none)."""

    names: tuple[str, ...]
    specs: tuple[Kind, ...]
    who: tuple[int, ...]
    kind_of: tuple[int, ...]
    code_of: tuple[tuple[int, ...], tuple[int, ...]]
    letters: tuple[str, ...]
    """The letter of each code in position texts."""

    def of_side(self, side: int) -> list[int]:
        """The kinds a side can move: its own and the shared ones."""
        return [k for k in range(len(self.names)) if self.code_of[side][k] or self.specs[k].side == "both"]

    def code(self, side: int, kind: int) -> int:
        """The piece code of a kind for a side, shared pieces included."""
        if self.specs[kind].side == "both":
            return self.who.index(SHARED)
        return self.code_of[side][kind]

    def is_shared(self, name: str) -> bool:
        """Whether a kind is shared by both sides."""
        return self.specs[self.names.index(name)].side == "both"

    def find(self, name: str, where: str, problems: Problems) -> int | None:
        if name in self.names:
            return self.names.index(name)
        hint = did_you_mean(nearest(name, self.names))
        problems.add(where, "pieces.unknown-kind", word=name, hint=hint, known=WordList(self.names))
        return None


def number_kinds(spec: GameSpec, problems: Problems) -> Kinds:
    """Assign codes and letters to the kinds."""
    specs = dict(spec.pieces or {}) or {"piece": Kind(where="pieces.piece")}
    who, kind_of, letters = [EMPTY, BLOCKED], [0, 0], [".", "#"]
    code_of: tuple[list[int], list[int]] = ([], [])
    plain = [0, 0]
    for number, (name, kind) in enumerate(specs.items()):
        for side in range(2):
            if kind.side in ("each", SIDES[side]):
                code_of[side].append(len(who))
                who.append(FIRST + side)
                kind_of.append(number)
                letters.append(_letter(kind, side, plain[side]))
                if not letters[-1].isalpha():
                    problems.add(f"pieces.{name}.letters", "pieces.not-a-letter", letter=letters[-1])
                plain[side] += 1
            else:
                code_of[side].append(0)
        if kind.side == "both":
            if SHARED in who:
                problems.add(f"pieces.{name}.side", "pieces.several-shared")
            if kind.letters:
                problems.add(f"pieces.{name}.letters", "pieces.shared-letter")
            who.append(SHARED)
            kind_of.append(number)
            letters.append("*")
    _check_letters(letters, problems)
    return Kinds(tuple(specs), tuple(specs.values()), tuple(who), tuple(kind_of),
                 (tuple(code_of[0]), tuple(code_of[1])), tuple(letters))  # fmt: skip


def _letter(kind: Kind, side: int, number: int) -> str:
    """The letter in the file; by default x and o for a side's first kind, capitals for its second."""
    if kind.letters and kind.letters[side]:
        return str(kind.letters[side])
    usual = ("xXabcdefg", "oOnmpqrst")[side]
    return usual[min(number, len(usual) - 1)]


def _check_letters(letters: list[str], problems: Problems) -> None:
    for letter in letters[2:]:
        if letters.count(letter) > 1 and letter.isalpha():
            problems.add("pieces", "pieces.same-letter", letter=letter)
