"""Random deals, positions and games for the tests: seeded builders, and hypothesis strategies on top of them.

Everything is made from a `random.Random`, so that a seed names a position; all positions come about by legal
plays.  ``max_left`` keeps them small enough for the slow solver.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from random import Random
from typing import Any

from hypothesis import strategies as st

from solver.cards import SUITS, Card
from solver.game.contract import Contract
from solver.game.deal import Deal
from solver.game.duplicate import Vulnerable
from solver.game.position import Position
from solver.rules.fields.cards import POINT_KINDS
from solver.rules.rules import Rules
from solver.rules.variants import VARIANTS, find_variant
from solver.rules.words import (
    ContractRule,
    FollowDuty,
    HeadTrumpsDuty,
    LowGoesTo,
    Objective,
    OverruffDuty,
    PenaltyLasts,
    RuffDuty,
    Scoring,
    Turn,
    UnderruffDuty,
)

SEEDS = st.integers(0, 2**32 - 1)
GAMES = (*VARIANTS, "custom")
"""The games of the strategies: the known ones, and ``custom`` for random rules altogether."""
SIDES = (
    ("NS", "EW"),
    ("NS", "EW"),
    ("N", "S"),
    ("N", "E"),
    ("N", "ES"),
    ("NW", "S"),
    ("E", "NSW"),
    ("NE", "SW"),
)


@lru_cache
def option_words(rules: Rules) -> dict[str, list[Any]]:
    """Return what each option of a game may be, of those that are a choice of words."""
    schemas = rules.options_schema()["properties"]
    return {name: schema["enum"] for name, schema in schemas.items() if "enum" in schema}


def random_options(rng: Random, rules: Rules) -> Rules:
    """The game with some of its options set at random, and short deals accepted."""
    options: dict[str, Any] = {"short_deals": True}
    for name, words in option_words(rules).items():
        if rng.random() < 0.5:
            options[name] = rng.choice(words)
    if options.get("contract_rule") == ContractRule.threshold:
        options["threshold"] = rng.randint(70, 100)
    if rules.objective == Objective.four_points:
        options["forced_discard_penalty"] = rng.randrange(3)
        if not options["forced_discard_penalty"]:
            options.pop("penalty_lasts", None)
    return rules.override(options)


def random_game(rng: Random) -> Rules:
    """A game that nobody plays: any sides, deck, order, points, duties and bonuses that rules allow."""
    sides = rng.choice(SIDES)
    n_players = len("".join(sides))
    ranks = "AKQJT98765432"[: rng.randint(5, 13)]
    suits = rng.choice((SUITS, SUITS, SUITS, "SHC", "HD"))
    deck = len(ranks) * len(suits)
    cards_each = rng.randint(1, min(8, deck // n_players))
    stock = rng.choice((0, 0, rng.randint(0, (deck - cards_each * n_players) // n_players) * n_players))
    objective = rng.choice(list(Objective))
    game: dict[str, Any] = {
        "name": "custom",
        "sides": list(sides),
        "turn": rng.choice(list(Turn)),
        "deck": {
            "suits": suits,
            "ranks": ranks,
            "cards_each": cards_each,
            "stock": min(stock, 50),
            "short_deals": True,
        },
        "order": {"plain": shuffled(rng, ranks), "trump": shuffled(rng, ranks)},
        "trumps": [*suits, "NT", "AT"],
        "duties": {
            "follow": rng.choice(list(FollowDuty)),
            "ruff": rng.choice(list(RuffDuty)),
            "overruff": rng.choice(list(OverruffDuty)),
            "underruff": rng.choice(list(UnderruffDuty)),
            "head_trumps": rng.choice(list(HeadTrumpsDuty)),
        },
        "result": {"objective": objective},
    }
    game["deck"]["stock"] -= game["deck"]["stock"] % n_players
    if objective != Objective.tricks:
        values = (0, 0, 1, 2, 3, 4, 10, 11)
        kinds = rng.choice((("plain", "trump"), POINT_KINDS))
        game["points"] = {"standard": {kind: {rank: rng.choice(values) for rank in ranks} for kind in kinds}}
    if objective == Objective.four_points:
        game["result"]["forced_discard_penalty"] = penalty = rng.randrange(3)
        if penalty and game["deck"]["stock"]:
            game["result"]["penalty_lasts"] = rng.choice(list(PenaltyLasts))
        game["result"]["low_goes_to"] = rng.choice(list(LowGoesTo))
    if objective == Objective.card_points:
        game["bonus"] = {"last_trick": rng.choice((0, 5)), "slam": rng.choice((0, 15))}
        if n_players == 4:
            names = ("four_of_a_kind", "sequence_of_four", "sequence_of_three", "trick_marriage")
            game["bonus"] |= {name: rng.choice((0, 7, 12)) for name in names}
            excepted = rng.sample(ranks, rng.randrange(3))
            game["bonus"]["four_of_a_kind_except"] = {rank: rng.choice((0, 9, 20)) for rank in excepted}
    return Rules.from_dict(game)


def shuffled(rng: Random, letters: str) -> str:
    """The letters in another order."""
    return "".join(rng.sample(letters, len(letters)))


def random_deal(rng: Random, rules: Rules, n_each: int, n_stock: int) -> Deal:
    """``n_each`` cards for every player and a stock of ``n_stock``."""
    cards = rng.sample(rules.deck, n_each * rules.n_players + n_stock)
    hands = {seat: tuple(cards[i * n_each : (i + 1) * n_each]) for i, seat in enumerate(rules.players)}
    return Deal(hands, tuple(cards[n_each * rules.n_players :]))


def random_contract(rng: Random, rules: Rules) -> Contract:
    """A contract of the game: any trump, and a taker, a bid and the rest where the game has them."""
    contract = Contract(rng.choice(rules.trumps))
    if rules.has_taker:
        contract = Contract(contract.trump, taker=rng.choice(rules.players))
    if rules.bids:
        contract = Contract(
            contract.trump, contract.taker, rng.choice(rules.bids), multiplier=rng.choice(rules.multipliers)
        )
    if rules.scoring == Scoring.duplicate:
        contract = replace(contract, vulnerable=rng.choice(list(Vulnerable)))
    return contract


def random_position(rng: Random, rules: Rules, *, n_each: int, n_stock: int = 0, n_left: int = 0) -> Position:
    """A deal of that size, played at random until ``n_left`` cards are left."""
    deal = random_deal(rng, rules, n_each, n_stock)
    dealer = rng.choice(rules.players)
    position = Position(rules, random_contract(rng, rules), deal, dealer=dealer)
    while position.n_cards_left > n_left:
        position = position.play(rng.choice(position.legal_plays()))
    return position


def small_position(rng: Random, rules: Rules, max_left: int) -> Position:
    """A position with 1 to ``max_left`` cards left, whose deal was short or, less often, of full size."""
    most_each = min(rules.cards_each, max(1, max_left // rules.n_players))
    n_each = rng.randint(1, most_each)
    room = min(rules.stock, max_left - n_each * rules.n_players) // rules.n_players
    n_stock = rules.n_players * rng.randint(0, max(room, 0))
    if rng.random() < 0.3:
        n_each, n_stock = rules.cards_each, rules.stock
    total = n_each * rules.n_players + n_stock
    n_left = rng.randint(1, min(max_left, total)) if rng.random() < 0.5 else min(max_left, total)
    return random_position(rng, rules, n_each=n_each, n_stock=n_stock, n_left=n_left)


def game_of_seed(rng: Random, game: str) -> Rules:
    """A known game with random options, or a ``custom`` one."""
    return random_game(rng) if game == "custom" else random_options(rng, find_variant(game))


def position_of_seed(seed: int, game: str, max_left: int = 12) -> Position:
    """The position that a seed names."""
    rng = Random(seed)
    return small_position(rng, game_of_seed(rng, game), max_left)


def positions(games: Sequence[str] = GAMES, max_left: int = 12) -> st.SearchStrategy[Position]:
    """Positions of the ``games`` with random options (``custom``: with random rules altogether)."""
    return st.builds(position_of_seed, SEEDS, st.sampled_from(games), st.just(max_left))


def games(names: Sequence[str] = GAMES) -> st.SearchStrategy[Rules]:
    """Games with random options, and custom games."""
    return st.builds(game_of_seed, SEEDS.map(Random), st.sampled_from(names))


def requests(names: Sequence[str] = GAMES, max_left: int = 12) -> st.SearchStrategy[dict[str, Any]]:
    """Valid requests, as the service takes them."""
    return positions(names, max_left).map(Position.to_dict)


def cards(*texts: str) -> tuple[Card, ...]:
    """Cards by their two letters, in one text or several."""
    return tuple(Card(text[0], text[1]) for text in " ".join(texts).split())


JSON_VALUES: st.SearchStrategy[Any] = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.sampled_from((10**400, -(10**30)))
    | st.floats()
    | st.text(max_size=8)
    | st.sampled_from(("SA", "N", "belote", "AKT.987.-.J", "N:A... K...", "NT", "capot", "\ud800")),
    lambda children: (
        st.lists(children, max_size=4)
        | st.dictionaries(
            st.text(max_size=4) | st.sampled_from(("N", "trump", "extends")), children, max_size=4
        )
    ),
    max_leaves=10,
)
"""Any JSON value at all, NaN, huge numbers and lone surrogates included."""

CONTREE: dict[str, Any] = {
    "variant": "contree",
    "rules": {"short_deals": True},
    "dealer": "W",
    "deal": {"N": "9.7.-.-", "W": "7.Q.-.-", "S": "Q8.-.-.-", "E": "K.A.-.-"},
    "contract": {"trump": "D", "taker": "N", "bid": 80},
    "plays": [],
}
"""A request: two cards each, S to lead, anticlockwise."""
QUICK_JACK: dict[str, Any] = {
    "variant": "california_jack",
    "rules": {"short_deals": True},
    "leader": "N",
    "deal": {"N": "A.2.-.-", "S": "K.3.-.-"},
    "stock": ["D5", "D6"],
    "contract": {"trump": "D"},
}
"""A request: two cards each and a stock of two, N to lead."""
