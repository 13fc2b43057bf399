/* Perft and the main function, included after the rules of a game.
 *
 * A program defines `Position`, `set_up(&p)` and `generate(&p, moves)`, and these macros:
 *   MOVE, MAX_MOVES      the type of a move, and how many a position has at most
 *   MAKE(p, m), UNMAKE(p, m)
 *   KEY(p), ENDED(p)     its Zobrist key, and whether the game is over
 *   DEFAULT_DEPTH, MAX_DEPTH
 */
static uint64_t counts[64], ended, checksum;

/* The sums of keys and of finished games are printed, so that the compiler cannot drop any part of a move. */
static void walk(Position *p, int depth)
{
    MOVE moves[MAX_MOVES];
    int n = generate(p, moves);
    for (int i = 0; i < n; i++) {
        MAKE(p, moves[i]);
        counts[p->ply]++;
        checksum += KEY(p);
        if (ENDED(p))
            ended++;
        else if (p->ply < depth)
            walk(p, depth);
        UNMAKE(p, moves[i]);
    }
}

int main(int argc, char **argv)
{
    int depth = argc > 1 ? atoi(argv[1]) : DEFAULT_DEPTH;
    if (depth < 1 || depth > MAX_DEPTH)
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
