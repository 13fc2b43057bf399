"""What experiments, their rows and the reports are called, in both languages. They speak of games by name, so
they stand here and not among the words of the command line."""

from __future__ import annotations

from ludoteca.play.language import Phrases, Table

REPORTS: Table = {
    "report.thesis": (
        "Schütz (2020), thesis: Tapatan, Jogo-da-Velha 4, Tic Tackle",
        "Schütz (2020), trabalho de conclusão: Tapatan, Jogo-da-Velha 4, Tic Tackle",
    ),
    "report.gomoku": ("Santos (2015): Gomoku", "Santos (2015): Gomoku"),
    "report.pentago": ("Pinto, Martins and Silva (2016): Pentago", "Pinto, Martins e Silva (2016): Pentago"),
    "report.mancala": (
        "Costa and Moutinho (2017): Mancala (Kalah)",
        "Costa e Moutinho (2017): Mancala (Kalah)",
    ),
    "report.hex": ("Pedrini, Slomp and Morandi (2004): Hex", "Pedrini, Slomp e Morandi (2004): Hex"),
}
TITLES: Table = {
    "title.same-choice": (
        "Pruning changes no choice: minimax and alpha-beta in the same positions",
        "A poda não muda a escolha: minimax e alfa-beta nas mesmas posições",
    ),
    "title.breadth-and-depth": (
        "Breadth first (the tree in memory, grown in Python) and alpha-beta, to the same depth",
        "Busca em largura (árvore na memória, em Python) e alfa-beta, à mesma profundidade",
    ),
    "title.copying-and-undoing": (
        "Nodes that keep a copy of the board, and nodes that keep moves to be taken back",
        "Nós que guardam uma cópia do tabuleiro, e nós que guardam lances a desfazer",
    ),
    "title.timeout-and-guard": (
        "Jogo-da-Velha 4: the time-out and the guard against explosion",
        "Jogo-da-Velha 4: o limite de tempo e a detecção de explosão combinatória",
    ),
    "title.parity": (
        "The parity rule: alpha-beta of every depth against alpha-beta of depth 4",
        "A regra da paridade: alfa-beta de cada profundidade contra alfa-beta de profundidade 4",
    ),
    "title.aimless-play": (
        "Tic Tackle: play without an aim, and its cure",
        "Tic Tackle: o jogo sem rumo, e a cura",
    ),
    "title.gomoku-depth": (
        "Gomoku: time for a move by depth, window of 6x6",
        "Gomoku: tempo de um lance por profundidade, janela de 6x6",
    ),
    "title.gomoku-window": (
        "Gomoku: the window around the last move",
        "Gomoku: a janela em volta do último lance",
    ),
    "title.gomoku-ordering": (
        "Gomoku: the nearest moves first, window of 6x6",
        "Gomoku: primeiro os lances mais próximos, janela de 6x6",
    ),
    "title.pentago-pruning": (
        "Pentago: time for the first move by depth, with and without pruning",
        "Pentago: tempo do primeiro lance por profundidade, com e sem poda",
    ),
    "title.pentago-depth": (
        "Pentago: depth 3 against depth 1",
        "Pentago: profundidade 3 contra profundidade 1",
    ),
    "title.pentago-matrices": (
        "Pentago: the table of patterns on the report's three boards",
        "Pentago: a tabela de padrões nos três tabuleiros do relatório",
    ),
    "title.pentago-successors": (
        "Pentago: moves that lead to the same position",
        "Pentago: lances que levam à mesma posição",
    ),
    "title.kalah-time": ("Kalah: time for a move by height", "Kalah: tempo de um lance por altura"),
    "title.kalah-heights": ("Kalah: heights against each other", "Kalah: alturas umas contra as outras"),
    "title.hex-speed": ("Hex 11x11: what an opinion costs", "Hex 11x11: quanto custa uma avaliação"),
    "title.hex-evaluators": (
        "Hex: rows, bridges and resistors against each other",
        "Hex: linhas, pontes e resistores uns contra os outros",
    ),
}
ROWS: Table = {
    "row.same-choice": (
        "{game}, depth {depth}, {positions} positions: same move",
        "{game}, profundidade {depth}, {positions} posições: mesmo lance",
    ),
    "row.nodes-saved": (
        "{game}, depth {depth}, {positions} positions: nodes saved",
        "{game}, profundidade {depth}, {positions} posições: nós poupados",
    ),
    "row.wide-seconds": (
        "{game}, depth {depth}: breadth first, time",
        "{game}, profundidade {depth}: largura, tempo",
    ),
    "row.deep-seconds": (
        "{game}, depth {depth}: alpha-beta, time",
        "{game}, profundidade {depth}: alfa-beta, tempo",
    ),
    "row.wide-nodes": (
        "{game}, depth {depth}: breadth first, nodes",
        "{game}, profundidade {depth}: largura, nós",
    ),
    "row.deep-nodes": (
        "{game}, depth {depth}: alpha-beta, nodes",
        "{game}, profundidade {depth}: alfa-beta, nós",
    ),
    "row.copying-seconds": (
        "{game}, depth {depth}, {nodes} nodes: copying, time",
        "{game}, profundidade {depth}, {nodes} nós: copiando, tempo",
    ),
    "row.copying-memory": (
        "{game}, depth {depth}, {nodes} nodes: copying, memory",
        "{game}, profundidade {depth}, {nodes} nós: copiando, memória",
    ),
    "row.undoing-seconds": (
        "{game}, depth {depth}, {nodes} nodes: undoing, time",
        "{game}, profundidade {depth}, {nodes} nós: desfazendo, tempo",
    ),
    "row.undoing-memory": (
        "{game}, depth {depth}, {nodes} nodes: undoing, memory",
        "{game}, profundidade {depth}, {nodes} nós: desfazendo, memória",
    ),
    "row.timeout-moves": (
        "time-out of {seconds} s: first moves looked at, of 25",
        "limite de {seconds} s: primeiros lances examinados, de 25",
    ),
    "row.guard-moves": (
        "guard, threshold {threshold}: first moves looked at, of 25",
        "detecção, limiar {threshold}: primeiros lances examinados, de 25",
    ),
    "row.guard-seconds": (
        "guard, threshold {threshold}: time for the first move",
        "detecção, limiar {threshold}: tempo do primeiro lance",
    ),
    "row.guard-against-timeout": (
        "guard against time-out of {seconds} s",
        "detecção contra limite de {seconds} s",
    ),
    "row.both-against-timeout": (
        "guard with the same time-out against time-out of {seconds} s",
        "detecção com o mesmo limite contra limite de {seconds} s",
    ),
    "row.lost-at-depth": ("{game}, depth {depth}", "{game}, profundidade {depth}"),
    "row.against-random": ("{utility} against a random player", "{utility} contra um jogador ao acaso"),
    "row.length": ("{utility}: moves in a game, mean", "{utility}: lances por partida, média"),
    "row.taken-back": (
        "{utility}: own moves that take the last one back",
        "{utility}: lances que desfazem o próprio lance anterior",
    ),
    "row.drawn-with-itself": ("{utility} against itself: draws", "{utility} contra si mesmo: empates"),
    "row.plain-seconds": ("depth {depth}, every move: time", "profundidade {depth}, sem poda: tempo"),
    "row.plain-nodes": ("depth {depth}, every move: nodes", "profundidade {depth}, sem poda: nós"),
    "row.pruned-seconds": ("depth {depth}, pruned: time", "profundidade {depth}, com poda: tempo"),
    "row.pruned-nodes": ("depth {depth}, pruned: nodes", "profundidade {depth}, com poda: nós"),
    "row.window-seconds": (
        "window of {window}, depth {depth}: time for a move",
        "janela de {window}, profundidade {depth}: tempo de um lance",
    ),
    "row.window-against": (
        "window of {large} against window of {small}, depth {depth}",
        "janela de {large} contra janela de {small}, profundidade {depth}",
    ),
    "row.listed-nodes": ("depth {depth}, as listed: nodes", "profundidade {depth}, na ordem da lista: nós"),
    "row.nearest-nodes": (
        "depth {depth}, nearest first: nodes",
        "profundidade {depth}, mais próximos antes: nós",
    ),
    "row.depth-3-against-1": ("depth 3 against depth 1", "profundidade 3 contra profundidade 1"),
    "row.matrix": ("board {number}: rows and columns", "tabuleiro {number}: linhas e colunas"),
    "row.moves": ("one stone on the board: moves", "uma peça no tabuleiro: lances"),
    "row.positions": (
        "one stone on the board: different positions",
        "uma peça no tabuleiro: posições diferentes",
    ),
    "row.height-plain-seconds": (
        "height {height}, whole tree: time",
        "altura {height}, árvore inteira: tempo",
    ),
    "row.height-plain-nodes": ("height {height}, whole tree: nodes", "altura {height}, árvore inteira: nós"),
    "row.height-pruned-seconds": ("height {height}, pruned: time", "altura {height}, com poda: tempo"),
    "row.height-pruned-nodes": ("height {height}, pruned: nodes", "altura {height}, com poda: nós"),
    "row.height-against": ("height {high} against height {low}", "altura {high} contra altura {low}"),
    "row.opinion": ("{judge}: one position, far from the last", "{judge}: uma posição, longe da anterior"),
    "row.opinion-next": ("{judge}: one position after another move", "{judge}: uma posição após outro lance"),
    "row.move-plain": (
        "{judge}, depth {depth}, every move: first move",
        "{judge}, profundidade {depth}, sem poda: primeiro lance",
    ),
    "row.move-pruned": (
        "{judge}, depth {depth}, pruned: first move",
        "{judge}, profundidade {depth}, com poda: primeiro lance",
    ),
    "row.judge-against": (
        "{game}: {one}, depth {depth}, against {other}, depth {other_depth}",
        "{game}: {one}, profundidade {depth}, contra {other}, profundidade {other_depth}",
    ),
}
SAID: Table = {
    "said.inadequate": ("time-out “inadequate”", "limite de tempo “inadequado”"),
    "said.more-robust": ("“more robust”", "“mais robusta”"),
    "said.dramatic": ("“dramatic”", "“de forma dramática”"),
    "said.endless": ("“repeated ad aeternum”", "“se repetiam ad aeternum”"),
    "said.even-is-safe": ("even depths see the defeat", "profundidades pares veem a derrota"),
    "said.faster": ("“substantially” faster", "“acelera substancialmente”"),
    "said.gave-up": ("gave up after 10 min", "desistiram após 10 min"),
    "said.good-enough": ("6x6 sees enough", "6x6 percebe o bastante"),
    "said.harder": ("harder", "mais difícil"),
    "said.less-memory": ("“considerably” less", "“diminui consideravelmente”"),
    "said.little-better": ("“no great improvement”", "sem “grandes melhorias”"),
    "said.narrow": ("“far less width”", "“largura muito menor”"),
    "said.not-fastest": ("“not the fastest”", "“não é o mais performático”"),
    "said.not-finished": ("not finished", "não terminado"),
    "said.proposed": ("proposed, not built", "proposto, não implementado"),
    "said.reasonable": ("“reasonable”", "“mais razoável”"),
    "said.solved": ("“solves it”", "“efetivamente resolve”"),
    "said.sped-up": ("“sped up pruning”", "“acelerou o processo de poda”"),
    "said.too-slow": ("too slow", "“baixo desempenho”"),
    "said.very-quick": ("“very quick”", "“baixíssimo tempo”"),
    "said.whole-width": ("width “not compromised”", "largura “não comprometida”"),
    "said.worse-tactics": ("“worse tactics”", "“desempenho tático pior”"),
}

PHRASES = Phrases(REPORTS, TITLES, ROWS, SAID)
