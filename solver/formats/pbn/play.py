"""The Play section of PBN: cards in the order in which they were played, and the winners of the tricks.

Source: Portable Bridge Notation 2.1, 3.6, 3.9 (irregularities) and 3.10 (end positions).
"""

import re
from collections.abc import Callable, Iterator, Mapping

from solver.cards import Card, parse_card
from solver.errors import SolverError, show, wrong
from solver.fault_codes import Code
from solver.formats.pbn.sections import Marked, irregularity_of, keep_said, marked_words
from solver.formats.pbn.text import Tag
from solver.formats.record import Lines, RecordBuilder, clip
from solver.game import Trick
from solver.rules import find_variant
from solver.seats import CLOCKWISE, seat_after
from solver.sentences import Phrase, Seat, phrase


class PlayReader:
    """Reads the Play section of one game; all but the result must have been read before."""

    def __init__(self, builder: RecordBuilder, lines: Lines, notes: Mapping[str, str]) -> None:
        self.builder = builder
        self.lines = lines
        self.notes = notes
        self.winners: list[str] = []
        """The seats that won the tricks so far."""
        self.words: list[str] = []

    def read(self, tag: Tag | None, read_seat: Callable[[str, str], str | None]) -> None:
        """Read the cards, which stand in a column for each seat, in the order in which they were played."""
        body = self.builder.body
        declarer = body.get("contract", {}).get("taker")
        states_leader = not declarer or _is_ending(body.get("deal", {}))
        if tag is None or not (tag.words or (states_leader and "contract" in body)):
            return
        self.words = [word.text for word in tag.words]
        first = read_seat("Play", "/plays")
        leader = first if states_leader else seat_after(declarer)
        if first is None or leader is None:
            return
        if states_leader:
            self.builder.set("leader", leader, self.lines.place(tag.value_offset))
        rows: list[dict[str, Marked]] = [{}]
        for column, said in enumerate(self._regular_words(tag)):
            if column and column % 4 == 0:
                rows.append({})
            rows[-1][seat_after(first, column)] = said
        self._order(rows, leader)

    def is_unfinished(self, n_tricks: int, declarer: str | None) -> bool:
        """True if the game goes on after the cards given, so that ``n_tricks`` counts only those so far.

        A ``+`` says so, or, in a section without an end, a Result that equals the tricks won by then.
        """
        if "+" in self.words:
            return True
        if declarer is None or not self.winners or len(self.winners) == 13 or "*" in self.words:
            return False
        side = (declarer, seat_after(declarer, 2))
        return n_tricks == sum(winner in side for winner in self.winners)

    def _regular_words(self, tag: Tag) -> Iterator[Marked]:
        """Yield the words of the section up to its end, or to an irregularity, which is a fault."""
        for said in marked_words(tag):
            if said.word.text == "*":
                return
            if (error := irregularity_of(said.word.text)) is not None:
                irregular = wrong(
                    Code.not_done_here,
                    "{text} says that a player {did}; such a play cannot be judged",
                    text=show(said.word.text),
                    did=error,
                )
                place = self.lines.place(said.word.offset)
                self.builder.refuse(place, irregular, "/plays", unreadable=False)
                return
            yield said

    def _order(self, rows: list[dict[str, Marked]], leader: str) -> None:
        rules = find_variant("bridge")
        trump = self.builder.body.get("contract", {}).get("trump", "NT")
        missing: Phrase | None = None
        for number, row in enumerate(rows, 1):
            start, plays = CLOCKWISE.index(leader), list[Card]()
            for seat in CLOCKWISE[start:] + CLOCKWISE[:start]:
                said = row.get(seat)
                if said is None or said.word.text in ("-", "+"):
                    missing = missing or phrase(
                        "the card of {seat} to trick {number}", seat=Seat(seat), number=number
                    )
                    continue
                word, place = said.word, self.lines.place(said.word.offset)
                if missing is not None:
                    early = wrong(
                        Code.missing,
                        "{text} is played, but {card} is missing",
                        text=show(word.text),
                        card=missing,
                    )
                    self.builder.refuse(place, early, "/plays")
                    return
                self.builder.add("plays", clip(word.text), place)
                if said.note in self.notes:
                    said = said.with_comment(self.notes[said.note])
                keep_said(self.builder, self.lines, said, ("play", len(self.builder.body["plays"]) - 1))
                try:
                    plays.append(parse_card(word.text))
                except SolverError:
                    return  # who leads next is not known any more; the log shows the fault
            if missing is None:
                leader = Trick(leader, tuple(plays)).winner(rules, trump)
                self.winners.append(leader)


def _is_ending(deal: Mapping[str, str]) -> bool:
    """True if every known hand has fewer than 13 cards."""
    hands = [re.sub(r"[.\s-]", "", hand.replace("10", "T")) for hand in deal.values()]
    return bool(hands) and all(len(hand) < 13 for hand in hands)
