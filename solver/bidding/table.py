"""The table of a deal: every trump and every taker or leader, the best contract of each side, and par."""

import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from solver.bidding.asked import TableDeal
from solver.bidding.contracts import Bidding, Par, Scored
from solver.bidding.discards import Discards, find_discards
from solver.bidding.entries import Entry, solve_entries
from solver.bidding.proposal import Proposal, settle_proposal
from solver.cards import Notation, format_card, format_trump
from solver.engine import NO_LIMIT, Ended, Limit, Stats
from solver.game import Pair, format_deal
from solver.rules import Rules

Contender = tuple[Entry, Scored | None]
"""An entry with the best that its taker can bid and make, or its score where nothing is bid."""


@dataclass(frozen=True, slots=True)
class ContractTable:
    """What a deal comes to under every contract that the game lets be played."""

    asked: TableDeal
    entries: tuple[Contender, ...]
    """Trump by trump; of belote with a card turned up, turn by turn.  None after a redeal of all fours."""
    pars: tuple[Par, ...]
    """By the side that opens the bidding, where that is known; none without an auction or without proof."""
    discards: tuple[Discards, ...]
    """All fours after a redeal: what to discard, by trump."""
    stats: Stats
    ended: Ended | None = None
    """What came before all was proved."""
    proposal: Proposal | None = None
    """All fours with the pack in order: what taking the suit turned up is worth, and proposing another."""

    @property
    def exact(self) -> bool:
        """Whether all of it was proved."""
        return (
            all(entry.result is not None for entry, _ in self.entries)
            and all(discards.exact for discards in self.discards)
            and (self.proposal is None or self.proposal.exact)
        )

    @property
    def par(self) -> Par | None:
        """Par, where it does not hang on who opens, or where that is known; else None."""
        first, *others = self.pars or (None,)
        same = all(
            other.difference == first.difference and other.contracts == first.contracts
            for other in others
            if first is not None and other is not None
        )
        return first if same else None

    def best(self, side: str) -> tuple[Contender, ...]:
        """The best contracts of a side: its own where somebody takes, else of all trumps and leaders.

        All that are equally good; none where it can make no bid, and none unless everything was proved.
        """
        rules = self.asked.rules
        if not self.exact:
            return ()
        number = rules.side_names.index(side)
        has_bids = bool(Bidding(self.asked).bids)
        own = [
            (entry, scored)
            for entry, scored in self.entries
            if entry.taker is None or rules.side_of(entry.taker) == number
            if scored is not None or not has_bids
        ]
        if not own:
            return ()
        top = max(_merit(one, number) for one in own)
        return tuple(one for one in own if _merit(one, number) == top)

    def to_dict(self, notation: Notation = "en") -> dict[str, Any]:
        """The form of the public contract."""
        asked, rules = self.asked, self.asked.rules
        data: dict[str, Any] = {"variant": rules.name, "exact": self.exact}
        if self.ended is not None:
            data["limit"] = self.ended.to_dict()
        if asked.dealer is not None:
            data["dealer"] = asked.dealer
        if Bidding(asked).is_bridge:
            data["vulnerable"] = asked.vulnerable.value
        if asked.turned_up is not None:
            data["turned_up"] = format_card(asked.turned_up, notation)
            data["turns"] = [
                {
                    "turn": turn.number,
                    "turned_up": format_card(turn.turned_up, notation),
                    "stock": [format_card(card, notation) for card in turn.pack],
                    "deals": {
                        seat: format_deal(asked.dealt_to(seat, turn), notation) for seat in rules.players
                    },
                }
                for turn in asked.turns
            ]
        if asked.pack is not None:
            data["turned_up"] = format_card(asked.pack.turned_up, notation)
        if self.proposal is not None:
            data["proposal"] = self.proposal.to_dict(notation)
        if self.discards:
            data["discards"] = [discards.to_dict(rules, notation) for discards in self.discards]
        else:
            data["entries"] = [entry_dict(rules, one, notation) for one in self.entries]
            if self.exact:
                data["best"] = {
                    side: [entry_dict(rules, one, notation) for one in self.best(side)]
                    for side in rules.side_names
                }
            if self.pars:
                data["par"] = [par.to_dict(notation) for par in self.pars]
        data["stats"] = self.stats.to_dict()
        return data


def tabulate(deal: Mapping[str, Any] | TableDeal, limit: Limit = NO_LIMIT) -> ContractTable:
    """The table of a deal, given as a request or read from one.

    ``limit`` is for all of it: what is left is shared out evenly among the solves that are left, and entries
    that were not proved carry bounds.  Raises SolverError with all faults of the request.
    """
    asked = deal if isinstance(deal, TableDeal) else TableDeal.from_dict(deal)
    started = time.monotonic_ns()
    limit = limit.begun()
    entries: tuple[Entry, ...] = ()
    discards: tuple[Discards, ...] = ()
    if asked.has_discards:
        discards, n_nodes, ended = find_discards(asked, limit)
    else:
        entries, n_nodes, ended = solve_entries(asked, limit)
    proposal: Proposal | None = None
    if asked.pack is not None:
        (entry,) = entries
        nodes = None if limit.nodes is None else max(limit.nodes - n_nodes, 1)
        proposal, n_more, ended_later = settle_proposal(asked, entry.bounds, limit.part(nodes=nodes))
        n_nodes, ended = n_nodes + n_more, ended or (ended_later and limit.ended(ended_later.by))
    bidding = Bidding(asked)
    is_proved = all(entry.result is not None for entry in entries)
    pars = bidding.pars(entries) if entries and is_proved and bidding.has_par else ()
    time_ms = (time.monotonic_ns() - started) / 1e6
    contenders = tuple((entry, bidding.best_score(entry)) for entry in entries)
    return ContractTable(asked, contenders, pars, discards, Stats(n_nodes, time_ms), ended, proposal)


def entry_dict(rules: Rules, contender: Contender, notation: Notation = "en") -> dict[str, Any]:
    """An entry in the form of the public contract."""
    entry, scored = contender
    data: dict[str, Any] = {} if entry.turn is None else {"turn": entry.turn}
    data["trump"] = format_trump(entry.trump, notation)
    if entry.taker is not None:
        data["taker"] = entry.taker
    data |= {"leader": entry.leader, "exact": entry.result is not None}
    if entry.result is None:
        data |= {"bounds": entry.bounds.to_dict(), "bounds_of": rules.side_names[0]}
    else:
        data["value"] = _named(rules, entry.result)
    if entry.belote_side is not None:
        data["belote"] = rules.side_names[entry.belote_side]
    if scored is not None:
        if scored.bid is not None:
            data["bid"] = scored.bid
        else:
            data["outcome"] = scored.outcome.value
        data["score"] = _named(rules, scored.score)
    return data


def _merit(contender: Contender, side: int) -> tuple[int, int]:
    """How good an entry is for a side: by its score, then by its result."""
    entry, scored = contender
    assert entry.result is not None, "only what is proved is compared"
    sign = 1 if side == 0 else -1
    lead = entry.result[0] - entry.result[1]
    return sign * (lead if scored is None else scored.lead), sign * lead


def _named(rules: Rules, pair: Pair) -> dict[str, int]:
    return dict(zip(rules.side_names, pair, strict=True))
