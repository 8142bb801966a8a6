"""Bytes of a file to symbols and tokens, by tree-sitter: the only place that knows grammars."""
