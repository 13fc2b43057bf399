# SMP: threads search the same tree with a shared transposition table. As in ABDADA (J.-C. Weill, "The ABDADA
# distributed minimax search algorithm", 1996) and its simplification by T. Kerrigan, a thread defers a move that
# another one is searching. Beyond that, a thread abandons a node that another thread has finished, takes over a better
# bound found elsewhere, and history tables are merged from time to time.

cdef inline uint64_t move_hash(const Worker* w, uint64_t move, int depth) noexcept nogil:
    """Identifies a move of a node at a depth; with move 0, the node itself."""
    return (w.p.s.key ^ (move * <uint64_t>0x9E3779B97F4A7C15)) + <uint64_t>depth * <uint64_t>0xD1B54A32D192ED03


cdef inline uint64_t* searching_slot(const SearchThread* th, uint64_t hash_) noexcept nogil:
    """The slot of a hash, by its high bits: the low ones of a product depend on the low bits of the move alone, which
    all placements share."""
    return &th.shared.searching[hash_ >> (64 - SEARCHING_BITS)]


cdef inline bint is_being_searched(const SearchThread* th, uint64_t hash_) noexcept nogil:
    return atomic_load_u64(searching_slot(th, hash_)) == hash_


cdef inline void start_searching(const SearchThread* th, uint64_t hash_) noexcept nogil:
    atomic_store_u64(searching_slot(th, hash_), hash_)


cdef inline void finish_searching(const SearchThread* th, uint64_t hash_) noexcept nogil:
    if is_being_searched(th, hash_):
        atomic_store_u64(searching_slot(th, hash_), 0)


cdef inline int abort_level(const SearchThread* th) noexcept nogil:
    return atomic_load_i32(&th.abort_level)


cdef inline void set_abort_level(SearchThread* th, int level) noexcept nogil:
    atomic_store_i32(&th.abort_level, level)


cdef inline void abort_node(const SearchThread* th, uint64_t hash_) noexcept nogil:
    """A node is finished: make the other threads leave it."""
    cdef int i, level
    cdef uint64_t at
    cdef SearchThread* other
    for i in range(th.shared.n_threads):
        other = th.shared.threads[i]
        if other == th:
            continue
        for level in range(MAX_PLY):
            at = atomic_load_u64(&other.node_hash[level])
            if at == 0:
                break
            if at == hash_:
                if level < abort_level(other):
                    set_abort_level(other, level)
                break


