"""The deals that agree with what a player knows: counted exactly, and each found by its number.

Numbers drawn uniformly below `ConsistentDeals.count` give deals drawn uniformly, and all numbers give all
deals.  No deal is rejected and no random walk is made, so nothing is approximate and nothing can hang.

Clues exclude cards from hands.  The few that leave a choice (some card of these, or none of those) are split
into placements that exclude one another: each only puts some cards into hands and excludes others.  In a
placement, cards that may be in the same hands are of one kind.  The deals are counted by dynamic programming
over how many cards of each kind go where, and unranked by the same counts.
"""

from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import accumulate, combinations
from math import comb, perm
from typing import NamedTuple

from solver.cards import Card
from solver.game import Deal
from solver.knowledge.clues import Clue
from solver.knowledge.known import Knowledge

Counts = tuple[int, ...]
"""Numbers of cards by place: the hands that are not seen, and last the cards in no hand."""


_MOST_CARDS = 52
_COMBINATIONS = [[comb(n, size) for size in range(n + 1)] for n in range(_MOST_CARDS)]
"""The combinations of so many of ``n`` cards, by ``n`` and their number: they are asked for at every card."""


class ConsistentDeals:
    """All deals that agree with a player's knowledge, in a fixed order that depends on nothing else."""

    def __init__(self, knowledge: Knowledge, check: Callable[[], None] = lambda: None) -> None:
        """Count the deals; ``check`` is called now and then meanwhile, and may raise to end the work."""
        self._knowledge = knowledge
        self._placements = [placement for placement in find_placements(knowledge, check) if placement.count]
        self._n_away = knowledge.n_stock + knowledge.n_left_over
        self._n_stocks = perm(self._n_away, knowledge.n_stock)
        self.count: int = sum(placement.count for placement in self._placements) * self._n_stocks
        """The number of deals; deals that differ only in the order of the stock count separately."""

    def __getitem__(self, number: int) -> Deal:
        """Return the deal with that number, from 0; raises IndexError if it is out of range."""
        hidden, away, stock_number = self._spread(number)
        known = self._knowledge.known
        hands = {seat: (*cards, *hidden.get(seat, ())) for seat, cards in known.items()}
        unseen = _unrank_sequence(away, self._knowledge.n_stock, stock_number)
        return Deal(hands, (*self._knowledge.stock_seen, *unseen)).sorted()

    def hidden_hands(self, number: int) -> Mapping[str, Sequence[Card]]:
        """Return the cards of the deal with that number that are not seen, by seat, in no order.

        It takes less time than the deal itself.  Raises IndexError if the number is out of range.
        """
        return self._spread(number)[0]

    def _spread(self, number: int) -> tuple[Mapping[str, Sequence[Card]], Sequence[Card], int]:
        """Return the hidden cards of each seat, those in no hand, and the number of their order."""
        if not 0 <= number < self.count:
            raise IndexError(f"there is no deal {number}; there are {self.count}")
        number, stock_number = divmod(number, self._n_stocks)
        for placement in self._placements:
            if number < placement.count:
                break
            number -= placement.count
        return *placement.hands(number), stock_number


def find_placements(knowledge: Knowledge, check: Callable[[], None] = lambda: None) -> Iterator["Placement"]:
    """Yield placements that exclude one another and together make up all that the clues allow."""
    seats = tuple(knowledge.n_hidden)
    barred: dict[str, frozenset[Card]] = dict.fromkeys(seats, frozenset())
    for seat, clue in knowledge.clues:
        barred[seat] |= clue.none_of
    choices = [(seat, clue) for seat, clue in knowledge.clues if clue.some_of is not None or clue.not_all_of]
    for out, kept in _ways_out(knowledge):
        barred_now = {seat: cards | out for seat, cards in barred.items()}
        for placed, excluded in _settle(knowledge.pool, choices, {}, barred_now):
            check()
            held = [card for card in knowledge.pool if card in placed]
            room = {
                seat: knowledge.n_hidden[seat] - sum(placed[card] == seat for card in held) for seat in seats
            }
            if min(room.values(), default=0) >= 0:
                yield Placement(knowledge, placed, excluded, room, kept, check)


def _ways_out(knowledge: Knowledge) -> Iterator[tuple[frozenset[Card], frozenset[Card]]]:
    """Yield which jacks of the pool can be with no player, and which are then with one, if that matters."""
    if not knowledge.jacks_out:
        yield frozenset(), frozenset()
        return
    jacks = frozenset[Card]().union(*knowledge.jacks_out)
    for n_out in range(1, len(jacks) + 1):
        for out in combinations(sorted(jacks), n_out):
            if any(turned.issubset(out) for turned in knowledge.jacks_out):
                yield frozenset(out), jacks.difference(out)


