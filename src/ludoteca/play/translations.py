"""What lower rooms say in English, said in Portuguese: errors about moves, games, players and records.

Lower rooms write one clear English sentence. Where it fits a pattern here, its parts are put into the
Portuguese sentence; where it fits none, a refused move is still explained by its reason.
"""

from __future__ import annotations

from ludoteca.errors import IllegalMove, LudotecaError
from ludoteca.messages import catalogue
from ludoteca.play.patterns import HINT, fitting, table_of
from ludoteca.play.play_complaints import PATTERNS

_PATTERNS = (
    # Records: first, for they may quote what is said of a move.
    (r"move (\d+) is not legal\. (.+)", r"o lance \1 não é possível. \2"),
    (
        r"this game was played by other rules of (\S+): (\S+), while here they are (\S+)\.",
        r"esta partida foi jogada com outras regras de \1: \2, enquanto aqui são \3.",
    ),
    (r"the record does not end with its result: (.+)", r"o registro não termina com o resultado: \1"),
    (r'the header \[Game "…"\] is missing\.', 'falta o cabeçalho [Game "…"].'),
    # Trees.
    (
        r"this tree would have more than (\d+) nodes, and at most (\d+) can be shown: look less deep\.",
        r"esta árvore teria mais de \1 nós, e no máximo \2 podem ser mostrados: olhe menos lances à frente.",
    ),
    (
        r"this tree would have (\d+) nodes, and at most (\d+) can be shown: look less deep\.",
        r"esta árvore teria \1 nós, e no máximo \2 podem ser mostrados: olhe menos lances à frente.",
    ),
    # Tables of solved positions.
    (
        r"stopped; the work so far is kept in (.+), and goes on from there\.",
        r"interrompido; o trabalho até aqui está guardado em \1, e continua dali.",
    ),
    (r"stopped; nothing was (?:kept|changed)\.", r"interrompido; nada foi guardado."),
    (
        r"(\S+) has no table of solved positions, and none is made quickly\. See: (.+)",
        r"\1 não tem tabela de posições resolvidas, e não dá para fazer uma depressa. Veja: \2",
    ),
    (r"(.+) is not a table of solved positions\.", r"\1 não é uma tabela de posições resolvidas."),
    (r"(.+) is damaged: .+", r"\1 está danificada."),
    (
        r"(.+) was made by other rules of (\S+): (\S+), while here they are (\S+)\.",
        r"\1 foi feita com outras regras de \2: \3, enquanto aqui são \4.",
    ),
    # Moves.
    (r"the game is over: .+", r"a partida acabou."),
    (r"(.+): the game is over, .+", r"\1: a partida acabou."),
    (r"(.+): this could be any of (.+)", r"\1: pode ser qualquer um destes: \2"),
    (
        r"(.+): a move is the number of a pit, (\d+) to (\d+)\.",
        r"\1: um lance é o número de uma cova, de \2 a \3.",
    ),
    (r"(.+): (?:that|pass|swap) is not possible now\.", r"\1: isso não é possível agora."),
    (
        r"(.+): this is not a move\. A move looks like (.+)",
        r"\1: isto não é um lance. Um lance é, por exemplo, \2",
    ),
    (
        r"(.+): where from, and where to\? A move looks like (.+)",
        r"\1: de onde, e para onde? Um lance é, por exemplo, \2",
    ),
    (
        r"(.+): there is no such pit; they are numbered (\d+) to (\d+)\.",
        r"\1: essa cova não existe; elas vão de \2 a \3.",
    ),
    (r"(.+): (\S+) is not on the board\.", r"\1: \2 não está no tabuleiro."),
    (r"(.+): that pit is empty\.", r"\1: essa cova está vazia."),
    (r"(.+): there is no piece on (\S+)\.", r"\1: não há peça em \2."),
    (
        r"(.+): the other side has no seeds and must be given some\.",
        r"\1: o outro lado está sem sementes e deve receber algumas.",
    ),
    (r"(.+): (\S+) cannot be reached from (\S+)\.", r"\1: não se chega a \2 a partir de \3."),
    (r"(.+): (\S+) cannot be reached\.", r"\1: não se chega a \2."),
    (r"(.+): the piece on (\S+) is blocked\.", r"\1: \2 está bloqueada."),
    (r"(.+): the piece on (\S+) is not your piece\.", r"\1: a peça em \2 não é sua."),
    (r"(.+): (\S+) is occupied\.", r"\1: \2 está ocupada."),
    (r"(.+): (\S+) is blocked\.", r"\1: \2 está bloqueada."),
    (
        r"(.+): a capture of the most pieces is compulsory: (.+)",
        r"\1: é obrigatório capturar o maior número de peças: \2",
    ),
    (r"(.+): a capture is compulsory: (.+)", r"\1: a captura é obrigatória: \2"),
    (r"it is first's turn, not second's\.", "é a vez do primeiro, não do segundo."),
    (r"it is second's turn, not first's\.", "é a vez do segundo, não do primeiro."),
    # Games.
    (
        r'there is no game called "(.*)"\. See: ludoteca list\.',
        r'não há jogo chamado "\1". Veja: ludoteca list.',
    ),
    (r'"(.*)" is not the name of a game\.', r'"\1" não é nome de jogo.'),
    (
        r'"(.*)" is not a parameter: "name=number" is wanted\.',
        r'"\1" não é um parâmetro: escreva "nome=número".',
    ),
    (r'(\S+) has no variant "(.*)"\. It has none\.', r'\1 não tem a variante "\2". Não tem nenhuma.'),
    (r'(\S+) has no variant "(.*)"\. It has: (.+)', r'\1 não tem a variante "\2". Tem: \3'),
    (r'(\S+) has no parameter "(.*)"\. It has none\.', r'\1 não tem o parâmetro "\2". Não tem nenhum.'),
    (r'(\S+) has no parameter "(.*)"\. It has: (.+)', r'\1 não tem o parâmetro "\2". Tem: \3'),
    (
        r"((?:\S+: )?\S+) = (-?\d+) is out of range\. Allowed: (\d+) to (\d+) in steps of (\d+)\.",
        r"\1 = \2 está fora da faixa. Permitido: de \3 a \4, de \5 em \5.",
    ),
    (
        r"((?:\S+: )?\S+) = (-?\d+) is out of range\. Allowed: (\d+) to (\d+)\.",
        r"\1 = \2 está fora da faixa. Permitido: de \3 a \4.",
    ),
    (
        r"((?:\S+: )?\S+) = (-?\d+) is out of range\. Allowed: (.+)",
        r"\1 = \2 está fora da faixa. Permitido: \3",
    ),
    (r"(.+): No such file or directory\.?", r"\1: o arquivo não existe."),
    # The workshop.
    (
        r"(.+): there is such a file already; --force writes over it\.",
        r"\1: já existe um arquivo assim; --force escreve por cima.",
    ),
    (r"no card has a blank at (.+)\.", r"nenhum cartão tem uma lacuna em \1."),
    (r"there is nothing at (.+)\.", r"não há nada em \1."),
    (r"the text is not TOML yet: put that right first\.", "o texto ainda não é TOML: corrija isso primeiro."),
    (r"choose a game of the library\.", "escolha um jogo da biblioteca."),
    (r"the text is longer than (\d+) characters\.", r"o texto tem mais de \1 caracteres."),
    (r"a name needs letters or digits\.", "um nome precisa de letras ou algarismos."),
    # Players.
    (
        r'there is no player called "(.*)"\. Known players: (.+)',
        r'não há jogador chamado "\1". Conhecidos: \2',
    ),
    (
        r'the player (\S+) has no option "(.*)"\. It has none\.',
        r'o jogador \1 não tem a opção "\2". Não tem nenhuma.',
    ),
    (r'the player (\S+) has no option "(.*)"\. It has: (.+)', r'o jogador \1 não tem a opção "\2". Tem: \3'),
    (
        r'(\S+): (\S+): "(.*)" will not do: a whole number from (\S+) to (\S+) is wanted\.',
        r'\1: \2: "\3" não serve: é preciso um número inteiro de \4 a \5.',
    ),
    (
        r'(\S+): (\S+): "(.*)" will not do: a number from (\S+) to (\S+) is wanted\.',
        r'\1: \2: "\3" não serve: é preciso um número de \4 a \5.',
    ),
    (
        r'(\S+): (\S+): "(.*)" will not do: a level from (\S+) to (\S+) or its name is wanted: (.+)',
        r'\1: \2: "\3" não serve: é preciso um nível de \4 a \5 ou o nome dele: \6',
    ),
    (r"(\S+) has no level (.+)\. It has: (.+)", r"\1 não tem o nível \2. Tem: \3"),
    # Matches.
    (
        r"a person cannot play a match: it takes many games, and nobody is asked\.",
        "uma pessoa não pode jogar um match: são muitas partidas, e ninguém é consultado.",
    ),
    (
        r"the game is over before a match could begin\.",
        "a partida já acabou antes que o match pudesse começar.",
    ),
    (
        r"game (\d+), move (\d+): (\S+) \((first|second)\) failed: (.+)",
        r"partida \1, lance \2: \3 (\4) falhou: \5",
    ),
    (
        r"the process that played game (\d+) ended by itself \(exit code (\S+)\)\.",
        r"o processo que jogava a partida \1 terminou sozinho (código de saída \2).",
    ),
    (
        r'(\S+): (\S+): "(.*)" will not do: one of (.+) is wanted\.',
        r'\1: \2: "\3" não serve: é preciso um destes: \4.',
    ),
    # Players that judge positions of some games only.
    (
        r"the evaluator (\S+) needs a grid on which five in a row win; (\S+) is another kind of game\.",
        r"o avaliador \1 precisa de um tabuleiro quadriculado em que cinco em linha vencem; "
        r"\2 é outro tipo de jogo.",
    ),
    (
        r"the evaluator (\S+) needs a grid of at most (\S+) on which five in a row win; "
        r"(\S+) is another kind of game\.",
        r"o avaliador \1 precisa de um tabuleiro de no máximo \2 em que cinco em linha vencem; "
        r"\3 é outro tipo de jogo.",
    ),
    (
        r"the evaluator (\S+) needs a board of pits and stores; (\S+) is another kind of game\.",
        r"o avaliador \1 precisa de um tabuleiro de covas e depósitos; \2 é outro tipo de jogo.",
    ),
    (
        r"the evaluator (\S+) needs a board of hexagons on which both sides join two edges; "
        r"(\S+) is another kind of game\.",
        r"o avaliador \1 precisa de um tabuleiro de hexágonos em que cada lado liga duas bordas; "
        r"\2 é outro tipo de jogo.",
    ),
    (
        r"the utility (\S+) needs a game that is won by pieces in line; (\S+) is another kind of game\.",
        r"a utilidade \1 precisa de um jogo que se vence alinhando peças; \2 é outro tipo de jogo.",
    ),
    (
        r"the utility (\S+) is an evaluation itself: give it or an evaluator, not both\.",
        r"a utilidade \1 já é uma opinião: dê-a ou dê um avaliador, não os dois.",
    ),
    (
        r"a window needs a board with cells, not pits\.",
        r"uma janela precisa de um tabuleiro com casas, não covas.",
    ),
    # Positions.
    (
        r'"(.*)" is not a position: a board and the mover \("x" or "o"\) are wanted\.',
        r'"\1" não é uma posição: é preciso um tabuleiro e quem joga ("x" ou "o").',
    ),
    (
        r'the mover must be "x" \(first\) or "o" \(second\), not "(.*)"\.',
        r'quem joga deve ser "x" (primeiro) ou "o" (segundo), não "\1".',
    ),
    (r'the board "(.*)" cannot be read: (.+)', r'o tabuleiro "\1" não pode ser lido: \2'),
    (r'"(.*)" is not known in a position\. Known: (.+)', r'"\1" não se conhece numa posição. Conhecidos: \2'),
)
_TABLE = table_of((*_PATTERNS, *PATTERNS))

