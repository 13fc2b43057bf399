# Actions that come from outside the kernel: which of them can be made without damage.

cdef struct GivenAction:     # an action with its path and captured cells, before they are copied into the arena
    Action a
    int hops
    int captures
    uint16_t cells[MAX_PATH + MAX_VICTIMS]


cdef bint is_pseudo_legal(const Tables* t, const Position* p, const GivenAction* given) noexcept nogil:
    """Whether an action fits the stage, the side to move and the contents of its cells, so that `make` stays within its
    tables and leaves a well-formed position. Every legal action passes. Whether the piece can reach its target, or must
    capture, is not examined: that takes move generation."""
    cdef const Action* a = &given.a
    cdef const Stage* stage = &t.stages[p.s.stage]
    cdef const Rule* r
    cdef int side = p.s.mover
    if p.s.outcome:
        return False
    if a.rule == PASS_RULE:
        return (stage.pass_allowed or stage.pass_forced) and not p.s.mid_move
    if a.rule == SWAP_RULE:
        return stage.swap and may_swap(t, p, side)
    if not stage.first_rule[side] <= a.rule < stage.first_rule[side] + stage.rules[side]:
        return False
    r = &t.rules[a.rule]
    if r.op == OP_PLACE or r.op == OP_PAIR:
        return fits_placement(t, p, r, a)
    if r.op == OP_SHOOT or r.op == OP_BLOCK:
        return a.target < t.cells and t.who[p.cell[a.target]] in (EMPTY, 2 - side)
    if r.op == OP_REMOVE:
        return a.target < t.cells and t.who[p.cell[a.target]] == (side + 1 if r.wanted == 1 else 2 - side)
    if r.op == OP_ROTATE:
        return a.target == NO_CELL and a.extra < 2 * t.blocks
    if r.op == OP_SOW:
        return (a.target == NO_CELL and p.s.pits[a.source] != 0
                if t.sowing.first_pit[side] <= a.source < t.sowing.first_pit[side] + t.sowing.row else False)
    if a.source >= t.cells or p.cell[a.source] != r.code:
        return False
    if r.op == OP_EXIT:
        return a.target == NO_CELL
    return fits_piece_move(t, p, r, given)


cdef bint fits_placement(const Tables* t, const Position* p, const Rule* r, const Action* a) noexcept nogil:
    """One or two empty cells, and as many pieces in hand."""
    cdef int n = 1
    if a.target >= t.cells or p.cell[a.target]:
        return False
    if a.source != NO_CELL:
        if r.op != OP_PAIR or a.source >= t.cells or a.source == a.target or p.cell[a.source]:
            return False
        n = 2
    return not r.hand or p.s.hand[p.s.mover][r.kind] >= n


cdef bint fits_piece_move(const Tables* t, const Position* p, const Rule* r, const GivenAction* given) noexcept nogil:
    """To an empty cell or an enemy, or in a chain to the source or the cell of a captured piece; every cell on the board."""
    cdef const Action* a = &given.a
    cdef int i, who
    cdef bint free
    cdef bint chain = given.hops and (r.op == OP_LEAP or r.op == OP_FLY_LEAP or r.op == OP_APPROACH
                                      or r.op == OP_SANDWICH)
    if a.target >= t.cells:
        return False
    who = t.who[p.cell[a.target]]
    free = who == EMPTY or who == 2 - p.s.mover or (chain and a.target == a.source)
    for i in range(given.hops):
        if given.cells[i] & PATH_CELL >= t.cells:
            return False
    for i in range(given.hops, given.hops + given.captures):
        if given.cells[i] >= t.cells:
            return False
        free = free or (chain and given.cells[i] == a.target)
    return free
