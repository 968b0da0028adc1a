"""The revisions; each file is one, and names the one before it."""
