# Asking a table of solved positions in the middle of a search.

cdef struct Known:
    const Space* space
    const uint8_t* letters   # the value of each position, one byte …
    const uint16_t* numbers  # … or two, where there are more than 256 values
    uint16_t meaning[256]

cdef enum:
    UNKNOWN = 0x3FFFFFFF


cdef int probe(const Tables* t, const Known* known, const Position* p, int far) noexcept nogil:
    """The score of a position between two moves, `far` moves after the root; UNKNOWN if the table does not have it."""
    cdef uint64_t index = index_of(t, known.space, p)
    cdef uint16_t value
    if index == NO_INDEX:
        return UNKNOWN
    value = known.meaning[known.letters[index]] if known.letters != NULL else known.numbers[index]
    if value < 0x8000:
        return 0
    far += value & 0x3FFF
    return WIN - far if value & 0x4000 else far - WIN
