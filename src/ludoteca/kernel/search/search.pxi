# One search for all games: deeper and deeper, principal variations, a table, and actions in good order. It asks
# whose turn it is and never counts on sides taking turns: a move of two stages is two plies of one mover.

cdef uint8_t late[64][64]    # plies that a late action is looked at less deeply: [depth][how late]


cdef void prepare_reductions() noexcept:
    cdef int depth, number
    for depth in range(64):
        for number in range(64):
            late[depth][number] = 0
            if depth >= 3 and number >= 3:
                late[depth][number] = <uint8_t>(1 + (number >= 8) + (depth >= 6 and number >= 16)
                                                + (depth >= 9 and number >= 24) + (depth >= 6 and number >= 40))


prepare_reductions()


cdef inline void most_first(Worker* w, int start, int end) noexcept nogil:
    """Bring the action that captures most to the front."""
    cdef int i, most = start
    cdef Action a
    for i in range(start + 1, end):
        if w.actions[i].extra > w.actions[most].extra:
            most = i
    if most != start:
        a = w.actions[most]
        w.actions[most] = w.actions[start]
        w.actions[start] = a


cdef int quiet_search(const Tables* t, Worker* w, Mind* m, int alpha, int beta, int level, int left) noexcept nogil:
    """An opinion once the captures have been played out."""
    cdef int start, n, i, score, best
    cdef uint32_t arena
    cdef int mover = w.p.s.mover
    cdef bint forced
    m.length[level] = level
    if w.p.s.outcome:
        return final_score(w, m)
    m.guessed = 1
    best = judge(t, w)
    if (best >= beta or left == 0 or m.quiet_left <= 0 or level >= MAX_SEARCH or not w.opinion.captures
            or not m.ways.quiescence):
        return best
    start = w.top
    arena = w.arena_top
    n = generate(t, w)
    if n == 0:
        resolve_no_move(t, w)
        score = final_score(w, m)
        w.p.s.outcome = UNFINISHED
        w.top = start
        w.arena_top = arena
        return score
    # Who must capture cannot stand still: the opinion then counts for nothing.
    forced = w.actions[start].extra and (t.stages[w.p.s.stage].capture == CAPTURE_COMPULSORY
                                         or t.stages[w.p.s.stage].capture == CAPTURE_MOST)
    if forced:
        best = -WIN
    elif best > alpha:
        alpha = best
    for i in range(start, start + n):
        most_first(w, i, start + n)
        if w.actions[i].extra == 0:
            break
        m.nodes += 1
        m.quiet_left -= 1
        if m.nodes >= m.node_limit:
            w.stop = 1
        make(t, w, &w.actions[i])
        if w.p.s.mover == mover:
            score = quiet_search(t, w, m, alpha, beta, level + 1, left - 1)
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
    return best if best > -WIN else judge(t, w)


cdef inline int look(const Tables* t, Worker* w, Mind* m, int depth, int alpha, int beta, int level,
                     bint same) noexcept nogil:
    """The score of what an action has led to, in the eyes of who made it."""
    if same:
        return search(t, w, m, depth, alpha, beta, level)
    return -search(t, w, m, depth, -beta, -alpha, level)


cdef int pass_by(const Tables* t, Worker* w, Mind* m, int depth, int beta, int level) noexcept nogil:
    """The score if the mover did nothing."""
    cdef Scalars* s = &w.p.s
    cdef uint64_t key = s.key
    cdef uint16_t base = s.base
    cdef int score
    s.key ^= t.key_second
    s.mover = <uint8_t>(1 - s.mover)
    s.base = s.ply           # nothing repeats across a pass that the rules do not know
    m.path[level] = 0
    m.place[level] = 0
    score = -search(t, w, m, depth, -beta, 1 - beta, level + 1)
    s.key = key
    s.mover = <uint8_t>(1 - s.mover)
    s.base = base
    return score


