"""What is said of games looked over again, and of searches looked into."""

from __future__ import annotations

from ludoteca.play.language import Table

ANALYSING: Table = {
    # Help.
    "help.analyse": (
        "look a recorded game over again: chances, mistakes, better moves",
        "rever uma partida registrada: chances, erros, lances melhores",
    ),
    "help.analyse-seconds": ("think for so long about each move", "pensa por tanto tempo em cada lance"),
    "help.analyse-nodes": (
        "look at so many positions for each move (default: 100000)",
        "olha tantas posições em cada lance (padrão: 100000)",
    ),
    "help.svg-graph": (
        "write the graph as a picture to this file (- for the screen)",
        "escreve o gráfico como figura neste arquivo (- para a tela)",
    ),
    "help.tree": (
        "the search tree of a small depth, with what pruning leaves out",
        "a árvore de busca de pouca profundidade, com o que a poda deixa de lado",
    ),
    "help.prune": (
        "prune with alpha-beta (the default), or look at everything",
        "poda com alfa-beta (padrão), ou olha tudo",
    ),
    "help.ORDER": ("ORDER", "ORDEM"),
    "help.order": (
        "which moves come first: path (as listed), best or worst (by their looks)",
        "que lances vêm antes: path (como listados), best ou worst (os que parecem melhores ou piores)",
    ),
    # Games looked over.
    "analyse.working": ("looking the game over", "revendo a partida"),
    "analyse.about-graph": (
        "Chances of {who}. Below: of whoever made the move, before and after it.",
        "Chances de {who}. Abaixo: de quem fez o lance, antes e depois dele.",
    ),
    "analyse.accuracy": ("accuracy", "precisão"),
    "analyse.inaccuracies": ("inaccuracies ?!", "imprecisões ?!"),
    "analyse.mistakes": ("mistakes ?", "erros ?"),
    "analyse.blunders": ("blunders ??", "erros graves ??"),
    "analyse.partly": (
        "Looked at {n} of {all} moves, from the end.",
        "Vistos {n} de {all} lances, a partir do fim.",
    ),
    # Trees.
    "tree.rest": (
        "… and {n} line more. --svg FILE draws it all.|… and {n} lines more. --svg FILE draws it all.",
        "… e mais {n} linha. --svg ARQUIVO desenha tudo.|… e mais {n} linhas. --svg ARQUIVO desenha tudo.",
    ),
}
