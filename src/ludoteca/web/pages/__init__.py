"""The pages."""

from ludoteca.web.pages import (
    analysis,
    catalogue,
    editor,
    exchange,
    exercises,
    game,
    game_actions,
    lesson,
    my_games,
    preferences,
    puzzles,
    review,
    search_tree,
    tournaments,
    tutorial,
    workshop,
)

ROUTERS = (
    catalogue.router,
    game.router,
    game_actions.router,
    preferences.router,
    tutorial.router,
    puzzles.router,
    exercises.router,
    search_tree.router,
    review.router,
    tournaments.router,
    analysis.router,
    my_games.router,
    editor.router,
    workshop.router,
    lesson.router,
    exchange.router,
)
