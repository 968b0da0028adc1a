"""The mark ``server``, held to what tests do: `make check` leaves out the tests that start a server."""

import pytest


class Running:
    """The test that runs, of the tests of this process."""

    item: pytest.Item | None = None


def check_mark() -> None:
    """Fail if the test that runs starts a server and is not marked ``server``."""
    item = Running.item
    assert item is None or item.get_closest_marker("server"), (
        f"{item.nodeid} starts a server: it needs the mark pytest.mark.server"
    )
