"""Finders: the themes that hold of a mistake, each with the cards and tricks that show it."""

from collections.abc import Callable, Iterator
from functools import lru_cache

from solver.cards import Card
from solver.game import HONOUR_NAMES, Combination, Outcome, earns_slam, find_combinations
from solver.reasons.course import Course, CourseTrick
from solver.reasons.themes import Fact, Mistake, Theme
from solver.rules import Objective

MOST_KEPT = 16
"""The mistakes of which what was found is kept: those beside which one mistake is looked at, and more."""

_IN_ORDER = tuple(Theme)

Finder = Callable[[Mistake], Iterator[Fact]]


def _ruffs(mistake: Mistake) -> Iterator[Fact]:
    """Find trumps played on a plain suit: too low, too high, or not at all."""
    if not mistake.on_table or mistake.is_trump(mistake.on_table[0]):
        return
    now, instead = mistake.played.tricks[0], mistake.better.tricks[0]
    winning = mistake.winning
    assert winning is not None
    ruffed, ruffs = mistake.is_ruff(mistake.card), mistake.is_ruff(mistake.best)
    opponent = not mistake.is_own(mistake.position.trick.winner(mistake.rules, mistake.trump))
    if ruffed and mistake.beats_winning(mistake.card) and not mistake.wins_own(now):
        is_as_bad = ruffs and mistake.beats_winning(mistake.best) and not mistake.wins_own(instead)
        if not is_as_bad:
            yield Fact(Theme.overruffed, mistake.weigh(*now.cards), {"card": now.taking, "seat": now.winner})
    if ruffs and mistake.beats_winning(mistake.best):
        gain = mistake.weigh(*now.cards) if mistake.wins_own(instead) and not mistake.wins_own(now) else 0
        if mistake.is_trump(winning) and opponent and not (ruffed and mistake.beats_winning(mistake.card)):
            seat = mistake.position.trick.winner(mistake.rules, mistake.trump)
            values = {"card": mistake.best, "other": winning, "seat": seat}
            yield Fact(Theme.overruff_missed, gain, values)
        elif not ruffed and instead.taking == mistake.best:
            yield Fact(Theme.ruff_missed, gain, {"card": mistake.best})
    if ruffed and not ruffs and mistake.is_trump(winning) and not mistake.beats_winning(mistake.card):
        yield Fact(Theme.underruff, 0, {"card": mistake.card, "other": winning})


def _kept_winner(mistake: Mistake) -> Iterator[Fact]:
    """Find a card that, if kept, wins a later trick with a card that now gets away."""
    trick = mistake.better.trick_of[mistake.card]
    if trick.taking != mistake.card or trick is mistake.better.tricks[0]:
        return
    prizes = [
        card
        for seat, card in zip(trick.seats, trick.cards, strict=True)
        if not mistake.is_own(seat) and mistake.played.side_of[card] != mistake.own
    ]
    if prizes:
        prize = max(prizes, key=lambda card: (mistake.weigh(card), mistake.heights[card]))
        theme = Theme.ruff_wasted if mistake.is_ruff(mistake.card) else Theme.winner_spent
        lost = (mistake.card,) if mistake.played.side_of[mistake.card] != mistake.own else ()
        values = {
            "card": mistake.card,
            "prize": prize,
            "seat": mistake.better.seat_of[prize],
            "trick": trick.number,
        }
        yield Fact(theme, mistake.weigh(*prizes, *lost), values)


def _trumps(mistake: Mistake) -> Iterator[Fact]:
    """Find leads of trumps that should be made, or should not."""
    if mistake.on_table or mistake.is_trump(mistake.card) == mistake.is_trump(mistake.best):
        return
    is_drawn = mistake.is_trump(mistake.card)
    drawing, ruffing = (mistake.played, mistake.better) if is_drawn else (mistake.better, mistake.played)
    for trick in ruffing.tricks:
        ruffs_for_own = mistake.wins_own(trick)
        if (
            not mistake.is_trump(trick.taking)
            or mistake.is_trump(trick.cards[0])
            or ruffs_for_own != is_drawn
        ):
            continue
        falls = drawing.trick_of[trick.taking]
        if not mistake.is_trump(falls.cards[0]) or (not is_drawn and not mistake.wins_own(falls)):
            continue
        theme = Theme.trumps_drawn if is_drawn else Theme.trumps_not_drawn
        values = {"card": trick.taking, "seat": trick.winner, "trick": trick.number, "falls": falls.number}
        yield Fact(theme, mistake.weigh(*trick.cards), values)
        return


