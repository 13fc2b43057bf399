# VCT ("victory by continuous threats"): a forced win by threats of which some leave several answers, such as open threes.
# A threat is a move after which the side would win by continuous fours (VCF, threat_search.pxi) if the opponent did
# nothing; joined patterns of several directions are found because the VCF is. The opponent's answers are the defences
# against that VCF, so the search is an AND/OR tree over few cells and its wins are proofs. It runs on the accumulator,
# without making moves, by iterative deepening in the number of threats (L. V. Allis, H. J. van den Herik, M. P. H.
# Huntjens, "Go-Moku and threat-space search", 1993, with all defences instead of their sum).

cdef struct Threats:         # state of a VCT search
    int left                 # threats that may still be tried
    int first                # first cell of the win
    uint16_t killers[VCT_MAX_THREATS + 1]      # answers that refuted a threat, by remaining depth


cdef int completing_cells(const Tables* t, const Worker* w, int side) noexcept nogil:
    """The cell that completes a side's line: NO_THREAT if there is none, TWO_THREATS if there are several. As
    `winning_cell`, on the accumulator."""
    cdef const WindowSet* s = &t.windows[w.weights.set_of[0]]
    cdef const uint8_t* state = w.acc.state
    cdef const uint8_t* at = state
    cdef int value = (s.size - 1) << (4 * side), j, found = NO_THREAT
    if open_windows(w.acc, 0, side, 1) == 0:
        return NO_THREAT
    while True:
        at = <const uint8_t*>memchr(at, value, s.count - (at - state))
        if at == NULL:
            return found
        j = <int>(at - state) * s.size
        while w.acc.cell[s.cells[j]]:
            j += 1
        if found != NO_THREAT and s.cells[j] != found:
            return TWO_THREATS
        found = s.cells[j]
        at += 1


cdef void count_threat_cells(const Tables* t, const Worker* w, int side, int lacks, int weight, uint8_t* counts) noexcept nogil:
    """Add a weight to the empty cells of each of a side's open windows that lack some cells."""
    cdef const WindowSet* s = &t.windows[w.weights.set_of[0]]
    cdef const uint8_t* state = w.acc.state
    cdef const uint8_t* at = state
    cdef int value = (s.size - lacks) << (4 * side), i, j, cell
    if open_windows(w.acc, 0, side, lacks) == 0:
        return
    while True:
        at = <const uint8_t*>memchr(at, value, s.count - (at - state))
        if at == NULL:
            return
        i = <int>(at - state) * s.size
        for j in range(i, i + s.size):
            cell = s.cells[j]
            if w.acc.cell[cell] == 0:
                counts[cell] = <uint8_t>(counts[cell] + weight if counts[cell] < 200 else counts[cell])
        at += 1


cdef int threat_cells(const Tables* t, const Worker* w, int side, uint16_t* cells) noexcept nogil:
    """Cells where a side makes a four, or a three that may be open: two windows that lack two cells each. Best first."""
    cdef uint8_t counts[MAX_CELLS]
    cdef int cell, i, n = 0
    memset(counts, 0, t.cells)
    count_threat_cells(t, w, side, 3, 1, counts)
    count_threat_cells(t, w, side, 2, 4, counts)
    for cell in range(t.cells):
        if counts[cell] < 2:
            continue
        i = n if n < VCT_MAX_CELLS else VCT_MAX_CELLS - 1
        if n == VCT_MAX_CELLS and counts[cells[i]] >= counts[cell]:
            continue
        while i > 0 and counts[cells[i - 1]] < counts[cell]:
            cells[i] = cells[i - 1]
            i -= 1
        cells[i] = <uint16_t>cell
        if n < VCT_MAX_CELLS:
            n += 1
    return n


cdef bint spend(Worker* w, SearchThread* th, Threats* v, int threats) noexcept nogil:
    """Count threats tried; False if the search must end."""
    v.left -= threats
    atomic_add_u64(&th.nodes, threats)
    poll_signals(w)
    if th.nodes >= th.node_limit:
        set_stop(w, 1)
    return v.left > 0 and not is_stopped(w)


