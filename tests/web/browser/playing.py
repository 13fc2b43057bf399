"""Actions of a player in a browser."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import zxingcpp
from PIL import Image
from playwright.sync_api import Page, expect

GAMES = ("tapatan", "tic-tackle", "amazons", "pentago", "kalah", "hex", "gomoku", "coyote")
"""A game of every kind of board."""


@contextmanager
def leaving(page: Page) -> Iterator[None]:
    """What is done within leads to another page; afterwards that page is there, its scripts too."""
    with page.expect_navigation():
        yield


@contextmanager
def answered(page: Page, part: str) -> Iterator[None]:
    """What is done within asks the server for something whose address holds `part`; afterwards the answer is
    in the page."""
    page.evaluate(
        """part => { const now = document.documentElement.dataset; now.waits = part;
        document.addEventListener("htmx:afterSettle", event => {
            if (event.detail.pathInfo?.requestPath.includes(now.waits)) delete now.waits; }); }""",
        part,
    )
    yield
    expect(page.locator("html[data-waits]")).to_have_count(0)


def choose_look(page: Page, **fields: str | bool) -> None:
    """Choose a language, colours, what is shown and heard; the page comes again in that look."""
    page.click("#look > summary")
    for name, value in fields.items():
        field = page.locator(f"#look [name={name}]")
        if isinstance(value, bool):
            field.set_checked(value)
        else:
            field.select_option(value)
    with leaving(page):
        page.click("#look button")


def start(page: Page, game: str, kind: str = "shared", **fields: Any) -> None:
    """Start a game from its page."""
    page.goto(f"/games/{game}")
    page.check(f"input[name=kind][value={kind}]")
    more = page.locator("details.more")
    for name, value in fields.items():
        name = name.replace("_", "-")
        field = page.locator(f"[name='{name}']").first
        if more.locator(f"[name='{name}']").count() and not more.evaluate("one => one.open"):
            more.locator("> summary").click()
        if field.get_attribute("type") == "radio":
            page.check(f"input[name='{name}'][value='{value}']", force=name == "level")
        elif field.get_attribute("type") == "checkbox":
            field.check()
        elif field.evaluate("one => one.tagName") == "SELECT":
            field.select_option(str(value))
        else:
            field.fill(str(value))
    with leaving(page):
        page.click("form.start button.main")
    expect(page.locator("#board")).to_be_visible()


def data(page: Page, name: str) -> str:
    return page.locator("#content").get_attribute(f"data-{name}") or ""


def expect_ply(page: Page, number: int) -> None:
    expect(page.locator("#content")).to_have_attribute("data-ply", str(number))


def tree(page: Page) -> dict[str, Any]:
    """The tree of legal moves of the page."""
    found: dict[str, Any] = json.loads(page.locator("#board").get_attribute("data-paths") or "{}")
    return found


def cell(page: Page, click: str) -> Any:
    return page.locator(f'#board [data-click="{click}"]')


def play(page: Page, *clicks: str, tap: bool = False) -> None:
    """Click along the path of a move."""
    for click in clicks:
        target = page.locator(f'#board [data-click="{click}"], #choices [data-click="{click}"]')
        if tap:
            target.tap()
        else:
            target.click()


def settled(page: Page, before: int) -> None:
    """Wait until a move has been made and answered, or the game is over."""
    page.wait_for_selector(
        f'#content[data-over="yes"], #content[data-thinking="no"]:not([data-ply="{before}"])',
        state="attached",
    )


def read_qr(picture: bytes) -> str:
    """The link in a QR code."""
    (found,) = zxingcpp.read_barcodes(Image.open(io.BytesIO(picture)).convert("L"))
    return str(found.text)


def first_path(page: Page) -> list[str]:
    """The first legal path; subtrees are fetched where needed."""
    path: list[str] = []
    # Read the path and the state of the game at the same moment.
    url, now, told = page.evaluate(
        """() => { const at = document.getElementById("content").dataset;
        return [at.url, at.ply, document.getElementById("board").dataset.paths]; }"""
    )
    node: Any = json.loads(told)
    while True:
        if node is None:
            answer = page.request.get(f"{url}/paths?ply={now}&prefix={'+'.join(path)}")
            assert answer.ok, answer.text()
            node = answer.json()["tree"]
        if "." in node:
            return path
        path.append(next(iter(node)))
        node = node[path[-1]]
