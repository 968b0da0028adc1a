"""Checks for contradictions between rules that are each well-formed.

Each check names the fields it looks at, so that it can be left out when one of them could not even be read,
and yields, for each fault, the field with it (and further steps inside its value) and a sentence.
"""

from collections.abc import Iterator

from solver.cards import ALL_TRUMPS, NO_TRUMPS, RANKS, SUITS
from solver.errors import show, wrong
from solver.fault_codes import Code
from solver.rules.contradictions import CHECKS, Contradiction, contradicts, looks_at
from solver.rules.fields import RuleFields
from solver.rules.fields.cards import point_columns, totals_by_trump
from solver.rules.fields.result import COMBINATIONS
from solver.rules.form import DEFAULT_SOURCE, RULE_FIELDS, Reader, applies
from solver.rules.row import row_of
from solver.rules.words import FirstLead, Objective, Scoring
from solver.seats import CLOCKWISE, SEATS
from solver.sentences import all_of, any_of, phrase

MAX_TOTAL_POINTS = 2000
"""The most card points of a deck: a table entry holds their difference in 12 bits."""

_IDENTIFIER = frozenset("abcdefghijklmnopqrstuvwxyz0123456789_-")


def check_rules(rules: RuleFields, reader: Reader) -> None:
    """Give ``reader`` a fault for every contradiction in ``rules``, except those in misread fields."""
    steps = {rule_field.name: reader.steps_to(rule_field) for rule_field in RULE_FIELDS.values()}
    for names, check in CHECKS:
        if not names & reader.misread:
            for contradiction in check(rules):
                reader.impossible((*steps[contradiction.field], *contradiction.steps), contradiction.wrong)
    _check_what_applies(rules, reader)


def _check_what_applies(rules: RuleFields, reader: Reader) -> None:
    for rule_field in RULE_FIELDS.values():
        row = row_of(rule_field)
        if reader.misread & {rule_field.name, *row.only}:
            continue
        if getattr(rules, rule_field.name) != rule_field.default and not applies(rules, rule_field):
            for other, words in row.only.items():
                found = getattr(rules, other)
                if found not in words:
                    is_range = isinstance(words, range) and len(words) > 1
                    allowed = phrase("at least {least}", least=words[0]) if is_range else any_of(words)
                    idle = wrong(
                        Code.impossible_rules,
                        "{field} is for games whose {other} is {words}; this one's is {found}",
                        field=rule_field.name,
                        other=other,
                        words=allowed,
                        found=found,
                    )
                    reader.impossible(reader.steps_to(rule_field), idle)


def _letters(name: str, letters: str, allowed: str) -> Iterator[Contradiction]:
    if not letters:
        yield contradicts(name, "{field} is empty; it holds letters of {allowed}", allowed=allowed)
    others = letters
    if allowed == RANKS and "10" in letters:
        yield contradicts(name, "{field} holds {strange}; a ten is written T", strange=show("10"))
        others = letters.replace("10", "")
    if strange := sorted(set(others) - set(allowed)):
        yield contradicts(
            name,
            "{field} holds {strange}; it can hold only letters of {allowed}",
            strange=show("".join(strange)),
            allowed=allowed,
        )
    if len(set(letters)) < len(letters):
        yield contradicts(name, "{field} holds a letter twice: {letters}", letters=show(letters))


@looks_at("name", "aliases")
def _names_can_be_asked_for(rules: RuleFields) -> Iterator[Contradiction]:
    for name, steps in [(rules.name, ()), *((alias, (i,)) for i, alias in enumerate(rules.aliases))]:
        if not name or set(name) - _IDENTIFIER:
            yield contradicts(
                "aliases" if steps else "name",
                "{name} cannot be asked for; a name has only small letters, digits, _ and -",
                *steps,
                name=show(name),
            )


@looks_at("sources")
def _sources_are_of_rules(rules: RuleFields) -> Iterator[Contradiction]:
    known = {rule_field.name for rule_field in RULE_FIELDS.values() if row_of(rule_field).says}
    for name in rules.sources:
        if name not in known and name != DEFAULT_SOURCE:
            yield contradicts("sources", "{name} is not a rule", name, name=show(name))


