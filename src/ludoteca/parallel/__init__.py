"""Parallel work: tasks in worker processes, behind one interface for every kind of pool.

| module | content |
|---|---|
| `tasks` | limits of a task, its future, its errors |
| `pool` | the interface `Pool`; pools in this process and in local worker processes |
| `fair_share`, `fair_queue` | whose turn it is among clients; the queue of waiting tasks |
| `worker` | one worker process, seen from the parent |
| `child` | the main loop inside a worker process |
| `backends` | `open_pool`: this process, local processes or a cluster |
| `dask_pool`, `dask_worker` | a Dask cluster, from this side and inside its workers |
| `fingerprint` | whether two machines have the same version |
"""

from ludoteca.parallel.backends import BadAddress, Workers, open_pool
from ludoteca.parallel.cluster_errors import ClusterError
from ludoteca.parallel.pool import (
    InProcessPool,
    LocalPool,
    Pool,
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
    "NO_LIMITS", "BadAddress", "Busy", "ClusterError", "InProcessPool", "Lane", "LocalPool", "OutOfMemory",
    "Pool", "TaskFailed", "TaskFuture", "TaskLimits", "TookTooLong", "WorkerDied", "Workers", "map_in_order",
    "map_unordered", "open_pool", "result_of",
]  # fmt: skip
