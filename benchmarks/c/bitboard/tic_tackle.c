/* Tic Tackle, written for this one game with bitboards: how fast can an expert's program be?
 *
 * Five men each on a 5x5 board with alquerque diagonals; a man steps along a drawn line to an empty
 * neighbour; four of one side in any straight line win; the third occurrence of a position, or 120
 * plies, is a draw.
 *
 *     cc -O2 -o tic_tackle tic_tackle.c && ./tic_tackle 8
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { SIDE = 5, STRIDE = 6, BITS = SIDE * STRIDE, MAX_PLY = 120, MAX_MOVES = 40 };
/* Rows are six bits apart: the sixth is always empty, so that a line cannot wrap round the edge. */

typedef struct { uint8_t from, to; } Move;

typedef struct {
    uint32_t men[2];
    int mover, ply, ended;
    uint64_t key;
    uint64_t history[MAX_PLY + 2];
} Position;

static uint32_t neighbours[BITS];
static uint32_t board_mask;
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
    for (int row = 0; row < SIDE; row++)
        for (int col = 0; col < SIDE; col++) {
            int cell = row * STRIDE + col;
            board_mask |= 1u << cell;
            for (int dr = -1; dr <= 1; dr++)
                for (int dc = -1; dc <= 1; dc++) {
                    int r = row + dr, c = col + dc;
                    int diagonal = dr && dc;
                    if ((dr || dc) && r >= 0 && r < SIDE && c >= 0 && c < SIDE
                        && !(diagonal && (row + col) % 2))
                        neighbours[cell] |= 1u << (r * STRIDE + c);
                }
        }
    for (int side = 0; side < 2; side++)
        for (int cell = 0; cell < BITS; cell++)
            zobrist[side][cell] = next_random();
    zobrist_mover = next_random();

    *p = (Position){0};
    for (int col = 0; col < SIDE; col++) {
        p->men[col % 2] |= 1u << col;
        p->men[1 - col % 2] |= 1u << ((SIDE - 1) * STRIDE + col);
    }
    for (int side = 0; side < 2; side++)
        for (uint32_t men = p->men[side]; men; men &= men - 1)
            p->key ^= zobrist[side][__builtin_ctz(men)];
    p->history[0] = p->key;
}

static int generate(const Position *p, Move *moves)
{
    uint32_t empty = board_mask & ~(p->men[0] | p->men[1]);
    int n = 0;
    for (uint32_t men = p->men[p->mover]; men; men &= men - 1) {
        int from = __builtin_ctz(men);
        for (uint32_t to = neighbours[from] & empty; to; to &= to - 1)
            moves[n++] = (Move){(uint8_t)from, (uint8_t)__builtin_ctz(to)};
    }
    return n;
}

static int four_along(uint32_t men, int step)
{
    uint32_t pairs = men & (men >> step);
    return (pairs & (pairs >> 2 * step)) != 0;
}

static int four_in_line(uint32_t men)
{
    return four_along(men, 1) || four_along(men, STRIDE) || four_along(men, STRIDE - 1)
        || four_along(men, STRIDE + 1);
}

static int third_occurrence(const Position *p)
{
    int seen = 1;
    for (int ply = p->ply - 4; ply >= 0; ply -= 2)
        if (p->history[ply] == p->key && ++seen == 3)
            return 1;
    return 0;
}

static void make(Position *p, Move move)
{
    int mover = p->mover;
    p->men[mover] ^= (1u << move.from) | (1u << move.to);
    p->key ^= zobrist[mover][move.from] ^ zobrist[mover][move.to] ^ zobrist_mover;
    p->mover = 1 - mover;
    p->history[++p->ply] = p->key;
    p->ended = four_in_line(p->men[mover]) || p->ply >= MAX_PLY || third_occurrence(p);
}

static void unmake(Position *p, Move move)
{
    p->mover = 1 - p->mover;
    p->men[p->mover] ^= (1u << move.from) | (1u << move.to);
    p->key = p->history[--p->ply];
    p->ended = 0;
}

/* The sums of keys and of finished games leave the program, so no part of a move can be left out. */
static void walk(Position *p, int depth)
{
    Move moves[MAX_MOVES];
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
    int depth = argc > 1 ? atoi(argv[1]) : 5;
    if (depth < 1 || depth > 63)
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
