"""A naive reader of puzzles: from the JSON alone, every card tried to the end of the deal.

It knows the rules of play, and no search: a goal is reached if one card of the solver's side after which it
is, or every card of the defence, leads to a deal that ends with it.
"""

from collections.abc import Hashable, Iterator, Mapping
from typing import Any

from solver import Position, parse_card
from solver.game.tally import Pair, final_result
from solver.game.verdict import verdict_of
from solver.rules import Objective
from tests.support.search.plain_values import plain_values


class NaiveReader:
    """One puzzle, as its JSON tells it."""

    def __init__(self, puzzle: Mapping[str, Any]) -> None:
        self.puzzle = puzzle
        self.goal = puzzle["goal"]
        self.position = Position.from_dict(puzzle["position"])
        self.side = self.position.rules.side_names.index(self.goal["side"])
        self._known: dict[Hashable, bool] = {}

    def faults(self) -> Iterator[str]:
        """Yield what is not so in the puzzle; nothing for a sound one."""
        right = {parse_card(card) for card in self.puzzle["right"]}
        if {card for card in self.position.legal_plays() if self.reaches(self.position.play(card))} != right:
            yield "the right cards are others"
        told = [card for wrong in self.puzzle["refutations"] for card in wrong["cards"]]
        if {parse_card(card) for card in told} | right != set(self.position.legal_plays()):
            yield "a wrong card is not told"
        for wrong in self.puzzle["refutations"]:
            yield from self._line_faults(wrong)
        yield from self._tree_faults(self.position, self.puzzle["tree"])
        if self.longest(self.puzzle["tree"]) != self.puzzle["length"]:
            yield "the length is another"

    def _line_faults(self, wrong: Mapping[str, Any]) -> Iterator[str]:
        position = self.position.play(parse_card(wrong["cards"][0]))
        is_refuted = False
        for card in wrong["line"]:
            # The refutation is the first card of the others without which the goal is reached after all.
            if not is_refuted and not self.is_own(position):
                is_refuted = any(self.reaches(position.play(other)) for other in position.legal_plays())
                if is_refuted != (card == wrong["reply"] and position.to_play == wrong["by"]):
                    yield f"another card than {wrong['reply']} refutes {wrong['cards']}"
            if self.reaches(position):
                yield f"{wrong['cards']} is not refuted"
                return
            position = position.play(parse_card(card))
        if not is_refuted and wrong["reply"] is not None:
            yield f"nothing refutes {wrong['cards']}"
        if not position.is_over or self.is_reached(position):
            yield f"the line after {wrong['cards']} misses nothing"

    def _tree_faults(self, position: Position, node: Mapping[str, Any]) -> Iterator[str]:
        if not self.reaches(position):
            yield "the goal is lost in the tree"
        if "end" in node:
            return
        if node["seat"] != position.to_play:
            yield "another seat is to play"
            return
        legal = set(position.legal_plays())
        if "replies" in node:
            replies = [parse_card(card) for reply in node["replies"] for card in reply["cards"]]
            if self.is_own(position) or set(replies) != legal or len(replies) != len(legal):
                yield "the defences are others"
            counts = [self.longest(reply["then"]) for reply in node["replies"]]
            if counts[0] != max(counts):
                yield "the first defence is not the most stubborn"
            for reply in node["replies"]:
                yield from self._tree_faults(position.play(parse_card(reply["cards"][0])), reply["then"])
            return
        if "forced" in node:
            card = parse_card(node["forced"])
            if any(not self.reaches(position.play(other)) for other in legal):
                yield "a card of which one class is right is called forced"
        else:
            right = {parse_card(card) for card in node["right"]}
            card = parse_card(node["right"][0])
            if {other for other in legal if self.reaches(position.play(other))} != right:
                yield "a decision has other right cards"
        yield from self._tree_faults(position.play(card), node["then"])

    def longest(self, node: Mapping[str, Any]) -> int:
        """The most decisions in a row that a tree has."""
        if "end" in node:
            return 0
        if "replies" in node:
            return max(self.longest(reply["then"]) for reply in node["replies"])
        return int("right" in node) + self.longest(node["then"])

    def is_own(self, position: Position) -> bool:
        return position.side_to_play == self.side

    def reaches(self, position: Position) -> bool:
        """True if the side reaches the goal, whatever the other side plays."""
        if position.is_over:
            return self.is_reached(position)
        key = (*position.hands.values(), position.trick.leader, position.trick.plays, position.tally)
        if key not in self._known:
            found = (self.reaches(position.play(card)) for card in position.legal_plays())
            self._known[key] = any(found) if self.is_own(position) else all(found)
        return self._known[key]

    def is_reached(self, position: Position) -> bool:
        """True if a deal that is over has reached the goal."""
        if self.goal["kind"] == "capot":
            return not position.tally.tricks[1 - self.side]
        return self.is_goal(position, final_result(position.rules, position.dealer, position.tally))

    def is_goal(self, position: Position, result: Pair) -> bool:
        """True if the deal of a position reaches the goal with that result."""
        own, other = result[self.side], result[1 - self.side]
        match self.goal["kind"]:
            case "contract" | "defeat":
                verdict = verdict_of(position, result)
                return verdict is not None and verdict.side == self.side
            case "capot":
                return bool(own >= self.goal["at_least"])
            case "lead" | "honour":
                return bool(own - other >= self.goal["at_least"])
            case "tricks" | "points":
                return bool(own >= self.goal["at_least"])
        raise AssertionError(self.goal["kind"])


class PlainReader(NaiveReader):
    """A naive reader for longer endings: the plain solver (`ext/plain/`) plays them out.

    It tells the difference of the results; where the sum is fixed, the results follow.
    """

    def reaches(self, position: Position) -> bool:
        if position.is_over:
            return self.is_reached(position)
        key = (*position.hands.values(), position.trick.leader, position.trick.plays, position.tally)
        if key not in self._known:
            lead = max(plain_values(position).values())
            first = lead if position.side_to_play == 0 else -lead
            self._known[key] = self.is_goal(position, self._result(position, first))
        return self._known[key]

    def _result(self, position: Position, lead: int) -> Pair:
        """The results of side 0 and side 1 that differ by so much."""
        rules, trump = position.rules, position.contract.trump
        kind, least = self.goal["kind"], self.goal["at_least"]
        if kind in ("lead", "honour") or rules.has_combinations or (least is None and not rules.bids):
            # A side with all the tricks leads by all that it has.
            return max(lead, 0), max(-lead, 0)
        match rules.objective:
            case Objective.tricks:
                total = position.deal.n_cards // rules.n_players
            case Objective.card_points:
                total = (
                    sum(rules.card_points(card, trump) for card in position.deal.cards()) + rules.last_trick
                )
                if rules.slam and abs(lead) == total + rules.slam:
                    total += rules.slam
            case Objective.four_points:
                totals = {sum(wrong["value"].values()) for wrong in self.puzzle["refutations"]}
                assert len(totals) == 1, "the sum is fixed"
                total = totals.pop()
        assert (total + lead) % 2 == 0
        return (total + lead) // 2, (total - lead) // 2
