"""What a person types: lines of input, and the words that are commands in either language."""

from __future__ import annotations

import sys
import unicodedata

from ludoteca.cli.screen import Screen

_COMMANDS = {
    "undo": ("undo", "desfazer", "voltar"),
    "redo": ("redo", "refazer"),
    "moves": ("moves", "lances", "jogadas"),
    "save": ("save", "salvar", "guardar"),
    "resign": ("resign", "desistir", "abandonar"),
    "draw": ("draw", "empate"),
    "flip": ("flip", "virar", "girar"),
    "rules": ("rules", "regras"),
    "help": ("help", "ajuda", "?"),
    "quit": ("quit", "sair", "exit"),
}
COMMANDS = {typed: meant for meant, words in _COMMANDS.items() for typed in words}
"""What can be typed during a game besides moves, in both languages at once."""

MOVES = {"passar": "pass", "passo": "pass", "trocar": "swap"}
"""Moves that have a Portuguese word."""

_YES = ("y", "yes", "s", "sim")


class NoMore(Exception):
    """The person has gone: end of input, or Ctrl-C."""


class Input:
    """Lines that a person types, or that come from a file."""

    def __init__(self, screen: Screen) -> None:
        self.screen = screen
        if sys.stdin.isatty():
            _remember_lines()

    def line(self, prompt: str) -> str:
        """One line, without blanks around it. Raises `NoMore`."""
        self.screen.out.flush()
        try:
            if sys.stdin.isatty() and self.screen.out.isatty():
                return input(prompt).strip()
            self.screen.write(prompt, end="")
            text = sys.stdin.readline()
        except (KeyboardInterrupt, EOFError, UnicodeDecodeError):
            self.screen.write()
            raise NoMore from None
        # What is not typed at a terminal does not end the line of the prompt.
        self.screen.write()
        if not text:
            raise NoMore
        return text.strip()

    def yes(self, prompt: str) -> bool:
        return bare(self.line(prompt)) in _YES


def bare(text: str) -> str:
    """A word without case and accents."""
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
    return plain.casefold().strip()


def understood(text: str) -> tuple[str, str]:
    """A line as (command, rest); a move is ("", move)."""
    word, _, rest = text.partition(" ")
    command = COMMANDS.get(bare(word), "")
    if command and (not rest.strip() or command == "save"):
        return command, rest.strip()
    return "", MOVES.get(bare(text), text)


def _remember_lines() -> None:
    """Arrow keys bring earlier lines back, where Python has readline."""
    try:
        import readline  # noqa: F401
    except ImportError:
        pass
