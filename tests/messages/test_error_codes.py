"""Every error is raised with a code that the catalogues have, every code is raised, and errors pickle."""

from __future__ import annotations

import ast
import importlib
import pickle
import pkgutil
from collections.abc import Callable, Iterator
from pathlib import Path

import polib
import pytest

import ludoteca
from ludoteca.errors import (
    BadTable,
    IllegalMove,
    LimitExceeded,
    LudotecaError,
    MissingExtra,
    Problem,
    RulesError,
    Stopped,
    Unsolvable,
    file_problem,
)
from ludoteca.games import load
from ludoteca.messages import LANGUAGES, Alternatives, Message, Number, Translated, WordList
from ludoteca.messages.languages import LOCALE_FOLDER
from ludoteca.parallel import TookTooLong
from ludoteca.play.record import IllegalRecord, Record
from ludoteca.workshop.sandbox import SandboxError
from tests.games.error_cases import elsewhere, file_cases

SOURCE = Path(ludoteca.__file__).parent
DOMAINS = ("errors", "problems")
OTHER_ARGUMENTS = (RulesError, Unsolvable, SandboxError, IllegalRecord, MissingExtra)
"""Errors that are not made with a code."""


def codes(domain: str) -> set[str]:
    return {entry.msgid for entry in polib.pofile(str(LOCALE_FOLDER / "en/LC_MESSAGES" / f"{domain}.po"))}


def error_classes() -> dict[str, type[LudotecaError]]:
    """All errors of the package by name."""
    for module in pkgutil.walk_packages([str(SOURCE)], "ludoteca."):
        if ".migrations" not in module.name and not module.name.endswith("__main__"):
            importlib.import_module(module.name)
    found: dict[str, type[LudotecaError]] = {}
    left: list[type[LudotecaError]] = [LudotecaError]
    while left:
        kind = left.pop()
        left += kind.__subclasses__()
        if kind.__module__.startswith("ludoteca."):
            found[kind.__name__] = kind
    return found


def trees() -> Iterator[tuple[Path, ast.Module]]:
    for file in sorted(SOURCE.rglob("*.py")):
        yield file.relative_to(SOURCE), ast.parse(file.read_text("utf-8"))


def strings(tree: ast.AST) -> set[str]:
    nodes = (node.value for node in ast.walk(tree) if isinstance(node, ast.Constant))
    return {value for value in nodes if isinstance(value, str)}


def kernel_source() -> str:
    return "".join(file.read_text("utf-8") for file in sorted(SOURCE.glob("kernel/**/*.px*")))


def uncoded() -> Iterator[str]:
    """Errors made with a string that is not a code of their catalogue, or with one put together."""
    classes = error_classes()
    for file, tree in trees():
        for node in ast.walk(tree):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name) or not node.args:
                continue
            kind = classes.get(node.func.id)
            if kind is None or issubclass(kind, OTHER_ARGUMENTS):
                continue
            if strings(node.args[0]) - codes(kind.domain) or _is_computed(node.args[0]):
                yield f"{file}:{node.lineno}: {ast.unparse(node)}"


def _is_computed(node: ast.AST) -> bool:
    return any(isinstance(one, ast.JoinedStr | ast.BinOp) for one in ast.walk(node))


def test_errors_are_raised_with_codes() -> None:
    assert list(uncoded()) == []


def test_the_kernel_raises_errors_with_codes() -> None:
    tail = kernel_source().split("LimitExceeded(")[1:]
    raised = [text.lstrip()[1:].partition('"')[0] for text in tail]
    assert len(raised) > 10
    assert [code for code in raised if code not in codes("errors")] == []


@pytest.mark.parametrize("domain", DOMAINS)
def test_every_message_is_used(domain: str) -> None:
    used = set[str]().union(*(strings(tree) for _, tree in trees()))
    kernel = kernel_source()
    assert [code for code in sorted(codes(domain)) if code not in used and f'"{code}"' not in kernel] == []


def test_no_module_matches_our_own_sentences() -> None:
    """The modules that translated sentences by regular expressions are gone."""
    names = {file.stem for file, _ in trees()}
    assert names.isdisjoint({"complaints", "play_complaints", "translations"})


# -- errors cross processes ---------------------------------------------------------------------------


def raised(make: Callable[[], object]) -> LudotecaError:
    with pytest.raises(LudotecaError) as error:
        make()
    return error.value


def samples() -> Iterator[LudotecaError]:
    yield from (raised(make) for _, make, _ in (*file_cases(), *elsewhere()))
    illegal = raised(lambda: load("tic-tac-toe").start().play("z9"))
    assert isinstance(illegal, IllegalMove)
    yield IllegalRecord(illegal, 1, Record("tic-tac-toe"))
    yield SandboxError("time", 0.9)
    yield Unsolvable("go", [("retrograde", "retrograde.no-table", {"game": "go"})])
    yield Stopped()
    yield BadTable("table.damaged-length", path=Path("a.table"))
    yield LimitExceeded("tree.too-large", nodes=7, limit=5)
    yield TookTooLong("timeout.job", seconds=Number(2.5))
    yield LudotecaError("store.file", path="a", problem=file_problem(FileNotFoundError(2, "gone")))
    words = {"words": WordList(["a", "b"]), "more": Alternatives(["c", "d"])}
    texts = Message("problems", "sentence", {"sentence": Translated(dict.fromkeys(LANGUAGES, "x")), **words})
    yield RulesError([Problem(texts, "a.toml", "board", 1, 2)])


def test_errors_pickle() -> None:
    found = list(samples())
    assert len(found) > 200
    for error in found:
        copy = pickle.loads(pickle.dumps(error))
        assert type(copy) is type(error)
        assert [copy.text(lang) for lang in LANGUAGES] == [error.text(lang) for lang in LANGUAGES]
        assert vars(copy).keys() == vars(error).keys()
        assert (copy.code, str(copy)) == (error.code, str(error))


def test_an_error_has_a_code_a_sentence_and_parameters() -> None:
    error = LimitExceeded("tree.too-large", nodes=7, limit=5)
    assert (error.code, error.message.params) == ("tree.too-large", {"nodes": 7, "limit": 5})
    assert str(error) == error.text("en")
    assert str(error).startswith("this tree would have 7 nodes, and at most 5 can be shown")
    assert error.text("pt-BR").startswith("esta árvore teria 7 nós, e no máximo 5")
