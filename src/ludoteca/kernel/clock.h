/* Milliseconds of a clock that never goes back, to space out work that is too slow to be done often. */
#ifndef LUDOTECA_CLOCK_H
#define LUDOTECA_CLOCK_H

#include <stdint.h>

#if defined(_WIN32)

__declspec(dllimport) unsigned long long __stdcall GetTickCount64(void);

static inline uint64_t clock_milliseconds(void) { return GetTickCount64(); }

#else

#include <time.h>

static inline uint64_t clock_milliseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000u + (uint64_t)now.tv_nsec / 1000000u;
}

#endif

#endif
