/* Faults that `make sanitize` must see reported: proof that a sanitized build reports the kernel's own.
 *
 * setup.py adds this file to the kernel in the sanitized builds only; the driver calls it through ctypes.
 */

#include <limits.h>
#include <stdlib.h>

/* Returns 1 unless AddressSanitizer ends the process first. */
int planted_heap_overflow(int size) {
    volatile char *block = malloc((size_t)size);
    if (block == NULL) return 0;
    block[size] = 1;
    free((void *)block);
    return 1;
}

/* INT_MAX + 1 overflows: UndefinedBehaviorSanitizer ends the process. */
int planted_signed_overflow(int added) {
    volatile int most = INT_MAX;
    return most + added;
}

/* Two threads race for the counter: ThreadSanitizer reports it. Each waits for the other, without synchronizing with it,
 * so that the race does not depend on the load of the machine. */
int planted_data_race(int rounds) {
    static int entered;
    static volatile int counter;
    __atomic_fetch_add(&entered, 1, __ATOMIC_RELAXED);
    while (__atomic_load_n(&entered, __ATOMIC_RELAXED) < 2) {}
    for (int i = 0; i < rounds; i++) counter++;
    return counter;
}