def _settle(
    pool: Sequence[Card],
    choices: Sequence[tuple[str, Clue]],
    placed: Mapping[Card, str],
    barred: Mapping[str, frozenset[Card]],
) -> Iterator[tuple[Mapping[Card, str], Mapping[str, frozenset[Card]]]]:
    """Yield the ways to meet all ``choices``: the cards surely in each hand, and those surely not in it.

    A choice is met by the first card it asks for that is held (the ones before it are not), or by none of
    them and none of those that its way out excludes.
    """
    if not choices:
        yield placed, barred
        return
    (seat, clue), *others = choices
    if clue.not_all_of:
        rest = [(seat, clue._replace(not_all_of=frozenset())), *others]
        if clue.some_of is None:
            rest = others
        for held, lacking in _lack_one(pool, seat, clue.not_all_of, placed, barred):
            yield from _settle(pool, rest, held, lacking)
        return
    assert clue.some_of is not None, "a choice asks for cards"
    own = {card for card, holder in placed.items() if holder == seat}
    if own & clue.some_of:
        yield from _settle(pool, others, placed, barred)
        return
    able = [card for card in pool if card in clue.some_of - barred[seat] and card not in placed]
    for index, card in enumerate(able):
        without = {**barred, seat: barred[seat].union(able[:index])}
        yield from _settle(pool, others, {**placed, card: seat}, without)
    if clue.or_none_of is not None and not own & clue.or_none_of:
        yield from _settle(pool, others, placed, {**barred, seat: barred[seat].union(able, clue.or_none_of)})


def _lack_one(
    pool: Sequence[Card],
    seat: str,
    cards: frozenset[Card],
    placed: Mapping[Card, str],
    barred: Mapping[str, frozenset[Card]],
) -> Iterator[tuple[Mapping[Card, str], Mapping[str, frozenset[Card]]]]:
    """Yield the ways in which the hand of ``seat`` lacks some of ``cards``, by the first that it lacks."""
    held = dict(placed)
    for card in sorted(cards):
        if card not in pool or card in barred[seat] or held.get(card, seat) != seat:
            yield dict(held), barred
            return
        if card not in held:
            yield dict(held), {**barred, seat: barred[seat] | {card}}
            held[card] = seat


class _Ways(NamedTuple):
    """The ways to split up the cards of one kind, where there is so much room."""

    splits: Sequence[tuple[Counts, Counts]]
    """Each with the room that it leaves."""
    reached: Sequence[int]
    """The ways of the splits up to each, this one included."""


