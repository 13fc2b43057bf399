# Hash table of the provers: buckets of four 16-byte entries, one cache line. An entry is a verification key and eight bytes
# of a prover's own, the last of which is the work spent on the entry; the entry with the least work is replaced. Entries
# hold proved facts or resumable numbers, so a small table costs time, never correctness.

cdef inline ProofEntry* proof_find(const ProofTable* table, uint64_t place, uint64_t check) noexcept nogil:
    """The entry of a key, NULL if there is none."""
    cdef ProofEntry* bucket = table.entries + ((place & table.mask) << 2)
    cdef int i
    for i in range(4):
        if bucket[i].check == check:
            return &bucket[i]
    return NULL


cdef inline ProofEntry* proof_claim(ProofTable* table, uint64_t place, uint64_t check, bint* known) noexcept nogil:
    """The entry of a key, else an empty one or the one with the least work, cleared for it."""
    cdef ProofEntry* bucket = table.entries + ((place & table.mask) << 2)
    cdef ProofEntry* old = bucket
    cdef int i
    known[0] = False
    for i in range(4):
        if bucket[i].check == check:
            known[0] = True
            return &bucket[i]
        if bucket[i].check == 0 or (old.check and bucket[i].data.work < old.data.work):
            old = &bucket[i]
    atomic_add_u64(&table.stored, old.check == 0)
    old.check = check
    memset(&old.data, 0, sizeof(ProofData))
    return old


cdef inline int work_of(uint64_t nodes) noexcept nogil:
    """Work on a logarithmic scale: four steps per doubling."""
    cdef int n = 0
    while nodes > 7:
        nodes >>= 1
        n += 4
    n += <int>nodes >> 1
    return n if n < 255 else 255


cdef int proof_allocate(ProofTable* table, size_t bytes_) except -1:
    """Allocate at most a number of bytes."""
    cdef size_t buckets = 1
    if bytes_ >> MAX_PROOF_BYTES_LOG2:
        raise ValueError("the proof table is too large")
    while buckets * 2 * 4 * sizeof(ProofEntry) <= bytes_:
        buckets *= 2
    table.mask = buckets - 1
    table.entries = <ProofEntry*>calloc(buckets * 4, sizeof(ProofEntry))
    if table.entries == NULL:
        raise MemoryError()
    return 0


cdef bytes proof_save(const ProofTable* table, size_t most):
    """The entries with the most work that fit: eight bytes of index, then the entry."""
    cdef uint64_t i, n = 0, entries = (table.mask + 1) * 4
    cdef uint64_t counts[256]
    cdef int least = 255
    cdef uint8_t* to
    memset(counts, 0, sizeof(counts))
    for i in range(entries):
        if table.entries[i].check:
            counts[table.entries[i].data.work] += 1
    while least >= 0 and (n + counts[least]) * 24 <= most:
        n += counts[least]
        least -= 1
    saved = bytearray(n * 24)
    if n == 0:
        return bytes(saved)
    to = saved
    for i in range(entries):
        if table.entries[i].check and table.entries[i].data.work > least:
            memcpy(to, &i, 8)
            memcpy(to + 8, &table.entries[i], 16)
            to += 24
    return bytes(saved)


cdef int proof_restore(ProofTable* table, const uint8_t[::1] saved) except -1:
    """Put saved entries back."""
    cdef uint64_t i, n = <uint64_t>saved.shape[0] // 24, place
    for i in range(n):
        memcpy(&place, &saved[24 * i], 8)
        if place >= (table.mask + 1) * 4:
            raise ValueError("the saved table has another size")
        memcpy(&table.entries[place], &saved[24 * i + 8], 16)
    table.stored += n
    return 0


@cython.boundscheck(True)
cdef class Prover:
    """Base of the provers: a position and a proof table, which can be saved and restored. One thread at a time may use a
    prover: other calls meanwhile raise `ConcurrentUse`, except `stop` and the properties. Before `begin` there is no
    position, and calls raise ValueError."""

    cdef MutablePosition pos
    cdef ProofTable table

    def __cinit__(self, *args, **kwargs):
        if not isinstance(self, (AlphaBetaProver, DfpnProver, ConnectionProver, LineProver, TerritoryProver, MarginProver)):
            raise TypeError("a prover of some kind is needed, not the base class")

    def __dealloc__(self):
        free(self.table.entries)

    def begin(self, Snapshot snapshot not None):
        """Load the position to be proved."""
        self.pos.load_free(snapshot)
        set_stop(self.pos.w, 0)

    def stop(self):
        """Stop a search that runs in another thread."""
        set_stop(self.pos.w, 1)

    @property
    def stored(self):
        """Entries in use."""
        return atomic_load_u64(&self.table.stored)

    @property
    def bytes(self):
        """Size of the table."""
        return (self.table.mask + 1) * 4 * sizeof(ProofEntry)

    def save(self, size_t most):
        """The entries with the most work, in at most a number of bytes."""
        self.pos.acquire()
        try:
            return proof_save(&self.table, most)
        finally:
            self.pos.release()

    def restore(self, const uint8_t[::1] saved not None):
        """Put back the entries of a table of the same size. They are trusted: wrong entries give wrong proofs."""
        self.pos.acquire()
        try:
            proof_restore(&self.table, saved)
        finally:
            self.pos.release()
