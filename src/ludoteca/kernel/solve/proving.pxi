# Proofs: is a position worth at least so much? Searched to the end of the game, so that no opinion is needed, in
# games where no position can come back. What was found is remembered as bounds; a bound is true whatever happens
# to other entries, so that a small table costs time and never truth.

cdef enum:
    NEVER_ENDS = 30001       # beyond any value
    MOST_IMAGES = 16
    NAME_ALL = 0             # every cell has a part in the name of a position …
    NAME_REACH               # … or only those that the one piece can come to …
    NAME_LINES               # … or only those of lines that can still be completed
    NAME_FREE = 14           # there, an empty cell that counts
    MOST_REPLIES = 500       # more are not told apart

cdef struct Bound:           # what is known of a position; four share a line of the cache
    uint64_t check           # a second name of the position: with the place some 85 bits tell positions apart
    int16_t least            # its value is no less, …
    int16_t most             # … and no more; wins and losses count from the position itself
    uint32_t good            # the action that was good (nine bits each for where from and where to, six for the rest), and …
                             # … in the top eight bits how much work it was

cdef struct Names:           # how positions are told apart
    int images               # symmetries that the rules share; the first leaves everything in place
    uint16_t image[MOST_IMAGES][MAX_CELLS]
    uint64_t* keys           # [cell][code][image]
    uint64_t second[MAX_CELLS][MAX_CODES]
    int counted              # until this ply the number of moves made belongs to a position
    int what                 # which cells count: NAME_ALL, …
    int step                 # the rule by which the one piece steps

cdef struct Name:
    uint64_t place
    uint64_t check
    int image                # how the position was turned to get it

cdef struct Proof:           # one search for proofs, and what it remembers
    Bound* table
    uint64_t mask            # of groups of four
    Names names
    SearchThread* th
    int too_deep
    int ahead                # look up what every action leads to before any is searched …
    int judging              # … and order them by an opinion on it, …
    int narrow               # … or by how few replies it leaves
    uint64_t stored


cdef uint64_t cells_in_reach(const Tables* t, const Worker* w, const Names* names) noexcept nogil:
    """Empty cells that the one shared piece can still come to."""
    cdef const uint64_t* steps = t.tables[t.rules[names.step].table].masks
    cdef uint64_t free_ = w.p.sets[EMPTY][0], found = 0, new = w.p.sets[SHARED][0]
    cdef int cell
    while new:
        cell = lowest_bit(new)
        new &= new - 1
        new |= steps[cell] & free_
        free_ &= ~steps[cell]
        found |= steps[cell] & w.p.sets[EMPTY][0]
    return found


cdef inline int replies_left(const Tables* t, Worker* w, const Names* names, int side) noexcept nogil:
    """How many actions a side would have if it were its turn."""
    cdef int n
    if names.what == NAME_REACH:
        return count_bits(t.tables[t.rules[names.step].table].masks[lowest_bit(w.p.sets[SHARED][0])] & w.p.sets[EMPTY][0])
    n = count_actions(t, w, side)
    return n if n < MOST_REPLIES else MOST_REPLIES


cdef bint being_stuck_loses(const Tables* t) noexcept:
    """Whether nothing ends the game but that a side cannot move, which loses."""
    return t.n_ends == 0 and t.no_moves_at_all < 0 and t.no_move_result[0] == OWNER_LOSES == t.no_move_result[1]


cdef uint64_t cells_that_count(const Tables* t, Worker* w) noexcept nogil:
    """Cells of lines that somebody can still complete."""
    cdef const WindowSet* s = &t.windows[w.weights.set_of[0]]
    cdef const uint8_t* state
    cdef uint64_t found = 0
    cdef int i
    update_accumulator(t, w)
    state = w.acc.state + w.weights.first_window[0]
    for i in range(s.count):
        if (state[i] & 15) == 0 or (state[i] >> 4) == 0:
            found |= s.mask[i]
    return found


cdef inline bint has_line_left(const Tables* t, const Worker* w, int side) noexcept nogil:
    """Whether a side can still complete a line: one it has begun, or one that nobody has."""
    cdef const uint8_t* state = w.acc.state + w.weights.first_window[0]
    cdef int i, theirs = 0x0F if side else 0xF0
    if w.acc.open[0][side]:
        return True
    for i in range(t.windows[w.weights.set_of[0]].count):
        if state[i] & theirs == 0:
            return True
    return False


