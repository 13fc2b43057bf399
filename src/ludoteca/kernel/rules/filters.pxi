# Filters: keywords of an action that rule out some of its targets. To add one, add its bit, its keyword and its test
# here. The compiler sets the bit from the keyword; fast paths leave rules with filters to the general code, and the solver
# treats them as asymmetric.

cdef enum:
    FILTER_APART = 1
    FILTER_NOT_BACK_TO_START = 2
    FILTER_NOT_BESIDE_OWN = 4

FILTERS = {
    "apart": FILTER_APART, "not_back_to_start": FILTER_NOT_BACK_TO_START, "not_beside_own": FILTER_NOT_BESIDE_OWN,
}


cdef bint restores_start(const Tables* t, const Position* p, int side, int source, int target) noexcept nogil:
    """Whether a move would bring a side's pieces back to where they all stood at the start."""
    cdef int word
    cdef uint64_t own
    for word in range(t.words):
        own = p.sets[side + 1][word]
        if source >> 6 == word:
            own ^= <uint64_t>1 << (source & 63)
        if target >> 6 == word:
            own |= <uint64_t>1 << (target & 63)
        if own != t.regions[t.start[side]][word]:
            return False
    return True


cdef inline bint passes_filters(const Tables* t, const Position* p, int filters, int side, int source,
                                int target) noexcept nogil:
    """Whether no filter of a rule excludes an action; `source` is NO_CELL for a placement."""
    if filters & FILTER_APART and beside(t, p, target, 2 - side):
        return False
    if filters & FILTER_NOT_BESIDE_OWN and beside(t, p, target, side + 1):
        return False
    if filters & FILTER_NOT_BACK_TO_START and restores_start(t, p, side, source, target):
        return False
    return True


cdef void filter_actions(const Tables* t, Worker* w, int filters, int side, int start) noexcept nogil:
    """Drop the actions from `start` on that a filter excludes. Placements and steps are tested when listed."""
    cdef int i, kept = start
    for i in range(start, w.top):
        if passes_filters(t, &w.p, filters, side, w.actions[i].source, w.actions[i].target):
            w.actions[kept] = w.actions[i]
            kept += 1
    w.top = kept
