# Canonical keys: symmetric positions, and positions that differ only in cells that no longer matter, share one key.

cdef uint64_t reachable_by_shared_piece(const Tables* t, const Worker* w, const SymmetryKeys* sym) noexcept nogil:
    """Empty cells that the shared piece can still reach."""
    cdef const uint64_t* steps = t.tables[t.rules[sym.step].table].masks
    cdef uint64_t free_ = w.p.sets[EMPTY][0], found = 0, new = w.p.sets[SHARED][0]
    cdef int cell
    while new:
        cell = lowest_bit(new)
        new &= new - 1
        new |= steps[cell] & free_
        free_ &= ~steps[cell]
        found |= steps[cell] & w.p.sets[EMPTY][0]
    return found


cdef uint64_t cells_of_open_lines(const Tables* t, Worker* w) noexcept nogil:
    """Cells of lines that some side can still complete."""
    cdef const WindowSet* s = &t.windows[w.weights.set_of[0]]
    cdef const uint8_t* state
    cdef uint64_t found = 0
    cdef int i
    update_accumulator(t, w)
    state = w.acc.state + w.weights.first_window[0]
    for i in range(s.count):
        if (state[i] & 15) == 0 or (state[i] >> 4) == 0:
            found |= s.mask[i]
    return found


cdef inline void canonical_key(const Tables* t, Worker* w, const SymmetryKeys* sym, CanonicalKey* key) noexcept nogil:
    """The smallest Zobrist key of all symmetric images. Cells that no longer matter are left out; of dead cells in line
    games only the number of empty ones counts."""
    cdef uint64_t all[MAX_SYMMETRIES]
    cdef uint64_t rest = w.p.s.key, bits, check, kept = 0
    cdef const uint64_t* keys
    cdef const uint16_t* image
    cdef int word, cell, code, i, best = 0, n = sym.symmetries
    cdef bint anchored = w.p.s.mid_move and w.p.s.anchor != NO_CELL
    for i in range(n):
        all[i] = 0
    if sym.mode == KEY_ALL_CELLS:
        for word in range(t.words):
            bits = ~w.p.sets[EMPTY][word]
            if word == t.words - 1 and t.cells & 63:
                bits &= (<uint64_t>1 << (t.cells & 63)) - 1
            while bits:
                cell = (word << 6) + lowest_bit(bits)
                bits &= bits - 1
                keys = sym.keys + (cell * MAX_CODES + w.p.cell[cell]) * n
                for i in range(n):
                    all[i] ^= keys[i]
        rest ^= all[0]
    else:
        # Only the board and the side to move belong to the key.
        rest = t.key_second if w.p.s.mover else 0
        if sym.mode == KEY_REACHABLE:
            kept = reachable_by_shared_piece(t, w, sym) | w.p.sets[SHARED][0]
        else:
            kept = cells_of_open_lines(t, w)
            rest ^= mix(count_bits(w.p.sets[EMPTY][0] & ~kept) + <uint64_t>1000)
        bits = kept
        while bits:
            cell = lowest_bit(bits)
            bits &= bits - 1
            code = w.p.cell[cell] if w.p.cell[cell] else KEY_EMPTY
            keys = sym.keys + (cell * MAX_CODES + code) * n
            for i in range(n):
                all[i] ^= keys[i]
    if anchored:
        rest ^= t.key_anchor[w.p.s.anchor]
        for i in range(n):
            all[i] ^= t.key_anchor[sym.image[i][w.p.s.anchor]]
    if w.p.s.ply < sym.counted:
        rest ^= mix(<uint64_t>w.p.s.ply + 77)
    for i in range(1, n):
        if all[i] < all[best]:
            best = i
    image = sym.image[best]
    check = mix(rest)
    if anchored:
        check ^= mix(image[w.p.s.anchor] + <uint64_t>0xABCDEF)
    for word in range(t.words):
        bits = kept
        if sym.mode == KEY_ALL_CELLS:
            bits = ~w.p.sets[EMPTY][word]
            if word == t.words - 1 and t.cells & 63:
                bits &= (<uint64_t>1 << (t.cells & 63)) - 1
        while bits:
            cell = (word << 6) + lowest_bit(bits)
            bits &= bits - 1
            check ^= sym.second[image[cell]][w.p.cell[cell] if w.p.cell[cell] else KEY_EMPTY]
    key.place = all[best] ^ rest
    key.check = check if check else 1
    key.image = best


cdef int check_shared_piece(const Worker* w, const SymmetryKeys* sym) except -1:
    """Raise ValueError where keys are built around a shared piece and there is none."""
    if sym.mode == KEY_REACHABLE and not w.p.sets[SHARED][0]:
        raise ValueError("the position lacks the shared piece")
    return 0


cdef int key_mode(const Tables* t, const Worker* w, SymmetryKeys* sym) noexcept:
    """Which cells the key of a position may leave out."""
    if t.features & USE_LINE_KEYS and w.weights.line_placement and t.windows[w.weights.set_of[0]].size < LACKS:
        return KEY_OPEN_LINES
    if t.features & USE_TRAIL_KEYS:
        sym.step = t.stages[0].first_rule[0]
        return KEY_REACHABLE
    return KEY_ALL_CELLS


cdef inline uint32_t map_action(const Tables* t, const SymmetryKeys* sym, int image, const Action* a) noexcept nogil:
    """An action mapped to the canonical image of its position."""
    cdef uint32_t source = sym.image[image][a.source] if a.source < t.cells else 511
    cdef uint32_t target = sym.image[image][a.target] if a.target < t.cells else 511
    return source | (target << 9) | (<uint32_t>(a.extra & 63) << 18)


@cython.boundscheck(True)
cdef int init_symmetry_keys(const Tables* t, const Worker* w, SymmetryKeys* sym, images, int counted) except -1:
    """Load the symmetries of the rules."""
    cdef int i, cell, code, n = min(len(images), <int>MAX_SYMMETRIES)
    check_images(t, images)
    sym.symmetries = n
    sym.counted = counted
    sym.mode = key_mode(t, w, sym)
    sym.keys = <uint64_t*>calloc(t.cells * MAX_CODES * n, sizeof(uint64_t))
    if sym.keys == NULL:
        raise MemoryError()
    for i in range(n):
        for cell in range(t.cells):
            sym.image[i][cell] = images[i][cell]
    for cell in range(t.cells):
        for code in range(1, MAX_CODES):
            sym.second[cell][code] = mix(t.key_cell[cell][code] + <uint64_t>0x5EC0)
            for i in range(n):
                sym.keys[(cell * MAX_CODES + code) * n + i] = t.key_cell[sym.image[i][cell]][code]
    return 0
