"""The JSON interface, described by OpenAPI."""

from ludoteca.web.api import analysis, games, library, workshop

ROUTERS = (library.router, games.router, analysis.router, workshop.router)
