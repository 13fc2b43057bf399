"""The interface for programs: JSON over HTTP, told by OpenAPI."""

from ludoteca.web.api import analysis, games, library, workshop

ROUTERS = (library.router, games.router, analysis.router, workshop.router)
