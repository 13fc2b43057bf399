"""Everything the command line says, in both languages. Each table is key → (English, Portuguese)."""

from ludoteca.cli.words.analysing import ANALYSING
from ludoteca.cli.words.answers import ANSWERS
from ludoteca.cli.words.helps import HELPS
from ludoteca.cli.words.playing import PLAYING
from ludoteca.cli.words.proving import PROVING
from ludoteca.cli.words.serving import SERVING
from ludoteca.cli.words.solving import SOLVING
from ludoteca.play.language import Phrases

WORDS = Phrases(HELPS, ANSWERS, PLAYING, ANALYSING, SOLVING, PROVING, SERVING)
