"""The rules of one game: its facts, checked and frozen, and what follows from them at the table."""

from collections import Counter
from collections.abc import Mapping
from functools import cached_property, lru_cache
from types import MappingProxyType
from typing import Any, Self

from solver.cards import ALL_TRUMPS, NO_TRUMPS, Card, card_of
from solver.errors import RulesError, raise_faults, show, wrong
from solver.fault_codes import Code
from solver.rules.auctions import leave_out_usual, settle_auction
from solver.rules.checks import check_rules
from solver.rules.fields import RuleFields
from solver.rules.fields.cards import Points, point_columns
from solver.rules.form import (
    DEFAULT_SOURCE,
    RULE_FIELDS,
    Reader,
    applies,
    read_fields,
    write_fields,
    write_value,
)
from solver.rules.row import FrozenMapping
from solver.rules.score_checks import asks_for_capot
from solver.rules.sentences import (
    game_texts,
    option_choices,
    option_fields,
    options_schema,
    spoken_fields,
    words_of,
)
from solver.rules.thresholds import leave_out_usual_stake, settle_thresholds, usual_stake
from solver.rules.words import FirstLead, Scoring, Source, Turn
from solver.seats import CLOCKWISE, name_side, sort_clockwise
from solver.sentences import GameName, all_of
from solver.speech import ENGLISH, Speech

_KINDS_WITHOUT_SUIT = {NO_TRUMPS: "no_trumps", ALL_TRUMPS: "all_trumps"}

_OWN_FIELDS = frozenset({"name", "title", "aliases", "description", "source", "notes"})
"""The fields that a game does not inherit from the game it extends."""


