# Ctrl-C during a long call: Python runs signal handlers in the main thread only, and only when asked. A loop that may
# run long calls `poll_signals`; it asks Python every few hundredths of a second. A handler that raises an exception
# stops the worker as `set_stop` does, and `MutablePosition.raise_pending` raises the exception after the loop has ended.

cdef enum:
    SIGNAL_MILLISECONDS = 30
    SIGNAL_CALLS = 64                  # calls of poll_signals between two looks at the clock: a power of two


cdef void listen_for_signals(Worker* w) except *:
    """Call before a long loop: only the main thread polls."""
    w.poll_calls = 0
    w.poll_at = <uint64_t>-1
    if threading.get_ident() == threading.main_thread().ident:
        w.poll_at = clock_milliseconds() + SIGNAL_MILLISECONDS


cdef void run_signal_handlers(Worker* w) noexcept with gil:
    """Run the pending handlers; an exception of one is kept in the worker."""
    if PyErr_CheckSignals() != 0:
        PyErr_Fetch(&w.pending[0], &w.pending[1], &w.pending[2])
        set_stop(w, 1)


cdef void check_clock(Worker* w) noexcept nogil:
    if w.poll_at != <uint64_t>-1 and clock_milliseconds() >= w.poll_at and w.pending[0] == NULL:
        run_signal_handlers(w)
        w.poll_at = clock_milliseconds() + SIGNAL_MILLISECONDS


cdef inline void poll_signals(Worker* w) noexcept nogil:
    """Cheap enough for every node of a search."""
    w.poll_calls += 1
    if w.poll_calls & (SIGNAL_CALLS - 1) == 0:
        check_clock(w)
