"""What the language says of a mistake in a game's file in English, said in Portuguese."""

from __future__ import annotations

import re

from ludoteca.play.patterns import HINT, fitting, table_of

_PATTERNS = (
    # TOML.
    (r"this is not TOML: invalid value\..*", "isto não é TOML: valor inválido. Um texto fica entre aspas."),
    (r"this is not TOML: invalid statement\.",
     "isto não é TOML: aqui não começa nem uma chave nem uma [tabela]."),
    (r"this is not TOML: invalid initial character for a key part\.",
     "isto não é TOML: uma chave não pode começar com este sinal."),
    (r"this is not TOML: expected '=' after a key in a key/value pair\.",
     "isto não é TOML: depois de uma chave vem o sinal =."),
    (r"this is not TOML: expected '\]' at the end of a table declaration\.",
     "isto não é TOML: falta ] no fim do nome da tabela."),
    (r"this is not TOML: expected '\]\]' at the end of an array declaration\.",
     "isto não é TOML: falta ]] no fim do nome da lista de tabelas."),
    (r"this is not TOML: expected newline or end of document after a statement\.",
     "isto não é TOML: depois de um valor a linha acaba; aqui há mais alguma coisa."),
    (r"this is not TOML: expected (.+)\.", r"isto não é TOML: aqui falta \1."),
    (r"this is not TOML: unclosed array\.", "isto não é TOML: uma lista não foi fechada: falta ]."),
    (r"this is not TOML: unclosed inline table\.",
     "isto não é TOML: uma tabela não foi fechada: falta }."),
    (r"this is not TOML: unterminated string\.", "isto não é TOML: um texto não foi fechado: faltam aspas."),
    (r"this is not TOML: (?:found invalid|illegal) character (.+)\.",
     r"isto não é TOML: o sinal \1 não pode estar aqui."),
    (r"this is not TOML: cannot declare (.+) twice\.", r"isto não é TOML: a tabela \1 é dita duas vezes."),
    (r"this is not TOML: duplicate inline table key (.+)\.",
     r"isto não é TOML: a chave \1 é dita duas vezes."),
    (r"this is not TOML: cannot overwrite a value\.", "isto não é TOML: esta chave já foi dita antes."),
    (r"this is not TOML: cannot (?:mutate immutable|redefine) namespace (.+)\.",
     r"isto não é TOML: \1 já foi dita inteira em outro lugar."),
    (r"this is not TOML: unescaped '.+' in a string\.",
     r"isto não é TOML: num texto, a barra \\ é escrita duas vezes."),
    (r"this is not TOML: (?:invalid hex value|escaped character is not a Unicode scalar value)\.",
     "isto não é TOML: este código não é de nenhuma letra."),
    (r"this is not TOML: invalid date or datetime\.", "isto não é TOML: esta data não existe."),
    (r"this is not TOML: a number or a date that cannot be\.",
     "isto não é TOML: um número ou uma data que não pode ser."),
    (r"this is not TOML: .+", "isto não é TOML: algo aqui não se entende."),
    (r"the file is not UTF-8 text\.", "o arquivo não é texto em UTF-8."),
    (r"the text is longer than (\d+) characters\.", r"o texto tem mais de \1 caracteres."),
    (r"the file is larger than (\d+) characters\.", r"o arquivo tem mais de \1 caracteres."),
    (r"tables are nested more than (\d+) deep\.", r"as tabelas estão aninhadas em mais de \1 níveis."),
    (r"at most (\d+) variants are allowed, not (\d+)\.", r"no máximo \1 variantes são permitidas, não \2."),
    (r"the board has more than (\d+) cells\.", r"o tabuleiro tem mais de \1 casas."),
    # Values.
    (r"(.+) is out of range\. Allowed: (\d+) to (\d+)( in steps of (\d+))?\.",
     r"\1 está fora da faixa. Permitido: de \2 a \3."),
    (r"(.+) is out of range\. Allowed: (.+)", r"\1 está fora da faixa. Permitido: \2"),
    (r"(.+) is not a whole number\. Wanted: a whole number from (\S+) to (\S+)\.",
     r"\1 não é um número inteiro. É preciso um de \2 a \3."),
    (r"(.+) is neither true nor false\.", r"\1 não é nem true nem false."),
    (r"(.+) is not a text\. Wanted: .+", r"\1 não é um texto."),
    (r"(.+) is not known here\. Allowed: (.+)", r"\1 não se conhece aqui. Permitido: \2"),
    (r"(.+) is not a list\. Wanted: .+", r"\1 não é uma lista."),
    (r"(.+) is not a table\. .+", r"\1 não é uma tabela."),
    (r"(\d+) values are wanted, not (\d+)\.", r"são precisos \1 valores, não \2."),
    (r"(.+) values? (?:is|are) wanted, not (\d+)\.", r"o número de valores não serve: \2. (\1)"),
    (r"at most (\d+) (?:names|actions) are allowed, not (\d+)\.", r"no máximo \1 são permitidos, não \2."),
    (r"(.+) cannot be a name here: .+", r"\1 não pode ser um nome aqui."),
    (r'the key "(.+?)" is missing: .+', r'falta a chave "\1".'),
    (r"no such key\. (?:Known keys|With .+ go): (.+)", r"esta chave não existe. Conhecidas: \1"),
    (r'this does not go with "(.+?)"\. With .+ go: (.+)', r'isto não combina com "\1". Combinam: \2'),
    (r"this goes only with (.+)\.", r"isto só vale junto com \1."),
    # Actions, turns, ends.
    (r"(.+) is not an action\. Known verbs: (.+)", r"\1 não é uma ação. Verbos conhecidos: \2"),
    (r"no action called (.+?)\. Known verbs: (.+)", r"não há ação chamada \1. Verbos conhecidos: \2"),
    (r"one verb is enough, not (.+?)\. .+", r"basta um verbo, não \1."),
    (r"an action needs a verb\. Known verbs: (.+)", r"uma ação precisa de um verbo. Conhecidos: \1"),
    (r"one condition is enough, not (.+?)\. Known: .+", r"basta uma condição, não \1."),
    (r"an end needs a condition\. Known: (.+)", r"um fim precisa de uma condição. Conhecidas: \1"),
    (r'after = "a shape" and the key "shape" go together\.',
     'after = "a shape" e a chave "shape" vão juntos.'),
    (r"a line of (\d+) does not fit on this board\.", r"uma linha de \1 não cabe neste tabuleiro."),
    (r"the pattern does not fit on this board\.", "a forma não cabe neste tabuleiro."),
    (r'"(.+)" needs a board with cells, not pits\.', r'"\1" precisa de um tabuleiro com casas, não covas.'),
    (r'"(.+)" goes with "no move" only; say "owner wins" or "owner loses"\.',
     r'"\1" só vale com "no move"; diga "owner wins" ou "owner loses".'),
    (r'with "no move" say "mover wins" or "mover loses", not "(.+)"\.',
     r'com "no move", diga "mover wins" ou "mover loses", não "\1".'),
    (r"there are no seeds to count on this board\.", "não há sementes para contar neste tabuleiro."),
    (r"there are no pieces to count in pits\.", "não há peças para contar nas covas."),
    (r'"no move for both" speaks of both sides\.', '"no move for both" fala dos dois lados.'),
    (r'this board has no side called "(.+)"\.', r'este tabuleiro não tem o lado "\1".'),
    (r'there are no cells in "(.+)"\.', r'não há casas em "\1".'),
    (r'nobody for whom this could hold has a "(.+)"\.', r'ninguém para quem isto valeria tem "\1".'),
    (r'a game has one "turn" or several "phase"s, not both\.',
     'um jogo tem um "turn" ou vários "phase", não os dois.'),
    (r"nothing follows, so there is nothing to wait for\.", "nada vem depois, então não há o que esperar."),
    (r'a phase that another follows needs "until"\.', 'uma fase seguida de outra precisa de "until".'),
    (r'until = "moves are made" and the key "moves" go together\.',
     'until = "moves are made" e a chave "moves" vão juntos.'),
    (r'"shoot" follows the move of a piece: say it in "then"\.',
     '"shoot" vem depois do movimento de uma peça: diga-o em "then".'),
    (r'"shoot" can follow only where a piece has moved or been placed\.',
     '"shoot" só pode vir depois que uma peça se moveu ou foi colocada.'),
    (r"nothing can follow a sowing in the same move\.", "nada pode vir depois da semeadura no mesmo lance."),
    (r"the (first|second) player has nothing to do: .+", r"o jogador \1 não tem o que fazer."),
    (r'the (first|second) player has no "(.+)"\.', r'o jogador \1 não tem "\2".'),
    (r"the (first|second) player has no pieces to place\.", r"o jogador \1 não tem peças para colocar."),
    (r'both sides need the same kinds (?:.+), and only one has "(.+)"\.',
     r'os dois lados precisam dos mesmos tipos, e só um tem "\1".'),
    (r"long leaps must capture: add take = true\.", "saltos longos devem capturar: diga take = true."),
    (r"no step on this board goes (.+)\.", r"nenhum passo neste tabuleiro vai para \1."),
    (r"pieces can fall on a grid only\.", "peças só caem num tabuleiro quadriculado."),
    (r'there are no blocks to rotate: the board needs the key "block"\.',
     'não há blocos para girar: o tabuleiro precisa da chave "block".'),
    (r'seeds are sown in pits: the board needs the key "pits"\.',
     'semeia-se em covas: o tabuleiro precisa da chave "pits".'),
    (r'approach and withdrawal need capture = "compulsory" in the turn\.',
     'aproximação e afastamento precisam de capture = "compulsory".'),
    (r"this goes with pieces = 2 only\.", "isto só vale com pieces = 2."),
    (r"no two cells are (\d+) steps apart\.", r"não há casas a \1 passos uma da outra."),
    # The start and the board.
    (r"it has (\d+) rows, and the board (\d+)\.", r"tem \1 fileiras, e o tabuleiro, \2."),
    (r"row (\d+) is longer than (\d+) cells\.", r"a fileira \1 tem mais de \2 casas."),
    (r"row (\d+) has (\d+) cells, and the board (\d+)\.", r"a fileira \1 tem \2 casas, e o tabuleiro, \3."),
    (r"there are no pits to put seeds in\.", "não há covas para pôr sementes."),
    (r'a board of pits needs "seeds" in the set-up\.', 'um tabuleiro de covas precisa de "seeds" no início.'),
    (r"pits hold seeds, not pieces\.", "covas guardam sementes, não peças."),
    (r"two pieces would stand on (\S+)\.", r"duas peças ficariam em \1."),
    (r'no kind of piece called "(.+?)"\. Known: (.+)', r'não há tipo de peça chamado "\1". Conhecidos: \2'),
    (r"no kind of piece is shared: .+", 'nenhum tipo de peça é comum: é preciso um com side = "both".'),
    (r'"(.+)" is not a direction\. Known: (.+)', r'"\1" não é uma direção. Conhecidas: \2'),
    (r'"(.*)": after "(.+)" comes "row" or "rows N", not "(.+)"\.',
     r'"\1": depois de "\2" vem "row" ou "rows N", não "\3".'),
    (r'"(.*)": (.+?)\. Known: (.+)', r'"\1": não se entende. Conhecidos: \3'),
    (r"(.+): one of (.+)\.", r"o tabuleiro precisa de uma forma: \2."),
    (r"the board has (.+)\. Allowed: (\d+) to (\d+)\.", r"o tabuleiro tem \1. Permitido: de \2 a \3."),
    (r"a (\d+x\d+) board cannot be cut into blocks of (\d+x\d+)\.",
     r"um tabuleiro de \1 não se divide em blocos de \2."),
    (r"a board with blocks cannot have holes\.", "um tabuleiro com blocos não pode ter buracos."),
    (r"long diagonals need a square board, not (\d+) by (\d+)\.",
     r"diagonais longas precisam de um tabuleiro quadrado, não \1 por \2."),
    (r"no such cells to leave out: (.+)\.", r"não há estas casas para tirar: \1."),
    (r"too many (.+)\. The limit is (\d+)\.", r"há demais: \1. O limite é \2."),
    (r'"(.+)" and "(.+)" differ in nothing but capitals\.', r'"\1" e "\2" só diferem em maiúsculas.'),
    (r"(\d+) blocks are too many\. The limit is (\d+)\.", r"\1 blocos são demais. O limite é \2."),
    (r'"stalled" goes with side = "first" or side = "second", and only once\.',
     '"stalled" vai com side = "first" ou side = "second", e uma só vez.'),
    (r'two kinds of pieces are written "(.+)": one needs other "letters"\.',
     r'dois tipos de peça se escrevem "\1": um precisa de outras "letters".'),
    (r"only one kind of piece can be shared\.", "só um tipo de peça pode ser comum."),
    (r'a shared piece is always written "\*"\.', 'uma peça comum se escreve sempre "*".'),
    (r'"(.+)" cannot stand for a piece: a letter is wanted\.',
     r'"\1" não pode representar uma peça: é preciso uma letra.'),
    (r"with pieces = 2 goes none of (.+)\.", r"com pieces = 2 não vai nenhum destes: \1."),
    (r'a slide goes over pieces only if it is "counted"\.',
     'um deslizamento só passa por cima de peças se for "counted".'),
    (r"there is no cell from which a piece could leave the board so\.",
     "não há casa da qual uma peça pudesse sair assim do tabuleiro."),
    (r'just one of "left" and "beside" is wanted\.', 'é preciso só um de "left" e "beside".'),
    (r"there are no tracks to go along\.", "não há trilhas para percorrer."),
    (r"too many different rules of custody\. The limit is 4\.",
     "há regras demais de captura por cerco. O limite é 4."),
    (r"a track needs at least three cells\.", "uma trilha precisa de pelo menos três casas."),
    (r'there is no cell "(.+)"\.', r'não há a casa "\1".'),
    (r"a kind's own moves are its own: leave this out\.",
     "os movimentos de um tipo já são só dele: tire isto."),
    (r'"exactly" and "gaps" do not go together\.', '"exactly" e "gaps" não vão juntos.'),
    (r"there are more than (\d+) such shapes here\.", r"há mais de \1 formas assim aqui."),
    (r'"(.+)" is not made of "x", "\." and "/"\.', r'"\1" não é feita de "x", "." e "/".'),
    (r'just one of "align", "filled-line" and "pattern" is wanted\.',
     'é preciso só um de "align", "filled-line" e "pattern".'),
    (r'the region "(.+)" is explained by itself\.', r'a região "\1" é explicada por ela mesma.'),
    (r'"cell (.+) (.+)" can be said of a grid only\.', r'"cell \1 \2" só vale num tabuleiro quadriculado.'),
    (r'there is no "cell (.+) (.+)" on this board\.', r'não há "cell \1 \2" neste tabuleiro.'),
    (r"a direction needs at least one word\. Known: (.+)",
     r"uma direção precisa de pelo menos uma palavra. Conhecidas: \1"),
    (r"(.+) is not a variant\. Known: (.+)", r"\1 não é uma variante. Conhecidas: \2"),
    (r"the variants are based on each other in a circle\.",
     "as variantes se baseiam umas nas outras em círculo."),
    (r'"move" means the moves of the pieces, and cannot be said here\.',
     '"move" são os movimentos das peças, e não pode ser dito aqui.'),
    (r'(.+) means the variant "(.*)", not "(.*)"\.', r'\1 quer dizer a variante "\2", não "\3".'),
    (r'(?:a|an) (?:rhombus|grid|hexagon|board of pits|wheel) needs at least (.+), not (.+)\.',
     r"este tabuleiro é pequeno demais: \2."),
    (r"a board needs at least one (?:cell|point).*", "um tabuleiro precisa de pelo menos uma casa."),
    (r"(?:line|lines|ring|rings|joined|track) (.+): no point called (.+)\.",
     r"em \1 não há ponto chamado \2."),
    (r"(?:\w+) (.+): needs (\d+) or more points, each once\.",
     r"\1: são precisos \2 ou mais pontos, cada um uma vez."),
    (r"points (\S+) and (\S+) stand on the same spot\.", r"os pontos \1 e \2 estão no mesmo lugar."),
    (r'"(.*)": something is missing after "(.+)"\.', r'"\1": falta algo depois de "\2".'),
    (r'"(.*)": "(.+) rows" needs a number from 1, not "(.*)"\.',
     r'"\1": "\2 rows" precisa de um número a partir de 1, não "\3".'),
    (r'"(.*)": no \w+ "(.*)"; known: (.+)\.', r'"\1": não há "\2". Conhecidos: \3.'),
    (r'"(.*)": (\S+) and (\S+) are not on one straight line\.',
     r'"\1": \2 e \3 não estão na mesma linha reta.'),
    (r'there is no variant "(.*)"\..*', r'não há a variante "\1".'),
    (r"and more\.", "e outros."),
)  # fmt: skip
_TABLE = table_of(_PATTERNS)
_PLAYERS = re.compile(r"o jogador (first|second)")
_PLACES = {"first": "o primeiro jogador", "second": "o segundo jogador"}
_PLACE = re.compile(
    r"(?P<file>(?:[^\s:]+\.toml(?:/[^\s:]+)?: )?)(?P<place>(?:[^\s:\"]+: )?)(?P<what>.+)", re.DOTALL
)
_LINE = re.compile(r"(?:line (?P<line>\d+), column (?P<column>\d+)|end of document): ")


