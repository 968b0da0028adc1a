"""The contract of a request: as it is stated, and what it leaves out taken from an auction that is over."""

from collections.abc import Mapping
from typing import Any

from solver.cards import Notation
from solver.errors import Fault
from solver.game.auctions.auction import Auction
from solver.game.auctions.reading import contract_of_log, has_own_auction
from solver.game.contract import Contract, parse_contract
from solver.game.remark_faults import contract_of_auction, find_open_faults
from solver.rules import AuctionKind, Rules


def read_contract(
    data: Mapping[Any, object], rules: Rules, notation: Notation, faults: list[Fault]
) -> tuple[Contract | None, Auction | None]:
    """Read the contract of a request, or take that in which its auction ends; return that auction, too.

    Appends the faults of both. None for what cannot be read, and for an auction of bridge, whose faults
    `find_log_faults` finds but where nothing else states the contract.
    """
    stated = data.get("contract")
    if "auction" in data and has_own_auction(rules):
        return contract_of_log(data, rules, notation, faults)
    if "auction" in data and rules.auction == AuctionKind.levels:
        settled = contract_of_auction(data)
        if settled is not None and (stated is None or isinstance(stated, Mapping)):
            # Calls are written in one way, whatever the notation of the cards.
            told = parse_contract(settled, rules, "en", faults)
            if told is None:
                return None, None
            stated = _filled(stated or {}, told.to_dict(notation))
        elif stated is None:
            faults += find_open_faults(data)
            return None, None
    return parse_contract(stated, rules, notation, faults), None


def _filled(stated: Mapping[Any, object], told: Mapping[str, Any]) -> dict[Any, object]:
    """Return a contract of bridge as stated, with the parts that it leaves to the auction: ``told``."""
    filled: dict[Any, object] = dict(told)
    own = {key: value for key, value in stated.items() if value is not None}
    if "level" in own:
        del filled["bid"]
    # One that leaves out nothing but the double is undoubled, as those of PBN and LIN.
    return own if own.keys() | {"multiplier"} >= filled.keys() else filled | own
