# Tablebase probing during the search.

cdef int margin_probe(const Tables* t, const SeedTable* e, const Scalars* s) noexcept nogil:
    """Score of a position with few seeds: the margin at the end of the game with best play, and KNOWN_WIN for the winner."""
    cdef int seeds = seeds_in_pits(t, s), margin
    if seeds > e.seeds or s.ply + longest_line(t, seeds) > t.length:
        return TB_MISS       # the game may be cut short
    margin = stored_lead(t, s, s.mover) + e.margins[rank_seeds(t, e, s, seeds)]
    return margin + KNOWN_WIN if margin > 0 else margin - KNOWN_WIN if margin < 0 else 0


cdef inline bint tb_decides(int score, int alpha, int beta) noexcept nogil:
    """Whether a score settles a node. That of a margin is a bound: the game may be won sooner than by counting."""
    if score >= KNOWN_WIN and score < PROVED:
        return score >= beta
    if score <= -KNOWN_WIN and score > -PROVED:
        return score <= alpha
    return True


cdef int tb_probe(const Tables* t, const TablebaseView* tb, const Position* p, int ply) noexcept nogil:
    """Score of a position at the start of a turn, `ply` moves after the root; TB_MISS if it is not in the tablebase."""
    cdef uint64_t index
    cdef uint16_t value
    if tb.seeds != NULL:
        return margin_probe(t, tb.seeds, &p.s)
    index = rank_position(t, tb.space, p)
    if index == NO_RANK:
        return TB_MISS
    value = tb.values[tb.symbols[index]] if tb.symbols != NULL else tb.numbers[index]
    if value < VALUE_KNOWN:
        return 0
    ply += value & VALUE_PLIES
    return WIN - ply if value & VALUE_WON else ply - WIN
