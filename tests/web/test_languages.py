"""Pages in another language contain no English."""

import pytest

from ludoteca.messages import LANGUAGES
from tests.web.conftest import browser
from tests.web.languages import english, left_in_english, said_on
from tests.web.test_pages import GAMES, begin, wait_for

PAGES = (
    "/", "/?q=zzzz", "/mine", "/workshop", "/import", "/nothing-here",
    *(f"/games/{game}" for game in GAMES),
    "/games/tapatan/rules", "/games/hex/rules?variant=swap", "/games/kalah/learn", "/games/tapatan/editor",
    "/games/kalah/editor", "/games/coyote/print",
)  # fmt: skip


@pytest.fixture(params=LANGUAGES[1:])
def lang(request):
    return request.param


@pytest.fixture
def translated(client, lang):
    """A client whose browser prefers another language than English."""
    client.headers["accept-language"] = lang
    return client


@pytest.mark.parametrize("path", PAGES)
def test_a_page_contains_no_english(translated, lang, path):
    page = translated.get(path)
    assert f'<html lang="{lang}"' in page.text
    assert left_in_english(said_on(page.text), lang) == []


@pytest.mark.parametrize("game", ["tapatan", "kalah", "hex", "coyote"])
def test_a_game_contains_no_english(translated, lang, game):
    """The game page, a hint, a reason, the search tree, the log."""
    address = begin(translated, game, kind="computer", **{"player-second": "engine", "seconds-second": "0.1"})
    table = translated.app.state.services.games.get(address.split("/")[-1])
    pages = [translated.get(address).text, translated.post(f"{address}/hint", data={"step": "2"}).text]
    move = table.position.legal_moves[0]
    translated.post(f"{address}/move", data={"text": move.text, "ply": "0"})
    wait_for(translated, address, thinking="no")
    parts = ("", "/why?ply=1", "/log", "/rules", "/tree?depth=1", "?ply=0")
    pages += [translated.get(address + part).text for part in parts]
    pages.append(translated.post(f"{address}/move", data={"text": "zz9", "ply": "2"}).text)
    translated.post(f"{address}/resign")
    pages.append(translated.get(address).text)
    assert [left_in_english(said_on(page), lang) for page in pages] == [[]] * len(pages)


def test_english_is_recognised():
    assert len(english("pt-BR")) > 500
    assert left_in_english(["Undo"], "pt-BR") == ["Undo"]
    assert left_in_english(["Desfazer"], "pt-BR") == []


@pytest.mark.parametrize("game", ["tapatan", "kalah"])
def test_the_workshop_contains_no_english(translated, lang, app, game):
    """Cards, problems with their fixes, invalid TOML, and the page that others see."""
    draft = translated.post("/workshop/copy", data={"game": game}, follow_redirects=False).headers["location"]
    text = translated.app.state.services.drafts.get(draft.split("/")[-1]).text
    pages = [translated.get(draft).text]
    broken = text.replace("[board]", "[board]\nfoo = 3").replace("[[end]]", '[[end]]\nwhy = "x"', 1)
    for one in (broken, text + "\n[foo", text):
        translated.post(f"{draft}/text", data={"text": one})
        pages.append(translated.get(draft).text)
    pages.append(translated.post(f"{draft}/ideas").text)
    stranger = browser(app)
    stranger.headers["accept-language"] = lang
    pages += [stranger.get(draft).text, stranger.get(f"{draft}/print").text]
    assert [left_in_english(said_on(page), lang) for page in pages] == [[]] * len(pages)
