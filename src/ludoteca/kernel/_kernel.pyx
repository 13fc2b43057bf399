# cython: embedsignature=True
"""The compiled kernel: rules, evaluation, search and solvers. One translation unit, so that everything can be inlined."""

cimport cython
from libc.math cimport exp, floor, log, sqrt
from libc.stdint cimport int8_t, int16_t, int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc, qsort, realloc
from libc.string cimport memchr, memcmp, memcpy, memset

import threading

from ludoteca.errors import BadPosition, ConcurrentUse, LimitExceeded
from ludoteca.kernel.results import ConnectionProof, Iteration, PlayoutCounts, PositionState, RootChild, TreeResult, UnrankedPosition

cdef extern from "Python.h":
    ctypedef struct PyObject:
        pass
    int PyErr_CheckSignals() noexcept
    void PyErr_Fetch(PyObject** kind, PyObject** value, PyObject** trace) noexcept
    void PyErr_Restore(PyObject* kind, PyObject* value, PyObject* trace) noexcept

cdef extern from "clock.h":
    uint64_t clock_milliseconds() noexcept nogil

cdef extern from "atomics.h":
    uint64_t atomic_load_u64(const uint64_t* at) noexcept nogil
    void atomic_store_u64(uint64_t* at, uint64_t value) noexcept nogil
    void atomic_add_u64(uint64_t* at, uint64_t more) noexcept nogil
    int32_t atomic_load_i32(const int32_t* at) noexcept nogil
    void atomic_store_i32(int32_t* at, int32_t value) noexcept nogil
    int32_t atomic_exchange_i32(int32_t* at, int32_t value) noexcept nogil

# Types, before the code that uses them
include "rules/types.pxi"
include "special/hsearch_types.pxi"
include "special/requires.pxi"
include "special/rotation_types.pxi"
include "eval/types.pxi"
include "solve/types.pxi"
include "search/types.pxi"
include "rules/worker.pxi"
include "rules/signals.pxi"
include "mcts/types.pxi"
include "classics/types.pxi"

# Rules: generate, make and unmake actions, detect the end of the game
include "rules/bits.pxi"
include "rules/cells.pxi"
include "rules/chains.pxi"
include "rules/sowing.pxi"
include "rules/filters.pxi"
include "rules/duplicates.pxi"
include "rules/actions.pxi"
include "rules/ends.pxi"
include "rules/fast_moves.pxi"
include "rules/effects.pxi"
include "rules/pseudo_legal.pxi"
include "rules/perft.pxi"
include "rules/playouts.pxi"

# Evaluation
include "eval/patterns.pxi"
include "eval/accumulator.pxi"
include "eval/network.pxi"
include "special/drop_parity.pxi"
include "special/connection_eval.pxi"
include "special/territory_eval.pxi"
include "eval/evaluation.pxi"

# Alpha-beta search
include "solve/ranking.pxi"
include "solve/seeds.pxi"
include "solve/probing.pxi"
include "search/tt.pxi"
include "search/smp.pxi"
include "search/movepick.pxi"
include "search/threat_search.pxi"
include "search/vct.pxi"
include "special/rotation_sets.pxi"
include "special/rotation_wins.pxi"
include "special/hooks.pxi"
include "search/search.pxi"

# Python bindings of rules and search
include "bindings/memory.pxi"
include "bindings/checks.pxi"
include "rules/load.pxi"
include "eval/pattern_tables.pxi"
include "eval/weights.pxi"
include "bindings/snapshot.pxi"
include "bindings/position.pxi"
include "solve/spaces.pxi"
include "solve/seed_tables.pxi"
include "bindings/search.pxi"
include "eval/network_fitting.pxi"
include "eval/samples.pxi"
include "eval/pattern_fitting.pxi"

# Virtual connections
include "special/fill_in.pxi"
include "special/hsearch.pxi"
include "bindings/connections.pxi"

# Monte Carlo tree search
include "mcts/connection_nodes.pxi"
include "mcts/mcts.pxi"
include "mcts/rollout_policy.pxi"
include "bindings/mcts.pxi"

# Fixed-depth searches of the reports
include "classics/circuits.pxi"
include "classics/evaluation.pxi"
include "classics/moves.pxi"
include "classics/fixed_depth.pxi"
include "bindings/classics.pxi"

# Solvers
include "solve/proof_table.pxi"
include "solve/canonical.pxi"
include "solve/proving.pxi"
include "solve/retrograde.pxi"
include "solve/dfpn.pxi"
include "solve/margins.pxi"
include "special/connection.pxi"
include "solve/lines.pxi"
include "special/territory.pxi"
