"""`ludoteca play`: a game at the terminal, against a person or the computer."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from ludoteca.cli.errors import CommandError
from ludoteca.cli.parser import Parser, whole
from ludoteca.cli.screen import Screen
from ludoteca.cli.start_options import first_position, game_argument, start_options

if TYPE_CHECKING:
    from ludoteca.cli.terminal_game import TerminalGame
    from ludoteca.games import Game
    from ludoteca.play.match import Match
    from ludoteca.play.players import Player, PlayerFactory
    from ludoteca.play.saves import Save, Saves


def arguments(parser: Parser, screen: Screen) -> None:
    say = screen.say
    game_argument(parser, screen, nargs="?", default="")
    player = say("help.PLAYER")
    parser.option("--first", metavar=player, default="human", help=say("help.first"))
    parser.option("--second", metavar=player, default="engine", help=say("help.second"))
    start_options(parser, screen)
    parser.option("--name", metavar=say("help.NAME"), action="append", default=[], help=say("help.name"))
    parser.option("--resume", action="store_true", default=False, help=say("help.resume"))
    seed = whole(screen, 0, 2**62)
    parser.option("--seed", metavar=say("help.SEED"), type=seed, default=None, help=say("help.seed"))
    parser.option("--record", metavar=say("help.FILE"), default="", help=say("help.save-to"))


def run(asked: Namespace, screen: Screen) -> int:
    from ludoteca.play.saves import Saves

    saves = Saves()
    if asked.resume:
        save = saves.latest(_called(asked.game) if asked.game else None)
        screen.tell_set_aside(saves.aside)
        if save is None:
            code = "play.nothing-to-resume-of" if asked.game else "play.nothing-to-resume"
            raise CommandError(code, game=asked.game)
        resume(save, saves, screen, asked.record).play()
        return 0
    if not asked.game:
        raise CommandError("error.game-wanted")
    begin(asked, saves, screen).play()
    return 0


def begin(asked: Namespace, saves: Saves, screen: Screen) -> TerminalGame:
    """A new game, with the board as it was asked for."""
    from ludoteca.cli.terminal_game import TerminalGame
    from ludoteca.games import load
    from ludoteca.play.players import parse_player

    players = parse_player(asked.first), parse_player(asked.second)
    game = load(asked.game)
    match = new_match(asked, game, players, screen)
    people = any(player.is_person for player in players)
    if people:
        mention_unfinished(saves, match.called, screen)
    first, second = match.players["first"], match.players["second"]
    for player in (first, second):
        mention_level(player, game, screen)
    wanted = again(asked.first, first), again(asked.second, second)
    return TerminalGame(match, screen, wanted, saves, saves.new_path(game.name), asked.record)


def new_match(
    asked: Namespace, game: Game, players: tuple[PlayerFactory, PlayerFactory], screen: Screen
) -> Match:
    from datetime import date

    from ludoteca.play.match import Match

    seeds = (None, None) if asked.seed is None else (asked.seed, asked.seed + 1)
    first, second = (player.for_game(game, seed) for player, seed in zip(players, seeds, strict=True))
    called = names(asked, players, (first, second), screen)
    match = Match(game, first, second, first_position(asked, game), called, date.today(), _called(asked.game))
    match.play_all(asked.moves)
    return match


def resume(save: Save, saves: Saves, screen: Screen, record: str = "") -> TerminalGame:
    """The game that was kept."""
    from ludoteca.cli.terminal_game import TerminalGame
    from ludoteca.games import load
    from ludoteca.play.match import Match
    from ludoteca.play.players import parse_player

    game = load(save.record.game)
    first, second = parse_player(save.first).for_game(game), parse_player(save.second).for_game(game)
    match = Match.resume(save.record, first, second, game)
    screen.write(screen.say("play.resumed", when=when(save)))
    return TerminalGame(match, screen, (save.first, save.second), saves, save.path, record)


def mention_unfinished(saves: Saves, called: str, screen: Screen) -> None:

    save = saves.latest(called)
    screen.tell_set_aside(saves.aside)
    if save:
        screen.tell(screen.say("play.unfinished", when=when(save), game=called))


def mention_level(player: Player, game: Game, screen: Screen) -> None:
    """At which of how many levels a player plays, and whether they were measured."""
    from ludoteca.play.opponents import LevelPlayer, offered

    if isinstance(player, LevelPlayer) and player.level and player.name:
        offer = offered(game)
        values = {"name": player.name, "level": player.level.number, "most": len(offer.levels)}
        screen.write(screen.say("play.level" if offer.measured else "play.level-not-measured", **values))


def again(asked: str, player: Player) -> str:
    """How to ask for the player when the game is taken up again: with the same seed."""
    seed = getattr(player, "seed", None)
    if seed is None or "seed=" in asked:
        return asked
    return f"{asked}{',' if ':' in asked else ':'}seed={seed}"


def when(save: Save) -> str:
    return f"{save.saved:%Y-%m-%d %H:%M}"


def names(
    asked: Namespace,
    players: tuple[PlayerFactory, PlayerFactory],
    seated: tuple[Player, Player],
    screen: Screen,
) -> tuple[str, str]:
    """What the players are called: people as they say, computers by their own name or their word."""
    given = [name.strip() for name in asked.name if name.strip()]
    free = iter(given or [own_name(screen)])
    first, second = (
        next(free, screen.say("play.guest"))
        if player.is_person
        else getattr(sits, "name", "") or player.kind.word
        for player, sits in zip(players, seated, strict=True)
    )
    return first, second


def own_name(screen: Screen) -> str:
    import getpass

    try:
        return getpass.getuser()
    except (OSError, KeyError, ImportError):
        return screen.say("play.you")


def _called(game: str) -> str:
    """How the game is asked for again: a file by its whole path, for the next time may be elsewhere."""
    from ludoteca.games import load

    path, dot, rest = game.partition(".toml")
    return str(Path(path + dot).resolve()) + rest if dot else load(game).name
