"""The pages, each file a part of the site."""

from ludoteca.web.pages import (
    around,
    editing,
    finding,
    learning,
    live,
    mine,
    playing,
    reviewing,
    settling,
    thinking,
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
)