def _master(mistake: Mistake) -> Iterator[Fact]:
    """Find the highest card left of its suit that could be led to win, and is lost later."""
    if mistake.on_table or mistake.better.tricks[0].taking != mistake.best:
        return
    others = [
        card
        for card in mistake.better.trick_of
        if card.suit == mistake.best.suit and mistake.heights[card] > mistake.heights[mistake.best]
    ]
    trick = mistake.played.trick_of[mistake.best]
    if not others and not mistake.wins_own(trick):
        values = {"card": mistake.best, "other": trick.taking, "seat": trick.winner, "trick": trick.number}
        yield Fact(Theme.master_not_cashed, mistake.weigh(mistake.best), values)


def _is_counting(mistake: Mistake, card: Card, saving: Course) -> bool:
    """True if it matters which side takes ``card``: by its weight or, in a game for tricks, by winning."""
    if mistake.rules.objective == Objective.tricks:
        return saving.trick_of[card].taking == card
    return mistake.weigh(card) > 0


def _cards_lost(mistake: Mistake) -> Iterator[Fact]:
    """Find cards of either side that the opponents take instead: the dearest ten, and another one."""
    found: set[Theme] = set()
    for card in mistake.lost:
        holders = {mistake.is_own(course.seat_of[card]) for course in (mistake.better, mistake.played)}
        if len(holders) > 1:
            continue
        is_own = holders.pop()
        if not _is_counting(mistake, card, mistake.better if is_own else mistake.played):
            continue
        is_ten = card.rank == "T" and mistake.points(card) >= 10
        if is_own:
            theme = Theme.ten_exposed if is_ten else Theme.card_lost
        else:
            theme = Theme.ten_escaped if is_ten else Theme.card_escaped
        if theme not in found:
            found.add(theme)
            now, instead = mistake.played.trick_of[card], mistake.better.trick_of[card]
            # Of an own card: what takes it now, and where it is saved. Of another: what it should fall to.
            taker = now if is_own else instead
            values = {
                "card": card,
                "holder": mistake.played.seat_of[card],
                "trick": now.number,
                "other": taker.taking,
                "seat": taker.winner,
                "instead": instead.number,
            }
            yield Fact(theme, mistake.weigh(card), values)


def _this_trick(mistake: Mistake) -> Iterator[Fact]:
    """Find a change of the winner of the trick to which the card was played."""
    now, instead = mistake.played.tricks[0], mistake.better.tricks[0]
    if mistake.wins_own(instead) and not mistake.wins_own(now):
        values = {"card": instead.taking, "seat": instead.winner}
        yield Fact(Theme.trick_not_taken, mistake.weigh(*now.cards), values)
    if mistake.wins_own(now) and not mistake.wins_own(instead):
        yield Fact(Theme.not_ducked, 0, {"card": instead.taking, "seat": instead.winner})
    if mistake.on_table and mistake.wins_own(instead):
        holder = mistake.position.trick.winner(mistake.rules, mistake.trump)
        if (
            mistake.is_own(holder)
            and mistake.beats_winning(mistake.card)
            and not mistake.beats_winning(mistake.best)
        ):
            yield Fact(Theme.partner_overtaken, 0, {"card": mistake.winning, "seat": holder})


def _belote(mistake: Mistake) -> Iterator[Fact]:
    """Find a broken pair of king and queen of trumps."""
    pair = {Card(mistake.trump, "K"), Card(mistake.trump, "Q")}
    is_whole = mistake.rules.belote and pair <= set(mistake.position.hands[mistake.seat])
    if is_whole and mistake.card in pair and mistake.best not in pair:
        yield Fact(Theme.belote_broken, 0, {"card": mistake.card})


def _last_trick(mistake: Mistake) -> Iterator[Fact]:
    """Find a lost bonus for the last trick."""
    now, instead = mistake.played.tricks[-1], mistake.better.tricks[-1]
    if mistake.rules.last_trick and mistake.wins_own(instead) and not mistake.wins_own(now):
        worth = mistake.rules.last_trick + mistake.weigh(*now.cards)
        yield Fact(Theme.last_trick, worth, {"card": now.taking, "seat": now.winner})


