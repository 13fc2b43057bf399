# Actions that are the same move: one piece that reaches a cell by two actions, or on two ways around a ring. Only games with
# the trait `duplicates` can have them; the compiler refuses rules whose actions of one text differ in their effect.

cdef inline int form_of(int op) noexcept nogil:
    """Only actions of the same form can be the same move: placements, shots, removals…, moves of a piece."""
    if op == OP_PAIR:
        return OP_PLACE
    if op == OP_BLOCK:
        return OP_SHOOT
    if op in (OP_PLACE, OP_SHOOT, OP_REMOVE, OP_ROTATE, OP_SOW, OP_EXIT):
        return op
    return OP_STEP


cdef bint is_same_path(const Worker* w, uint32_t a, uint32_t b) noexcept nogil:
    """Whether two paths have the same cells and captures."""
    cdef int i, hops = w.arena[a], captures
    if a == 0 or b == 0:
        return a == b
    if w.arena[b] != hops or w.arena[b + 1 + hops] != w.arena[a + 1 + hops]:
        return False
    captures = w.arena[a + 1 + hops]
    for i in range(hops + captures + 1):
        if w.arena[a + 1 + i] != w.arena[b + 1 + i]:
            return False
    return True


cdef bint is_same_move(const Tables* t, const Worker* w, const Action* a, const Action* b) noexcept nogil:
    cdef const Rule* r = &t.rules[a.rule]
    cdef const Rule* o = &t.rules[b.rule]
    if a.source != b.source or a.target != b.target or a.extra != b.extra or a.tag != b.tag:
        return False
    if a.rule != b.rule and (r.code != o.code or form_of(r.op) != form_of(o.op) or r.trail != o.trail
                             or r.converts != o.converts or r.sandwich != o.sandwich or r.flips != o.flips):
        return False
    return is_same_path(w, a.path, b.path)


cdef int drop_duplicates(const Tables* t, Worker* w, int start) noexcept nogil:
    """Keep the first of equal moves; returns the number left. The free end of the action stack serves as a hash table."""
    cdef int i, kept = start, n = w.top - start
    cdef uint32_t size = 16, slot, at
    cdef uint32_t* seen = <uint32_t*>&w.actions[w.top]
    while size < 2 * <uint32_t>n:
        size *= 2
    if <size_t>size * sizeof(uint32_t) > <size_t>(MAX_ACTIONS - w.top) * sizeof(Action):
        w.overflow = 1
        return n
    memset(seen, 0, size * sizeof(uint32_t))
    for i in range(start, w.top):
        slot = ((<uint32_t>w.actions[i].source * 31 + w.actions[i].target) * 31 + w.actions[i].extra) * 31 + w.actions[i].tag
        slot = (slot * <uint32_t>2654435761) & (size - 1)
        at = seen[slot]
        while at and not is_same_move(t, w, &w.actions[at - 1], &w.actions[i]):
            slot = (slot + 1) & (size - 1)
            at = seen[slot]
        if at == 0:
            w.actions[kept] = w.actions[i]
            kept += 1
            seen[slot] = <uint32_t>kept
    w.top = kept
    return kept - start
