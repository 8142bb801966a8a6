"""A result as plain text, JSON or a table."""
