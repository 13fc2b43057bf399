"""Pages in Portuguese hold no English."""

import pytest

from tests.web.conftest import browser
from tests.web.languages import ENGLISH, left_in_english, said_on
from tests.web.test_pages import GAMES, begin, wait_for

PAGES = (
    "/", "/?q=zzzz", "/mine", "/workshop", "/import", "/nothing-here",
    *(f"/games/{game}" for game in GAMES),
    "/games/tapatan/rules", "/games/hex/rules?variant=swap", "/games/kalah/learn", "/games/tapatan/editor",
    "/games/kalah/editor", "/games/coyote/print",
)  # fmt: skip


@pytest.fixture
def portuguese(client):
    client.headers["accept-language"] = "pt-BR"
    return client


@pytest.mark.parametrize("path", PAGES)
def test_a_page_in_portuguese_holds_no_english(portuguese, path):
    """H1."""
    page = portuguese.get(path)
    assert '<html lang="pt-BR"' in page.text
    assert left_in_english(said_on(page.text)) == []


@pytest.mark.parametrize("game", ["tapatan", "kalah", "hex", "coyote"])
def test_a_game_in_portuguese_holds_no_english(portuguese, game):
    """H1: the table, a hint, a reason, the tree, what was thought."""
    address = begin(portuguese, game, kind="computer", **{"player-second": "engine", "seconds-second": "0.1"})
    table = portuguese.app.state.services.games.get(address.split("/")[-1])
    pages = [portuguese.get(address).text, portuguese.post(f"{address}/hint", data={"step": "2"}).text]
    move = table.position.legal_moves[0]
    portuguese.post(f"{address}/move", data={"text": move.text, "ply": "0"})
    wait_for(portuguese, address, thinking="no")
    parts = ("", "/why?ply=1", "/log", "/rules", "/tree?depth=1", "?ply=0")
    pages += [portuguese.get(address + part).text for part in parts]
    pages.append(portuguese.post(f"{address}/move", data={"text": "zz9", "ply": "2"}).text)
    portuguese.post(f"{address}/resign")
    pages.append(portuguese.get(address).text)
    assert [left_in_english(said_on(page)) for page in pages] == [[]] * len(pages)


def test_english_is_recognised():
    assert len(ENGLISH) > 500
    assert left_in_english(["Undo"]) == ["Undo"]
    assert left_in_english(["Desfazer"]) == []


@pytest.mark.parametrize("game", ["tapatan", "kalah"])
def test_the_workshop_in_portuguese_holds_no_english(portuguese, app, game):
    """H1: cards, mistakes with their fixes, text that is no TOML, and the page that others see."""
    draft = portuguese.post("/workshop/copy", data={"game": game}, follow_redirects=False).headers["location"]
    text = portuguese.app.state.services.drafts.get(draft.split("/")[-1]).text
    pages = [portuguese.get(draft).text]
    broken = text.replace("[board]", "[board]\nfoo = 3").replace("[[end]]", '[[end]]\nwhy = "x"', 1)
    for one in (broken, text + "\n[foo", text):
        portuguese.post(f"{draft}/text", data={"text": one})
        pages.append(portuguese.get(draft).text)
    pages.append(portuguese.post(f"{draft}/ideas").text)
    stranger = browser(app)
    stranger.headers["accept-language"] = "pt-BR"
    pages += [stranger.get(draft).text, stranger.get(f"{draft}/print").text]
    assert [left_in_english(said_on(page)) for page in pages] == [[]] * len(pages)
    assert "Isto não é TOML: falta ] no fim do nome da tabela." in " ".join(said_on(pages[2]))
