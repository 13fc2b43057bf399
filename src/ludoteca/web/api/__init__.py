"""The interface for programs: JSON over HTTP, told by OpenAPI."""

from ludoteca.web.api import games, library, looking, workshop

ROUTERS = (library.router, games.router, looking.router, workshop.router)
