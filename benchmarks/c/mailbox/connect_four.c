/* Connect Four, written for this one game as one naturally would: how fast is a plain C program?
 *
 * Seven columns of six; a stone falls to the lowest free cell; four in a line win; a full board is a
 * draw.
 *
 *     cc -O2 -o connect_four connect_four.c && ./connect_four 10
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* The board has a border of one cell all round, where every walk along a line stops. */
enum { WIDTH = 7, HEIGHT = 6, STRIDE = WIDTH + 2, AREA = STRIDE * (HEIGHT + 2), CELLS = WIDTH * HEIGHT };
enum { EMPTY, FIRST, SECOND, BORDER };

typedef struct {
    uint64_t key;
    uint8_t column, cell;
} Undo;

typedef struct {
    uint8_t board[AREA];
    uint8_t height[WIDTH];
    int mover, ply, ended;
    uint64_t key;
    Undo undo[CELLS];
} Position;

static uint64_t zobrist[3][AREA], zobrist_mover;
static uint64_t counts[64], ended, checksum;

static uint64_t next_random(void)
{
    static uint64_t state = 0x9E3779B97F4A7C15u;
    uint64_t z = (state += 0x9E3779B97F4A7C15u);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

static int cell_at(int column, int row)
{
    return (row + 1) * STRIDE + column + 1;
}

static void set_up(Position *p)
{
    for (int stone = FIRST; stone <= SECOND; stone++)
        for (int cell = 0; cell < AREA; cell++)
            zobrist[stone][cell] = next_random();
    zobrist_mover = next_random();
    *p = (Position){.mover = FIRST};
    memset(p->board, BORDER, sizeof p->board);
    for (int row = 0; row < HEIGHT; row++)
        for (int column = 0; column < WIDTH; column++)
            p->board[cell_at(column, row)] = EMPTY;
}

static int generate(const Position *p, uint8_t *moves)
{
    int n = 0;
    for (int column = 0; column < WIDTH; column++)
        if (p->height[column] < HEIGHT)
            moves[n++] = (uint8_t)column;
    return n;
}

/* How many stones of one colour follow the given cell in one direction. */
static int run(const uint8_t *board, int cell, int step, int stone)
{
    int length = 0;
    while (board[cell += step] == stone)
        length++;
    return length;
}

static int four_through(const uint8_t *board, int cell, int stone)
{
    static const int steps[4] = {1, STRIDE, STRIDE - 1, STRIDE + 1};
    for (int i = 0; i < 4; i++)
        if (run(board, cell, steps[i], stone) + run(board, cell, -steps[i], stone) >= 3)
            return 1;
    return 0;
}

static void make(Position *p, int column)
{
    int stone = p->mover, cell = cell_at(column, p->height[column]++);
    p->undo[p->ply++] = (Undo){p->key, (uint8_t)column, (uint8_t)cell};
    p->board[cell] = (uint8_t)stone;
    p->key ^= zobrist[stone][cell] ^ zobrist_mover;
    p->mover = FIRST + SECOND - stone;
    p->ended = four_through(p->board, cell, stone) || p->ply == CELLS;
}

static void unmake(Position *p)
{
    Undo undo = p->undo[--p->ply];
    p->height[undo.column]--;
    p->board[undo.cell] = EMPTY;
    p->key = undo.key;
    p->mover = FIRST + SECOND - p->mover;
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
        unmake(p);
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
