"""Names of variants and parameters, and where and when games come from, as a reader says them.

Files name these in one language. What is not known here, as in somebody's own file, is shown as it stands.
"""

from __future__ import annotations

import re

from ludoteca.play.language import Phrases, Table
from ludoteca.play.patterns import fitting, table_of

VARIANTS: Table = {
    "variant.two-turns": ("two turns", "duas vezes"),
    "variant.first-move": ("first move", "primeiro lance"),
    "variant.alternating": ("alternating", "alternadas"),
    "variant.standard": ("standard", "padrão"),
    "variant.swap": ("swap", "troca"),
    "variant.any-diagonal": ("any diagonal", "qualquer diagonal"),
    "variant.after-rotation": ("after rotation", "depois do giro"),
    "variant.three-pieces": ("three pieces", "três peças"),
    "variant.longer-rows": ("longer rows", "linhas maiores"),
    "variant.nine-points": ("nine points", "nove pontos"),
    "variant.placement": ("placement", "colocação"),
    "variant.long-lines": ("long lines", "linhas longas"),
    "variant.no-diagonals": ("no diagonals", "sem diagonais"),
    "variant.5x5-jumps": ("5×5 with jumps", "5×5 com saltos"),
    "variant.centre": ("centre", "centro"),
    "variant.compulsory": ("compulsory capture", "captura obrigatória"),
    "variant.majority": ("most captures", "captura da maioria"),
    "variant.single": ("single jumps", "um salto só"),
    "variant.four-walls": ("four walls", "quatro paredes"),
    "variant.immediate-promotion": ("immediate promotion", "promoção imediata"),
    "variant.empty-capture": ("empty capture", "captura vazia"),
    "variant.forward": ("forward", "para a frente"),
    "variant.all-dogs": ("all dogs", "todos os cachorros"),
    "variant.full-lines-4": ("all lines, four hounds", "todas as linhas, quatro cachorros"),
    "variant.full-lines-5": ("all lines, five hounds", "todas as linhas, cinco cachorros"),
    "variant.defenders-first": ("defenders first", "defensores começam"),
    "variant.no-repeat": ("no repetition", "sem repetição"),
}
PARAMETERS: Table = {
    "parameter.size": ("size", "tamanho"),
    "parameter.width": ("width", "largura"),
    "parameter.height": ("height", "altura"),
    "parameter.in-a-row": ("in a row", "em linha"),
    "parameter.swap": ("swap", "troca"),
    "parameter.pits": ("pits", "covas"),
    "parameter.seeds": ("seeds", "sementes"),
}
PLACES: Table = {
    "place.United States": ("United States", "Estados Unidos"),
    "place.Japan": ("Japan", "Japão"),
    "place.Europe": ("Europe", "Europa"),
    "place.England": ("England", "Inglaterra"),
    "place.Sweden": ("Sweden", "Suécia"),
    "place.Morocco": ("Morocco", "Marrocos"),
    "place.Korea": ("Korea", "Coreia"),
    "place.France": ("France", "França"),
    "place.India": ("India", "Índia"),
    "place.Ghana": ("Ghana", "Gana"),
    "place.Bororo people, Brazil": ("Bororo people, Brazil", "povo Bororo, Brasil"),
    "place.Arab world and Spain": ("Arab world and Spain", "mundo árabe e Espanha"),
    "place.Argentina": ("Argentina", "Argentina"),
    "place.Nepal": ("Nepal", "Nepal"),
    "place.Ireland": ("Ireland", "Irlanda"),
    "place.Canada": ("Canada", "Canadá"),
    "place.Mexico": ("Mexico", "México"),
    "place.Nigeria": ("Nigeria", "Nigéria"),
    "place.Madagascar": ("Madagascar", "Madagascar"),
    "place.Northern Europe": ("Northern Europe", "norte da Europa"),
    "place.Denmark": ("Denmark", "Dinamarca"),
    "place.Hawaii": ("Hawaii", "Havaí"),
    "place.Roman Empire": ("Roman Empire", "Império Romano"),
    "place.Bengal": ("Bengal", "Bengala"),
    "place.Māori people, New Zealand": ("Māori people, New Zealand", "povo maori, Nova Zelândia"),
    "place.Europe and the Mediterranean": ("Europe and the Mediterranean", "Europa e Mediterrâneo"),
    "place.Ghana and West Africa": ("Ghana and West Africa", "Gana e África Ocidental"),
    "place.Pueblo peoples, North America": (
        "Pueblo peoples, North America",
        "povos Pueblo, América do Norte",
    ),
    "place.China": ("China", "China"),
    "place.Egypt": ("Egypt", "Egito"),
    "place.Kenya": ("Kenya", "Quênia"),
    "place.Java, Indonesia": ("Java, Indonesia", "Java, Indonésia"),
    "place.Sámi people, Lapland": ("Sámi people, Lapland", "povo sámi, Lapônia"),
    "place.Philippines": ("Philippines", "Filipinas"),
    "place.Europe and Asia": ("Europe and Asia", "Europa e Ásia"),
    "place.Zimbabwe": ("Zimbabwe", "Zimbábue"),
    "place.Southern Africa": ("Southern Africa", "sul da África"),
    "place.Senegal": ("Senegal", "Senegal"),
}
LABELS = Phrases(VARIANTS, PARAMETERS, PLACES)

_TIMES = table_of((
    (r"traditional", "tradicional"),
    (r"medieval; reconstructed", "medieval; reconstruído"),
    (r"medieval", "medieval"),
    (r"about (\d+)", r"por volta de \1"),
    (r"before (\d+) BC", r"antes de \1 a.C."),
    (r"before (\d+)", r"antes de \1"),
    (r"recorded by (\d+)", r"registrado até \1"),
    (r"recorded (\d+)", r"registrado em \1"),
    (r"early (\d+)th century", r"início do século \1"),
    (r"(\d+)th century", r"século \1"),
    (r"(\d+)-(\d+)", r"\1-\2"),
))  # fmt: skip
"""When games are from, in words."""


def variant(lang: str, word: str, named: str = "") -> str:
    """What a variant is called: its own name, or what its word means."""
    return named or LABELS.find(lang, f"variant.{word}", re.sub(r"(\d)x(\d)", r"\1×\2", word))


def parameter(lang: str, word: str) -> str:
    return LABELS.find(lang, f"parameter.{word}", word)


def place(lang: str, text: str) -> str:
    """Where a game comes from."""
    return LABELS.find(lang, f"place.{text}", text)


def time(lang: str, said: int | str | None) -> str:
    """When a game is from."""
    text = "" if said is None else str(said)
    if lang != "en":
        fits = fitting(_TIMES, text)
        return fits[1] if fits else text
    return text
