"""Decisions and failed approaches, committed beside the code and re-verified against it on every commit."""

__version__ = "0.1.0"
