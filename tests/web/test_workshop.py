"""The workshop's pages and forms, without a browser."""

from __future__ import annotations

import html
import re

import pytest

from ludoteca.workshop.drafts import LONGEST_TEXT, copy_of
from tests.web.conftest import browser

HTMX = {"hx-request": "true"}


@pytest.fixture
def draft(client):
    """The path of a copy of Tapatan."""
    return copied(client, "tapatan")


def copied(client, game):
    answer = client.post("/workshop/copy", data={"game": game}, follow_redirects=False)
    assert answer.status_code == 303, answer.text
    return answer.headers["location"]


def do(client, draft, command, **data):
    answer = client.post(f"{draft}/{command}", data=data, headers=HTMX)
    assert answer.status_code == 200, answer.text
    return answer.text


def begun(client, game):
    answer = client.post("/start", data={"game": game, "kind": "shared"}, follow_redirects=False)
    return answer.headers["location"]


def found(pattern, text):
    match = re.search(pattern, text)
    assert match, pattern
    return match[1]


def text_of(client, draft):
    return client.get(f"{draft}/file").text


def is_good(page):
    return found(r'id="rules-pane"[^>]*data-good="(\w+)"', page) == "yes"


def test_a_card_changes_the_text_and_the_board(client, draft):
    page = do(client, draft, "fill", where="board.grid", said=["5", "5"])
    assert is_good(page)
    assert page.count('role="gridcell"') == 25
    assert "grid  = [5, 5]" in text_of(client, draft)
    assert "5 × 5" in page


def test_the_text_changes_the_cards(client, draft):
    page = do(client, draft, "text", text=text_of(client, draft).replace("align = 3", "align = 2"))
    assert re.search(r'id="i-end\[1\]\.when\.align"[^>]*value="2"', page)


def test_a_problem_is_shown_at_its_card_and_line_and_fixed_by_a_click(client, draft):
    page = do(client, draft, "fill", where="end[1].when.align", said="9")
    assert not is_good(page)
    assert "A line of 9 does not fit on this board." in page
    assert re.search(r'class="card bad" id="card-end"', page)
    assert re.search(r'<li class="bad">17</li>', page)
    assert page.count('role="gridcell"') == 9  # the last valid version
    assert "Use 3" in page
    assert is_good(do(client, draft, "fix", problem="0", fix="0"))


def test_a_change_can_be_undone(client, draft):
    before = text_of(client, draft)
    do(client, draft, "fill", where="turn.do", said="fly")
    do(client, draft, "text", text="nonsense")
    do(client, draft, "undo")
    assert is_good(do(client, draft, "undo"))
    assert text_of(client, draft) == before
    assert client.post(f"{draft}/undo", headers=HTMX).status_code == 409


def test_offers_and_removals(client, draft):
    page = client.get(draft).text
    number = found(r'<option value="(\d+)">another end condition</option>', page)
    page = do(client, draft, "take", offer=number)
    assert 'id="g-end[2]"' in page
    assert 'id="g-end[2]"' not in do(client, draft, "drop", where="end[2]")


def test_ideas_and_a_surprise(client, draft):
    page = do(client, draft, "ideas")
    assert "The winning condition loses (misère)" in html.unescape(page)
    before = text_of(client, draft)
    assert is_good(do(client, draft, "ideas", surprise="yes"))
    assert text_of(client, draft) != before


def test_the_playtest(client, draft):
    page = do(client, draft, "playtest")
    assert "Starts: the first player has 5 moves." in page
    assert 'class="lamp"' in page


def test_save_share_and_remix(app, client, draft):
    do(client, draft, "fill", where="end[1].when.align", said="2")
    do(client, draft, "name", title="Two in a Row")
    friend = browser(app)
    page = friend.get(draft).text
    assert "Two in a Row" in page and "Based on tapatan." in page and "Remix" in page
    own = friend.post(f"{draft}/remix", follow_redirects=False).headers["location"]
    assert own != draft
    assert "Based on Two in a Row, tapatan." in friend.get(own).text
    game = friend.post(f"{draft}/play", follow_redirects=False).headers["location"]
    assert "Two in a Row" in friend.get(game).text


def test_the_rules_page_is_generated_from_the_rules(client, draft):
    do(client, draft, "fill", where="end[1].when.align", said="2")
    game = client.post(f"{draft}/play", follow_redirects=False).headers["location"]
    page = client.get(f"{game}/rules", headers={"accept-language": "pt-BR"}).text
    assert "2 peças próprias em linha" in page
    assert "Baseado em tapatan." in page


def test_nobody_else_can_change_a_draft(app, client, draft):
    stranger = browser(app)
    for command, data in (
        ("fill", {"where": "family", "said": "hunt"}),
        ("text", {"text": "x"}),
        ("undo", {}),
    ):
        assert stranger.post(f"{draft}/{command}", data=data, headers=HTMX).status_code == 403
    assert stranger.post(f"{draft}/name", data={"title": "Mine now"}).status_code == 403


