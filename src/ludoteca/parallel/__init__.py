"""Parallel work: tasks in worker processes, behind one interface for every kind of pool.

| module | content |
|---|---|
| `tasks` | limits of a task, its future, its errors |
| `pool` | the interface `Pool`; pools in this process and in local worker processes |
| `fair_share`, `fair_queue` | whose turn it is among clients; the queue of waiting tasks |
| `worker` | one worker process, seen from the parent |
| `child` | the main loop inside a worker process |
"""

from ludoteca.parallel.pool import (
    InProcessPool,
    LocalPool,
    Pool,
    local_pool,
    map_in_order,
    map_unordered,
    result_of,
)
from ludoteca.parallel.tasks import (
    NO_LIMITS,
    Busy,
    Lane,
    OutOfMemory,
    TaskFailed,
    TaskFuture,
    TaskLimits,
    TookTooLong,
    WorkerDied,
)

__all__ = [
    "NO_LIMITS", "Busy", "InProcessPool", "Lane", "LocalPool", "OutOfMemory", "Pool", "TaskFailed",
    "TaskFuture", "TaskLimits", "TookTooLong", "WorkerDied", "local_pool", "map_in_order", "map_unordered",
    "result_of",
]  # fmt: skip
