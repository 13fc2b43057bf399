"""Codes by which members join a class, and the limit on guessing them."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from contextlib import contextmanager

from ludoteca.errors import LudotecaError
from ludoteca.web.budgets import GUESSES, SERVER, Budgets, current_client

CODE_LENGTH, RETURN_LENGTH = 6, 8
"""Of the code of a class, and of the code of one member."""
_ALPHABET = "23456789BCDFGHJKMNPQRSTVWXYZ"
"""Signs of a code: none looks like another, and no words come out."""


class WrongCode(LudotecaError):
    """No class has this code now, or the password of teachers is another one."""


def new_code(length: int) -> str:
    return "".join(secrets.choice(_ALPHABET) for _ in range(length))


def tidy_code(text: str) -> str:
    """A code as it is stored, whatever spaces, hyphens and cases were typed."""
    return "".join(sign for sign in text[:40].upper() if sign.isalnum())


@contextmanager
def guess(budgets: Budgets) -> Iterator[None]:
    """Within the block a code is checked: a wrong one is charged to the address. Raises `OverBudget`."""
    client = current_client() or SERVER
    budgets.spend(client, GUESSES)
    try:
        yield
    except WrongCode:
        raise
    except BaseException:
        budgets.refund(client, GUESSES, 1.0)
        raise
    else:
        budgets.refund(client, GUESSES, 1.0)
