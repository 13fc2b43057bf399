# One search for all games: iterative deepening, principal variations, a table, and moves in good order. It asks
# whose turn it is and never counts on sides taking turns: a move of two stages is two plies of one mover.

cdef enum:
    WIN = 30000              # less one for each move it takes
    PROVED = 28000           # scores beyond this are proved wins or losses
    LARGEST_OPINION = 20000
    MAX_SEARCH = 120         # actions deep
    EXACT = 0
    AT_LEAST = 1
    AT_MOST = 2
    EXHAUSTED = 4            # … and no opinion was needed to know it

cdef struct Entry:           # what is remembered of a position
    uint64_t key
    uint64_t action          # the eight bytes of its best action
    int16_t score
    int8_t depth
    uint8_t bound

cdef struct Mind:            # the memory of one search
    Entry* table
    uint64_t mask
    uint64_t killers[MAX_SEARCH + 4][2]
    int32_t* history         # [side][source or 0][target], good in the past
    uint64_t nodes
    uint64_t node_limit
    int root_ply
    int guessed              # an opinion was used: nothing is proved by exhaustion
    uint64_t line[MAX_SEARCH + 4][MAX_SEARCH + 4]
    int length[MAX_SEARCH + 4]


cdef inline uint64_t action_bits(const Action* a) noexcept nogil:
    cdef uint64_t bits
    memcpy(&bits, a, 8)
    return bits


cdef inline int history_place(const Tables* t, int side, const Action* a) noexcept nogil:
    cdef int source = a.source if a.source != NO_CELL else t.cells
    cdef int target = a.target if a.target != NO_CELL else t.cells
    return (side * (MAX_CELLS + 1) + source) * (MAX_CELLS + 1) + target


cdef inline int final_score(const Worker* w, const Mind* m) noexcept nogil:
    """A finished game in the eyes of the side to move: near wins are better, losses later."""
    cdef int far = <int>w.p.s.ply - m.root_ply
    if w.p.s.outcome == DRAW:
        return 0
    if w.p.s.outcome == FIRST_WINS + w.p.s.mover:
        return WIN - far
    return far - WIN


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


cdef void order_actions(const Tables* t, Worker* w, const Mind* m, int start, int n, uint64_t first, int level,
                        int32_t* marks) noexcept nogil:
    """Marks for all actions: the remembered one, captures, killers, then what was good before."""
    cdef int i
    cdef uint64_t bits
    cdef const Action* a
    for i in range(n):
        a = &w.actions[start + i]
        bits = action_bits(a)
        if bits == first:
            marks[i] = 1 << 30
        elif a.extra and t.rules[a.rule].op != OP_ROTATE:
            marks[i] = (1 << 28) + a.extra
        elif bits == m.killers[level][0]:
            marks[i] = (1 << 27) + 1
        elif bits == m.killers[level][1]:
            marks[i] = 1 << 27
        else:
            marks[i] = m.history[history_place(t, w.p.s.mover, a)]


cdef inline void pick_best(Worker* w, int start, int n, int from_, int32_t* marks) noexcept nogil:
    """Bring the best of the rest to the front; which one among equals depends on the position alone."""
    cdef int i, best = from_
    cdef Action a
    cdef int32_t mark
    for i in range(from_ + 1, n):
        if marks[i] > marks[best]:
            best = i
    if best != from_:
        a = w.actions[start + best]
        w.actions[start + best] = w.actions[start + from_]
        w.actions[start + from_] = a
        mark = marks[best]
        marks[best] = marks[from_]
        marks[from_] = mark


cdef int quiet_search(const Tables* t, Worker* w, Mind* m, int alpha, int beta, int level, int left) noexcept nogil:
    """An opinion once the captures have been played out."""
    cdef int start, n, i, score, best
    cdef uint32_t arena
    cdef int mover = w.p.s.mover
    if w.p.s.outcome:
        return final_score(w, m)
    m.guessed = 1
    best = judge(t, w)
    if best >= beta or left == 0 or level >= MAX_SEARCH or not t.opinion.captures:
        return best
    if best > alpha:
        alpha = best
    start = w.top
    arena = w.arena_top
    n = generate(t, w)
    if n == 0:
        resolve_no_move(t, w)
        w.top = start
        w.arena_top = arena
        return final_score(w, m)
    for i in range(start, start + n):
        if w.actions[i].extra == 0 and t.stages[w.p.s.stage].capture != CAPTURE_COMPULSORY and (
                t.stages[w.p.s.stage].capture != CAPTURE_MOST):
            continue
        if w.actions[i].extra == 0:
            break            # nothing can be captured: the position is quiet
        m.nodes += 1
        make(t, w, &w.actions[i])
        if w.p.s.mover == mover and not w.p.s.outcome:
            score = quiet_search(t, w, m, alpha, beta, level + 1, left - 1)
        elif w.p.s.mover == mover:
            score = final_score(w, m)
        else:
            score = -quiet_search(t, w, m, -beta, -alpha, level + 1, left - 1)
        unmake(t, w)
        if w.stop:
            break
        if score > best:
            best = score
            if score > alpha:
                alpha = score
            if score >= beta:
                break
    w.top = start
    w.arena_top = arena
    return best


