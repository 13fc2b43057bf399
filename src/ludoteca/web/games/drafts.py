"""Drafts of the workshop: their owners, their history, and the last version that compiles."""

from __future__ import annotations

import hashlib
import json
import secrets
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from cachetools import LRUCache
from sqlalchemy import select
from sqlalchemy.orm import Session

from ludoteca.parallel import Busy
from ludoteca.play.session import NotAllowedNow
from ludoteca.web.admission import waiting_elsewhere
from ludoteca.web.budgets import DRAFTS, SANDBOX, SERVER, Budgets, Client, current_client
from ludoteca.web.games.errors import GameNotFound, NotYourSeat
from ludoteca.web.store.database import Database
from ludoteca.web.store.quotas import Quotas
from ludoteca.web.store.schema import DraftRow, now
from ludoteca.workshop.drafts import LONGEST_TEXT, Draft, DraftError
from ludoteca.workshop.sandbox import CheckResult, Sandbox, SandboxError

MOST_STEPS = 30
"""Undo steps."""
CHECK_SECONDS = 1.0
"""What a check costs at most, of the client's budget for the sandbox."""


class DraftService:
    """Stores drafts. The sandbox checks every text before it counts as valid rules."""

    def __init__(
        self, database: Database, sandbox: Sandbox, budgets: Budgets, quotas: Quotas | None = None
    ) -> None:
        self.database, self.sandbox, self.budgets, self.quotas = database, sandbox, budgets, quotas
        self._checked: LRUCache[str, CheckResult | SandboxError] = LRUCache(128)
        self._lock = threading.Lock()

    # -- queries --------------------------------------------------------------------------------------

    def get(self, draft_id: str) -> DraftRow:
        with self.database.reading() as session:
            return self._row(session, draft_id)

    def own(self, draft_id: str, owner: str) -> DraftRow:
        """A draft of this visitor. Raises `NotYourSeat` if it is somebody else's."""
        row = self.get(draft_id)
        if row.owner != owner:
            raise NotYourSeat("seat.draft")
        return row

    @staticmethod
    def _row(session: Session, draft_id: str, writing: bool = False) -> DraftRow:
        row = session.get(DraftRow, draft_id, with_for_update=writing)
        if row is None:
            raise GameNotFound("missing.draft")
        return row

    def drafts_of(self, owner: str) -> list[DraftRow]:
        """The drafts of a visitor, the newest first."""
        asked = select(DraftRow).where(DraftRow.owner == owner).order_by(DraftRow.changed.desc()).limit(60)
        with self.database.reading() as session:
            return list(session.scalars(asked))

    def check(self, text: str, name: str) -> CheckResult | SandboxError:
        """The sandbox's result for a text, cached."""
        key = _key(text, name)
        with self._lock:
            found = self._checked.get(key)
        if found is None:
            try:
                with self._charged(CHECK_SECONDS) as share:
                    found = self.sandbox.check(text, name, share)
            except SandboxError as refused:
                if refused.reason in ("time", "died"):
                    return refused  # not cached: a retry may succeed
                found = refused
            self._remember(key, found)
        return found

    def _remember(self, key: str, found: CheckResult | SandboxError) -> None:
        with self._lock:
            self._checked[key] = found

    def require_valid(self, text: str, name: str) -> None:
        """Raises `RulesError` or `SandboxError` unless a text is a valid game within the limits."""
        _require_storable(text)
        checked = self.check(text, name)
        if isinstance(checked, SandboxError):
            raise checked
        if not checked.ok:
            raise checked.error()

    def edit(self, text: str, name: str, method: str, *arguments: str) -> Any:
        """What a method of `Draft` returns for a text that nobody has checked. Raises `DraftError`."""
        _require_storable(text)
        with self._charged(CHECK_SECONDS) as share:
            return self.sandbox.edit(text, name, method, arguments, share)

    def ideas(self, text: str, name: str) -> list[dict[str, Any]]:
        """Suggested changes. Raises `SandboxError` or `Busy`."""
        with self._charged(4 * CHECK_SECONDS) as share:
            return self.sandbox.ideas(text, name, share)

    def playtest(self, text: str, name: str, seconds: float, seed: int = 1) -> dict[str, Any]:
        """The playtest of a text, or its problems. Raises `SandboxError` or `Busy`."""
        with self._charged(seconds) as share:
            return self.sandbox.playtest(text, name, seconds, seed, share)

    @contextmanager
    def _charged(self, seconds: float) -> Iterator[str]:
        """Charge the client for the sandbox; what it does not use is refunded. Yields the client's share.

        A busy sandbox is reported like a busy worker pool.
        """
        client = _client()
        self.budgets.spend(client, SANDBOX, seconds)
        begun = time.monotonic()
        try:
            with waiting_elsewhere():
                yield self.budgets.profile.share(client)
        except SandboxError as refused:
            if refused.reason == "busy":
                raise Busy("busy.workshop") from None
            raise
        finally:
            used = time.monotonic() - begun
            self.budgets.refund(client, SANDBOX, max(0.0, seconds - used))

    # -- commands -------------------------------------------------------------------------------------

    def new(self, draft: Draft, owner: str, is_known: bool = False) -> DraftRow:
        """Store a new draft. A copy of a library game is known to be valid and not checked. Raises
        `OverBudget` and `QuotaExceeded`."""
        self.budgets.spend(_client(), DRAFTS)
        _require_storable(draft.text)
        if is_known:
            self._remember(_key(draft.text, draft.name), CheckResult(True))
        checked = self.check(draft.text, draft.name)
        if isinstance(checked, SandboxError):
            raise checked
        row = DraftRow(
            id=secrets.token_urlsafe(9), owner=owner, name=draft.name, title=draft.title("en")[:80],
            based_on=", ".join(draft.based_on)[:200], text=draft.text, good=draft.text if checked.ok else "",
        )  # fmt: skip
        if self.quotas:
            self.quotas.require_draft(owner)
        with self.database.writing() as session:
            session.add(row)
        return row

    def change(self, draft_id: str, owner: str, draft: Draft) -> DraftRow:
        """Replace the text; the old one goes to the history. Raises `OverBudget` and `QuotaExceeded`."""
        self.budgets.spend(_client(), DRAFTS)
        _require_storable(draft.text)
        checked = self.check(draft.text, draft.name)
        if self.quotas:
            self.quotas.require_space()
        with self.database.writing() as session:
            row = self._owned(session, draft_id, owner)
            if draft.text == row.text:
                return row
            row.history = json.dumps([*json.loads(row.history), row.text][-MOST_STEPS:])
            self._write(row, draft, isinstance(checked, CheckResult) and checked.ok)
        return row

    def undo(self, draft_id: str, owner: str) -> DraftRow:
        """Restore the text before the last change."""
        while True:
            text, checked = self._checked_before(draft_id)  # outside the transaction, which must be short
            with self.database.writing() as session:
                row = self._owned(session, draft_id, owner)
                history = json.loads(row.history)
                if not history:
                    raise NotAllowedNow("session.nothing-to-undo")
                if history.pop() == text:  # otherwise the draft was changed meanwhile
                    row.history = json.dumps(history)
                    self._write(row, Draft(text, row.name), checked)
                    return row

    def _checked_before(self, draft_id: str) -> tuple[str, bool]:
        """The text before the last change, and whether it is valid; empty if there is none."""
        row = self.get(draft_id)
        history = json.loads(row.history)
        if not history:
            return "", False
        checked = self.check(history[-1], row.name)
        return history[-1], isinstance(checked, CheckResult) and checked.ok

    @staticmethod
    def _write(row: DraftRow, draft: Draft, is_good: bool) -> None:
        row.text, row.name = draft.text, draft.name
        if draft.raw is not None:
            row.title, row.based_on = draft.title("en")[:80], ", ".join(draft.based_on)[:200]
        if is_good:
            row.good = draft.text
        row.version += 1
        row.changed = now()

    def set_trial(self, draft_id: str, trial: str) -> None:
        """Set the trial game of a draft."""
        with self.database.writing() as session:
            self._row(session, draft_id, writing=True).trial = trial

    def _owned(self, session: Session, draft_id: str, owner: str) -> DraftRow:
        row = self._row(session, draft_id, writing=True)
        if row.owner != owner:
            raise NotYourSeat("seat.draft")
        return row


def _require_storable(text: str) -> None:
    """Raises `DraftError` for a text that no database can store."""
    if len(text) > LONGEST_TEXT:
        raise DraftError("draft.too-long", limit=LONGEST_TEXT)
    if "\0" in text or any("\ud800" <= sign <= "\udfff" for sign in text):
        raise DraftError("draft.characters")


def _client() -> Client:
    return current_client() or SERVER


def _key(text: str, name: str) -> str:
    """A key that no other pair has: the length of the name says where the text begins."""
    return hashlib.sha256(f"{len(name)} {name}{text}".encode("utf-8", "surrogatepass")).hexdigest()
