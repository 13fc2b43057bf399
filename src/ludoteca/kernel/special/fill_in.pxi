# Dead and captured cells of connection games where exactly one side can connect (Y. Björnsson, R. Hayward, M. Johanson and
# J. van Rijswijck, "Dead cell analysis in Hex and the Shannon game", 2007). A cell is dead if its colour can never matter:
# its neighbours form a clique in the graph of one side, in which that side's groups are points and enemy stones are
# removed. Two cells are captured if an intrusion on either is answered on the other and is dead then. Filling dead cells
# with any colour and captured ones with their owner's colour changes neither the winner nor the good moves elsewhere.

cdef void label_groups(const Tables* t, HSearch* h, int side) noexcept nogil:
    """Number the groups of a side; dead cells count as its stones. Labels 0 and 1 are those of its edges."""
    cdef uint16_t waiting[MAX_HSEARCH_CELLS]
    cdef const End* e = &t.ends[t.connect_end]
    cdef uint16_t* label = h.label[side]
    cdef int n = 2, cell, other, i, pass_, top, now
    for cell in range(h.cells):
        label[cell] = NO_CELL
    for pass_ in range(3):
        for cell in range(h.cells):
            if label[cell] != NO_CELL or (h.colour[cell] != side + 1 and h.colour[cell] != DEAD):
                continue
            if pass_ < 2:
                if not has_bit(t.regions[e.region[side] if pass_ == 0 else e.far[side]], cell):
                    continue
                now = pass_
            else:
                now = n
                n += 1
            label[cell] = <uint16_t>now
            waiting[0] = <uint16_t>cell
            top = 1
            while top:
                top -= 1
                other = waiting[top]
                for i in range(t.neighbours.first[other], t.neighbours.first[other + 1]):
                    if (label[t.neighbours.items[i]] == NO_CELL
                            and (h.colour[t.neighbours.items[i]] == side + 1 or h.colour[t.neighbours.items[i]] == DEAD)):
                        label[t.neighbours.items[i]] = <uint16_t>now
                        waiting[top] = <uint16_t>t.neighbours.items[i]
                        top += 1
    h.n_labels[side] = n


cdef bint edges_joined(const Tables* t, const HSearch* h, int side) noexcept nogil:
    """Whether a side's stones, filled-in ones included, connect its edges."""
    cdef const uint64_t* far = t.regions[t.ends[t.connect_end].far[side]]
    cdef int cell
    for cell in range(h.cells):
        if h.label[side][cell] == 0 and has_bit(far, cell):
            return True
    return False


cdef bint touches(const Tables* t, const HSearch* h, int side, int cell, int label, int extra) noexcept nogil:
    """Whether a cell is beside a group of a side. With an extra stone, its group is all merged groups."""
    cdef const End* e = &t.ends[t.connect_end]
    cdef int i, other, found
    cdef bint joined = extra != NO_CELL and h.merged[label]
    for i in range(t.neighbours.first[cell], t.neighbours.first[cell + 1]):
        other = t.neighbours.items[i]
        if joined and other == extra:
            return True
        found = h.label[side][other]
        if found == label or (joined and found != NO_CELL and h.merged[found]):
            return True
    if has_bit(t.regions[e.region[side]], cell) and (label == 0 or (joined and h.merged[0])):
        return True
    return has_bit(t.regions[e.far[side]], cell) and (label == 1 or (joined and h.merged[1]))


cdef bint is_clique(const HSearch* h, int cell, int without) noexcept nogil:
    """Whether the empty neighbours of a cell, one of them left out, are neighbours of each other."""
    cdef Carrier around
    cdef uint64_t bits
    cdef int word, i, other
    for word in range(CARRIER_WORDS):
        around.w[word] = h.adjacent[cell].w[word] & h.empty.w[word]
    if without != NO_CELL:
        around.w[without >> 6] &= ~(<uint64_t>1 << (without & 63))
    for word in range(CARRIER_WORDS):
        bits = around.w[word]
        while bits:
            other = (word << 6) + lowest_bit(bits)
            bits &= bits - 1
            for i in range(CARRIER_WORDS):
                if around.w[i] & ~h.adjacent[other].w[i] & ~(<uint64_t>(i == other >> 6) << (other & 63)):
                    return False
    return True