def _tricks(mistake: Mistake) -> Iterator[Fact]:
    """Find fewer tricks, in games for tricks."""
    if mistake.rules.objective == Objective.tricks:
        lost = _n_own(mistake, mistake.better) - _n_own(mistake, mistake.played)
        if lost > 0:
            yield Fact(Theme.trick_given, 0, {"n": lost})


def _n_own(mistake: Mistake, course: Course) -> int:
    return sum(mistake.wins_own(trick) for trick in course.tricks)


def _contract(mistake: Mistake) -> Iterator[Fact]:
    """Find a change of the contract's outcome."""
    before, after = mistake.verdicts
    if before is None or after is None or before == after or before.outcome == Outcome.played:
        return
    if after.side is None or before.side is None:
        is_litige = Outcome.litige in (before.outcome, after.outcome)
        yield Fact(Theme.litige if is_litige else Theme.tie)
    elif after.side != mistake.own:
        made = after.outcome == Outcome.made
        yield Fact(Theme.contract_let_through if made else Theme.contract_lost)


def _slam(mistake: Mistake) -> Iterator[Fact]:
    """Find a change of the side that takes all the tricks."""
    before, after = mistake.better.slam_side, mistake.played.slam_side
    if earns_slam(mistake.rules) and before != after:
        if before == mistake.own:
            yield Fact(Theme.slam_missed)
        if after == 1 - mistake.own:
            yield Fact(Theme.slam_conceded)


def _combinations(mistake: Mistake) -> Iterator[Fact]:
    """Find combinations within one trick that were missed or conceded."""
    if not mistake.rules.has_combinations:
        return
    before, after = (_earned(mistake, course) for course in (mistake.better, mistake.played))
    for theme, here, there, side in (
        (Theme.combination_missed, before, after, mistake.own),
        (Theme.combination_conceded, after, before, 1 - mistake.own),
    ):
        kept = {combination.key for combination, _ in there[side]}
        for combination, trick in here[side]:
            if combination.key not in kept:
                named = {"combination": combination.name, "cards": combination.cards}
                values = {**named, "seat": trick.winner, "trick": trick.number}
                yield Fact(theme, combination.points, values)


def _earned(mistake: Mistake, course: Course) -> list[list[tuple[Combination, CourseTrick]]]:
    """Return the combinations of each side."""
    earned: list[list[tuple[Combination, CourseTrick]]] = [[], []]
    for trick in course.tricks:
        for combination in find_combinations(mistake.rules, mistake.trump, trick.cards):
            earned[mistake.rules.side_of(trick.winner)].append((combination, trick))
    return earned


def _four_points(mistake: Mistake) -> Iterator[Fact]:
    """Find a change of the sides that score high, low, jack and game."""
    if mistake.rules.objective != Objective.four_points:
        return
    before, after = mistake.better.result, mistake.played.result
    for bit, name in HONOUR_NAMES.items():
        if before.honours[mistake.own] & bit and after.honours[1 - mistake.own] & bit:
            yield Fact(Theme[f"{name}_lost"])
    if before.game[mistake.own] and after.game[1 - mistake.own]:
        own, other = after.card_points[mistake.own], after.card_points[1 - mistake.own]
        yield Fact(Theme.game_lost, 0, {"most": other, "least": own})
    n_more = after.penalties[mistake.own] - before.penalties[mistake.own]
    if n_more > 0:
        yield Fact(Theme.forced_discard, 20, {"n": n_more})


FINDERS: tuple[Finder, ...] = (
    _ruffs,
    _kept_winner,
    _trumps,
    _master,
    _cards_lost,
    _this_trick,
    _belote,
    _last_trick,
    _combinations,
    _four_points,
    _tricks,
    _slam,
    _contract,
)


@lru_cache(maxsize=MOST_KEPT)
def find_facts(mistake: Mistake) -> tuple[Fact, ...]:
    """Return every fact that holds of a mistake, at most one of each theme, in the order of `Theme`."""
    found: dict[Theme, Fact] = {}
    for find in FINDERS:
        for fact in find(mistake):
            if fact.theme not in found or fact.worth > found[fact.theme].worth:
                found[fact.theme] = fact
    return tuple([found[theme] for theme in _IN_ORDER if theme in found])
