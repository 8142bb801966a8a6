"""The question that CI asks: does every memory still hold, and what did this change do to them?"""
