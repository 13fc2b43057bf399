"""The protocols by name, without the code that speaks them: help texts need no more."""

NATIVE = "ugi"
"""The protocol that every game supports."""
DIALECTS = (NATIVE, "piskvork", "gtp", "uai", "hub", "nboard")
