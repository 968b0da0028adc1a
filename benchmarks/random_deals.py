"""Random deals, positions and games, each made from a seed."""

from random import Random

from benchmarks.lists import Case, Deals
from solver import Contract, Deal, Position, Rules, Solver, find_variant

SLIPS = 0.15
"""The share of cards in a random game that are not best."""


def random_case(deals: Deals, seed: int, index: int) -> Case:
    """The deal of that number of the list that a seed names; its values are not known yet."""
    rng = Random(f"{deals.name} {seed} {index}")
    position = random_deal(rng, find_variant(deals.games[index % len(deals.games)]))
    if deals.is_logs:
        position = random_game(rng, position)
    elif deals.stock_left is not None:
        position = play_until(rng, position, deals.stock_left)
    return Case(f"{deals.name}-{seed}-{index + 1}", position.to_dict())


def random_deal(
    rng: Random, rules: Rules, cards_each: int | None = None, stock: int | None = None
) -> Position:
    """A deal of full size, or of so many cards, before the first card; contract and dealer at random."""
    n_each = rules.cards_each if cards_each is None else cards_each
    n_stock = rules.stock if stock is None else stock
    if (n_each, n_stock) != (rules.cards_each, rules.stock):
        rules = rules.override({"short_deals": True})
    n_held = n_each * rules.n_players
    cards = rng.sample(rules.deck, n_held + n_stock)
    hands = {seat: tuple(cards[i * n_each : (i + 1) * n_each]) for i, seat in enumerate(rules.players)}
    deal = Deal(hands, tuple(cards[n_held:]))
    return Position(rules, random_contract(rng, rules), deal, dealer=rng.choice(rules.players))


def random_contract(rng: Random, rules: Rules) -> Contract:
    """Any trump, any taker, any bid."""
    trump = rng.choice(rules.trumps)
    taker = rng.choice(rules.players) if rules.has_taker else None
    if not rules.bids:
        return Contract(trump, taker=taker)
    return Contract(trump, taker, rng.choice(rules.bids))


def play_until(rng: Random, position: Position, stock_left: int) -> Position:
    """The deal played at random until so many cards are left in the stock, at the start of a trick."""
    while len(position.stock_left) > stock_left:
        position = position.play(rng.choice(position.legal_plays()))
    return position


def random_game(rng: Random, position: Position) -> Position:
    """The deal played to its end by players who mostly find a best card."""
    solver = Solver(position)
    while not position.is_over:
        cards = position.legal_plays()
        if len(cards) > 1 and rng.random() >= SLIPS:
            cards = sorted(solver.solve(position).best)
        position = position.play(rng.choice(cards))
    return position
