"""Pages in the browser, and an interface for programs. No rules: what can be played comes from below."""
