"""What the git hooks run: refresh the index, tell flips in one line, never fail the user."""
