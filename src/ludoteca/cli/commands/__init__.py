"""One module for each command: `arguments` adds its arguments to the parser, `run` returns its exit code.

All of them are imported for `ludoteca --help`, so expensive imports belong inside `run`.
"""
