# What a search remembers: positions it has been at, and which actions were good.

cdef enum:
    WIN = 30000              # less one for each move it takes
    PROVED = 28000           # scores beyond this are proved wins or losses
    LARGEST_OPINION = 20000
    MAX_SEARCH = 120         # actions deep
    MAX_ORDERED = 1024       # actions of a position that are put in order
    MOST_QUIET = 200         # captures tried at one horizon: where all must capture, they never end
    EXACT = 0
    AT_LEAST = 1
    AT_MOST = 2
    EXHAUSTED = 4            # … and no opinion was needed to know it
    CIRCLED = 8              # … and it rests on a repetition: true on the way to where it was found
    BUSY_SLOTS = 16384       # actions that threads are looking at
    MAX_THREADS = 64
    NOWHERE = 1 << 20        # a level nobody is at
    MOST_HISTORY = 1 << 24
    TALK = 256               # nodes between two exchanges of what was good in the past
    LONGEST_PLOT = 15        # moves that are looked ahead where blocks turn, at most
    TOGETHER = 3             # actions that threads look at together where one of the first may well refute all

cdef extern from *:
    """
    #include <stdint.h>
    #if defined(__linux__)
    #include <sys/mman.h>
    #endif
    /* Memory that is read here and there is found sooner in large pages, where the system has them. */
    static void want_large_pages(void *at, size_t bytes) {
    #if defined(MADV_HUGEPAGE)
        const uintptr_t page = 4096;
        uintptr_t first = ((uintptr_t)at + page - 1) & ~(page - 1), end = ((uintptr_t)at + bytes) & ~(page - 1);
        if (end > first) (void)madvise((void *)first, end - first, MADV_HUGEPAGE);
    #else
        (void)at; (void)bytes;
    #endif
    }
    static inline void fetch_soon(const void *at) {
    #if defined(__GNUC__)
        __builtin_prefetch(at);
    #else
        (void)at;
    #endif
    }
    """
    void want_large_pages(void* at, size_t bytes) noexcept nogil
    void fetch_soon(const void* at) noexcept nogil


cdef struct Entry:           # what is remembered of a position; threads share it without locks
    uint64_t check           # the key mixed with the rest: a torn entry does not fit
    uint64_t action          # the eight bytes of its best action
    int16_t score
    int8_t depth
    uint8_t bound
    uint32_t age

cdef struct Mind             # what one thread knows, below

cdef struct Plot             # rotation_wins.pxi

cdef struct Offer:           # the best line of the root so far, for all threads, without locks
    uint64_t check           # the root and its depth mixed with the rest: a torn line does not fit
    int score
    int flags
    int length
    uint64_t line[MAX_SEARCH + 4]

cdef struct News:            # what another thread has found out about a position
    int score
    uint64_t action

cdef enum:
    NEWS_NONE = 0
    NEWS_BETTER = 1          # an action better than those known here
    NEWS_SETTLE = 2          # all there is to know

cdef struct Memory:          # shared by the threads of one search
    Entry* table
    uint64_t mask
    uint32_t age
    uint64_t* busy           # actions some thread is looking at; NULL for a single thread
    Offer offer
    int32_t* history         # what was good in the past, as all threads have told each other
    Mind* minds[MAX_THREADS]           # all who look at the tree, if there are several
    int threads

cdef struct Ways:            # what a search does and leaves out: a test for each shows that no value depends on it
    int table
    int ordering
    int reductions
    int pruning
    int null_move
    int aspiration
    int quiescence
    int threats

cdef struct Mind:            # the memory of one thread
    Memory* shared
    Ways ways
    uint64_t killers[MAX_SEARCH + 4][2]
    uint64_t* counters       # [side][source or none][target]: what refuted an action
    int32_t* history         # the same: what was good in the past
    int32_t* told            # … as it was when the threads last told each other; NULL for a single thread
    int places               # of the history
    uint64_t talk            # nodes after which they do so again
    uint64_t path[MAX_SEARCH + 4]      # the actions that led here
    int place[MAX_SEARCH + 4]          # their places in the history
    uint64_t errands[MAX_SEARCH + 4]   # the positions it is at, for the other threads
    int back                 # the level at which another thread has finished meanwhile, or NOWHERE
    uint64_t nodes
    uint64_t node_limit
    int root_ply
    uint64_t salt            # not 0 while a proof is confirmed
    int circled              # a repetition was counted as a draw
    int circle               # what a repetition is worth to the side that searches
    int searcher             # that side
    int quiet_left           # captures that may still be tried at this horizon
    int guessed              # an opinion was used: nothing is proved by exhaustion
    uint64_t line[MAX_SEARCH + 4][MAX_SEARCH + 4]
    int length[MAX_SEARCH + 4]
    uint64_t* wanted         # moves the root is restricted to: each MAX_STEPS actions, 0 when over
    int wanted_moves
    uint64_t* unwanted       # moves the root must not play
    int unwanted_moves
    const Known* known       # a table of solved positions, NULL if there is none
    int foresight            # moves within which all ways of standing are looked at where blocks turn …
    int foreseen             # … and were, at the root
    Plot* plots              # what positions come to there, NULL elsewhere …
    uint64_t replies[LONGEST_PLOT + 1] # … and the place that refuted an attack of so many moves

