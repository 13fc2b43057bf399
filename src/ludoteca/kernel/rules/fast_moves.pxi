# Fast paths for plain rules. A rule is plain if it only places a piece on an empty cell, or moves one from cell to cell
# (possibly capturing by displacement): no chain, promotion, trail, flip, custodial capture or condition. Where every
# action is a complete move and only the board changes, plain rules use make_plain and unmake_plain; a game is plain if
# all its rules are. The general functions give the same results; a test compares the perft counts of both.

cdef inline void place_plain(const Tables* t, Worker* w, const Rule* r, int target) noexcept nogil:
    cdef Position* p = &w.p
    cdef uint64_t bit = <uint64_t>1 << (target & 63)
    cdef int word = target >> 6
    p.sets[EMPTY][word] ^= bit
    p.sets[t.who[r.code]][word] ^= bit
    p.counts[0] -= 1
    p.counts[r.code] += 1
    p.cell[target] = <uint8_t>r.code
    p.s.key ^= t.key_cell[target][r.code]
    p.s.undo = UNDO_PLACE
    p.s.undo_target = <uint16_t>target


cdef inline void move_plain(const Tables* t, Worker* w, const Rule* r, int source, int target) noexcept nogil:
    cdef Position* p = &w.p
    cdef uint64_t from_bit = <uint64_t>1 << (source & 63)
    cdef uint64_t to_bit = <uint64_t>1 << (target & 63)
    cdef int taken = p.cell[target], code = r.code, who = t.who[code]
    p.sets[who][source >> 6] ^= from_bit
    p.sets[who][target >> 6] ^= to_bit
    p.sets[EMPTY][source >> 6] ^= from_bit
    p.sets[t.who[taken]][target >> 6] ^= to_bit
    p.cell[source] = 0
    p.cell[target] = <uint8_t>code
    p.s.key ^= t.key_cell[source][code] ^ t.key_cell[target][code]
    if taken:
        p.s.key ^= t.key_cell[target][taken]
        p.counts[taken] -= 1
        p.counts[0] += 1
        p.s.captured_now = 1
    p.s.undo = UNDO_MOVE
    p.s.undo_code = <uint8_t>taken
    p.s.undo_source = <uint16_t>source
    p.s.undo_target = <uint16_t>target


cdef inline void undo_plain(const Tables* t, Worker* w) noexcept nogil:
    """Undo a plain action on the board."""
    cdef Position* p = &w.p
    cdef int target = p.s.undo_target, source, taken
    cdef int code = p.cell[target], who = t.who[code]
    cdef uint64_t to_bit = <uint64_t>1 << (target & 63)
    cdef uint64_t from_bit
    p.sets[who][target >> 6] ^= to_bit
    if p.s.undo == UNDO_PLACE:
        p.sets[EMPTY][target >> 6] ^= to_bit
        p.cell[target] = 0
        p.counts[0] += 1
        p.counts[code] -= 1
        return
    source = p.s.undo_source
    taken = p.s.undo_code
    from_bit = <uint64_t>1 << (source & 63)
    p.sets[who][source >> 6] ^= from_bit
    p.sets[EMPTY][source >> 6] ^= from_bit
    p.sets[t.who[taken]][target >> 6] ^= to_bit
    p.cell[source] = <uint8_t>code
    p.cell[target] = <uint8_t>taken
    if taken:
        p.counts[taken] += 1
        p.counts[0] -= 1


cdef inline bint may_be_drawn(const Tables* t, const Worker* w) noexcept nogil:
    """Quick test whether any draw rule could apply."""
    cdef int ply = w.p.s.ply
    return (ply - <int>w.p.s.progress_ply >= t.quiet_limit or w.p.counts[0] == t.full_at or ply >= t.length
            or (t.repetition and ply - <int>w.p.s.base >= t.repetition_span))


