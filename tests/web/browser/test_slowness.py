"""On a slow network nothing is lost, sent twice or undone by a late response."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.web.browser.playing import cell, data, expect_ply, first_path, play, start


def slow_down(page: Page, milliseconds: int) -> None:
    """Add latency to every response."""
    devtools = page.context.new_cdp_session(page)
    devtools.send("Network.enable")
    wide = {"downloadThroughput": -1, "uploadThroughput": -1}
    devtools.send("Network.emulateNetworkConditions", {"offline": False, "latency": milliseconds, **wide})


def test_quick_clicks_wait_for_fetched_subtrees(visit):
    """In Amazons each click fetches a subtree: three quick clicks are still one move."""
    page = visit("/mine?anim=0")
    start(page, "amazons")
    path = first_path(page)
    assert len(path) == 3
    slow_down(page, 400)
    asked: list[str] = []
    page.on("request", lambda one: asked.append(one.url) if "/paths" in one.url else None)
    names = "all => all.forEach(name => document.querySelector(`#board [data-click='${name}']`).click())"
    page.evaluate(names, path)
    expect_ply(page, 1)
    assert asked, "the page knew it all, and did not have to wait"
    assert len(asked) == len(set(asked))


def test_cancelling_discards_queued_clicks(visit):
    page = visit("/mine?anim=0")
    start(page, "amazons")
    path = first_path(page)
    slow_down(page, 400)
    page.evaluate(
        """path => { for (const name of path) document.querySelector(`#board [data-click='${name}']`).click();
        document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true })); }""",
        path,
    )
    with page.expect_response(lambda answer: "/paths" in answer.url):
        cell(page, path[0]).click()
    expect(page.locator("#board [data-chosen]")).to_have_count(1)
    expect(page.locator("#board [data-target]")).not_to_have_count(0)
    expect_ply(page, 0)


def test_a_double_click_sends_one_move(visit):
    page = visit("/mine?anim=0")
    start(page, "tapatan")
    slow_down(page, 400)
    sent: list[str] = []
    page.on("request", lambda one: sent.append(one.url) if one.url.endswith("/move") else None)
    play(page, "a1")
    cell(page, "b2").dblclick()
    expect_ply(page, 1)
    play(page, *first_path(page))
    expect_ply(page, 2)
    assert len(sent) == 2
    expect(page.locator("#notice .message")).to_have_count(0)


def test_a_stale_response_is_ignored(visit):
    page = visit("/mine?anim=0")
    start(page, "tapatan")
    url = data(page, "url")
    old = page.request.get(url, headers={"HX-Request": "true"}).text()
    play(page, "a1", "b2")
    expect_ply(page, 1)
    ask = "url => htmx.ajax('GET', url, { target: '#content', swap: 'morph:outerHTML' })"
    page.route(f"**{url}", lambda route: route.fulfill(body=old, content_type="text/html"))
    page.evaluate(ask, url)
    assert data(page, "ply") == "1"
    page.unroute(f"**{url}")
    play(page, *first_path(page))
    expect_ply(page, 2)
