# Board updates, cell by cell, with an undo log; and queries on cells and windows.

cdef inline void put(const Tables* t, Position* p, int cell, int code) noexcept nogil:
    """Set a cell; updates mailbox, bitboards and counts, but not the key."""
    cdef int old = p.cell[cell]
    cdef uint64_t bit = <uint64_t>1 << (cell & 63)
    cdef int word = cell >> 6
    p.sets[t.who[old]][word] ^= bit
    p.sets[t.who[code]][word] ^= bit
    p.counts[old] -= 1
    p.counts[code] += 1
    p.cell[cell] = <uint8_t>code


cdef inline void change(const Tables* t, Worker* w, int cell, int code) noexcept nogil:
    """Set a cell, log its old contents and update the Zobrist key."""
    cdef int old = w.p.cell[cell]
    cdef Change* entry = &w.log[w.p.s.log_top]
    entry.cell = <uint16_t>cell
    entry.code = <uint8_t>old
    w.p.s.log_top += 1
    w.p.s.key ^= t.key_cell[cell][old] ^ t.key_cell[cell][code]
    put(t, &w.p, cell, code)


cdef inline int quiet(const Position* p) noexcept nogil:
    """Moves since the last progress."""
    return <int>p.s.ply - <int>p.s.progress_ply


cdef inline int pieces_left(const Tables* t, const Position* p, int side) noexcept nogil:
    """A side's pieces on the board and in hand."""
    cdef int kind, n = 0
    for kind in range(t.kinds):
        if t.code_of[side][kind]:
            n += p.counts[t.code_of[side][kind]] + p.s.hand[side][kind]
    return n


cdef inline int pieces_on_board(const Tables* t, const Position* p, int side) noexcept nogil:
    cdef int word, n = 0
    for word in range(t.words):
        n += count_bits(p.sets[side + 1][word])
    return n


cdef inline bint hand_is_empty(const Tables* t, const Position* p, int side) noexcept nogil:
    cdef int kind
    for kind in range(t.kinds):
        if p.s.hand[side][kind]:
            return False
    return True


cdef inline bint beside(const Tables* t, const Position* p, int cell, int who) noexcept nogil:
    """Whether a neighbour of a cell is of class `who`."""
    cdef int i
    if t.words == 1:
        return (t.near[cell] & p.sets[who][0]) != 0
    for i in range(t.neighbours.first[cell], t.neighbours.first[cell + 1]):
        if t.who[p.cell[t.neighbours.items[i]]] == who:
            return True
    return False


cdef inline bint window_is_full(const Tables* t, const Position* p, const WindowSet* s, int number,
                                int who) noexcept nogil:
    """Whether all cells of a window are of one class and, for exact lengths, the cells beyond are not."""
    cdef int i
    cdef uint64_t own
    if t.words == 1:
        own = p.sets[who][0]
        return (own & (s.mask[number] | s.beyond[number])) == s.mask[number]
    for i in range(s.size):
        if s.cells[number * s.size + i] == NO_CELL:
            break
        if t.who[p.cell[s.cells[number * s.size + i]]] != who:
            return False
    if s.exact:
        for i in range(2):
            if s.ends[2 * number + i] != NO_CELL and t.who[p.cell[s.ends[2 * number + i]]] == who:
                return False
    return True


cdef inline bint in_window(const Tables* t, const Position* p, int windows, int cell, int who) noexcept nogil:
    """Whether a full window of a class passes through a cell."""
    cdef const WindowSet* s = &t.windows[windows]
    cdef int i
    cdef uint64_t missing
    cdef const uint64_t* masks
    cdef bint full = False
    if t.words == 1 and not s.exact:
        # Branch-free: the same number of windows for every cell.
        missing = ~p.sets[who][0]
        masks = s.masks + cell * s.most
        for i in range(s.most):
            full |= (masks[i] & missing) == 0
        return full
    for i in range(s.first[cell], s.first[cell + 1]):
        if window_is_full(t, p, s, s.through[i], who):
            return True
    return False


cdef inline bint any_window(const Tables* t, const Position* p, int windows, int who) noexcept nogil:
    cdef const WindowSet* s = &t.windows[windows]
    cdef int i
    cdef uint64_t missing, full = 0
    if t.words == 1 and not s.exact:
        missing = ~p.sets[who][0]
        for i in range(s.count):
            full |= (s.mask[i] & missing) == 0
        return full != 0
    for i in range(s.count):
        if window_is_full(t, p, s, i, who):
            return True
    return False
