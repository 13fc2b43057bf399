"""A class in the browser: a teacher on a laptop, pupils on phones, the projector; live, and accessible."""

import re

import pytest
from playwright.sync_api import Page, expect

from ludoteca.messages import LANGUAGES
from tests.web.browser.conftest import DESKTOP, PHONE, findings
from tests.web.browser.playing import leaving, read_qr

SAME = {"sec-fetch-site": "same-origin"}
SIZES = [DESKTOP, PHONE]


def open_class(page: Page, title: str = "5B") -> tuple[str, str]:
    """The path and the code of a new class."""
    page.goto("/class")
    page.fill("[name=title]", title)
    with leaving(page):
        page.click("form[action='/class'] button")
    code = page.locator("#code").inner_text()
    return re.sub(r"^https?://[^/]+", "", page.url), code.replace(" ", "")


def join(visit, code: str, name: str, animal: str = "onca", size=PHONE, lang: str = "en") -> Page:
    page: Page = visit("/class", size=size, lang=lang)
    page.fill("form[action='/class/join'] [name=code]", code.lower())
    with leaving(page):
        page.click("form[action='/class/join'] button")
    page.fill("#join [name=name]", name)
    page.check(f"[name=animal][value={animal}]")
    with leaving(page):
        page.click("#join button")
    expect(page.locator(".me")).to_contain_text(name)
    return page


