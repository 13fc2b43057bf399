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

/* Two threads that call this at once race for the counter: ThreadSanitizer reports it. */
int planted_data_race(int rounds) {
    static volatile int counter;
    for (int i = 0; i < rounds; i++) counter++;
    return counter;
}