@looks_at("sides")
def _sides_share_the_table(rules: RuleFields) -> Iterator[Contradiction]:
    if len(rules.sides) != 2:
        yield contradicts(
            "sides", "sides has {count}; a game has two sides, as NS and EW", count=len(rules.sides)
        )
    for index, side in enumerate(rules.sides):
        if not side or set(side) - set(SEATS):
            yield contradicts(
                "sides",
                "{side} is no side; a side is some of the seats {seats}",
                index,
                side=show(side),
                seats=CLOCKWISE,
            )
    players = "".join(rules.sides)
    if len(set(players)) < len(players):
        yield contradicts("sides", "a seat plays twice; every seat is on one side at most")


@looks_at("suits", "ranks")
def _deck_has_cards(rules: RuleFields) -> Iterator[Contradiction]:
    yield from _letters("suits", rules.suits, SUITS)
    yield from _letters("ranks", rules.ranks, RANKS)


@looks_at("ranks", "order_plain", "order_trump")
def _orders_hold_the_ranks(rules: RuleFields) -> Iterator[Contradiction]:
    for name, order in (("order_plain", rules.order_plain), ("order_trump", rules.order_trump)):
        # An order of trumps that is not stated is that of plain suits: one fault is enough.
        is_same = name == "order_trump" and order == rules.order_plain
        if not is_same and sorted(order) != sorted(rules.ranks):
            yield contradicts(
                name,
                "{field} is {order}; it must hold every rank of the deck once: {ranks}",
                order=show(order),
                ranks=show(rules.ranks),
            )


@looks_at("sides", "suits", "ranks", "cards_each", "stock")
def _deal_fits_the_deck(rules: RuleFields) -> Iterator[Contradiction]:
    n_players, deck = len("".join(rules.sides)), len(rules.suits) * len(rules.ranks)
    if n_players * rules.cards_each + rules.stock > deck:
        yield contradicts(
            "cards_each",
            "{players} hands of {each} cards and a stock of {stock} need more than the {deck} "
            "cards of the deck",
            players=n_players,
            each=rules.cards_each,
            stock=rules.stock,
            deck=deck,
        )
    if n_players and rules.stock % n_players:
        yield contradicts(
            "stock",
            "a stock of {stock} cannot be drawn out by {players} players; it must be a multiple",
            stock=rules.stock,
            players=n_players,
        )


@looks_at("suits", "trumps")
def _trumps_are_in_the_deck(rules: RuleFields) -> Iterator[Contradiction]:
    allowed = (*dict.fromkeys(rules.suits), NO_TRUMPS, ALL_TRUMPS)
    if not rules.trumps:
        yield contradicts("trumps", "trumps is empty; it must hold some of {known}", known=all_of(allowed))
    for index, trump in enumerate(rules.trumps):
        if trump not in allowed:
            yield contradicts(
                "trumps",
                "{trump} cannot be trumps; it must be {allowed}",
                index,
                trump=show(trump),
                allowed=any_of(allowed),
            )
        elif trump in rules.trumps[:index]:
            yield contradicts("trumps", "{trump} is named twice", index, trump=trump)


@looks_at("trumps", "follow", "ruff", "overruff", "underruff", "head_trumps")
def _duties_have_trumps(rules: RuleFields) -> Iterator[Contradiction]:
    if rules.trumps != (NO_TRUMPS,):
        return
    for rule_field in RULE_FIELDS.values():
        is_duty = row_of(rule_field).path[0] == "duties"
        if is_duty and getattr(rules, rule_field.name) != rule_field.default:
            yield contradicts(
                rule_field.name,
                "{field} is a duty about trumps, and this game is always played without; it must be {word}",
                word=str(rule_field.default),
            )


@looks_at("ranks", "points", "point_table", "objective", "suits", "trumps")
def _points_are_of_the_deck(rules: RuleFields) -> Iterator[Contradiction]:
    for table, kinds in rules.points.items():
        for kind, ranks in kinds.items():
            for rank in ranks:
                if rank not in rules.ranks:
                    yield contradicts("points", "{rank} is not in the deck", table, kind, rank, rank=rank)
    if not rules.points:
        yield contradicts(
            "points", "points is empty; it must hold the table {table}", table=show(rules.point_table)
        )
    elif rules.point_table not in rules.points:
        yield contradicts(
            "point_table",
            "there is no point table {table}; there is {tables}",
            table=show(rules.point_table),
            tables=any_of(rules.points),
        )
    elif rules.objective != Objective.tricks:
        suit = {kind: sum(column.values()) for kind, column in point_columns(rules).items()}
        n_suits = len(rules.suits)
        with_suit = suit["plain"] * max(n_suits - 1, 0) + max(suit["plain"], suit["trump"])
        total = max(with_suit, suit["no_trumps"] * n_suits, suit["all_trumps"] * n_suits)
        # That nothing can be trumps is a fault of its own.
        if rules.trumps and not any(totals_by_trump(rules).values()):
            yield contradicts(
                "points",
                "no card is worth anything, but the game is played for {objective}",
                objective=rules.objective,
            )
        if total > MAX_TOTAL_POINTS:
            yield contradicts(
                "points",
                "the cards are worth {total} points together; it can be {most} at the most",
                total=total,
                most=MAX_TOTAL_POINTS,
            )


