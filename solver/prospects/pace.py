"""The pace at which deals are solved within a limit: how many at once, before it is looked at again."""

from solver.engine import Budget

DEALS_AT_ONCE = 8
"""The deals that each thread solves before it looks whether a limit is reached."""
ROOM = 4
"""A limit of nodes lets so many deals be solved together that each may take as many times the mean so far."""


class Pace:
    """The deals to solve at once, which share what is left of a limit.

    Within a limit of nodes they are few at first, one by itself: no deal that takes long is to leave the
    others of a small limit unsolved.
    """

    def __init__(self, budget: Budget, n_most: int) -> None:
        """Begin with what ``budget`` has spent so far.

        n_most: the deals that are solved at once without a limit of nodes.
        """
        self._budget = budget
        self._n_most = n_most
        self._before = (0, budget.n_nodes)
        """The deals solved, and the nodes spent, when it was last asked."""
        self._n_paid = self._n_nodes = 0
        """The deals that took nodes, and how many."""

    def next(self, n_solved: int) -> int:
        """Return how many deals come next, after ``n_solved`` of them."""
        granted, spent = self._budget.limit.nodes, self._budget.n_nodes
        if granted is None:
            return self._n_most
        # Deals that were solved before take nothing, and say nothing of what the next ones take.
        if spent > self._before[1]:
            self._n_paid += n_solved - self._before[0]
            self._n_nodes += spent - self._before[1]
        self._before = (n_solved, spent)
        n = (granted - spent) * self._n_paid // max(ROOM * self._n_nodes, 1)
        return max(min(n, self._n_most), 1)
