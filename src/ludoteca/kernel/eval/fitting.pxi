# Learning from games: which weights would have told their results best?

from libc.math cimport exp, log


def logistic_sums(const int[::1] features, const float[::1] results, const double[::1] weights, double scale):
    """How badly weights foretell the results of positions, and how that would change with them: the loss, its
    slope by each weight, and its curvature by each two. `features` has a row for each position, a column for each
    weight; a result is what the mover scored, from 0 to 1; `scale` turns units into odds."""
    cdef Py_ssize_t width = weights.shape[0], n = results.shape[0], row, i, j
    cdef double score, chance, loss = 0, curve, miss
    cdef const int* f
    cdef double* slope
    cdef double* bend
    if features.shape[0] != n * width:
        raise ValueError("there must be a feature for each position and weight")
    slope = <double*>calloc(width + 1, sizeof(double))
    bend = <double*>calloc(width * width + 1, sizeof(double))
    if slope == NULL or bend == NULL:
        free(slope)
        free(bend)
        raise MemoryError()
    with nogil:
        for row in range(n):
            f = &features[row * width] if width else NULL
            score = 0
            for i in range(width):
                score += weights[i] * f[i]
            chance = 1 / (1 + exp(-scale * score))
            miss = chance - results[row]
            loss -= results[row] * log(chance + 1e-12) + (1 - results[row]) * log(1 - chance + 1e-12)
            curve = chance * (1 - chance) * scale * scale
            for i in range(width):
                if f[i]:
                    slope[i] += miss * scale * f[i]
                    for j in range(i + 1):
                        bend[i * width + j] += curve * f[i] * f[j]
    answer = (loss, [slope[i] for i in range(width)],
              [[bend[i * width + j] if j <= i else bend[j * width + i] for j in range(width)] for i in range(width)])
    free(slope)
    free(bend)
    return answer
