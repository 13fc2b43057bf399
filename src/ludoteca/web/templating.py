"""Pages from Jinja templates, in the reader's language."""

from __future__ import annotations

from functools import cache, partial
from pathlib import Path
from typing import Any

from fastapi import Request
from fastapi.responses import HTMLResponse
from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape
from markupsafe import Markup

from ludoteca.classics.evaluation_text import signed
from ludoteca.games.library import kebab
from ludoteca.messages import LANGUAGES, catalogue, language_name, number
from ludoteca.play import labels, terms, thinking_text
from ludoteca.play.opponents import level_number
from ludoteca.web.board_view import dark_first
from ludoteca.web.request_context import BOARDS, CLASS, PACES, THEMES, Appearance, language
from ludoteca.web.static_files import address

MESSAGES = catalogue("web")

FOLDER = Path(__file__).parent / "templates"

_pages = Environment(
    loader=FileSystemLoader(FOLDER),
    autoescape=select_autoescape(default=True),
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)


@cache
def icon(name: str) -> Markup:
    """An icon as inline SVG."""
    use = f'<use href="{address("icons.svg")}#{name}"/>'
    return Markup(f'<svg class="icon" aria-hidden="true" focusable="false">{use}</svg>')


def short_number(number: int) -> str:
    """A count of the engine: `950`, `270 k`, `1.3 M`."""
    if number < 10_000:
        return str(number)
    return f"{round(number / 1000)} k" if number < 999_500 else f"{number / 1e6:.1f} M"


_pages.filters["short_number"] = short_number
_pages.globals |= {
    "icon": icon,
    "static": address,
    "Markup": Markup,
    "dark_first": dark_first,
    "kebab": kebab,
    "level_number": level_number,
    "labels": labels,
    "terms": terms,
    "signed": signed,
    "localized_number": number,
    "dict": dict,
    "thinking_text": thinking_text,
    "LANGUAGES": LANGUAGES,
    "language_name": language_name,
    "THEMES": THEMES,
    "BOARDS": BOARDS,
    "PACES": PACES,
}


def page(request: Request, template: str, status: int = 200, **values: Any) -> HTMLResponse:
    """A page, or a fragment of one."""
    lang = language(request)
    common = {
        "request": request,
        "lang": lang,
        "appearance": Appearance.of(request),
        "say": partial(MESSAGES.text, lang),
        "here": request.url.path,
        "has_class": CLASS in request.cookies,
    }
    text = _pages.get_template(template).render(common | values)
    return HTMLResponse(
        text, status, headers={"cache-control": "no-store", "vary": "Accept-Language, Cookie"}
    )
