"""The pages, each file a part of the site."""

from ludoteca.web.pages import (
    around,
    editing,
    exchanging,
    finding,
    learning,
    live,
    mine,
    playing,
    reviewing,
    settling,
    thinking,
    workshop,
)

ROUTERS = (
    finding.router,
    playing.router,
    around.router,
    live.router,
    settling.router,
    learning.router,
    thinking.router,
    reviewing.router,
    mine.router,
    editing.router,
    workshop.router,
    exchanging.router,
)
