"""What a harness is: seeds, a mutation, and the checks on one input."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import ClassVar

from ludoteca.errors import LudotecaError, RulesError
from ludoteca.messages import LANGUAGES
from tests.fuzz.mutation import mutated

CORPUS = Path(__file__).with_name("corpus")
LONGEST_MESSAGE = 2500
NOT_FOR_PEOPLE = re.compile(
    r"Traceback|Error\b|Exception|NoneType|object at 0x|<class|__\w+__|\bdict\b|\btuple\b|unpack|unhashable"
)


class Harness:
    """Inputs of one kind. It is sent to the child process, and must not change while it runs."""

    kind: ClassVar[str]
    """Its name, and the folder of its seeds."""
    seconds: ClassVar[float] = 2.0
    """CPU time for one input; 0 for no limit, where the work is done in threads or other processes."""
    wall_seconds: ClassVar[float] = 120.0
    """Wall-clock time for one input, after which the child is killed: far more, for busy machines."""
    megabytes: ClassVar[int] = 300
    """Memory on top of the interpreter's own; 0 for no limit."""
    share: ClassVar[float] = 1.0
    """Its part of the time, relative to the others."""
    words: ClassVar[tuple[bytes, ...]] = ()
    """Tokens of the grammar, inserted by the general mutation."""
    refusals: ClassVar[tuple[type[LudotecaError], ...]] = ()
    """The errors that an input may be refused with."""

    def seeds(self) -> list[bytes]:
        """The inputs to begin with: the files of the corpus, and what a harness adds."""
        return [file.read_bytes() for file in corpus_files(self.kind)]

    def mutate(self, data: bytes, others: list[bytes], chance: Random) -> bytes:
        """A new input made from a known one."""
        return mutated(data, others, self.words, chance)

    def warm_up(self) -> None:
        """Runs in the child before its memory is limited: imports, caches, a server."""
        for data in self.seeds()[-3:]:  # not the first: those once showed a bug
            self.run(data)

    def close(self) -> None:
        """Runs in the child at its end."""

    def check(self, data: bytes) -> Iterator[str]:
        """Use an input and check what comes of it. Yields features: words for what happened, such as the
        code of an error. An input with a new feature becomes a seed. Raises one of `refusals`, or whatever
        shows a bug."""
        raise NotImplementedError

    def run(self, data: bytes) -> list[str]:
        """The features of an input. Raises if it shows a bug."""
        features: list[str] = []
        try:
            for feature in self.check(data):
                features.append(feature)
        except self.refusals as refusal:
            features.append(refusal.code)
            assert_clear(refusal, data)
        return features


def corpus_files(kind: str) -> list[Path]:
    return sorted(file for file in (CORPUS / kind).glob("*") if file.is_file())


def assert_clear(refusal: LudotecaError, data: bytes) -> None:
    """The message is one for people, in every language, and not a novel."""
    sentences = [str(problem) for problem in refusal.problems] if isinstance(refusal, RulesError) else []
    assert sentences or not isinstance(refusal, RulesError), "rules refused without a problem"
    if not isinstance(refusal, RulesError):
        sentences = [refusal.text(lang) for lang in LANGUAGES]
    for sentence in sentences:
        assert sentence.isprintable(), f"{refusal.code} is not printable: {sentence!r}"
        assert len(sentence) < LONGEST_MESSAGE, f"{refusal.code} is too long: {sentence[:200]}…"
        for found in NOT_FOR_PEOPLE.finditer(sentence):
            assert found[0].encode() in data, f"{refusal.code} is not for people: {sentence}"


def text_of(data: bytes) -> str:
    """An input as text; bytes that are not UTF-8 become surrogates, as in arguments of a command."""
    return data.decode("utf-8", "surrogateescape")
