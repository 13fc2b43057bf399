"""The HTTP status and the code of the API follow from the code of an error."""

from __future__ import annotations

import pytest

from ludoteca.errors import (
    BadPosition,
    BadRecord,
    IllegalMove,
    LimitExceeded,
    LudotecaError,
    RulesError,
    UnknownGame,
)
from ludoteca.messages import LANGUAGES, Number, catalogue
from ludoteca.parallel import Busy, TookTooLong, WorkerDied
from ludoteca.play.players import UnknownPlayer
from ludoteca.play.session import GameIsOver, NotAllowedNow
from ludoteca.web.budgets import OverBudget
from ludoteca.web.errors import STATUSES, message_of, status_of
from ludoteca.web.games.errors import GameNotFound, InvalidSetup, NotYourSeat, StaleGame
from ludoteca.web.store.database import CannotStore, UnstorableValue
from ludoteca.web.store.errors import QuotaExceeded, UnknownVisitor
from ludoteca.workshop.drafts import DraftError
from ludoteca.workshop.sandbox import SandboxError
from tests.messages.test_error_codes import codes

ERRORS = (
    (GameNotFound("missing.game"), 404, "no-such-game"),
    (UnknownVisitor("visitor.unknown", visitor="x"), 404, "nothing-stored"),
    (UnknownGame("game.unknown", name='"x"', hint=""), 404, "unknown-game"),
    (NotYourSeat("seat.watching"), 403, "not-your-seat"),
    (StaleGame("stale.game"), 409, "out-of-step"),
    (GameIsOver("session.over"), 409, "game-over"),
    (NotAllowedNow("session.nothing-to-undo"), 409, "not-now"),
    (NotAllowedNow("request.path"), 409, "not-now"),
    (IllegalMove("move.occupied", "occupied", move="a1", cell="a1"), 422, "illegal-move"),
    (UnknownPlayer("player.too-long"), 422, "unknown-player"),
    (BadPosition("position.mover", mover="z"), 422, "bad-position"),
    (BadRecord("record.no-game"), 422, "bad-record"),
    (RulesError([]), 422, "bad-rules"),
    (LimitExceeded("limit.depth"), 422, "too-much"),
    (LimitExceeded("tree.too-large", nodes=9, limit=5), 422, "too-much"),
    (SandboxError("memory"), 422, "too-much"),
    (DraftError("draft.name"), 422, "bad-draft"),
    (InvalidSetup("setup.position"), 422, "refused"),
    (LudotecaError("setup.over"), 422, "refused"),
    (UnstorableValue("database.value"), 422, "unfit"),
    (QuotaExceeded("quota.full-games", limit=9), 507, "storage-full"),
    (QuotaExceeded("quota.full-space", megabytes=9), 507, "storage-full"),
    (QuotaExceeded("quota.visitor-games", limit=9), 429, "quota"),
    (Busy("busy.queue"), 503, "busy"),
    (TookTooLong("timeout.job", seconds=Number(2)), 503, "took-too-long"),
    (WorkerDied(9), 503, "worker-died"),
    (OverBudget("games", 7), 429, "too-many"),
    (CannotStore("database.locked"), 503, "cannot-store"),
)


@pytest.mark.parametrize(("error", "status", "word"), ERRORS, ids=lambda value: getattr(value, "code", value))
def test_an_error_has_a_status_and_a_code(error: LudotecaError, status: int, word: str) -> None:
    assert status_of(error) == (status, word)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_details_of_server_errors_are_not_shown(lang: str) -> None:
    error = CannotStore("database.unavailable", problem="secret")
    assert message_of(error, lang) == catalogue("web").text(lang, "error.cannot-store")
    assert "secret" in str(error)


def test_every_status_belongs_to_a_code() -> None:
    known = codes("errors")
    assert [
        one for one in STATUSES if one not in known and not any(c.startswith(f"{one}.") for c in known)
    ] == []
    assert {word for _, word in STATUSES.values()} | {"refused"} == {word for _, _, word in ERRORS}
