"""Giving coding agents their hooks, rules, skill and server: what each host takes, and putting it into its files."""
