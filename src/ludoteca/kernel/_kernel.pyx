# cython: embedsignature=True
"""The kernel: tables in, numbers out. It moves, undoes, ends and counts, and knows no game by name."""

from libc.math cimport exp, log, sqrt
from libc.stdint cimport int8_t, int16_t, int32_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc, qsort
from libc.string cimport memchr, memcmp, memcpy, memset

from ludoteca.errors import LimitExceeded

include "types.pxi"
include "bits.pxi"
include "cells.pxi"
include "chains.pxi"
include "sowing.pxi"
include "actions.pxi"
include "ends.pxi"
include "plain.pxi"
include "effects.pxi"
include "perft.pxi"
include "ranking.pxi"
include "probing.pxi"
include "playouts.pxi"
include "accounts.pxi"
include "memory.pxi"
include "evaluation.pxi"
include "ordering.pxi"
include "threats.pxi"
include "forcing.pxi"
include "search.pxi"
include "intake.pxi"
include "judging.pxi"
include "door.pxi"
include "spaces.pxi"
include "thinking.pxi"
include "fitting.pxi"
include "montecarlo.pxi"
include "hints.pxi"
include "pondering.pxi"
include "fixed.pxi"
include "proving.pxi"
include "retrograde.pxi"
include "dfpn.pxi"
include "margins.pxi"
include "links.pxi"
include "lines.pxi"
include "arrows.pxi"
