"""`git memory mcp`: the use cases for hosts that speak the Model Context Protocol, over standard input and output."""
