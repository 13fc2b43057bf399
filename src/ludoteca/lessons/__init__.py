"""A ready lesson for any game: one printable pack with everything that a teacher needs.

content = make_content(load("tapatan"), seconds=20)     # searches: puzzles, examples, numbers
text = lesson_page(load("tapatan"), raw_of("tapatan"), content, "pt-BR")
"""

from ludoteca.lessons.content import LessonContent, make_content
from ludoteca.lessons.pack import STYLE, lesson_pack, lesson_page
from ludoteca.lessons.pdf import find_chromium, write_pdf

__all__ = [
    "STYLE", "LessonContent", "find_chromium", "lesson_pack", "lesson_page", "make_content", "write_pdf",
]  # fmt: skip
