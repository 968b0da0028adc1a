"""Fixed deals with their exact values, and what solving them costs."""
