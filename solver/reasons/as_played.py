"""A reason beside the game: the tricks that its sentence tells may have gone, or may go, otherwise."""

from collections import Counter
from collections.abc import Callable, Collection, Mapping
from dataclasses import replace

from solver.cards import Card
from solver.game import Position, find_combinations
from solver.reasons.course import CourseTrick
from solver.reasons.discards import WAYS_OF_BOTH, forced_discards
from solver.reasons.reason import ProvedReason, Reason
from solver.reasons.themes import Mistake

OF_BETTER = (Reason.keep, Reason.keep_last, Reason.keep_low, Reason.slam_conceded)
"""Reasons that tell what the card would do in best play, unless it guards another."""
OF_BETTER_TRICK = tuple(
    (reason, way) for reason in (Reason.jack_caught, Reason.low_saved) for way in ("caught", "can_catch")
)
"""Others that do so of this trick, in some of their ways."""
GUARDS = ("guard", "else_beaten", "else_ruffed", "else_thrown", "else_thrown_freely", "home")
"""The ways of a reason that tells how another card is lost now."""
COSTS = ("costs", "ruffs_costs", "overruffs_costs")
"""Those of a reason for the lead, or for a card to be kept, that names the cards besides."""
OF_CARDS = (
    *("several", "against", "and_last", "several_last", "takes", "cards", "takes_last", "against_last"),
    *(way + end for way in COSTS for end in ("", "_and_last")),
)
"""The ways of a reason that tells which cards the mistake costs."""
LAST = "_last"
"""The end of the ways of a reason that tells that the last trick is lost, with cards or without."""
OF_LEAD = (Reason.lead_given, Reason.lead_taken)
"""Reasons that tell who wins the trick, without its cards."""

WAYS_OF_RUFF = ("ruffs", "ruffed", "else_ruffed", "over", "overruffs")
"""The ways of a reason that tells of a later trick that a card, or a suit, is ruffed in it."""
WAYS_OF_TRUMP = ("trick", "makes")
"""The ways of one that tells that a trump makes a trick, be it by no ruff."""
WAYS_OF_FALL = ("beaten", "else_beaten")
"""The ways of one that tells that a card falls to another, be it in a trick that is ruffed."""

OF_TAKING = (Reason.load, Reason.trick_not_taken, Reason.ruff_missed)
"""Reasons that tell who wins the trick with the better card."""
WAYS_OF_TAKING = ((Reason.lead_beaten, "self"), (Reason.keep, "enough"))
"""Others that do in some of their ways."""
WAYS_OF_ANYWAY = ("anyway", "anyhow")
"""The ways of a card to be kept that tell that the same hand wins the trick after either card."""


def is_left(reason: ProvedReason, mistake: Mistake) -> bool:
    """True if the trick of the better card is told as won that an opponent could still take, and leaves.

    Or if it is told to go to the same hand after either card, and need not.
    """
    way = reason.values.get("way")
    now, trick = mistake.played.tricks[0], mistake.better.tricks[0]
    is_first = reason.better == mistake.best
    if reason.reason is Reason.keep and way in WAYS_OF_ANYWAY:
        tricks = (now, trick) if is_first else (now,)
        return any(is_open(mistake, one, mistake.rules.players) for one in tricks)
    others = [seat for seat in mistake.rules.players if not mistake.is_own(seat)]
    is_of_taking = reason.reason in OF_TAKING or (reason.reason, way) in WAYS_OF_TAKING
    return is_first and is_of_taking and mistake.wins_own(trick) and is_open(mistake, trick, others)


def is_open(mistake: Mistake, trick: CourseTrick, seats: Collection[str]) -> bool:
    """True if one of the seats, behind the player, could win the trick of another hand, or leave its own."""
    n_laid = len(mistake.on_table) + 1
    position = mistake.position.play(trick.cards[n_laid - 1])
    for seat, card in list(zip(trick.seats, trick.cards, strict=True))[n_laid:]:
        is_winner = seat == trick.winner
        winning = position.trick.winning_card(mistake.rules, mistake.trump) if is_winner else trick.taking
        if seat in seats and any(
            mistake.beats(play, winning) != is_winner for play in position.legal_plays()
        ):
            return True
        position = position.play(card)
    return False


