"""`ludoteca schema`: the JSON Schema of game files, so that editors complete and check them."""

from __future__ import annotations

import json
from argparse import Namespace

from ludoteca.cli.parser import Parser
from ludoteca.cli.screen import Screen
from ludoteca.cli.start_options import json_option


def arguments(parser: Parser, screen: Screen) -> None:
    json_option(parser, screen)


def run(asked: Namespace, screen: Screen) -> int:
    from ludoteca.games.schema import json_schema

    schema = json_schema()
    screen.write(json.dumps(schema, ensure_ascii=False, indent=None if asked.json else 2))
    return 0
