"""The interface for programs: JSON over HTTP, told by OpenAPI."""

from ludoteca.web.api import games, library, looking

ROUTERS = (library.router, games.router, looking.router)
