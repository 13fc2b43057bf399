"""Server-sent events."""

from contextlib import aclosing, contextmanager

from ludoteca.web.event_stream import game_events
from tests.web.serving import awaited
from tests.web.test_faults import begin


def test_a_move_just_before_a_subscription_is_in_the_first_event(client, monkeypatch):
    """Its own event has no subscriber yet, so the first event must have its version."""
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
