"""Checks of every theme: whether its fact holds, found by playing both lines out on the slow table."""

from collections.abc import Callable, Mapping
from typing import Any

from solver import Theme, analyse
from solver.cards import Card
from solver.game.combinations import find_combinations
from solver.game.tally import result_of
from tests.support.reasons.lines import Line, Told


def overruffed(told: Told) -> bool:
    this = told.now.tricks[told.this].plays
    return (
        told.is_ruff(told.card)
        and told.beats_table(told.card)
        and this.index(told.of("card")) > this.index(told.card)
        and told.now.taking(told.this) == told.of("card")
        and told.of("card").suit == told.trump
        and told.now.winner(told.this) == told.who()
        and not told.own(told.who())
    )


def overruff_missed(told: Told) -> bool:
    trick = told.position.trick
    return (
        told.of("card") == told.best
        and told.is_ruff(told.best)
        and trick.winning_card(told.rules, told.trump) == told.of("other")
        and told.of("other").suit == told.trump != trick.plays[0].suit
        and trick.winner(told.rules, told.trump) == told.who()
        and not told.own(told.who())
        and told.beats_table(told.best)
        and not (told.is_ruff(told.card) and told.beats_table(told.card))
    )


def underruff(told: Told) -> bool:
    winning = told.position.trick.winning_card(told.rules, told.trump)
    return (
        told.is_ruff(told.card)
        and told.of("other") == winning
        and winning.suit == told.trump
        and not told.beats_table(told.card)
        and not told.is_ruff(told.best)
    )


def ruff_missed(told: Told) -> bool:
    return (
        told.of("card") == told.best
        and told.is_ruff(told.best)
        and not told.is_ruff(told.card)
        and told.instead.taking(told.this) == told.best
    )


def kept(told: Told) -> bool:
    """The card wins the later trick, with the opponent's prize, which now gets away."""
    prize, trick = told.of("prize"), told.at("trick")
    is_ruff = told.fact.theme == Theme.ruff_wasted
    return (
        told.of("card") == told.card
        and trick > told.this
        and told.instead.taking(trick) == told.card
        and prize in told.instead.tricks[trick].plays
        and told.instead.seats.get(prize) == told.who()
        and not told.own(told.who())
        and not told.captured(prize, told.now)
        and is_ruff == told.is_ruff(told.card)
    )


def trumps_not_drawn(told: Told) -> bool:
    card, trick, falls = told.of("card"), told.at("trick"), told.at("falls")
    return (
        not told.position.trick.plays
        and told.best.suit == told.trump == card.suit
        and told.card.suit != told.trump
        and told.now.taking(trick) == card
        and told.now.led(trick) != told.trump
        and told.now.winner(trick) == told.who()
        and not told.own(told.who())
        and card in told.instead.tricks[falls].plays
        and told.instead.led(falls) == told.trump
        and told.own(told.instead.winner(falls))
    )


def trumps_drawn(told: Told) -> bool:
    card, trick, falls = told.of("card"), told.at("trick"), told.at("falls")
    return (
        not told.position.trick.plays
        and told.card.suit == told.trump == card.suit
        and told.best.suit != told.trump
        and told.instead.taking(trick) == card
        and told.instead.led(trick) != told.trump
        and told.instead.winner(trick) == told.who()
        and told.own(told.who())
        and card in told.now.tricks[falls].plays
        and told.now.led(falls) == told.trump
    )


def master_not_cashed(told: Told) -> bool:
    best, trick = told.of("card"), told.at("trick")
    still_out = [card for hand in told.position.hands.values() for card in hand]
    still_out += told.position.stock_left
    strengths = told.rules.strengths(told.trump, best.suit)
    return (
        not told.position.trick.plays
        and best == told.best
        and all(strengths[card] <= strengths[best] for card in still_out if card.suit == best.suit)
        and told.instead.taking(told.this) == best
        and best in told.now.tricks[trick].plays
        and told.now.winner(trick) == told.who()
        and told.now.taking(trick) == told.of("other")
        and not told.own(told.who())
    )


def own_card_lost(told: Told) -> bool:
    card = told.of("card")
    return (
        told.own(told.who("holder"))
        and told.now.seats.get(card, told.who("holder")) == told.who("holder")
        and _card_moves(told, card, told.now)
    )


def their_card_escapes(told: Told) -> bool:
    card = told.of("card")
    return not told.own(told.who("holder")) and _card_moves(told, card, told.instead)


def _card_moves(told: Told, card: Card, taken_in: Line) -> bool:
    is_ten = card.rank == "T" and told.rules.card_points(card, told.trump) >= 10
    number = told.at("trick") if taken_in is told.now else told.at("instead")
    return (
        told.captured(card, told.instead)
        and not told.captured(card, told.now)
        and told.at("trick") == told.now.number(card)
        and told.at("instead") == told.instead.number(card)
        and taken_in.taking(number) == told.of("other")
        and taken_in.winner(number) == told.who()
        and is_ten == (told.fact.theme in (Theme.ten_exposed, Theme.ten_escaped))
    )


def trick_not_taken(told: Told) -> bool:
    return (
        told.own(told.instead.winner(told.this))
        and not told.own(told.now.winner(told.this))
        and told.instead.winner(told.this) == told.who()
        and told.instead.taking(told.this) == told.of("card")
    )


def not_ducked(told: Told) -> bool:
    return (
        told.own(told.now.winner(told.this))
        and not told.own(told.instead.winner(told.this))
        and told.instead.winner(told.this) == told.who()
        and told.instead.taking(told.this) == told.of("card")
    )


