"""Memory files, the derived index, and full-text search over it."""
