"""Words of the language as people say them, in both languages: what fills the blanks of `sentences`."""

from __future__ import annotations

from ludoteca.play.language import Phrases, Table

WORDS: Table = {
    "all": ("in any direction", "em qualquer direção"),
    "Board.lines=all": ("in all directions", "em todas as direções"),
    "Board.lines=orthogonal": ("straight only", "só em linha reta"),
    "Board.lines=diagonal": ("diagonally only", "só na diagonal"),
    "alquerque": (
        "straight, and diagonally on every second point",
        "em reta e, de dois em dois pontos, na diagonal",
    ),
    "alquerque-odd": (
        "straight, and diagonally on the other points",
        "em reta e, nos outros pontos, na diagonal",
    ),
    "long-diagonals": ("straight, and along the two long diagonals", "em reta e nas duas diagonais longas"),
    "Board.only=all": ("all cells", "em todas as casas"),
    "Board.only=dark": ("the dark cells", "nas casas escuras"),
    "Board.only=light": ("the light cells", "nas casas claras"),
    "cells": ("cells", "casas"),
    "points": ("points", "pontos"),
    "Kind.side=each": ("each side its own", "a cada lado as suas"),
    "Kind.side=first": ("the first player", "ao primeiro jogador"),
    "Kind.side=second": ("the second player", "ao segundo jogador"),
    "Kind.side=both": ("both sides the same ones", "aos dois lados as mesmas"),
    "disc": ("a disc", "disco"),
    "crowned": ("a crowned disc", "disco coroado"),
    "animal": ("an animal", "animal"),
    "ring": ("a ring", "anel"),
    "tile": ("a tile", "ladrilho"),
    "the move ends": ("the move ends there", "o lance acaba ali"),
    "it arrives and stops": ("it arrives, and stops", "chega, e para"),
    "it arrives and goes on": ("it arrives, and goes on", "chega, e continua"),
    "first": ("the first player", "o primeiro jogador"),
    "second": ("the second player", "o segundo jogador"),
    "each": ("either side", "qualquer lado"),
    "both": ("both", "os dois"),
    "mover": ("the side to move", "quem tem a vez"),
    "hands are empty": ("no hand holds a piece", "nenhuma mão tenha peças"),
    "hand is empty": ("the mover's hand is empty", "a mão de quem joga esteja vazia"),
    "moves are made": ("so many moves are made", "tantos lances sejam feitos"),
    "optional": ("optional", "opcional"),
    "compulsory": ("compulsory", "obrigatório"),
    "most": ("compulsory, and of the most pieces", "obrigatório, e do maior número"),
    "huff": ("expected: who does not capture loses the piece", "esperado: quem não captura perde a peça"),
    "none": ("none", "nenhuma"),
    "free": ("one may go on", "pode-se continuar"),
    "finish": ("to be finished", "até o fim"),
    "straight": ("on in the same direction", "adiante na mesma direção"),
    "never": ("never", "nunca"),
    "forced": ("only without a move", "só sem lances"),
    "allowed": ("at will", "à vontade"),
    "always": ("always", "sempre"),
    "a capture": ("after a capture", "depois de uma captura"),
    "a shape": ("after completing a shape", "depois de completar uma forma"),
    "empty": ("an empty cell", "uma casa vazia"),
    "enemy": ("an enemy", "uma adversária"),
    "own": ("an own piece", "uma peça própria"),
    "any": ("any piece", "qualquer peça"),
    "Action.run-up=any": ("any number", "quantas quiser"),
    "Action.land=any": ("on any empty cell behind", "em qualquer casa vazia atrás"),
    "next": ("on the next cell behind", "na casa logo atrás"),
    "empty or enemy": ("an empty cell or an enemy", "uma casa vazia ou uma adversária"),
    "at once": ("at once", "na hora"),
    "at the end": ("at the end of the move", "no fim do lance"),
    "after the move": ("when the move is done", "quando o lance termina"),
    "no": ("no", "não"),
    "not alone": ("if there are some", "se houver"),
    "Action.take-opposite=always": ("and itself, always", "e a si mesma, sempre"),
    "block": ("one block of the board", "um bloco do tabuleiro"),
    "counter-clockwise": ("counter-clockwise, one by one", "em sentido anti-horário, uma a uma"),
    "anywhere": ("anywhere", "em qualquer lugar"),
    "Windows.on=lines": ("along the board's lines", "nas linhas do tabuleiro"),
    "When.on=lines": ("along the board's lines", "nas linhas do tabuleiro"),
    "Windows.on=anywhere": ("in any row, column or diagonal", "em qualquer fileira, coluna ou diagonal"),
    "When.on=anywhere": ("in any row, column or diagonal", "em qualquer fileira, coluna ou diagonal"),
    "top": ("top", "em cima"),
    "bottom": ("bottom", "embaixo"),
    "left": ("to the left", "à esquerda"),
    "right": ("to the right", "à direita"),
    "up": ("up", "para cima"),
    "down": ("down", "para baixo"),
    "forward": ("forward", "para a frente"),
    "backward": ("backward", "para trás"),
    "sideways": ("sideways", "para os lados"),
    "vertical": ("up and down", "para cima e para baixo"),
    "orthogonal": ("straight", "em linha reta"),
    "diagonal": ("diagonally", "na diagonal"),
    "owner wins": ("whoever gets this wins", "quem consegue isto vence"),
    "owner loses": ("whoever gets this loses", "quem consegue isto perde"),
    "draw": ("it is a draw", "é empate"),
    "mover loses": ("who is to move loses", "quem tem a vez perde"),
    "mover wins": ("who is to move wins", "quem tem a vez vence"),
    "most pieces": ("who has the most pieces wins", "vence quem tem mais peças"),
    "fewest pieces": ("who has the fewest pieces wins", "vence quem tem menos peças"),
    "most seeds": ("who has the most seeds wins", "vence quem tem mais sementes"),
    "mover first": ("the side that has just moved comes first", "vale primeiro para quem acabou de jogar"),
    "loses": ("a loss for who repeats", "derrota de quem repete"),
    "forbidden": ("a move that is not allowed", "um lance proibido"),
    "far row": ("the far row", "a fileira oposta"),
    "near row": ("the near row", "a própria fileira"),
    "centre": ("the centre", "o centro"),
    "corners": ("the corners", "os cantos"),
    "edge": ("the edge", "a borda"),
    "capture": ("capture", "captura"),
    "promotion": ("promotion", "promoção"),
    "piece": ("piece", "peça"),
    "and": ("and", "e"),
    "or": ("or", "ou"),
    "true": ("yes", "sim"),
    "false": ("no", "não"),
    "no move": ("no move for the side to move", "nenhum lance para quem tem a vez"),
    "no move for both": ("no move for either side", "nenhum lance para nenhum dos lados"),
    **{
        f"GameSpec.family={word}": said
        for word, said in {
            "blocking": ("blocking", "bloqueio"),
            "placement": ("placement", "posicionamento"),
            "alignment": ("alignment", "alinhamento"),
            "displacement": ("displacement", "deslocamento"),
            "capture": ("capture", "captura"),
            "hunt": ("hunt", "caça"),
        }.items()
    },
}

_MEANT = Phrases(WORDS)


def word(lang: str, value: object, key: str = "") -> str:
    """A word of the language as a person says it, after some key; what is not known stays as it is."""
    text = {True: "true", False: "false"}.get(value, str(value)) if isinstance(value, bool) else str(value)
    for known in (f"{key}={text}", text):
        if known in _MEANT:
            return _MEANT.say(lang, known)
    return text


def is_known(value: str, key: str = "") -> bool:
    return f"{key}={value}" in _MEANT or value in _MEANT
