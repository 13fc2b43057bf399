# Weight fitting: logistic regression of game results on evaluation features.


def logistic_sums(const int[::1] features, const float[::1] results, const double[::1] weights, double scale):
    """Cross-entropy loss of the predicted results, its gradient and its Hessian. `features` has a row per position and a
    column per weight; a result is the mover's score from 0 to 1; `scale` converts evaluation units to logits."""
    cdef Py_ssize_t width = weights.shape[0], n = results.shape[0], row, i, j
    cdef double score, predicted, loss = 0, curvature, error
    cdef const int* f
    cdef double* gradient
    cdef double* hessian
    if features.shape[0] != n * width:
        raise ValueError("features must have one value per position and weight")
    gradient = <double*>calloc(width + 1, sizeof(double))
    hessian = <double*>calloc(width * width + 1, sizeof(double))
    if gradient == NULL or hessian == NULL:
        free(gradient)
        free(hessian)
        raise MemoryError()
    with nogil:
        for row in range(n):
            f = &features[row * width] if width else NULL
            score = 0
            for i in range(width):
                score += weights[i] * f[i]
            predicted = 1 / (1 + exp(-scale * score))
            error = predicted - results[row]
            loss -= results[row] * log(predicted + 1e-12) + (1 - results[row]) * log(1 - predicted + 1e-12)
            curvature = predicted * (1 - predicted) * scale * scale
            for i in range(width):
                if f[i]:
                    gradient[i] += error * scale * f[i]
                    for j in range(i + 1):
                        hessian[i * width + j] += curvature * f[i] * f[j]
    sums = (loss, [gradient[i] for i in range(width)],
              [[hessian[i * width + j] if j <= i else hessian[j * width + i] for j in range(width)] for i in range(width)])
    free(gradient)
    free(hessian)
    return sums
