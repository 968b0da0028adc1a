"""The calls of a hand on a terminal: the best, what each is worth, and what the side takes in each trump."""

from collections.abc import Iterator, Sequence

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from solver.calls import (
    AskedHand,
    CallWorth,
    CallWorths,
    ContractWorth,
    DiscardWorth,
    LeadWorth,
    call_text,
    digits_of,
)
from solver.cards import NO_TRUMPS
from solver.game import is_pass
from solver.report import words
from solver.report.calls import (
    BIDS_HEAD,
    BY_TRUMP,
    CONTRACT,
    HOLDS,
    MADE_IS,
    MAKES,
    MEAN_TRICKS,
    NEEDS,
    QUANTILES_HEAD,
    SETS,
    TO_CALL,
    TO_DISCARD,
    TO_LEAD,
    TRUMPS_HEAD,
    VALUE,
    best_text,
    cards_said,
    contract_text,
    footing_text,
    makes_text,
    needs_text,
    par_text,
    quantiles_text,
    said_before,
    standing_text,
)
from solver.report.contract import bid_text, vulnerable_text
from solver.report.plain_text import NOTHING, title_of
from solver.report.terminal.answer import work_text
from solver.report.terminal.cards import card_text, hand_text, tinted
from solver.report.terminal.console import Fitting
from solver.report.terminal.tables import Row, fitting_table, new_table
from solver.rules import Scoring
from solver.speech import Speech

MOST_CONTRACTS = 5
"""The contracts of a pair of bridge that are shown in full."""
MOST_SHOWN = 8
"""The bids that are shown in full, those best in expectation; of the others the chance to be made is."""


def calls_text(asked: AskedHand, worths: CallWorths, speech: Speech) -> RenderableType:
    """Return the whole answer about a hand."""
    rules, view = worths.auction.rules, asked.viewpoint
    title = [
        Text(title_of(rules, speech), style="bold"),
        *(
            [Text(speech.say(words.DEALS, seat=speech.letters(view.dealer)))]
            if asked.is_auction_known
            else []
        ),
        *_turn(worths, speech),
    ]
    parts: list[RenderableType] = [Text(" · ").join(title), Text()]
    for seat, hand in view.in_sight.items():
        if view.partner:
            parts.append(Text(speech.say(HOLDS, seat=speech.letters(seat))))
        parts.append(hand_text(hand, rules, NO_TRUMPS, speech.notation))
    if view.shown:
        shown = Text(" ").join(card_text(card, speech.notation) for card in view.shown)
        parts.append(Text(f"{speech.say(words.TURNED_UP)} ").append_text(shown))
    if rules.scoring == Scoring.duplicate:
        parts.append(Text(vulnerable_text(asked.vulnerable, speech)))
    if asked.is_auction_known and worths.auction.said:
        parts.append(tinted(said_before(worths.auction, speech)))
    parts.append(Text())
    if worths.contract is not None:
        parts += [tinted(standing_text(worths.contract, speech)), Text()]
    if worths.par is not None:
        parts += [Text(par_text(worths, speech)), Text()]
    for table in _tables(worths, speech):
        parts += [tinted(best_text(worths, speech)), Text(), table, Text()]
    if worths.trumps:
        parts += [_trumps_table(worths, speech), Text()]
    parts += [Text(line, style="dim") for line in footing_text(worths, speech)]
    return Group(*parts, work_text(worths.stats.nodes, worths.stats.time_ms, speech))


def _turn(worths: CallWorths, speech: Speech) -> list[Text]:
    """Say what the player is to do; nothing where a contract alone is judged."""
    seat = speech.letters(worths.seat)
    if worths.leads is not None:
        return [Text(speech.say(TO_LEAD, seat=seat))]
    if worths.discards is not None:
        return [Text(speech.say(TO_DISCARD, seat=seat))]
    return (
        []
        if worths.auction.is_over or worths.contracts is not None
        else [Text(speech.say(TO_CALL, seat=seat))]
    )


def _tables(worths: CallWorths, speech: Speech) -> Iterator[RenderableType]:
    """Yield the table of what may be chosen, if anything was judged."""
    if worths.calls:
        yield _calls_table(worths, speech)
    if worths.discards:
        yield _discards_table(worths, speech)
    if worths.contracts:
        yield _contracts_table(worths, speech)
    if worths.leads:
        yield _leads_table(worths, speech)


def _calls_table(worths: CallWorths, speech: Speech) -> RenderableType:
    """Return the best bids, and every call that is none, each with all that is known of it."""
    bids = [worth for worth in worths.calls if _is_bid(worth, worths)]
    shown = {worth.said for worth in bids[:MOST_SHOWN]}
    # Where nothing is bid, there is no contract to make.
    has_bids = any(worth.makes is not None for worth in worths.calls)
    heads = map(speech.say, (*((CONTRACT, NEEDS) if has_bids else ()), VALUE, words.GIVEN_AWAY))
    rows: list[Row] = []
    for worth in worths.calls:
        if worth.said not in shown and _is_bid(worth, worths):
            continue
        name = tinted(call_text(worth.said, worth.rules, speech))
        if worth.is_best:
            name.stylize("bold")
        shares = (makes_text(worth, worths.seat, speech), needs_text(worth, speech)) if has_bids else ()
        rows.append([name, *shares, *_figures(worth, worths, speech)])
    return fitting_table(["", *heads], rows)