def is_as_played(reason: ProvedReason, mistake: Mistake, game: Position) -> bool:
    """True unless the sentence tells of a trick after the card otherwise than the trick was played.

    Best play after the card leaves the game at the next card that gives something away.

    game: the deal as far as it was played.
    """
    way = reason.values.get("way")
    # A weak reason says where cards lie, not how they are played.
    if reason.is_weak and (reason.reason, way) != (Reason.holder, "caught"):
        return True
    if way is not None and way.endswith(LAST) and _wins_last(mistake, game):
        return False
    if way in OF_CARDS and not _change_sides(reason, mistake, game):
        return False
    if (reason.reason in OF_BETTER and way not in GUARDS) or (reason.reason, way) in OF_BETTER_TRICK:
        return True
    if (reason.reason, way) in OF_GAME:
        return OF_GAME[reason.reason, way](reason, mistake, game)
    played = reason.played or mistake.played
    if reason.reason is Reason.void and way == "can_ruff":
        return True
    is_of_last = reason.reason is Reason.last_trick and way not in OF_CARDS
    now = played.tricks[-1 if is_of_last else 0]
    # The trump falls in this trick; the one that it could ruff is of best play.
    falls_now = reason.reason is Reason.trumps_drawn and way == "partner"
    number = now.number if falls_now else reason.values.get("trick", now.number)
    told = next((trick for trick in played.tricks if trick.number == number), None)
    if told is None or number >= len(game.tricks):
        return True
    trick = game.tricks[number]
    if reason.reason is Reason.masters_together:
        return {*reason.values["cards"]} <= {*trick.plays}
    winner = trick.winner(mistake.rules, mistake.trump)
    has_winner = winner == told.winner
    if reason.reason is Reason.combination_conceded:
        won = find_combinations(mistake.rules, mistake.trump, trick.plays)
        return has_winner and {*reason.values["cards"]} in [{*combination.cards} for combination in won]
    # What should win the last trick need not come to it in the game.
    aside = ("other",) if is_of_last else ()
    named = {card for name, card in reason.values.items() if isinstance(card, Card) and name not in aside}
    if not named.intersection(told.cards) <= {*trick.plays}:
        return False
    escapes = reason.reason in (Reason.card_escaped, Reason.ten_escaped) or way == "home"
    if not escapes and not _is_led_so(reason, told, trick.plays[0], mistake):
        return False
    if escapes and mistake.is_own(winner):
        return False
    tells_winner = told.taking in named or reason.reason in OF_LEAD
    return not tells_winner or has_winner


def _is_led_so(reason: ProvedReason, told: CourseTrick, led: Card, mistake: Mistake) -> bool:
    """True unless a ruff is told of a trick, or a trump drawn, to which another suit or card was led."""
    way = reason.values.get("way")
    if way == "drawn":
        return led == told.taking
    if way in WAYS_OF_RUFF:
        return led.suit == told.led_suit
    fallen = reason.values.get("prize", reason.values.get("card"))
    if way in WAYS_OF_FALL and fallen.suit == told.led_suit != told.taking.suit:
        return led.suit == told.led_suit
    is_of_ruff = reason.reason is Reason.trumps_not_drawn or (
        reason.reason is Reason.draw_trumps and way not in WAYS_OF_TRUMP
    )
    return not is_of_ruff or not mistake.is_trump(led)


def is_beside_as_played(reason: ProvedReason, mistake: Mistake, game: Position) -> bool:
    """True unless the combination that is told beside a reason was won otherwise, or not at all."""
    if reason.beside is None:
        return True
    word, values = reason.beside
    return is_as_played(replace(reason, reason=word, values=values, is_weak=False), mistake, game)


def _wins_last(mistake: Mistake, game: Position) -> bool:
    """True if own won the last trick of the game, as far as that was played."""
    return game.is_over and mistake.is_own(game.tricks[-1].winner(mistake.rules, mistake.trump))


def _change_sides(reason: ProvedReason, mistake: Mistake, game: Position) -> bool:
    """True unless own has a card in the game that is told as lost, or the opponents one that is gained."""
    lost, gained = (reason.values.get(name, ()) for name in ("cards", "gained"))
    owners = [
        (mistake.is_own(trick.winner(mistake.rules, mistake.trump)), {*trick.plays}) for trick in game.tricks
    ]
    return all(plays.isdisjoint(lost if is_own else gained) for is_own, plays in owners)


def _makes_trick(reason: ProvedReason, mistake: Mistake, game: Position) -> bool:
    """True unless the trump that is told to win a trick did not in the game."""
    card: Card = reason.values["card"]
    trick = next((trick for trick in game.tricks if card in trick.plays), None)
    if trick is None:
        return True
    return trick.winning_card(mistake.rules, mistake.trump) == card


def _is_discarded(reason: ProvedReason, mistake: Mistake, game: Position) -> bool:
    """True unless the seat lost no points by a forced discard in that trick, or by another number of them."""
    number, seat = reason.values["trick"], reason.values["seat"]
    if number >= len(game.tricks):
        return True
    found = forced_discards(mistake.position, game.plays[len(mistake.position.plays) :])
    there = forced_discards(mistake.position, mistake.better.line)
    values = reason.values
    n_more = Counter(one for one, _ in found)
    n_more.subtract(one for one, _ in there)
    is_other = "fewer" in values and n_more[values["other_seat"]] != -values["fewer"]
    return (seat, number) in found and values.get("n", n_more[seat]) == n_more[seat] and not is_other


def _is_not_cashed(reason: ProvedReason, mistake: Mistake, game: Position) -> bool:
    """True unless own won the master's trick before the other hand had the lead."""
    for trick in game.tricks[mistake.played.tricks[0].number :]:
        winner = trick.winner(mistake.rules, mistake.trump)
        if reason.values["card"] in trick.plays:
            return not mistake.is_own(winner)
        if winner == reason.values["seat"]:
            return True
    return True


OF_GAME: Mapping[tuple[Reason, str | None], Callable[[ProvedReason, Mistake, Position], bool]] = {
    **{(Reason.draw_trumps, way): _makes_trick for way in WAYS_OF_TRUMP},
    (Reason.forced_discard, ""): _is_discarded,
    (Reason.forced_discard, "more"): _is_discarded,
    **{(Reason.forced_discard, way): _is_discarded for way in WAYS_OF_BOTH},
    (Reason.master_not_cashed, "first"): _is_not_cashed,
    (Reason.master_not_cashed, "given"): _is_not_cashed,
}
"""The looks at the game for reasons that are not about the cards of one trick of the line."""
