"""Calls and hands in words, with symbols for suits."""

from collections.abc import Mapping, Sequence

from solver.calls.partner import PartnerHelp
from solver.cards import NO_TRUMPS, SYMBOLS, Card, sort_cards
from solver.game import PASS, TAKE, is_pass, trump_of
from solver.rules import CAPOT, AuctionKind, Rules, Scoring
from solver.sentences import mark, mark_in, mark_n
from solver.speech import Speech, capitalised, form_of

LEAST_SAID = 0.05
"""The least average that is said; less would be said to be 0.0."""

_WORDS: Mapping[str, tuple[str, str]] = {
    "pass": mark_in("call", "pass"),
    "take": mark_in("call", "take"),
    "propose": mark_in("call", "propose"),
    "refuse": mark_in("call", "refuse"),
    "accept": mark_in("call", "accept"),
}
_DOUBLES: Mapping[str, Mapping[str, tuple[str, str]]] = {
    "contre": {"double": mark_in("contre", "double"), "redouble": mark_in("contre", "redouble")},
    "coinche": {"double": mark_in("coinche", "double"), "redouble": mark_in("coinche", "redouble")},
}
_NOUNS: Mapping[str, Mapping[str, tuple[str, str]]] = {
    "contre": {"double": mark_in("contre", "a double"), "redouble": mark_in("contre", "a redouble")},
    "coinche": {"double": mark_in("coinche", "a double"), "redouble": mark_in("coinche", "a redouble")},
}
_PROPOSALS: Mapping[str, tuple[str, str]] = {
    "propose": mark_in("call", "proposing another suit"),
    "refuse": mark_in("call", "refusing another suit"),
    "accept": mark_in("call", "accepting another suit"),
}
_OF_BRIDGE = {"X": "double", "XX": "redouble"}
_BRIDGE_PASS = mark("Pass")
_BRIDGE_NO_TRUMPS = mark("NT")
_LESS_THAN = mark("less than {n}\u00a0%")
_MORE_THAN = mark("more than {n}\u00a0%")
_PASSING = mark_in("call", "a pass")
_TAKES_IN = mark("take {suit}")
_TAKING = mark("taking in {suit}")
_N_TRUMPS = mark_n("{n} trump ({cards})", "{n} trumps ({cards})")
_NO_TRUMP = mark("no trump")
_N_MASTERS = mark_n("{n} master in plain suits", "{n} masters in plain suits")
_NO_MASTER = mark("no master in plain suits")
_N_MASTERS_ALONE = mark_n("{n} master ({cards})", "{n} masters ({cards})")
_NO_MASTER_ALONE = mark("no master")
_N_LOSERS = mark_n("{n} loser", "{n} losers")
_NO_LOSER = mark("no loser")
_HAND = mark("{trumps}: {held}.")
_PARTNER = mark("Partner has {held} on average.")
_WHOLE_POINTS = mark_n("{number} point", "{number} points")
_POINTS = mark_n("{number} points", "{number} points")
_PARTNERS_TRUMPS = mark_n("{number} trumps", "{number} trumps")
_PARTNERS_ACES = mark_n("{number} aces", "{number} aces")
_PARTNERS_JACKS = mark_n("{number} jacks", "{number} jacks")
_PARTNERS_TOPS = mark_n("{number} of the highest cards", "{number} of the highest cards")


def call_text(call: str, rules: Rules, speech: Speech) -> str:
    """Return a call in the reader's words, with the symbol of its suit."""
    if rules.auction == AuctionKind.levels:
        return _bridge_text(call, speech)
    if (said := {**_WORDS, **_DOUBLES[rules.double_called]}.get(call)) is not None:
        context, word = said
        return speech.translate(word, context)
    trump = trump_of(call)
    assert trump is not None, "the other calls name trumps"
    points, suit = call.removesuffix(trump), speech.trump_symbol(trump)
    if points == TAKE:
        return speech.say(_TAKES_IN, suit=suit)
    if points == CAPOT:
        return f"{speech.say(CAPOT)} {suit}"
    return f"{points}{suit}" if trump in SYMBOLS else f"{points} {suit}".strip()


def _bridge_text(call: str, speech: Speech) -> str:
    if call == PASS:
        return speech.say(_BRIDGE_PASS)
    if call.endswith(NO_TRUMPS):
        return call.removesuffix(NO_TRUMPS) + speech.say(_BRIDGE_NO_TRUMPS)
    return call[:-1] + SYMBOLS[call[-1]] if call[-1] in SYMBOLS else call


