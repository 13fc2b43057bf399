# Positions as records of fixed size: training samples in memory and in files. A record holds the places of the pattern
# tables, then what else the rules know of a position between two moves.

cdef enum:
    RECORD_TAIL = 12         # mover, phase, ply, quiet moves, turns of both sides, stalled moves


cdef inline void put16(uint8_t* at, int value) noexcept nogil:
    at[0] = <uint8_t>(value & 255)
    at[1] = <uint8_t>(value >> 8)


cdef inline int get16(const uint8_t* at) noexcept nogil:
    return at[0] | <int>at[1] << 8


cdef void write_record(const Tables* t, const Position* p, uint8_t* to) noexcept nogil:
    memcpy(to, p.cell, t.cells)
    read_counters(t, p, to + t.cells)
    to += count_places(t)
    to[0] = p.s.mover
    to[1] = p.s.phase
    put16(to + 2, p.s.ply)
    put16(to + 4, quiet(p))
    put16(to + 6, p.s.turns[0])
    put16(to + 8, p.s.turns[1])
    put16(to + 10, p.s.stalled)


cdef bint read_record(const Tables* t, Worker* w, const uint8_t* record) noexcept nogil:
    """Set up the position of a record, without its history. False if it is no position of these rules."""
    cdef Position* p = &w.p
    cdef const uint8_t* tail = record + count_places(t)
    cdef int i, side, kind, at
    memset(p, 0, sizeof(Position))
    for i in range(t.cells):
        p.sets[EMPTY][i >> 6] |= <uint64_t>1 << (i & 63)
    p.counts[0] = <int16_t>t.cells
    for i in range(t.cells):
        if record[i] >= t.codes:
            return False
        if record[i]:
            put(t, p, i, record[i])
    at = t.cells
    if t.sowing.in_use:
        memcpy(p.s.pits, record + at, t.sowing.pits)
        at += t.sowing.pits
    for side in range(2):
        for kind in range(t.kinds):
            p.s.hand[side][kind] = record[at]
            at += 1
    if tail[0] > 1 or tail[1] >= t.n_phases or get16(tail + 2) > MAX_HISTORY or get16(tail + 4) > get16(tail + 2):
        return False
    p.s.mover = tail[0]
    p.s.phase = tail[1]
    p.s.stage = <uint8_t>t.phases[p.s.phase].stage
    p.s.ply = <uint16_t>get16(tail + 2)
    p.s.progress_ply = <uint16_t>(get16(tail + 2) - get16(tail + 4))
    p.s.turns[0] = <uint16_t>get16(tail + 6)
    p.s.turns[1] = <uint16_t>get16(tail + 8)
    p.s.stalled = <uint16_t>get16(tail + 10)
    p.s.anchor = NO_CELL
    w.depth = 0
    w.top = 0
    w.arena_top = 1
    w.overflow = 0
    w.first_ply = p.s.ply
    p.s.base = p.s.ply
    record_key(w)
    if t.connect_fast:
        rebuild_groups(t, w)
    return True


def record_size(Rules rules not None):
    """Bytes of a record."""
    return count_places(rules.t) + RECORD_TAIL


def position_record(Snapshot snapshot not None):
    """A position between two moves as a record."""
    cdef uint8_t record[MAX_CELLS + MAX_PITS + 2 * MAX_KINDS + RECORD_TAIL]
    if snapshot.rules is None or snapshot.p.s.mid_move:
        raise ValueError("a record needs a position between two moves")
    write_record(snapshot.rules.t, &snapshot.p, record)
    return bytes(record[:count_places(snapshot.rules.t) + RECORD_TAIL])


@cython.boundscheck(True)
def evaluate_records(Rules rules not None, evaluators not None, const uint8_t[::1] records not None, int stride):
    """Evaluate positions with several evaluators: 32-bit integers in bytes, position by position. Records are `stride` bytes
    apart. Raises ValueError if one is no position of these rules."""
    cdef MutablePosition position = MutablePosition(rules)
    cdef Worker* w = position.w
    cdef const Tables* t = rules.t
    cdef int k, width = len(evaluators)
    cdef Py_ssize_t i, n
    cdef bint fits = True
    cdef bytearray found
    cdef int32_t[:, ::1] values
    check_range("the size of a record", stride, count_places(t) + RECORD_TAIL, 1 << 16)
    n = records.shape[0] // stride
    found = bytearray(4 * max(n * width, 1))
    if n == 0 or width == 0:
        return bytes()
    values = memoryview(found).cast("B").cast("i", (n, width))
    for k, evaluator in enumerate(evaluators):
        position.set_evaluator(evaluator)
        with nogil:
            for i in range(n):
                fits = read_record(t, w, &records[i * stride])
                if not fits:
                    break
                values[i, k] = evaluate(t, w)
        if not fits:
            raise ValueError("a record is no position of these rules")
    return bytes(found)
