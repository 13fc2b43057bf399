"""Pages in the browser, and a JSON interface. It knows no rules: games come from the packages below."""