cdef enum:
    MAX_STEPS = 8            # actions of one move at the root, when it is restricted


cdef inline uint64_t action_bits(const Action* a) noexcept nogil:
    cdef uint64_t bits
    memcpy(&bits, a, 8)
    return bits


cdef inline int history_place(const Tables* t, int side, const Action* a) noexcept nogil:
    cdef int source = a.source if a.source < t.cells else t.cells
    cdef int target = a.target if a.target < t.cells else t.cells
    if a.target == NO_CELL and a.source == NO_CELL and a.extra < t.cells:
        source = a.extra               # a block that is turned
    return (side * (t.cells + 1) + source) * (t.cells + 1) + target


cdef inline int final_score(const Worker* w, const Mind* m) noexcept nogil:
    """A finished game in the eyes of the side to move: near wins are better, losses later."""
    cdef int far = <int>w.p.s.ply - m.root_ply
    if w.p.s.outcome == DRAW:
        return 0
    if w.p.s.outcome == FIRST_WINS + w.p.s.mover:
        return WIN - far
    return far - WIN


cdef inline int circle_score(const Worker* w, const Mind* m) noexcept nogil:
    """A repetition in the eyes of the side to move."""
    return m.circle if w.p.s.mover == m.searcher else -m.circle


cdef inline int to_table(int score, int far) noexcept nogil:
    """Distances in the table are counted from the position, not from the root."""
    if score > PROVED:
        return score + far
    if score < -PROVED:
        return score - far
    return score


cdef inline int from_table(int score, int far) noexcept nogil:
    if score > PROVED:
        return score - far
    if score < -PROVED:
        return score + far
    return score


cdef inline uint64_t entry_check(const Entry* e) noexcept nogil:
    cdef uint64_t rest
    memcpy(&rest, &e.score, 8)
    return e.action ^ rest


cdef inline void recall_soon(const Worker* w, uint64_t key) noexcept nogil:
    """A position will be asked for, if this is a search: the way to the memory is long, so set out now."""
    cdef const Entry* pair
    if w.table != NULL:
        pair = &w.table[key & w.table_mask & ~<uint64_t>1]
        fetch_soon(pair)
        fetch_soon(pair + 1)


cdef inline bint recall(const Mind* m, uint64_t key, Entry* found) noexcept nogil:
    """What is remembered of a position. Two entries share a place."""
    cdef const Entry* pair = &m.shared.table[key & m.shared.mask & ~<uint64_t>1]
    found[0] = pair[0]
    if found.check ^ entry_check(found) == key:
        return True
    found[0] = pair[1]
    return found.check ^ entry_check(found) == key


cdef inline void memorize(const Mind* m, uint64_t key, uint64_t action, int score, int depth, int bound) noexcept nogil:
    """The first of two entries keeps the deeper search of this age, the second whatever came last."""
    cdef Entry* pair = &m.shared.table[key & m.shared.mask & ~<uint64_t>1]
    cdef Entry new
    cdef Entry* old = &pair[0]
    new.action = action
    new.score = <int16_t>score
    new.depth = <int8_t>(depth if depth < 120 else 120)
    new.bound = <uint8_t>bound
    new.age = m.shared.age
    new.check = key ^ entry_check(&new)
    if old.check ^ entry_check(old) != key and old.age == new.age and (old.depth > new.depth or old.bound & EXHAUSTED):
        old = &pair[1]
    old[0] = new


cdef inline void remember_line(Mind* m, int level, uint64_t bits) noexcept nogil:
    """The best line: this action, then the best line of what follows."""
    cdef int i
    m.line[level][level] = bits
    for i in range(level + 1, m.length[level + 1]):
        m.line[level][i] = m.line[level + 1][i]
    m.length[level] = m.length[level + 1] if m.length[level + 1] > level + 1 else level + 1


# -- several threads on one tree: each leaves for later what another is looking at, and goes no further where
# another has finished -----------------------------------------------------------------------------------------

cdef inline uint64_t errand(const Worker* w, uint64_t bits, int depth) noexcept nogil:
    """A number for an action of a position, looked at so deep."""
    return (w.p.s.key ^ (bits * <uint64_t>0x9E3779B97F4A7C15)) + <uint64_t>depth * <uint64_t>0xD1B54A32D192ED03


