"""The pages, each file a part of the site."""

from ludoteca.web.pages import finding, live, playing, settling

ROUTERS = (finding.router, playing.router, live.router, settling.router)
