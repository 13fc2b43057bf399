"""What every front end says alike, in both languages: sides, families, verbs, players, why a game ended."""

from __future__ import annotations

from ludoteca.games import Game, Outcome
from ludoteca.play.language import Phrases, Table

SIDES: Table = {
    "side.first": ("first", "primeiro"),
    "side.second": ("second", "segundo"),
}
FAMILIES: Table = {
    "family.blocking": ("blocking", "bloqueio"),
    "family.placement": ("placement", "posicionamento"),
    "family.alignment": ("alignment", "alinhamento"),
    "family.displacement": ("displacement", "deslocamento"),
    "family.capture": ("capture", "captura"),
    "family.hunt": ("hunt", "caça"),
}
VERBS: Table = {
    "verb.place": ("place", "colocar"),
    "verb.step": ("step", "andar"),
    "verb.slide": ("slide", "deslizar"),
    "verb.leap": ("leap", "saltar"),
    "verb.fly": ("fly", "voar"),
    "verb.shoot": ("shoot", "atirar"),
    "verb.block": ("block", "bloquear"),
    "verb.remove": ("remove", "retirar"),
    "verb.rotate": ("rotate", "girar"),
    "verb.sow": ("sow", "semear"),
    "verb.exit": ("leave the board", "sair do tabuleiro"),
    "verb.pass": ("pass", "passar a vez"),
    "verb.swap": ("swap", "trocar"),
    "verb.flip": ("turn over", "virar"),
    "verb.capture": ("capture", "capturar"),
}
REASONS: Table = {
    "reason.align": ("pieces in line", "peças alinhadas"),
    "reason.filled-line": ("a line filled", "uma linha preenchida"),
    "reason.pattern": ("pieces in the winning shape", "peças na forma da vitória"),
    "reason.reach": ("the goal was reached", "a meta foi alcançada"),
    "reason.fill": ("the goal was filled", "a meta foi ocupada"),
    "reason.enemy-left": ("the enemy had too few pieces left", "restaram poucas peças do adversário"),
    "reason.own-left": ("one side had too few pieces left", "um dos lados ficou com poucas peças"),
    "reason.each-left": ("both sides had too few pieces left", "os dois lados ficaram com poucas peças"),
    "reason.connect": ("the sides were joined", "os lados foram ligados"),
    "reason.one-group": ("all pieces in one group", "todas as peças num só grupo"),
    "reason.still-in": ("a piece had stayed at home too long", "uma peça ficou tempo demais em casa"),
    "reason.side-empty": ("one side was empty", "um lado ficou vazio"),
    "reason.stored": ("enough seeds were stored", "sementes suficientes guardadas"),
    "reason.passed": ("the enemy was passed", "o adversário foi ultrapassado"),
    "reason.stalled": ("too many idle moves", "lances demais sem avançar"),
    "reason.board-full": ("the board was full", "o tabuleiro encheu"),
    "reason.no move": ("no move was left", "não restou nenhum lance"),
    "reason.repetition": ("the position was repeated", "a posição se repetiu"),
    "reason.no progress": ("too many moves without progress", "lances demais sem progresso"),
    "reason.full board": ("the board was full", "o tabuleiro encheu"),
    "reason.length": ("the game was too long", "a partida ficou longa demais"),
    "reason.resignation": ("resignation", "desistência"),
    "reason.agreement": ("by agreement", "de comum acordo"),
    "reason.adjudication": ("by adjudication", "por arbitragem"),
    "reason.time": ("time ran out", "o tempo acabou"),
}
PLAYERS: Table = {
    "player.human": ("A person.", "Uma pessoa."),
    "player.random": ("Plays any legal move.", "Joga qualquer lance possível."),
    "player.level": ("Plays at a level you choose.", "Joga no nível que você escolher."),
    "player.engine": ("Thinks ahead and plays to win.", "Pensa adiante e joga para ganhar."),
    "player.minimax": (
        "Looks at every move, some moves ahead, and expects the best replies.",
        "Examina todos os lances, alguns lances adiante, e espera as melhores respostas.",
    ),
    "player.negamax": (
        "Minimax with one rule for both sides: what is good for one is bad for the other.",
        "Minimax com uma só regra para os dois lados: o que é bom para um é ruim para o outro.",
    ),
    "player.alphabeta": (
        "Minimax that skips what cannot change its choice.",
        "Minimax que pula o que não pode mudar a escolha.",
    ),
    "player.expectiminimax": (
        "Looks some moves ahead and takes the opponent to move at random.",
        "Examina alguns lances adiante e supõe que o adversário joga ao acaso.",
    ),
    "player.timeout": (
        "Follows one line after the other to its end until the time is up.",
        "Segue uma linha após a outra até o fim, enquanto houver tempo.",
    ),
    "player.explosion-guard": (
        "Looks ahead until the moves threaten to multiply without end.",
        "Examina adiante até que os lances ameacem se multiplicar sem fim.",
    ),
    "player.breadth-first": (
        "Grows the whole tree level by level and keeps it from move to move.",
        "Expande a árvore inteira nível a nível e a guarda de um lance a outro.",
    ),
    "player.mcts": (
        "Grows a tree of random games and plays the move that does best in them.",
        "Expande uma árvore de partidas ao acaso e joga o lance que se sai melhor nelas.",
    ),
    "player.perfect": (
        "Plays from a table of solved positions: wins soonest, loses latest, and sets traps in a draw.",
        "Joga por uma tabela de posições resolvidas: vence logo, perde tarde e arma ciladas no empate.",
    ),
    "player.computer": ("computer", "computador"),
}
OUTCOMES: Table = {
    "outcome.win": ("{who} wins: {why}.", "Vitória: {who} ({why})."),
    "outcome.draw": ("Draw: {why}.", "Empate: {why}."),
}

TERMS = Phrases(SIDES, FAMILIES, VERBS, REASONS, PLAYERS, OUTCOMES)


def reason(lang: str, word: str) -> str:
    """Why a game ended, as a player says it."""
    return TERMS.find(lang, f"reason.{word}", word)


def outcome(lang: str, ended: Outcome, who: str) -> str:
    """How a game ended; `who` is the winner's name."""
    key = "outcome.win" if ended.winner else "outcome.draw"
    return TERMS.say(lang, key, who=who, why=reason(lang, ended.reason))


def side(lang: str, game: Game, word: str) -> str:
    """What a side is called in a game, in a language."""
    named = game.side_name(word, lang)
    return named if named != word else TERMS.say(lang, f"side.{word}")


def mark(lang: str, game: Game, word: str) -> str:
    """A side with the letter of its pieces: `White x`; on boards without pieces its name alone."""
    named, letter = side(lang, game, word), "x" if word == "first" else "o"
    if game.board.style == "pits":
        return named
    return letter if named.casefold() == letter else f"{named} {letter}"
