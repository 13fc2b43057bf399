"""`ludoteca schema`: print the JSON Schema of game files."""

from __future__ import annotations

import json
from argparse import Namespace

from ludoteca.cli.output import Output
from ludoteca.cli.parser import Parser
from ludoteca.cli.start_options import json_option


def arguments(parser: Parser, output: Output) -> None:
    json_option(parser, output)


def run(args: Namespace, output: Output) -> int:
    from ludoteca.games.schema import json_schema

    schema = json_schema()
    output.write(json.dumps(schema, ensure_ascii=False, indent=None if args.json else 2))
    return 0
