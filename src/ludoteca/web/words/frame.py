"""What stands around every page."""

from __future__ import annotations

from ludoteca.play.language import Table

FRAME: Table = {
    "frame.skip": ("Skip to the content", "Ir para o conteúdo"),
    "frame.menu": ("Main menu", "Menu principal"),
    "frame.games": ("Games", "Jogos"),
    "frame.workshop": ("Workshop", "Oficina"),
    "frame.mine": ("My games", "Minhas partidas"),
    "frame.api": ("For programs", "Para programas"),
    "frame.look": ("Look and language", "Aparência e idioma"),
    "frame.language": ("Language", "Idioma"),
    "frame.theme": ("Page", "Página"),
    "frame.theme-auto": ("as the system", "como o sistema"),
    "frame.theme-light": ("light", "clara"),
    "frame.theme-dark": ("dark", "escura"),
    "frame.board": ("Boards", "Tabuleiros"),
    "frame.board-wood": ("wood", "madeira"),
    "frame.board-slate": ("slate", "ardósia"),
    "frame.board-meadow": ("meadow", "campo"),
    "frame.board-contrast": ("high contrast", "alto contraste"),
    "frame.targets": ("Show where a piece can go", "Mostrar aonde a peça pode ir"),
    "frame.motion": ("Moving pieces", "Peças em movimento"),
    "frame.sound": ("Sound", "Som"),
    "frame.save": ("Keep", "Guardar"),
    "frame.close": ("Close", "Fechar"),
    "api.title": ("The interface for programs", "A interface para programas"),
    "api.lead": (
        "Everything the pages do, programs can do as well, in JSON. Described by OpenAPI:",
        "Tudo o que as páginas fazem, programas também podem, em JSON. Descrito por OpenAPI:",
    ),
    "api.seats": (
        "Whoever begins a game is told a secret for each free seat; “Authorization: Bearer …” shows it. "
        "What is refused comes back as an object “error”, with a code that stays the same and a message.",
        "Quem começa uma partida recebe um segredo para cada lugar livre: “Authorization: Bearer …”. "
        "O que é recusado volta num objeto “error”, com um código que não muda e uma mensagem.",
    ),
    "api.body": ("Sends", "Envia"),
    "api.shapes": ("Shapes", "Formatos"),
    "frame.foot": (
        "Abstract board games, each written as a short text. Free software.",
        "Jogos de tabuleiro abstratos, cada um escrito num texto curto. Software livre.",
    ),
}