def partner_overtaken(told: Told) -> bool:
    trick = told.position.trick
    holder = trick.winner(told.rules, told.trump)
    return (
        holder == told.who() != told.seat
        and told.own(holder)
        and trick.winning_card(told.rules, told.trump) == told.of("card")
        and told.beats_table(told.card)
        and not told.beats_table(told.best)
        and told.own(told.instead.winner(told.this))
    )


def combination(told: Told) -> bool:
    is_missed = told.fact.theme == Theme.combination_missed
    here, there = (told.instead, told.now) if is_missed else (told.now, told.instead)
    number, name = told.at("trick"), told.values["combination"]
    side = told.rules.side_of(told.who())

    def earned(line: Line) -> set[tuple[int, str, frozenset[Card]]]:
        return {
            (number, found.name, frozenset(found.cards))
            for number, trick in line.tricks.items()
            for found in find_combinations(told.rules, told.trump, trick.plays)
            if told.rules.side_of(line.winner(number)) == side
        }

    made = {(name, cards) for at, name, cards in earned(here) if at == number}
    kept_anyway = {(name, cards) for _, name, cards in earned(there)}
    return (
        here.winner(number) == told.who()
        and told.own(told.who()) == is_missed
        and any(found == name for found, _ in made - kept_anyway)
    )


def belote_broken(told: Told) -> bool:
    held = set(told.position.hands[told.seat])
    pair = {Card(told.trump, "K"), Card(told.trump, "Q")}
    return pair <= held and told.card in pair and told.best not in pair and told.rules.belote > 0


def last_trick(told: Told) -> bool:
    last = max(told.now.tricks)
    return (
        told.own(told.instead.winner(last))
        and not told.own(told.now.winner(last))
        and told.now.winner(last) == told.who()
        and told.now.taking(last) == told.of("card")
        and told.rules.last_trick > 0
    )


def trick_given(told: Told) -> bool:
    own = told.rules.side_of(told.seat)
    lost = told.instead.end.tally.tricks[own] - told.now.end.tally.tricks[own]
    return lost == told.at("n") > 0


def honour(told: Told) -> bool:
    name = told.fact.theme.value.removesuffix("_lost")
    own, other = (told.rules.side_names[side] for side in _sides(told))
    before, after = (_parts(line) for line in (told.instead, told.now))
    return bool(before[name] == own and after[name] == other)


def game_lost(told: Told) -> bool:
    own, other = (told.rules.side_names[side] for side in _sides(told))
    before, after = (_parts(line) for line in (told.instead, told.now))
    return bool(
        before["game"][own]
        and after["game"][other]
        and (after["card_points"][other], after["card_points"][own]) == (told.at("most"), told.at("least"))
    )


def forced_discard(told: Told) -> bool:
    own = told.rules.side_of(told.seat)
    return told.now.end.tally.penalties[own] - told.instead.end.tally.penalties[own] == told.at("n") > 0


def slam_missed(told: Told) -> bool:
    other = 1 - told.rules.side_of(told.seat)
    before, after = (line.end.tally.tricks for line in (told.instead, told.now))
    return before[other] == 0 and after[other] > 0


def slam_conceded(told: Told) -> bool:
    own = told.rules.side_of(told.seat)
    before, after = (line.end.tally.tricks for line in (told.instead, told.now))
    return before[own] > 0 and after[own] == 0


def _sides(told: Told) -> tuple[int, int]:
    own = told.rules.side_of(told.seat)
    return own, 1 - own


def _parts(line: Line) -> dict[str, Any]:
    end = line.end
    return result_of(end.rules, end.dealer, end.tally).to_dict(end.rules)


def _outcomes(told: Told) -> list[str]:
    found = []
    for line in (told.instead, told.now):
        (score,) = [analyse(line.end.to_dict()).deals[0].played().score]
        assert score is not None
        found.append(score.outcome.value)
    return found


def contract_lost(told: Told) -> bool:
    taker = told.position.contract.taker
    return taker is not None and told.own(taker) and _outcomes(told) == ["made", "failed"]


def contract_let_through(told: Told) -> bool:
    taker = told.position.contract.taker
    return taker is not None and not told.own(taker) and _outcomes(told) == ["failed", "made"]


def litige(told: Told) -> bool:
    before, after = _outcomes(told)
    return before != after and "litige" in (before, after)


def tie(told: Told) -> bool:
    before, after = _outcomes(told)
    return before != after and "tied" in (before, after)


CHECKS: Mapping[Theme, Callable[[Told], bool]] = {
    Theme.overruffed: overruffed,
    Theme.overruff_missed: overruff_missed,
    Theme.underruff: underruff,
    Theme.ruff_missed: ruff_missed,
    Theme.ruff_wasted: kept,
    Theme.winner_spent: kept,
    Theme.trumps_not_drawn: trumps_not_drawn,
    Theme.trumps_drawn: trumps_drawn,
    Theme.master_not_cashed: master_not_cashed,
    Theme.ten_exposed: own_card_lost,
    Theme.ten_escaped: their_card_escapes,
    Theme.card_lost: own_card_lost,
    Theme.card_escaped: their_card_escapes,
    Theme.trick_not_taken: trick_not_taken,
    Theme.not_ducked: not_ducked,
    Theme.partner_overtaken: partner_overtaken,
    Theme.combination_missed: combination,
    Theme.combination_conceded: combination,
    Theme.belote_broken: belote_broken,
    Theme.last_trick: last_trick,
    Theme.trick_given: trick_given,
    Theme.high_lost: honour,
    Theme.low_lost: honour,
    Theme.jack_lost: honour,
    Theme.game_lost: game_lost,
    Theme.forced_discard: forced_discard,
    Theme.slam_missed: slam_missed,
    Theme.slam_conceded: slam_conceded,
    Theme.contract_lost: contract_lost,
    Theme.contract_let_through: contract_let_through,
    Theme.litige: litige,
    Theme.tie: tie,
}