def call_noun(call: str, trump: str | None, rules: Rules, speech: Speech) -> str:
    """Return a call as a sentence names it, as "a pass", "taking in ♥" where trumps are taken or named.

    trump: the trumps of the contract that then stands; None if there is none.
    """
    if is_pass(call):
        return speech.translate(_PASSING[1], _PASSING[0])
    nouns = {**_NOUNS[rules.double_called], **_PROPOSALS}
    if (said := nouns.get(_OF_BRIDGE.get(call, call))) is not None:
        return speech.translate(said[1], said[0])
    if trump is not None and (call.startswith(TAKE) or call == trump):
        return speech.say(_TAKING, suit=speech.trump_symbol(trump))
    return call_text(call, rules, speech)


def digits_of(rules: Rules) -> int:
    """Return the digits behind the point of a mean score: in all fours a deal is worth four points or so."""
    return 2 if rules.scoring == Scoring.four_points else 0


def points_text(points: float, rules: Rules, speech: Speech) -> str:
    """Return mean points as a sentence counts them, as "90 points", "1.59 points"."""
    digits = digits_of(rules)
    if not digits:
        whole = round(points)
        return speech.say(_WHOLE_POINTS, whole, number=speech.number(whole))
    # French counts 1.59 as one.
    return speech.say(_POINTS, form_of(points, digits), number=speech.number(points, digits))


def hand_text(
    hand: Sequence[Card], trump: str, rules: Rules, speech: Speech, *, counts_losers: bool = True
) -> str:
    """Say what a player looks at in a hand: the trumps, the masters in plain suits, and the losers.

    A master is a card that no other of its suit beats but those of the hand; a loser is no trump and no
    master.  Who defends does not count losers.
    """
    masters = masters_of(hand, trump, rules)
    trumps = [card for card in sort_cards(hand) if card.suit == trump]
    trumps.sort(key=lambda card: rules.rank_order(trump, trump).index(card.rank))
    beside = [card for card in masters if card.suit != trump]
    n_losers = len(hand) - len(trumps) - len(beside)
    if trump in SYMBOLS:
        cards = " ".join(map(speech.card, trumps))
        held = [speech.say(_N_TRUMPS, len(trumps), cards=cards) if trumps else speech.say(_NO_TRUMP)]
        held.append(speech.say(_N_MASTERS, len(beside)) if beside else speech.say(_NO_MASTER))
    else:
        cards = " ".join(map(speech.card, beside))
        alone = speech.say(_N_MASTERS_ALONE, len(beside), cards=cards)
        held = [alone if beside else speech.say(_NO_MASTER_ALONE)]
    if counts_losers:
        held.append(speech.say(_N_LOSERS, n_losers) if n_losers else speech.say(_NO_LOSER))
    return speech.say(_HAND, trumps=capitalised(speech.trump_symbol(trump)), held=", ".join(held))


def masters_of(hand: Sequence[Card], trump: str, rules: Rules) -> list[Card]:
    """Return the cards of a hand that no card of their suit in another hand beats."""
    found = []
    for suit in rules.suits:
        for rank in rules.rank_order(suit, trump):
            if Card(suit, rank) not in hand:
                break
            found.append(Card(suit, rank))
    return found


def partner_text(helped: PartnerHelp, trump: str, rules: Rules, speech: Speech) -> str:
    """Say what partner holds on average of the cards that count; empty if that is as good as nothing."""
    tops = {rules.rank_order(suit, trump)[0] for suit in rules.suits if suit != trump}
    of_tops = {frozenset("A"): _PARTNERS_ACES, frozenset("J"): _PARTNERS_JACKS}.get(
        frozenset(tops), _PARTNERS_TOPS
    )
    held = [(of_tops, helped.tops)]
    if trump in SYMBOLS:
        held.insert(0, (_PARTNERS_TRUMPS, helped.trumps))
    said = [
        speech.say(message, form_of(number), number=speech.number(number, 1))
        for message, number in held
        if number >= LEAST_SAID
    ]
    return speech.say(_PARTNER, held=speech.join(said)) if said else ""


def shares_text(share: float, needed: float | None, speech: Speech) -> tuple[str, str | None]:
    """Write how often something is so, and how often it must be; finer where both would read alike."""
    if needed is not None and round(100 * share) == round(100 * needed) and share != needed:
        return speech.percent(share, 1), speech.percent(needed, 1)
    return share_text(share, speech), None if needed is None else share_text(needed, speech)


def share_text(share: float, speech: Speech) -> str:
    """Write how often something is so; few deals in a thousand are not called none, nor many all."""
    percent = round(100 * share)
    if percent == 0 < share:
        return speech.say(_LESS_THAN, 1)
    if percent == 100 and share < 1:
        return speech.say(_MORE_THAN, 99)
    return speech.percent(share)
