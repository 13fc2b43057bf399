"""What the commands about solved games say."""

from __future__ import annotations

from ludoteca.play.language import Table

SOLVING: Table = {
    "help.solve": (
        "what a game is worth with best play, proved",
        "quanto vale um jogo bem jogado, com prova",
    ),
    "help.value": ("what a position is worth, from a table", "quanto vale uma posição, segundo uma tabela"),
    "help.verify": ("check every position of a table", "conferir cada posição de uma tabela"),
    "help.explore": ("statistics of a solved game", "estatísticas de um jogo resolvido"),
    "help.svg-values": (
        "write the first moves' values as an SVG picture",
        "gravar os valores dos lances em SVG",
    ),
    "explore.reachable": (
        "Positions that can be reached from here, those that end the game included.",
        "Posições que se alcançam daqui, incluídas as que encerram a partida.",
    ),
    "explore.possible": (
        "All positions that could be set up, whether or not they can be reached.",
        "Todas as posições possíveis de montar, alcançáveis ou não.",
    ),
    "explore.moves": ("First moves", "Primeiros lances"),
    "explore.legend": (
        "+ wins, = draws, - loses, for the side to move; the best move to each cell",
        "+ ganha, = empata, - perde, para quem joga; o melhor lance a cada casa",
    ),
    "explore.material": ("material", "material"),
    "explore.won": ("won", "ganhas"),
    "explore.drawn": ("drawn", "empatadas"),
    "explore.lost": ("lost", "perdidas"),
    "explore.distance": ("moves to the end", "lances até o fim"),
    "explore.hardest": (
        "The longest forced win: {n} move|The longest forced win: {n} moves",
        "A vitória forçada mais longa: {n} lance|A vitória forçada mais longa: {n} lances",
    ),
    "help.table": ("a table that solve has written, or a game", "uma tabela gravada por solve, ou um jogo"),
    "help.TABLE": ("TABLE", "TABELA"),
    "value.win": ("The side to move wins", "Quem joga ganha"),
    "value.draw": ("A draw", "Empate"),
    "value.loss": ("The side to move loses", "Quem joga perde"),
    "value.move": ("{move:<8} {value}", "{move:<8} {value}"),
    "verify.fine": (
        "{file}: all {positions} positions are right ({time}).",
        "{file}: todas as {positions} posições estão certas ({time}).",
    ),
    "verify.wrong": (
        "{file}: {wrong} of {positions} positions are wrong, for example {example}.",
        "{file}: {wrong} de {positions} posições estão erradas, por exemplo {example}.",
    ),
    "verify.none": (
        "there is no table of {game}. Make one: ludoteca solve {game}",
        "não há tabela de {game}. Faça uma: ludoteca solve {game}",
    ),
    "solve.doing.marking": ("marking what is over", "marcando o que acabou"),
    "solve.doing.checking": ("checking positions", "conferindo posições"),
    "solve.why.retrograde.no-table": (
        "it is large, and no table was made yet: ludoteca solve {game}",
        "é grande, e ainda não há tabela: ludoteca solve {game}",
    ),
    "help.solve-method": (
        "the method; otherwise the first that fits",
        "o método; senão, o primeiro que servir",
    ),
    "help.memory": ("memory to use at most, in GiB", "memória máxima, em GiB"),
    "help.GIBIBYTES": ("GIB", "GIB"),
    "help.estimate": ("only say what it would take", "só dizer quanto custaria"),
    "solve.method": ("Method: {method}. {why}", "Método: {method}. {why}"),
    "solve.estimate": ("That is {cost}.", "São {cost}."),
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
    "solve.doing.looking": ("looking at positions", "vendo as posições"),
    "solve.doing.telling": ("working backwards", "trabalhando de trás para a frente"),
    "solve.why.retrograde.moving": (
        "Pieces move and none is lost: every position can be numbered and settled from the ends backwards "
        "({images} symmetries).",
        "As peças se movem e nenhuma se perde: cada posição é numerada e resolvida dos finais para trás "
        "({images} simetrias).",
    ),
    "solve.why.retrograde.layers": (
        "The material changes step by step: its {layers} layers are settled one after another, each from "
        "the ends backwards ({images} symmetries).",
        "O material muda passo a passo: suas {layers} camadas são resolvidas uma após a outra, cada qual dos "
        "finais para trás ({images} simetrias).",
    ),
    "solve.why.retrograde.memory": (
        "about {positions} positions would need {gibibytes} GiB.",
        "cerca de {positions} posições precisariam de {gibibytes} GiB.",
    ),
    "solve.why.retrograde.placing": (
        "no position comes back, and of about {positions} a proof forward sees only a few.",
        "nenhuma posição volta, e de cerca de {positions} uma prova para a frente vê só algumas.",
    ),
    "solve.why.retrograde.slices": (
        "the material can change in too many ways.",
        "o material muda de muitas formas.",
    ),
    "solve.why.retrograde.sowing": (
        "seeds are counted, not placed.",
        "sementes são contadas, não colocadas.",
    ),
    "solve.why.retrograde.large": ("the board has more than 64 cells.", "o tabuleiro tem mais de 64 casas."),
    "solve.why.retrograde.repetition": (
        "a repetition is more than a draw here, so the past belongs to a position.",
        "uma repetição aqui é mais que um empate, e o passado faz parte da posição.",
    ),
    "solve.why.retrograde.progress": (
        "a game without progress is no draw here, so a counter belongs to a position.",
        "uma partida sem progresso aqui não empata, e um contador faz parte da posição.",
    ),
    "solve.why.retrograde.swap": ("the sides may be exchanged.", "os lados podem ser trocados."),
    "solve.why.retrograde.trail": (
        "cells are blocked for good: no position comes back.",
        "casas ficam bloqueadas: nenhuma posição volta.",
    ),
    "solve.why.retrograde.action": (
        "its actions cannot be numbered (blocks that turn, shared cells).",
        "suas ações não podem ser numeradas (blocos que giram, casas comuns).",
    ),
    "solve.why.retrograde.connect": (
        "stones are placed and stay: no position comes back.",
        "pedras são colocadas e ficam: nenhuma posição volta.",
    ),
    "solve.why.retrograde.blocked": ("some cells are blocked.", "algumas casas estão bloqueadas."),
    "solve.why.retrograde.turns": (
        "the number of turns of a side belongs to a position.",
        "o número de vezes de um lado faz parte da posição.",
    ),
}
