"""What those who watch a game are told."""

from contextlib import aclosing, contextmanager

from ludoteca.web.event_stream import game_events
from tests.web.serving import awaited
from tests.web.test_faults import begin


def test_a_move_in_the_moment_before_somebody_listens_is_told(client, monkeypatch):
    """It is told to nobody, for nobody listens yet: so the first word to a listener must know of it."""
    services = client.app.state.services
    game, seats = begin(client)
    before = services.games.get(game).row.version
    listening = services.events.subscribe

    @contextmanager
    def late(game_id):
        client.post(f"/api/games/{game}/moves", json={"move": "a1-b2"}, headers=seats["first"])
        with listening(game_id) as queue:
            yield queue

    async def first_word():
        async with aclosing(game_events(services, game, "en")) as words:
            return await anext(words)

    monkeypatch.setattr(services.events, "subscribe", late)
    assert awaited(first_word()) == f"event: hello\ndata: {before + 1}\n\n"