class Placement:
    """The ways to spread the cards of a pool when only the cards that each hand cannot hold are known."""

    def __init__(
        self,
        knowledge: Knowledge,
        placed: Mapping[Card, str],
        barred: Mapping[str, frozenset[Card]],
        room: Mapping[str, int],
        kept: frozenset[Card] = frozenset(),
        check: Callable[[], None] = lambda: None,
    ) -> None:
        """Count the ways; ``placed`` are cards surely with a player, ``kept`` those with any of them."""
        self._check = check
        self._seats = tuple(room)
        self._placed = placed
        away = len(self._seats)
        kinds: dict[tuple[int, ...], list[Card]] = {}
        for card in knowledge.pool:
            if card not in placed:
                free = [place for place, seat in enumerate(self._seats) if card not in barred[seat]]
                kinds.setdefault(tuple(free) if card in kept else (*free, away), []).append(card)
        self._kinds = sorted(kinds.items(), key=lambda kind: len(kind[0]))
        self._room: Counts = (*room.values(), knowledge.n_stock + knowledge.n_left_over)
        # The cards of the kinds from each on that may go to each place.
        self._supply: list[Counts] = [(0,) * (away + 1)]
        for places, cards in reversed(self._kinds):
            later = self._supply[0]
            supply = (later[place] + len(cards) * (place in places) for place in range(away + 1))
            self._supply.insert(0, tuple(supply))
        self._counts: dict[tuple[int, Counts], int] = {}
        self._ways: dict[tuple[int, Counts], _Ways] = {}
        """Those that were asked for."""
        self.count = self._count(0, self._room)
        self._check = lambda: None  # everything is counted: nothing is left to interrupt

    def hands(self, number: int) -> tuple[dict[str, list[Card]], list[Card]]:
        """Return the way with that number: the hidden cards of each seat, and those in no hand."""
        spread: list[list[Card]] = [[] for _ in self._room]
        for card, seat in self._placed.items():
            spread[self._seats.index(seat)].append(card)
        room = self._room
        for index, (_, alike) in enumerate(self._kinds):
            ways = self._ways_of(index, room)
            place = bisect_right(ways.reached, number)
            if place:
                number -= ways.reached[place - 1]
            split, room = ways.splits[place]
            way, number = divmod(number, self._count(index + 1, room))
            for of_place, part in zip(spread, _unrank_split(alike, split, way), strict=True):
                of_place += part
        return dict(zip(self._seats, spread, strict=False)), spread[-1]

    def _count(self, index: int, room: Counts) -> int:
        """Count the ways to fill ``room`` with the kinds of cards from ``index`` on."""
        if index == len(self._kinds):
            return 1 if not any(room) else 0
        key = (index, room)
        if key not in self._counts:
            self._check()
            self._counts[key] = sum(
                _count_ways(split) * self._count(index + 1, _minus(room, split))
                for split in self._splits(index, room)
            )
        return self._counts[key]

    def _ways_of(self, index: int, room: Counts) -> "_Ways":
        """Return the splits of one kind of cards, with the numbers of the ways in order."""
        known = self._ways.get((index, room))
        if known is None:
            splits = [(split, _minus(room, split)) for split in self._splits(index, room)]
            n_ways = (_count_ways(split) * self._count(index + 1, left) for split, left in splits)
            known = self._ways[index, room] = _Ways(splits, list(accumulate(n_ways)))
        return known

    def _splits(self, index: int, room: Counts) -> Iterator[Counts]:
        """Yield how many cards of one kind go to each place, so that the later kinds can fill the rest."""
        places, cards = self._kinds[index]
        later = self._supply[index + 1]
        lowest = [max(space - supply, 0) for space, supply in zip(room, later, strict=True)]
        highest = [space if place in places else 0 for place, space in enumerate(room)]
        yield from _bounded_splits(len(cards), lowest, highest)


def _bounded_splits(total: int, lowest: Sequence[int], highest: Sequence[int]) -> Iterator[Counts]:
    """Yield all tuples of numbers between ``lowest`` and ``highest`` that add up to ``total``, in order."""
    if not lowest:
        if total == 0:
            yield ()
        return
    others = (lowest[1:], highest[1:])
    for number in range(max(lowest[0], total - sum(others[1])), min(highest[0], total - sum(others[0])) + 1):
        for rest in _bounded_splits(total - number, *others):
            yield (number, *rest)


def _minus(room: Counts, split: Counts) -> Counts:
    return tuple(space - number for space, number in zip(room, split, strict=True))


def _count_ways(split: Counts) -> int:
    """Count the ways to hand out different cards, ``split`` giving the number for each place."""
    ways, left = 1, sum(split)
    for number in split:
        ways *= comb(left, number)
        left -= number
    return ways


def _unrank_split(cards: Sequence[Card], split: Counts, number: int) -> Iterator[Sequence[Card]]:
    """Yield the parts of the way with that number to hand out ``cards`` by ``split``."""
    left = cards
    for size in split:
        number, own = divmod(number, comb(len(left), size))
        part, left = _unrank_combination(left, size, own)
        yield part


def _unrank_combination(
    cards: Sequence[Card], size: int, number: int
) -> tuple[Sequence[Card], Sequence[Card]]:
    """Return the combination with that number of ``size`` of the cards, in lexicographic order, and the rest.

    B. P. Buckles and M. Lybanon, "Generation of a vector from the lexicographical index", ACM TOMS 3 (1977).
    """
    if size == len(cards):
        return cards, ()
    if size == 0:
        return (), cards
    chosen, others, n_more, n_after = list[Card](), list[Card](), size, len(cards)
    for card in cards:
        n_after -= 1
        n_with = _COMBINATIONS[n_after][n_more - 1]
        if number >= n_with:
            number -= n_with
            others.append(card)
            continue
        chosen.append(card)
        n_more -= 1
        if not n_more:
            others += cards[len(cards) - n_after :]
            break
    return chosen, others


def _unrank_sequence(cards: Sequence[Card], size: int, number: int) -> Iterator[Card]:
    """Yield the sequence with that number of ``size`` of the cards, in lexicographic order."""
    left = list(cards)
    for n_more in range(size - 1, -1, -1):
        index, number = divmod(number, perm(len(left) - 1, n_more))
        yield left.pop(index)