def said(what: str, lang: str) -> str:
    """What is wrong, in a language, with a capital at its beginning."""
    if lang != "en":
        what = portuguese(what) or what
    return what[:1].upper() + what[1:]


def portuguese(what: str) -> str | None:
    """What is wrong, without its place, in Portuguese; None if nobody has said it yet."""
    inside = re.fullmatch(r"in (.+?): (.+)", what, re.DOTALL)
    if inside:
        return f"em {inside[1]}: {portuguese(inside[2]) or inside[2]}"
    hint = HINT.search(what)
    fits = fitting(_TABLE, HINT.sub("", what))
    if fits is None:
        return None
    told = fits[1] + (f" Quis dizer “{hint[1]}”?" if hint else "")
    return _PLAYERS.sub(lambda one: _PLACES[one[1]], told)


def in_portuguese(problem: str) -> str:
    """A whole line of a `RulesError`: the file and the place stay, what is wrong there is translated."""
    rest = _PLACE.fullmatch(problem)
    if rest is None:
        return problem
    line = _LINE.match(rest["what"])
    if line:
        what = rest["what"][line.end() :]
        there = f"linha {line['line']}, coluna {line['column']}" if line["line"] else "fim do arquivo"
        return f"{rest['file']}{there}: {portuguese(what) or what}"
    known = portuguese(rest["what"])
    if known is None and rest["place"]:
        whole = portuguese(rest["place"] + rest["what"])
        return rest["file"] + (whole or rest["place"] + rest["what"])
    return rest["file"] + rest["place"] + (known or rest["what"])
