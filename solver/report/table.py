"""A contract table in words: which deal it is of, the hands, what is worked out, and how far."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from solver.bidding import Bidding, ContractTable, TableDeal
from solver.cards import NO_TRUMPS, SUITS, Card, sort_cards
from solver.game import high_card_points
from solver.report import words
from solver.report.contract import vulnerable_text
from solver.report.contracts import Entries, Grid, best_texts
from solver.report.discards import DiscardsReport
from solver.report.par import par_texts
from solver.report.plain_text import LONGEST_NAME, plain, title_of
from solver.report.proposal import ProposalReport
from solver.sentences import mark
from solver.speech import Speech

_LIMIT = mark("{why} The ranges are what was proved. Best contracts and par need every value.")
_DEALER = mark("dealer {seat}")
_HIGH_CARD_POINTS = mark("{n} HCP")


@dataclass(frozen=True)
class TableReport:
    """The words and numbers of a report on one deal under all contracts."""

    table: ContractTable
    speech: Speech
    names: Mapping[str, str]
    """The players' names by seat, where they are known."""

    @property
    def asked(self) -> TableDeal:
        """The deal."""
        return self.table.asked

    @property
    def title(self) -> str:
        """The game."""
        return title_of(self.asked.rules, self.speech)

    def facts(self) -> list[str]:
        """Return who deals, who leads, and who is vulnerable, as phrases of one line."""
        asked, say, parts = self.asked, self.speech.say, []
        is_bridge = Bidding(asked).is_bridge
        if asked.dealer is not None:
            parts.append(say(_DEALER if is_bridge else words.DEALS, seat=self.letter(asked.dealer)))
        if asked.leader is not None:
            parts.append(say(words.LEADS_FIRST, seat=self.letter(asked.leader)))
        if is_bridge:
            parts.append(vulnerable_text(asked.vulnerable, self.speech))
        return parts

    # ---- the cards

    def letter(self, seat: str) -> str:
        """Return the letter of a seat."""
        return self.speech.letters(seat)

    def name(self, seat: str) -> str:
        """Return the name of a player; empty if it is not known."""
        return plain(self.names.get(seat, ""), LONGEST_NAME)

    def strength(self, seat: str) -> str:
        """Return the high card points of a hand of bridge; empty in other games."""
        hand = self.asked.deal.hands[seat]
        if not Bidding(self.asked).is_bridge or len(hand) < self.asked.rules.cards_each:
            return ""
        return self.speech.say(_HIGH_CARD_POINTS, n=high_card_points(hand))

    def suits(self, seat: str) -> Iterator[tuple[str, list[Card]]]:
        """Return the cards of a hand, suit by suit, the strongest first."""
        rules, hand = self.asked.rules, self.asked.deal.hands[seat]
        for suit in (suit for suit in SUITS if suit in rules.suits):
            held = (card for card in hand if card.suit == suit)
            yield suit, sort_cards(held, rules.rank_order(suit, NO_TRUMPS))

    def aside(self) -> list[tuple[str, Sequence[Card]]]:
        """Return the card turned up and the cards still to be dealt or drawn, each with a label."""
        asked = self.asked
        turned_up, pack = asked.turned_up, asked.deal.stock
        if asked.pack is not None:
            turned_up, pack = asked.pack.turned_up, asked.pack.cards
        found: list[tuple[str, Sequence[Card]]] = []
        if turned_up is not None:
            found.append((self.speech.say(words.TURNED_UP), [turned_up]))
        if pack:
            label = words.STOCK if turned_up is None else words.STILL_TO_DEAL
            found.append((self.speech.say(label), pack))
        return found

    # ---- what is worked out

    def grids(self) -> list[Grid]:
        """Return the entries as grids; none after a redeal of all fours."""
        return [] if self.table.discards else Entries(self.table, self.speech).grids()

    @property
    def key(self) -> tuple[str, ...]:
        """The meaning of the signs in the grids, in phrases of one line; none if there are no signs."""
        return () if self.table.discards else Entries(self.table, self.speech).key

    def bidding(self) -> list[tuple[str, str]]:
        """Return the best contracts of each side and par, as pairs of a label and a text."""
        if self.table.discards or self.table.proposal is not None:
            return []
        return [*best_texts(self.table, self.speech), *par_texts(self.table, self.speech)]

    def proposal(self) -> ProposalReport | None:
        """Return the decisions before the play; None where there are none."""
        found = self.table.proposal
        return None if found is None else ProposalReport.of(found, self.speech)

    def discards(self) -> list[DiscardsReport]:
        """Return what to discard under each trump; none where nothing is discarded yet."""
        return [DiscardsReport.of(self.asked.rules, one, self.speech) for one in self.table.discards]

    def limit(self) -> str:
        """Say that a limit came first, and what is left out; empty if all of the entries are proved."""
        if self.table.exact or self.table.discards:
            return ""
        why = "" if self.table.ended is None else words.end_text(self.table.ended, self.speech)
        return self.speech.say(_LIMIT, why=why)
