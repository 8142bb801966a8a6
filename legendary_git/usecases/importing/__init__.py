"""Readers of what other tools keep: the bytes of their files in, entries out; nothing is read or written here."""