cdef inline void name_position(const Tables* t, Worker* w, const Names* names, Name* name) noexcept nogil:
    """A name that all images of a position share: the smallest of their keys. Cells that decide nothing any more are
    left out: those out of reach, those of lines that are spoilt (but how many of these are empty counts)."""
    cdef uint64_t all[MOST_IMAGES]
    cdef uint64_t rest = w.p.s.key, bits, check, kept = 0
    cdef const uint64_t* keys
    cdef const uint16_t* image
    cdef int word, cell, code, i, best = 0, n = names.images
    cdef bint anchored = w.p.s.mid_move and w.p.s.anchor != NO_CELL
    for i in range(n):
        all[i] = 0
    if names.what == NAME_ALL:
        for word in range(t.words):
            bits = ~w.p.sets[EMPTY][word]
            if word == t.words - 1 and t.cells & 63:
                bits &= (<uint64_t>1 << (t.cells & 63)) - 1
            while bits:
                cell = (word << 6) + lowest_bit(bits)
                bits &= bits - 1
                keys = names.keys + (cell * MAX_CODES + w.p.cell[cell]) * n
                for i in range(n):
                    all[i] ^= keys[i]
        rest ^= all[0]
    else:
        # Here nothing but the board and the mover makes a position.
        rest = t.key_second if w.p.s.mover else 0
        if names.what == NAME_REACH:
            kept = cells_in_reach(t, w, names) | w.p.sets[SHARED][0]
        else:
            kept = cells_that_count(t, w)
            rest ^= mix(count_bits(w.p.sets[EMPTY][0] & ~kept) + <uint64_t>1000)
        bits = kept
        while bits:
            cell = lowest_bit(bits)
            bits &= bits - 1
            code = w.p.cell[cell] if w.p.cell[cell] else NAME_FREE
            keys = names.keys + (cell * MAX_CODES + code) * n
            for i in range(n):
                all[i] ^= keys[i]
    if anchored:
        rest ^= t.key_anchor[w.p.s.anchor]
        for i in range(n):
            all[i] ^= t.key_anchor[names.image[i][w.p.s.anchor]]
    if w.p.s.ply < names.counted:
        rest ^= mix(<uint64_t>w.p.s.ply + 77)
    for i in range(1, n):
        if all[i] < all[best]:
            best = i
    image = names.image[best]
    check = mix(rest)
    if anchored:
        check ^= mix(image[w.p.s.anchor] + <uint64_t>0xABCDEF)
    for word in range(t.words):
        bits = kept
        if names.what == NAME_ALL:
            bits = ~w.p.sets[EMPTY][word]
            if word == t.words - 1 and t.cells & 63:
                bits &= (<uint64_t>1 << (t.cells & 63)) - 1
        while bits:
            cell = (word << 6) + lowest_bit(bits)
            bits &= bits - 1
            check ^= names.second[image[cell]][w.p.cell[cell] if w.p.cell[cell] else NAME_FREE]
    name.place = all[best] ^ rest
    name.check = check if check else 1
    name.image = best


cdef int what_is_named(const Tables* t, const Worker* w, Names* names) noexcept:
    """Which cells the key of a position may leave out."""
    if t.features & USE_LINE_KEYS and w.weights.line_placement and t.windows[w.weights.set_of[0]].size < LACKS:
        return NAME_LINES
    if t.features & USE_TRAIL_KEYS:
        names.step = t.stages[0].first_rule[0]
        return NAME_REACH
    return NAME_ALL


cdef inline uint32_t turned_action(const Tables* t, const Names* names, int image, const Action* a) noexcept nogil:
    """An action as it is remembered: turned as its position is."""
    cdef uint32_t source = names.image[image][a.source] if a.source < t.cells else 511
    cdef uint32_t target = names.image[image][a.target] if a.target < t.cells else 511
    return source | (target << 9) | (<uint32_t>(a.extra & 63) << 18)


cdef inline Bound* find_bound(const Proof* pr, const Name* name) noexcept nogil:
    """What is known of a position, NULL if nothing is."""
    cdef Bound* four = pr.table + ((name.place & pr.mask) << 2)
    cdef int i
    for i in range(4):
        if four[i].check == name.check:
            return &four[i]
    return NULL


