"""The `ludoteca` command: menus, boards on the screen, answers in JSON. No rules."""
