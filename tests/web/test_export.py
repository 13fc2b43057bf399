"""Exports while the workers are busy."""

from __future__ import annotations

from ludoteca.web.services import Services


def test_an_animation_is_written_while_computers_think(client):
    """All workers search for other games: the export waits for one of them instead of failing."""
    services: Services = client.app.state.services
    setup = {"game": "tic-tackle", "first": "human", "second": "human"}
    started = client.post("/start", data={"game": "tic-tackle", "kind": "shared"}, follow_redirects=False)
    shown = started.headers["location"].rsplit("/", 1)[-1]
    assert client.post(f"/g/{shown}/move", data={"text": "a1-a2"}).status_code == 200
    assert client.get(f"/api/games/{shown}").json()["ply"] == 1
    busy = [
        client.post("/api/games", json=setup | {"first": "engine:seconds=1"}).json()["game"]["id"]
        for _ in range(3)
    ]
    assert any(services.ai_turns.is_thinking(services.games.get(one)) for one in busy)
    answer = client.get(f"/g/{shown}/export/gif")
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "image/gif"
    assert answer.content.startswith(b"GIF89a")
