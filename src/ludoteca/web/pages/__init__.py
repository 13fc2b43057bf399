"""The pages."""

from ludoteca.web.pages import (
    analysis,
    catalogue,
    editor,
    exchange,
    game,
    game_actions,
    my_games,
    preferences,
    search_tree,
    tutorial,
    workshop,
)

ROUTERS = (
    catalogue.router,
    game.router,
    game_actions.router,
    preferences.router,
    tutorial.router,
    search_tree.router,
    analysis.router,
    my_games.router,
    editor.router,
    workshop.router,
    exchange.router,
)
