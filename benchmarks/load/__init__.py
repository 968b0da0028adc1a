"""What the service adds to solving, and how it bears load; ``python -m benchmarks.load``."""
