"""What the commands about solved games say."""

from __future__ import annotations

from ludoteca.play.language import Table

SOLVING: Table = {
    "help.solve": (
        "what a game is worth with best play, proved",
        "quanto vale um jogo bem jogado, com prova",
    ),
    "help.solve-method": (
        "the method; otherwise the first that fits",
        "o método; senão, o primeiro que servir",
    ),
    "help.memory": ("memory to use at most, in GiB", "memória máxima, em GiB"),
    "help.GIBIBYTES": ("GIB", "GIB"),
    "help.estimate": ("only say what it would take", "só dizer quanto custaria"),
    "solve.method": ("Method: {method}. {why}", "Método: {method}. {why}"),
    "solve.estimate": ("At most: {cost}.", "No máximo: {cost}."),
    "solve.positions": ("{number} position|{number} positions", "{number} posição|{number} posições"),
    "solve.about": ("about {time}", "cerca de {time}"),
    "solve.cannot": ("{game} cannot be solved here:", "{game} não pode ser resolvido aqui:"),
    "solve.value.win": ("The first player wins", "O primeiro jogador ganha"),
    "solve.value.loss": ("The second player wins", "O segundo jogador ganha"),
    "solve.value.draw": ("A draw", "Empate"),
    "solve.plies": ("in {n} move|in {n} moves", "em {n} lance|em {n} lances"),
    "solve.margin": ("by {margin}", "por {margin}"),
    "solve.best": ("Best: {moves}", "Melhores: {moves}"),
    "solve.counts": (
        "Of {all} positions the side to move wins {won}, draws {drawn}, loses {lost}.",
        "De {all} posições, quem joga ganha {won}, empata {drawn}, perde {lost}.",
    ),
    "solve.longest": (
        "The longest forced win takes {n} move.|The longest forced win takes {n} moves.",
        "A vitória forçada mais longa leva {n} lance.|A vitória forçada mais longa leva {n} lances.",
    ),
    "solve.example": ("For example {position}: {moves}", "Por exemplo {position}: {moves}"),
    "solve.file": ("Written to {file}", "Gravado em {file}"),
    "solve.foot": ("{method}, {time}, {size}", "{method}, {time}, {size}"),
    "solve.why.unknown": ("Nothing is known about it.", "Nada se sabe a respeito."),
    "solve.doing.counting": ("counting", "contando"),
}
