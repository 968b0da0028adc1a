"""One form for all deals that differ only in the names of plain suits and of seats around the table.

No rule tells one plain suit from another, and none names a seat: dealer, taker and leader move round with the
players.  So the answer to the canonical form of a position is, with the names changed back, the answer to the
position.  Trumps keep their suit, as bridge scores them by it; without a trump suit all four are plain.
"""

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache

from solver.answer_row import BySide
from solver.cards import RANKS, Card, card_of
from solver.engine.answer import Answer
from solver.game import Position
from solver.rules import Rules


@dataclass(frozen=True, slots=True)
class CanonicalForm:
    """A position up to names; two positions have the same ``key`` if and only if they have one form.

    Equal are those of equal positions, on which the new names hang alone.
    """

    key: Hashable
    position: Position
    _suits: tuple[tuple[str, str], ...] = field(compare=False)
    """From the names of the position to those of the form."""
    _seats: Mapping[str, str] = field(compare=False)

    def rename(self, answer: Answer) -> Answer:
        """Turn an answer to the position into the answer to its form."""
        names = _with_sides(self.position, self._seats)
        return self._renamed(answer, None, _card_names(self._suits), names)

    def restore(self, answer: Answer) -> Answer:
        """Turn an answer to the form into the answer to the position; the inverse of `rename`."""
        seats = {there: here for here, there in _with_sides(self.position, self._seats).items()}
        suits = tuple([(there, here) for here, there in self._suits])
        return self._renamed(answer, self.position, _card_names(suits), seats)

    def _renamed(
        self, answer: Answer, position: Position | None, cards: Mapping[Card, Card], names: Mapping[str, str]
    ) -> Answer:
        """Return the answer as one to ``position``, with other names of cards, of seats and of sides."""
        sides = self.position.rules.side_names

        def by_side(pair: BySide | None) -> BySide | None:
            if pair is None:
                return None
            renamed = {names[name]: number for name, number in pair.items()}
            return {side: renamed[side] for side in sides}

        return replace(
            answer,
            position=position,
            to_play=None if answer.to_play is None else names[answer.to_play],
            trick=tuple([cards[card] for card in answer.trick]),
            cards=tuple(
                [
                    replace(
                        value,
                        card=cards[value.card],
                        equals=tuple([cards[card] for card in value.equals]),
                        value=by_side(value.value),
                        score=by_side(value.score),
                    )
                    for value in answer.cards
                ]
            ),
            line=tuple([cards[card] for card in answer.line]),
            value=by_side(answer.value),
            score=by_side(answer.score),
            belote=None if answer.belote is None else names[answer.belote],
        )


def canonical_form(position: Position) -> CanonicalForm:
    """Return the form that ``position`` shares with all positions that differ from it in names only.

    The key holds the rules, the contract, the deal and all plays: positions that reach the same cards in
    different ways have different forms.  Raises TypeError for what is no position.

    >>> from solver import Position, canonical_form
    >>> request = {"variant": "quadrette", "rules": {"short_deals": True}, "leader": "N"}
    >>> one = {"deal": "N:A.K.-.- K.A.-.- -.Q.Q.- -.-.KA.-", "contract": {"trump": "S"}}
    >>> other = {"deal": "N:A.-.K.- K.-.A.- -.Q.Q.- -.KA.-.-", "contract": {"trump": "S"}}
    >>> one, other = (canonical_form(Position.from_dict(request | stated)) for stated in (one, other))
    >>> one.key == other.key
    True
    """
    if not isinstance(position, Position):
        kind = type(position).__name__
        raise TypeError(f"a Position has a canonical form, and a {kind} has none")
    seats = _canonical_seats(position)
    suits = tuple(_canonical_suits(position, seats).items())
    contract = position.contract
    turned_up = contract.turned_up
    sides = _with_sides(position, seats)
    cards = _card_names(suits)
    key = (
        position.rules,
        replace(
            contract,
            taker=None if contract.taker is None else seats[contract.taker],
            turned_up=None if turned_up is None else cards[turned_up],
            vulnerable=type(contract.vulnerable)(sides.get(contract.vulnerable, contract.vulnerable)),
        ),
        None if position.dealer is None else seats[position.dealer],
        seats[position.first_leader],
        frozenset(
            [
                (seats[seat], frozenset([cards[card] for card in hand]))
                for seat, hand in position.deal.hands.items()
            ]
        ),
        tuple([cards[card] for card in position.deal.stock]),
        tuple([cards[card] for card in position.plays]),
    )
    return CanonicalForm(key, position, suits, seats)


def _canonical_seats(position: Position) -> dict[str, str]:
    """Return the turn of the table that keeps the sides and brings the first leader nearest to north."""
    players = position.rules.players
    n_players = len(players)
    turns = (
        {seat: players[(place + shift) % n_players] for place, seat in enumerate(players)}
        for shift in range(n_players)
    )
    return min(
        (seats for seats in turns if keeps_sides(position.rules, seats)),
        key=lambda seats: players.index(seats[position.first_leader]),
    )


def _canonical_suits(position: Position, seats: Mapping[str, str]) -> dict[str, str]:
    """Return names for the plain suits, sorted by what becomes of their cards, rank by rank."""
    places: dict[Card, tuple[int, str, int]] = {}
    for seat, hand in position.deal.hands.items():
        places.update((card, (1, seats[seat], -1)) for card in hand)
    places.update((card, (2, "", number)) for number, card in enumerate(position.deal.stock))
    for number, card in enumerate(position.plays):
        places[card] = (*places[card][:2], places[card][2] + (number + 1) * 100)
    rules = position.rules
    plain = [suit for suit in rules.suits if suit != position.contract.trump]
    found = {suit: [places.get(card_of(suit, rank), (0, "", 0)) for rank in rules.ranks] for suit in plain}
    names = dict(zip(sorted(plain, key=found.__getitem__), plain, strict=True))
    return {suit: names.get(suit, suit) for suit in rules.suits}


def _with_sides(position: Position, seats: Mapping[str, str]) -> dict[str, str]:
    """Return the new names of the seats and of the sides they form."""
    rules = position.rules
    sides = {rules.side_name(here): rules.side_name(there) for here, there in seats.items()}
    return {**seats, **sides}


@lru_cache(maxsize=256)
def _card_names(suits: tuple[tuple[str, str], ...]) -> Mapping[Card, Card]:
    """Return the new name of every card, of those of its suit."""
    return {card_of(here, rank): card_of(there, rank) for here, there in suits for rank in RANKS}


def keeps_sides(rules: Rules, seats: Mapping[str, str]) -> bool:
    """True if partners stay partners when each player takes the seat that ``seats`` gives."""
    return len({(rules.side_of(here), rules.side_of(there)) for here, there in seats.items()}) == 2