def _discards_table(worths: CallWorths, speech: Speech) -> RenderableType:
    """Return the best discards, those that come to the same on one line."""
    rows: list[Row] = []
    for worth in (worths.discards or ())[:MOST_SHOWN]:
        name = tinted(speech.either([cards_said(cards, speech) for cards in (worth.cards, *worth.equals)]))
        if worth.is_best:
            name.stylize("bold")
        rows.append([name, *_figures(worth, worths, speech)])
    return fitting_table(["", *map(speech.say, (VALUE, words.GIVEN_AWAY))], rows)


def _contracts_table(worths: CallWorths, speech: Speech) -> RenderableType:
    """Return the best contracts of a pair, and how often each of all is made."""
    rows: list[Row] = []
    for worth in (worths.contracts or ())[:MOST_CONTRACTS]:
        name = tinted(contract_text(worth, speech))
        if worth.swing is not None and not worth.swing.is_sure:
            name.stylize("bold")
        makes, tricks = speech.percent(worth.makes.mean), speech.number(worth.tricks.mean, 1)
        rows.append([name, makes, tricks, *_figures(worth, worths, speech)])
    best = fitting_table(["", *map(speech.say, (MAKES, MEAN_TRICKS, VALUE, words.GIVEN_AWAY))], rows)
    # By strain and level: at a higher level the tricks are the same.
    rules = worths.auction.rules
    by_strain: list[Row] = []
    found = {(worth.trump, worth.bid): worth for worth in worths.contracts or ()}
    for trump in rules.trumps:
        of = [found[trump, bid] for bid in rules.bids]
        tricks = speech.number(max(worth.tricks.mean for worth in of), 1)
        cells = [speech.percent(worth.makes.mean) for worth in of]
        by_strain.append([tinted(speech.trump_symbol(trump)), tricks, *cells])
    grid = fitting_table([speech.say(TRUMPS_HEAD), speech.say(MEAN_TRICKS), *map(str, rules.bids)], by_strain)
    return Group(best, Text(), grid, Text(speech.say(MADE_IS), style="dim"))


def _leads_table(worths: CallWorths, speech: Speech) -> RenderableType:
    """Return every card that may be led, neighbours on one line."""
    rows: list[Row] = []
    for worth in worths.leads or ():
        name = tinted(cards_said((worth.card, *worth.equals), speech))
        if worth.is_best:
            name.stylize("bold")
        tricks = f"{speech.number(worth.tricks.mean, 2)} ± {speech.number(worth.tricks.error, 2)}"
        rows.append([name, tricks, speech.percent(worth.sets.mean), *_figures(worth, worths, speech)])
    return fitting_table(["", *map(speech.say, (MEAN_TRICKS, SETS, VALUE, words.GIVEN_AWAY))], rows)


def _figures(
    worth: CallWorth | DiscardWorth | ContractWorth | LeadWorth, worths: CallWorths, speech: Speech
) -> tuple[str, str]:
    """Return the mean of a choice and what it gives away, each with its error."""
    digits = digits_of(worths.auction.rules)
    value = f"{speech.number(worth.lead.mean, digits)} ± {speech.number(worth.lead.error, digits)}"
    if worth.swing is None:
        return value, NOTHING
    swing = speech.number(worth.swing.mean, digits)
    if worth.swing.error:
        swing += f" ± {speech.number(worth.swing.error, digits)}"
    return value, swing


def _is_bid(worth: CallWorth, worths: CallWorths) -> bool:
    """True if the player would take by that call."""
    contract = worth.contract
    is_own = contract is not None and contract.taker == worths.seat and contract.multiplier == 1
    return is_own and not is_pass(worth.said)


def _trumps_table(worths: CallWorths, speech: Speech) -> RenderableType:
    """Return what the side takes in each trump, and where bids have heights, which of them are made."""
    rules = worths.auction.rules
    made = {
        (worth.contract.bid, worth.contract.trump): worth.makes.mean
        for worth in worths.calls
        if _is_bid(worth, worths) and worth.contract is not None and worth.makes is not None
    }
    bids = [bid for bid in rules.bids if any(height == bid for height, _ in made)]
    half = (len(bids) + 1) // 2

    def table(heights: Sequence[int], *, is_first: bool) -> Table:
        """Return what is taken, where that is asked for, and how often the bids of these heights are made."""
        heads = [speech.say(BY_TRUMP), speech.say(QUANTILES_HEAD)] if is_first else []
        shown = new_table(speech.say(TRUMPS_HEAD), *heads, *(bid_text(bid, speech) for bid in heights))
        for outlook in worths.trumps:
            low, *_, high = outlook.quantiles
            mean = f"{speech.number(outlook.mean.mean)} ± {speech.number(outlook.mean.error)}"
            taken = [mean, f"{speech.number(low)}–{speech.number(high)}"] if is_first else []
            shares = [made.get((bid, outlook.trump)) for bid in heights]
            cells = [NOTHING if share is None else speech.percent(share) for share in shares]
            shown.add_row(tinted(speech.trump_symbol(outlook.trump)), *taken, *cells)
        return shown

    shown: RenderableType = table(bids, is_first=True)
    if bids:
        # A narrow terminal has the bids below, all of them or in two halves.
        taken, head, tail = table([], is_first=True), bids[:half], bids[half:]
        whole, first, second = (table(part, is_first=False) for part in (bids, head, tail))
        below = Group(taken, Text(), whole), Group(taken, Text(), first, Text(), second)
        shown = Fitting(shown, *below)
    legend = quantiles_text(rules, speech)
    if bids:
        legend = f"{legend} {speech.say(BIDS_HEAD)}"
    return Group(shown, Text(legend, style="dim"))
