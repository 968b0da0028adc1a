"""Tests of the core in a browser, run by node."""
