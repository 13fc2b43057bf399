"""Screenshots for the docs: `python -m benchmarks.screenshots` writes them into docs/pictures.

With fixed seeds they are the same each time, as far as a browser allows.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from ludoteca.games import load
from ludoteca.lessons.pdf import find_chromium
from ludoteca.play.players import parse_player
from ludoteca.web.settings import Settings
from tests.web.browser.playing import data, expect_ply, play, start
from tests.web.serving import running

FOLDER = Path(__file__).parents[1] / "docs" / "pictures"
DESKTOP: Any = {"width": 1280, "height": 800}
PHONE: Any = {"width": 390, "height": 780}
GAMES = {
    "points": ("tic-tackle", 8), "squares": ("amazons", 10), "blocks": ("pentago", 12), "pits": ("kalah", 5),
    "hexagons": ("hex", 12), "crossings": ("gomoku", 18), "hunt": ("coyote", 6), "lines": ("tapatan", 4),
}  # fmt: skip
"""A game of each kind of board, and the number of moves before its screenshot."""


def new_page(browser: Browser, address: str, **more: Any) -> Page:
    size = more.pop("size", DESKTOP)
    context = browser.new_context(viewport=size, base_url=address, device_scale_factor=1.5, **more)
    context.set_default_timeout(30_000)
    return context.new_page()


def keep(page: Page, name: str, whole: bool = False, top: str = "body") -> None:
    """Write a screenshot with a reduced palette, scrolled to an element."""
    page.evaluate("document.activeElement.blur(); document.fonts.ready.then(() => 1)")
    page.locator(top).evaluate("one => one.scrollIntoView()")
    page.wait_for_timeout(500)
    file = FOLDER / f"{name}.png"
    page.screenshot(path=file, full_page=whole)
    Image.open(file).convert("RGB").quantize(
        160, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE
    ).save(file, optimize=True)
    print(file.relative_to(FOLDER.parents[1]))


def position(game: str, moves: int, skill: float = 0.6) -> str:
    """The moves of a game between two players, by default of medium strength."""
    found = load(game).start()
    made: list[str] = []
    player = parse_player(f"level:s={skill}").for_game(found.game, 3)
    while not found.is_over and len(made) < moves:
        move = player.choose(found)
        made.append(move.text)
        found = found.play(move)
    return " ".join(made)


def begin(page: Page, game: str, moves: int, skill: float = 0.6) -> None:
    """Start a game and make some moves."""
    page.goto("/?anim=0")
    start(page, game, kind="shared", name="Ana", other_name="Bia")
    for move in position(game, moves, skill).split():
        before = int(data(page, "ply"))
        page.fill("#typed", move)
        page.locator(".type button").click()
        expect_ply(page, before + 1)
    page.mouse.move(5, 5)


def gallery(browser: Browser, address: str) -> None:
    for scheme in ("light", "dark"):
        page = new_page(browser, address, color_scheme=scheme, locale="en")
        page.goto("/")
        page.wait_for_load_state("networkidle")
        keep(page, f"gallery-{scheme}")
    page = new_page(browser, address, size=PHONE, locale="pt-BR", is_mobile=True, has_touch=True)
    page.goto("/")
    page.wait_for_load_state("networkidle")
    keep(page, "gallery-phone")
    page = new_page(browser, address, locale="en")
    page.goto("/boards/alquerque-5x5")
    page.wait_for_load_state("networkidle")
    keep(page, "games-on-one-board")
    page = new_page(browser, address, locale="pt-BR")
    page.goto("/games/adugo")
    keep(page, "start")


def boards(browser: Browser, address: str, only: str = "") -> None:
    """All boards in all looks, or `only` one of these: `boards/phone`, `boards/pits`."""
    for name, (game, moves) in GAMES.items():
        looks: dict[str, dict[str, Any]] = {
            "light": {"color_scheme": "light", "locale": "en"},
            "dark": {"color_scheme": "dark", "locale": "en"},
            "phone": {"size": PHONE, "locale": "pt-BR", "is_mobile": True, "has_touch": True},
        }
        for look, options in looks.items():
            if only not in ("", name, look):
                continue
            page = new_page(browser, address, **options)
            begin(page, game, moves)
            keep(page, f"board-{name}-{look}")
            page.context.close()


def learning(browser: Browser, address: str) -> None:
    page = new_page(browser, address, locale="en")
    page.goto("/games/coyote/rules")
    keep(page, "rules", whole=True)
    start(page, "tic-tac-toe", kind="shared")
    for number, click in enumerate(("b2", "a1", "a3", "c1")):
        play(page, click)
        expect_ply(page, number + 1)
    page.goto(data(page, "url") + "/tree?depth=2")
    keep(page, "tree", top="#player")
    begin(page, "connect-four", 42, skill=0.35)
    page.goto(data(page, "url") + "/review")
    page.wait_for_selector("[data-review=done]", timeout=60_000)
    page.click(".chart a.band >> nth=12")
    page.wait_for_selector("#content[data-shown='12']")
    page.wait_for_timeout(4000)  # the engine thinks
    keep(page, "review")
    page.goto("/puzzles/felli/1")
    keep(page, "puzzle")
    page.goto("/games/adugo/print")
    keep(page, "print")


def workshop(browser: Browser, address: str) -> None:
    page = new_page(browser, address, locale="en")
    page.goto("/games/tapatan")
    page.get_by_role("link", name="Change the rules").or_(
        page.get_by_role("button", name="Change the rules")
    ).first.click()
    page.wait_for_load_state("networkidle")
    keep(page, "workshop")


PARTS: dict[str, Callable[[Browser, str], None]] = {
    "gallery": gallery, "boards": boards, "learning": learning, "workshop": workshop,
}  # fmt: skip


def main(names: list[str]) -> None:
    path = find_chromium()
    if path is None:
        raise SystemExit("no Chromium here: install it with 'apt-get install chromium'")
    FOLDER.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as folder,
        running(Settings(database=f"sqlite:///{folder}/x.sqlite", limits="off")) as address,
    ):
        with sync_playwright() as tool:
            browser = tool.chromium.launch(executable_path=path, args=["--no-sandbox"])
            for name in names or PARTS:
                part, _, only = name.partition("/")
                if only:
                    boards(browser, address, only)
                else:
                    PARTS[part](browser, address)
            browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])
