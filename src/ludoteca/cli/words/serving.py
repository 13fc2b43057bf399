"""What is said about the server."""

from __future__ import annotations

from ludoteca.play.language import Table

SERVING: Table = {
    "help.serve": ("play in the browser", "jogar no navegador"),
    "help.host": (
        "where to listen; other machines can reach 0.0.0.0",
        "onde escutar; outras máquinas alcançam 0.0.0.0",
    ),
    "help.port": ("the port; some free one if not said", "a porta; alguma livre, se não for dita"),
    "help.no-browser": ("do not open the browser", "não abrir o navegador"),
    "help.database": (
        "where games are kept: a database's URL",
        "onde as partidas ficam: a URL de um banco de dados",
    ),
    "help.workers": ("how many processes think", "quantos processos pensam"),
    "serve.address": ("Ludoteca is at {address}", "A Ludoteca está em {address}"),
    "serve.stop": ("Ctrl-C stops it.", "Ctrl-C encerra."),
}
