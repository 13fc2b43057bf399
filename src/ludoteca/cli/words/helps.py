"""What `--help` says."""

from __future__ import annotations

from ludoteca.play.language import Table

HELPS: Table = {
    # The parser's own words.
    "help.usage": ("usage: ", "uso: "),
    "help.arguments": ("arguments", "argumentos"),
    "help.options": ("options", "opções"),
    "help.commands": ("commands", "comandos"),
    "help.help": ("show this help", "mostra esta ajuda"),
    "help.version": ("show the version", "mostra a versão"),
    "help.lang": ("language: en or pt-BR", "idioma: en ou pt-BR"),
    "help.about": (
        "Abstract board games: play them, read their rules, check your own.",
        "Jogos abstratos de tabuleiro: jogue, leia as regras, confira os seus.",
    ),
    "help.epilog": (
        "GAME is GAME[/variant][:key=value,…] or a file: hex:size=7, alquerque/majority, my-game.toml.\n"
        "PLAYER is PLAYER[:key=value,…]: human, level:3, engine:nodes=2000, random:seed=7.\n"
        "`ludoteca COMMAND --help` says more of each. Without a command: the menu.",
        "JOGO é JOGO[/variante][:chave=valor,…] ou um arquivo: hex:size=7, alquerque/majority, meu.toml.\n"
        "JOGADOR é JOGADOR[:chave=valor,…]: human, level:3, engine:nodes=2000, random:seed=7.\n"
        "`ludoteca COMANDO --help` diz mais de cada um. Sem comando: o menu.",
    ),
    "help.GAME": ("GAME", "JOGO"),
    "help.PLAYER": ("PLAYER", "JOGADOR"),
    "help.TEXT": ("TEXT", "TEXTO"),
    "help.MOVES": ("MOVES", "LANCES"),
    "help.FILE": ("FILE", "ARQUIVO"),
    "help.NAME": ("NAME", "NOME"),
    "help.DEPTH": ("DEPTH", "PROFUNDIDADE"),
    "help.FAMILY": ("FAMILY", "FAMÍLIA"),
    "help.SIDE": ("SIDE", "LADO"),
    "help.COMMAND": ("COMMAND", "COMANDO"),
    "help.SHELL": ("SHELL", "SHELL"),
    "help.NUMBER": ("N", "N"),
    "help.MINUTES": ("M", "M"),
    "help.A": ("A", "A"),
    "help.B": ("B", "B"),
    "help.ELOS": ("ELO0,ELO1", "ELO0,ELO1"),
    "help.SEED": ("S", "S"),
    "help.KIND": ("KIND", "TIPO"),
    # What the commands do.
    "help.menu": ("choose a game and play it", "escolher um jogo e jogar"),
    "help.list": ("the games, their variants and parameters", "os jogos, suas variantes e parâmetros"),
    "help.rules": ("how a game is played, with diagrams", "como se joga um jogo, com diagramas"),
    "help.play": ("play, against a person or the computer", "jogar contra uma pessoa ou o computador"),
    "help.best": ("the move the computer would play, and why", "o lance que o computador faria, e por quê"),
    "help.match": (
        "many games between two players: which is stronger?",
        "muitas partidas entre dois jogadores: qual é mais forte?",
    ),
    "help.calibrate": (
        "measure the levels of a game by self-play",
        "medir os níveis de um jogo por partidas entre eles",
    ),
    "help.scores": ("who won what", "quem ganhou o quê"),
    "help.show": ("draw a position", "desenhar uma posição"),
    "help.record": ("show a recorded game and check it", "mostrar e conferir uma partida registrada"),
    "help.perft": ("count sequences of moves", "contar sequências de lances"),
    "help.playouts": ("play at random, and see who wins", "jogar ao acaso e ver quem ganha"),
    "help.check": (
        "what is wrong with a game file, and how to put it right",
        "o que há de errado num arquivo de jogo",
    ),
    "help.export": (
        "a recorded game in another format, or as a picture",
        "uma partida registrada em outro formato, ou como imagem",
    ),
    "help.export-format": ("one of {formats}", "um destes: {formats}"),
    "help.export-to": ("the file to write", "o arquivo a escrever"),
    "help.width": ("width of a picture in pixels (480)", "largura da imagem em pixels (480)"),
    "help.ply": (
        "show the position after so many moves",
        "mostrar a posição depois de tantos lances",
    ),
    "help.import": (
        "a record of another program, as one of ours",
        "um registro de outro programa, como um nosso",
    ),
    "help.import-file": (
        "a file: our text or JSON, SGF, Piskvork; - for stdin",
        "um arquivo: nosso texto ou JSON, SGF, Piskvork; - para stdin",
    ),
    "help.import-game": (
        "the game, if the file does not say it",
        "o jogo, se o arquivo não disser",
    ),
    "help.print": (
        "a sheet with board, pieces and rules",
        "uma folha com tabuleiro, peças e regras",
    ),
    "help.print-to": (
        "the page to write; - for the screen",
        "a página a escrever; - para a tela",
    ),
    "help.RECORD": ("RECORD", "REGISTRO"),
    "help.FORMAT": ("FORMAT", "FORMATO"),
    "help.remix": (
        "copy a game into your own folder, to change its rules",
        "copiar um jogo para a sua pasta, para mudar as regras",
    ),
    "help.remix-as": ("the name of the copy", "o nome da cópia"),
    "help.remix-file": (
        "where to write it; - for the screen",
        "onde escrever; - para a tela",
    ),
    "help.force": ("write over a file that is there", "escrever por cima de um arquivo que já existe"),
    "help.playtest": (
        "a quick look at new rules: does it end, can both win?",
        "um olhar rápido nas regras: acaba, os dois podem vencer?",
    ),
    "help.playtest-what": ("a game or the file of one", "um jogo ou o arquivo de um"),
    "help.playtest-seconds": ("how long to look at it (5)", "por quanto tempo olhar (5)"),
    "help.bench": (
        "how fast it is, and one number that stands for its play",
        "a velocidade, e um número que resume o jogo",
    ),
    "help.experiments": (
        "the students' experiments, their figures beside ours",
        "os experimentos dos estudantes, seus números ao lado dos nossos",
    ),
    "help.schema": (
        "the JSON Schema of game files, for editors",
        "o JSON Schema dos arquivos de jogo, para editores",
    ),
    "help.completion": ("a completion script for your shell", "um script de completar para o seu shell"),
    # Arguments.
    "help.game": ("a game, or the path of its file", "um jogo, ou o caminho do arquivo"),
    "help.json": ("answer with one JSON object", "responde com um objeto JSON"),
    "help.position": ("begin from this position", "começa desta posição"),
    "help.moves": (
        "then play these moves, with spaces between them",
        "depois joga estes lances, separados por espaços",
    ),
    "help.first": ("who plays first (default: human)", "quem joga com o primeiro lado (padrão: human)"),
    "help.second": ("who plays second (default: engine)", "quem joga com o segundo lado (padrão: engine)"),
    "help.begins": ("which side begins: first or second", "que lado começa: first ou second"),
    "help.name": (
        "your name in the scores; twice for two people",
        "seu nome no placar; duas vezes para duas pessoas",
    ),
    "help.resume": ("go on with the unfinished game", "continua a partida inacabada"),
    "help.seed": ("for chance that can be repeated", "para um acaso que se repete"),
    "help.save-to": ("write the record of the game there", "escreve ali o registro da partida"),
    "help.family": ("only this family", "só esta família"),
    "help.SECONDS": ("S", "S"),
    "help.seconds": ("think for so long", "pensa por tanto tempo"),
    "help.nodes": ("look at so many positions", "olha tantas posições"),
    "help.depth": ("how many moves deep", "quantos lances de profundidade"),
    "help.no-bulk": (
        "make the last moves too instead of counting them",
        "faz também os últimos lances, em vez de contá-los",
    ),
    "help.divide": ("the count under each first move", "a contagem sob cada primeiro lance"),
    "help.number": ("how many games", "quantas partidas"),
    "help.player-a": ("a player, such as engine:nodes=2000", "um jogador, como engine:nodes=2000"),
    "help.player-b": ("the other player", "o outro jogador"),
    "help.lines": ("show so many of the best moves", "mostra tantas das melhores jogadas"),
    "help.threads": ("think with so many threads", "pensa com tantas linhas de execução"),
    "help.signature": (
        "print only the nodes of a fixed set of searches: a number for how the engine thinks",
        "mostra só os nós de um conjunto fixo de buscas: um número para como o motor pensa",
    ),
    "help.tune": (
        "better weights for a game's evaluation, learnt by self-play",
        "pesos melhores para a avaliação de um jogo, aprendidos jogando contra si mesmo",
    ),
    "help.tune-rounds": ("how often to play and to learn", "quantas vezes jogar e aprender"),
    "help.tune-games": ("games of each round to learn from", "partidas de cada rodada com que aprender"),
    "help.tune-nodes": ("nodes for each move of these games", "nós para cada jogada dessas partidas"),
    "help.tune-test-games": (
        "games of the match against the old weights",
        "partidas do confronto com os pesos antigos",
    ),
    "help.tune-test-nodes": ("nodes for each move of the match", "nós para cada jogada do confronto"),
    "help.tune-network": (
        "learn a small network that looks at all rows of cells together, instead of weights",
        "aprende uma pequena rede que olha para todas as fileiras de casas juntas, em vez de pesos",
    ),
    "help.tune-no-cells": ("learn no worth of single cells", "não aprende o valor de cada casa"),
    "help.tune-output": (
        "where to write the weights (default: beside the game's file)",
        "onde escrever os pesos (padrão: ao lado do arquivo do jogo)",
    ),
    "help.tune-afresh": (
        "begin anew, even if a tuning was stopped half-way",
        "começa de novo, mesmo que um ajuste tenha parado no meio",
    ),
    "help.match-number": (
        "how many games in all, sides alternating",
        "quantas partidas ao todo, alternando os lados",
    ),
    "help.opening-plies": (
        "random moves that begin each game (default: 2 to 4)",
        "lances ao acaso que abrem cada partida (padrão: 2 a 4)",
    ),
    "help.openings": (
        "even (the default): only where the engine thinks that either side may win; or any",
        "even (padrão): só as que o motor acha equilibradas; ou any (quaisquer)",
    ),
    "help.max-plies": (
        "games of so many moves are called a draw (default: 1000)",
        "partidas com tantos lances são dadas como empate (padrão: 1000)",
    ),
    "help.sprt": (
        "stop as soon as it is clear whether A is stronger by ELO1 or by no more than ELO0",
        "para assim que fique claro se A é mais forte por ELO1 ou por no máximo ELO0",
    ),
    "help.processes": (
        "play so many games at once (default: one for each core)",
        "joga tantas partidas ao mesmo tempo (padrão: uma por núcleo)",
    ),
    "help.records": (
        "write the games there: a file for all (.jsonl for JSON), or a folder/",
        "escreve ali as partidas: um arquivo para todas (.jsonl para JSON), ou uma pasta/",
    ),
    "help.quick": (
        "fewer games: rough, in about a minute",
        "menos partidas: grosseiro, em cerca de um minuto",
    ),
    "help.games-per-pair": (
        "games between each two that meet (default: 200, quick: 12)",
        "partidas entre cada dois que se enfrentam (padrão: 200, com --quick: 12)",
    ),
    "help.minutes": (
        "stop playing after so long, and go by what there is",
        "para de jogar depois de tanto tempo, e usa o que houver",
    ),
    "help.max-plies-levels": (
        "games of so many moves are called a draw (default: 300)",
        "partidas com tantos lances são dadas como empate (padrão: 300)",
    ),
    "help.dry-run": ("measure, but keep nothing", "mede, mas não guarda nada"),
    "help.check-what": (
        "a game file or a game; without it, the whole library",
        "um arquivo ou um jogo; sem isso, todos",
    ),
    "help.check-games": (
        "at most so many random games (0: none)",
        "no máximo tantas partidas ao acaso (0: nenhuma)",
    ),
    "help.bench-games": ("only these games", "só estes jogos"),
    "help.experiments-names": ("only these experiments", "só estes experimentos"),
    "help.experiments-list": ("name them and do nothing", "diz os nomes e não faz nada"),
    "help.experiments-quick": (
        "rough figures, in a minute or two",
        "números aproximados, em um ou dois minutos",
    ),
    "help.markdown": ("answer in Markdown", "responde em Markdown"),
    "help.svg": (
        "write a picture to this file (- for the screen)",
        "escreve uma figura neste arquivo (- para a tela)",
    ),
    "help.flip": ("seen from the other side", "visto do outro lado"),
    "help.record-file": (
        "a record, as text or JSON (- to read what is piped in)",
        "um registro, em texto ou JSON (- lê a entrada)",
    ),
    "help.record-game": (
        "the game, if the record's own name for it is not known here",
        "o jogo, se o nome no registro não é conhecido aqui",
    ),
    "help.scores-name": ("only this player", "só este jogador"),
    "help.shell": ("bash, zsh or fish", "bash, zsh ou fish"),
    "help.menu-game": ("show this game when there is no terminal", "mostra este jogo quando não há terminal"),
}
