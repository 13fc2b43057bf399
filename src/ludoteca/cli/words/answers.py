"""What the commands answer, and what they say when something is wrong."""

from __future__ import annotations

from ludoteca.play.language import Table

ANSWERS: Table = {
    # Errors.
    "error": ("ludoteca: {what}", "ludoteca: {what}"),
    "error.required": ("what is missing: {what}", "falta: {what}"),
    "error.unknown-arguments": ("not understood: {what}", "não entendi: {what}"),
    "error.choice": ("{where}: “{what}” is not known. {known}", "{where}: “{what}” não é conhecido. {known}"),
    "error.known": ("Known: {known}.", "Conhecidos: {known}."),
    "error.mean": ("Did you mean “{near}”?", "Quis dizer “{near}”?"),
    "error.value": ("{where}: {what}", "{where}: {what}"),
    "error.one-value": ("{where}: a value is missing", "{where}: falta um valor"),
    "error.whole": (
        "“{what}” is not a whole number from {least} to {most}",
        "“{what}” não é um número inteiro de {least} a {most}",
    ),
    "error.number": (
        "“{what}” is not a number from {least} to {most}",
        "“{what}” não é um número de {least} a {most}",
    ),
    "error.differences": (
        "“{what}” is not two Elo differences, the smaller one first: 0,50",
        "“{what}” não são duas diferenças de Elo, a menor primeiro: 0,50",
    ),
    "error.language": (
        "“{what}” is not one of the languages: en, pt-BR",
        "“{what}” não é um dos idiomas: en, pt-BR",
    ),
    "error.more": ("See: {what} --help", "Veja: {what} --help"),
    "error.file": ("{file}: {why}", "{file}: {why}"),
    "error.stopped": ("Stopped.", "Interrompido."),
    "error.game-wanted": ("which game? See: ludoteca list", "qual jogo? Veja: ludoteca list"),
    "error.aside": (
        "{file} could not be read ({why}). It was kept as {kept}; a new one is begun.",
        "Não foi possível ler {file} ({why}). Ficou guardado como {kept}; um novo foi começado.",
    ),
    # List.
    "list.empty": ("No game of that family.", "Nenhum jogo dessa família."),
    "list.variants": ("variants", "variantes"),
    "list.levels": ("{n} level|{n} levels", "{n} nível|{n} níveis"),
    "list.foot": (
        "{n} game.|{n} games. `ludoteca rules GAME` explains one, `ludoteca play GAME` plays it.",
        "{n} jogo.|{n} jogos. `ludoteca rules JOGO` explica um, `ludoteca play JOGO` joga.",
    ),
    # Rules.
    "rules.goal": ("Goal", "Objetivo"),
    "rules.play": ("How to play", "Como se joga"),
    "rules.start": ("The start", "O começo"),
    "rules.here": ("The position", "A posição"),
    "rules.examples": ("Moves", "Lances"),
    "rules.endings": ("Endings", "Finais"),
    "rules.variants": ("Variants", "Variantes"),
    "rules.parameters": ("Parameters", "Parâmetros"),
    "rules.usually": ("usually {value}", "normalmente {value}"),
    "rules.hint": ("Hint", "Dica"),
    "rules.note": ("In this variant", "Nesta variante"),
    "rules.aliases": ("Also called {names}.", "Também chamado de {names}."),
    "rules.source": ("Source: {source}.", "Fonte: {source}."),
    "rules.by": ("{who} plays {move}", "{who}: {move}"),
    "rules.and": (" and ", " e "),
    # The engine's answer.
    "best.win": ("wins in {plies}", "vence em {plies}"),
    "best.loss": ("loses in {plies}", "perde em {plies}"),
    "best.draw": ("a draw", "empate"),
    "best.estimate": ("about {percent} % for the mover", "cerca de {percent} % para quem joga"),
    "best.line": ("expects {line}", "espera {line}"),
    "best.foot": (
        "depth {depth}, {nodes} positions in {seconds} s ({speed} thousand per second).",
        "profundidade {depth}, {nodes} posições em {seconds} s ({speed} mil por segundo).",
    ),
    # Numbers.
    "perft.depth": ("depth", "profundidade"),
    "perft.count": ("sequences", "sequências"),
    "perft.foot": (
        "{nodes} moves made in {seconds} s ({speed} per second).",
        "{nodes} lances feitos em {seconds} s ({speed} por segundo).",
    ),
    "perft.working": ("counting", "contando"),
    "playouts.working": ("playing", "jogando"),
    "playouts.won": ("{who} wins", "vitórias: {who}"),
    "playouts.drawn": ("draws", "empates"),
    "playouts.foot": (
        "{games} games, {moves} moves ({length} a game) in {seconds} s ({speed} moves per second).",
        "{games} partidas, {moves} lances ({length} por partida) em {seconds} s ({speed} lances/s).",
    ),
    # Matches.
    "tune.play": ("playing", "jogando"),
    "tune.fit": ("learning", "aprendendo"),
    "tune.test": ("testing", "testando"),
    "tune.resumed": (
        "going on in round {round}, after {played} games",
        "continuando na rodada {round}, depois de {played} partidas",
    ),
    "tune.stopped": (
        "stopped; the same command goes on from here",
        "interrompido; o mesmo comando continua daqui",
    ),
    "tune.nothing": (
        "nothing learnt beat the weights there are; nothing was written",
        "nada do que foi aprendido venceu os pesos atuais; nada foi escrito",
    ),
    "tune.gain": (
        "{elo} Elo over the old weights ({low} to {high}, {games} games)",
        "{elo} Elo sobre os pesos antigos ({low} a {high}, {games} partidas)",
    ),
    "tune.network-gain": (
        "{elo} Elo over judging without the network ({low} to {high}, {games} games)",
        "{elo} Elo sobre a avaliação sem a rede ({low} a {high}, {games} partidas)",
    ),
    "tune.network-gone": (
        "the network was learnt over the old weights and is removed; `tune --network` learns another",
        "a rede foi aprendida sobre os pesos antigos e é removida; `tune --network` aprende outra",
    ),
    "tune.no-windows": (
        "{game}: a network looks at rows of cells that win, and this game has none.",
        "{game}: uma rede olha para fileiras de casas que vencem, e este jogo não tem nenhuma.",
    ),
    "tune.no-variant": (
        "{game}: a network is learnt for a game itself; variants with the same board use it too.",
        "{game}: uma rede é aprendida para o próprio jogo; variantes com o mesmo tabuleiro também a usam.",
    ),
    "tune.written": ("written to {file}", "escrito em {file}"),
    "match.standing": ("+{wins} ={draws} −{losses}", "+{wins} ={draws} −{losses}"),
    "match.stopped": (
        "Stopped after {n} of {all} games.",
        "Interrompido após {n} de {all} partidas.",
    ),
    "match.score": (
        "{a} v {b}: {standing}, {share} % of {n} games from {openings} openings",
        "{a} × {b}: {standing}, {share} % de {n} partidas com {openings} aberturas",
    ),
    "match.elo": (
        "Elo {elo}, stronger with {sure} % likelihood",
        "Elo {elo}, mais forte com {sure} % de chance",
    ),
    "match.as-first": ("as first:  {standing}", "como primeiro: {standing}"),
    "match.as-second": ("as second: {standing}", "como segundo:  {standing}"),
    "match.times": (
        "{a} and {b} s a move, {plies} moves a game",
        "{a} e {b} s por lance, {plies} lances por partida",
    ),
    "match.accepted": (
        "Test passed: stronger by {elo1} rather than {elo0}.",
        "Teste aceito: mais forte por {elo1}, e não por {elo0}.",
    ),
    "match.rejected": (
        "Test lost: stronger by {elo0} at most rather than {elo1}.",
        "Teste rejeitado: mais forte por {elo0} no máximo, e não por {elo1}.",
    ),
    "match.undecided": (
        "Test undecided between {elo0} and {elo1}: more games are needed.",
        "Teste indeciso entre {elo0} e {elo1}: faltam partidas.",
    ),
    "match.ratio": (
        "log-likelihood ratio {ratio} (ends at {low} and {high})",
        "razão de verossimilhança (log) {ratio} (termina em {low} e {high})",
    ),
    # Levels.
    "calibrate.grid": ("measuring", "medindo"),
    "calibrate.gate": ("testing each level", "testando cada nível"),
    "calibrate.level": ("level", "nível"),
    "calibrate.name": ("name", "nome"),
    "calibrate.s": ("s", "s"),
    "calibrate.nodes": ("nodes", "nós"),
    "calibrate.elo": ("Elo", "Elo"),
    "calibrate.interval": ("95 %", "95 %"),
    "calibrate.passed": (
        "{upper} is stronger than {lower} with {sure} % likelihood ({n} games between them).",
        "{upper} é mais forte que {lower} com {sure} % de chance ({n} partidas entre eles).",
    ),
    "calibrate.alike": (
        "{upper} and {lower} are too much alike ({sure} %, {n} games between them).",
        "{upper} e {lower} são parecidos demais ({sure} %, {n} partidas entre eles).",
    ),
    "calibrate.foot": (
        "{n} games in {seconds} s, {m} of them too long; moving first is worth {first} Elo.",
        "{n} partidas em {seconds} s, {m} delas longas demais; jogar primeiro vale {first} Elo.",
    ),
    "calibrate.kept": ("The levels are in {file}.", "Os níveis estão em {file}."),
    "calibrate.stopped": (
        "\nLevels are kept only once all are measured; `--minutes` ends earlier.",
        "\nOs níveis só são guardados depois de medidos todos; `--minutes` termina antes.",
    ),
    "calibrate.not-kept": ("Nothing was kept.", "Nada foi guardado."),
    # Check.
    "check.wrong": (
        "{n} mistake in {file}:|{n} mistakes in {file}:",
        "{n} erro em {file}:|{n} erros em {file}:",
    ),
    "check.of-which": (
        "a position or moves need a game to be checked with.",
        "uma posição ou lances precisam de um jogo com que verificar.",
    ),
    "check.ok": ("{game}: ok", "{game}: ok"),
    "check.all-ok": ("{n} game, ok.|{n} games, all ok.", "{n} jogo, ok.|{n} jogos, todos ok."),
    "check.some-wrong": (
        "{n} of {all} games has mistakes.|{n} of {all} games have mistakes.",
        "{n} de {all} jogos tem erros.|{n} de {all} jogos têm erros.",
    ),
    "check.games": ("{n} random game|{n} random games", "{n} partida ao acaso|{n} partidas ao acaso"),
    "check.won": ("{first} {a}, draw {d}, {second} {b}", "{first} {a}, empate {d}, {second} {b}"),
    "check.length": (
        "{mean} moves on average ({least} to {most})",
        "{mean} lances em média ({least} a {most})",
    ),
    "check.branching": ("{n} legal moves in a position", "{n} lances possíveis por posição"),
    "check.label.games": ("played", "jogadas"),
    "check.label.won": ("won by", "vitórias"),
    "check.label.length": ("length", "duração"),
    "check.label.branching": ("choice", "escolha"),
    "check.label.never": ("never", "nunca"),
    "check.never.ends": ("ends: {what}", "finais: {what}"),
    "check.never.actions": ("actions: {what}", "ações: {what}"),
    "check.never.phases": ("phases: {what}", "fases: {what}"),
    "check.never.kinds": ("pieces that never did anything: {what}", "peças que nada fizeram: {what}"),
    "check.never.draws": ("draws: {what}", "empates: {what}"),
    "check.one-sided": (
        "In random play {who} wins nearly always: is that meant?",
        "Ao acaso {who} ganha quase sempre: é o que se quer?",
    ),
    "check.always-drawn": (
        "In random play nearly every game is drawn: is that meant?",
        "Ao acaso quase toda partida empata: é o que se quer?",
    ),
    # Bench.
    "bench.game": ("game", "jogo"),
    "bench.perft": ("perft, moves/s", "perft, lances/s"),
    "bench.playouts": ("random play, moves/s", "ao acaso, lances/s"),
    "bench.foot": ("Bench: {number}", "Bench: {number}"),
    "bench.time": ("{seconds} s of processor time", "{seconds} s de processador"),
    # Show and record.
    "show.written": ("{file} written.", "{file} escrito."),
    "show.moves": (
        "{n} legal move: {moves}|{n} legal moves: {moves}",
        "{n} lance possível: {moves}|{n} lances possíveis: {moves}",
    ),
    "show.to-move": ("To move: {who}.", "Vez de {who}."),
    "record.players": ("{first} v {second}", "{first} × {second}"),
    "record.unfinished": ("Unfinished.", "Inacabada."),
    "record.fine": (
        "{n} move, all legal.|{n} moves, all legal.",
        "{n} lance, correto.|{n} lances, todos corretos.",
    ),
    "record.kept": (
        "The legal part ({n} move):|The legal part ({n} moves):",
        "A parte correta ({n} lance):|A parte correta ({n} lances):",
    ),
    # Scores.
    "scores.none": ("No game has been finished yet.", "Nenhuma partida terminada ainda."),
    "scores.none-of": ("{name} has not finished a game yet.", "{name} ainda não terminou nenhuma partida."),
    "scores.player": ("player", "jogador"),
    "scores.game": ("game", "jogo"),
    "scores.side": ("side", "lado"),
    "scores.wins": ("wins", "vitórias"),
    "scores.draws": ("draws", "empates"),
    "scores.losses": ("losses", "derrotas"),
    "scores.line": (
        "{name} in {game}: {wins}, {draws}, {losses}.",
        "{name} em {game}: {wins}, {draws}, {losses}.",
    ),
    "scores.n-wins": ("{n} win|{n} wins", "{n} vitória|{n} vitórias"),
    "scores.n-draws": ("{n} draw|{n} draws", "{n} empate|{n} empates"),
    "scores.n-losses": ("{n} loss|{n} losses", "{n} derrota|{n} derrotas"),
    # Experiments.
    "experiments.heading": ("The reports' experiments", "Os experimentos dos relatórios"),
    "experiments.about": (
        "Written by `{command}`, in {minutes} minutes on one core. A match is told as won–drawn–lost. "
        "Times are the processor's; what is in quotation marks the reports say in words.",
        "Escrito por `{command}`, em {minutes} minutos num só núcleo. Um confronto é dado como "
        "vitórias–empates–derrotas. Os tempos são do processador; o que está entre aspas os relatórios "
        "dizem em palavras.",
    ),
    "experiments.what": ("measured", "medida"),
    "experiments.theirs": ("in the report", "no relatório"),
    "experiments.ours": ("here", "aqui"),
    "experiments.time": ("{seconds} s.", "{seconds} s."),
    "experiments.unknown": (
        "there is no experiment called “{what}”. {known}",
        "não há experimento chamado “{what}”. {known}",
    ),
    "experiments.partly": ("Stopped: this is what there is.", "Interrompido: isto é o que há."),
    # The workshop.
    "remix.written": (
        "{file}: a copy of {game}, yours to change.",
        "{file}: uma cópia de {game}, para você mudar.",
    ),
    "remix.next": (
        "Change it, then: ludoteca check {file}, ludoteca playtest {file}, ludoteca play {file}",
        "Mude, e depois: ludoteca check {file}, ludoteca playtest {file}, ludoteca play {file}",
    ),
    "playtest.games": (
        "{n} random games, {engine} quick games of the computer against itself",
        "{n} partidas ao acaso, {engine} partidas rápidas do computador contra si mesmo",
    ),
}