cdef inline void call_back(const Mind* m, uint64_t number) noexcept nogil:
    """A position is known now: whoever is still at work on it need not go on."""
    cdef int i, level
    cdef Mind* other
    for i in range(m.shared.threads):
        other = m.shared.minds[i]
        if other == m:
            continue
        for level in range(MAX_SEARCH):
            if other.errands[level] == 0:
                break
            if other.errands[level] == number:
                if level < other.back:
                    other.back = level
                break


cdef void tell_history(Mind* m) noexcept nogil:
    """Add what this thread has learnt to what all know, and take that over. Now and then is enough: a history that
    all write to would be fetched from each other's caches all the time."""
    cdef int32_t* common = m.shared.history
    cdef int32_t now
    cdef int i
    for i in range(m.places):
        now = common[i] + m.history[i] - m.told[i]
        now = now if now < MOST_HISTORY else MOST_HISTORY
        now = now if now > -MOST_HISTORY else -MOST_HISTORY
        m.history[i] = m.told[i] = common[i] = now
    m.talk = m.nodes + (m.places // 4 if m.places > 4 * TALK else TALK)


cdef inline bint is_busy(const Mind* m, uint64_t number) noexcept nogil:
    return m.shared.busy[number & (BUSY_SLOTS - 1)] == number


cdef inline void set_busy(const Mind* m, uint64_t number) noexcept nogil:
    m.shared.busy[number & (BUSY_SLOTS - 1)] = number


cdef inline void set_free(const Mind* m, uint64_t number) noexcept nogil:
    if m.shared.busy[number & (BUSY_SLOTS - 1)] == number:
        m.shared.busy[number & (BUSY_SLOTS - 1)] = 0


cdef inline uint64_t offer_check(const Offer* offer) noexcept nogil:
    cdef uint64_t mixed = <uint64_t>(offer.score + 65536) * 8 + <uint64_t>offer.flags
    cdef int i
    for i in range(offer.length):
        mixed = (mixed ^ offer.line[i]) * <uint64_t>0x9E3779B97F4A7C15
    return mixed


cdef void announce(Mind* m, uint64_t key, int depth, int far, int level, int score) noexcept nogil:
    """Tell the other threads of the best action so far of an open position: at the root with its whole line."""
    cdef Offer* offer = &m.shared.offer
    if level:
        memorize(m, key, m.line[level][level], to_table(score, far), depth, AT_LEAST | (CIRCLED if m.circled else 0))
        return
    offer.check = 0
    offer.score = score
    offer.flags = m.guessed | m.circled << 1
    offer.length = m.length[0]
    memcpy(offer.line, m.line[0], offer.length * sizeof(uint64_t))
    offer.check = offer_check(offer) ^ offer_number(m, key, depth)


cdef inline uint64_t offer_number(const Mind* m, uint64_t key, int depth) noexcept nogil:
    return (key ^ m.shared.age) * <uint64_t>0xD1B54A32D192ED03 + <uint64_t>depth


cdef bint take_offer(Mind* m, uint64_t number, int alpha, News* news) noexcept nogil:
    """Take the root's best line from another thread, if it is better than what is known here."""
    cdef Offer offer = m.shared.offer
    if offer.length <= 0 or offer.length > MAX_SEARCH or offer.score <= alpha or offer.check ^ offer_check(&offer) != number:
        return False
    news.score = offer.score
    news.action = offer.line[0]
    memcpy(m.line[0], offer.line, offer.length * sizeof(uint64_t))
    m.length[0] = offer.length
    m.guessed |= offer.flags & 1
    m.circled |= offer.flags >> 1
    return True


cdef int hear(Mind* m, uint64_t key, int depth, int far, int level, int alpha, int old_alpha, int beta,
              News* news) noexcept nogil:
    """What the other threads have found out about a position by now, if it is of use here. Its line becomes the best."""
    cdef Entry entry
    cdef int bound
    cdef bint settled
    if level == 0 and take_offer(m, offer_number(m, key, depth), alpha, news):
        return NEWS_BETTER
    if not recall(m, key, &entry) or entry.depth < depth or entry.age != m.shared.age:
        return NEWS_NONE
    news.score = from_table(entry.score, far)
    news.action = entry.action
    bound = entry.bound & 3
    settled = (bound != AT_MOST and news.score >= beta) or (bound != AT_LEAST and news.score <= old_alpha)
    if far:
        settled |= bound == EXACT                          # of the first move the whole line is wanted
    if not settled and (not far or bound == AT_MOST or news.score <= alpha or not entry.action):
        return NEWS_NONE
    m.guessed |= not entry.bound & EXHAUSTED and news.score < PROVED and news.score > -PROVED
    m.circled |= (entry.bound & CIRCLED) != 0
    if alpha > old_alpha and news.score <= alpha:
        news.score = alpha                                 # no better than what was found here: that stays
        news.action = m.line[level][level]
    elif far:
        m.line[level][level] = entry.action
        m.length[level] = level + 1
    return NEWS_SETTLE if settled else NEWS_BETTER
