"""Every message that a template or a module of the web app names exists."""

import re
from pathlib import Path

from ludoteca.messages import Catalogue

WEB = Path(__file__).parents[2] / "src" / "ludoteca" / "web"
USED = re.compile(
    r'say\(\s*["\']([a-z]+(?:\.[a-z0-9<>-]+)+)["\']|MESSAGES\.text\(\s*\w+(?:\.\w+)?,\s*"([a-z]+\.[a-z0-9-]+)"'
)


def used():
    """Every key that a template or a module names literally."""
    files = [*WEB.rglob("*.html"), *WEB.rglob("*.py")]
    found = {(one or other) for file in files for one, other in USED.findall(file.read_text("utf-8"))}
    return {key for key in found if not key.endswith("-")}


def test_every_key_that_is_used_exists():
    keys = used()
    assert len(keys) > 150
    assert sorted(keys - set(Catalogue("web"))) == []
