"""One address for each kind of page, for tests of all of them."""

from __future__ import annotations

from collections.abc import Callable

Post = Callable[[str, dict[str, str]], str]
"""Sends a form and returns the path that the answer leads to."""

FINISHED = ("a1", "b1", "a2", "b2", "a3")
"""A won game of Tic-tac-toe."""
KINDS = (
    "gallery", "gallery-search", "gallery-nothing-found", "game", "game-variants", "game-from-position",
    "game-of-variant", "games-on-board", "puzzles", "puzzle",
    "play", "play-computer", "play-pits", "play-rotation", "play-link", "play-watch", "play-over",
    "play-past", "rules", "rules-of-game", "rules-variant", "tutorial", "tutorial-step", "editor",
    "editor-pits", "editor-hex", "workshop", "draft", "import", "tree", "log", "mine", "print",
    "print-draft", "lesson", "lesson-draft", "review", "analysis-start", "analysis", "analysis-retry",
    "reference", "tournament", "tournament-new", "tournament-games", "tournaments", "tree-beside",
    "exercise-start", "exercise", "exercise-solution", "exercise-draft", "exercise-print", "classes",
    "class", "class-join", "class-privacy", "class-projector", "lab", "lab-players", "evaluation",
    "evaluation-of-game", "experiments", "experiment", "error-not-found", "error-bad-game",
    "error-bad-request",
)  # fmt: skip


def page_kinds(post: Post) -> dict[str, str]:
    """The path of a page of each of `KINDS`; the games are created for the visitor who sends the forms."""

    def begin(game: str, kind: str = "shared", **more: str) -> str:
        return post("/start", {"game": game, "kind": kind, **more})

    over = begin("tic-tac-toe")
    for ply, move in enumerate(FINISHED):
        post(f"{over}/move", {"text": move, "ply": str(ply)})
    play, computer = begin("tic-tac-toe"), begin("tapatan", "computer", level="1")
    draft = post("/workshop/copy", {"game": "tapatan"})
    players = {"player-1": "me", "player-2": "human", "player-3": "level:1"}
    cup = post("/tournaments", {"game": "tapatan", "format": "swiss", "games": "2", **players})
    school = post("/class", {"title": "", "days": "7"})
    return {
        "gallery": "/",
        "gallery-search": "/?q=hex",
        "gallery-nothing-found": "/?q=zzzzzz",
        "game": "/games/kalah",
        "game-variants": "/games/hex",
        "game-from-position": "/games/tic-tac-toe?position=3/1x1/3%20o",
        "game-of-variant": "/games/halma?variant=5x5",
        "games-on-board": "/boards/alquerque-5x5",
        "puzzles": "/puzzles",
        "puzzle": "/puzzles/felli/1",
        "play": play,
        "play-computer": computer,
        "play-pits": begin("kalah"),
        "play-rotation": begin("pentago"),
        "play-link": begin("hex", "link"),
        "play-watch": begin("tapatan", "watch"),
        "play-over": over,
        "play-past": f"{over}?ply=2",
        "rules": "/games/hex/rules",
        "rules-of-game": f"{play}/rules",
        "rules-variant": "/games/amazons/rules?variant=6x6",
        "tutorial": "/games/tapatan/learn",
        "tutorial-step": "/games/tapatan/learn?step=2",
        "editor": "/games/tapatan/editor",
        "editor-pits": "/games/kalah/editor",
        "editor-hex": "/games/hex/editor",
        "workshop": "/workshop",
        "draft": draft,
        "import": "/import",
        "tree": f"{play}/tree",
        "log": f"{computer}/log",
        "mine": "/mine",
        "print": "/games/kalah/print",
        "print-draft": f"{draft}/print",
        "lesson": "/games/kalah/lesson",
        "lesson-draft": f"{draft}/lesson",
        "review": f"{over}/review",
        "analysis-start": "/analysis",
        "analysis": "/analysis?game=tapatan&moves=a1-b1",
        "analysis-retry": f"/analysis?g={over.removeprefix('/g/')}&retry=2",
        "reference": "/api/docs",
        "tournament": cup,
        "tournament-new": "/tournaments/new?game=tapatan",
        "tournament-games": f"{cup}/games?a=1&b=2",
        "tournaments": "/tournaments",
        "tree-beside": f"{play}/tree?algorithm=minimax&beside=breadth-first&depth=1&values=graded",
        "exercise-start": "/exercise",
        "exercise": "/exercise?game=kalah&kind=window&size=medium",
        "exercise-solution": "/exercise?game=kalah&kind=cuts&size=medium&solution=yes",
        "exercise-draft": f"/exercise?draft={draft.removeprefix('/workshop/')}",
        "exercise-print": "/exercise/print?game=tapatan&kind=values",
        "classes": "/class",
        "class": school,
        "class-join": "/class/join/BCDFGH",
        "class-privacy": "/class/privacy",
        "class-projector": f"{school}/projector",
        "lab": "/games/hex/lab",
        "lab-players": "/games/kalah/lab?first=breadth-first:nodes=500&second=engine:nodes=200",
        "evaluation": "/games/gomoku/evaluate",
        "evaluation-of-game": f"{play}/evaluate",
        "experiments": "/lab",
        "experiment": post("/lab/experiments/hex-speed", {}),
        "error-not-found": "/nothing-here",
        "error-bad-game": "/games/no-such-game",
        "error-bad-request": f"{play}/export/no-such-format",
    }