def fits(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


@pytest.mark.parametrize(("teachers", "pupils"), [(DESKTOP, PHONE), (PHONE, DESKTOP)])
def test_a_lesson(visit, teachers, pupils):
    teacher = visit("/", size=teachers)
    path, code = open_class(teacher)
    ana, bia = join(visit, code, "Ana", "coruja", pupils), join(visit, code, "Bia", "tatu", pupils)
    live = teacher.locator("#live")
    expect(live).to_contain_text("2 pupils")  # by the event stream only
    expect(live.locator("[data-pupil='1']")).to_contain_text("Ana")

    # A task appears on the pupils' screens, and what they do on the teacher's.
    teacher.click("#tasks details:nth-of-type(1) summary")
    teacher.select_option("#task-level [name=game]", "tapatan")
    expect(teacher.locator("#task-levels option")).to_have_count(3)  # those of the game
    teacher.select_option("#task-level [name=level]", "1")
    with leaving(teacher):
        teacher.click("#task-level button")
    expect(ana.locator("#tasks")).to_contain_text("Beat level 1 (Joaninha) in Tapatan")
    with leaving(ana):
        ana.locator("#tasks button").click()
    expect(ana.locator("#board")).to_be_visible()
    expect(live.locator("[data-pupil='1']")).to_contain_text("Tapatan against Joaninha")
    expect(live.locator("[data-pupil='1']")).to_contain_text("0/1")

    # Pairs: a pupil who is elsewhere is called by the bar.
    with leaving(teacher):
        teacher.click("#pair .button")
    expect(ana.locator("#class-bar")).to_contain_text("against Bia")
    with leaving(ana):
        ana.click("#class-bar .button")
    with leaving(bia):
        bia.click("#calls a.button")
    expect(ana.locator(".stage")).to_contain_text("Bia")
    expect(bia.locator(".stage")).to_contain_text("Ana")

    # The projector follows the board that the teacher chooses.
    projector = teacher.context.new_page()
    projector.set_viewport_size(DESKTOP)
    projector.goto(f"{path}/projector")
    expect(projector.locator(".code")).to_contain_text(code[:3])
    with leaving(teacher):
        live.locator("[data-pupil='1'] button").click()
    expect(projector.locator(".caption")).to_contain_text("Bia")
    mover = ana if ana.locator("#content").get_attribute("data-mine") == "first" else bia
    game = mover.locator("#content").get_attribute("data-url")
    before = projector.locator(".picture").inner_html()
    assert mover.request.post(f"{game}/move", form={"text": "a1-b1", "ply": "0"}, headers=SAME).ok
    expect(projector.locator("#content")).not_to_have_attribute("data-game-version", "1")
    assert projector.locator(".picture").inner_html() != before
    assert projector.locator("nav, header, footer").count() == 0 and fits(projector)
    assert projector.evaluate("document.querySelector('.picture svg').getBoundingClientRect().height") > 700
    assert findings(projector) == []

    # A game that the teacher looks at can be shown, too.
    projector.goto(f"{path}/projector")
    teacher.request.post(f"{path}/projector", form={"game": ""}, headers=SAME)
    expect(projector.locator(".code")).to_be_visible()
    teacher.goto(game)
    teacher.click("#class-bar button")
    expect(projector.locator(".caption")).to_contain_text("Bia")
    teacher.goto(path)

    # The end: everybody is out.
    teacher.check("#end [name=confirm]")
    with leaving(teacher):
        teacher.click("#end .danger")
    expect(ana.locator("#class-bar")).to_contain_text("no longer in a class")
    expect(teacher.locator("#deleted")).to_be_visible()
    bia.goto("/class")
    expect(bia.locator("h1")).to_be_visible()
    assert bia.locator("#ended").count() + bia.locator("#class-bar").count() <= 1  # it is said once
    assert bia.request.get(path).status == 404


@pytest.mark.parametrize("size", SIZES)
def test_pages_fit_and_are_accessible(visit, size):
    teacher = visit("/class", size=size)
    assert findings(teacher) == [] and fits(teacher)
    path, code = open_class(teacher, "A class with a rather long name 2026")
    form = visit(f"/class/join/{code}", size=size)
    assert findings(form) == [] and fits(form)
    pupils = [join(visit, code, name, size=size) for name in ("Ana", "Maximiliano Augusto", "Íris")]
    for task in ({"kind": "level", "game": "hex", "level": "2"}, {"kind": "puzzles", "times": "5"}):
        teacher.request.post(f"{path}/tasks", form=task, headers=SAME)
    teacher.request.post(f"{path}/cup", form={"game": "tic-tac-toe", "format": "round-robin"}, headers=SAME)
    expect(teacher.locator("#cups details")).to_be_visible()
    teacher.goto(path)
    for one in teacher.locator("details:not(.drop)").all():
        one.evaluate("one => one.open = true")
    assert findings(teacher) == [] and fits(teacher)
    for one in pupils[:2]:
        expect(one.locator("#tasks li")).to_have_count(2)
        assert findings(one) == [] and fits(one)
    for where in ("/pupil/2", "/projector"):
        teacher.goto(path + where)
        assert findings(teacher) == [] and fits(teacher), where
    teacher.request.post(f"{path}/projector", form={"game": "boards"}, headers=SAME)
    teacher.goto(f"{path}/projector")
    expect(teacher.locator(".wall img").first).to_be_visible()
    assert findings(teacher) == [] and fits(teacher)
    pupils[0].goto("/puzzles")
    expect(pupils[0].locator("#class-bar")).to_contain_text("Ana")
    assert findings(pupils[0]) == [] and fits(pupils[0])
    teacher.goto("/class/privacy")
    assert findings(teacher) == [] and fits(teacher)


def test_the_qr_code_leads_to_the_form_with_the_code_in_it(visit):
    teacher = visit("/class")
    path, code = open_class(teacher)
    teacher.goto(f"{path}/projector")
    link = read_qr(teacher.locator(".qr").screenshot())
    assert link.endswith(f"/class/join/{code}")
    pupil = visit(link[link.index("/class") :], size=PHONE)
    expect(pupil.locator("#join [name=code]")).to_have_value(code)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_pupil_in_every_language(visit, lang):
    teacher = visit("/class")
    path, code = open_class(teacher)
    teacher.request.post(f"{path}/tasks", form={"kind": "games", "times": "3"}, headers=SAME)
    pupil = join(visit, code, "Ana", lang=lang)
    expect(pupil.locator("html")).to_have_attribute("lang", lang)
    expect(pupil.locator("#tasks progress")).to_have_count(1)
    assert findings(pupil) == [] and fits(pupil)


def test_coming_back_on_another_device(visit):
    teacher = visit("/class")
    path, code = open_class(teacher)
    join(visit, code, "Ana")
    teacher.goto(f"{path}/pupil/1")
    with leaving(teacher):
        teacher.click(f"form[action='{path}/pupil/1/return'] button")
    own = teacher.locator("#return-code").inner_text()
    phone = visit("/class/join", size=PHONE)
    phone.click("details.more summary")
    phone.fill("#return [name=code]", own)
    with leaving(phone):
        phone.click("#return button")
    expect(phone.locator(".me")).to_contain_text("Ana")