REASONS = {
    "the game is over": "a partida acabou.",
    "ambiguous": "há mais de um lance assim.",
    "not a move": "isto não é um lance.",
    "not on the board": "fora do tabuleiro.",
    "nothing there": "não há nada ali.",
    "not your piece": "essa peça não é sua.",
    "occupied": "a casa está ocupada.",
    "a capture is compulsory": "a captura é obrigatória.",
    "wrong side to move": "não é a vez desse lado.",
    "unreachable": "não se chega lá.",
}
"""Each reason for refusing a move, in Portuguese."""


def explain(error: LudotecaError, lang: str) -> str:
    """What an error says, in a language."""
    if error.code in catalogue(error.domain):
        return error.text(lang)
    message = str(error)
    if lang == "en":
        return message
    said = _portuguese(message)
    if said is None and isinstance(error, IllegalMove) and error.reason in REASONS:
        return REASONS[error.reason]
    return said or message


def _portuguese(message: str) -> str | None:
    """The sentence in Portuguese, with its hint at the nearest word; None if no pattern fits."""
    hint = HINT.search(message)
    fits = fitting(_TABLE, HINT.sub("", message))
    if fits is None:
        return None
    found, said = fits
    inner = _portuguese(found[2]) if found.re.pattern.startswith("move ") else None
    said = said.replace(found[2], inner) if inner else said
    return said + (f' Quis dizer "{hint[1]}"?' if hint else "")
