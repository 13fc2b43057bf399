"""Everything the pages say, in both languages."""

from ludoteca.play.language import Phrases
from ludoteca.web.words.animals import ANIMALS
from ludoteca.web.words.errors import ERRORS
from ludoteca.web.words.finding import FINDING
from ludoteca.web.words.frame import FRAME
from ludoteca.web.words.learning import LEARNING
from ludoteca.web.words.playing import PLAYING
from ludoteca.web.words.workshop import WORKSHOP

WORDS = Phrases(FRAME, FINDING, PLAYING, LEARNING, ANIMALS, ERRORS, WORKSHOP)