class Rules(RuleFields):
    """The rules of one game.

    Immutable; made and checked by `from_dict`, or by `solver.rules.variants`.  Sides are numbered 0 and 1, in
    the order of ``sides``; seats are the letters ``N E S W``.
    """

    @classmethod
    def from_dict(cls, data: object, pointer: str = "", parent: "Rules | None" = None) -> Self:
        """Read rules in the form of `to_dict`; fields left out are as in ``parent``, its texts excepted.

        ``data`` may be any JSON value at all.  Raises UnreadableError or RulesError with every fault, each
        with a pointer below ``pointer``.
        """
        reader = Reader(pointer)
        stated = read_fields(data, reader)
        inherited = {} if parent is None else _values(parent)
        for name in _OWN_FIELDS:
            inherited.pop(name, None)
        return cls._settle(inherited, stated, reader)

    def to_dict(self) -> dict[str, Any]:
        """Write the rules as an object of JSON types, as in a variant file; `from_dict` reads it."""
        return write_fields(self) | {"sources": _write_sources(self.sources)}

    def identity(self) -> dict[str, Any]:
        """Return `to_dict` in the form from which names of puzzles and addresses of analyses are made."""
        return leave_out_usual_stake(self, leave_out_usual(self, self.to_dict()))

    @property
    def called(self) -> GameName:
        """The name of the game in a sentence; one without a title of its own has but its name."""
        return GameName(self.name, self.name if self.is_untitled else self.title)

    def describe(self, speech: Speech = ENGLISH) -> dict[str, Any]:
        """Return `to_dict` with every rule in ``words`` and the JSON Schema of the ``options``, for a reader.

        Sentences, title and notes are in the language of ``speech``.
        """
        more = {"words": self.words(speech), "options": self.options_schema(speech)}
        return self.to_dict() | self.texts(speech) | more

    def texts(self, speech: Speech = ENGLISH) -> dict[str, Any]:
        """Return the texts about the game as a whole, for a reader: ``title, description, source, notes``."""
        return game_texts(self, speech)

    def words(self, speech: Speech = ENGLISH) -> list[dict[str, Any]]:
        """Describe every rule the game has: ``rule, path, value, says`` (a sentence), ``source, option``.

        ``path`` is its place in `to_dict`, dotted; ``option`` is true if a request may `override` it.
        """
        return words_of(self, speech)

    def options_schema(self, speech: Speech = ENGLISH) -> dict[str, Any]:
        """Return the JSON Schema of the options that a request may `override`."""
        return options_schema(self, speech)

    def option_choices(self, speech: Speech = ENGLISH) -> list[dict[str, Any]]:
        """Describe the options of one deal in words: ``rule, asks, value``, and ``choices`` or a range.

        The ``choices`` are pairs of a value and its sentence; a number has its ``low`` and ``high``.
        """
        return option_choices(self, speech)

    def override(self, options: object, pointer: str = "/rules") -> "Rules":
        """Return these rules with the options of a request, as ``{"ruff": "free"}``.

        ``options`` may be any JSON value.  Raises UnreadableError or RulesError with every fault, each with a
        pointer below ``pointer``.

        >>> from solver import find_variant
        >>> find_variant("belote").override({"overruff": "free"}).overruff
        <OverruffDuty.free: 'free'>
        """
        reader = Reader(pointer, flat=True)
        offered = {field.name: field for field in option_fields(self)}
        stated: dict[str, Any] = {}
        for name, value in reader.members(options, "rules", ()):
            if name not in offered:
                known = all_of(offered)
                none = wrong(
                    Code.unknown_field,
                    "{game} has no option {name}; its options are {known}",
                    game=self.called,
                    name=show(name),
                    known=known,
                )
                reader.impossible((name,), none)
                continue
            read = reader.read(offered[name], value, (name,))
            if read is not None and read != getattr(self, name):
                stated[name] = read
        if reader.faults:
            return self._settle(_values(self), stated, reader, is_override=True)
        return _override(self, frozenset(stated.items()), pointer)

    def differing_options(self, other: "Rules") -> dict[str, Any]:
        """Return the options, as for `override`, in which ``other`` differs from these rules."""
        return {
            field.name: write_value(getattr(other, field.name))
            for field in option_fields(self)
            if getattr(other, field.name) != getattr(self, field.name) and applies(other, field)
        }

    @classmethod
    def _settle(
        cls,
        inherited: Mapping[str, Any],
        stated: Mapping[str, Any],
        reader: Reader,
        *,
        is_override: bool = False,
    ) -> Self:
        """Merge stated with inherited values, draw conclusions, check, and freeze."""
        values = {**inherited, **stated}
        if "points" in inherited and "points" in stated:
            values["points"] = _merge_points(inherited["points"], stated["points"])
        values["auction"] = settle_auction(cls(**values), inherited, stated)
        draft = cls(**values)
        values |= {
            name: field.default
            for name, field in RULE_FIELDS.items()
            if name not in stated and not applies(draft, field)
        }
        values["sides"] = tuple(map(_name_side, draft.sides))
        values["order_plain"] = draft.order_plain or draft.ranks
        values["order_trump"] = draft.order_trump or values["order_plain"]
        values |= settle_thresholds(draft)._asdict()
        if applies(draft, RULE_FIELDS["stake"]):
            values["stake"] = _settle_stake(draft, inherited, stated)
        rules = cls(**values)
        check_rules(rules, reader)
        raise_faults(reader.faults, RulesError)
        return cls(**values | {"sources": _settle_sources(rules, inherited, stated, is_override)})

    @cached_property
    def _hash(self) -> int:
        return super().__hash__()

    def __hash__(self) -> int:
        return self._hash

    def __getstate__(self) -> dict[str, Any]:
        """Pickle the fields alone: cached values, the hash above all, differ from process to process."""
        return _values(self)

    # ---- the table

    @cached_property
    def players(self) -> tuple[str, ...]:
        """The seats that play, clockwise from north."""
        return sort_clockwise("".join(self.sides))

    @cached_property
    def n_players(self) -> int:
        """The number of players."""
        return len(self.players)

    @property
    def side_names(self) -> tuple[str, ...]:
        """The names of side 0 and side 1."""
        return self.sides

    def by_side(self, pair: tuple[int, int]) -> dict[str, int]:
        """Return the numbers of side 0 and of side 1 by the names of the sides."""
        return dict(zip(self.sides, pair, strict=True))

    @cached_property
    def _sides_by_seat(self) -> Mapping[str, int]:
        return {seat: index for index, side in enumerate(self.sides) for seat in side}

    def side_of(self, seat: str) -> int:
        """Return the number, 0 or 1, of the side on which ``seat`` plays."""
        return self._sides_by_seat[seat]

    def side_name(self, seat: str) -> str:
        """Return the name of the side on which ``seat`` plays."""
        return self.sides[self.side_of(seat)]

    def are_partners(self, seat: str, other: str) -> bool:
        """True if two different seats are on the same side."""
        side_of = self._sides_by_seat
        return seat != other and side_of[seat] == side_of[other]

    @cached_property
    def _next_seats(self) -> Mapping[str, str]:
        order = self.players if self.turn == Turn.clockwise else self.players[::-1]
        return dict(zip(order, order[1:] + order[:1], strict=True))

    def next_seat(self, seat: str) -> str:
        """Return the seat that plays after ``seat``."""
        return self._next_seats[seat]

    @cached_property
    def _rounds(self) -> Mapping[str, tuple[str, ...]]:
        order = tuple(self._next_seats)
        return {seat: order[place:] + order[:place] for place, seat in enumerate(order)}

    def seats_from(self, first: str) -> tuple[str, ...]:
        """Return all players in turn order, ``first`` first."""
        return self._rounds[first]

    @property
    def has_taker(self) -> bool:
        """True if the game has a taker, for its score or for its first lead."""
        return self.leads_by_taker or self.scoring in (Scoring.taker, Scoring.bid, Scoring.duplicate)

    def first_leader(self, dealer: str | None, taker: str | None = None) -> str | None:
        """Return the seat that leads to the first trick; None if its dealer or taker is not known."""
        seat = taker if self.leads_by_taker else dealer
        if seat is None or self.first_lead in (FirstLead.taker, FirstLead.dealer):
            return seat
        return self.next_seat(seat)

    # ---- the cards

    @cached_property
    def deck(self) -> tuple[Card, ...]:
        """Every card of the game, suit by suit, in natural order."""
        return tuple(card_of(suit, rank) for suit in self.suits for rank in self.ranks)

    @cached_property
    def deck_set(self) -> frozenset[Card]:
        """The cards of ``deck``, to look cards up in."""
        return frozenset(self.deck)

    def rank_order(self, suit: str, trump: str) -> str:
        """Return the ranks of ``suit``, strongest first; ``trump`` is a suit, ``NT`` or ``AT``."""
        return self.order_trump if trump in (suit, ALL_TRUMPS) else self.order_plain

    def strengths(self, trump: str, led: str) -> Mapping[Card, int]:
        """Return the strength of every card in a trick in which the suit ``led`` was led: the higher wins.

        Every trump is above every card of the suit led; a discard has -1 and never wins.
        """
        found = self._strengths.get((trump, led))
        if found is None:
            n, order = len(self.ranks), self.rank_order(led, trump)
            found = dict.fromkeys(self.deck, -1)
            found |= {card_of(led, rank): n - place for place, rank in enumerate(order)}
            if trump in self.suits:
                found |= {card_of(trump, rank): 2 * n - place for place, rank in enumerate(self.order_trump)}
            found = self._strengths[trump, led] = MappingProxyType(found)
        return found

    @cached_property
    def _strengths(self) -> dict[tuple[str, str], Mapping[Card, int]]:
        return {}

    @cached_property
    def _worth(self) -> Mapping[tuple[str, str], int]:
        return {
            (kind, rank): column.get(rank, 0)
            for kind, column in point_columns(self).items()
            for rank in self.ranks
        }

    def card_points(self, card: Card, trump: str) -> int:
        """Return the card points of ``card`` under the trumps ``trump``."""
        return self.points_of_cards(trump)[card]

    def points_of_cards(self, trump: str) -> Mapping[Card, int]:
        """Return the card points of every card of the deck under the trumps ``trump``."""
        points = self._points_by_trump.get(trump)
        if points is None:
            kinds = dict.fromkeys(self.suits, _KINDS_WITHOUT_SUIT.get(trump, "plain")) | {trump: "trump"}
            points = {card: self._worth[kinds[card.suit], card.rank] for card in self.deck}
            points = self._points_by_trump[trump] = MappingProxyType(points)
        return points

    @cached_property
    def _points_by_trump(self) -> dict[str, Mapping[Card, int]]:
        return {}

    def total_card_points(self, trump: str) -> int:
        """Return the card points of the whole deck, without bonuses."""
        return sum(self.card_points(card, trump) for card in self.deck)

    @cached_property
    def asks_for_capot(self) -> bool:
        """True if `CAPOT_BID` is a bid and stands for all the tricks, as in every game with a slam."""
        return asks_for_capot(self)

    @cached_property
    def has_combinations(self) -> bool:
        """True if the cards of one trick can earn a bonus together."""
        fours = (self.four_of_a_kind, *self.four_of_a_kind_except.values())
        return any((*fours, self.sequence_of_four, self.sequence_of_three, self.trick_marriage))

    def four_points(self, rank: str) -> int:
        """Return the points for the four cards of ``rank`` in one trick."""
        return self.four_of_a_kind_except.get(rank, self.four_of_a_kind)


