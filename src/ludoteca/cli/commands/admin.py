"""`ludoteca admin`: look after the database of the web server, also while it serves."""

from __future__ import annotations

import json
from argparse import Namespace
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from ludoteca.cli.output import Output
from ludoteca.cli.parser import Parser
from ludoteca.cli.progress import Progress
from ludoteca.cli.start_options import json_option

if TYPE_CHECKING:
    from ludoteca.web.settings import Retention
    from ludoteca.web.store.database import Database

ACTIONS = ("status", "backup", "check", "restore", "purge", "export", "forget")
_LIMITED = ("status", "purge")
"""Actions that depend on how long data is kept."""
_MEGABYTE = 2**20
_VISITOR = 64
"""The length of a visitor's id."""


def arguments(parser: Parser, output: Output) -> None:
    text = output.text
    actions = parser.add_subparsers(
        title=text("help.commands"), dest="action", metavar=text("help.COMMAND"), parser_class=Parser,
        required=True,
    )  # fmt: skip
    for name in ACTIONS:
        about = text(f"help.admin-{name}")
        one = actions.add_parser(name, help=about, description=about, output=output)
        _own_arguments(name, one, output)
        one.option("--database", metavar="URL", default="", help=text("help.database"))
        if name in _LIMITED:
            one.option("--retention", metavar=text("help.LIMITS"), default="", help=text("help.retention"))
        json_option(one, output)


def _own_arguments(name: str, parser: Parser, output: Output) -> None:
    text = output.text
    if name in ("backup", "restore"):
        parser.argument("file", metavar=text("help.FILE"), help=text(f"help.admin-{name}-file"))
    if name in ("export", "forget"):
        parser.argument("visitor", metavar=text("help.VISITOR"), help=text("help.visitor"))
    if name == "restore":
        parser.option("--replace", action="store_true", default=False, help=text("help.replace"))
    if name in ("purge", "forget"):
        parser.option("--dry-run", action="store_true", default=False, help=text("help.admin-dry-run"))
    if name == "export":
        parser.option("-o", dest="to", metavar=text("help.FILE"), default="", help=text("help.export-to"))


def run(args: Namespace, output: Output) -> int:
    from ludoteca.web.settings import Settings
    from ludoteca.web.store.database import Database

    database = Database(args.database or Settings().database)
    try:
        return _RUN[args.action](args, output, database)
    finally:
        database.close()


def _retention(args: Namespace) -> Retention:
    from ludoteca.web.settings import Retention, usual_retention

    return Retention.parse(args.retention) if args.retention else usual_retention()


@contextmanager
def _progress(output: Output, title: str) -> Iterator[Callable[[int, int], None]]:
    """A progress bar on stderr; nothing without a terminal."""
    with Progress(output, 1) as bar:
        yield lambda done, total: bar.show(done, title, max(1, total))


# -- the actions --------------------------------------------------------------------------------------


def status(args: Namespace, output: Output, database: Database) -> int:
    from ludoteca.web.store.status import status as figures

    found = figures(database, _retention(args))
    if args.json:
        output.json(found)
        return 0
    text, rows = output.text, found["rows"]
    output.write(output.bold(found["database"]))
    sizes = {name: _megabytes(output, found[f"{name}_bytes"]) for name in ("used", "quota")}
    output.write(text("admin.size", size=_megabytes(output, found["bytes"]), **sizes))
    numbers = {name: output.integer(rows[name]) for name in ("games", "moves", "drafts", "results")}
    running, visitors = output.integer(found["unfinished_games"]), output.integer(found["visitors"])
    output.write(text("admin.rows", running=running, visitors=visitors, **numbers))
    output.write(_counted("admin.expired", found["expired"], output))
    return 0


def backup(args: Namespace, output: Output, database: Database) -> int:
    from ludoteca.web.store.backup import back_up

    with _progress(output, output.text("admin.copying")) as progress:
        found = back_up(database, Path(args.file), progress)
    if args.json:
        output.json({"file": found.file, "bytes": found.bytes})
    else:
        output.write(output.text("admin.backed-up", file=found.file, size=_megabytes(output, found.bytes)))
    return 0


