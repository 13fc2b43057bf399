"""Completion scripts, made from the parser itself."""

from __future__ import annotations

import argparse
from dataclasses import dataclass, field

from ludoteca.cli.parser import Parser
from ludoteca.cli.screen import Screen
from ludoteca.messages import LANGUAGES

FILES = "@files"
"""Stands for the names of files among the words."""


@dataclass
class Grammar:
    """The words that can come next, for each command."""

    commands: dict[str, str]
    """With what each does."""
    options: dict[str, dict[str, str]]
    """For each command (and "" for none) its options, with what they do."""
    values: dict[str, dict[str, list[str]]] = field(default_factory=dict)
    """For each command, the words after an option that takes a value."""
    places: dict[str, list[str]] = field(default_factory=dict)
    """For each command, the words that can stand by their place."""


def grammar(parser: Parser, screen: Screen) -> Grammar:
    """What there is to complete."""
    (choice,) = (action for action in parser._actions if isinstance(action, argparse._SubParsersAction))
    about = {one.dest: one.help or "" for one in choice._choices_actions}
    made = Grammar(about, {"": _options(parser)})
    words = _words(screen)
    for name, command in choice.choices.items():
        made.options[name] = _options(command)
        made.values[name] = {
            option: _values(action, words)
            for action in command._actions
            for option in action.option_strings
            if action.nargs != 0
        }
        made.places[name] = [
            word
            for action in command._actions
            if not action.option_strings
            for word in _values(action, words)
        ]
    return made


def _options(parser: argparse.ArgumentParser) -> dict[str, str]:
    return {name: action.help or "" for action in parser._actions for name in action.option_strings}


def _values(action: argparse.Action, words: dict[str, list[str]]) -> list[str]:
    """The words that an argument can be."""
    if action.choices is not None:
        return [str(choice) for choice in action.choices]
    return words.get(action.dest, [])


def _words(screen: Screen) -> dict[str, list[str]]:
    """The words that an argument of some name can be."""
    from ludoteca.classics.experiments import EXPERIMENTS
    from ludoteca.games import all_names
    from ludoteca.play.players import kinds

    games, players = all_names(), list(kinds())
    return {
        "game": games, "games": games, "what": [*games, FILES], "first": players, "second": players,
        "a": players, "b": players, "records": [FILES],
        "lang": list(LANGUAGES), "file": [FILES], "svg": [FILES], "record": [FILES],
        "experiments": list(EXPERIMENTS),
    }  # fmt: skip


def _plain(words: list[str]) -> str:
    return " ".join(word for word in words if word != FILES)


# -- bash ---------------------------------------------------------------------------------------------

_BASH = """\
# Completion of ludoteca for bash: source <(ludoteca completion bash)
_ludoteca() {{
    local word=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD-1]}} command= words= files= i
    for ((i = 1; i < COMP_CWORD; i++)); do
        case ${{COMP_WORDS[i]}} in
            --lang) ((i++)) ;;
            -*) ;;
            *) command=${{COMP_WORDS[i]}}; break ;;
        esac
    done
    case "$command $before" in
{values}
        *)
            if [[ $word == -* ]]; then
                case $command in
{options}
                esac
            else
                case $command in
                    "") words="{commands}" ;;
{places}
                    *) files=1 ;;
                esac
            fi ;;
    esac
    COMPREPLY=($(compgen -W "$words" -- "$word"))
    [[ -z $files ]] || COMPREPLY+=($(compgen -f -- "$word"))
}}
complete -F _ludoteca ludoteca
"""


def bash(made: Grammar) -> str:
    values = [
        f'        "{command} {option}") words="{_plain(words)}"{_files(words)} ;;'
        for command, options in made.values.items()
        for option, words in options.items()
    ]
    values.append(f'        " --lang") words="{" ".join(LANGUAGES)}" ;;')
    options = [
        f'                    "{name}") words="{_plain(list(known))}" ;;'
        for name, known in made.options.items()
    ]
    places = [
        f'                    "{name}") words="{_plain(words)}"{_files(words)} ;;'
        for name, words in made.places.items()
    ]
    return _BASH.format(
        values="\n".join(values), options="\n".join(options), places="\n".join(places),
        commands=" ".join(made.commands),
    )  # fmt: skip


def _files(words: list[str]) -> str:
    return " files=1" if FILES in words else ""


# -- zsh ----------------------------------------------------------------------------------------------


def zsh(made: Grammar) -> str:
    """Zsh runs the bash script through its own bridge, and so the two can never differ."""
    head = "#compdef ludoteca\n# Completion of ludoteca for zsh: source <(ludoteca completion zsh)\n"
    return head + "autoload -Uz compinit bashcompinit\ncompinit -u\nbashcompinit\n" + bash(made)


# -- fish ---------------------------------------------------------------------------------------------


def fish(made: Grammar) -> str:
    lines = [
        "# Completion of ludoteca for fish: ludoteca completion fish | source",
        "complete -c ludoteca -f",
    ]
    for name, about in made.commands.items():
        lines.append(f"complete -c ludoteca -n __fish_use_subcommand -a {name} -d {_quoted(about)}")
    for option, about in made.options[""].items():
        lines.append(
            f"complete -c ludoteca -n __fish_use_subcommand {_fish_option(option)} -d {_quoted(about)}"
        )
    for name in made.commands:
        lines += _fish_command(made, name)
    return "\n".join(lines) + "\n"


def _fish_command(made: Grammar, name: str) -> list[str]:
    where = f"complete -c ludoteca -n '__fish_seen_subcommand_from {name}'"
    lines = []
    for option, about in made.options[name].items():
        line = f"{where} {_fish_option(option)} -d {_quoted(about)}"
        if option in made.values[name]:
            words = made.values[name][option]
            line += " -r" + (" -F" if FILES in words else f" -a {_quoted(_plain(words))}" if words else "")
        lines.append(line)
    words = made.places[name]
    if _plain(words):
        lines.append(f"{where} -a {_quoted(_plain(words))}")
    if FILES in words:
        lines.append(f"{where} -F")
    return lines


def _fish_option(option: str) -> str:
    return f"-l {option[2:]}" if option.startswith("--") else f"-s {option[1:]}"


def _quoted(text: str) -> str:
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"
