"""What a play gives away: exactly the hands from which it was legal, for all rules, tricks and hands."""

from random import Random

import pytest
from hypothesis import given, strategies as st

from solver.cards import Card
from solver.game.legality import legal_plays
from solver.game.trick import Trick
from solver.knowledge.clues import NO_CLUE, Clue, reveal
from solver.rules.rules import Rules
from solver.rules.variants import find_variant
from tests.support.budgets import MANY
from tests.support.positions import GAMES, SEEDS, cards, game_of_seed


def random_trick(rng: Random, rules: Rules, trump: str, deck: list[Card]) -> Trick:
    """A trick that some players have played to; half of its cards are trumps, so that there are ruffs."""
    trick = Trick(rng.choice(rules.players))
    for _ in range(rng.randrange(rules.n_players)):
        trumps = [card for card in deck if card.suit == trump]
        card = rng.choice(trumps if trumps and rng.random() < 0.5 else deck)
        deck.remove(card)
        trick = trick.add(card)
    return trick


@pytest.mark.slow
@MANY
@given(SEEDS, st.sampled_from(GAMES))
def test_a_clue_allows_exactly_the_hands_from_which_the_card_was_legal(seed: int, game: str) -> None:
    rng = Random(seed)
    rules = game_of_seed(rng, game)
    trump = rng.choice(rules.trumps)
    deck = list(rules.deck)
    trick = random_trick(rng, rules, trump, deck)
    seat = trick.to_play(rules)
    assert seat is not None
    for _ in range(60):
        hand = rng.sample(deck, rng.randint(1, min(4, len(deck))))
        card = rng.choice(hand)
        clue = reveal(rules, trump, trick, seat, card)
        is_legal = card in legal_plays(rules, trump, hand, trick, seat)
        assert clue.allows(hand) == is_legal, (rules.to_dict()["duties"], trump, trick, seat, hand, card)


@MANY
@given(SEEDS, st.sampled_from(GAMES))
def test_beside_cards_that_are_held_a_clue_says_what_the_others_can_be(seed: int, game: str) -> None:
    rng = Random(seed)
    rules = game_of_seed(rng, game)
    trump = rng.choice(rules.trumps)
    deck = list(rules.deck)
    trick = random_trick(rng, rules, trump, deck)
    seat = trick.to_play(rules)
    assert seat is not None
    for _ in range(30):
        hand = rng.sample(deck, rng.randint(2, min(5, len(deck))))
        n_held = rng.randint(1, len(hand) - 1)
        held, others = hand[:n_held], hand[n_held:]
        clue = reveal(rules, trump, trick, seat, held[0])
        if clue.none_of.isdisjoint(held):
            assert clue.beside(held).allows(others) == clue.allows(hand)


SPADES = frozenset(cards("SA SK SQ SJ ST S9 S8 S7"))


@pytest.mark.parametrize(
    ("game", "options", "trick", "card", "none_of"),
    [
        ("belote", {}, "HA", "H7", ""),  # who follows shows nothing: plain suits need not be headed
        ("belote", {}, "HA", "D7", "hearts spades"),  # a discard on an opponent's ace: no hearts, no trumps
        ("belote", {}, "HA H7", "D7", "hearts"),  # partner is winning: trumps may be kept
        ("belote", {}, "HA S8", "D7", "hearts spades"),  # an opponent has ruffed: not even a lower trump
        ("belote", {"underruff": "free"}, "HA S8", "D7", "hearts SJ S9 SA ST SK SQ"),
        ("belote", {}, "HA S8", "S7", "hearts SJ S9 SA ST SK SQ"),  # a lower trump: none that is higher
        ("belote", {}, "SA", "SK", "SJ S9"),  # trumps led and not headed
        ("contree", {}, "SA S7", "SK", ""),  # in contree a partner who is winning need not be headed
        ("quadrette", {}, "HA", "D7", "hearts"),  # no duty to ruff
        ("all_fours", {}, "HA", "S2", ""),  # may ruff with hearts in hand
    ],
)
def test_examples(game: str, options: dict[str, str], trick: str, card: str, none_of: str) -> None:
    rules = find_variant(game).override(options)
    whole_suits = {"hearts": "H", "spades": "S"}
    expected: set[Card] = set()
    for word in none_of.split():
        suit = whole_suits.get(word)
        expected |= {other for other in rules.deck if other.suit == suit} if suit else set(cards(word))
    leader = "N" if len(trick.split()) == 1 or game == "all_fours" else "E"
    table = Trick(leader, cards(trick))
    seat = table.to_play(rules)
    assert seat is not None
    assert reveal(rules, "S", table, seat, cards(card)[0]) == Clue(frozenset(expected))


def test_a_lower_trump_as_last_resort_leaves_a_choice() -> None:
    rules = find_variant("belote").override({"overruff": "free", "underruff": "last_resort"})
    clue = reveal(rules, "S", Trick("N", cards("HA S8")), "S", cards("S7")[0])
    assert clue.some_of == SPADES - set(cards("S8 S7"))
    assert clue.or_none_of == frozenset(rules.deck) - SPADES
    assert clue.beside(cards("S7 SA")).some_of is None
    assert clue.beside(cards("S7 C7")).or_none_of is None


def test_a_lead_shows_nothing() -> None:
    assert reveal(find_variant("belote"), "S", Trick("N"), "N", cards("S7")[0]) == NO_CLUE
