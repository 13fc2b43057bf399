# The working state of one thread: a position with its undo stack, action stack and random generator.

cdef struct Worker:
    Position p
    Scalars saved[MAX_DEPTH]           # undo stack: scalars, …
    PlainUndo plain_undo[MAX_DEPTH]    # … fast moves, …
    int depth
    Change log[MAX_LOG]                # … and changed cells
    uint64_t history[MAX_HISTORY + 8]  # Zobrist keys of the game, for repetitions
    int first_ply                      # ply of the first key
    uint16_t parent[MAX_CELLS + 8]     # union-find (connection games), with its undo list
    uint16_t weight[MAX_CELLS + 8]
    uint16_t unions[MAX_CELLS + 8]
    uint32_t reached[MAX_CELLS + 8]    # goals of the chain of each root, …
    uint32_t reached_before[MAX_CELLS + 8]       # … and of the root of each union, before it
    Action* actions                    # stack of generated actions
    int top
    uint16_t* arena                    # stack of their paths
    uint32_t arena_top
    int overflow                       # a stack was too small: results are invalid
    int chain_steps
    uint64_t random
    int32_t stop                       # set by other threads: see is_stopped, set_stop
    uint32_t poll_calls                # for poll_signals: calls, time of the next look, exception of a signal handler
    uint64_t poll_at
    PyObject* pending[3]
    const EvalWeights* weights
    Accumulator* acc
    int counting                       # `seen` is maintained: in playouts, which are never undone
    uint8_t seen[1024]                 # occurrences of keys, by their low bits
    const TTSlot* tt                   # prefetched when a key is known; NULL outside a search
    uint64_t tt_mask


cdef inline bint is_stopped(const Worker* w) noexcept nogil:
    return atomic_load_i32(&w.stop) != 0


cdef inline void set_stop(Worker* w, int32_t stop) noexcept nogil:
    atomic_store_i32(&w.stop, stop)
