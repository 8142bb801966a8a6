"""A check's findings, for people, for services that show them beside the code, and for programs."""
