"""Ideas: each gives a different, playable game."""

from __future__ import annotations

import pytest

from ludoteca.games import ids
from ludoteca.messages import LANGUAGES
from ludoteca.workshop.drafts import Draft, copy_of
from ludoteca.workshop.ideas import ideas_for


@pytest.mark.parametrize("game_id", ids()[::4])
def test_every_idea_is_a_different_game(game_id):
    draft = copy_of(game_id)
    ideas = ideas_for(draft, 5)
    assert ideas
    for idea in ideas:
        game = idea.apply(draft).game
        assert game is not None and draft.game is not None
        assert game.rules_hash != draft.game.rules_hash
        assert all(idea.label(lang) != idea.label("en") for lang in LANGUAGES[1:])


def test_the_start_grows_with_the_board():
    draft = copy_of("tic-tackle")
    (larger, *_) = [idea for idea in ideas_for(draft) if idea.key == "board"]
    assert larger.label("pt-BR") == "Tabuleiro de 7×7"
    game = larger.apply(draft).game
    assert game is not None and len(game.board.cells) == 49


def test_an_invalid_draft_has_no_ideas():
    assert ideas_for(Draft("family = 3")) == ()