cdef int vcf_length(const Tables* t, Worker* w, SearchThread* th, Threats* v, Attack* k, int side) noexcept nogil:
    """Length of a side's VCF if it were to move, 0 if none is found; its defences are in the attack."""
    cdef int i, tries = VCT_VCF_NODES if VCT_VCF_NODES < v.left else v.left
    cdef bint found
    if tries <= 0 or open_windows(w.acc, 0, side, 2) == 0:
        return 0
    k.left = tries
    memset(k.defences, 0, sizeof(k.defences))
    found = vcf(t, w, k, side, NO_THREAT, 0)
    spend(w, th, v, tries - k.left)
    if not found:
        return 0
    add_to_defences(t, w, k, 1 - side, 2)
    for i in range(k.length):
        k.defences[k.cells[i] >> 6] |= <uint64_t>1 << (k.cells[i] & 63)
    return k.length


cdef int vct_attack(const Tables* t, Worker* w, SearchThread* th, Threats* v, int side, int depth) noexcept nogil:
    """The attacker is to move: plies to its win by threats, 0 if none is found within `depth` threats."""
    cdef uint16_t cells[VCT_MAX_CELLS]
    cdef Attack attack
    cdef int i, n, length, must
    if not spend(w, th, v, 1):
        return 0
    if open_windows(w.acc, 0, side, 1):
        v.first = completing_cells(t, w, side)
        return 1
    must = completing_cells(t, w, 1 - side)
    if must == TWO_THREATS:
        return 0
    if must == NO_THREAT:
        length = vcf_length(t, w, th, v, &attack, side)
        if length:
            v.first = attack.cells[0]
            return length
        n = threat_cells(t, w, side, cells) if depth > 0 else 0
    else:
        cells[0] = <uint16_t>must
        n = 1 if depth > 0 else 0
    for i in range(n):
        accumulator_set(t, w.weights, w.acc, cells[i], t.code_of[side][0])
        length = vct_defence(t, w, th, v, side, depth - 1)
        accumulator_set(t, w.weights, w.acc, cells[i], 0)
        if length:
            v.first = cells[i]
            return length + 1
        if v.left <= 0:
            return 0
    return 0


cdef int vct_answer(const Tables* t, Worker* w, SearchThread* th, Threats* v, int side, int depth, int cell) noexcept nogil:
    """Plies to the attacker's win after an answer, with that answer; 0 if none is found."""
    cdef int length
    accumulator_set(t, w.weights, w.acc, cell, t.code_of[1 - side][0])
    length = vct_attack(t, w, th, v, side, depth)
    accumulator_set(t, w.weights, w.acc, cell, 0)
    return length + 1 if length else 0


cdef int vct_defence(const Tables* t, Worker* w, SearchThread* th, Threats* v, int side, int depth) noexcept nogil:
    """The defender is to move: plies to the attacker's win, 0 if some answer may refute the threat."""
    cdef Attack attack
    cdef uint64_t bits
    cdef int word, cell, length, longest, killer = v.killers[depth]
    if open_windows(w.acc, 0, 1 - side, 1):
        return 0
    cell = completing_cells(t, w, side)
    if cell == TWO_THREATS:
        return 2
    if cell != NO_THREAT:
        return vct_answer(t, w, th, v, side, depth, cell)
    longest = vcf_length(t, w, th, v, &attack, side)
    if not longest:
        return 0
    longest += 1
    if killer < t.cells and has_bit(attack.defences, killer) and w.acc.cell[killer] == 0:
        length = vct_answer(t, w, th, v, side, depth, killer)
        if not length:
            return 0
        longest = length if length > longest else longest
    else:
        killer = t.cells
    for word in range(t.words):
        bits = attack.defences[word]
        while bits:
            cell = (word << 6) + lowest_bit(bits)
            bits &= bits - 1
            if cell == killer or w.acc.cell[cell]:
                continue
            length = vct_answer(t, w, th, v, side, depth, cell)
            if not length:
                v.killers[depth] = <uint16_t>cell
                return 0
            longest = length if length > longest else longest
    return longest


cdef int vct_search(const Tables* t, Worker* w, SearchThread* th, int threats, int* first) noexcept nogil:
    """Plies to a win of the side to move by continuous threats, 0 if none is found; its first cell. The accumulator must
    be up to date."""
    cdef Threats v
    cdef int depth, length, i, side = w.p.s.mover
    if t.windows[w.weights.set_of[0]].size < 4 or open_windows(w.acc, 0, side, 3) < 2:
        return 0
    v.left = threats
    for i in range(VCT_MAX_THREATS + 1):
        v.killers[i] = NO_CELL
    for depth in range(1, VCT_MAX_THREATS + 1):
        length = vct_attack(t, w, th, &v, side, depth)
        if length:
            first[0] = v.first
            return length
        if v.left <= 0 or is_stopped(w):
            return 0
    return 0
