"""Labels, which are handed back as they came: the id of a game and the names of its players."""

from collections.abc import Iterator, Mapping

from solver.errors import Fault, FaultKind, point, show, wrong
from solver.fault_codes import Code
from solver.seats import SEATS
from solver.wrongs import longer_than, no_names, no_text

MAX_LABEL = 200
"""The most characters of an id or a name."""


def find_label_faults(body: Mapping[str, object]) -> Iterator[Fault]:
    """Yield the faults of ``id`` and ``players`` in a request; null says the same as leaving them out."""
    name, players = body.get("id"), body.get("players")
    if name is not None and (fault := find_label_fault(name, "/id")) is not None:
        yield fault
    if players is not None:
        yield from find_name_faults(players, "/players")


def find_label_fault(value: object, pointer: str = "") -> Fault | None:
    """Return the fault of one label, any JSON value, or None."""
    if not isinstance(value, str):
        return Fault(pointer, no_text(value), FaultKind.unreadable)
    return Fault(pointer, longer_than(MAX_LABEL)) if len(value) > MAX_LABEL else None


def find_name_faults(players: object, pointer: str = "") -> Iterator[Fault]:
    """Yield the faults of the players' names, any JSON value, each at its place below ``pointer``."""
    if not isinstance(players, Mapping):
        yield Fault(pointer, no_names("players", players), FaultKind.unreadable)
        return
    for seat, name in players.items():
        place = point(pointer, seat)
        if seat not in SEATS:
            none = wrong(
                Code.not_a_seat,
                "{seat} is not a seat; the seats are {seats}",
                seat=show(seat),
                seats=" ".join(SEATS),
            )
            yield Fault(place, none)
        elif (fault := find_label_fault(name, place)) is not None:
            yield fault