cdef inline void make_plain(const Tables* t, Worker* w, const Action* a, bint keep) noexcept nogil:
    """Make a plain move. Without `keep` (in playouts) it cannot be undone."""
    cdef Position* p = &w.p
    cdef Scalars* s = &w.p.s
    cdef const Rule* r = &t.rules[a.rule]
    cdef PlainUndo* u = &w.plain_undo[w.depth]
    cdef int side = s.mover, target = a.target, source = a.source, taken = 0, code = r.code
    cdef int word = target >> 6, ply = s.ply + 1
    cdef uint64_t to_bit = <uint64_t>1 << (target & 63), from_bit
    cdef uint64_t key = s.key
    cdef uint64_t empty = p.sets[EMPTY][word], own = p.sets[side + 1][word]

    # Step 1. Save the undo information.
    if keep:
        w.depth += 1
        u.key = key
        u.empty = empty
        u.own = own
        u.cells = <uint32_t>source | (<uint32_t>target << 16)
        u.plies = <uint32_t>s.base | (<uint32_t>s.progress_ply << 16)

    # Step 2. Compute the new key and prefetch its hash bucket.
    key ^= t.key_cell[target][code] ^ t.key_second
    if r.op != OP_PLACE:
        taken = p.cell[target]
        key ^= t.key_cell[source][code]
        if taken:
            key ^= t.key_cell[target][taken]
    tt_prefetch(w, key)

    # Step 3. Update the board.
    if r.op == OP_PLACE:
        p.sets[EMPTY][word] = empty ^ to_bit
        p.sets[side + 1][word] = own ^ to_bit
        p.counts[0] -= 1
        p.counts[code] += 1
        p.cell[target] = <uint8_t>code
        if t.connect_fast:
            if keep:
                u.n_unions = s.n_unions
            connect_stone(t, w, target, side)
    else:
        from_bit = <uint64_t>1 << source
        p.sets[side + 1][0] = own ^ (from_bit | to_bit)
        p.cell[source] = 0
        p.cell[target] = <uint8_t>code
        if taken:
            if keep:
                u.enemy = p.sets[2 - side][0]
            p.sets[EMPTY][0] = empty ^ from_bit
            p.sets[2 - side][0] ^= to_bit
            p.counts[taken] -= 1
            p.counts[0] += 1
            s.captured_now = 1
        else:
            p.sets[EMPTY][0] = empty ^ (from_bit | to_bit)
    if keep:
        u.codes = <uint16_t>(code | (taken << 8))
    if r.irreversible or taken:
        s.base = <uint16_t>ply
    if r.progress or (taken and t.capture_progress):
        s.progress_ply = <uint16_t>ply

    # Step 4. Switch sides and check for the end of the game.
    s.ply = <uint16_t>ply
    s.mover = <uint8_t>(1 - side)
    s.key = key
    if t.first_end_is_line:
        # No check before the side has as many pieces as a line needs.
        if p.counts[code] >= t.first_end_is_line and (
                in_window(t, p, t.ends[0].windows, target, side + 1) if t.words == 1 else
                run_through(t, p, &t.ends[0], target, side + 1)):
            s.outcome = <uint8_t>(FIRST_WINS + side)
            s.reason = 0
    elif t.n_ends and (taken or not t.ends_by_capture):
        check_ends(t, w, side, target, False, True)
    if taken:
        s.captured_now = 0
    if t.repetition:
        w.history[ply - w.first_ply] = key
    if s.outcome == UNFINISHED and may_be_drawn(t, w):
        check_draws(t, w, False)


cdef inline void unmake_plain(const Tables* t, Worker* w) noexcept nogil:
    """Undo a plain move."""
    cdef Position* p = &w.p
    cdef Scalars* s = &w.p.s
    cdef const PlainUndo* u = &w.plain_undo[w.depth - 1]
    cdef int side = 1 - s.mover
    cdef int source = u.cells & 0xFFFF, target = u.cells >> 16
    cdef int code = u.codes & 0xFF, taken = u.codes >> 8
    cdef int word = target >> 6
    w.depth -= 1
    if t.connect_fast:
        undo_unions(t, w, u.n_unions)
        s.n_unions = u.n_unions
    p.sets[EMPTY][word] = u.empty
    p.sets[side + 1][word] = u.own
    p.cell[target] = <uint8_t>taken
    if source == NO_CELL:
        p.counts[0] += 1
        p.counts[code] -= 1
    else:
        p.cell[source] = <uint8_t>code
        if taken:
            p.sets[2 - side][word] = u.enemy
            p.counts[taken] += 1
            p.counts[0] -= 1
    s.key = u.key
    s.base = <uint16_t>(u.plies & 0xFFFF)
    s.progress_ply = <uint16_t>(u.plies >> 16)
    s.ply -= 1
    s.mover = <uint8_t>side
    if s.outcome:
        s.outcome = UNFINISHED
        s.reason = 0


cdef inline void list_plain_steps(const Tables* t, Worker* w, int rule, int side) noexcept nogil:
    """Generate steps on a one-word board with bitboards."""
    cdef const Rule* r = &t.rules[rule]
    cdef const Position* p = &w.p
    cdef const uint64_t* masks = t.tables[r.table].masks
    cdef uint64_t pieces = p.sets[side + 1][0], targets
    cdef uint64_t onto = 0
    cdef int source, target, top = w.top
    if r.onto_empty:
        onto |= p.sets[EMPTY][0]
    if r.onto_enemy:
        onto |= p.sets[2 - side][0]
    if UNLIKELY(top + 1024 >= MAX_ACTIONS):
        w.overflow = 1
        return
    while pieces:
        source = lowest_bit(pieces)
        pieces &= pieces - 1
        if t.kinds > 1 and p.cell[source] != r.code:
            continue
        targets = masks[source] & onto
        while targets:
            target = lowest_bit(targets)
            targets &= targets - 1
            write_action(&w.actions[top], source, target, rule, p.cell[target] != 0)
            top += 1
    w.top = top


cdef inline void list_plain_placements(const Tables* t, Worker* w, int rule) noexcept nogil:
    """Generate placements on any empty cell, or on the lowest of each column."""
    cdef const Rule* r = &t.rules[rule]
    cdef const Position* p = &w.p
    cdef uint64_t bits
    cdef int word, top = w.top
    if UNLIKELY(top + MAX_CELLS >= MAX_ACTIONS):
        w.overflow = 1
        return
    for word in range(t.words):
        bits = p.sets[EMPTY][word]
        if r.gravity:
            bits &= t.gravity_floor | (~p.sets[EMPTY][0] << t.gravity_width)
        while bits:
            write_action(&w.actions[top], NO_CELL, (word << 6) + lowest_bit(bits), rule, 0)
            bits &= bits - 1
            top += 1
    w.top = top
