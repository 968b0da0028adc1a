"""Measure what the whole auction of a log costs to judge: ``python -m benchmarks.auctions``.

Random deals.  In contrée players pass until one has a bid by a rule of thumb, and then all others pass.  In
belote the first takes who would have three trumps, jack or nine among them.  In bridge the pair with more
honour points bids the level that they allow in its longest suit.  Every call is judged, and in bridge the
contract, as for a log of which no card has been played.  Processor time of one core with all that is Python,
and no deal kept that was solved for an earlier log.
"""

import time
from collections.abc import Iterator, Mapping, Sequence
from itertools import count, islice
from random import Random
from statistics import fmean, median
from typing import Any

import click

from benchmarks.callers.recovery import by_thumb, first_bid
from benchmarks.callers.solved import DEALER, SEED, draw
from solver import Card, Deal, Rules, analyse, find_variant
from solver.game.notation import format_hand
from solver.knowledge import Sampling
from solver.prospects.kept import forget_solved

GAMES = ("contree", "belote", "bridge")
TARGET_S = 3.0
"""The most that was set for the auction of a log."""
HONOURS = {"A": 4, "K": 3, "Q": 2, "J": 1}
LEVELS = ((37, 7), (33, 6), (25, 4), (23, 3), (20, 2))
"""The level that the honour points of a pair allow, the highest first; with fewer points it is 1."""


def log_of(game: str, number: int) -> dict[str, Any] | None:
    """Return a random deal and its calls, as a log without cards; None if all pass."""
    rules = find_variant(game)
    log = _log_of_belote(rules, number) if game == "belote" else _log_of_deal(rules, draw(rules, number))
    is_bid = any(call.lower() != "pass" for call in log["auction"])
    return {"variant": game, "dealer": DEALER, **log, "plays": []} if is_bid else None


def _log_of_belote(rules: Rules, number: int) -> dict[str, Any]:
    """Return the log of a deal as it lies before the auction: hands of five, the card turned up, the pack."""
    deck = list(rules.deck)
    Random(f"belote {SEED} {number}").shuffle(deck)
    players, turned_up = rules.seats_from(rules.next_seat(DEALER)), deck[20]
    hands = {seat: tuple(deck[5 * place : 5 * place + 5]) for place, seat in enumerate(players)}
    calls = []
    for seat in players:
        trumps = {card.rank for card in (*hands[seat], turned_up) if card.suit == turned_up.suit}
        calls.append("take" if len(trumps) >= 3 and trumps & {"J", "9"} else "pass")
        if calls[-1] == "take":
            break
    stock = [str(card) for card in deck[21:]]
    return {"deal": _named(hands), "turned_up": str(turned_up), "stock": stock, "auction": calls}


def _log_of_deal(rules: Rules, deal: Deal) -> dict[str, Any]:
    if rules.name == "bridge":
        return {"deal": _named(deal.hands), "auction": _auction_of_bridge(rules, deal)}
    calls = first_bid(rules, dict(deal.hands), by_thumb)
    return {"deal": _named(deal.hands), "auction": [*calls, *["pass"] * 3]}


def _named(hands: Mapping[str, Sequence[Card]]) -> dict[str, str]:
    return {seat: format_hand(hand) for seat, hand in hands.items()}


def _auction_of_bridge(rules: Rules, deal: Deal) -> list[str]:
    points = {seat: sum(HONOURS.get(card.rank, 0) for card in hand) for seat, hand in deal.hands.items()}
    players = rules.seats_from(DEALER)
    pair = max((players[::2], players[1::2]), key=lambda pair: sum(points[seat] for seat in pair))
    total = sum(points[seat] for seat in pair)
    level = next((level for least, level in LEVELS if total >= least), 1)
    lengths = {suit: sum(card.suit == suit for seat in pair for card in deal.hands[seat]) for suit in "SHDC"}
    n_passes = players.index(max(pair, key=lambda seat: points[seat]))
    return [*["Pass"] * n_passes, f"{level}{max(lengths, key=lambda suit: lengths[suit])}", *["Pass"] * 3]


def logs_of(game: str) -> Iterator[Mapping[str, Any]]:
    """Yield logs without an end."""
    return (log for number in count() if (log := log_of(game, number)))


def measure(game: str, n_logs: int, tries: int) -> list[float]:
    """Return the seconds that the auction of each log takes, the best of several tries."""
    seconds = []
    for log in islice(logs_of(game), n_logs):
        tried = []
        for _ in range(tries):
            forget_solved()
            started = time.process_time()
            analyse(log, calls=Sampling.of_calls(None))
            tried.append(time.process_time() - started)
        seconds.append(min(tried))
    return seconds


HEAD = (
    "| game | logs | seconds: median | mean | max | target | met |\n"
    f"| --- | {' | '.join(['---:'] * 5)} | --- |"
)


def line(game: str, seconds: Sequence[float]) -> str:
    """Return the row of a table of Markdown."""
    figures = [f"{value:.2f}" for value in (median(seconds), fmean(seconds), max(seconds))]
    met = "yes" if max(seconds) <= TARGET_S else "no"
    return f"| {game} | {len(seconds)} | {' | '.join(figures)} | {TARGET_S:g} | {met} |"


def rows(n_logs: int, tries: int) -> Iterator[tuple[str, list[float]]]:
    """Yield each game and what the auctions of its logs cost."""
    for game in GAMES:
        measure(game, 1, 1)
        yield game, measure(game, n_logs, tries)


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--logs", "n_logs", default=9, show_default=True, help="Logs of each game.")
@click.option("--tries", default=3, show_default=True, help="Of each log, of which the best counts.")
def main(n_logs: int, tries: int) -> None:
    """Print a table of Markdown."""
    click.echo(HEAD)
    for game, seconds in rows(n_logs, tries):
        click.echo(line(game, seconds))


if __name__ == "__main__":
    main()
