"""The workshop as JSON: rules as text and as cards, checked in a sandbox. Nothing is stored."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated, Any

from fastapi import APIRouter, Request, Response
from pydantic import BaseModel, Field

from ludoteca.play.exchange import FORMATS
from ludoteca.play.record import Record
from ludoteca.web.api.models import ERROR_RESPONSES, WHOLE, GameName, Strict
from ludoteca.web.bodies import BoundedRoute
from ludoteca.web.catalogue import known_game
from ludoteca.web.export import EXPORT_SECONDS, export_game
from ludoteca.web.request_context import language
from ludoteca.web.services import ServicesDep
from ludoteca.workshop.cards import Card, Group
from ludoteca.workshop.drafts import LONGEST_TEXT, Draft, DraftError, copy_of
from ludoteca.workshop.sandbox import CheckResult, SandboxError, first_problem

router = APIRouter(prefix="/api", tags=["workshop"], responses=ERROR_RESPONSES, route_class=BoundedRoute)


MOST_PROBLEMS = 20
FILES: dict[int | str, dict[str, Any]] = {
    200: {
        "content": {form.media.partition(";")[0]: {} for form in FORMATS.values()},
        "description": "The file",
    }
}


class RulesText(Strict):
    """A game file."""

    text: str = Field(max_length=LONGEST_TEXT, description="A game file: TOML, see `docs/language.md`.")
    name: str = Field("my-game", max_length=60)


class FillRequest(RulesText):
    """A field of a card, and its new value."""

    where: str = Field(max_length=200, examples=["end[1].when.align"])
    said: str = Field(max_length=4000, examples=["4"])


class RemoveRequest(RulesText):
    where: str = Field(max_length=200, examples=["end[2]"])


class PlaytestRequest(RulesText):
    seconds: float = Field(3.0, ge=0.2, le=5.0)
    seed: Annotated[int, Field(ge=0, lt=2**53), WHOLE] = 1


class CopyRequest(Strict):
    game: GameName
    title: str = Field("", max_length=60)


class RulesFile(BaseModel):
    text: str
    name: str
    based_on: list[str]


class FixOffer(BaseModel):
    label: str
    text: str = Field(description="The whole new text.")


class RulesProblem(BaseModel):
    where: str
    line: int
    card: str
    message: str
    fixes: list[FixOffer]


class RulesCheck(BaseModel):
    ok: bool
    rules: str = Field("", description="The hash of the rules.")
    problems: list[RulesProblem] = Field(description="The first problems.")
    sentences: list[str] = Field(description="The rules as text, generated from the file.")


class ImportRequest(Strict):
    content: str = Field(max_length=500_000)
    game: str = Field("", max_length=200, description="The game, if the file does not name it.")


@router.post("/workshop/copy", response_model=RulesFile)
def copy(body: CopyRequest) -> RulesFile:
    """A copy of a game of the library, to be edited."""
    known_game(body.game.partition("/")[0].partition(":")[0])
    if ".toml" in body.game:
        raise DraftError("draft.choose-game")
    return _rules_file(copy_of(body.game, body.title))


@router.post("/workshop/look", response_model=RulesCheck)
def look(request: Request, rules: RulesText, services: ServicesDep) -> RulesCheck:
    """The problems of some rules, each with tested fixes; or that they are valid."""
    lang = language(request)
    checked = services.drafts.check(rules.text, rules.name)
    if isinstance(checked, SandboxError):
        raise checked
    return _rules_check(checked, lang)


@router.post("/workshop/cards", response_model=list[dict[str, Any]])
def cards(request: Request, rules: RulesText, services: ServicesDep) -> list[dict[str, Any]]:
    """The rules as cards: sentences with fields, each with its path in the text."""
    found: tuple[Card, ...] = services.drafts.edit(rules.text, rules.name, "cards", language(request))
    return [
        {"id": card.id, "title": card.title, "sentences": card.sentences, **_group(card.group)}
        for card in found
    ]


@router.post("/workshop/fill", response_model=RulesFile)
def fill(blank: FillRequest, services: ServicesDep) -> RulesFile:
    """The text with a field changed; everything else stays as it was."""
    return _rules_file(services.drafts.edit(blank.text, blank.name, "fill", blank.where, blank.said))


@router.post("/workshop/drop", response_model=RulesFile)
def drop(removal: RemoveRequest, services: ServicesDep) -> RulesFile:
    """The text without what stands at a path."""
    return _rules_file(services.drafts.edit(removal.text, removal.name, "remove", removal.where))


@router.post("/workshop/ideas", response_model=list[FixOffer])
def ideas(request: Request, rules: RulesText, services: ServicesDep) -> list[FixOffer]:
    """Suggested changes, each with the whole new text."""
    found = services.drafts.ideas(rules.text, rules.name)
    return [FixOffer(label=one[language(request)], text=one["text"]) for one in found]


@router.post("/workshop/playtest", response_model=dict[str, Any])
@router.post("/workshop/smell", response_model=dict[str, Any], include_in_schema=False, deprecated=True)
def playtest(request: Request, rules: PlaytestRequest, services: ServicesDep) -> dict[str, Any]:
    """A playtest: does the game end, can both sides win, is it balanced?"""
    found = services.drafts.playtest(rules.text, rules.name, rules.seconds, rules.seed)
    if not found["ok"]:
        raise first_problem(found["problems"])
    report: dict[str, Any] = found[language(request)]
    return report


@router.post("/import", response_model=dict[str, Any])
def import_(request: Request, file: ImportRequest, services: ServicesDep) -> dict[str, Any]:
    """A record of another program in our format; with `number`, the first illegal move."""
    job = {"kind": "import", "content": file.content, "game": file.game, "lang": language(request)}
    found = services.jobs.run(job, EXPORT_SECONDS)
    record = Record.from_text(found.pop("text"))
    return {"record": record.as_dict(), **found}


@router.get("/games/{game_id}/export/{name}", responses=FILES, response_class=Response)
def export(
    request: Request, game_id: str, name: str, services: ServicesDep, ply: int | None = None
) -> Response:
    """A game in a file format: `text`, `json`, `sgf`, `piskvork`, `svg`, `png`, `gif` or `html`."""
    return export_game(request, services, game_id, name, ply)


# -- helpers ------------------------------------------------------------------------------------------


def _rules_file(draft: Draft) -> RulesFile:
    return RulesFile(text=draft.text, name=draft.name, based_on=list(draft.based_on))


def _rules_check(checked: CheckResult, lang: str) -> RulesCheck:
    problems = [
        RulesProblem(
            where=one["where"], line=one["line"], card=one["card"], message=one[lang],
            fixes=[FixOffer(label=fix[lang], text=fix["text"]) for fix in one["fixes"]],
        )
        for one in checked.problems[:MOST_PROBLEMS]
    ]  # fmt: skip
    sentences = checked.sentences.get(lang, ())
    return RulesCheck(ok=checked.ok, rules=checked.rules, problems=problems, sentences=list(sentences))


def _json_value(value: Any) -> Any:
    """A value of a file as JSON: other types become text."""
    if isinstance(value, list | tuple):
        return [_json_value(item) for item in value]
    if isinstance(value, dict):
        return {str(key): _json_value(item) for key, item in value.items()}
    return value if value is None or isinstance(value, bool | str) or type(value) is int else str(value)


def _group(group: Group) -> dict[str, Any]:
    fields = [
        {
            "where": one.where, "kind": one.kind, "before": one.before, "after": one.after,
            "value": _json_value(one.value), "is_said": one.is_set,
            "options": [asdict(option) for option in one.options], "least": one.least, "most": one.most,
        }
        for one in group.all_fields()
    ]  # fmt: skip
    offers = [
        {"where": offer.where, "label": offer.label, "value": _json_value(offer.value)}
        for inner in group.all_groups()
        for offer in inner.offers
    ]
    return {"fields": fields, "offers": offers}
