"""What went wrong."""

from __future__ import annotations

from ludoteca.play.language import Table

ERRORS: Table = {
    "error.title": ("That did not work", "Não deu certo"),
    "error.home": ("To the games", "Para os jogos"),
    "error.invalid": ("Something in the request is not right:", "Algo no pedido não está certo:"),
    "error.no-such-game": (
        "There is no such game here. Perhaps the link is cut short.",
        "Não há essa partida aqui. Talvez o link esteja incompleto.",
    ),
    "error.not-your-seat": (
        "It is not your turn, or not your seat: only the player of that side can do this.",
        "Não é a sua vez, ou não é o seu lugar: só o jogador desse lado pode fazer isso.",
    ),
    "error.out-of-step": (
        "The game has gone on meanwhile: look at the board again.",
        "A partida continuou nesse meio-tempo: olhe o tabuleiro de novo.",
    ),
    "error.game-over": ("The game is over.", "A partida acabou."),
    "error.not-now": ("That is not possible now.", "Isso não é possível agora."),
    "error.busy": (
        "Many are playing just now, and the computer has no time: try again in a moment.",
        "Há muita gente jogando e o computador está sem tempo: tente de novo daqui a pouco.",
    ),
    "error.took-too-long": (
        "The computer thought for too long and was stopped. Try again, or choose one that looks less far.",
        "O computador pensou demais e foi interrompido. Tente de novo, ou escolha um que olhe menos adiante.",
    ),
    "error.worker-died": (
        "The computer stumbled while thinking. Nothing is lost: try again.",
        "O computador tropeçou enquanto pensava. Nada se perdeu: tente de novo.",
    ),
    "error.cannot-store": (
        "The game cannot be kept right now (the disk is full, or the database is busy). "
        "Your last move was not counted: try again.",
        "Não é possível guardar a partida agora (disco cheio, ou banco de dados ocupado). "
        "Seu último lance não valeu: tente de novo.",
    ),
    "error.unfit": (
        "That has characters in it which cannot be kept.",
        "Isso contém caracteres que não podem ser guardados.",
    ),
    "error.http-404": ("There is no such page here.", "Não há essa página aqui."),
    "error.http-405": ("That cannot be done here.", "Isso não pode ser feito aqui."),
    "error.http-413": ("That is too large.", "Isso é grande demais."),
    "error.http-500": (
        "Something is wrong on our side. It has been noted.",
        "Há algo errado do nosso lado. Ficou anotado.",
    ),
    "error.offline": (
        "The server does not answer. Your move was not counted yet.",
        "O servidor não responde. Seu lance ainda não valeu.",
    ),
}
