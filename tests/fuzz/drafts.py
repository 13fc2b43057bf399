"""Rules being edited in the workshop: problems, fixes, cards and edits of any text."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from ludoteca.errors import LimitExceeded
from ludoteca.games import ids
from ludoteca.games.library import LIBRARY_DIR
from ludoteca.messages import LANGUAGES
from ludoteca.workshop.drafts import LONGEST_TEXT, Draft, DraftError
from ludoteca.workshop.fixes import diagnose
from ludoteca.workshop.rules_text import describe_rules
from ludoteca.workshop.toml_edit import EditError
from tests.fuzz.harness import Harness
from tests.fuzz.mutants import damaged, mutant


class Drafts(Harness):
    """The text of a draft. Every card, field and fix must work, whatever the text."""

    kind = "drafts"
    seconds = 6.0
    refusals = (DraftError, EditError, LimitExceeded)

    def seeds(self) -> list[bytes]:
        return [*super().seeds(), *((LIBRARY_DIR / f"{game_id}.toml").read_bytes() for game_id in ids())]

    def mutate(self, data: bytes, others: list[bytes], chance: Random) -> bytes:
        text = data.decode("utf-8", "replace")
        return (damaged if chance.random() < 0.4 else mutant)(text, chance).encode("utf-8", "replace")

    def check(self, data: bytes) -> Iterator[str]:
        text = data.decode("utf-8", "replace")[:LONGEST_TEXT]
        draft, chance = Draft(text, "mutant"), Random(len(data))
        for problem in diagnose(draft):
            yield problem.problem.code
            for lang in LANGUAGES:
                assert problem.message(lang)
            for fix in problem.fixes:
                assert fix.apply(draft).text != text, fix
        if draft.raw is None:
            return
        for lang in LANGUAGES:
            list(describe_rules(draft.raw, lang))
        yield from self._edits(draft, chance)

    def _edits(self, draft: Draft, chance: Random) -> Iterator[str]:
        """Some of the edits that the cards offer."""
        fields = [one for card in draft.cards("en") for one in card.group.all_fields()]
        for field in chance.sample(fields, min(4, len(fields))):
            said = chance.choice(("4", "x", "", "true", "3, 3", "-", "a1 b2", '"', str(field.value)[:50]))
            try:
                filled = draft.fill(field.where, said)
            except (DraftError, EditError) as refusal:
                yield refusal.code
                continue
            assert filled.raw is not None, f"{field.where} = {said!r} is no TOML: {filled.text}"
        offers = draft.offers()
        if offers:
            assert draft.accept_offer(chance.randrange(len(offers))).raw is not None
        where = chance.choice([field.where for field in fields] or ["board"])
        try:
            assert draft.remove(where).raw is not None, f"without {where} it is no TOML"
        except (DraftError, EditError) as refusal:
            yield refusal.code
        yield "edited"
