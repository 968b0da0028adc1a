"""Finds what is behind a mistake: each `Theme` that holds, with the cards and tricks that show it."""

from collections.abc import Callable, Iterator

from solver.analysis.course import Course, CourseTrick
from solver.analysis.grades import earns_slam
from solver.analysis.themes import Case, Fact, Theme
from solver.cards import Card
from solver.game import HONOUR_NAMES, Combination, Outcome, find_combinations
from solver.rules import Objective

Finder = Callable[[Case], Iterator[Fact]]


def _ruffs(case: Case) -> Iterator[Fact]:
    """Trumps on a plain suit: too low, too high, not at all."""
    if not case.table or case.is_trump(case.table[0]):
        return
    now, instead = case.played.tricks[0], case.better.tricks[0]
    winning = case.winning
    assert winning is not None
    ruffed, ruffs = case.is_ruff(case.card), case.is_ruff(case.best)
    opponent = not case.is_own(case.position.trick.winner(case.rules, case.trump))
    if ruffed and case.beats_winning(case.card) and not case.wins_own(now):
        is_as_bad = ruffs and case.beats_winning(case.best) and not case.wins_own(instead)
        if not is_as_bad:
            yield Fact(Theme.overruffed, case.weigh(*now.cards), {"card": now.taking, "seat": now.winner})
    if ruffs and case.beats_winning(case.best):
        gain = case.weigh(*now.cards) if case.wins_own(instead) and not case.wins_own(now) else 0
        if case.is_trump(winning) and opponent and not (ruffed and case.beats_winning(case.card)):
            seat = case.position.trick.winner(case.rules, case.trump)
            values = {"card": case.best, "other": winning, "seat": seat}
            yield Fact(Theme.overruff_missed, gain, values)
        elif not ruffed and instead.taking == case.best:
            yield Fact(Theme.ruff_missed, gain, {"card": case.best})
    if ruffed and not ruffs and case.is_trump(winning) and not case.beats_winning(case.card):
        yield Fact(Theme.underruff, 0, {"card": case.card, "other": winning})


def _kept_winner(case: Case) -> Iterator[Fact]:
    """The card that was played wins a later trick if it is kept, with a card that now gets away."""
    trick = case.better.trick_of[case.card]
    if trick.taking != case.card or trick is case.better.tricks[0]:
        return
    prizes = [
        card
        for seat, card in zip(trick.seats, trick.cards, strict=True)
        if not case.is_own(seat) and case.played.side_of[card] != case.own
    ]
    if prizes:
        prize = max(prizes, key=lambda card: (case.weigh(card), case.heights[card]))
        theme = Theme.ruff_wasted if case.is_ruff(case.card) else Theme.winner_spent
        lost = (case.card,) if case.played.side_of[case.card] != case.own else ()
        values = {
            "card": case.card,
            "prize": prize,
            "seat": case.better.seat_of[prize],
            "trick": trick.number,
        }
        yield Fact(theme, case.weigh(*prizes, *lost), values)


def _trumps(case: Case) -> Iterator[Fact]:
    """Leads: trumps that should be drawn, or should not."""
    if case.table or case.is_trump(case.card) == case.is_trump(case.best):
        return
    is_drawn = case.is_trump(case.card)
    drawing, ruffing = (case.played, case.better) if is_drawn else (case.better, case.played)
    for trick in ruffing.tricks:
        ruffs_for_own = case.wins_own(trick)
        if not case.is_trump(trick.taking) or case.is_trump(trick.cards[0]) or ruffs_for_own != is_drawn:
            continue
        falls = drawing.trick_of[trick.taking]
        if not case.is_trump(falls.cards[0]) or (not is_drawn and not case.wins_own(falls)):
            continue
        theme = Theme.trumps_drawn if is_drawn else Theme.trumps_not_drawn
        values = {"card": trick.taking, "seat": trick.winner, "trick": trick.number, "falls": falls.number}
        yield Fact(theme, case.weigh(*trick.cards), values)
        return


def _master(case: Case) -> Iterator[Fact]:
    """The highest card left of its suit could be led and win, and is lost later."""
    if case.table or case.better.tricks[0].taking != case.best:
        return
    others = [
        card
        for card in case.better.trick_of
        if card.suit == case.best.suit and case.heights[card] > case.heights[case.best]
    ]
    trick = case.played.trick_of[case.best]
    if not others and not case.wins_own(trick):
        values = {"card": case.best, "other": trick.taking, "seat": trick.winner, "trick": trick.number}
        yield Fact(Theme.master_not_cashed, case.weigh(case.best), values)


def _is_counting(case: Case, card: Card, saving: Course) -> bool:
    """Whether it matters who takes ``card``: by its weight or, in a game for tricks, as it wins one."""
    if case.rules.objective == Objective.tricks:
        return saving.trick_of[card].taking == card
    return case.weigh(card) > 0


def _cards_lost(case: Case) -> Iterator[Fact]:
    """Cards of either side that go to the opponents instead of to own: the dearest ten, and another one."""
    found: set[Theme] = set()
    for card in case.lost:
        holders = {case.is_own(course.seat_of[card]) for course in (case.better, case.played)}
        if len(holders) > 1:
            continue
        is_own = holders.pop()
        if not _is_counting(case, card, case.better if is_own else case.played):
            continue
        is_ten = card.rank == "T" and case.points(card) >= 10
        if is_own:
            theme = Theme.ten_exposed if is_ten else Theme.card_lost
        else:
            theme = Theme.ten_escaped if is_ten else Theme.card_escaped
        if theme not in found:
            found.add(theme)
            now, instead = case.played.trick_of[card], case.better.trick_of[card]
            # Of an own card: what takes it now, and where it is saved. Of another: what it should fall to.
            taker = now if is_own else instead
            values = {
                "card": card,
                "holder": case.played.seat_of[card],
                "trick": now.number,
                "other": taker.taking,
                "seat": taker.winner,
                "instead": instead.number,
            }
            yield Fact(theme, case.weigh(card), values)


