"""Is `git memory check --base` right about what real commits did?"""
