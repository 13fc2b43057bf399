"""`ludoteca serve`: play in the browser."""

from __future__ import annotations

from argparse import Namespace

from ludoteca.cli.parser import Parser, whole
from ludoteca.cli.screen import Screen


def arguments(parser: Parser, screen: Screen) -> None:
    say = screen.say
    parser.option("--host", metavar="HOST", default="127.0.0.1", help=say("help.host"))
    port = whole(screen, 1, 65535)
    parser.option("--port", metavar="PORT", type=port, default=0, help=say("help.port"))
    parser.option("--no-browser", action="store_true", default=False, help=say("help.no-browser"))
    parser.option("--database", metavar="URL", default="", help=say("help.database"))
    parser.option("--workers", metavar="N", type=whole(screen, 1, 64), default=0, help=say("help.workers"))


def run(asked: Namespace, screen: Screen) -> int:
    from dataclasses import replace

    from ludoteca.web.server import address_of, listen, serve, settings_for
    from ludoteca.web.settings import Settings
    from ludoteca.web.store.database import Database

    settings = Settings()
    if asked.database:
        settings = replace(settings, database=asked.database)
    if asked.workers:
        settings = replace(settings, workers=asked.workers)
    database = Database(settings.database)  # a database that cannot be opened is said at once
    database.migrate()
    database.close()
    opened = listen(asked.host, asked.port)
    address = address_of(opened)
    screen.write(screen.say("serve.address", address=address))
    screen.tell(screen.say("serve.stop"))
    if not asked.no_browser:
        _open_soon(address)
    serve(opened, settings_for(asked.host, settings))
    return 0


def _open_soon(address: str) -> None:
    """Show the address in a browser, when the server has had time to start."""
    import threading
    import webbrowser

    timer = threading.Timer(1.0, webbrowser.open, [address])
    timer.daemon = True
    timer.start()
