"""One random game of each game, as a text that people read: the game as others will see it played."""

from __future__ import annotations

from itertools import pairwise
from random import Random

from ludoteca.games import Position, load

_LINES = 60
_MOST_PLIES = 1000


def playthrough(game_id: str) -> str:
    """The start and the end as drawings; each move with the position it leads to, the middle of long games
    left out."""
    walk = random_game(game_id)
    game = walk[0].game
    end = walk[-1].outcome
    drawings = [walk[0].draw(), walk[-1].draw()]
    room = _LINES - 7 - sum(len(drawing.splitlines()) for drawing in drawings)
    plies = len(walk) - 1
    return "\n".join(
        (
            f"{game.title()} ({game_id}), played at random",
            "",
            drawings[0],
            walk[0].text,
            "",
            *shortened([described(*step) for step in pairwise(walk)], room),
            "",
            drawings[1],
            f"After {plies} moves: {end or 'unfinished'}.",
            "",
        )
    )


def random_game(game_id: str) -> list[Position]:
    """The positions of a game in which every move is as likely as any other; always the same one."""
    chance = Random(game_id)
    walk = [load(game_id).start()]
    while walk[-1].legal_moves and len(walk) <= _MOST_PLIES:
        walk.append(walk[-1].play(chance.choice(walk[-1].legal_moves)))
    return walk


def described(before: Position, after: Position) -> str:
    """Who moved, the move, and the position it led to."""
    return f"{after.ply:4} {before.game.side_name(before.mover):8} {after.last!s:12} {after.text}"


def shortened(lines: list[str], room: int) -> list[str]:
    if len(lines) <= room:
        return lines
    return [*lines[: room - 4], f"     … {len(lines) - room + 1} more …", *lines[-3:]]