def test_a_file_is_downloaded_and_opened(client, draft):
    sent = text_of(client, draft).encode()
    answer = client.post("/workshop/open", files={"file": ("my game.toml", sent)}, follow_redirects=False)
    assert answer.status_code == 303
    assert text_of(client, answer.headers["location"]).encode() == sent
    refused = client.post("/workshop/open", files={"file": ("bad.toml", b"family = 3")})
    assert refused.status_code == 422


def test_the_list_of_a_visitors_drafts(client, draft):
    do(client, draft, "name", title="Listed Here")
    assert "Listed Here" in client.get("/workshop").text


EXPLODING = 'board.grid = [19, 19]\nturn.do = { place = "anywhere", pieces = 2 }\n'


def test_rules_over_the_limits_are_rejected_and_the_last_valid_ones_stay(client, draft):
    page = do(client, draft, "text", text=EXPLODING)
    assert not is_good(page)
    assert "too many moves" in page
    assert page.count('role="gridcell"') == 9
    refused = client.post("/workshop/open", files={"file": ("x.toml", EXPLODING.encode())})
    assert refused.status_code == 422


@pytest.mark.parametrize(
    ("command", "data"),
    [
        ("fill", {"where": "no.such", "said": "1"}), ("fill", {}), ("take", {"offer": "999"}),
        ("take", {"offer": "x"}),
        ("drop", {"where": "nothing"}), ("fix", {"problem": "0", "fix": "0"}), ("name", {"title": "!!!"}),
        ("text", {"text": "#" * (LONGEST_TEXT + 1)}), ("nonsense", {}),
    ],
)  # fmt: skip
def test_bad_input_is_refused(client, draft, command, data):
    assert client.post(f"{draft}/{command}", data=data, headers=HTMX).status_code in (404, 405, 409, 422)


def test_missing_drafts(client):
    assert client.get("/workshop/nothing-here").status_code == 404
    assert client.post("/workshop/copy", data={"game": "no-such-game"}).status_code == 422


@pytest.mark.parametrize("game", ["hex", "kalah", "amazons", "pentago", "coyote", "gomoku"])
def test_every_kind_of_board_can_be_changed(client, game):
    address = copied(client, game)
    page = client.get(address, headers={"accept-language": "pt-BR"}).text
    assert 'role="gridcell"' in page
    assert "Baseado em" in page
    assert "Whoever" not in page


# -- records and sheets -------------------------------------------------------------------------------


def test_records_and_pictures_can_be_downloaded(client):
    address = begun(client, "gomoku")
    client.post(f"{address}/move", data={"text": "h8", "ply": "0"})
    starts = {
        "text": b"[Game", "json": b"{", "sgf": b"(;FF[4]", "piskvork": b"Piskvorky 15x15", "svg": b"<svg",
        "png": b"\x89PNG", "gif": b"GIF8", "html": b"<!DOCTYPE html>",
    }  # fmt: skip
    for name, start in starts.items():
        answer = client.get(f"{address}/export/{name}")
        assert answer.status_code == 200, (name, answer.text)
        assert answer.content.startswith(start)
        assert "attachment" in answer.headers["content-disposition"]
    assert client.get(f"{address}/export/docx").status_code == 404


def test_an_exported_record_can_be_imported(client):
    address = client.post("/start", data={"game": "kalah", "kind": "shared"}, follow_redirects=False).headers[
        "location"
    ]
    client.post(f"{address}/move", data={"text": "3", "ply": "0"})
    sent = client.get(f"{address}/export/json").content
    answer = client.post("/import", files={"file": ("game.json", sent)}, follow_redirects=False)
    assert answer.status_code == 303
    again = client.get(f"{answer.headers['location']}/export/json").json()
    assert again["moves"] == client.get(f"{address}/export/json").json()["moves"]


def test_a_record_with_an_illegal_move_keeps_its_legal_part(client):
    answer = client.post("/import", data={"text": "(;GM[4]SZ[15];B[hh];W[hh])"})
    assert answer.status_code == 422
    assert "Move 2 is illegal." in answer.text
    kept = html.unescape(found(r'name="text" value="([^"]*)"', answer.text))
    opened = client.post("/import", data={"text": kept}, follow_redirects=False)
    assert opened.status_code == 303


@pytest.mark.parametrize("text", ["", "garbage", "(;GM[99])", "{"])
def test_invalid_records_are_rejected(client, text):
    assert client.post("/import", data={"text": text}).status_code in (409, 422)


def test_sheets_to_print(client, draft):
    assert "Peças para recortar" in client.get("/games/tapatan/print?lang=pt-BR").text
    page = client.get(f"{draft}/print").text
    assert "Pieces to cut out" in page and "Based on tapatan." in page
    assert "@page" in client.get("/print.css").text


def test_a_copy_is_what_the_workshop_package_makes(client, draft):
    assert text_of(client, draft) == copy_of("tapatan").text
