"""What is said of games looked over again, and of searches looked into."""

from __future__ import annotations

from ludoteca.play.language import Table

ANALYSING: Table = {
    # Help.
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
    # Trees.
    "tree.rest": (
        "… and {n} line more. --svg FILE draws it all.|… and {n} lines more. --svg FILE draws it all.",
        "… e mais {n} linha. --svg ARQUIVO desenha tudo.|… e mais {n} linhas. --svg ARQUIVO desenha tudo.",
    ),
}
