"""The error of a cluster that cannot run tasks."""

from ludoteca.errors import LudotecaError


class ClusterError(LudotecaError):
    """The scheduler does not answer, or its workers cannot run the tasks of this program."""
