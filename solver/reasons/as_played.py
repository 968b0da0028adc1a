"""A reason beside the game: the tricks that its sentence tells may have gone, or may go, otherwise."""

from collections.abc import Sequence
from dataclasses import replace

from solver.cards import Card
from solver.game import Position, find_combinations
from solver.reasons.reason import ProvedReason, Reason
from solver.reasons.themes import Mistake

OF_BETTER = (Reason.keep, Reason.keep_last, Reason.keep_low, Reason.slam_conceded)
"""Reasons that tell what the card would do in best play, unless it guards another."""
GUARDS = ("guard", "else_beaten", "else_ruffed", "else_thrown", "home")
"""The ways of a reason that tells how another card is lost now."""
OF_CARDS = ("several", "against", "and_last", "takes", "costs", "cards")
"""The ways of a reason that tells which cards the mistake costs."""
OF_LEAD = (Reason.lead_given, Reason.lead_taken)
"""Reasons that tell who wins the trick, without its cards."""

OF_TAKING = (Reason.load, Reason.trick_not_taken, Reason.ruff_missed)
"""Reasons that tell who wins the trick with the better card."""
WAYS_OF_TAKING = ((Reason.lead_beaten, "self"), (Reason.keep, "enough"))
"""Others that do in some of their ways."""


def is_left(reason: ProvedReason, mistake: Mistake) -> bool:
    """True if the trick of the better card is told as won that an opponent could still take, and leaves."""
    way = reason.values.get("way")
    is_of_taking = reason.reason in OF_TAKING or (reason.reason, way) in WAYS_OF_TAKING
    if not is_of_taking or reason.better != mistake.best:
        return False
    trick, position = mistake.better.tricks[0], mistake.position
    if not mistake.wins_own(trick):
        return False
    for seat, card in list(zip(trick.seats, trick.cards, strict=True))[len(mistake.on_table) :]:
        if not mistake.is_own(seat) and any(
            mistake.beats(own, trick.taking) for own in position.legal_plays()
        ):
            return True
        position = position.play(card)
    return False


def is_as_played(reason: ProvedReason, mistake: Mistake, game: Position) -> bool:
    """True unless the sentence tells of a trick after the card otherwise than the trick was played.

    Best play after the card leaves the game at the next card that gives something away.

    game: the deal as far as it was played.
    """
    # A weak reason says where cards lie, not how they are played.
    is_bare = reason.is_weak and (reason.reason, reason.values.get("way")) != (Reason.holder, "caught")
    if is_bare or (reason.reason in OF_BETTER and reason.values.get("way") not in GUARDS):
        return True
    played = reason.played or mistake.played
    way = reason.values.get("way")
    if reason.reason is Reason.void and way == "can_ruff":
        return True
    if way in OF_CARDS and not _are_lost(reason.values["cards"], mistake, game):
        return False
    now = played.tricks[-1 if reason.reason is Reason.last_trick else 0]
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
    named = {card for card in reason.values.values() if isinstance(card, Card)}
    if not named.intersection(told.cards) <= {*trick.plays}:
        return False
    escapes = reason.reason in (Reason.card_escaped, Reason.ten_escaped) or way == "home"
    if escapes and mistake.is_own(winner):
        return False
    tells_winner = told.taking in named or reason.reason in OF_LEAD
    return not tells_winner or has_winner


def is_beside_as_played(reason: ProvedReason, mistake: Mistake, game: Position) -> bool:
    """True unless the combination that is told beside a reason was won otherwise, or not at all."""
    if reason.beside is None:
        return True
    word, values = reason.beside
    return is_as_played(replace(reason, reason=word, values=values, is_weak=False), mistake, game)


def _are_lost(cards: Sequence[Card], mistake: Mistake, game: Position) -> bool:
    """True unless own has one of the cards in the game."""
    return not any(
        mistake.is_own(trick.winner(mistake.rules, mistake.trump))
        for trick in game.tricks
        if not {*cards}.isdisjoint(trick.plays)
    )