cdef void keep_bound(Proof* pr, const Name* name, int least, int most, uint32_t good, int work) noexcept nogil:
    """Remember a bound. The entry that cost the least work makes room."""
    cdef Bound* four = pr.table + ((name.place & pr.mask) << 2)
    cdef Bound* old = four
    cdef int i
    for i in range(4):
        if four[i].check == name.check:
            old = &four[i]
            if least < old.least:
                least = old.least
            if most > old.most:
                most = old.most
            if work < <int>(old.good >> 24):
                work = old.good >> 24
            break
        if four[i].check == 0 or (old.check and four[i].good >> 24 < old.good >> 24):
            old = &four[i]
    atomic_add_u64(&pr.stored, old.check == 0)
    old.check = name.check
    old.least = <int16_t>least
    old.most = <int16_t>most
    old.good = (good & 0xFFFFFF) | (<uint32_t>work << 24)


cdef inline int work_of(uint64_t nodes) noexcept nogil:
    """Work as a small number: four for each doubling."""
    cdef int n = 0
    while nodes > 7:
        nodes >>= 1
        n += 4
    n += <int>nodes >> 1
    return n if n < 255 else 255


cdef int prove_value(const Tables* t, Worker* w, Proof* pr, int goal, int level) noexcept nogil:
    """Is the position worth `goal` or more to the mover? What is returned says so: if it is no less than the goal the
    position is worth at least as much, else at most."""
    cdef int32_t marks[MAX_ORDERED]
    cdef SearchThread* th = pr.th
    cdef int far = <int>w.p.s.ply - th.root_ply, start = w.top, n = 0, i, ordered, score, best = -NEVER_ENDS, cell
    cdef int mover = w.p.s.mover
    cdef uint32_t arena = w.arena_top, good = 0
    cdef uint64_t begun = th.nodes, alike
    cdef bint alike_tried = False
    cdef int deeper
    cdef Name name, child
    cdef Bound* known
    cdef const Action* a

    # Step 1. Has the game ended? Can it still end soon enough?
    if w.p.s.outcome:
        return final_score(w, th)
    if WIN - far - 1 < goal:
        return WIN - far - 1
    if far - WIN >= goal:
        return far - WIN
    atomic_add_u64(&th.nodes, 1)
    if th.nodes >= th.node_limit:
        set_stop(w, 1)
    if is_stopped(w):
        return 0
    if level >= MAX_PLY - 1 or w.depth >= MAX_DEPTH - 8:
        pr.too_deep = 1
        set_stop(w, 1)
        return 0

    # Step 2. Lines that lack one cell update_accumulator most positions of games that have them.
    if w.weights.line_placement:
        update_accumulator(t, w)
        cell = winning_cell(t, w, mover)
        if cell != NO_THREAT:
            return WIN - far - 1
        if pr.names.what == NAME_LINES:
            # Who has no line left to complete cannot win any more.
            if not has_line_left(t, w, mover if goal > 0 else 1 - mover):
                return 0
        cell = winning_cell(t, w, 1 - mover)
        if cell == TWO_THREATS:
            return far + 2 - WIN
        if cell != NO_THREAT:
            placement_at(t, w, cell, &w.actions[start])
            w.top = start + 1
            n = 1

    # Step 3. What is known already?
    name_position(t, w, &pr.names, &name)
    known = find_bound(pr, &name)
    if known != NULL:
        score = score_from_tt(known.least, far)
        if score >= goal:
            w.top = start
            return score
        score = score_from_tt(known.most, far)
        if score < goal:
            w.top = start
            return score
        good = known.good & 0xFFFFFF

    # Step 4. The actions, likely ones first.
    if n == 0:
        n = generate(t, w)
        if n == 0:
            resolve_no_move(t, w)
            score = final_score(w, th)
            w.p.s.outcome = UNFINISHED
            return score
    ordered = n if n < MAX_ORDERED else MAX_ORDERED
    score_actions(t, w, th, start, ordered, 0, level, marks)
    if good:
        for i in range(ordered):
            if turned_action(t, &pr.names, name.image, &w.actions[start + i]) == good:
                marks[i] = ORDER_TT_MOVE
    good = 0

    # Step 5. Does one of them lead to what is known already?
    if pr.ahead and n > 1:
        for i in range(ordered):
            a = &w.actions[start + i]
            make(t, w, a)
            score = -NEVER_ENDS
            if w.p.s.outcome:
                score = final_score(w, th) if w.p.s.mover == mover else -final_score(w, th)
            else:
                name_position(t, w, &pr.names, &child)
                known = find_bound(pr, &child)
                if known != NULL:
                    deeper = <int>w.p.s.ply - th.root_ply
                    if w.p.s.mover == mover:
                        score = score_from_tt(known.least, deeper)
                    else:
                        score = -score_from_tt(known.most, deeper)
                if pr.narrow and marks[i] != ORDER_TT_MOVE:
                    marks[i] = (marks[i] >> 8) - (replies_left(t, w, &pr.names, 1 - mover) << 20)
                elif pr.judging and marks[i] < ORDER_CAPTURE:
                    # An opinion says where to look first, and nothing else.
                    marks[i] = (marks[i] >> 6) + 256 * (evaluate(t, w) if w.p.s.mover == mover else -evaluate(t, w))
            unmake(t, w)
            if score >= goal:
                good = turned_action(t, &pr.names, name.image, a)
                w.top = start
                w.arena_top = arena
                keep_bound(pr, &name, score_to_tt(score, far), WIN, good, 0)
                return score

    # Step 6. One that reaches the goal is enough. Cells that decide nothing are all alike.
    alike = ~cells_that_count(t, w) if pr.names.what == NAME_LINES else 0
    for i in range(n):
        if i < ordered:
            pick_best(w, start, ordered, i, marks)
        a = &w.actions[start + i]
        if alike and alike >> a.target & 1:
            if alike_tried:
                continue
            alike_tried = True
        th.path[level] = move_of(a)
        th.path_slot[level] = history_index(t, mover, a)
        make(t, w, a)
        if w.p.s.mover == mover:
            score = prove_value(t, w, pr, goal, level + 1)
        else:
            score = -prove_value(t, w, pr, 1 - goal, level + 1)
        unmake(t, w)
        if is_stopped(w):
            w.top = start
            w.arena_top = arena
            return 0
        if score > best:
            best = score
            if best >= goal:
                good = turned_action(t, &pr.names, name.image, a)
                update_history(t, w, th, level, start, i, 1 + (work_of(th.nodes - begun) >> 2))
                break
    w.top = start
    w.arena_top = arena

    # Step 7. Remember what is known now.
    if best >= goal:
        keep_bound(pr, &name, score_to_tt(best, far), WIN, good, work_of(th.nodes - begun))
    else:
        keep_bound(pr, &name, -WIN, score_to_tt(best, far), good, work_of(th.nodes - begun))
    return best


