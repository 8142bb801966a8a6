"""Programs that run in another tool's own interpreter and ask that tool; none of them imports anything of ours."""
