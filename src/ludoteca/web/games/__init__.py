"""Games in progress: who sits where, what may be done, and how a computer is asked for its move."""
