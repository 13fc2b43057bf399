"""What is said during a game and in the menu."""

from __future__ import annotations

from ludoteca.play.language import Table

PLAYING: Table = {
    "play.title": ("{game}: {first} v {second}", "{game}: {first} × {second}"),
    "play.prompt": ("{number} {who} ({mark}), your move: ", "{number} {who} ({mark}), seu lance: "),
    "play.moved": ("{number} {who} plays {move}", "{number} {who}: {move}"),
    "play.short-help": (
        "Type a move, `moves` to see them all, or ? for help.",
        "Digite um lance, `lances` para vê-los, ou ? para ajuda.",
    ),
    "play.resumed": ("Going on with the game of {when}.", "Continuando a partida de {when}."),
    "play.nothing-to-resume": (
        "there is no unfinished game to go on with",
        "não há partida inacabada para continuar",
    ),
    "play.nothing-to-resume-of": (
        "there is no unfinished game of {game} to go on with",
        "não há partida inacabada de {game} para continuar",
    ),
    "play.unfinished": (
        "There is an unfinished game of {when}: `ludoteca play {game} --resume` goes on with it.",
        "Há uma partida inacabada de {when}: `ludoteca play {game} --resume` a continua.",
    ),
    "play.taken-back": (
        "{n} move taken back.|{n} moves taken back.",
        "{n} lance desfeito.|{n} lances desfeitos.",
    ),
    "play.replayed": (
        "{n} move made again.|{n} moves made again.",
        "{n} lance refeito.|{n} lances refeitos.",
    ),
    "play.nothing-to-undo": ("There is nothing to take back.", "Não há o que desfazer."),
    "play.nothing-to-redo": ("There is nothing to make again.", "Não há o que refazer."),
    "play.offers-draw": ("{who} offers a draw.", "{who} propõe empate."),
    "play.accept": ("{who}, do you accept? (yes/no) ", "{who}, você aceita? (sim/não) "),
    "play.declined": ("{who} does not accept the draw.", "{who} não aceita o empate."),
    "play.kept": (
        "The game is kept: `ludoteca play {game} --resume` goes on with it.",
        "A partida fica guardada: `ludoteca play {game} --resume` a continua.",
    ),
    "play.not-begun": (
        "No move was made, so there is nothing to keep.",
        "Nenhum lance foi feito; não há o que guardar.",
    ),
    "play.written": ("The record is in {file}.", "O registro está em {file}."),
    "play.no-such-number": (
        "{number}: there are {n} moves to choose from.",
        "{number}: há {n} lances para escolher.",
    ),
    "play.level": ("{name} is level {level} of {most}.", "{name} é o nível {level} de {most}."),
    "play.level-not-measured": (
        "{name} is level {level} of {most} (not measured yet in this game).",
        "{name} é o nível {level} de {most} (ainda não medidos neste jogo).",
    ),
    "play.cut-short": (
        "(The machine is busy: {who} had to stop thinking early.)",
        "(A máquina está ocupada: {who} teve de parar de pensar antes.)",
    ),
    "play.guest": ("guest", "visita"),
    "play.you": ("player", "jogador"),
    "play.help": (
        "A move as it is written here, e.g. {example}; or its number in the list of moves"
        " (#7 where a move is itself a number).\n"
        "  moves           all legal moves\n"
        "  undo, redo      take back your last move, make it again\n"
        "  flip            see the board from the other side\n"
        "  draw, resign    offer a draw, give up\n"
        "  save [FILE]     keep the game now, or write its record to a file\n"
        "  rules           how the game is played\n"
        "  quit            leave; the game is kept",
        "Um lance como se escreve aqui, p. ex. {example}; ou o número dele na lista de lances"
        " (#7 onde o próprio lance é um número).\n"
        "  lances              todos os lances possíveis\n"
        "  desfazer, refazer   volta o seu último lance, joga-o de novo\n"
        "  virar               vê o tabuleiro do outro lado\n"
        "  empate, desistir    propõe empate, abandona\n"
        "  salvar [ARQUIVO]    guarda a partida já, ou escreve o registro num arquivo\n"
        "  regras              como se joga\n"
        "  sair                sai; a partida fica guardada",
    ),
    # The menu.
    "menu.title": ("Ludoteca", "Ludoteca"),
    "menu.choose": (
        "A number, part of a name, or `quit`: ",
        "Um número, parte de um nome, ou `sair`: ",
    ),
    "menu.resume": (
        "go on: {game}, {first} v {second}, {when}",
        "continuar: {game}, {first} × {second}, {when}",
    ),
    "menu.none": ("Nothing is called “{what}”.", "Nada se chama “{what}”."),
    "menu.opponent": ("Against whom?", "Contra quem?"),
    "menu.at-level": ("the computer, at a level you choose", "o computador, no nível que você escolher"),
    "menu.person": ("another person, here", "outra pessoa, aqui"),
    "menu.others": ("another computer player", "outro jogador do computador"),
    "menu.which-level": ("Which level?", "Que nível?"),
    "menu.which-level-not-measured": (
        "Which level? (not measured yet in this game)",
        "Que nível? (ainda não medidos neste jogo)",
    ),
    "menu.which-player": ("Which one?", "Qual deles?"),
    "menu.computer": ("{player} ({about})", "{player} ({about})"),
    "menu.name": ("\nYour name [{name}]: ", "\nSeu nome [{name}]: "),
    "menu.side": ("Which side do you play?", "De que lado você joga?"),
    "menu.begins": ("{side}, who begins", "{side}, que começa"),
    "menu.answer": ("A number [1]: ", "Um número [1]: "),
    "menu.variant": ("Which variant?", "Que variante?"),
    "menu.usual": ("the usual game", "o jogo normal"),
    "menu.again": ("Enter for the menu, `quit` to leave: ", "Enter para o menu, `sair` para sair: "),
    "menu.bye": ("Until next time.", "Até a próxima."),
    "menu.demo": ("{game}: the computer against itself.", "{game}: o computador contra si mesmo."),
}
