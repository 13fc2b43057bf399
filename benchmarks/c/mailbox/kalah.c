/* Kalah (six pits, four seeds), written for this one game: how fast is a plain C program?
 *
 * Sow counter-clockwise past the enemy's store; the last seed in one's own store gives another move;
 * the last seed in an own empty pit takes itself and the seeds opposite, if there are any; when a side
 * is empty after a move the other side's seeds go to their owner and the game is over.
 *
 *     cc -O2 -o kalah kalah.c && ./kalah 11
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

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
static uint64_t counts[64], ended, checksum;

static uint64_t next_random(void)
{
    static uint64_t state = 0x9E3779B97F4A7C15u;
    uint64_t z = (state += 0x9E3779B97F4A7C15u);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

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

/* The sums of keys and of finished games leave the program, so no part of a move can be left out. */
static void walk(Position *p, int depth)
{
    uint8_t moves[PITS];
    int n = generate(p, moves);
    for (int i = 0; i < n; i++) {
        make(p, moves[i]);
        counts[p->ply]++;
        checksum += p->now.key;
        if (p->now.ended)
            ended++;
        else if (p->ply < depth)
            walk(p, depth);
        unmake(p);
    }
}

int main(int argc, char **argv)
{
    int depth = argc > 1 ? atoi(argv[1]) : 7;
    if (depth < 1 || depth > MAX_PLY)
        return 2;
    static Position p;
    set_up(&p);
    struct timespec began, done;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &began);
    walk(&p, depth);
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &done);

    uint64_t nodes = 0;
    printf("{\"counts\": [");
    for (int d = 1; d <= depth; d++) {
        nodes += counts[d];
        printf(d > 1 ? ", %llu" : "%llu", (unsigned long long)counts[d]);
    }
    printf("], \"nodes\": %llu, \"seconds\": %.6f, \"ended\": %llu, \"checksum\": %llu}\n",
           (unsigned long long)nodes,
           (double)(done.tv_sec - began.tv_sec) + (double)(done.tv_nsec - began.tv_nsec) / 1e9,
           (unsigned long long)ended, (unsigned long long)checksum);
    return 0;
}
