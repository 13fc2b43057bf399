# Transposition table: two entries per bucket, one replaced by depth and one always. Threads share it without locks
# (R. Hyatt, T. Mann, "A lock-less transposition table implementation", ICGA Journal 2002).

cdef extern from *:
    """
    #include <stdint.h>
    #if defined(__linux__)
    #include <sys/mman.h>
    #endif
    static void use_large_pages(void *at, size_t bytes) {
    #if defined(MADV_HUGEPAGE)
        const uintptr_t page = 4096;
        uintptr_t first = ((uintptr_t)at + page - 1) & ~(page - 1), end = ((uintptr_t)at + bytes) & ~(page - 1);
        if (end > first) (void)madvise((void *)first, end - first, MADV_HUGEPAGE);
    #else
        (void)at; (void)bytes;
    #endif
    }
    static inline void prefetch(const void *at) {
    #if defined(__GNUC__)
        __builtin_prefetch(at);
    #else
        (void)at;
    #endif
    }
    """
    void use_large_pages(void* at, size_t bytes) noexcept nogil
    void prefetch(const void* at) noexcept nogil


cdef inline uint64_t move_of(const Action* a) noexcept nogil:
    """The first eight bytes of an action, which identify it among the actions of its node."""
    cdef uint64_t move
    memcpy(&move, a, 8)
    return move


cdef inline int score_to_tt(int score, int ply) noexcept nogil:
    """Distances to a win are stored from the node, not from the root."""
    if score > PROVED:
        return score + ply
    if score < -PROVED:
        return score - ply
    return score


cdef inline int score_from_tt(int score, int ply) noexcept nogil:
    if score > PROVED:
        return score - ply
    if score < -PROVED:
        return score + ply
    return score


cdef inline void tt_prefetch(const Worker* w, uint64_t key) noexcept nogil:
    """Prefetch the hash bucket of a key, if a search will probe it."""
    cdef const TTSlot* bucket
    if w.tt != NULL:
        bucket = &w.tt[key & w.tt_mask & ~<uint64_t>1]
        prefetch(bucket)
        prefetch(bucket + 1)


cdef inline bint tt_read(const TTSlot* slot, uint64_t key, TTEntry* found) noexcept nogil:
    """Copy the entry of a slot. False if it is not the entry of the key."""
    cdef uint64_t rest = atomic_load_u64(&slot.rest)
    found.action = atomic_load_u64(&slot.action)
    memcpy(&found.score, &rest, 8)
    return atomic_load_u64(&slot.check) ^ found.action ^ rest == key


cdef inline bint tt_probe(const SearchThread* th, uint64_t key, TTEntry* found) noexcept nogil:
    """Copy the entry of a key. False if there is none."""
    cdef const TTSlot* bucket = &th.shared.tt[key & th.shared.tt_mask & ~<uint64_t>1]
    return tt_read(&bucket[0], key, found) or tt_read(&bucket[1], key, found)


cdef inline uint16_t tt_generation(const SearchThread* th) noexcept nogil:
    return <uint16_t>th.shared.generation


cdef inline void tt_store(const SearchThread* th, uint64_t key, uint64_t action, int score, int depth, int bound,
                          int eval_) noexcept nogil:
    """Store an entry. The first slot keeps deeper or proved entries of this generation, the second is always replaced."""
    cdef TTSlot* slot = &th.shared.tt[key & th.shared.tt_mask & ~<uint64_t>1]
    cdef TTEntry old, new
    cdef uint64_t rest
    new.score = <int16_t>score
    new.depth = <int8_t>(depth if depth < 120 else 120)
    new.bound = <uint8_t>bound
    new.generation = tt_generation(th)
    new.eval = <int16_t>eval_
    memcpy(&rest, &new.score, 8)
    if not tt_read(slot, key, &old) and old.generation == new.generation and (
            old.depth > new.depth or old.bound & TT_PROVED):
        slot += 1
    atomic_store_u64(&slot.check, key ^ action ^ rest)
    atomic_store_u64(&slot.action, action)
    atomic_store_u64(&slot.rest, rest)


cdef inline bint holds_at_any_depth(const SearchThread* th, const TTEntry* entry, int score, int alpha,
                                    int beta) noexcept nogil:
    """Whether an entry is valid whatever its depth. A proved win is, but a deeper search may find a shorter one, which
    matters during verification."""
    if score > PROVED:
        return not th.verify_key or (score >= beta and entry.bound & BOUND_MASK != BOUND_UPPER)
    if score < -PROVED:
        return not th.verify_key or (score <= alpha and entry.bound & BOUND_MASK != BOUND_LOWER)
    return entry.bound & TT_PROVED != 0
