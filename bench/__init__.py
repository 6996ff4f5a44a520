"""Benchmarks: `python -m bench [PATH…]`; docs/performance.md says what is measured."""
