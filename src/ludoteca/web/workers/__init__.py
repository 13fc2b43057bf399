"""Worker processes for everything that searches: a fixed number, a bounded queue, time limits."""
