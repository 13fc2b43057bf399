"""The shapes of questions and answers. Their descriptions are what `/api/docs` shows."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

Side = Literal["first", "second"]
Name = Annotated[str, Field(max_length=40)]
GameName = Annotated[
    str,
    Field(
        min_length=1, max_length=200, description="`GAME[/variant][:key=value,…]`", examples=["hex:size=5"]
    ),
]
PlayerName = Annotated[
    str, Field(min_length=1, max_length=200, description="`PLAYER[:key=value,…]`", examples=["level:3"])
]
PositionText = Annotated[
    str, Field(max_length=2000, description="`BOARD MOVER [key=value …]`; empty for the start")
]
Ply = Annotated[int, Field(ge=0, le=100_000)]


class Strict(BaseModel):
    """Nothing that is not known here."""

    model_config = ConfigDict(extra="forbid", allow_inf_nan=False)


class Problem(BaseModel):
    code: str = Field(description="A word that programs may rely on.", examples=["illegal-move"])
    message: str = Field(description="A sentence for people, in their language.")
    reason: str | None = Field(None, description="Of an illegal move: which rule it breaks.")
    problems: list[str] | None = Field(None, description="Of bad rules: every mistake that was found.")


class ErrorAnswer(BaseModel):
    """What every refusal looks like."""

    error: Problem


# -- asked --------------------------------------------------------------------------------------------


class NewGame(Strict):
    """A game to begin. Each seat of a person gets a secret, told once: send it as `Authorization: Bearer`."""

    game: GameName
    rules_text: str = Field(
        "", max_length=20_000, description="Rules of one's own: a game file. `game` is then only a name."
    )
    first: PlayerName = "human"
    second: PlayerName = "level:3"
    first_name: Name = ""
    second_name: Name = ""
    position: PositionText = ""
    begins: Side | None = None
    moves: list[Annotated[str, Field(max_length=200)]] = Field([], max_length=2000)
    clock: float | None = Field(None, gt=0, le=21_600, description="Seconds for each side's whole game.")
    increment: float = Field(0, ge=0, le=600, description="Seconds added after each move.")
    seed: int | None = Field(None, ge=0, lt=2**62)


class MoveWish(Strict):
    """A move: as text, or as the path of clicks that makes it."""

    move: str = Field("", max_length=200, examples=["a1-b2"])
    path: list[Annotated[str, Field(max_length=40)]] = Field([], max_length=200)
    ply: Ply | None = Field(None, description="How many moves were made when you looked: a check.")


class Answer(Strict):
    accept: bool


class Pace(Strict):
    paused: bool | None = None
    pace: float | None = Field(None, ge=0, le=10, description="Seconds between the moves of two computers.")


class Place(Strict):
    """A position of a game: where it starts, and moves from there."""

    game: GameName
    position: PositionText = ""
    moves: list[Annotated[str, Field(max_length=200)]] = Field([], max_length=2000)


class Question(Place):
    """A position to think about. The time that anybody may think is limited."""

    nodes: int | None = Field(None, ge=1, le=5_000_000)
    seconds: float | None = Field(None, gt=0, le=10)
    depth: int | None = Field(None, ge=1, le=40)


# -- answered -----------------------------------------------------------------------------------------


class Outcome(BaseModel):
    winner: Side | None = Field(description="None for a draw.")
    reason: str


class LegalMove(BaseModel):
    move: str
    path: list[str]


class PlayedMove(BaseModel):
    number: int
    move: str
    by: Side
    seconds: float


class GameState(BaseModel):
    """A game as it stands."""

    id: str
    game: str
    title: str
    rules: str = Field(description="The hash of the rules.")
    kind: Literal["computer", "shared", "link", "watch"]
    players: dict[Side, str]
    names: dict[Side, str]
    start: str = Field(description="Where it began, if not as usual.")
    position: str
    mover: Side
    ply: int
    moves: list[PlayedMove]
    outcome: Outcome | None
    offer: str | None = Field(description="`draw first`, `undo second`: what is offered, and by whom.")
    thinking: bool = Field(description="Whether a computer is to move.")
    trouble: Problem | None = Field(description="Why a computer that is to move does not, if so.")
    clocks: dict[Side, float] | None
    yours: list[Side] = Field(description="The sides that you may move for.")
    version: int
    hinted: bool
    paused: bool


class Begun(BaseModel):
    game: GameState
    seats: dict[Side, str] = Field(description="The secrets of the seats that are free.")


class PositionState(BaseModel):
    game: str
    position: str
    mover: Side
    ply: int
    outcome: Outcome | None
    moves: list[LegalMove]


class Thought(BaseModel):
    move: str
    score: dict[str, Any] = Field(description="Proved: `win`, `loss`, `draw` with `plies`; else an estimate.")
    continuation: list[str]
    depth: int
    nodes: int
    seconds: float


class Tally(BaseModel):
    player: str
    game: str
    side: Side
    wins: int
    draws: int
    losses: int


class GameCard(BaseModel):
    id: str
    name: str
    family: str
    summary: str
    aliases: list[str]
    variants: list[dict[str, Any]]
    parameters: list[dict[str, Any]]
    levels: list[str]
    measured: bool


class GameRules(GameCard):
    goal: str
    play: list[str]
    sides: list[str]
    start: str
    cells: list[str]
    rules: str


class PlayerKind(BaseModel):
    player: str
    about: str
    options: list[str]


REFUSALS: dict[int | str, dict[str, Any]] = {
    status: {"model": ErrorAnswer, "description": words}
    for status, words in (
        (403, "Not your seat, or asked by another site"),
        (404, "No such thing"),
        (409, "Not now: the game is over, or has gone on"),
        (413, "Too large"),
        (421, "This server does not answer to that name"),
        (422, "Something in the question is not right"),
        (503, "Busy, or the database cannot be used: try again"),
    )
}
"""How any question may be refused."""
