"""`ludoteca play`: a game at the terminal, against a person or the computer."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from ludoteca.cli.errors import CommandError
from ludoteca.cli.output import Output
from ludoteca.cli.parser import Parser, integer
from ludoteca.cli.start_options import first_position, game_argument, start_options

if TYPE_CHECKING:
    from ludoteca.cli.terminal_game import TerminalGame
    from ludoteca.games import Game
    from ludoteca.play.match import Match
    from ludoteca.play.players import Player, PlayerFactory
    from ludoteca.play.saves import Save, Saves


def arguments(parser: Parser, output: Output) -> None:
    text = output.text
    game_argument(parser, output, nargs="?", default="")
    player = text("help.PLAYER")
    parser.option("--first", metavar=player, default="human", help=text("help.first"))
    parser.option("--second", metavar=player, default="engine", help=text("help.second"))
    start_options(parser, output)
    parser.option("--name", metavar=text("help.NAME"), action="append", default=[], help=text("help.name"))
    parser.option("--resume", action="store_true", default=False, help=text("help.resume"))
    parser.option("--show-thinking", action="store_true", default=False, help=text("help.show-thinking"))
    seed = integer(output, 0, 2**62)
    parser.option("--seed", metavar=text("help.SEED"), type=seed, default=None, help=text("help.seed"))
    parser.option("--record", metavar=text("help.FILE"), default="", help=text("help.save-to"))


def run(args: Namespace, output: Output) -> int:
    from ludoteca.play.saves import Saves

    saves = Saves()
    if args.resume:
        save = saves.latest(_called(args.game) if args.game else None)
        output.warn_set_aside(saves.aside)
        if save is None:
            code = "play.nothing-to-resume-of" if args.game else "play.nothing-to-resume"
            raise CommandError(code, game=args.game)
        resume(save, saves, output, args.record, args.show_thinking).play()
        return 0
    if not args.game:
        raise CommandError("error.game-wanted")
    begin(args, saves, output).play()
    return 0


def begin(args: Namespace, saves: Saves, output: Output) -> TerminalGame:
    """Start a new game."""
    from ludoteca.cli.terminal_game import TerminalGame
    from ludoteca.games import load
    from ludoteca.play.players import parse_player

    players = parse_player(args.first), parse_player(args.second)
    game = load(args.game)
    match = new_match(args, game, players, output)
    people = any(player.is_person for player in players)
    if people:
        mention_unfinished(saves, match.called, output)
    first, second = match.players["first"], match.players["second"]
    for player in (first, second):
        mention_level(player, game, output)
    wanted = player_spec(args.first, first), player_spec(args.second, second)
    path = saves.new_path(game.name)
    return TerminalGame(match, output, wanted, saves, path, args.record, args.show_thinking)


def new_match(
    args: Namespace, game: Game, players: tuple[PlayerFactory, PlayerFactory], output: Output
) -> Match:
    from datetime import date

    from ludoteca.play.match import Match

    seeds = (None, None) if args.seed is None else (args.seed, args.seed + 1)
    first, second = (player.for_game(game, seed) for player, seed in zip(players, seeds, strict=True))
    called = names(args, players, (first, second), output)
    match = Match(game, first, second, first_position(args, game), called, date.today(), _called(args.game))
    match.play_all(args.moves)
    return match


def resume(
    save: Save, saves: Saves, output: Output, record: str = "", show_thinking: bool = False
) -> TerminalGame:
    """Resume a saved game."""
    from ludoteca.cli.terminal_game import TerminalGame
    from ludoteca.games import load
    from ludoteca.play.match import Match
    from ludoteca.play.players import parse_player

    game = load(save.record.game)
    first, second = parse_player(save.first).for_game(game), parse_player(save.second).for_game(game)
    match = Match.resume(save.record, first, second, game)
    output.write(output.text("play.resumed", when=when(save)))
    return TerminalGame(match, output, (save.first, save.second), saves, save.path, record, show_thinking)


def mention_unfinished(saves: Saves, called: str, output: Output) -> None:

    save = saves.latest(called)
    output.warn_set_aside(saves.aside)
    if save:
        output.write_error(output.text("play.unfinished", when=when(save), game=called))


def mention_level(player: Player, game: Game, output: Output) -> None:
    """Print the level of a player, and whether it is rated."""
    from ludoteca.play.opponents import NAMES, LevelPlayer, offered
    from ludoteca.play.terms import level

    if isinstance(player, LevelPlayer) and player.level and player.name:
        offer = offered(game)
        name = level(output.lang, player.name)
        values = {"name": name, "level": player.level.number, "most": len(NAMES)}
        output.write(output.text("play.level" if offer.measured else "play.level-not-measured", **values))


def player_spec(args: str, player: Player) -> str:
    """The specification that recreates a player with the same seed."""
    seed = getattr(player, "seed", None)
    if seed is None or "seed=" in args:
        return args
    return f"{args}{',' if ':' in args else ':'}seed={seed}"


def when(save: Save) -> str:
    return f"{save.saved:%Y-%m-%d %H:%M}"


def names(
    args: Namespace,
    players: tuple[PlayerFactory, PlayerFactory],
    seated: tuple[Player, Player],
    output: Output,
) -> tuple[str, str]:
    """The players' names: given names for people, own names or kinds for computers."""
    given = [name.strip() for name in args.name if name.strip()]
    free = iter(given or [user_name(output)])
    first, second = (
        next(free, output.text("play.guest"))
        if player.is_person
        else getattr(sits, "name", "") or player.kind.word
        for player, sits in zip(players, seated, strict=True)
    )
    return first, second


def user_name(output: Output) -> str:
    import getpass

    try:
        return getpass.getuser()
    except (OSError, KeyError, ImportError):
        return output.text("play.you")


def _called(game: str) -> str:
    """The name that loads the game again; a file by its absolute path."""
    from ludoteca.games import load

    path, dot, rest = game.partition(".toml")
    return str(Path(path + dot).resolve()) + rest if dot else load(game).name
