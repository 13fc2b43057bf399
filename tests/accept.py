"""Writes what is made from the games and the language: docs and golden playthroughs.

`python -m tests.accept` rewrites all of it; read the diff before you commit it. With `--check` nothing is
written, and whatever is not fresh is named.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import is_dataclass
from functools import partial
from pathlib import Path

from ludoteca.classics.experiments.report import document
from ludoteca.classics.experiments.stored import read
from ludoteca.engine.signature import signature
from ludoteca.engine.tree import grow
from ludoteca.games import all_names, ids, load, spec
from ludoteca.games.fields import keys_of
from ludoteca.games.reference import reference
from ludoteca.games.schema import json_schema
from ludoteca.play import trees
from tests.catalogue import catalogue
from tests.playthroughs import playthrough

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
SIGNATURE = ROOT / "tests" / "engine" / "signature.txt"
PLAYTHROUGHS = ROOT / "tests" / "games" / "playthroughs"
TRAITS = ROOT / "tests" / "data" / "traits.txt"
ENGLISH_RULES = ROOT / "src/ludoteca/locale/en/LC_MESSAGES/rules.po"


def generated() -> dict[Path, Callable[[], str]]:
    """Every file that is made, and how."""
    return {
        DOCS / "language.md": reference,
        DOCS / "game.schema.json": schema,
        DOCS / "games.md": catalogue,
        DOCS / "experiments.md": experiments,
        DOCS / "pictures" / "tree.svg": tree_picture,
        SIGNATURE: signatures,
        TRAITS: traits,
        ENGLISH_RULES: english_rules,
        **{PLAYTHROUGHS / f"{game_id}.txt": partial(playthrough, game_id) for game_id in ids()},
    }


def signatures() -> str:
    """How the engine thinks, game by game. A commit that changes it says so in its message."""
    rows = {game_id: signature(load(game_id)) for game_id in ids()}
    return "".join(f"{name} {nodes}\n" for name, nodes in {**rows, "total": sum(rows.values())}.items())


def traits() -> str:
    """The traits of every game and variant, one line each."""
    games = [load(name) for name in all_names()]
    return "".join(f"{game.name}: {' '.join(game.traits.names)}\n" for game in games)


def experiments() -> str:
    """The experiments of the reports, from the results of the last run that was stored."""
    return document(read(DOCS / "experiments.json"), "en", "ludoteca")


def english_rules() -> str:
    """The English catalogue of rules sentences, with those that the specs state beside their keys."""
    text = ENGLISH_RULES.read_text("utf-8")
    for key, sentence in sentences():
        entry = f'msgid "{key}"\nmsgstr {json.dumps(sentence, ensure_ascii=False)}\n'
        known = re.compile(rf'msgid "{re.escape(key)}"\nmsgstr (?:".*"\n)+')
        text = known.sub(lambda _, entry=entry: entry, text) if known.search(text) else f"{text}\n{entry}"  # type: ignore[misc]
    return text


def sentences() -> Iterator[tuple[str, str]]:
    tables = [table for table in vars(spec).values() if isinstance(table, type) and is_dataclass(table)]
    for table in tables:
        for key, field in keys_of(table).items():
            if "sentence" in field.metadata:
                yield f"{table.__name__}.{key}", field.metadata["sentence"]


def tree_picture() -> str:
    """A small tree, searched to the end: no heuristic evaluation in it could change."""
    position = load("tic-tac-toe").position("xo1/ox1/1xo x")
    return trees.svg(grow(position, 4), theme=False) + "\n"


def schema() -> str:
    return json.dumps(json_schema(), indent=1, ensure_ascii=False) + "\n"


def is_fresh(file: Path) -> bool:
    return file.exists() and file.read_text("utf-8") == generated()[file]()


def orphans() -> list[Path]:
    """Playthroughs of games that are no longer there."""
    return [file for file in sorted(PLAYTHROUGHS.glob("*.txt")) if file not in generated()]


def check() -> int:
    stale = [*orphans(), *(file for file in generated() if not is_fresh(file))]
    for file in stale:
        print(f"{file.relative_to(ROOT)} is not fresh.", file=sys.stderr)
    if stale:
        print("To refresh: make accept. Then read the diff.", file=sys.stderr)
    return 1 if stale else 0


def accept() -> int:
    for file in orphans():
        file.unlink()
        print(f"removed {file.relative_to(ROOT)}")
    for file, make in generated().items():
        text = make()
        if not file.exists() or file.read_text("utf-8") != text:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, "utf-8", newline="\n")
            print(f"wrote {file.relative_to(ROOT)}")
    return 0


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.accept", description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; fail if anything is not fresh")
    return check() if parser.parse_args(arguments).check else accept()


if __name__ == "__main__":
    sys.exit(main())
