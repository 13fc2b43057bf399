/* Connect Four, written for this one game with bitboards: how fast can an expert's program be?
 *
 * Seven columns of six; a stone falls to the lowest free cell; four in a line win; a full board is a
 * draw.
 *
 *     cc -O2 -o connect_four connect_four.c && ./connect_four 10
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { WIDTH = 7, HEIGHT = 6, STRIDE = HEIGHT + 1, BITS = WIDTH * STRIDE, CELLS = WIDTH * HEIGHT };
/* Columns are seven bits apart: the seventh is always empty, so that a line cannot wrap round. */

typedef struct {
    uint64_t stones[2];
    uint64_t key;
    uint8_t top[WIDTH]; /* the bit on which the next stone of the column falls */
    int mover, ply, ended;
} Position;

static uint64_t zobrist[2][BITS], zobrist_mover;
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
    for (int side = 0; side < 2; side++)
        for (int cell = 0; cell < BITS; cell++)
            zobrist[side][cell] = next_random();
    zobrist_mover = next_random();
    *p = (Position){0};
    for (int column = 0; column < WIDTH; column++)
        p->top[column] = (uint8_t)(column * STRIDE);
}

static int generate(const Position *p, uint8_t *moves)
{
    int n = 0;
    for (int column = 0; column < WIDTH; column++)
        if (p->top[column] < column * STRIDE + HEIGHT)
            moves[n++] = (uint8_t)column;
    return n;
}

static int four_along(uint64_t stones, int step)
{
    uint64_t pairs = stones & (stones >> step);
    return (pairs & (pairs >> 2 * step)) != 0;
}

static int four_in_line(uint64_t stones)
{
    return four_along(stones, 1) || four_along(stones, STRIDE) || four_along(stones, STRIDE - 1)
        || four_along(stones, STRIDE + 1);
}

static void make(Position *p, int column)
{
    int mover = p->mover, cell = p->top[column]++;
    p->stones[mover] |= (uint64_t)1 << cell;
    p->key ^= zobrist[mover][cell] ^ zobrist_mover;
    p->mover = 1 - mover;
    p->ply++;
    p->ended = four_in_line(p->stones[mover]) || p->ply == CELLS;
}

static void unmake(Position *p, int column)
{
    int mover = p->mover = 1 - p->mover, cell = --p->top[column];
    p->stones[mover] ^= (uint64_t)1 << cell;
    p->key ^= zobrist[mover][cell] ^ zobrist_mover;
    p->ply--;
    p->ended = 0;
}

/* The sums of keys and of finished games leave the program, so no part of a move can be left out. */
static void walk(Position *p, int depth)
{
    uint8_t moves[WIDTH];
    int n = generate(p, moves);
    for (int i = 0; i < n; i++) {
        make(p, moves[i]);
        counts[p->ply]++;
        checksum += p->key;
        if (p->ended)
            ended++;
        else if (p->ply < depth)
            walk(p, depth);
        unmake(p, moves[i]);
    }
}

int main(int argc, char **argv)
{
    int depth = argc > 1 ? atoi(argv[1]) : 7;
    if (depth < 1 || depth > CELLS)
        return 2;
    Position p;
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