@looks_at("sides", *COMBINATIONS)
def _combinations_have_four_cards(rules: RuleFields) -> Iterator[Contradiction]:
    n_players = len("".join(rules.sides))
    for name in COMBINATIONS:
        if getattr(rules, name) and n_players < 4:
            yield contradicts(
                name,
                "{field} is a combination in a trick of four cards; {players} players make none",
                players=n_players,
            )


@looks_at("ranks", "four_of_a_kind_except")
def _fours_are_of_the_deck(rules: RuleFields) -> Iterator[Contradiction]:
    for rank in rules.four_of_a_kind_except:
        if rank not in rules.ranks:
            yield contradicts("four_of_a_kind_except", "{rank} is not in the deck", rank, rank=rank)


@looks_at("ranks", "belote", "trick_marriage")
def _marriages_have_king_and_queen(rules: RuleFields) -> Iterator[Contradiction]:
    for name in ("belote", "trick_marriage"):
        if getattr(rules, name) and not {"K", "Q"} <= set(rules.ranks):
            yield contradicts(name, "{field} needs the king and the queen of trumps, and the deck lacks them")


_OBJECTIVES_OF = {
    Scoring.none: tuple(Objective),
    Scoring.trick_table: (Objective.tricks,),
    Scoring.four_points: (Objective.four_points,),
    Scoring.taker: (Objective.tricks, Objective.card_points),
    Scoring.bid: (Objective.tricks, Objective.card_points),
    Scoring.duplicate: (Objective.tricks,),
}


@looks_at("objective", "scoring")
def _score_fits_the_objective(rules: RuleFields) -> Iterator[Contradiction]:
    allowed = _OBJECTIVES_OF[rules.scoring]
    if rules.objective not in allowed:
        yield contradicts(
            "scoring",
            "scoring {scoring} is for games whose objective is {allowed}, and this game's is {objective}",
            scoring=rules.scoring,
            allowed=any_of(allowed),
            objective=rules.objective,
        )


@looks_at("scoring", "first_lead")
def _lead_has_a_taker(rules: RuleFields) -> Iterator[Contradiction]:
    if rules.scoring in (Scoring.trick_table, Scoring.four_points) and rules.first_lead in (
        FirstLead.taker,
        FirstLead.taker_next,
    ):
        yield contradicts(
            "first_lead",
            "first_lead is {lead}, but a game with scoring {scoring} has no taker; it must be "
            "{next_one} or {dealer}",
            lead=rules.first_lead,
            scoring=rules.scoring,
            next_one=FirstLead.dealer_next,
            dealer=FirstLead.dealer,
        )


@looks_at("sides", "first_lead", "dummy")
def _dummy_is_the_takers_partner(rules: RuleFields) -> Iterator[Contradiction]:
    if not rules.dummy:
        return
    if not rules.leads_by_taker:
        yield contradicts(
            "dummy",
            "dummy is the taker's partner, so the taker or the player after the taker leads; first_lead is "
            "{lead}, and must be {allowed}",
            lead=rules.first_lead,
            allowed=any_of((FirstLead.taker, FirstLead.taker_next)),
        )
    if any(len(side) != 2 for side in rules.sides):
        yield contradicts("dummy", "dummy is the taker's partner; each side must have two players")


@looks_at("inaccuracy", "mistake", "blunder")
def _grades_grow_worse(rules: RuleFields) -> Iterator[Contradiction]:
    for name, worse in (("inaccuracy", "mistake"), ("mistake", "blunder")):
        least, most = getattr(rules, name), getattr(rules, worse)
        if least > most:
            yield contradicts(
                worse,
                "{field} is {most}, but {name} is {least}; a worse grade cannot begin at a smaller swing",
                name=name,
                most=most,
                least=least,
            )