cdef void sync_history(SearchThread* th) noexcept nogil:
    """Add this thread's history updates to the shared table and copy the sum back. Writing to one table all the time
    would bounce its cache lines between cores."""
    cdef int32_t* common = th.shared.history
    cdef int32_t now, limit = CONTINUATION_LIMIT if th.options.continuation else HISTORY_LIMIT
    cdef int i
    for i in range(th.history_size):
        now = atomic_load_i32(&common[i]) + th.history[i] - th.synced_history[i]
        now = now if now < limit else limit
        now = now if now > -limit else -limit
        atomic_store_i32(&common[i], now)
        th.history[i] = th.synced_history[i] = now
    th.next_history_sync = th.nodes + (
        th.history_size // 4 if th.history_size > 4 * HISTORY_SYNC_NODES else HISTORY_SYNC_NODES)


cdef inline uint64_t root_pv_check(const RootPV* root) noexcept nogil:
    cdef uint64_t mixed = <uint64_t>(root.score + 65536) * 8 + <uint64_t>root.flags
    cdef int i
    for i in range(root.length):
        mixed = (mixed ^ root.line[i]) * <uint64_t>0x9E3779B97F4A7C15
    return mixed


cdef inline uint64_t root_pv_key(const SearchThread* th, uint64_t key, int depth) noexcept nogil:
    return (key ^ th.shared.generation) * <uint64_t>0xD1B54A32D192ED03 + <uint64_t>depth


cdef void store_root_pv(RootPV* shared, const RootPV* root) noexcept nogil:
    cdef int i
    atomic_store_i32(&shared.score, root.score)
    atomic_store_i32(&shared.flags, root.flags)
    atomic_store_i32(&shared.length, root.length)
    for i in range(root.length):
        atomic_store_u64(&shared.line[i], root.line[i])
    atomic_store_u64(&shared.check, root.check)


cdef void load_root_pv(const RootPV* shared, RootPV* root) noexcept nogil:
    """The line may be torn: its check decides. An impossible length becomes 0."""
    cdef int i
    root.check = atomic_load_u64(&shared.check)
    root.score = atomic_load_i32(&shared.score)
    root.flags = atomic_load_i32(&shared.flags)
    root.length = atomic_load_i32(&shared.length)
    if root.length > MAX_PLY:
        root.length = 0
    for i in range(root.length):
        root.line[i] = atomic_load_u64(&shared.line[i])


cdef void publish_best(SearchThread* th, uint64_t key, int depth, int ply, int level, int score) noexcept nogil:
    """Share a new best move of a PV node: at the root with the whole line, elsewhere through the table."""
    cdef RootPV root
    if level:
        tt_store(th, key, th.pv[level][level], score_to_tt(score, ply), depth,
                 BOUND_LOWER | (TT_REPETITION if th.repetition else 0), th.evals[level])
        return
    root.score = score
    root.flags = th.heuristic | th.repetition << 1
    root.length = th.pv_length[0]
    memcpy(root.line, th.pv[0], root.length * sizeof(uint64_t))
    root.check = root_pv_check(&root) ^ root_pv_key(th, key, depth)
    store_root_pv(&th.shared.root_pv, &root)


cdef bint read_root_pv(SearchThread* th, uint64_t key, int alpha, SharedResult* result) noexcept nogil:
    """Take the root line of another thread, if it raises alpha."""
    cdef RootPV root
    load_root_pv(&th.shared.root_pv, &root)
    if root.length <= 0 or root.score <= alpha or root.check ^ root_pv_check(&root) != key:
        return False
    result.score = root.score
    result.action = root.line[0]
    memcpy(th.pv[0], root.line, root.length * sizeof(uint64_t))
    th.pv_length[0] = root.length
    th.heuristic |= root.flags & 1
    th.repetition |= root.flags >> 1
    return True


cdef int poll_shared(SearchThread* th, uint64_t key, int depth, int ply, int level, int alpha, int old_alpha, int beta,
                     SharedResult* result) noexcept nogil:
    """What other threads have found for this node since it was entered, if it raises alpha or ends the node. Updates
    the principal variation."""
    cdef TTEntry entry
    cdef int bound
    cdef bint cutoff
    if level == 0 and read_root_pv(th, root_pv_key(th, key, depth), alpha, result):
        return SHARED_RAISES_ALPHA
    if not tt_probe(th, key, &entry) or entry.depth < depth or entry.generation != tt_generation(th):
        return SHARED_NONE
    result.score = score_from_tt(entry.score, ply)
    result.action = entry.action
    bound = entry.bound & BOUND_MASK
    cutoff = (bound != BOUND_UPPER and result.score >= beta) or (bound != BOUND_LOWER and result.score <= old_alpha)
    if ply:
        cutoff |= bound == BOUND_EXACT                     # the root needs the whole line, not only the score
    if not cutoff and (not ply or bound == BOUND_UPPER or result.score <= alpha or not entry.action):
        return SHARED_NONE
    th.heuristic |= not entry.bound & TT_PROVED and result.score < PROVED and result.score > -PROVED
    th.repetition |= (entry.bound & TT_REPETITION) != 0
    if alpha > old_alpha and result.score <= alpha:
        result.score = alpha                               # keep this thread's own best move
        result.action = th.pv[level][level]
    elif ply:
        th.pv[level][level] = entry.action
        th.pv_length[level] = level + 1
    return SHARED_CUTOFF if cutoff else SHARED_RAISES_ALPHA
