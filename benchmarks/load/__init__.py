"""Measure the service: its overhead over solving, and how it bears load; ``python -m benchmarks.load``."""
