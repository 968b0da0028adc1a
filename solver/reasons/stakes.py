"""Reasons that name what is lost: a bonus, a point of all fours, a card.

They say less than how it is lost, and are told where no other reason is proved.  Each is proved by letting
just that count for nothing: then little of the loss is left.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from solver.cards import Card
from solver.game import lead_of, sign_of
from solver.reasons.finders import find_facts
from solver.reasons.lead_words import Word, way_taken
from solver.reasons.proved import proved
from solver.reasons.prover import Prover
from solver.reasons.reason import Proof, ProvedReason, Reason, Worth
from solver.reasons.themes import Fact, Mistake, Theme
from solver.reasons.this_trick import explains
from solver.reasons.trick_words import led_away, loaded, lost_trick, thrown
from solver.rules import COMBINATIONS, FrozenMapping, Objective, PenaltyLasts, Rules

COMBINATION_THEMES = (Theme.combination_missed, Theme.combination_conceded)
"""The themes of a combination."""
CARDS = (Theme.ten_exposed, Theme.ten_escaped, Theme.card_lost, Theme.card_escaped)
"""The themes of one card."""
HALF = 1 / 2
"""The share of the loss that a point of all fours makes, to be named beside others."""
MOST_OF_LOSS = 3
"""The share of the loss that a card makes at most, to be named as lost: others make good what is over."""
MOST_NAMED = 3
"""The most cards that are named as lost."""
MOST_LEFT_OF_TWO = 3 / 4
"""The share of the loss that may be left without one of two parts that make it together."""


def without(rules: Rules, *names: str) -> Rules:
    """Return rules under which some bonuses, or the ``points`` of all cards, come to nothing."""
    nothing: dict[str, Any] = {}
    for name in names:
        if name == "points":
            nothing[name] = FrozenMapping({table: FrozenMapping({}) for table in rules.points})
        else:
            nothing[name] = FrozenMapping({}) if name == "four_of_a_kind_except" else 0
            if name == "forced_discard_penalty":
                nothing["penalty_lasts"] = PenaltyLasts.deal  # as it must be where nothing is lost
    return replace(rules, **nothing)


def stakes(mistake: Mistake, prover: Prover) -> Iterator[ProvedReason]:
    """Find the bonus, the point or the card without which little of the loss is left."""
    facts = {fact.theme: fact for fact in find_facts(mistake)}
    yield from _combinations(mistake, facts, prover)
    yield from _last_trick(mistake, facts, prover)
    yield from _cards(mistake, facts, prover)
    yield from _four_points(mistake, facts, prover)


def combination(mistake: Mistake, prover: Prover) -> Iterator[ProvedReason]:
    """Find a combination of any trick, where those of the two lines make half of the loss or more."""
    if not mistake.rules.has_combinations:
        return
    if earned_more(mistake) >= HALF * mistake.cost:
        facts = {fact.theme: fact for fact in find_facts(mistake)}
        yield from _combinations(mistake, facts, prover)


def earned_more(mistake: Mistake) -> int:
    """Return what best play earns more by combinations, own minus other."""
    before, after = (lead_of(course.result.combinations) for course in (mistake.better, mistake.played))
    return sign_of(mistake.own) * (before - after)


Facts = Mapping[Theme, Fact]


def _combinations(mistake: Mistake, facts: Facts, prover: Prover) -> Iterator[ProvedReason]:
    """Find a combination, the dearer one first: without points for any of its kind, or for any at all."""
    found = [facts[theme] for theme in COMBINATION_THEMES if theme in facts]
    for fact in sorted(found, key=lambda fact: -fact.worth):
        values = values_of(mistake, fact)
        names = [name for name in COMBINATIONS if getattr(mistake.rules, name)]
        proof = proof_without_rules(mistake, prover, *names)
        if proof is None and len(names) > 1:
            proof = proof_without_rules(mistake, prover, *rules_of(mistake, values["way"]))
        if proof is not None:
            yield proved(mistake, Reason[fact.theme.name], values, proof)


def values_of(mistake: Mistake, fact: Fact) -> dict[str, Any]:
    """Return what the sentence of a combination, or of the last trick, names."""
    values = dict(fact.values or {})
    if "combination" in values:
        values["way"] = values.pop("combination")
    else:
        # Who wins it now says less than what should win it.
        instead = mistake.better.tricks[-1]
        values |= {"other": instead.taking, "holder": instead.winner}
        if mistake.rules.last_trick == 10:
            values["way"] = "ten"
    return values


def rules_of(mistake: Mistake, kind: str) -> list[str]:
    """Return the rules by which a kind of combination earns points."""
    return [name for name in COMBINATIONS if name.startswith(kind) and getattr(mistake.rules, name)]


def _last_trick(mistake: Mistake, facts: Facts, prover: Prover) -> Iterator[ProvedReason]:
    """Find the last trick: its bonus, or that with the cards that are lost in it."""
    if Theme.last_trick in facts:
        proof = proof_without_rules(mistake, prover, "last_trick")
        word = word_of_last(mistake, facts[Theme.last_trick])
        if proof is None:
            lasts = (*mistake.better.tricks[-1].cards, *mistake.played.tricks[-1].cards)
            cards = [card for card in mistake.lost if card in lasts and mistake.points(card)]
            proof = proof_without_cards(mistake, prover, cards, "last_trick")
            word = _with_cards(mistake, word, cards)
        if proof is not None:
            yield proved(mistake, *word, proof)


def _with_cards(mistake: Mistake, word: Word, cards: Sequence[Card]) -> Word:
    """Return the word for the last trick with its dearest card, or with others if those make little of it."""
    reason, values = word
    if not cards or reason is not Reason.last_trick or "way" not in values:
        return word
    last = mistake.played.tricks[-1]
    is_prize = cards[0] in last.cards and cards[0] != last.taking
    if is_great(mistake, *cards[:1] if is_prize else ()):
        return reason, {**values, "prize": cards[0], "way": "ten_and"} if is_prize else values
    dearest = sorted((card for card in cards if card != mistake.card), key=mistake.points, reverse=True)
    n_enough = next((n for n in range(1, MOST_NAMED) if is_great(mistake, *dearest[:n])), MOST_NAMED)
    others = tuple(dearest[:n_enough])
    if not others:
        return word
    return reason, with_last(mistake, others)


def with_last(mistake: Mistake, cards: tuple[Card, ...]) -> dict[str, Any]:
    """Return what a sentence names of cards that are lost, and the last trick with them."""
    held = theirs(mistake, cards)
    way = "and_last" if held or len(cards) == 1 else "several_last"
    return {"card": mistake.card, "cards": cards, "way": way, **held}


def is_great(mistake: Mistake, *prizes: Card) -> bool:
    """True if the last trick, with those cards of it that are told, makes half of the loss."""
    return 2 * (mistake.rules.last_trick + mistake.points(*prizes)) >= HALF * mistake.cost


def word_of_last(mistake: Mistake, fact: Fact) -> Word:
    """Return the word for the last trick: the card is wanted for it, or who wins it now."""
    if mistake.better.tricks[-1].taking == mistake.card:
        return wanted_last(mistake)
    return Reason.last_trick, values_of(mistake, fact)


def wanted_last(mistake: Mistake) -> Word:
    """Return the word for a card that wins the last trick with best play.

    Where the bonus is little of the loss, the dearest card is named that comes with it.
    """
    values: dict[str, Any] = {"card": mistake.card, "way": "ten" if mistake.rules.last_trick == 10 else ""}
    trick = mistake.better.tricks[-1]
    prizes = [card for card in mistake.lost if card in trick.cards and card != mistake.card]
    if not values["way"] or is_great(mistake) or not prizes or not mistake.points(prizes[0]):
        return Reason.keep_last, values
    seat = mistake.better.seat_of[prizes[0]]
    return Reason.keep_last, {**values, "prize": prizes[0], "seat": seat, "way": "ten_with"}


def theirs(mistake: Mistake, cards: Sequence[Card]) -> dict[str, Any]:
    """Return the seats of those cards that the opponents hold in both lines, by name, if there are some."""
    holders = {card: {course.seat_of[card] for course in (mistake.better, mistake.played)} for card in cards}
    found = {
        card: min(seats)
        for card, seats in holders.items()
        if len(seats) == 1 and not any(map(mistake.is_own, seats))
    }
    return {"theirs": found} if found else {}


def slams(mistake: Mistake, prover: Prover) -> Iterator[ProvedReason]:
    """Find all the tricks: what they earn is the loss."""
    facts = {fact.theme for fact in find_facts(mistake)}
    themes = ((Theme.slam_missed, Reason.slam_missed), (Theme.slam_conceded, Reason.slam_conceded))
    for theme, reason in themes:
        if theme in facts and mistake.rules.objective == Objective.card_points:
            proof = proof_without_rules(mistake, prover, "slam", most_left=HALF)
            if proof is not None:
                yield proved(mistake, reason, slam_values(mistake, reason), proof)


def slam_values(mistake: Mistake, reason: Reason) -> dict[str, Any]:
    """Return what the sentence of all the tricks names: the first trick with which one line has them no more.

    It is lost after the card, or it is won with the best card.
    """
    course = mistake.played if reason is Reason.slam_missed else mistake.better
    is_own = reason is Reason.slam_conceded
    trick = next(trick for trick in course.tricks if mistake.wins_own(trick) == is_own)
    return {"card": trick.taking, "seat": trick.winner, "trick": trick.number}


def _four_points(mistake: Mistake, facts: Facts, prover: Prover) -> Iterator[ProvedReason]:
    """Find the points for game and for high that make half of the loss or more."""
    if mistake.rules.objective != Objective.four_points:
        return
    if Theme.game_lost in facts:
        proof = proof_without_rules(mistake, prover, "points", most_left=HALF)
        if proof is not None:
            values = dict(facts[Theme.game_lost].values or {})
            values = {"way": "even" if values["most"] == values["least"] else ""}
            yield proved(mistake, Reason.game_lost, values, proof)
    card = mistake.honours.high
    if card is not None and Theme.high_lost in facts and card in mistake.played.trick_of:
        proof = proof_without_cards(mistake, prover, [card], most_left=HALF)
        if proof is not None:
            now = mistake.played.trick_of[card]
            values = {"card": card, "trick": now.number, "seat": now.winner}
            yield proved(mistake, Reason.high_lost, values, proof)


def _cards(mistake: Mistake, facts: Facts, prover: Prover) -> Iterator[ProvedReason]:
    """Find the one card that is lost, or gets home."""
    if mistake.rules.objective == Objective.tricks:
        return
    for fact in sorted((facts[theme] for theme in CARDS if theme in facts), key=lambda fact: -fact.worth):
        values = card_values(mistake, fact)
        if values is None:
            continue
        reason, named = word_of_card(mistake, Reason[fact.theme.name], values)
        if named is values and is_too_dear(mistake, values["card"]):
            continue
        proof = proof_without_cards(mistake, prover, [values["card"]])
        if proof is not None:
            yield proved(mistake, reason, named, proof)


def is_too_dear(mistake: Mistake, card: Card) -> bool:
    """True if a card of card points that changes sides is worth so much that others make good most of it."""
    is_of_cards = mistake.rules.objective == Objective.card_points
    return is_of_cards and 2 * mistake.points(card) > MOST_OF_LOSS * mistake.cost


def word_of_card(mistake: Mistake, reason: Reason, values: Mapping[str, Any]) -> Word:
    """Return the word for a card: of this trick what happens in it; of the best card to play it now."""
    now, taking = mistake.played.tricks[0], mistake.better.tricks[0]
    if values["card"] == mistake.card and mistake.rules.objective == Objective.tricks:
        # That it is lost now is plain to see; the trick that it wins with best play is not.
        return Reason.keep, {"card": mistake.card, "trick": values["instead"], "way": "win"}
    if values["card"] in now.cards and mistake.rules.objective == Objective.card_points:
        told = lost_trick(mistake)
        if told is None and values["card"] == mistake.card and not mistake.wins_own(taking):
            told = thrown(mistake) if mistake.on_table else led_away(mistake)
        if told is not None and not (values["card"] != mistake.card and _is_led_away_anyway(mistake, told)):
            return told
    if values["card"] == mistake.best and mistake.wins_own(taking):
        return loaded(mistake) or (reason, values)
    return reason, values


def _is_led_away_anyway(mistake: Mistake, word: Word) -> bool:
    """True if a word tells no more than that the lead is lost, which best play loses as well."""
    reason, values = word
    is_lead = reason in (Reason.lead_beaten, Reason.lead_ruffed) and not values.get("way")
    return is_lead and mistake.better.side_of[mistake.card] != mistake.own


def card_values(mistake: Mistake, fact: Fact) -> dict[str, Any] | None:
    """Return what the sentence of a card that is lost or gets home names.

    None if it wins its own trick, or if the better card is worth no less and goes to the opponents as well.
    """
    values = dict(fact.values or {})
    card = values["card"]
    if card == mistake.card and _is_given_either_way(mistake):
        return None
    is_own = fact.theme in (Theme.ten_exposed, Theme.card_lost)
    trick = mistake.played.trick_of[card] if is_own else mistake.better.trick_of[card]
    return None if trick.taking == card else values | {"way": way_taken(mistake, card, trick)}


def _is_given_either_way(mistake: Mistake) -> bool:
    """True if both cards go to the opponents in this trick, the better one with no fewer points."""
    own_wins = any(mistake.wins_own(course.tricks[0]) for course in (mistake.played, mistake.better))
    is_of_cards = mistake.rules.objective == Objective.card_points and bool(mistake.on_table)
    return is_of_cards and not own_wins and mistake.points(mistake.best) >= mistake.points(mistake.card)


def proof_without_rules(
    mistake: Mistake, prover: Prover, *names: str, most_left: float | None = None
) -> Proof | None:
    """Prove by letting some rules earn nothing."""
    if not _may_be_gone(mistake, (), names, most_left):
        return None
    best, played = values_without(mistake, prover, (), names)
    if not _is_gone(mistake, best, played, most_left):
        return None
    before, now = mistake.leads_own
    return Proof(kind="bonus", rules=names, best=Worth(before, best), played=Worth(now, played))


def proof_without_cards(
    mistake: Mistake,
    prover: Prover,
    cards: list[Card],
    *names: str,
    most_left: float | None = None,
) -> Proof | None:
    """Prove by letting some cards count for nothing, and some rules too."""
    if not _may_be_gone(mistake, cards, names, most_left):
        return None
    without_best, without_played = values_without(mistake, prover, cards, names)
    left = without_best - without_played
    if not _is_gone(mistake, left, 0, most_left):
        return None
    best, played = mistake.leads_own
    return Proof(
        kind="worthless",
        cards=tuple(cards),
        rules=names or None,
        best=Worth(best, best),
        played=Worth(played, best - left),
    )


def values_without(
    mistake: Mistake, prover: Prover, cards: Sequence[Card], names: Sequence[str]
) -> tuple[int, int]:
    """Return what both cards are worth if some cards count for nothing, and some rules.

    Only the difference means anything where cards count for nothing; one above `MOST_LEFT_OF_TWO` of the loss
    is told as some difference above it.
    """
    if not _may_be_gone(mistake, cards, names, MOST_LEFT_OF_TWO):
        return mistake.leads_own

    def ask() -> tuple[int, int]:
        rules = mistake.rules
        changed = mistake.position.under(without(rules, *names)) if names else mistake.position
        most_left = MOST_LEFT_OF_TWO * mistake.cost
        best, _ = mistake.leads_own
        return prover.values(changed, mistake.best, mistake.card, best, cards, most_left=most_left)

    return prover.once((mistake.rules, mistake.best, tuple(cards), tuple(names)), ask)


def _may_be_gone(
    mistake: Mistake, cards: Sequence[Card], names: Sequence[str], most_left: float | None
) -> bool:
    """True unless what counts for nothing is worth too little for so much of the loss to be gone without it.

    No value changes by more than it is worth, so the difference of two by no more than twice that.
    """
    rules = mistake.rules
    if rules.objective != Objective.card_points or not set(names) <= {"last_trick", "slam"}:
        return True
    worth = mistake.points(*cards) + sum(getattr(rules, name) for name in names)
    return _is_gone(mistake, max(mistake.cost - 2 * worth, 0), 0, most_left)


def _is_gone(mistake: Mistake, best: int, played: int, most_left: float | None) -> bool:
    if most_left is None:
        return explains(mistake, best, played)
    return best - played <= most_left * mistake.cost
