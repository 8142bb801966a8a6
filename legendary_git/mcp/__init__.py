"""`git memory mcp`: the same use cases for hosts that speak the Model Context Protocol, over standard input and output."""
