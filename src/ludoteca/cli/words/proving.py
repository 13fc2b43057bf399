"""What the solver's forward proofs say."""

from __future__ import annotations

from ludoteca.play.language import Table

PROVING: Table = {
    "help.certificate": (
        "write a forward proof down, to be checked with verify",
        "gravar a prova direta, para conferir com verify",
    ),
    "verify.proof": (
        "{file} proves of {game}: {value}. {positions} positions hold against every reply.",
        "{file} prova sobre {game}: {value}. {positions} posições resistem a todas as respostas.",
    ),
    "verify.no-proof": ("{file} proves nothing: {problem}.", "{file} não prova nada: {problem}."),
    "solve.doing.proving": ("proving", "provando"),
    "solve.why.forward.search": (
        "every move spends something for good, so each line can be searched to its end: "
        "perhaps {positions} positions.",
        "cada lance gasta algo de vez, e toda variante pode ser vista até o fim: "
        "talvez {positions} posições.",
    ),
    "solve.why.forward.numbers": (
        "every move spends something for good; a narrow proof of a win is looked for where it is nearest.",
        "cada lance gasta algo de vez, e procura-se uma prova estreita de vitória onde ela está mais perto.",
    ),
    "solve.why.forward.connection": (
        "a chain needs only its own cells: what refutes one move refutes all that leave it alone.",
        "uma corrente só precisa das próprias casas: o que refuta um lance refuta todos os que não a tocam.",
    ),
    "solve.why.forward.lines": (
        "stones stay, and only a line wins ({lines} of them): each side is asked whether it can complete "
        "one, and what the other holds by pairs of cells need not be searched: perhaps {positions} "
        "positions.",
        "as pedras ficam, e só uma linha vence (são {lines}): pergunta-se de cada lado se pode completar "
        "uma, e o que o outro segura com pares de casas não precisa ser visto: talvez {positions} posições.",
    ),
    "solve.why.forward.unaligned": (
        "it is not decided by lines of stones alone.",
        "não se decide só por linhas de pedras.",
    ),
    "solve.why.forward.unlined": (
        "the board has more than 64 cells, or too many lines, or lines that are too long.",
        "o tabuleiro tem mais de 64 casas, linhas demais ou linhas longas demais.",
    ),
    "solve.why.forward.arrows": (
        "arrows block cells for good: where one side is alone its moves are counted, the rest is searched; "
        "perhaps {positions} positions.",
        "flechas bloqueiam casas de vez: onde um lado está só, contam-se os seus lances, o resto é buscado; "
        "talvez {positions} posições.",
    ),
    "solve.why.forward.unshot": (
        "it is not a plain game of moving and shooting on at most 64 cells.",
        "não é um jogo simples de mover e atirar em no máximo 64 casas.",
    ),
    "solve.why.forward.unconnected": (
        "it is not decided by a chain of stones alone.",
        "não se decide só por uma corrente de pedras.",
    ),
    "solve.why.forward.unlinked": (
        "the board has more than 54 cells.",
        "o tabuleiro tem mais de 54 casas.",
    ),
    "solve.why.forward.small": (
        "it is so small that a search tells the distances too.",
        "é tão pequeno que uma busca diz também as distâncias.",
    ),
    "solve.why.forward.seeds": (
        "seeds are counted at the end: the exact margin is found, with a table of all positions "
        "with at most {seeds} seeds.",
        "contam-se sementes no fim: acha-se a diferença exata, com uma tabela de todas as posições "
        "com no máximo {seeds} sementes.",
    ),
    "solve.why.forward.pieces": (
        "pieces are counted at the end: the exact margin is found.",
        "contam-se peças no fim: acha-se a diferença exata.",
    ),
    "solve.why.forward.cycles": (
        "a position can come back, so a search to the end need not end.",
        "uma posição pode voltar, e uma busca até o fim poderia não acabar.",
    ),
    "solve.why.forward.passing": (
        "a player may pass, so a position can come back.",
        "pode-se passar a vez, e assim uma posição pode voltar.",
    ),
    "solve.why.forward.counts": (
        "its end depends on how many moves were made, not on the position alone.",
        "o fim depende de quantos lances foram feitos, e não só da posição.",
    ),
    "solve.why.forward.sowing": (
        "seeds are better counted exactly (margins).",
        "sementes se contam melhor com exatidão (margins).",
    ),
    "solve.why.forward.uncounted": (
        "it is not decided by counting alone.",
        "não se decide só por contagem.",
    ),
    "solve.why.forward.large": (
        "perhaps {positions} positions would have to be looked at.",
        "seria preciso ver talvez {positions} posições.",
    ),
}
