# Tablebase probing during the search.

cdef int tb_probe(const Tables* t, const TablebaseView* tb, const Position* p, int ply) noexcept nogil:
    """Score of a position at the start of a turn, `ply` moves after the root; TB_MISS if it is not in the tablebase."""
    cdef uint64_t index = rank_position(t, tb.space, p)
    cdef uint16_t value
    if index == NO_RANK:
        return TB_MISS
    value = tb.values[tb.symbols[index]] if tb.symbols != NULL else tb.numbers[index]
    if value < VALUE_KNOWN:
        return 0
    ply += value & VALUE_PLIES
    return WIN - ply if value & VALUE_WON else ply - WIN