def _this_trick(case: Case) -> Iterator[Fact]:
    """Who wins the trick that the card was played to."""
    now, instead = case.played.tricks[0], case.better.tricks[0]
    if case.wins_own(instead) and not case.wins_own(now):
        values = {"card": instead.taking, "seat": instead.winner}
        yield Fact(Theme.trick_not_taken, case.weigh(*now.cards), values)
    if case.wins_own(now) and not case.wins_own(instead):
        yield Fact(Theme.not_ducked, 0, {"card": instead.taking, "seat": instead.winner})
    if case.table and case.wins_own(instead):
        holder = case.position.trick.winner(case.rules, case.trump)
        if case.is_own(holder) and case.beats_winning(case.card) and not case.beats_winning(case.best):
            yield Fact(Theme.partner_overtaken, 0, {"card": case.winning, "seat": holder})


def _belote(case: Case) -> Iterator[Fact]:
    """King and queen of trumps in one hand."""
    pair = {Card(case.trump, "K"), Card(case.trump, "Q")}
    is_whole = case.rules.belote and pair <= set(case.position.hands[case.seat])
    if is_whole and case.card in pair and case.best not in pair:
        yield Fact(Theme.belote_broken, 0, {"card": case.card})


def _last_trick(case: Case) -> Iterator[Fact]:
    """The bonus for the last trick."""
    now, instead = case.played.tricks[-1], case.better.tricks[-1]
    if case.rules.last_trick and case.wins_own(instead) and not case.wins_own(now):
        worth = case.rules.last_trick + case.weigh(*now.cards)
        yield Fact(Theme.last_trick, worth, {"card": now.taking, "seat": now.winner})


def _tricks(case: Case) -> Iterator[Fact]:
    """Fewer tricks, where tricks are what is played for."""
    if case.rules.objective == Objective.tricks:
        lost = _n_own(case, case.better) - _n_own(case, case.played)
        if lost > 0:
            yield Fact(Theme.trick_given, 0, {"n": lost})


def _n_own(case: Case, course: Course) -> int:
    return sum(case.wins_own(trick) for trick in course.tricks)


def _contract(case: Case) -> Iterator[Fact]:
    """What becomes of the contract."""
    before, after = case.verdicts
    if before is None or after is None or before == after or before.outcome == Outcome.played:
        return
    if after.side is None or before.side is None:
        is_litige = Outcome.litige in (before.outcome, after.outcome)
        yield Fact(Theme.litige if is_litige else Theme.tie)
    elif after.side != case.own:
        made = after.outcome == Outcome.made
        yield Fact(Theme.contract_let_through if made else Theme.contract_lost)


def _slam(case: Case) -> Iterator[Fact]:
    """All the tricks."""
    before, after = case.better.slam_side, case.played.slam_side
    if earns_slam(case.rules) and before != after:
        if before == case.own:
            yield Fact(Theme.slam_missed)
        if after == 1 - case.own:
            yield Fact(Theme.slam_conceded)


def _combinations(case: Case) -> Iterator[Fact]:
    """Combinations within one trick."""
    if not case.rules.has_combinations:
        return
    before, after = (_earned(case, course) for course in (case.better, case.played))
    for theme, here, there, side in (
        (Theme.combination_missed, before, after, case.own),
        (Theme.combination_conceded, after, before, 1 - case.own),
    ):
        kept = {(combination.name, frozenset(combination.cards)) for combination, _ in there[side]}
        for combination, trick in here[side]:
            if (combination.name, frozenset(combination.cards)) not in kept:
                values = {"combination": combination.name, "seat": trick.winner, "trick": trick.number}
                yield Fact(theme, combination.points, values)


def _earned(case: Case, course: Course) -> list[list[tuple[Combination, CourseTrick]]]:
    """The combinations of each side."""
    earned: list[list[tuple[Combination, CourseTrick]]] = [[], []]
    for trick in course.tricks:
        for combination in find_combinations(case.rules, case.trump, trick.cards):
            earned[case.rules.side_of(trick.winner)].append((combination, trick))
    return earned


def _four_points(case: Case) -> Iterator[Fact]:
    """High, low, jack and game."""
    if case.rules.objective != Objective.four_points:
        return
    before, after = case.better.result, case.played.result
    for bit, name in HONOUR_NAMES.items():
        if before.honours[case.own] & bit and after.honours[1 - case.own] & bit:
            yield Fact(Theme[f"{name}_lost"])
    if before.game[case.own] and after.game[1 - case.own]:
        own, other = after.card_points[case.own], after.card_points[1 - case.own]
        yield Fact(Theme.game_lost, 0, {"most": other, "least": own})
    n_more = after.penalties[case.own] - before.penalties[case.own]
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


def find_facts(case: Case) -> list[Fact]:
    """Every fact that can be told of a mistake, in the order of `Theme`; one of each theme at the most."""
    found: dict[Theme, Fact] = {}
    for find in FINDERS:
        for fact in find(case):
            if fact.theme not in found or fact.worth > found[fact.theme].worth:
                found[fact.theme] = fact
    return [found[theme] for theme in Theme if theme in found]
