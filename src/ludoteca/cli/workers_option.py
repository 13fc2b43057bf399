"""The option `--workers`: processes of this machine, or a cluster."""

from __future__ import annotations

import argparse
from argparse import Namespace
from collections.abc import Callable
from typing import TYPE_CHECKING

from ludoteca.cli.output import Output
from ludoteca.cli.parser import Parser, integer

if TYPE_CHECKING:
    from ludoteca.parallel import Workers


def workers_option(parser: Parser, output: Output) -> None:
    parser.option(
        "--workers", "--processes", metavar=output.text("help.WORKERS"), type=_reader(output), default=None,
        dest="workers", help=output.text("help.game-workers"),
    )  # fmt: skip


def _reader(output: Output) -> Callable[[str], Workers]:
    """A reader of a number of processes or of an address such as `dask://host:8786`."""
    processes = integer(output, 1, 1024)

    def read(text: str) -> Workers:
        if "://" not in text:
            return processes(text)
        from ludoteca.parallel import BadAddress
        from ludoteca.parallel.backends import scheduler_address

        try:
            scheduler_address(text)
        except BadAddress as bad:
            raise argparse.ArgumentTypeError(bad.text(output.lang)) from None
        return text

    return read


def chosen_workers(args: Namespace, tasks: int | None = None) -> Workers:
    """The workers that were asked for, or one process per core; no more processes than tasks."""
    from ludoteca.system import cores

    wanted: Workers = cores() if args.workers is None else args.workers
    return wanted if isinstance(wanted, str) or tasks is None else min(wanted, tasks)
