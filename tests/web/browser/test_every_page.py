"""Every kind of page, on a desktop and on a phone, in every language.

It fits, axe-core finds nothing serious, nothing is left in English, and the console stays empty."""

import pytest
from playwright.sync_api import expect

from ludoteca.messages import LANGUAGES
from tests.web.browser.conftest import DESKTOP, PHONE, findings
from tests.web.languages import left_in_english, said_on
from tests.web.page_kinds import KINDS, page_kinds

FROM_OUR_PAGES = {"sec-fetch-site": "same-origin"}
ENGLISH_ONLY = ("reference",)
"""The JSON interface is described in English."""


@pytest.fixture(scope="module")
def visited(chromium, server):
    """The paths of the pages, and the cookies of the visitor whose games they show."""
    context = chromium.new_context(base_url=server.address)

    def post(path, fields):
        answer = context.request.post(path, form=fields, headers=FROM_OUR_PAGES, max_redirects=0)
        assert answer.status in (200, 303), path
        return answer.headers.get("location", "")

    found = page_kinds(post)
    yield found, context.storage_state()
    context.close()


@pytest.mark.parametrize("kind", KINDS)
def test_a_page_in_every_language_and_size(visit, visited, kind):
    paths, cookies = visited
    for lang in LANGUAGES:
        for size in (DESKTOP, PHONE):
            page = visit(paths[kind], lang=lang, size=size, storage_state=cookies)
            if kind == "review":
                expect(page.locator("[data-review=done]")).to_be_visible()
            where = f"{lang}, {size['width']} pixels"
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), where
            if (lang == "en") == (size is DESKTOP):  # half of them: the markup is the same
                assert findings(page) == [], where
            if kind not in ENGLISH_ONLY:
                expect(page.locator("html")).to_have_attribute("lang", lang)
                if lang != "en":
                    assert left_in_english(said_on(page.content()), lang) == [], where
            page.context.close()
