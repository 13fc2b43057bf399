/* Kalah (six pits, four seeds), written for this one game: how fast is a plain C program?
 *
 * Sow counter-clockwise past the enemy's store; the last seed in one's own store gives another move;
 * the last seed in an own empty pit takes itself and the seeds opposite, if there are any; when a side
 * is empty after a move the other side's seeds go to their owner and the game is over.
 *
 *     cc -O2 -o kalah kalah.c && ./kalah 11
 */
#include "../random.h"

enum { PITS = 6, SEEDS = 4, STORE = PITS, RING = 2 * PITS + 2, TOTAL = 2 * PITS * SEEDS, MAX_PLY = 63 };
/* Round the ring: first's pits 0-5, first's store 6, second's pits 7-12, second's store 13. */

typedef struct {
    uint64_t key;
    uint8_t seeds[16]; /* 14 used; 16 so that a copy is one wide load and store */
    int mover, ended;
} Board;

typedef struct {
    Board now;
    int ply;
    Board before[MAX_PLY + 1];
} Position;

static uint64_t zobrist[RING][TOTAL + 1], zobrist_mover;

static void set_up(Position *p)
{
    for (int pit = 0; pit < RING; pit++)
        for (int n = 0; n <= TOTAL; n++)
            zobrist[pit][n] = next_random();
    zobrist_mover = next_random();
    memset(p, 0, sizeof *p);
    for (int pit = 0; pit < RING; pit++) {
        p->now.seeds[pit] = pit % (PITS + 1) == STORE ? 0 : SEEDS;
        p->now.key ^= zobrist[pit][p->now.seeds[pit]];
    }
}

static int generate(const Position *p, uint8_t *moves)
{
    int first = p->now.mover * (PITS + 1), n = 0;
    for (int pit = first; pit < first + PITS; pit++)
        if (p->now.seeds[pit])
            moves[n++] = (uint8_t)pit;
    return n;
}

static void put(Board *b, int pit, int n)
{
    b->key ^= zobrist[pit][b->seeds[pit]] ^ zobrist[pit][n];
    b->seeds[pit] = (uint8_t)n;
}

static int seeds_of(const Board *b, int side)
{
    int sum = 0;
    for (int pit = side * (PITS + 1), end = pit + PITS; pit < end; pit++)
        sum += b->seeds[pit];
    return sum;
}

static void make(Position *p, int pit)
{
    Board *b = &p->now;
    p->before[p->ply++] = *b;

    int mover = b->mover, store = mover * (PITS + 1) + STORE, enemy_store = RING - 1 - (PITS + 1) * mover;
    int in_hand = b->seeds[pit];
    put(b, pit, 0);
    int at = pit;
    while (in_hand) {
        at = at + 1 == RING ? 0 : at + 1;
        if (at == enemy_store)
            continue;
        put(b, at, b->seeds[at] + 1);
        in_hand--;
    }
    if (at != store) {
        int own = at >= store - PITS && at < store, opposite = RING - 2 - at;
        if (own && b->seeds[at] == 1 && b->seeds[opposite]) {
            put(b, store, b->seeds[store] + b->seeds[opposite] + 1);
            put(b, at, 0);
            put(b, opposite, 0);
        }
        b->mover = 1 - mover;
        b->key ^= zobrist_mover;
    }
    int left[2] = {seeds_of(b, 0), seeds_of(b, 1)};
    if (!left[0] || !left[1]) {
        for (int side = 0; side < 2; side++) {
            int home = side * (PITS + 1);
            if (!left[side])
                continue;
            put(b, home + STORE, b->seeds[home + STORE] + left[side]);
            for (int i = home; i < home + PITS; i++)
                put(b, i, 0);
        }
        b->ended = 1;
    }
}

static void unmake(Position *p)
{
    p->now = p->before[--p->ply];
}

#define MOVE uint8_t
#define MAX_MOVES PITS
#define MAKE(p, m) make(p, (m))
#define UNMAKE(p, m) unmake(p)
#define KEY(p) (p)->now.key
#define ENDED(p) (p)->now.ended
#define DEFAULT_DEPTH 7
#define MAX_DEPTH MAX_PLY
#include "../perft.h"
