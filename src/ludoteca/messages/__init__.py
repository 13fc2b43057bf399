"""Messages as data: a code with parameters, turned into a sentence by a gettext catalogue.

The sentences are in `ludoteca/locale/LANGUAGE/LC_MESSAGES/DOMAIN.po`. A message's key is its code, not its
English text, so that English is a catalogue like the others. A language is shipped when its folder exists.
"""

from ludoteca.messages.catalogue import Catalogue
from ludoteca.messages.languages import LANGUAGES, match_language, preferred_language
from ludoteca.messages.message import (
    Alternatives,
    Message,
    Number,
    Translated,
    WordList,
    catalogue,
    language_name,
    localized,
    number,
)

__all__ = [
    "LANGUAGES",
    "Alternatives",
    "Catalogue",
    "Message",
    "Number",
    "Translated",
    "WordList",
    "catalogue",
    "language_name",
    "localized",
    "match_language",
    "number",
    "preferred_language",
]
