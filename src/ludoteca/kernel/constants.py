"""Constants of the compiled kernel. Each is defined once, in a `cpdef enum` of its sources."""

from ludoteca.kernel._kernel import *  # noqa: F403
