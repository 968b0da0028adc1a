"""A position: a deal under its contract after the cards played so far, valid by construction."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import InitVar, dataclass, field, replace
from typing import Any, Self

from solver.cards import Card, Notation, sort_cards
from solver.errors import Fault, PositionError, point, raise_faults, wrong
from solver.fault_codes import Code
from solver.game.contract import Contract, find_contract_faults
from solver.game.deal import Deal, find_card_faults, find_size_faults
from solver.game.duplicate import Vulnerable
from solver.game.lead import settle_seats
from solver.game.notation import format_card_list, format_deal
from solver.game.read_position import PositionFacts, parse_position, replay_plays
from solver.game.replay import Replay
from solver.game.scoring import Score, deal_score, find_belote_side, points_in_play
from solver.game.tally import Honours, Pair, Tally, trick_worth
from solver.game.trick import Trick
from solver.game.turned_cards import find_turned_up_faults
from solver.records import unchecked_maker_of
from solver.rules import FirstLead, Objective, Rules, format_variant


@dataclass(frozen=True, slots=True)
class Position:
    """A deal, its contract and the plays so far, all legal; immutable.

    Raises PositionError with every fault, each with the JSON pointer that it has in a request, and TypeError
    for what is no card.

    >>> ending = {"N": "AK.-.-.-", "E": "QJ.-.-.-", "S": "-.-.32.-", "W": "-.-.54.-"}
    >>> contract = {"trump": "NT", "taker": "W", "bid": 1}
    >>> position = Position.from_dict({"variant": "bridge", "deal": ending, "contract": contract})
    >>> position.to_play, [str(card) for card in position.legal_plays()]
    ('N', ['SA', 'SK'])
    >>> after = position.play(position.legal_plays()[0])
    >>> after.to_play, after.n_cards_left
    ('E', 7)
    >>> eval(repr(after)) == after
    True
    """

    rules: Rules
    contract: Contract
    deal: Deal
    """The hands as dealt, each sorted, and the whole stock."""
    dealer: str | None = None
    """Derived from the first leader if not stated; None if it is not known and makes no difference."""
    leader: InitVar[str | None] = None
    plays: tuple[Card, ...] = ()
    first_leader: str = field(init=False)
    """The ``leader`` if stated, else derived by the rules from dealer and taker."""
    _replay: Replay = field(init=False, repr=False, hash=False)
    """It follows from the plays, but for what was supposed of a position."""

    def __post_init__(self, leader: str | None) -> None:
        for card in (*self.deal.cards(), *self.plays):
            if not isinstance(card, Card):
                raise TypeError(f"a position is made of Cards, and not {card!r}; parse_card reads one")
        faults = list(find_contract_faults(self.contract, self.rules))
        for key, seat in (("dealer", self.dealer), ("leader", leader)):
            if seat is not None and seat not in self.rules.players:
                none = wrong(
                    Code.not_a_seat, "{seat} is not a seat of {game}", seat=seat, game=self.rules.called
                )
                faults.append(Fault(point("", key), none))
        faults += find_card_faults(self.deal, self.rules)
        faults += find_size_faults(self.deal, self.rules)
        faults += find_turned_up_faults(self.deal, self.contract, self.rules)
        raise_faults(faults)
        dealer, first_leader = settle_seats(self.rules, self.contract, self.dealer, leader, faults)
        raise_faults(faults)
        assert first_leader is not None, "what has no fault has a leader"
        replay = Replay(self.rules, self.contract.trump, self.deal.sorted(), first_leader)
        replay_plays(replay, tuple(self.plays), "en", faults)
        raise_faults(faults)
        self._settle(
            deal=replay.deal,
            dealer=dealer,
            plays=tuple(self.plays),
            first_leader=first_leader,
            _replay=replay,
        )

    def __repr__(self) -> str:
        """Write the call that makes it."""
        return f"{type(self).__name__}.from_dict({self.to_dict()})"

    def _settle(self, **values: object) -> None:
        for name, value in values.items():
            object.__setattr__(self, name, value)

    @classmethod
    def from_dict(cls, data: object) -> Self:
        """Read the position of a request; ``data`` may be any JSON value.

        Raises UnreadableError, UnknownVariantError or PositionError with every fault of the request, each
        with its JSON pointer; never anything else.
        """
        return cls._of_facts(parse_position(data))

    @classmethod
    def from_dict_partly(cls, data: object) -> tuple[Self, tuple[Fault, ...]]:
        """Read a position up to the first impossible play; return it with the faults from there on.

        Raises what `from_dict` raises for faults of anything but the plays.
        """
        facts = parse_position(data, partial=True)
        return cls._of_facts(facts), facts.faults

    @classmethod
    def _of_facts(cls, facts: PositionFacts) -> Self:
        position: Self = _new_position(
            rules=facts.rules,
            contract=facts.contract,
            deal=facts.deal,
            dealer=facts.dealer,
            plays=facts.plays,
            first_leader=facts.first_leader,
            _replay=facts.replay,
        )
        return position

    def to_dict(self, notation: Notation = "en") -> dict[str, Any]:
        """Return the position as a request; `from_dict` reads it."""
        data: dict[str, Any] = _write_rules(self.rules)
        if notation != "en":
            data["notation"] = notation
        if self.dealer is not None:
            data["dealer"] = self.dealer
        data["leader"] = self.first_leader
        data["deal"] = format_deal(self.deal, notation)
        if self.deal.stock:
            data["stock"] = format_card_list(self.deal.stock, notation)
        data["contract"] = self.contract.to_dict(notation)
        if self.contract.vulnerable != Vulnerable.none:
            data["vulnerable"] = self.contract.vulnerable.value
        data["plays"] = format_card_list(self.plays, notation)
        return data

    def play(self, card: Card, notation: Notation = "en") -> Self:
        """Return the position after one card more.

        Raises PositionError, naming the rule and the playable cards (as ``notation`` writes them), if the
        player to play may not play it, and TypeError for what is no card.
        """
        replay = self._replay.copy()
        replay.play(card, notation)
        return self._at((*self.plays, card), replay, self.deal)

    def play_all(self, cards: Sequence[Card], notation: Notation = "en") -> Self:
        """Return the position after several cards more.

        Raises PositionError for the first that may not be played, as `play` does.
        """
        replay = self._replay.copy()
        replay.play_all(cards, notation)
        return self._at((*self.plays, *cards), replay, self.deal)

    def at_start(self) -> Self:
        """Return the deal before the first card."""
        replay = Replay(self.rules, self.contract.trump, self.deal, self.first_leader)
        return self._at((), replay, self.deal)

    def trail(self) -> list[Self]:
        """Return the deal before the first card, and after each of the plays."""
        start = self.at_start()
        replays = start._replay.trail(self.plays)
        return [start, *(self._at(self.plays[:n], replay, self.deal) for n, replay in enumerate(replays, 1))]

    def with_deal(self, deal: Deal) -> Self:
        """Return the same plays in another deal, sorted, of as many cards.

        They must all be possible in it; what the plays give away of a hand (`solver.knowledge`) must hold of
        it too.  That is not checked, so that many deals can be tried.
        """
        # In a game for honours, and with a stock, what was won so far depends on the whole deal.
        if self.rules.objective == Objective.four_points or deal.stock:
            return type(self)(
                self.rules, self.contract, deal, self.dealer, leader=self.first_leader, plays=self.plays
            )
        return self._at(self.plays, self._replay.with_deal(deal), deal)

    def _at(self, plays: tuple[Card, ...], replay: Replay, deal: Deal) -> Self:
        """Return the same game after other plays, which led to ``replay``."""
        # Searches for reasons make very many positions.
        other: Self = _new_position(
            rules=self.rules,
            contract=self.contract,
            deal=deal,
            dealer=self.dealer,
            plays=plays,
            first_leader=self.first_leader,
            _replay=replay,
        )
        return other

    def supposed(
        self, hands: Mapping[str, Iterable[Card]] | None = None, *, leader: str | None = None
    ) -> Self:
        """Return this moment of the deal with other cards in the hands, or with another player on lead.

        hands: by seat, the cards held now; seats left out keep theirs. All together they must be the cards
            that are held now.
        leader: only between two tricks.

        Nobody checks that the plays so far would have been legal, and `to_dict` and canonical forms tell
        these plays, nothing that was supposed.  Raises ValueError for other cards, for a leader in the middle
        of a trick, and for hands in a game with a stock.
        """
        if self.deal.stock and hands:
            raise ValueError("hands that draw from a stock cannot be supposed otherwise")
        held = {seat: tuple(sort_cards(cards)) for seat, cards in (hands or {}).items()}
        replay = self._replay.copy()
        before = sorted(card for seat in held for card in replay.hands[seat])
        if before != sorted(card for cards in held.values() for card in cards):
            raise ValueError("the hands must hold the same cards as before")
        if leader is not None:
            if replay.trick.plays:
                raise ValueError("the trick under way has its leader")
            replay.trick = Trick(leader)
            replay.to_play = leader
        # As if the cards had been dealt so: each player's own plays, and what they hold now.
        dealt = dict(self.deal.hands)
        for seat, cards in held.items():
            gone = [card for card in dealt[seat] if card not in replay.hands[seat]]
            dealt[seat] = tuple(sort_cards([*gone, *cards]))
        replay.hands |= held
        replay.deal = replace(self.deal, hands=dealt)
        return self._at(self.plays, replay, replay.deal)

    def is_possible(self) -> bool:
        """True if the plays so far are legal from the hands as dealt, which may have been supposed."""
        replay = Replay(self.rules, self.contract.trump, self.deal, self.first_leader)
        try:
            replay.play_all(self.plays)
        except PositionError:
            return False
        return True

    def awarded(self, seat: str) -> Self:
        """Return the position after the last finished trick as if ``seat`` had won it, and had the lead.

        What was drawn after it stays where it is.  Raises ValueError where no trick was just finished.
        """
        if self.trick.plays or not self.tricks:
            raise ValueError("no trick to be awarded")
        replay = self._replay.copy()
        last = self.tricks[-1]
        worth = trick_worth(self.rules, self.contract.trump, last.plays, self.honours)
        winner = self.rules.side_of(last.winner(self.rules, self.contract.trump))
        replay.tally = replay.tally.move_trick(winner, self.rules.side_of(seat), worth)
        replay.trick = Trick(seat)
        replay.to_play = None if self.is_over else seat
        return self._at(self.plays, replay, self.deal)

    def kept(self, card: Card, other: Card) -> Self:
        """Return the position after the last finished trick as if the player of ``card`` held it still.

        ``other`` is gone from their hand instead.  The trick counts as it was played.

        Raises ValueError where ``card`` was not played to a trick that was just finished, and where its
        player does not hold ``other``.
        """
        if self.trick.plays or not self.tricks or card not in self.tricks[-1].plays:
            raise ValueError("no card that could have been kept")
        last = self.tricks[-1]
        seat = last.seats(self.rules)[last.plays.index(card)]
        replay = self._replay.copy()
        held = replay.hands[seat]
        if other not in held:
            raise ValueError("the other card is not held")
        replay.hands[seat] = tuple(sort_cards([card if own == other else own for own in held]))
        plays = tuple(other if played == card else played for played in self.plays)
        return self._at(plays, replay, self.deal)

    def under(self, rules: Rules) -> Self:
        """Return the position under other rules, which must allow the same plays of the same cards."""
        replay = self._replay.copy()
        replay.rules = rules
        position = self._at(self.plays, replay, self.deal)
        position._settle(rules=rules)
        return position

    def legal_plays(self) -> list[Card]:
        """Return the cards that may be played next, in the order of the hand; none when the deal is over."""
        return self._replay.legal_plays()

    @property
    def hands(self) -> dict[str, tuple[Card, ...]]:
        """The cards that each player holds now, drawn cards included, sorted."""
        return dict(self._replay.hands)

    @property
    def tricks(self) -> tuple[Trick, ...]:
        """The finished tricks."""
        return self._replay.tricks

    @property
    def trick(self) -> Trick:
        """The trick on the table; between tricks it is empty, and its leader the winner of the last one."""
        return self._replay.trick

    @property
    def to_play(self) -> str | None:
        """The seat whose turn it is; None when the deal is over."""
        return self._replay.to_play

    @property
    def side_to_play(self) -> int | None:
        """The number of the side whose turn it is; None when the deal is over."""
        return None if self.to_play is None else self.rules.side_of(self.to_play)

    @property
    def taking_side(self) -> int | None:
        """The number of the taker's side; None in a contract without a taker."""
        return None if self.contract.taker is None else self.rules.side_of(self.contract.taker)

    @property
    def declarer(self) -> str | None:
        """The seat of the player who plays dummy's cards too: the taker; None in a game without a dummy.

        Where no taker is stated, the first leader tells who it is.
        """
        if not self.rules.dummy:
            return None
        if self.contract.taker is not None:
            return self.contract.taker
        is_next = self.rules.first_lead == FirstLead.taker_next
        return self.rules.seats_from(self.first_leader)[-1] if is_next else self.first_leader

    @property
    def dummy(self) -> str | None:
        """The seat of dummy, the declarer's partner; None in a game without one."""
        declarer = self.declarer
        if declarer is None:
            return None
        return next(seat for seat in self.rules.players if self.rules.are_partners(seat, declarer))

    @property
    def is_over(self) -> bool:
        """True if every card has been played."""
        return self._replay.to_play is None

    @property
    def stock_left(self) -> tuple[Card, ...]:
        """The cards still to be drawn, from the top down."""
        return self.deal.stock[self._replay.n_drawn :]

    @property
    def n_cards_left(self) -> int:
        """The number of cards still to be played, those of the stock included."""
        return self.deal.n_cards - len(self.plays)

    @property
    def n_tricks_left(self) -> int:
        """The number of tricks that are not finished, with that on the table."""
        return -(-self.n_cards_left // self.rules.n_players)

    @property
    def tally(self) -> Tally:
        """The tricks, points and honours that each side has won so far."""
        return self._replay.tally

    @property
    def honours(self) -> Honours:
        """The cards that make high, low and jack, in a game for four points."""
        return self._replay.honours

    @property
    def belote_side(self) -> int | None:
        """The number of the side that was dealt king and queen of trumps, where the game counts them."""
        return find_belote_side(self.rules, self.contract.trump, self.deal.hands)

    @property
    def points_in_play(self) -> int | None:
        """The card points of the deal, as `deal_score` needs them; mostly None."""
        return points_in_play(self.rules, self.contract.trump, self.deal)

    def score(self, result: Pair) -> Score | None:
        """Return the score of the deal if it comes to ``result``, as `deal_score` does."""
        return deal_score(
            self.rules, self.contract, self.dealer, result, self.belote_side, self.points_in_play
        )


_new_position: Callable[..., Any] = unchecked_maker_of(Position)


def _write_rules(rules: Rules) -> dict[str, Any]:
    """Return ``variant`` and ``rules`` of a request: a name and options if they suffice, else all rules."""
    variant, options = format_variant(rules)
    return {"variant": variant, "rules": options} if options else {"variant": variant}
