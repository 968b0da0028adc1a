"""The legal plays: the readable twin of the core, written for a card player to check.

*Partner* is another player of the same side; two-player games have none.  `legal_plays` is the decision list,
`broken_rule` says in words why a card is not on it.
"""

from collections.abc import Sequence

from solver.cards import ALL_TRUMPS, Card, Notation, WrittenCards, sort_cards
from solver.errors import Wrong, wrong
from solver.fault_codes import Code
from solver.game.trick import Trick
from solver.rules import FollowDuty, HeadTrumpsDuty, OverruffDuty, RuffDuty, Rules, UnderruffDuty
from solver.sentences import PlaceValue, Seat, Suit, phrase


def legal_plays(rules: Rules, trump: str, hand: Sequence[Card], trick: Trick, seat: str) -> list[Card]:
    """Return the cards of ``hand`` that ``seat`` may play to the unfinished ``trick``, in their order."""
    if not trick.plays:
        return list(hand)
    led = trick.plays[0].suit
    following = [card for card in hand if card.suit == led]
    if trump in (led, ALL_TRUMPS):
        return _plays_on_trumps(rules, trump, following, trick, seat) if following else list(hand)
    if following and rules.follow == FollowDuty.strict:
        return following
    trumps = [card for card in hand if card.suit == trump]
    if not trumps:
        return following or list(hand)

    # Where no ruff is to be beaten, every trump is high enough.
    is_to_beat = is_ruff_to_beat(rules, trump, trick, seat)
    high = _higher(rules, trump, trumps, trick) if is_to_beat else trumps
    others = following or [card for card in hand if card.suit != trump]
    if not (following or rules.ruff == RuffDuty.free or is_exempt_by_partner(rules, trump, trick, seat)):
        return _plays_when_ruffing(rules, hand, trumps, high, others)
    offered = trumps
    if high and rules.overruff != OverruffDuty.free:
        offered = high
    elif not high and others and rules.underruff == UnderruffDuty.last_resort:
        offered = []
    return [card for card in hand if card in others or card in offered]


def _plays_on_trumps(rules: Rules, trump: str, trumps: list[Card], trick: Trick, seat: str) -> list[Card]:
    """Return the cards of a player who can follow suit, when trumps were led, or any suit at all trumps."""
    if rules.head_trumps == HeadTrumpsDuty.never:
        return trumps
    if rules.head_trumps == HeadTrumpsDuty.opponents and is_partner_winning(rules, trump, trick, seat):
        return trumps
    return _higher(rules, trump, trumps, trick) or trumps


def _higher(rules: Rules, trump: str, cards: Sequence[Card], trick: Trick) -> list[Card]:
    """Return those of ``cards`` that beat the card that is winning."""
    strength_of = rules.strengths(trump, trick.plays[0].suit)
    most = max(map(strength_of.__getitem__, trick.plays))
    return [card for card in cards if strength_of[card] > most]


def _plays_when_ruffing(
    rules: Rules,
    hand: Sequence[Card],
    trumps: list[Card],
    high: list[Card],
    others: list[Card],
) -> list[Card]:
    """Return the cards of a player who is void in the suit led, holds trumps and must ruff.

    ``high`` are the trumps that beat a ruff that should be overruffed.
    """
    if high:
        return high if rules.overruff != OverruffDuty.free else trumps
    if rules.underruff == UnderruffDuty.free:
        return list(hand)
    if rules.underruff == UnderruffDuty.last_resort:
        return others or trumps
    return trumps


def is_exempt_by_partner(rules: Rules, trump: str, trick: Trick, seat: str) -> bool:
    """True if the player need not ruff, because of the partner's cards."""
    if rules.ruff == RuffDuty.unless_partner_winning:
        return is_partner_winning(rules, trump, trick, seat)
    if rules.ruff == RuffDuty.unless_partner_led:
        played = zip(trick.seats(rules), trick.plays, strict=True)
        ruffers = [other for other, card in played if card.suit == trump]
        return rules.are_partners(seat, trick.leader) and all(
            rules.are_partners(seat, other) for other in ruffers
        )
    return False


