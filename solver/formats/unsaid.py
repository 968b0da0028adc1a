"""The parts of a game that a format cannot say: what is lost where the game is written in it."""

from collections.abc import Collection
from enum import StrEnum

from solver.formats.lin.write import has_made_up_auction
from solver.game import Contract, Game, follow_auction
from solver.seats import seat_after
from solver.sentences import Sayable, all_of, mark, phrase


class Unsaid(StrEnum):
    """A part of a game that a format may have no place for."""

    contract = "contract"
    double = "double"
    leader = "leader"
    plays = "plays"


_SAID = {
    Unsaid.contract: mark("the contract"),
    Unsaid.double: mark("the double"),
    Unsaid.leader: mark("who leads"),
    Unsaid.plays: mark("the plays"),
}


def find_unsaid(game: Game, out_format: str) -> tuple[Unsaid, ...]:
    """Return what is lost of the contract and the play of a game where it is written in a format.

    Tags and tables are written as far as the format has them, and are not named.

    >>> find_unsaid(Game.from_dict({"variant": "bridge", "contract": {"trump": "S"}, "leader": "W"}), "lin")
    (<Unsaid.contract: 'contract'>, <Unsaid.leader: 'leader'>)
    """
    if out_format == "pbn":
        return tuple(_unsaid_in_pbn(game))
    return tuple(_unsaid_in_lin(game)) if out_format in ("lin", "link") else ()


def tell_unsaid(parts: Collection[Unsaid]) -> Sayable:
    """Return the parts as a list in words."""
    return all_of(phrase(_SAID[part]) for part in Unsaid if part in parts)


def _unsaid_in_pbn(game: Game) -> list[Unsaid]:
    """Find what PBN, which writes the level, the trumps and the double as one word, has no place for."""
    contract, found = game.contract, list[Unsaid]()
    if contract is not None and not contract.bid and contract.multiplier > 1:
        found.append(Unsaid.double)
    # The Play section stands by who leads, or by the declarer; without a card it needs the trumps, too.
    if game.leader and contract is None and not game.plays:
        found.append(Unsaid.leader)
    if game.plays and not game.leader and (contract is None or not contract.taker):
        found.append(Unsaid.plays)
    return found


def _unsaid_in_lin(game: Game) -> list[Unsaid]:
    """Find what LIN, which says the contract by its auction and the leader by the contract, does not say."""
    contract, found = game.contract, list[Unsaid]()
    is_stated = has_made_up_auction(game) or _ends_in_contract(game)
    if contract is not None and not is_stated:
        found.append(Unsaid.contract)
    if game.leader and not (is_stated and game.leader == _leader_of(contract)):
        found.append(Unsaid.leader)
    return found


def _ends_in_contract(game: Game) -> bool:
    """True if the auction of the game says the contract."""
    calls, dealer = game.remarks.calls, game.dealer
    return bool(calls) and dealer is not None and follow_auction(dealer, calls).is_over


def _leader_of(contract: Contract | None) -> str | None:
    """Return the seat after the declarer's."""
    return None if contract is None or contract.taker is None else seat_after(contract.taker)
