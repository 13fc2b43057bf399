# Base of the bindings that own blocks of C memory.

@cython.boundscheck(True)
cdef class MemoryOwner:
    """Allocates zeroed blocks and frees them with the object."""

    cdef list blocks

    def __cinit__(self):
        self.blocks = []

    def __dealloc__(self):
        cdef size_t address
        if self.blocks is not None:
            for address in self.blocks:
                free(<void*>address)

    cdef void* allocate(self, size_t size) except NULL:
        cdef void* memory = calloc(1, size if size else 8)
        if memory == NULL:
            raise MemoryError()
        self.blocks.append(<size_t>memory)
        return memory

    cdef int32_t* ints(self, values) except NULL:
        cdef int32_t* memory = <int32_t*>self.allocate(len(values) * sizeof(int32_t))
        cdef Py_ssize_t i
        for i in range(len(values)):
            memory[i] = values[i]
        return memory

    cdef uint16_t* shorts(self, values) except NULL:
        cdef uint16_t* memory = <uint16_t*>self.allocate(len(values) * sizeof(uint16_t))
        cdef Py_ssize_t i
        for i in range(len(values)):
            memory[i] = values[i]
        return memory

    cdef uint64_t* longs(self, values) except NULL:
        cdef uint64_t* memory = <uint64_t*>self.allocate(len(values) * sizeof(uint64_t))
        cdef Py_ssize_t i
        for i in range(len(values)):
            memory[i] = values[i]
        return memory
