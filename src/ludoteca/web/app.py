"""The application: pages, the JSON interface, and the middleware in front of both."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial

from anyio import to_thread
from fastapi import FastAPI
from starlette.middleware.gzip import GZipMiddleware
from starlette.types import ASGIApp

from ludoteca import __version__
from ludoteca.web import api, pages
from ludoteca.web.api import reference
from ludoteca.web.budget_middleware import BudgetMiddleware
from ludoteca.web.client_address import ForwardedScheme, client_address
from ludoteca.web.errors import add_handlers, reject_client, reject_request
from ludoteca.web.request_context import VISITOR
from ludoteca.web.security import ResponseHeaders, SecurityMiddleware
from ludoteca.web.services import Services
from ludoteca.web.settings import Settings
from ludoteca.web.static_files import VersionedStaticFiles
from ludoteca.web.stream_slots import StreamSlots

_THREADS = 200
"""Threads that answer requests. Most of them only wait for a worker."""


class Application(FastAPI):
    """Every response has the security headers, also that to an unexpected error."""

    def build_middleware_stack(self) -> ASGIApp:
        return ResponseHeaders(super().build_middleware_stack())


def create_app(settings: Settings | None = None) -> FastAPI:
    """The application of one server. Its services are built at startup and closed at shutdown."""
    chosen = settings or Settings()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        to_thread.current_default_thread_limiter().total_tokens = _THREADS
        app.state.services = Services.build(chosen)
        try:
            yield
        finally:
            app.state.services.close()

    app = Application(
        title="Ludoteca", version=__version__, lifespan=lifespan, docs_url=None, redoc_url=None,
        openapi_url="/api/openapi.json",
    )  # fmt: skip
    app.state.streams = StreamSlots()
    app.mount("/static", VersionedStaticFiles(), name="static")
    for router in pages.ROUTERS:
        app.include_router(router, include_in_schema=False)
    for router in api.ROUTERS:
        app.include_router(router)
    app.include_router(reference.router, include_in_schema=False)
    add_handlers(app)
    address_of = partial(client_address, trusted=chosen.trusted_proxies)
    app.add_middleware(BudgetMiddleware, reject=reject_client, address_of=address_of, cookie=VISITOR)
    app.add_middleware(SecurityMiddleware, hosts=chosen.hosts, reject=reject_request)
    app.add_middleware(GZipMiddleware, minimum_size=1000, compresslevel=5)
    app.add_middleware(ForwardedScheme, trusted=chosen.trusted_proxies)
    return app
