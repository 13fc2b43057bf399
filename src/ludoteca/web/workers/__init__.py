"""Processes that think, so that pages stay quick: a fixed number, a bounded queue, a limit of time."""
