"""The library of games: every file in the folder is a game."""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from pathlib import Path

from ludoteca.errors import UnknownGame, did_you_mean
from ludoteca.games.game import Game
from ludoteca.games.problems import nearest, shown
from ludoteca.games.reader import Raw, read_game, read_path, read_toml, variants_of
from ludoteca.games.tuned import Tuned, own_path, read_tuned, tuned_path

LIBRARY_DIR = Path(__file__).parent / "library"


def ids() -> list[str]:
    """The ids of all games, in order."""
    return sorted(path.stem for path in LIBRARY_DIR.glob("*.toml") if "." not in path.stem)


@cache
def raw_game(game_id: str) -> Raw:
    return read_path(LIBRARY_DIR / f"{game_id}.toml")


def variants(game_id: str) -> list[str]:
    """The names of a game's variants."""
    return list(variants_of(raw_game(game_id)))


def all_names() -> list[str]:
    """Every game and every variant, as `load` takes them."""
    return [name for game_id in ids() for name in (game_id, *(f"{game_id}/{v}" for v in variants(game_id)))]


def kebab(name: str) -> str:
    """A name in kebab case: ASCII lower case with dashes."""
    bare = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().casefold()
    return re.sub(r"[^a-z0-9]+", "-", bare).strip("-")


@cache
def aliases() -> dict[str, str]:
    """Every name in every language, as an alias of a game or a named variant."""
    found: dict[str, str] = {}
    for game_id in ids():
        raw = raw_game(game_id)
        tables = {game_id: raw} | {f"{game_id}/{v}": table for v, table in variants_of(raw).items()}
        for target, table in tables.items():
            for words in table.get("text", {}).values():
                for name in (words.get("name", ""), *words.get("aliases", ())):
                    if name:
                        found.setdefault(kebab(name), target)
    return found


_NAME = re.compile(r"(?P<game>[^:]+?)(?:/(?P<variant>[^/:]+))?(?::(?P<values>.*))?", re.DOTALL)


def load(name: str) -> Game:
    """A game by `GAME[/variant][:key=value,…]`, by a name in any language, or by the path of a file."""
    game_id, variant, values, where = name_parts(str(name))
    if where is not None:
        raw = read_path(where)
        game = _open(raw, where.name, game_id, variant, values, read_tuned(tuned_path(where)))
        game.path = str(where.resolve())
        return game
    return _open(raw_game(game_id), f"{game_id}.toml", game_id, variant, values, _measured(game_id))


def name_parts(name: str) -> tuple[str, str, dict[str, int], Path | None]:
    """The id, variant, parameters and file (if it is a path) of a name that `load` takes."""
    path, values = _file_of(name)
    if path is not None:
        file, _, variant = path.partition(".toml")
        where = Path(file + ".toml")
        return kebab(where.stem) or "game", variant.strip("/"), values, where
    match = _NAME.fullmatch(name.strip())
    if not match:
        raise UnknownGame("game.not-a-name", name=shown(name))
    game_id, variant = _resolve(match["game"], match["variant"] or "")
    return game_id, variant, _values(match["values"] or ""), None


def loads(text: str, name: str = "my-game", variant: str = "", values: dict[str, int] | None = None) -> Game:
    """A game from the text of a file."""
    return _open(
        read_toml(text, f"{name}.toml"), f"{name}.toml", kebab(name) or "game", variant, values or {}
    )


def _open(
    raw: Raw, file: str, game_id: str, variant: str, values: dict[str, int], tuned: Tuned | None = None
) -> Game:
    return Game(read_game(raw, file, game_id, variant, values), file, tuned)


def _measured(game_id: str) -> Tuned:
    return tuned_game(game_id).under(read_tuned(own_path(game_id)))


@cache
def tuned_game(game_id: str) -> Tuned:
    """The shipped tuning of a library game."""
    return read_tuned(tuned_path(LIBRARY_DIR / f"{game_id}.toml"))


def _file_of(name: str) -> tuple[str | None, dict[str, int]]:
    """A name that is a path (`my-game.toml`, `games/mine.toml/variant:size=5`) and its parameters."""
    if ".toml" not in name:
        return None, {}
    stem, dot, rest = name.partition(".toml")
    variant, _, values = rest.partition(":")
    return stem + dot + variant, _values(values)


def _values(text: str) -> dict[str, int]:
    values = {}
    for item in text.split(",") if text else []:
        key, equals, value = item.partition("=")
        if not equals or not re.fullmatch(r"-?\d{1,6}", value.strip()):
            raise UnknownGame("game.not-a-parameter", item=shown(item))
        if key.strip() in values:
            raise UnknownGame("game.parameter-twice", name=shown(key.strip()))
        values[key.strip()] = int(value)
    return values


def _resolve(game: str, variant: str) -> tuple[str, str]:
    """The id and variant that a name or alias stands for."""
    known = ids()
    if game in known:
        return game, variant
    alias = aliases().get(kebab(game)) or (kebab(game) if kebab(game) in known else None)
    if alias is None and variant:
        alias = aliases().get(kebab(f"{game} {variant}"))
        variant = "" if alias else variant
    if alias is None:
        hint = did_you_mean(nearest(kebab(game), [*known, *aliases()]))
        raise UnknownGame("game.unknown", name=shown(game), hint=hint)
    base, _, own = alias.partition("/")
    return base, variant or own
