"""The `ludoteca` command line: commands, terminal games, menu, JSON output."""
