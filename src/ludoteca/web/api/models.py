"""Models of requests and responses. `/api/docs` shows their descriptions."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field


def _whole(value: object) -> object:
    """In JSON, 3.0 is an integer as well."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


WHOLE = BeforeValidator(_whole)
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
Moves = Annotated[list[Annotated[str, Field(max_length=200)]], Field(max_length=2000, fail_fast=True)]
Ply = Annotated[int, Field(ge=0, le=100_000), WHOLE]


class Strict(BaseModel):
    """Rejects unknown fields, and values of another type than the field's."""

    model_config = ConfigDict(extra="forbid", allow_inf_nan=False, strict=True)


class Problem(BaseModel):
    code: str = Field(description="A stable code.", examples=["illegal-move"])
    message: str = Field(description="A sentence in the reader's language.")
    reason: str | None = Field(None, description="Of an illegal move: which rule it breaks.")
    problems: list[str] | None = Field(None, description="Of bad rules: the first problems found.")


class ErrorResponse(BaseModel):
    """The body of every error response."""

    error: Problem


# -- requests -----------------------------------------------------------------------------------------


class NewGame(Strict):
    """A game to create. Each person's seat gets a secret, told once: send it as `Authorization: Bearer`."""

    game: GameName
    rules_text: str = Field(
        "", max_length=20_000, description="Own rules: a game file. `game` is then only a name."
    )
    first: PlayerName = "human"
    second: PlayerName = "level"
    first_name: Name = ""
    second_name: Name = ""
    position: PositionText = ""
    begins: Side | None = None
    moves: Moves = []
    clock: float | None = Field(None, gt=0, le=21_600, description="Seconds for each side's whole game.")
    increment: float = Field(0, ge=0, le=600, description="Seconds added after each move.")
    seed: Annotated[int, Field(ge=0, le=5 * 10**18), WHOLE] | None = None


class MoveRequest(Strict):
    """A move as text or as its path of clicks."""

    move: str = Field("", max_length=200, examples=["a1-b2"])
    path: list[Annotated[str, Field(max_length=40)]] = Field([], max_length=200, fail_fast=True)
    ply: Ply | None = Field(None, description="The number of moves you have seen; refused if there are more.")


class OfferAnswer(Strict):
    accept: bool
    offer: Ply = Field(description="The `offer_id` of the offer that you answer.")


class GameOptions(Strict):
    paused: bool | None = None
    pace: float | None = Field(None, ge=0, le=10, description="Seconds between the moves of two computers.")


class PositionRequest(Strict):
    """A position of a game: the first position, and moves from there."""

    game: GameName
    position: PositionText = ""
    moves: Moves = []


class SearchRequest(PositionRequest):
    """A position to search, with limits."""

    nodes: Annotated[int, Field(ge=1, le=5_000_000), WHOLE] | None = None
    seconds: float | None = Field(None, gt=0, le=10)
    depth: Annotated[int, Field(ge=1, le=40), WHOLE] | None = None


# -- responses ----------------------------------------------------------------------------------------


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


class Counter(BaseModel):
    name: Literal["store", "pieces", "hand", "captured", "left"]
    value: int
    goal: int | None = Field(description="The number that wins, if the rules have one.")
    kind: str = Field(description="The kind of pieces in hand, where a side holds several kinds.")


class GameState(BaseModel):
    """The state of a game."""

    id: str
    game: str
    title: str
    rules: str = Field(description="The hash of the rules.")
    kind: Literal["computer", "shared", "link", "watch"]
    players: dict[Side, str]
    names: dict[Side, str]
    start: str = Field(description="The first position, if it is not the usual one.")
    position: str
    mover: Side
    ply: int
    moves: list[PlayedMove]
    outcome: Outcome | None
    winning_cells: list[str] = Field(description="The cells that show why the game is over.")
    counters: dict[Side, list[Counter]] = Field(
        description="What players count: seeds in store, pieces on the board, in hand, captured, left."
    )
    offer: str | None = Field(description="`draw first`, `undo second`: the kind of offer, and who made it.")
    offer_id: int | None = Field(description="Which offer it is: an answer names it.")
    thinking: bool = Field(description="Whether a computer is to move.")
    trouble: Problem | None = Field(description="Why a computer to move has failed to.")
    clocks: dict[Side, float] | None
    yours: list[Side] = Field(description="The sides that you may move for.")
    version: int
    hinted: bool
    paused: bool


class CreatedGame(BaseModel):
    game: GameState
    seats: dict[Side, str] = Field(description="The secrets of the free seats.")


class PositionState(BaseModel):
    game: str
    position: str
    mover: Side
    ply: int
    outcome: Outcome | None
    moves: list[LegalMove]


class SearchAnswer(BaseModel):
    move: str
    score: dict[str, Any] = Field(description="Proved: `win`, `loss`, `draw` with `plies`; else an estimate.")
    continuation: list[str]
    depth: int
    nodes: int
    seconds: float


class MoveValue(BaseModel):
    move: str
    value: Literal["win", "draw", "loss"] = Field(description="With best play, for the mover.")
    plies: int | None = Field(description="Moves to the end; null for a draw.")


class PositionValues(BaseModel):
    game: str
    position: str
    mover: Side
    value: Literal["win", "draw", "loss"]
    plies: int | None
    values: list[MoveValue] = Field(description="Every legal move.")


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


ERROR_RESPONSES: dict[int | str, dict[str, Any]] = {
    status: {"model": ErrorResponse, "description": words}
    for status, words in (
        (400, "Not readable: no JSON, or a malformed one"),
        (403, "Not your seat, or a cross-site request"),
        (404, "Not found"),
        (409, "The game is over, has changed, or does not allow this now"),
        (413, "Too large"),
        (421, "Unknown host name"),
        (422, "Invalid request"),
        (503, "Busy, or the database is unavailable: try again"),
    )
}
"""The error responses of every operation."""
