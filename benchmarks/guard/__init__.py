"""How often a stored error is recognised when it comes back: real tools in real failing projects."""
