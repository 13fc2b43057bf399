/* English draughts, written for this one game with bitboards: how fast can an expert's program be?
 *
 * Men step and take forward, kings one step any way; taking is compulsory, a chain is finished, any
 * choice; reaching the last rank ends the turn; without a move one loses; the third occurrence of a
 * position, or 80 plies by kings alone without a capture, is a draw.
 *
 *     cc -O2 -o english_draughts english_draughts.c && ./english_draughts 11
 */
#include "../random.h"

/* The dark squares of two ranks take nine bits, with a hole between them that is never used:
 * 0-3 hole 5-8, 9-12 hole 14-17, ... So a step up is always four or five bits to the left, a step
 * down four or five to the right, and no step wraps round the edge. */
enum { BITS = 36, NEAR = 4, FAR = 5, QUIET_PLIES = 80, MAX_PLY = 63, MAX_MOVES = 128 };
#define RANK(r) ((uint64_t)15 << ((r) / 2 * 9 + (r) % 2 * 5))
#define BOARD                                                                                          \
    (RANK(0) | RANK(1) | RANK(2) | RANK(3) | RANK(4) | RANK(5) | RANK(6) | RANK(7))

typedef struct {
    uint64_t from, to, taken;
} Move;

typedef struct {
    uint64_t pieces[2], kings, key;
    int quiet;
} Board;

typedef struct {
    Board now;
    int mover, ply, ended;
    Board before[MAX_PLY + 1];
} Position;

static uint64_t zobrist[2][2][BITS], zobrist_mover; /* side, king, square */

static int square(uint64_t bit)
{
    return __builtin_ctzll(bit);
}

static void set_up(Position *p)
{
    for (int side = 0; side < 2; side++)
        for (int king = 0; king < 2; king++)
            for (int cell = 0; cell < BITS; cell++)
                zobrist[side][king][cell] = next_random();
    zobrist_mover = next_random();
    *p = (Position){0};
    p->now.pieces[0] = RANK(0) | RANK(1) | RANK(2);
    p->now.pieces[1] = RANK(5) | RANK(6) | RANK(7);
    for (int side = 0; side < 2; side++)
        for (uint64_t men = p->now.pieces[side]; men; men &= men - 1)
            p->now.key ^= zobrist[side][0][square(men)];
}

/* One finished chain is one move, so two ways round to the same square are two moves. */
typedef struct {
    Move *moves;
    int n;
    uint64_t from, enemies, empty;
    int up, down;
} Chain;

static void extend(Chain *c, uint64_t at, uint64_t taken)
{
    uint64_t enemies = c->enemies & ~taken;
    int before = c->n;
    if (c->up) {
        if ((at << NEAR & enemies) && (at << 2 * NEAR & c->empty))
            extend(c, at << 2 * NEAR, taken | at << NEAR);
        if ((at << FAR & enemies) && (at << 2 * FAR & c->empty))
            extend(c, at << 2 * FAR, taken | at << FAR);
    }
    if (c->down) {
        if ((at >> NEAR & enemies) && (at >> 2 * NEAR & c->empty))
            extend(c, at >> 2 * NEAR, taken | at >> NEAR);
        if ((at >> FAR & enemies) && (at >> 2 * FAR & c->empty))
            extend(c, at >> 2 * FAR, taken | at >> FAR);
    }
    if (c->n == before && taken)
        c->moves[c->n++] = (Move){c->from, at, taken};
}

static int captures(const Board *b, int mover, uint64_t empty, Move *moves)
{
    uint64_t own = b->pieces[mover], enemies = b->pieces[1 - mover];
    uint64_t up = mover == 0 ? own : own & b->kings, down = mover == 1 ? own : own & b->kings;
    uint64_t able = (up & enemies >> NEAR & empty >> 2 * NEAR) | (up & enemies >> FAR & empty >> 2 * FAR)
                  | (down & enemies << NEAR & empty << 2 * NEAR) | (down & enemies << FAR & empty << 2 * FAR);
    Chain c = {.moves = moves, .enemies = enemies};
    for (; able; able &= able - 1) {
        c.from = able & -able;
        c.empty = empty | c.from; /* a chain may come back through where it began */
        c.up = (c.from & up) != 0;
        c.down = (c.from & down) != 0;
        extend(&c, c.from, 0);
    }
    return c.n;
}

static int steps(uint64_t from, int shift, Move *moves, int n)
{
    for (; from; from &= from - 1) {
        uint64_t bit = from & -from;
        moves[n++] = (Move){bit, shift > 0 ? bit << shift : bit >> -shift, 0};
    }
    return n;
}

static int generate(const Position *p, Move *moves)
{
    const Board *b = &p->now;
    uint64_t own = b->pieces[p->mover], empty = BOARD & ~(b->pieces[0] | b->pieces[1]);
    int n = captures(b, p->mover, empty, moves);
    if (n)
        return n;
    uint64_t up = p->mover == 0 ? own : own & b->kings, down = p->mover == 1 ? own : own & b->kings;
    n = steps(up & empty >> NEAR, NEAR, moves, n);
    n = steps(up & empty >> FAR, FAR, moves, n);
    n = steps(down & empty << NEAR, -NEAR, moves, n);
    return steps(down & empty << FAR, -FAR, moves, n);
}

static int third_occurrence(const Position *p)
{
    int seen = 1, first = p->ply - p->now.quiet;
    for (int ply = p->ply - 4; ply >= first; ply -= 2)
        if (p->before[ply].key == p->now.key && ++seen == 3)
            return 1;
    return 0;
}

static void make(Position *p, Move move)
{
    Board *b = &p->now;
    int mover = p->mover, enemy = 1 - mover;
    p->before[p->ply++] = *b;

    int was_king = (b->kings & move.from) != 0;
    int is_king = was_king || (move.to & (mover == 0 ? RANK(7) : RANK(0)));
    b->pieces[mover] = (b->pieces[mover] & ~move.from) | move.to;
    b->key ^= zobrist_mover ^ zobrist[mover][was_king][square(move.from)]
            ^ zobrist[mover][is_king][square(move.to)];
    for (uint64_t taken = move.taken; taken; taken &= taken - 1)
        b->key ^= zobrist[enemy][(b->kings & taken & -taken) != 0][square(taken)];
    b->pieces[enemy] &= ~move.taken;
    b->kings &= ~(move.from | move.taken);
    if (is_king)
        b->kings |= move.to;
    b->quiet = was_king && !move.taken ? b->quiet + 1 : 0;
    p->mover = enemy;
    p->ended = b->quiet >= QUIET_PLIES || third_occurrence(p);
}

static void unmake(Position *p)
{
    p->mover = 1 - p->mover;
    p->now = p->before[--p->ply];
    p->ended = 0;
}

#define MOVE Move
#define MAKE(p, m) make(p, (m))
#define UNMAKE(p, m) unmake(p)
#define KEY(p) (p)->now.key
#define ENDED(p) (p)->ended
#define DEFAULT_DEPTH 6
#define MAX_DEPTH MAX_PLY
#include "../perft.h"