cdef int search(const Tables* t, Worker* w, Mind* m, int depth, int alpha, int beta, int level) noexcept nogil:
    """The score of the position in the mover's eyes, `depth` moves deep."""
    cdef int32_t marks[1024]
    cdef int start = w.top, n, i, score, best = -WIN - 1, old_alpha = alpha, mover = w.p.s.mover
    cdef int far = <int>w.p.s.ply - m.root_ply, deeper, reduced, place
    cdef uint32_t arena = w.arena_top
    cdef uint64_t first = 0, best_bits = 0
    cdef Entry* entry = &m.table[w.p.s.key & m.mask]
    cdef bint same
    cdef int guessed
    m.length[level] = level

    # Step 1. Has the game ended, or come back to where it was?
    if w.p.s.outcome:
        return final_score(w, m)
    if level and t.repetition and not w.p.s.mid_move and times_seen(t, w) > 1:
        m.guessed = 1        # true on this way, not everywhere
        return 0
    if level >= MAX_SEARCH or w.depth >= MAX_DEPTH - 8:
        m.guessed = 1
        return judge(t, w)

    # Step 2. Enough nodes?
    m.nodes += 1
    if m.nodes >= m.node_limit:
        w.stop = 1
    if w.stop:
        return 0

    # Step 3. The table: a deep enough score is reused, and its action tried first.
    if entry.key == w.p.s.key:
        first = entry.action
        score = from_table(entry.score, far)
        if level and (entry.depth >= depth or entry.bound & EXHAUSTED) and (
                entry.bound & 3 == EXACT or (entry.bound & 3 == AT_LEAST and score >= beta)
                or (entry.bound & 3 == AT_MOST and score <= alpha)):
            m.guessed |= not entry.bound & EXHAUSTED
            return score

    # Step 4. At the horizon: an opinion, once it is quiet.
    if depth <= 0 and not w.p.s.mid_move:
        return quiet_search(t, w, m, alpha, beta, level, 8)

    guessed = m.guessed
    m.guessed = 0

    # Step 5. The actions, in an order that finds good ones early.
    n = generate(t, w)
    if n == 0:
        resolve_no_move(t, w)
        w.top = start
        m.guessed = guessed
        return final_score(w, m)
    order_actions(t, w, m, start, n if n < 1024 else 1024, first, level, marks)

    # Step 6. Each action: the first with an open window, the others only to see whether they are better.
    for i in range(n):
        if i < 1024:
            pick_best(w, start, n if n < 1024 else 1024, i, marks)
        make(t, w, &w.actions[start + i])
        same = w.p.s.mover == mover
        # One choice only is no choice: look one move further. The stages of one move cost no depth.
        deeper = depth if w.p.s.mid_move or n == 1 else depth - 1
        reduced = deeper
        if i >= 4 and depth >= 3 and not w.p.s.mid_move and w.actions[start + i].extra == 0:
            reduced = deeper - 1 - (i >= 16) - (depth > 6)
        if same:
            if i:
                score = search(t, w, m, reduced, alpha, alpha + 1, level + 1)
            if i == 0 or (score > alpha and (score < beta or reduced < deeper)):
                score = search(t, w, m, deeper, alpha, beta, level + 1)
        else:
            if i:
                score = -search(t, w, m, reduced, -alpha - 1, -alpha, level + 1)
            if i == 0 or (score > alpha and (score < beta or reduced < deeper)):
                score = -search(t, w, m, deeper, -beta, -alpha, level + 1)
        unmake(t, w)
        if w.stop:
            break
        if score > best:
            best = score
            best_bits = action_bits(&w.actions[start + i])
            if score > alpha:
                alpha = score
                remember_line(m, level, best_bits)
                if score >= beta:
                    # Step 7. Good enough to refute: remember it for positions like this one.
                    if w.actions[start + i].extra == 0:
                        if m.killers[level][0] != best_bits:
                            m.killers[level][1] = m.killers[level][0]
                            m.killers[level][0] = best_bits
                        place = history_place(t, mover, &w.actions[start + i])
                        m.history[place] += depth * depth
                        if m.history[place] > 1 << 26:
                            m.history[place] >>= 1
                    break
    w.top = start
    w.arena_top = arena
    if w.stop:
        return best if best > -WIN else 0

    # Step 8. Remember the position. A score that rests on a repetition is no more than an opinion.
    entry.key = w.p.s.key
    entry.action = best_bits
    entry.score = <int16_t>to_table(best, far)
    entry.depth = <int8_t>(depth if depth < 120 else 120)
    entry.bound = AT_LEAST if best >= beta else (EXACT if best > old_alpha else AT_MOST)
    if not m.guessed:
        entry.bound |= EXHAUSTED
    m.guessed |= guessed
    return best


cdef inline void remember_line(Mind* m, int level, uint64_t bits) noexcept nogil:
    """The best line: this action, then the best line of what follows."""
    cdef int i
    m.line[level][level] = bits
    for i in range(level + 1, m.length[level + 1]):
        m.line[level][i] = m.line[level + 1][i]
    m.length[level] = m.length[level + 1] if m.length[level + 1] > level + 1 else level + 1
