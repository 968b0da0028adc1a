"""Contract tables: a deal under every trump and every taker or leader, each side's best contract, and par."""

import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from solver.answer_json import written
from solver.answer_row import SeatName, SideName, row, shows
from solver.bidding.answers import AuctionTurnAnswer, DiscardsAnswer, ProposalAnswer, TableEntry
from solver.bidding.asked import TableDeal
from solver.bidding.contracts import Bidding, Par, Scored
from solver.bidding.discards import Discards, find_discards
from solver.bidding.entries import Entry, solve_entries
from solver.bidding.proposal import Proposal, settle_proposal
from solver.cards import Card, Notation
from solver.engine import IF_NONE, LIMIT, NO_LIMIT, Budget, Ended, Limit, Stats
from solver.game import Game, Vulnerable, lead_of, sign_of
from solver.whole_numbers import check_whole

Contender = tuple[Entry, Scored | None]
"""An entry with the best that its taker can bid and make, or its score in games without bids."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ContractTable:
    """A deal under every contract."""

    asked: TableDeal
    entries: tuple[Contender, ...]
    """Trump by trump; of belote with a card turned up, turn by turn.  None after a redeal of all fours."""

    @property
    @shows("The game.")
    def variant(self) -> str:
        """The name of the game."""
        return self.asked.rules.name

    @property
    @shows("Whether all of it is proved; false when a limit came first.")
    def exact(self) -> bool:
        """True if all of it was proved."""
        return (
            all(entry.result is not None for entry, _ in self.entries)
            and all(discards.exact for discards in self.discards)
            and (self.proposal is None or self.proposal.exact)
        )

    ended: Ended | None = field(default=None, metadata=row(LIMIT, absent=IF_NONE, name="limit"))

    @property
    @shows("The dealer.", absent="if none is known")
    def dealer(self) -> SeatName | None:
        """The dealer's seat; None where it is not known."""
        return self.asked.dealer

    @property
    @shows("Bridge: who is vulnerable.", absent="in other games")
    def vulnerable(self) -> Vulnerable | None:
        """Bridge: the vulnerable sides; None in other games."""
        return self.asked.vulnerable if Bidding(self.asked).is_bridge else None

    @property
    @shows("Belote, and all fours with the pack in order: the card turned up.", absent="if none was stated")
    def turned_up(self) -> Card | None:
        """The card turned up; None where none was stated."""
        return self.asked.turned_up if self.asked.pack is None else self.asked.pack.turned_up

    @property
    @shows(
        "Belote with a card turned up: the turns of the auction; only the first, where a new card is turned "
        "up for the second and none is of another suit.",
        absent="in other tables",
    )
    def turns(self) -> tuple[AuctionTurnAnswer, ...] | None:
        """The turns of an auction of belote that is still to come."""
        if self.asked.turned_up is None:
            return None
        return tuple(AuctionTurnAnswer(self.asked, turn) for turn in self.asked.turns)

    proposal: Proposal | None = None
    """All fours with the pack in order: what taking the suit turned up is worth, and proposing another."""

    @property
    @shows(
        "All fours with the pack in order: what it is worth to take the suit turned up, whose value alone is "
        "then among the `entries`, and to propose another.",
        absent="in other tables",
        name="proposal",
    )
    def decisions(self) -> ProposalAnswer | None:
        """The decisions before the play."""
        return None if self.proposal is None else ProposalAnswer(self.proposal)

    discards: tuple[Discards, ...]
    """All fours after a redeal: what to discard, by trump."""

    @property
    @shows("All fours after a redeal, in place of `entries`.", absent="in other tables", name="discards")
    def best_discards(self) -> tuple[DiscardsAnswer, ...] | None:
        """The discards of each trump; None where nothing is discarded."""
        return tuple(DiscardsAnswer(self.asked.rules, one) for one in self.discards) or None

    @property
    @shows(
        "Every trump with every taker, or with every leader who is possible.",
        absent="after a redeal",
        name="entries",
    )
    def named_entries(self) -> tuple[TableEntry, ...] | None:
        """Every trump with every taker or leader; None after a redeal."""
        return None if self.discards else self._told(self.entries)

    @property
    @shows(
        "By side, its best contracts, all that are equally good: by score, then by result. None where it "
        "can make no bid.",
        absent="after a redeal, and until everything is proved",
        name="best",
    )
    def best_by_side(self) -> Mapping[SideName, tuple[TableEntry, ...]] | None:
        """By side, its best contracts; None until everything is proved."""
        if self.discards or not self.exact:
            return None
        return {side: self._told(self.best(side)) for side in self.asked.rules.side_names}

    pars: tuple[Par, ...]
    """By the side that opens the bidding, where that is known; none without an auction or without proof."""

    @property
    @shows(
        "Where the game has an auction: par for the side that speaks first; for either side where no dealer "
        "is named, unless players speak one by one, as where somebody has to name trumps at last.",
        absent="where there is no auction, and until everything is proved",
        name="par",
    )
    def proved_pars(self) -> tuple[Par, ...] | None:
        """``pars``; None if there are none."""
        return self.pars or None

    stats: Stats = field(metadata=row("What it cost."))

    @property
    def par(self) -> Par | None:
        """Par where it does not depend on the side that opens, or that side is known; None elsewhere."""
        first, *others = self.pars or (None,)
        same = all(
            other.difference == first.difference and other.contracts == first.contracts
            for other in others
            if first is not None and other is not None
        )
        return first if same else None

    def best(self, side: str) -> tuple[Contender, ...]:
        """Return the best contracts of a side: its own in games with takers, else of all trumps and leaders.

        All that are equally good are returned; none if the side can make no bid, or unless everything was
        proved.
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
        """Return the table in JSON types, with the letters of ``notation``."""
        return written(self, notation)

    def _told(self, contenders: Iterable[Contender]) -> tuple[TableEntry, ...]:
        return tuple(TableEntry(self.asked.rules, entry, scored) for entry, scored in contenders)


def tabulate(
    deal: Mapping[str, Any] | TableDeal | Game, limit: Limit = NO_LIMIT, threads: int = 1
) -> ContractTable:
    """Work out the table of a deal: of a request, of a game of bridge, or as read from one.

    ``limit`` is for the whole table, its memory for each thread.  The solves that are left share what is left
    of it, and entries that were not proved carry bounds.  Raises SolverError with all faults of the request.

    threads: the most that search at the same time, at least 1, each under a trump of its own. Values are
        the same, and nodes nearly so: tables have other sizes.

    >>> table = tabulate({"variant": "bridge", "deal": {"N": "A...", "E": "K...", "S": ".A..", "W": ".K.."}})
    >>> {entry.trump: entry.result for entry, _ in table.entries if entry.taker == "N"}
    {'S': (1, 0), 'H': (1, 0), 'D': (1, 0), 'C': (1, 0), 'NT': (1, 0)}
    """
    threads = check_whole("threads", threads, 1)
    asked = TableDeal.of(deal)
    started = time.monotonic_ns()
    budget = Budget(limit)
    entries: tuple[Entry, ...] = ()
    discards: tuple[Discards, ...] = ()
    if asked.has_discards:
        discards = find_discards(asked, budget)
    else:
        entries = solve_entries(asked, budget, threads)
    proposal: Proposal | None = None
    if asked.pack is not None:
        (entry,) = entries
        proposal = settle_proposal(asked, entry.bounds, budget.share())
    bidding = Bidding(asked)
    is_proved = all(entry.result is not None for entry in entries)
    pars = bidding.pars(entries) if entries and is_proved and bidding.has_par else ()
    time_ms = (time.monotonic_ns() - started) / 1e6
    contenders = tuple((entry, bidding.best_score(entry)) for entry in entries)
    table = ContractTable(
        asked=asked,
        entries=contenders,
        ended=budget.ended,
        proposal=proposal,
        discards=discards,
        pars=pars,
        stats=Stats(budget.n_nodes, time_ms),
    )
    # A search that a limit cut short says nothing any more when a later one has proved the same.
    return replace(table, ended=None) if table.exact else table


def _merit(contender: Contender, side: int) -> tuple[int, int]:
    """Rate an entry for a side: by its score, then by its result."""
    entry, scored = contender
    assert entry.result is not None, "only what is proved is compared"
    sign, lead = sign_of(side), lead_of(entry.result)
    return sign * (lead if scored is None else scored.lead), sign * lead
