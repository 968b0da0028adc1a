"""The calls of bridge as far as they are judged: the final contract, its double, and the opening lead."""
