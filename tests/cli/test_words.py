"""Every message that the command line asks for exists, and every message of its catalogue is used."""

import ast
import re
from pathlib import Path

import ludoteca.cli
from ludoteca.messages import Catalogue

CLI = Path(ludoteca.cli.__file__).parent
MESSAGES = Catalogue("cli")
KNOWN = {*MESSAGES, *Catalogue("play")}


def keys_in_code() -> set[str]:
    """The literal arguments of `text` and of the methods that pass a key on to it."""
    found = set()
    for file in CLI.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if not isinstance(node, ast.Call) or not node.args:
                continue
            name = getattr(node.func, "attr", getattr(node.func, "id", ""))
            if name in ("text", "_print", "_head", "_line", "_pick"):
                found |= {_text(argument) for argument in node.args}
    return {key for key in found if re.fullmatch(r"[a-z*-]+(\.[\w*-]+)+", key)}


def _text(node: ast.expr) -> str:
    """A string literal; `*` for each interpolated value."""
    if isinstance(node, ast.JoinedStr):
        return "".join(str(v.value) if isinstance(v, ast.Constant) else "*" for v in node.values)
    return str(node.value) if isinstance(node, ast.Constant) else ""


def fits(key: str, pattern: str) -> bool:
    return bool(re.fullmatch(re.escape(pattern).replace(r"\*", ".+"), key))


def test_every_key_in_the_code_exists():
    asked = keys_in_code()
    assert len(asked) > 100
    assert {key for key in asked if not any(fits(known, key) for known in KNOWN)} == set()


def test_every_message_is_used():
    code = "\n".join(file.read_text("utf-8") for file in CLI.rglob("*.py"))
    patterns = [key for key in keys_in_code() if "*" in key]
    unused = [
        key
        for key in MESSAGES
        if not re.search(rf"""["']{re.escape(key)}["']""", code)
        and not any(fits(key, one) for one in patterns)
    ]
    assert unused == []