cdef int take_names(const Tables* t, const Worker* w, Names* names, images, int counted) except -1:
    """Learn the symmetries by which positions are told apart."""
    cdef int i, cell, code, n = min(len(images), <int>MOST_IMAGES)
    names.images = n
    names.counted = counted
    names.what = what_is_named(t, w, names)
    names.keys = <uint64_t*>calloc(t.cells * MAX_CODES * n, sizeof(uint64_t))
    if names.keys == NULL:
        raise MemoryError()
    for i in range(n):
        for cell in range(t.cells):
            names.image[i][cell] = images[i][cell]
    for cell in range(t.cells):
        for code in range(1, MAX_CODES):
            names.second[cell][code] = mix(t.key_cell[cell][code] + <uint64_t>0x5EC0)
            for i in range(n):
                names.keys[(cell * MAX_CODES + code) * n + i] = t.key_cell[names.image[i][cell]][code]
    return 0


cdef int make_room(Proof* pr, size_t bytes_) except -1:
    """A table of at most so many bytes."""
    cdef size_t groups = 1
    while groups * 2 * 4 * sizeof(Bound) <= bytes_:
        groups *= 2
    pr.mask = groups - 1
    pr.table = <Bound*>calloc(groups * 4, sizeof(Bound))
    if pr.table == NULL:
        raise MemoryError()
    return 0


# -- tables as bytes: sixteen of an entry, the last of which is the work it cost, after eight of its place -----------

cdef bytes save_table(const uint8_t* table, uint64_t entries, size_t most):
    """The entries that cost the most work, as many as there is room for."""
    cdef uint64_t i, check, n = 0
    cdef uint64_t counts[256]
    cdef int least = 255
    cdef uint8_t* to
    memset(counts, 0, sizeof(counts))
    for i in range(entries):
        memcpy(&check, table + 16 * i, 8)
        if check:
            counts[table[16 * i + 15]] += 1
    while least >= 0 and (n + counts[least]) * 24 <= most:
        n += counts[least]
        least -= 1
    saved = bytearray(n * 24)
    if n == 0:
        return bytes(saved)
    to = saved
    for i in range(entries):
        memcpy(&check, table + 16 * i, 8)
        if check and table[16 * i + 15] > least:
            memcpy(to, &i, 8)
            memcpy(to + 8, table + 16 * i, 16)
            to += 24
    return bytes(saved)


