"""The sample notebook runs and shows pictures."""

from __future__ import annotations

import ast
import html
import json
from pathlib import Path
from typing import Any

from tests.web.browser.conftest import findings

NOTEBOOK = Path(__file__).parents[3] / "docs" / "notebook.ipynb"


def shown(source: str, names: dict[str, Any]) -> Any:
    """What a cell shows: the value of its last line, if that is an expression."""
    tree = ast.parse(source)
    last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, "cell", "exec"), names)
    if last is None:
        return None
    assert isinstance(last, ast.Expr)
    return eval(compile(ast.Expression(last.value), "cell", "eval"), names)


def as_page(notebook: dict[str, Any]) -> tuple[str, int]:
    """The notebook as a page, in the way a notebook shows values; and how many of them are pictures."""
    names: dict[str, Any] = {}
    parts, pictures = [], 0
    for cell in notebook["cells"]:
        source = "".join(cell["source"])
        if cell["cell_type"] != "code":
            parts.append(f"<p>{html.escape(source)}</p>")
            continue
        value = shown(source, names)
        picture = getattr(value, "_repr_svg_", None)
        pictures += picture is not None
        parts.append(f"<div>{picture()}</div>" if picture else f"<pre>{html.escape(repr(value))}</pre>")
    head = '<!doctype html><html lang="en"><head><title>Notebook</title></head>'
    return f"{head}<body><main><h1>Notebook</h1>{''.join(parts)}</main></body></html>", pictures


def test_each_position_of_the_sample_notebook_is_a_picture_with_a_title(visit, tmp_path):
    page_text, pictures = as_page(json.loads(NOTEBOOK.read_text("utf-8")))
    page = visit("/mine")
    page.set_content(page_text)
    drawn = page.locator("svg[role=img]")
    assert drawn.count() == pictures == 5
    for one in drawn.all():
        assert one.locator("> title").first.text_content()
        assert one.bounding_box()["width"] > 100
    assert findings(page) == []