cdef bint is_simplicial(const Tables* t, const HSearch* h, int side, int cell, int extra, int removed) noexcept nogil:
    """Whether the neighbours of a cell form a clique in the graph of a side, if its empty ones do: they all touch the only
    group. With an extra stone of that side, whose groups are `merged`, or with a cell removed."""
    cdef const End* e = &t.ends[t.connect_end]
    cdef int i, j, group = NO_CELL, other, found
    for i in range(t.neighbours.first[cell], t.neighbours.first[cell + 1] + 2):
        if i >= t.neighbours.first[cell + 1]:
            found = i - t.neighbours.first[cell + 1]
            if not has_bit(t.regions[e.far[side] if found else e.region[side]], cell):
                continue
        else:
            other = t.neighbours.items[i]
            if other == removed or (h.colour[other] == EMPTY and other != extra):
                continue
            found = MAX_POINTS - 1 if other == extra else h.label[side][other]
            if found == NO_CELL:
                continue
        if group == NO_CELL:
            group = found
        elif group != found and not (extra != NO_CELL and h.merged[group] and h.merged[found]):
            return False
    if group == NO_CELL:
        return True
    for i in range(t.neighbours.first[cell], t.neighbours.first[cell + 1]):
        other = t.neighbours.items[i]
        if (h.colour[other] == EMPTY and other != removed and other != extra
                and not touches(t, h, side, other, group, extra)):
            return False
    return True


cdef void merge_groups(const Tables* t, HSearch* h, int side, int extra) noexcept nogil:
    """Mark the groups that an extra stone merges; its own number is MAX_POINTS - 1."""
    cdef const End* e = &t.ends[t.connect_end]
    cdef int i
    memset(h.merged, 0, sizeof(h.merged))
    h.merged[MAX_POINTS - 1] = 1
    for i in range(t.neighbours.first[extra], t.neighbours.first[extra + 1]):
        if h.label[side][t.neighbours.items[i]] != NO_CELL:
            h.merged[h.label[side][t.neighbours.items[i]]] = 1
    if has_bit(t.regions[e.region[side]], extra):
        h.merged[0] = 1
    if has_bit(t.regions[e.far[side]], extra):
        h.merged[1] = 1


cdef bint killed_by(const Tables* t, HSearch* h, int side, int cell, int stone) noexcept nogil:
    """Whether an empty cell is dead once a side has a stone on another one, for which `merged` is set."""
    return is_simplicial(t, h, side, cell, stone, NO_CELL) or is_simplicial(t, h, 1 - side, cell, NO_CELL, stone)


cdef int fill_cell(const Tables* t, HSearch* h, int cell) noexcept nogil:
    """Fill a cell if it is dead or captured together with a neighbour. Sides whose groups change, as bits."""
    cdef int i, side, other
    if is_clique(h, cell, NO_CELL) and (is_simplicial(t, h, 0, cell, NO_CELL, NO_CELL)
                                        or is_simplicial(t, h, 1, cell, NO_CELL, NO_CELL)):
        set_colour(h, cell, DEAD)
        return 3
    for i in range(t.neighbours.first[cell], t.neighbours.first[cell + 1]):
        other = t.neighbours.items[i]
        if other < cell or h.colour[other] != EMPTY or not is_clique(h, cell, other) or not is_clique(h, other, cell):
            continue
        for side in range(2):
            merge_groups(t, h, side, other)
            if not killed_by(t, h, side, cell, other):
                continue
            merge_groups(t, h, side, cell)
            if killed_by(t, h, side, other, cell):
                set_colour(h, cell, side + 1)
                set_colour(h, other, side + 1)
                return 1 << side
    return 0


cdef inline void set_colour(HSearch* h, int cell, int colour) noexcept nogil:
    h.colour[cell] = <uint8_t>colour
    h.empty.w[cell >> 6] &= ~(<uint64_t>1 << (cell & 63))


cdef void fill_in(const Tables* t, HSearch* h) noexcept nogil:
    """Fill dead and captured cells until nothing changes; the groups are labelled."""
    cdef int cell, sides
    cdef bint changed = True
    while changed:
        changed = False
        for cell in range(h.cells):
            if h.colour[cell] != EMPTY:
                continue
            sides = fill_cell(t, h, cell)
            if sides & 1:
                label_groups(t, h, 0)
            if sides & 2:
                label_groups(t, h, 1)
            changed |= sides != 0
