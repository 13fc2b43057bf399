"""`ludoteca serve`: start the web server."""

from __future__ import annotations

import sys
from argparse import Namespace

from ludoteca.cli.output import Output
from ludoteca.cli.parser import Parser, integer


def arguments(parser: Parser, output: Output) -> None:
    text = output.text
    parser.option("--host", metavar="HOST", default="127.0.0.1", help=text("help.host"))
    port = integer(output, 1, 65535)
    parser.option("--port", metavar="PORT", type=port, default=0, help=text("help.port"))
    parser.option("--no-browser", action="store_true", default=False, help=text("help.no-browser"))
    parser.option("--database", metavar="URL", default="", help=text("help.database"))
    profiles = ("school", "internet", "off")
    parser.option("--limits", choices=profiles, default="school", help=text("help.limits"))
    address = text("help.ADDRESS")
    parser.option(
        "--trusted-proxy", metavar=address, action="append", default=[], help=text("help.trusted-proxy")
    )
    engine = text("help.PLAYER")
    parser.option("--engine", metavar=engine, action="append", default=[], help=text("help.serve-engine"))
    parser.option("--site", metavar="URL", default="", help=text("help.site"))
    parser.option("--retention", metavar=text("help.LIMITS"), default="", help=text("help.retention"))
    password = text("help.PASSWORD")
    parser.option("--teacher-password", metavar=password, default="", help=text("help.teacher-password"))
    parser.option("--workers", metavar="N", type=integer(output, 1, 64), default=0, help=text("help.workers"))


def run(args: Namespace, output: Output) -> int:
    from dataclasses import replace

    from ludoteca.play.foreign import require_engines
    from ludoteca.web.server import address_of, listen, network_url, serve, settings_for
    from ludoteca.web.settings import Retention, Settings
    from ludoteca.web.store.database import Database

    settings = Settings(limits=args.limits, trusted_proxies=proxies(args.trusted_proxy))
    if args.database:
        settings = replace(settings, database=args.database)
    if args.engine:
        settings = replace(settings, engines=require_engines(args.engine))
    if args.site:
        settings = settings.at_site(args.site)
    if args.retention:
        settings = replace(settings, retention=Retention.parse(args.retention))
    if args.teacher_password:
        settings = replace(settings, teacher_password=args.teacher_password)
    if args.workers:
        settings = replace(settings, workers=args.workers)
    database = Database(settings.database)  # fail early if the database cannot be opened
    database.migrate()
    database.require_intact()
    database.close()
    opened = listen(args.host, args.port)
    address = address_of(opened)
    output.write(output.text("serve.address", address=address))
    if (others := network_url(opened)) is not None:
        output.write(output.text("serve.network", address=others))
        if sys.stdout.isatty() and "utf" in (sys.stdout.encoding or "").casefold():
            output.write(_qr_code(others))
    output.write_error(output.text("serve.stop"))
    if not args.no_browser:
        _open_soon(address)
    serve(opened, settings_for(args.host, settings))
    return 0


def _qr_code(link: str) -> str:
    """A QR code for a terminal, so that phones need not type in the address."""
    import io

    import segno

    drawn = io.StringIO()
    segno.make(link, error="m").terminal(drawn, compact=True)
    return drawn.getvalue()


def proxies(given: list[str]) -> tuple[str, ...]:
    """Addresses and networks of proxies. Raises `LudotecaError`."""
    from ipaddress import ip_network

    from ludoteca.errors import LudotecaError

    for one in given:
        try:
            ip_network(one, strict=False)
        except ValueError:
            raise LudotecaError("server.proxy", address=one) from None
    return tuple(given)


def _open_soon(address: str) -> None:
    """Open a browser once the server has started."""
    import threading
    import webbrowser

    timer = threading.Timer(1.0, webbrowser.open, [address])
    timer.daemon = True
    timer.start()
