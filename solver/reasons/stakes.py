"""Reasons that name what is lost: a bonus, a point of all fours, a card.

They say less than how it is lost, and are told where no other reason is proved.  Each is proved by letting
just that count for nothing: then little of the loss is left.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from solver.cards import Card
from solver.game import Position
from solver.reasons.finders import find_facts
from solver.reasons.prover import Prover
from solver.reasons.reason import Proof, ProvedReason, Reason, Worth
from solver.reasons.themes import Fact, Mistake, Theme
from solver.reasons.this_trick import explains, way_taken
from solver.rules import FrozenMapping, Objective, Rules

COMBINATIONS = (
    "four_of_a_kind",
    "four_of_a_kind_except",
    "sequence_of_four",
    "sequence_of_three",
    "trick_marriage",
)
"""The rules by which combinations earn points."""
HALF = 1 / 2
"""The share of the loss that a point of all fours makes, to be named beside others."""


def without(rules: Rules, *names: str) -> Rules:
    """Return rules under which some bonuses, or the ``points`` of all cards, come to nothing."""
    nothing: dict[str, Any] = {}
    for name in names:
        if name == "points":
            nothing[name] = FrozenMapping({table: FrozenMapping({}) for table in rules.points})
        else:
            nothing[name] = FrozenMapping({}) if name == "four_of_a_kind_except" else 0
    return replace(rules, **nothing)


def stakes(mistake: Mistake, prover: Prover) -> Iterator[ProvedReason]:
    """Find the bonus, the point or the card without which little of the loss is left."""
    facts = {fact.theme: fact for fact in find_facts(mistake)}
    yield from _combinations(mistake, facts, prover)
    yield from _last_trick(mistake, facts, prover)
    yield from _four_points(mistake, facts, prover)
    yield from _cards(mistake, facts, prover)
    yield from _slams(mistake, facts, prover)


Facts = Mapping[Theme, Fact]


def _combinations(mistake: Mistake, facts: Facts, prover: Prover) -> Iterator[ProvedReason]:
    for theme, reason in (
        (Theme.combination_missed, Reason.combination_missed),
        (Theme.combination_conceded, Reason.combination_conceded),
    ):
        if theme in facts:
            values = dict(facts[theme].values or {})
            values["way"] = values.pop("combination")
            names = [name for name in COMBINATIONS if getattr(mistake.rules, name)]
            proof = _proof_without_rules(mistake, prover, *names)
            if proof is not None:
                yield _told(mistake, reason, values, proof)
            return


def _last_trick(mistake: Mistake, facts: Facts, prover: Prover) -> Iterator[ProvedReason]:
    if Theme.last_trick in facts:
        proof = _proof_without_rules(mistake, prover, "last_trick")
        values = dict(facts[Theme.last_trick].values or {})
        if mistake.rules.last_trick == 10:
            values["way"] = "ten"
        if proof is None:
            cards = [card for card in mistake.better.tricks[-1].cards if mistake.points(card)]
            proof = _proof_without_cards(mistake, prover, cards, "last_trick")
        if proof is not None:
            yield _told(mistake, Reason.last_trick, values, proof)


def _slams(mistake: Mistake, facts: Facts, prover: Prover) -> Iterator[ProvedReason]:
    themes = ((Theme.slam_missed, Reason.slam_missed), (Theme.slam_conceded, Reason.slam_conceded))
    for theme, reason in themes:
        if theme in facts and mistake.rules.objective == Objective.card_points:
            proof = _proof_without_rules(mistake, prover, "slam")
            if proof is not None:
                yield _told(mistake, reason, {}, proof)


def _four_points(mistake: Mistake, facts: Facts, prover: Prover) -> Iterator[ProvedReason]:
    """Find the points of all fours that make half of the loss or more."""
    if mistake.rules.objective != Objective.four_points:
        return
    honours = mistake.position.honours
    if Theme.game_lost in facts:
        proof = _proof_without_rules(mistake, prover, "points", most_left=HALF)
        if proof is not None:
            values = dict(facts[Theme.game_lost].values or {})
            values = {"way": "even" if values["most"] == values["least"] else ""}
            yield _told(mistake, Reason.game_lost, values, proof)
    for theme, reason, card in (
        (Theme.low_lost, Reason.low_lost, honours.low),
        (Theme.jack_lost, Reason.jack_lost, honours.jack),
        (Theme.high_lost, Reason.high_lost, honours.high),
    ):
        if theme in facts and card is not None:
            proof = _proof_without_cards(mistake, prover, [card], most_left=HALF)
            if proof is not None:
                now = mistake.played.trick_of.get(card)
                if now is not None:
                    values = {"card": card, "trick": now.number, "seat": now.winner}
                    yield _told(mistake, reason, values, proof)


def _cards(mistake: Mistake, facts: Facts, prover: Prover) -> Iterator[ProvedReason]:
    """Find the one card that is lost, or gets home."""
    if mistake.rules.objective == Objective.tricks:
        return
    themes = (Theme.ten_exposed, Theme.ten_escaped, Theme.card_lost, Theme.card_escaped)
    for theme in sorted((theme for theme in themes if theme in facts), key=lambda theme: -facts[theme].worth):
        values = dict(facts[theme].values or {})
        card = values["card"]
        proof = _proof_without_cards(mistake, prover, [card])
        if proof is not None:
            is_own = theme in (Theme.ten_exposed, Theme.card_lost)
            trick = mistake.played.trick_of[card] if is_own else mistake.better.trick_of[card]
            values["way"] = way_taken(card, trick)
            if trick.taking == card:
                continue
            yield _told(mistake, Reason[theme.name], values, proof)


def _told(mistake: Mistake, reason: Reason, values: Mapping[str, Any], proof: Proof) -> ProvedReason:
    named = [value for value in values.values() if isinstance(value, Card)]
    return ProvedReason(
        reason=reason,
        better=mistake.best,
        values=values,
        hidden=mistake.hidden(*named),
        proof=proof,
    )


def _proof_without_rules(
    mistake: Mistake, prover: Prover, *names: str, most_left: float | None = None
) -> Proof | None:
    """Prove by letting some rules earn nothing."""
    changed: Position = mistake.position.under(without(mistake.rules, *names))
    best, played = prover.values(changed, mistake.best, mistake.card)
    if not _is_gone(mistake, best, played, most_left):
        return None
    before, now = mistake.leads_own
    return Proof(kind="bonus", rules=names, best=Worth(before, best), played=Worth(now, played))


def _proof_without_cards(
    mistake: Mistake,
    prover: Prover,
    cards: list[Card],
    *names: str,
    most_left: float | None = None,
) -> Proof | None:
    """Prove by letting some cards count for nothing, and some rules too."""
    changed = mistake.position.under(without(mistake.rules, *names)) if names else mistake.position
    left = prover.difference_without(changed, mistake.best, mistake.card, cards)
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


def _is_gone(mistake: Mistake, best: int, played: int, most_left: float | None) -> bool:
    if most_left is None:
        return explains(mistake, best, played)
    return best - played <= most_left * mistake.cost
