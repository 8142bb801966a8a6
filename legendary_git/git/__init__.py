"""The only place that knows git: repositories, objects, history, the working tree, and hooks on disk."""