@lru_cache(maxsize=256)
def _override(rules: Rules, stated: frozenset[tuple[str, Any]], pointer: str) -> Rules:
    """Override options that could all be read.  Cached, as many requests in a row set the same ones."""
    return rules._settle(_values(rules), dict(stated), Reader(pointer, flat=True), is_override=True)


def _name_side(side: str) -> str:
    """Return the proper name of a side, as NS for SN; leave what is no side for the checks to find."""
    is_side = set(side) <= set(CLOCKWISE) and len(set(side)) == len(side)
    return name_side(side) if is_side else side


def _values(rules: Rules) -> dict[str, Any]:
    return {name: getattr(rules, name) for name in RULE_FIELDS}


def _merge_points(inherited: Points, stated: Points) -> Points:
    """Merge two sets of point tables, column by column; a stated column replaces an inherited one."""
    tables = {
        name: FrozenMapping({**inherited.get(name, {}), **stated.get(name, {})})
        for name in {**inherited, **stated}
    }
    return FrozenMapping(tables)


def _settle_stake(draft: RuleFields, inherited: Mapping[str, Any], stated: Mapping[str, Any]) -> int:
    """Return the stake stated here or by the game that ``draft`` extends; the usual one if none is, or 0."""
    if "stake" in stated:
        return draft.stake or usual_stake(draft)
    is_stated_before = inherited and draft.stake != usual_stake(Rules(**inherited))
    return draft.stake if is_stated_before else usual_stake(draft)


def _settle_sources(
    rules: Rules, inherited: Mapping[str, Any], stated: Mapping[str, Any], is_override: bool
) -> Mapping[str, Source]:
    """Return the source of the value of each rule that the game has.

    A stated rule has the source that ``sources`` name for it, or their default; other rules keep the source
    that the extended game has for them.
    """
    named: Mapping[str, Source] = {} if is_override else stated.get("sources", {})
    older: Mapping[str, Source] = inherited.get("sources", {})
    default = named.get(DEFAULT_SOURCE, Source.option)

    def source_of(name: str) -> Source:
        if name in named:
            return named[name]
        return older[name] if name in older and name not in stated else default

    return FrozenMapping({field.name: source_of(field.name) for field in spoken_fields(rules)})


def _write_sources(sources: Mapping[str, Source]) -> dict[str, str]:
    """Write the most common source as the default, and name the rules with another one."""
    if not sources:
        return {}
    default = Counter(sources.values()).most_common(1)[0][0]
    others = {name: source.value for name, source in sources.items() if source != default}
    return {DEFAULT_SOURCE: default.value} | others
