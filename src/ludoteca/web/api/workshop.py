"""The workshop for programs: rules as text and as cards, looked at within limits. Nothing is kept here."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from fastapi import APIRouter, Request, Response
from pydantic import BaseModel, Field

from ludoteca.play.record import Record
from ludoteca.web.api.models import REFUSALS, GameName, Strict
from ludoteca.web.catalogue import known_game
from ludoteca.web.export import EXPORT_SECONDS, export_game
from ludoteca.web.request_context import language
from ludoteca.web.services import ServicesDep
from ludoteca.workshop.cards import Group
from ludoteca.workshop.drafts import LONGEST_TEXT, Draft, DraftError, copy_of
from ludoteca.workshop.rules_text import describe_rules
from ludoteca.workshop.sandbox import CheckResult, SandboxError

router = APIRouter(prefix="/api", tags=["workshop"], responses=REFUSALS)


class RulesText(Strict):
    """Rules as they stand in a file."""

    text: str = Field(max_length=LONGEST_TEXT, description="A game file: TOML, as `docs/language.md` tells.")
    name: str = Field("my-game", max_length=60)


class Blank(RulesText):
    """A blank of a card, and what fills it."""

    where: str = Field(max_length=200, examples=["end[1].when.align"])
    said: str = Field(max_length=4000, examples=["4"])


class Removal(RulesText):
    where: str = Field(max_length=200, examples=["end[2]"])


class PlaytestRequest(RulesText):
    seconds: float = Field(3.0, ge=0.2, le=5.0)
    seed: int = Field(1, ge=0, lt=2**53)


class Original(Strict):
    game: GameName
    title: str = Field("", max_length=60)


class Written(BaseModel):
    text: str
    name: str
    based_on: list[str]


class FixOffered(BaseModel):
    label: str
    text: str = Field(description="The whole new text.")


class Mistake(BaseModel):
    where: str
    line: int
    card: str
    message: str
    fixes: list[FixOffered]


class Judged(BaseModel):
    ok: bool
    rules: str = Field("", description="The hash of the rules.")
    problems: list[Mistake]
    sentences: list[str] = Field(description="The rules told from the rules themselves.")


class Imported(Strict):
    content: str = Field(max_length=500_000)
    game: str = Field("", max_length=200, description="The game, where the file does not say it.")


@router.post("/workshop/copy", response_model=Written)
def copy(wish: Original) -> Written:
    """A copy of a game of the library, to be changed."""
    known_game(wish.game.partition("/")[0].partition(":")[0])
    if ".toml" in wish.game:
        raise DraftError("choose a game of the library.")
    return _written(copy_of(wish.game, wish.title))


@router.post("/workshop/look", response_model=Judged)
def look(request: Request, rules: RulesText, services: ServicesDep) -> Judged:
    """What is wrong with some rules, each mistake with fixes that were tried; or that they are a game."""
    lang = language(request)
    looked = services.drafts.look(rules.text, rules.name)
    if isinstance(looked, SandboxError):
        raise looked
    return _judged(looked, Draft(rules.text, rules.name), lang)


@router.post("/workshop/cards", response_model=list[dict[str, Any]])
def cards(request: Request, rules: RulesText) -> list[dict[str, Any]]:
    """The rules as cards: sentences with blanks, each tied to a place in the text."""
    found = _toml(rules).cards(language(request))
    return [
        {"id": card.id, "title": card.title, "sentences": card.sentences, **_group(card.group)}
        for card in found
    ]


@router.post("/workshop/fill", response_model=Written)
def fill(blank: Blank) -> Written:
    """The text with a blank filled; nothing else in it moves."""
    return _written(_toml(blank).fill(blank.where, blank.said))


@router.post("/workshop/drop", response_model=Written)
def drop(removal: Removal) -> Written:
    """The text without what stands at a place."""
    return _written(_toml(removal).remove(removal.where))


@router.post("/workshop/ideas", response_model=list[FixOffered])
def ideas(request: Request, rules: RulesText, services: ServicesDep) -> list[FixOffered]:
    """Small changes to try, each with the whole new text."""
    found = services.drafts.ideas(rules.text, rules.name)
    return [FixOffered(label=one[language(request)], text=one["text"]) for one in found]


@router.post("/workshop/playtest", response_model=dict[str, Any])
@router.post("/workshop/smell", response_model=dict[str, Any], include_in_schema=False, deprecated=True)
def playtest(request: Request, rules: PlaytestRequest, services: ServicesDep) -> dict[str, Any]:
    """Does it end, can both win, is one side far ahead? In words and in numbers."""
    found = services.drafts.playtest(rules.text, rules.name, rules.seconds, rules.seed)
    if not found["ok"]:
        raise DraftError(found["problems"][0][language(request)])
    told: dict[str, Any] = found[language(request)]
    return told


@router.post("/import", response_model=dict[str, Any])
def import_(file: Imported, services: ServicesDep) -> dict[str, Any]:
    """A record of another program as one of ours; with `number`, the move that is not legal."""
    found = services.pool.run({"kind": "import", "content": file.content, "game": file.game}, EXPORT_SECONDS)
    record = Record.from_text(found.pop("text"))
    return {"record": record.as_dict(), **found}


@router.get("/games/{game_id}/export/{name}", response_class=Response)
def export(
    request: Request, game_id: str, name: str, services: ServicesDep, ply: int | None = None
) -> Response:
    """A game in a format: `text`, `json`, `sgf`, `piskvork`, `svg`, `png`, `gif` or `html`."""
    return export_game(request, services, game_id, name, ply)


# -- shapes -------------------------------------------------------------------------------------------


def _toml(rules: RulesText) -> Draft:
    draft = Draft(rules.text, rules.name)
    if draft.raw is None:
        raise DraftError("the text is not TOML yet: put that right first.")
    return draft


def _written(draft: Draft) -> Written:
    return Written(text=draft.text, name=draft.name, based_on=list(draft.based_on))


def _judged(looked: CheckResult, draft: Draft, lang: str) -> Judged:
    problems = [
        Mistake(
            where=one["where"], line=one["line"], card=one["card"], message=one[lang],
            fixes=[FixOffered(label=fix[lang], text=fix["text"]) for fix in one["fixes"]],
        )
        for one in looked.problems
    ]  # fmt: skip
    sentences = list(describe_rules(draft.raw, lang)) if draft.raw else []
    return Judged(ok=looked.ok, rules=looked.rules, problems=problems, sentences=sentences)


def _plain(value: Any) -> Any:
    """A value of a file as JSON can hold it: what is no number or text of JSON becomes its text."""
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    if isinstance(value, dict):
        return {str(key): _plain(item) for key, item in value.items()}
    return value if value is None or isinstance(value, bool | str) or type(value) is int else str(value)


def _group(group: Group) -> dict[str, Any]:
    fields = [
        {
            "where": one.where, "kind": one.kind, "before": one.before, "after": one.after,
            "value": _plain(one.value), "is_said": one.is_set,
            "options": [asdict(option) for option in one.options], "least": one.least, "most": one.most,
        }
        for one in group.all_fields()
    ]  # fmt: skip
    offers = [
        {"where": offer.where, "label": offer.label, "value": _plain(offer.value)}
        for inner in group.all_groups()
        for offer in inner.offers
    ]
    return {"fields": fields, "offers": offers}
