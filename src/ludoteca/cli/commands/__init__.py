"""One module for each command: `arguments` adds what it takes to the parser, `run` answers with an exit code.

Their heads stay light, for all of them are imported for `ludoteca --help`; games are imported inside `run`.
"""