def check(args: Namespace, output: Output, database: Database) -> int:
    from ludoteca.web.store.integrity import check as checked

    with _progress(output, output.text("admin.replaying")) as progress:
        found = checked(database, progress)
    if args.json:
        problems = [{"code": one.code, "message": one.text("en")} for one in found.problems]
        output.json({"database": database.name, "games": found.games, "problems": problems})
    elif found.problems:
        for problem in found.problems:
            output.write(problem.text(output.lang))
        output.write(output.text("admin.damaged"))
    else:
        output.write(output.text("admin.intact", games=output.integer(found.games)))
    return 1 if found.problems else 0


def restore(args: Namespace, output: Output, database: Database) -> int:
    from ludoteca.web.store.backup import restore as put_back

    with _progress(output, output.text("admin.copying")) as progress:
        found = put_back(Path(args.file), database, args.replace, progress)
    if args.json:
        output.json({"database": found.file, "bytes": found.bytes, "kept": found.kept})
        return 0
    output.write(output.text("admin.restored", file=args.file, name=found.file))
    if found.kept:
        output.write(output.text("admin.kept", file=found.kept))
    return 0


def purge(args: Namespace, output: Output, database: Database) -> int:
    from ludoteca.web.store.retention import Purged, Purger
    from ludoteca.web.store.space import shrink

    database.require_current()
    purger = Purger(database, _retention(args))
    found = purger.expired()
    if not args.dry_run:
        total = sum(asdict(found).values())
        with _progress(output, output.text("admin.deleting")) as progress:

            def proceed(so_far: Purged) -> bool:
                progress(sum(asdict(so_far).values()), total)
                return True

            found = purger.purge_expired(proceed)
            shrink(database)
    if args.json:
        output.json({"dry_run": args.dry_run, **asdict(found)})
    else:
        output.write(_counted("admin.expired" if args.dry_run else "admin.purged", asdict(found), output))
    return 0


def export(args: Namespace, output: Output, database: Database) -> int:
    from ludoteca.web.store.errors import UnknownVisitor
    from ludoteca.web.store.visitors import export_visitor

    database.require_current()
    try:
        found = export_visitor(database, _visitor(args))
    except UnknownVisitor as unknown:
        output.fail(unknown)
        return 1
    if not args.to:
        output.json(found)
        return 0
    Path(args.to).write_text(json.dumps(found, ensure_ascii=False, indent=1) + "\n", "utf-8")
    if args.json:
        output.json({"file": args.to})
    else:
        output.write_error(output.text("show.written", file=args.to))
    return 0


def forget(args: Namespace, output: Output, database: Database) -> int:
    from ludoteca.web.store.errors import UnknownVisitor
    from ludoteca.web.store.visitors import count_visitor, forget_visitor

    database.require_current()
    visitor = _visitor(args)
    found = count_visitor(database, visitor)
    try:
        if not args.dry_run:
            forget_visitor(database, visitor)
    except UnknownVisitor as unknown:
        if not args.json:
            output.fail(unknown)
    if args.json:
        output.json({"visitor": visitor, "dry_run": args.dry_run, **asdict(found)})
    elif found:
        output.write(
            _counted("admin.would-forget" if args.dry_run else "admin.forgotten", asdict(found), output)
        )
    return 0 if found else 1


_RUN: dict[str, Callable[[Namespace, Output, Database], int]] = {
    "status": status, "backup": backup, "check": check, "restore": restore, "purge": purge,
    "export": export, "forget": forget,
}  # fmt: skip


def _visitor(args: Namespace) -> str:
    """The id of a visitor: the hash of a secret, as hexadecimal digits."""
    from ludoteca.cli.errors import CommandError

    visitor = str(args.visitor).strip().lower()
    if len(visitor) != _VISITOR or not set(visitor) <= set("0123456789abcdef"):
        raise CommandError("error.visitor", what=visitor[:80], length=_VISITOR)
    return visitor


def _megabytes(output: Output, size: int) -> str:
    return output.decimal(size / _MEGABYTE)


def _counted(key: str, counts: dict[str, int], output: Output) -> str:
    """A sentence with numbers."""
    return output.text(key, **{name: output.integer(number) for name, number in counts.items()})
