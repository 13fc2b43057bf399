"""The application: pages, the interface for programs, and the door in front of both."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI
from starlette.middleware.gzip import GZipMiddleware

from ludoteca import __version__
from ludoteca.web import api, pages
from ludoteca.web.api import reference
from ludoteca.web.errors import add_handlers, refuse
from ludoteca.web.security import Guarded
from ludoteca.web.services import House
from ludoteca.web.settings import Settings
from ludoteca.web.static_files import Statics


def create_app(settings: Settings | None = None) -> FastAPI:
    """A server's application. Its house is built when it starts and closed when it ends."""
    chosen = settings or Settings()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        app.state.house = House.build(chosen)
        try:
            yield
        finally:
            app.state.house.close()

    app = FastAPI(
        title="Ludoteca", version=__version__, lifespan=lifespan, docs_url=None, redoc_url=None,
        openapi_url="/api/openapi.json",
    )  # fmt: skip
    app.mount("/static", Statics(), name="static")
    for router in pages.ROUTERS:
        app.include_router(router, include_in_schema=False)
    for router in api.ROUTERS:
        app.include_router(router)
    app.include_router(reference.router, include_in_schema=False)
    add_handlers(app)
    app.add_middleware(Guarded, hosts=chosen.hosts, refuse=refuse)
    app.add_middleware(GZipMiddleware, minimum_size=1000, compresslevel=5)
    return app