cdef inline bint lasts(const Mind* m, const Entry* entry, int score, int alpha, int beta) noexcept nogil:
    """Whether what is remembered is true at any depth. A win is; how near it is, a deeper search may know better."""
    if score > PROVED:
        return not m.salt or (score >= beta and entry.bound & 3 != AT_MOST)
    if score < -PROVED:
        return not m.salt or (score <= alpha and entry.bound & 3 != AT_LEAST)
    return entry.bound & EXHAUSTED != 0


cdef int search(const Tables* t, Worker* w, Mind* m, int depth, int alpha, int beta, int level) noexcept nogil:
    """The score of the position in the mover's eyes, `depth` moves deep."""
    cdef int32_t marks[MAX_ORDERED]
    cdef uint16_t waiting[64]          # actions another thread is looking at: left for later
    cdef int start = w.top, n, i, k, ordered, score = 0, best = -WIN - 1, old_alpha = alpha, mover = w.p.s.mover
    cdef int far = <int>w.p.s.ply - m.root_ply, deeper, less, guessed, circled, cell, passes, tried, bound, rank
    cdef int later = 0
    cdef uint32_t arena = w.arena_top
    cdef uint64_t first = 0, best_bits = 0, bits, number, key
    cdef Entry entry
    cdef News news
    cdef const Action* a
    cdef bint same, at_root = far == 0 and (m.wanted_moves or m.unwanted_moves), skipped = False
    cdef bint open_ = beta - alpha > 1, quiet, settled = False, called = False, shared = m.shared.busy != NULL and depth >= 3
    cdef bint listening = shared and m.ways.table and not at_root
    cdef int heard
    cdef Attack attack
    cdef bint horizon = depth <= 0 and not w.p.s.mid_move
    cdef bint under = False            # an attack of the other side's, that must be met
    m.length[level] = level

    # Step 1. Has the game ended, or come back to where it was?
    if w.p.s.outcome:
        if m.circle and w.p.s.outcome == DRAW and w.p.s.reason == REASON_REPETITION:
            m.guessed = m.circled = 1
            return circle_score(w, m)
        return final_score(w, m)
    if level and t.repetition and not w.p.s.mid_move and times_seen(t, w) > 1:
        m.guessed = m.circled = 1      # true on this way, not everywhere
        return circle_score(w, m)
    if level >= MAX_SEARCH - 1 or w.depth >= MAX_DEPTH - 8:
        m.guessed = 1
        return judge(t, w)
    if m.known != NULL and level and not w.p.s.mid_move:
        score = probe(t, m.known, &w.p, far)
        if score != UNKNOWN:
            m.nodes += 1
            return score

    # Step 2. Enough nodes?
    m.nodes += 1
    if m.nodes >= m.node_limit:
        w.stop = 1
    if w.stop or m.back < level:
        return 0
    if m.told != NULL and m.nodes >= m.talk:
        tell_history(m)
    m.back = NOWHERE                   # whatever was finished here was another position

    # Step 3. No win can be nearer than the next move, no loss either: is the window worth a look?
    if level:
        if alpha < far - WIN:
            alpha = far - WIN
        if beta > WIN - far:
            beta = WIN - far
        if alpha >= beta:
            return alpha
        old_alpha = alpha

    # Step 4. The table: a deep enough score is reused, and its action tried first. Not at the horizon: an opinion is
    # cheaper than the way to the memory.
    # While a proof is confirmed, only what was found so is reused: it has a place of its own in the table.
    if m.salt and recall(m, w.p.s.key, &entry):
        first = entry.action
    if m.ways.table and not horizon and recall(m, w.p.s.key ^ m.salt, &entry):
        first = entry.action
        score = from_table(entry.score, far)
        # What rests on a repetition was true of the way there, in this search alone.
        if level and not at_root and not (entry.bound & CIRCLED and entry.age != m.shared.age) and (
                entry.depth >= depth or lasts(m, &entry, score, alpha, beta)) and (
                entry.bound & 3 == EXACT or (entry.bound & 3 == AT_LEAST and score >= beta)
                or (entry.bound & 3 == AT_MOST and score <= alpha)):
            m.guessed |= not entry.bound & EXHAUSTED and score < PROVED and score > -PROVED
            m.circled |= (entry.bound & CIRCLED) != 0
            if entry.bound & 3 == EXACT and first:
                m.line[level][level] = first
                m.length[level] = level + 1
            return score

    # Step 5. Can the mover win by placing a piece and turning a block? Its windows say so.
    if w.opinion.turned and level and not w.p.s.mid_move and m.ways.threats and wins_by_a_turn(t, w):
        return WIN - far - 1

    # Step 6. At the horizon: an opinion, once it is quiet.
    if horizon:
        if w.opinion.placing and m.ways.threats:
            return quiet_lines(t, w, m, alpha, beta, level, 6)
        m.quiet_left = MOST_QUIET
        return quiet_search(t, w, m, alpha, beta, level, 8)

    guessed = m.guessed
    circled = m.circled
    m.guessed = m.circled = 0
    m.errands[level] = errand(w, 0, depth) | 1 if shared else 0

    # Step 7. A line that lacks one cell: complete it, or stop it. Nothing else is worth a look.
    n = 0
    if w.opinion.placing:
        settle(t, w)
        if level and m.ways.threats:
            cell = winning_cell(t, w, mover)
            if cell != NO_THREAT:
                if cell == TWO_THREATS:
                    m.guessed = guessed
                    m.circled = circled
                    return WIN - far - 1
                placing_at(t, w, cell, &w.actions[start])
                m.line[level][level] = action_bits(&w.actions[start])
                m.length[level] = level + 1
                m.guessed = guessed
                m.circled = circled
                return WIN - far - 1
            cell = winning_cell(t, w, 1 - mover)
            if cell == TWO_THREATS:
                m.guessed = guessed
                m.circled = circled
                return far + 2 - WIN
            if cell != NO_THREAT:
                placing_at(t, w, cell, &w.actions[start])
                w.top = start + 1
                n = 1
            elif w.opinion.forcing:
                # Or a whole attack of such lines. It wins, but perhaps not soonest: while a proof is confirmed that counts.
                if attacks(t, w, m, &attack, mover, TRIES) and (not m.salt or WIN - far - attack.length >= beta):
                    m.guessed = guessed
                    m.circled = circled
                    return WIN - far - attack.length
                under = not m.salt and attacks(t, w, m, &attack, 1 - mover, TRIES)

    # Step 8. So good that even doing nothing would refute it? Only where having to move is never a burden.
    if (w.opinion.null_move and m.ways.null_move and not open_ and n == 0 and not under and level and depth >= 3
            and m.path[level - 1] and beta < PROVED and beta > -PROVED and depth < w.p.counts[0]):
        if judge(t, w) >= beta:
            score = pass_by(t, w, m, depth - 3 - depth // 4, beta, level)
            if w.stop or m.back < level:
                m.guessed |= guessed
                m.circled |= circled
                return 0
            called = m.back == level
            if score >= beta and not called:
                m.guessed = 1
                return score if score < PROVED else beta
            m.back = NOWHERE
            m.guessed = 0
            m.length[level] = level

    # Step 9. The actions, in an order that finds good ones early.
    if n == 0:
        n = generate(t, w)
        if n == 0:
            resolve_no_move(t, w)
            score = final_score(w, m)
            w.p.s.outcome = UNFINISHED
            w.top = start
            m.guessed = guessed
            m.circled = circled
            return score
        if at_root:
            n = keep_playable(w, m, level, start, n)
        if under:
            best = far + 1 + attack.length - WIN
            n = keep_in_zone(w, &attack, start, n)
    ordered = n if n < MAX_ORDERED else MAX_ORDERED
    if w.opinion.focus and m.ways.pruning and n > 1 and not under:
        ordered = focus(t, w, start, n)
    order_actions(t, w, m, start, ordered, first, level, marks)

    # Step 10. Each action: the first with an open window, the others only to see whether they are better.
    # What another thread is looking at is left for a second pass.
    i = 0
    tried = 0
    key = w.p.s.key ^ m.salt
    for passes in range(2):
        k = 0
        while (i < n) if passes == 0 else (k < later):
            if listening and (tried or called):
                # Another thread may have finished here meanwhile, or know of something better.
                heard = hear(m, key, depth, far, level, alpha, old_alpha, beta, &news)
                if heard:
                    best = alpha = news.score
                    best_bits = news.action
                settled = heard == NEWS_SETTLE
                if settled:
                    break
            if passes == 0:
                if i < ordered:
                    pick_best(w, start, ordered, i, marks)
                a = &w.actions[start + i]
                rank = tried + later
                i += 1
            else:
                rank = waiting[k]
                a = &w.actions[start + rank]
                k += 1
            bits = action_bits(a)
            quiet = a.extra == 0 or t.rules[a.rule].op == OP_ROTATE
            number = errand(w, bits, depth)
            if shared and passes == 0 and tried >= (1 if open_ else TOGETHER) and later < 64 and is_busy(m, number):
                waiting[later] = <uint16_t>(i - 1)
                later += 1
                continue

            # Step 11. If something better than losing is known, some quiet actions are left out: the latest near the
            # horizon, and those far from everything on large boards.
            if m.ways.pruning and best > -PROVED and quiet and ((depth <= 3 and rank >= 8 + w.opinion.breadth * depth * depth
                    and not open_ and level) or (w.opinion.focus and i > ordered)):
                skipped = True
                continue
            m.path[level] = bits
            m.place[level] = history_place(t, mover, a)
            if shared:
                set_busy(m, number)
            # What comes next is sent for while the action is made, unless it lies at the horizon.
            w.table = m.shared.table if depth > 1 or (t.n_stages > 1 and not w.p.s.mid_move) else NULL
            make(t, w, a)
            same = w.p.s.mover == mover
            # One choice only is no choice: look one move further, and so where an attack must be met. The stages of
            # one move cost no depth.
            deeper = depth if w.p.s.mid_move or n == 1 or (under and level < EARLY) else depth - 1
            less = deeper

            # Step 12. Late actions are looked at less deeply at first.
            if m.ways.reductions and tried and quiet:
                less -= late[depth if depth < 63 else 63][rank if rank < 63 else 63]
                if w.opinion.forcing and depth >= 3 and rank >= 8 and not under:
                    less -= 1          # what threatens nothing by now never did much
                if open_ and less < deeper:
                    less += 1
                if w.p.s.mid_move and less < 1:
                    less = 1
            if tried:
                score = look(t, w, m, less, alpha, alpha + 1, level + 1, same)
                while listening and open_ and score > alpha and not w.stop and m.back > level:
                    # Better than what was known when it was begun, but perhaps not than what is known by now.
                    heard = hear(m, key, depth, far, level, alpha, old_alpha, beta, &news)
                    if not heard:
                        break
                    best = alpha = news.score
                    best_bits = news.action
                    settled = heard == NEWS_SETTLE
                    if settled:
                        break
                    score = look(t, w, m, less, alpha, alpha + 1, level + 1, same)
                if score > alpha and less < deeper and not settled:
                    score = look(t, w, m, deeper, alpha, alpha + 1, level + 1, same)
                if score > alpha and score < beta and not settled:
                    score = look(t, w, m, deeper, alpha, beta, level + 1, same)
            else:
                score = look(t, w, m, deeper, alpha, beta, level + 1, same)
            if m.foresight and score > alpha and score < PROVED and w.p.s.ply == m.root_ply + 1 and not (
                    w.p.s.mid_move or w.p.s.outcome or w.stop or settled or m.back <= level):
                # The best move so far, where blocks turn: does it lose within a few moves?
                cell = plot(t, w, m, m.foresight)
                if cell:
                    score = 1 + cell - WIN
            unmake(t, w)
            if shared:
                set_free(m, number)
            if w.stop or m.back < level or settled:
                break
            if m.back == level:
                # Called back: what was found is worth nothing. See what is known now; if it is not enough, begin again.
                m.back = NOWHERE
                called = True
                if passes == 0:
                    i -= 1
                else:
                    k -= 1
                continue
            tried += 1
            if score > best:
                best = score
                best_bits = bits
                if score > alpha:
                    alpha = score
                    remember_line(m, level, bits)
                    if score >= beta:
                        # Step 13. Good enough to refute: remember it for positions like this one.
                        if passes == 0:
                            praise(t, w, m, level, start, i - 1, depth)
                        break
                    if listening and open_:
                        announce(m, key, depth, far, level, best)
        if w.stop or best >= beta or settled or m.back < level:
            break
    w.top = start
    w.arena_top = arena
    if w.stop:
        return best if best > -WIN else 0
    if m.back < level or settled:
        m.guessed |= guessed
        m.circled |= circled
        return best if settled else 0

    # Step 14. Remember the position. A score that rests on a repetition is no more than an opinion.
    if best > PROVED or best < -PROVED:
        m.guessed = m.circled = 0      # a win is a win, whatever the other moves are
    elif skipped:
        m.guessed = 1
    # A win that was found while looking less deeply elsewhere is a win, but perhaps not the nearest.
    if m.ways.table and not at_root:
        bound = AT_LEAST if best >= beta else (EXACT if best > old_alpha else AT_MOST)
        if m.ways.reductions and bound == EXACT and (best > PROVED or best < -PROVED):
            bound = AT_LEAST if best > 0 else AT_MOST
        bound |= (0 if m.guessed else EXHAUSTED) | (CIRCLED if m.circled else 0)
        memorize(m, key, best_bits, to_table(best, far), depth, bound)
        if shared and depth >= 4:
            call_back(m, m.errands[level])
    m.guessed |= guessed
    m.circled |= circled
    return best


cdef int search_root(const Tables* t, Worker* w, Mind* m, int depth, int guess) noexcept nogil:
    """The score of the loaded position. Near the guess first, wider where it is not."""
    cdef int alpha = -WIN - 1, beta = WIN + 1, score, by = 60
    # Where blocks turn: is it won within a few moves? And shall a move that looks best be held against as many?
    m.foresight = moves_worth_a_look(w, m)
    if m.foresight > m.foreseen and not m.wanted_moves and not m.unwanted_moves:
        m.foreseen = m.foresight
        score = scheme(t, w, m, m.foresight)
        if score or w.stop:
            return score
    if m.ways.aspiration and depth >= 4 and guess > -PROVED and guess < PROVED:
        alpha = guess - by
        beta = guess + by
    while True:
        m.guessed = 0
        score = search(t, w, m, depth, alpha, beta, 0)
        if w.stop or (score > alpha and score < beta) or (alpha <= -WIN and beta > WIN):
            return score
        by *= 4
        if score <= alpha:
            alpha = score - by if score - by > -PROVED else -WIN - 1
        if score >= beta:
            beta = score + by if score + by < PROVED else WIN + 1


cdef int search_fully(const Tables* t, Worker* w, Mind* m, int depth, int alpha, int beta) noexcept nogil:
    """The score of the loaded position, with nothing left out."""
    cdef Ways ways = m.ways
    cdef int score
    m.ways.reductions = m.ways.pruning = m.ways.null_move = 0
    m.salt = <uint64_t>0xA0761D6478BD642F
    m.guessed = 0
    score = search(t, w, m, depth, alpha, beta, 0)
    m.ways = ways
    m.salt = 0
    return score
