"""The layout of lesson packs: `python -m benchmarks.lesson_layout [GAME…] [--lang LANG] [--pictures FOLDER]`.

Every pack is printed to PDF by headless Chromium; its pages are counted, and what overflows is reported. The
exit code is 1 if a pack has a fault. With `--pictures`, the pages are saved as PNG.
"""

from __future__ import annotations

import argparse
import re
import sys
import time
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from ludoteca.games import ids, load
from ludoteca.lessons import LessonContent, find_chromium, lesson_page, make_content
from ludoteca.messages import LANGUAGES
from ludoteca.puzzles import puzzles_path, read_puzzles
from ludoteca.workshop.print_sheet import raw_of

MILLIMETRE = 96 / 25.4
PORTRAIT, LANDSCAPE = (190, 277), (277, 190)
"""What can be printed on, in millimetres: width and height."""
FAULTS = """([portrait, landscape, mm]) => {
  const found = [], say = (what, one) => found.push(`${what}: ${one.outerHTML.slice(0, 90)}`);
  for (const sheet of document.querySelectorAll(".lesson-pack > *")) {
    const box = sheet.getBoundingClientRect(), [width, height] =
        sheet.matches(".exercise-sheet") ? landscape : portrait;
    const pages = [...sheet.querySelectorAll(".paper-page")];
    const end = pages.length ? pages[0].getBoundingClientRect().top : box.bottom;
    if (end - box.top > height * mm + 1) say(`${Math.round((end - box.top) / mm)} mm high`, sheet);
    for (const one of pages)
      if (one.getBoundingClientRect().height > height * mm + 1) say("pieces higher than a page", one);
    if (box.width > width * mm + 1) say(`${Math.round(box.width / mm)} mm wide`, sheet);
    for (const one of sheet.querySelectorAll("*")) {
      if (one.parentElement.closest("svg")) continue;
      const at = one.getBoundingClientRect();
      if (at.right > box.right + 1 || at.left < box.left - 1) say("beyond the sheet", one);
      if (!(one instanceof SVGElement) && one.clientWidth && one.scrollWidth > one.clientWidth + 1)
        say("overflows", one);
    }
    for (const text of sheet.querySelectorAll("svg text")) {
      const at = text.getBoundingClientRect(), frame = text.closest("svg").getBoundingClientRect();
      if (at.left < frame.left - 2 || at.right > frame.right + 2 || at.top < frame.top - 4
          || at.bottom > frame.bottom + 4) say("text beyond its picture", text);
    }
  }
  return found;
}"""
_PAGE = re.compile(rb"/Type\s*/Page\b")
_SIZE = re.compile(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]")


def content_of(name: str, seconds: float) -> LessonContent:
    game = load(name)
    return make_content(game, read_puzzles(puzzles_path(name), game), seconds)


def open_page(browser: Browser) -> Page:
    page = browser.new_page(viewport={"width": 1080, "height": 1123})
    page.emulate_media(media="print")
    return page


def layout_faults(page: Page, text: str) -> tuple[list[str], int]:
    """What is wrong with the layout of a pack, and the number of pages that it prints."""
    page.set_content(text)
    found: list[str] = page.evaluate(FAULTS, [PORTRAIT, LANDSCAPE, MILLIMETRE])
    printed = page.pdf(prefer_css_page_size=True)
    pages = len(_PAGE.findall(printed))
    sheets = page.locator(".lesson-pack > *").count() + page.locator(".lesson-pack .paper-page").count()
    if pages != sheets:
        found.append(f"{pages} pages for {sheets} sheets")
    sizes = {(round(float(width)), round(float(height))) for width, height in _SIZE.findall(printed)}
    if not sizes <= {(595, 842), (842, 595)}:
        found.append(f"page sizes {sorted(sizes)}")
    return found, pages


def save_pictures(page: Page, folder: Path, name: str) -> None:
    """The sheets that are shown, as PNG."""
    folder.mkdir(parents=True, exist_ok=True)
    for number, sheet in enumerate(page.locator(".lesson-pack > *").all(), 1):
        sheet.screenshot(path=folder / f"{name.replace('/', '.')}-{number}.png")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=[])
    parser.add_argument("--lang", choices=LANGUAGES, action="append")
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--pictures", type=Path)
    args = parser.parse_args()
    faulty = 0
    with sync_playwright() as tool:
        browser = tool.chromium.launch(executable_path=find_chromium(), args=["--no-sandbox"])
        page = open_page(browser)
        for name in args.games or ids():
            begun = time.monotonic()
            content = content_of(name, args.seconds)
            searched = time.monotonic() - begun
            for lang in args.lang or LANGUAGES:
                faults, pages = layout_faults(page, lesson_page(load(name), raw_of(name), content, lang))
                faulty += bool(faults)
                kinds = ",".join(one.kind for one in content.puzzles) or "none"
                trees = ",".join(one.kind for one in content.trees) or "none"
                print(f"{name:20} {lang:6} {pages:2} pages  {searched:4.1f} s  {kinds}  {trees}", flush=True)
                for fault in faults:
                    print("    " + fault)
                if args.pictures:
                    save_pictures(page, args.pictures, f"{name}.{lang}")
        browser.close()
    return 1 if faulty else 0


if __name__ == "__main__":
    sys.exit(main())
