"""Benchmarks: `python -m bench [PATH…]`."""
