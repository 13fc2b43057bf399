"""What a person does at the board, in a browser."""

from __future__ import annotations

import io
import json
from typing import Any

import zxingcpp
from PIL import Image
from playwright.sync_api import Page, expect

GAMES = ("tapatan", "tic-tackle", "amazons", "pentago", "kalah", "hex", "gomoku", "coyote")
"""A game of every kind of board."""


def start(page: Page, game: str, kind: str = "shared", **fields: Any) -> None:
    """Begin a game through its page."""
    page.goto(f"/games/{game}")
    page.check(f"input[name=kind][value={kind}]")
    more = page.locator("details.more")
    for name, value in fields.items():
        name = name.replace("_", "-")
        field = page.locator(f"[name='{name}']").first
        if more.locator(f"[name='{name}']").count() and not more.evaluate("one => one.open"):
            more.locator("> summary").click()
        if field.get_attribute("type") == "radio":
            page.check(f"input[name='{name}'][value='{value}']")
        elif field.get_attribute("type") == "checkbox":
            field.check()
        elif field.evaluate("one => one.tagName") == "SELECT":
            field.select_option(str(value))
        else:
            field.fill(str(value))
    page.click("form.start button.main")
    page.wait_for_selector("#board")


def data(page: Page, name: str) -> str:
    return page.locator("#content").get_attribute(f"data-{name}") or ""


def ply(page: Page) -> int:
    return int(data(page, "ply"))


def expect_ply(page: Page, number: int) -> None:
    expect(page.locator("#content")).to_have_attribute("data-ply", str(number))


def tree(page: Page) -> dict[str, Any]:
    """The legal moves, as the page knows them."""
    found: dict[str, Any] = json.loads(page.locator("#board").get_attribute("data-paths") or "{}")
    return found


def cell(page: Page, click: str) -> Any:
    return page.locator(f'#board [data-click="{click}"]')


def play(page: Page, *clicks: str, tap: bool = False) -> None:
    """Click the parts of a move, one after the other."""
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


def read_square(picture: bytes) -> str:
    """The link in the picture of a square, as a telephone reads it."""
    (found,) = zxingcpp.read_barcodes(Image.open(io.BytesIO(picture)).convert("L"))
    return str(found.text)


def first_path(page: Page) -> list[str]:
    """The first legal path, asked for piece by piece where the page does not know it all."""
    path: list[str] = []
    node: Any = tree(page)
    while True:
        if node is None:
            asked = f"{data(page, 'url')}/paths?ply={ply(page)}&prefix={'+'.join(path)}"
            node = page.request.get(asked).json()
        if "." in node:
            return path
        path.append(next(iter(node)))
        node = node[path[-1]]
