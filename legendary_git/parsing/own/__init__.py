"""Parsers of our own, for languages whose grammars fail on everyday files: they give nodes as a grammar does."""
