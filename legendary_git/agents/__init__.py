"""What runs inside a coding agent's own hooks: a payload on stdin, one JSON object or nothing on stdout.

Nothing here reaches click, rich or pygit2: every tool call of the agent waits for it.
"""
