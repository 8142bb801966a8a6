"""One verb a file: takes what it needs, returns a value, prints nothing."""