cdef uint64_t restore_table(uint8_t* table, uint64_t entries, const uint8_t[::1] saved) except? 0:
    """Put saved entries back to their places. How many there were."""
    cdef uint64_t i, n = <uint64_t>saved.shape[0] // 24, place
    for i in range(n):
        memcpy(&place, &saved[24 * i], 8)
        if place >= entries:
            raise ValueError("the saved table has another size")
        memcpy(table + 16 * place, &saved[24 * i + 8], 16)
    return n


cdef class AlphaBetaProver:
    """A worker with a memory of proofs."""

    cdef MutablePosition pos
    cdef Proof* pr

    def __cinit__(self, Rules rules, images, size_t bytes_, int counted=0, bint ahead=True, bint judging=True):
        cdef const Tables* t = rules.t
        cdef size_t places = 2 * (t.cells + 1) * (t.cells + 1)
        cdef int i, cell, code
        self.pos = MutablePosition(rules)
        self.pos.set_evaluator(Evaluator(rules))
        self.pr = <Proof*>calloc(1, sizeof(Proof))
        if self.pr == NULL:
            raise MemoryError()
        self.pr.th = <SearchThread*>calloc(1, sizeof(SearchThread))
        if self.pr.th == NULL:
            raise MemoryError()
        memset(&self.pr.th.options, 1, sizeof(SearchOptions))
        self.pr.th.history = <int32_t*>calloc(places, sizeof(int32_t))
        self.pr.th.countermoves = <uint64_t*>calloc(places, sizeof(uint64_t))
        if self.pr.th.history == NULL or self.pr.th.countermoves == NULL:
            raise MemoryError()
        take_names(t, self.pos.w, &self.pr.names, images, counted)
        self.pr.judging = judging and not self.pos.w.weights.line_placement and self.pr.names.what != NAME_REACH
        self.pr.narrow = judging and (self.pr.names.what == NAME_REACH or being_stuck_loses(t))
        self.pr.ahead = ahead
        make_room(self.pr, bytes_)

    def __dealloc__(self):
        if self.pr != NULL:
            if self.pr.th != NULL:
                free(self.pr.th.history)
                free(self.pr.th.countermoves)
                free(self.pr.th)
            free(self.pr.names.keys)
            free(self.pr.table)
            free(self.pr)

    def begin(self, Snapshot snapshot):
        """Load the position that is asked about."""
        self.pos.load(snapshot)
        self.pr.th.root_ply = snapshot.p.s.ply
        self.pr.th.node_limit = <uint64_t>-1
        set_stop(self.pos.w, 0)

    def prove(self, int goal):
        """Is the loaded position worth the goal to the mover? A bound: at least the goal if it is, less if not. None if
        it was stopped."""
        cdef int score
        with nogil:
            score = prove_value(self.pos.rules.t, self.pos.w, self.pr, goal, 0)
        self.pos.fail_on_overflow()
        if self.pr.too_deep:
            raise LimitExceeded("limit.line", limit=MAX_PLY)
        return None if is_stopped(self.pos.w) else score

    def stop(self):
        """End the search that runs in another thread."""
        set_stop(self.pos.w, 1)

    @property
    def nodes(self):
        """Positions looked at."""
        return atomic_load_u64(&self.pr.th.nodes)

    @property
    def stored(self):
        """Positions remembered."""
        return atomic_load_u64(&self.pr.stored)

    @property
    def bytes(self):
        """SharedState of the table."""
        return (self.pr.mask + 1) * 4 * sizeof(Bound)

    def save(self, size_t most):
        """The table as bytes, at most so many: what cost the most work."""
        return save_table(<const uint8_t*>self.pr.table, (self.pr.mask + 1) * 4, most)

    def restore(self, const uint8_t[::1] saved):
        """Take what was saved of a table of the same size."""
        self.pr.stored += restore_table(<uint8_t*>self.pr.table, (self.pr.mask + 1) * 4, saved)
