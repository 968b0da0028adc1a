"""Requests and answers that the documentation shows."""
