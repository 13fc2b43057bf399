# Asking a table of solved positions in the middle of a search.

cdef int tb_probe(const Tables* t, const TablebaseView* known, const Position* p, int far) noexcept nogil:
    """The score of a position between two moves, `far` moves after the root; TB_MISS if the table does not have it."""
    cdef uint64_t index = index_of(t, known.space, p)
    cdef uint16_t value
    if index == NO_INDEX:
        return TB_MISS
    value = known.meaning[known.letters[index]] if known.letters != NULL else known.numbers[index]
    if value < VALUE_KNOWN:
        return 0
    far += value & VALUE_PLIES
    return WIN - far if value & VALUE_WON else far - WIN
