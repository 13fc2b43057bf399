"""What runs the tasks: this process, processes of this machine, or a cluster."""

from __future__ import annotations

import re

from ludoteca.errors import LudotecaError
from ludoteca.parallel.pool import InProcessPool, LocalPool, Pool
from ludoteca.parallel.worker import ProcessOptions

Workers = int | str
"""A number of processes on this machine, with 0 for this process; or a cluster: `dask://host:8786`."""

_CLUSTER = re.compile(
    r"dask(?P<tls>\+tls)?://(?P<host>\[[0-9a-fA-F:.]+\]|[^\s/:@?#\[\]]+):(?P<port>\d{1,5})/?"
)


class BadAddress(LudotecaError):
    """Not the address of a cluster."""


def scheduler_address(workers: str) -> str:
    """The address of the scheduler, as Dask writes it. Raises `BadAddress`."""
    found = _CLUSTER.fullmatch(workers)
    if not found or not 0 < int(found["port"]) < 1 << 16:
        raise BadAddress("cluster.address", address=workers)
    return f"{'tls' if found['tls'] else 'tcp'}://{found['host']}:{found['port']}"


def open_pool(workers: Workers, options: ProcessOptions | None = None) -> Pool:
    """A pool. With one of a cluster, raises `ClusterError` or `MissingExtra`. `options` are for processes of
    this machine."""
    if isinstance(workers, str):
        from ludoteca.parallel.dask_pool import DaskPool  # an optional dependency, and slow to import

        return DaskPool(scheduler_address(workers))
    return LocalPool(workers, options=options) if workers else InProcessPool()