def is_partner_winning(rules: Rules, trump: str, trick: Trick, seat: str) -> bool:
    """True if a partner played the best card of the unfinished ``trick``, which must have been led to."""
    return rules.are_partners(seat, trick.winner(rules, trump))


def is_ruff_to_beat(rules: Rules, trump: str, trick: Trick, seat: str) -> bool:
    """True if a trump is winning a trick of another suit, and a ruff should beat it."""
    if trump not in [card.suit for card in trick.plays]:
        return False
    return rules.overruff == OverruffDuty.always or not is_partner_winning(rules, trump, trick, seat)


def beats(rules: Rules, trump: str, card: Card, winning: Card) -> bool:
    """True if ``card``, a trump or of the suit led, beats the card that is winning."""
    strength_of = rules.strengths(trump, winning.suit)
    return strength_of[card] > strength_of[winning]


def broken_rule(
    rules: Rules,
    trump: str,
    hand: Sequence[Card],
    trick: Trick,
    seat: str,
    card: Card,
    notation: Notation = "en",
) -> Wrong:
    """Return why ``seat`` may not play ``card``, a card of ``hand`` that is not among its `legal_plays`.

    Names the card, the rule it breaks and the cards that may be played.
    """
    # Step 1. The cards that decide which duty was broken.
    playable = legal_plays(rules, trump, hand, trick, seat)
    led = trick.plays[0].suit
    is_trump_led = trump in (led, ALL_TRUMPS)
    winning = trick.winning_card(rules, trump)

    def write(*cards: Card) -> WrittenCards:
        return WrittenCards.of(cards, notation)

    def best(held: list[Card]) -> WrittenCards:
        return write(sort_cards(held, rules.rank_order(held[0].suit, trump))[0])

    following = [held for held in hand if held.suit == led]
    trumps = following if is_trump_led else [held for held in hand if held.suit == trump]
    higher = _higher(rules, trump, trumps, trick)
    may_ruff = rules.follow == FollowDuty.or_ruff and not is_trump_led
    named: dict[str, PlaceValue] = {
        "card": write(card),
        "seat": Seat(seat),
        "suit": Suit("" if led == trump else led),
        "winning": write(winning),
        "playable": write(*playable),
    }
    # Step 2. A revoke: the suit led could be followed.
    if following and card.suit != led and not (may_ruff and card.suit == trump):
        if may_ruff:
            return wrong(
                Code.revoke,
                "{card} revokes: {seat} holds {best}, must follow {suit} or ruff; playable: {playable}",
                best=best(following),
                **named,
            )
        return wrong(
            Code.revoke,
            "{card} revokes: {seat} holds {best}, must follow {suit}; playable: {playable}",
            best=best(following),
            **named,
        )
    # Step 3. Trumps were led: the card does not head the trick.
    if is_trump_led:
        return wrong(
            Code.must_head,
            "{card} does not head {winning}: {seat} holds {best}, must head {suit}; playable: {playable}",
            best=best(higher),
            **named,
        )
    # Step 4. A discard, though the player must ruff.
    if card.suit != trump:
        duty = phrase("must ruff")
        if higher and len(playable) == len(higher) < len(trumps):
            duty = phrase("must overruff")
        elif winning.suit == trump and not higher:
            duty = phrase("must ruff, even lower")
        return wrong(
            Code.must_ruff,
            "{card} discards: {seat} has no {suit} but holds {best}, {duty}; playable: {playable}",
            best=best(trumps),
            duty=duty,
            **named,
        )
    # Step 5. A trump that is too low.
    if higher:
        duty = phrase("must overruff or play another suit")
        if all(held in higher for held in playable):
            duty = phrase("must overruff")
        return wrong(
            Code.must_overruff,
            "{card} underruffs {winning}: {seat} holds {best}, {duty}; playable: {playable}",
            best=best(higher),
            duty=duty,
            **named,
        )
    return wrong(
        Code.must_overruff,
        "{card} underruffs {winning}: {seat} cannot overruff, must play another suit; playable: {playable}",
        **named,
    )
