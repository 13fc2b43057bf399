"""How soon a move is seen: from a click in Chromium until the page shows the move."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Sequence

from playwright.async_api import Page, async_playwright

from benchmarks.load_clients import level_in
from ludoteca.games import load
from ludoteca.lessons.pdf import find_chromium

MOVES = 12
"""In each game."""
_WATCH = """() => { window.shown = []; let clicked = null, ply = null;
    const now = () => document.getElementById("content").dataset.ply;
    document.addEventListener("click", (event) => { clicked = event.timeStamp; ply = now(); }, true);
    new MutationObserver(() => { if (clicked !== null && now() !== ply) {
        window.shown.push(performance.now() - clicked); clicked = null; } })
    .observe(document.body, { subtree: true, attributeFilter: ["data-ply"] }); }"""


async def measure_clicks(port: int, level: int, names: Sequence[str]) -> dict[str, list[float]]:
    """Seconds from the last click of each move until the page shows it, by game; empty without a browser."""
    path = find_chromium()
    if not path:
        return {}
    async with async_playwright() as tool:
        browser = await tool.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-gpu"])
        page = await browser.new_page(base_url=f"http://127.0.0.1:{port}")
        await page.goto("/mine?anim=0")  # the computer answers without a pause
        found = {name: await _play(page, name, level) for name in names}
        await browser.close()
    return found


async def _play(page: Page, name: str, level: int) -> list[float]:
    game, rng, times = load(name), random.Random(1), list[float]()
    level = level_in(game, level)
    content = page.locator("#content")
    while len(times) < MOVES:
        await _start(page, name, level)
        while len(times) < MOVES and await content.get_attribute("data-over") == "no":
            position = game.position(await content.get_attribute("data-position") or "")
            for click in rng.choice(position.legal_moves).path:
                await page.click(f'#board [data-click="{click}"], #choices [data-click="{click}"]')
            while not await page.evaluate("window.shown.length"):
                await asyncio.sleep(0.01)
            times.append(await page.evaluate("window.shown.shift()") / 1000)
            await page.wait_for_selector(
                '#content:is([data-over="yes"], [data-thinking="no"][data-behind="no"])'
            )
    return times


async def _start(page: Page, name: str, level: int) -> None:
    wish: dict[str, str | float | bool] = {
        "game": name.partition(":")[0], "called": name, "kind": "computer", "level": level,
    }  # fmt: skip
    from_our_pages = {"sec-fetch-site": "same-origin"}
    started = await page.request.post("/start", form=wish, headers=from_our_pages, max_redirects=0)
    await page.goto(started.headers["location"])
    await page.evaluate(_WATCH)
