"""Par against the whole auction played out call by call, and against what a bridge program says."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, strategies as st

from solver.bidding.asked import TableDeal
from solver.bidding.contracts import Bidding, Par
from solver.bidding.entries import Entry
from solver.bidding.par import Offer, Settled, settle_auctions, settle_turns
from solver.engine.answer import Bounds
from solver.game.auctions.speaking import DOUBLED, REDOUBLED, UNDOUBLED
from solver.game.deal import Deal
from solver.game.duplicate import Vulnerable, contract_score
from solver.rules.variants import find_variant
from tests.support.positions import SEEDS
from tests.support.slow_par import settle_slowly
from tests.support.work import count_calls

LIST10 = Path(__file__).resolve().parents[1] / "data" / "bridge" / "list10.txt"
STRAINS = ("S", "H", "D", "C", "NT")


def settle_auction(offers: Sequence[Offer], opens: int, *, double_closes: bool) -> Settled:
    """What settles the auction that one side opens."""
    (settled,) = settle_auctions(offers, (opens,), double_closes=double_closes)
    return settled


# ---- the auction, call by call


@dataclass(frozen=True)
class Call:
    """Where an auction of four players stands."""

    standing: int | None = None
    multiplier: int = UNDOUBLED
    n_passes: int = 0


def play_auction(offers: Sequence[Offer], opens: int, *, double_closes: bool) -> int:
    """The value of an auction of four players who speak in turn, three passes after a bid ending it.

    Every call of every player is tried; partners share what they play for.  Nothing is taken over from
    `solver.bidding.par` but the list of contracts.
    """

    @cache
    def value(call: Call, seat: int) -> int:
        side = (seat + opens) % 2
        standing = None if call.standing is None else offers[call.standing]
        if standing is None and call.n_passes == 4:
            return 0
        if standing is not None and call.n_passes == 3:
            return standing.leads[call.multiplier]
        options = [value(Call(call.standing, call.multiplier, call.n_passes + 1), (seat + 1) % 4)]
        is_closed = double_closes and call.multiplier != UNDOUBLED
        for index, offer in enumerate(offers):
            is_higher = standing is None or offer.height > standing.height
            if offer.side == side and is_higher and not is_closed:
                options.append(value(Call(index), (seat + 1) % 4))
        if standing is not None:
            may_double = standing.side != side and call.multiplier == UNDOUBLED
            may_redouble = standing.side == side and call.multiplier == DOUBLED
            for allowed, multiplier in ((may_double, DOUBLED), (may_redouble, REDOUBLED)):
                if allowed and multiplier in standing.leads:
                    options.append(value(Call(call.standing, multiplier), (seat + 1) % 4))
        return max(options) if side == 0 else min(options)

    return value(Call(), 0)


def random_offers(rng: Random) -> list[Offer]:
    """A few contracts with any scores at all; some games have doubles, some redoubles too."""
    multipliers = rng.choice(((1,), (1, 2), (1, 2, 4)))
    n_heights = rng.randint(1, 4)
    offers = []
    for height in range(n_heights):
        for side in (0, 1):
            for trump in rng.choice((("S",), ("S", "H"))):
                leads = {multiplier: rng.randint(-3, 3) for multiplier in multipliers}
                offers.append(Offer(height, side, trump, ("N",), leads))
    return offers


@given(SEEDS, st.booleans(), st.sampled_from((0, 1)))
def test_par_is_the_value_of_the_auction_played_call_by_call(seed: int, closes: bool, opens: int) -> None:
    offers = random_offers(Random(seed))
    settled = settle_auction(offers, opens, double_closes=closes)
    assert settled.lead == play_auction(offers, opens, double_closes=closes)


def contract_offers(rng: Random, rules_name: str = "contree") -> list[Offer]:
    """The bids of contrée over made-up results: three bids, two suits, both sides."""
    rules = find_variant(rules_name).override(
        {"contract_scoring": rng.choice(("points_plus_bid", "bid_only", "points_only"))}
    )
    asked = TableDeal(rules, Deal(dict.fromkeys("NESW", ())), "W", "S")
    bidding = Bidding(asked)
    bidding.bids = sorted(rng.sample(rules.bids, 3))
    return list(bidding._offers(contree_entries(rng, "SH")))


def contree_entries(rng: Random, trumps: str) -> list[Entry]:
    """Made-up results of contrée."""
    entries = []
    for trump in "SHDC":
        points = rng.choice([rng.randint(1, 161), 250, 0]) if trump in trumps else 81
        result = (250, 0) if points == 250 else (0, 250) if points == 0 else (points, 162 - points)
        belote = rng.choice((None, 0, 1))
        lead = result[0] - result[1]
        entries += [Entry(None, trump, seat, "S", Bounds(lead, lead), result, belote) for seat in "NESW"]
    return entries


@given(SEEDS)
def test_par_of_contree_is_that_of_the_auction(seed: int) -> None:
    offers = [offer for offer in contract_offers(Random(seed)) if offer.trump in "SH"]
    opens = seed % 2
    settled = settle_auction(offers, opens, double_closes=True)
    assert settled.lead == play_auction(offers, opens, double_closes=True)
    check_stable(settled, offers)


def check_stable(settled: Settled, offers: Sequence[Offer]) -> None:
    """At a par contract nobody gains by doubling it or not, nor by a higher contract."""

    def left(offer: Offer) -> int:
        """What a contract brings when the other side doubles as it likes, and its own redoubles."""
        best, worst = (max, min) if offer.side == 0 else (min, max)
        doubled = [offer.leads[multiplier] for multiplier in (2, 4) if multiplier in offer.leads]
        return worst([offer.leads[1], *([best(doubled)] if doubled else [])])

    for final in settled.finals:
        assert final.offer.leads[final.multiplier] == settled.lead == left(final.offer)
        for offer in offers:
            if offer.height > final.offer.height:
                assert (left(offer) <= settled.lead) if offer.side == 0 else (left(offer) >= settled.lead)


@given(SEEDS, st.booleans(), st.sampled_from((0, 1)))
def test_par_contracts_are_stable_and_there_is_one_unless_all_pass(
    seed: int, closes: bool, opens: int
) -> None:
    offers = random_offers(Random(seed))
    settled = settle_auction(offers, opens, double_closes=closes)
    check_stable(settled, offers)
    if not closes:
        assert settled.finals or settled.lead == 0


@given(SEEDS, st.booleans(), st.sampled_from((0, 1)))
def test_par_and_its_contracts_are_those_of_the_plain_way(seed: int, closes: bool, opens: int) -> None:
    rng = Random(seed)
    offers = random_offers(rng) if rng.random() < 0.5 else contract_offers(rng)
    rng.shuffle(offers)
    settled = settle_auction(offers, opens, double_closes=closes)
    assert settled == settle_slowly(offers, opens, double_closes=closes)


def tied_offers(n_bids: int) -> list[Offer]:
    """Bids that all come to nothing, of both sides in four suits, whoever doubles."""
    leads = {UNDOUBLED: 0, DOUBLED: 0, REDOUBLED: 0}
    return [
        Offer(height, side, trump, ("N",), leads)
        for height in range(n_bids)
        for side in (0, 1)
        for trump in "SHDC"
    ]


@pytest.mark.by_day(1)
@pytest.mark.parametrize("closes", [True, False])
def test_par_of_ties_costs_as_much_as_there_are_bids(closes: bool) -> None:
    few, many = tied_offers(20), tied_offers(40)
    n_few = count_calls(lambda: settle_auction(few, 0, double_closes=closes))
    n_many = count_calls(lambda: settle_auction(many, 0, double_closes=closes))
    assert n_many < 2.2 * n_few
    finals = settle_auction(few, 0, double_closes=closes).finals
    assert len(finals) == 3 * len(few)
    assert finals == settle_slowly(few, 0, double_closes=closes).finals


def test_the_side_that_makes_more_outbids_the_other() -> None:
    def offer(bid: int, side: int, makes: int) -> Offer:
        sign = 1 if side == 0 else -1
        lead = sign * bid if bid <= makes else -sign * (160 + bid)
        return Offer(bid, side, "S" if side == 0 else "H", ("N",), {1: lead, 2: 2 * lead, 4: 4 * lead}, bid)

    bids = range(80, 170, 10)
    offers = [offer(bid, 0, 110) for bid in bids] + [offer(bid, 1, 100) for bid in bids]
    settled = settle_auction(offers, 1, double_closes=True)
    assert settled.lead == 110
    assert [(final.offer.bid, final.multiplier) for final in settled.finals] == [(110, 1)]


def test_nobody_bids_what_nobody_makes() -> None:
    offers = [Offer(80, side, "S", ("N",), {1: lead, 2: 2 * lead}) for side, lead in ((0, -240), (1, 240))]
    assert settle_auction(offers, 0, double_closes=True) == Settled(0)


def test_who_opens_has_it_when_both_make_the_same() -> None:
    offers = [Offer(80, side, "S", ("N",), {1: lead, 2: 2 * lead}) for side, lead in ((0, 160), (1, -160))]
    assert [settle_auction(offers, opens, double_closes=True).lead for opens in (0, 1)] == [160, -160]


@given(SEEDS)
def test_belote_auction_against_trying_everything(seed: int) -> None:
    rng = Random(seed)
    choices = [
        (
            seat % 2,
            [
                Offer(1 + seat // 4, seat % 2, trump, (str(seat),), {1: rng.randint(-3, 3)})
                for trump in ("H" if seat < 4 else "SDC")
            ],
        )
        for seat in range(8)
    ]

    def value(at: int) -> int:
        if at == len(choices):
            return 0
        side, offers = choices[at]
        options = [value(at + 1), *(offer.leads[1] for offer in offers)]
        return max(options) if side == 0 else min(options)

    settled = settle_turns(choices)
    assert settled.lead == value(0)
    assert settled.finals or settled.lead == 0
    assert all(final.offer.leads[1] == settled.lead for final in settled.finals)


def test_nobody_takes_in_belote_to_lose_unless_to_lose_less() -> None:
    def offer(seat: str, lead: int) -> Offer:
        return Offer(1, "NS".index(seat) if seat in "NS" else 0, "H", (seat,), {1: lead})

    hopeless = [(1, [offer("S", 100)]), (0, [offer("N", 100)])]
    assert [final.offer.takers for final in settle_turns(hopeless).finals] == [("N",)]
    sacrifice = [(1, [offer("S", 100)]), (0, [offer("N", 250)])]
    assert [final.offer.takers for final in settle_turns(sacrifice).finals] == [("S",)]


# ---- bridge


def bridge_par(tricks: dict[str, list[int]], vulnerable: str, dealer: str | None = None) -> tuple[Par, ...]:
    """Par of a table of tricks: by strain, of the declarers N E S W."""
    rules = find_variant("bridge")
    hands = {seat: rules.deck[13 * index : 13 * index + 13] for index, seat in enumerate("NESW")}
    entries = []
    for strain in STRAINS:
        for declarer, n in zip("NESW", tricks[strain], strict=True):
            result = (n, 13 - n) if declarer in "NS" else (13 - n, n)
            lead = result[0] - result[1]
            entries.append(Entry(None, strain, declarer, "N", Bounds(lead, lead), result, None))
    asked = TableDeal(rules, Deal(hands), dealer, None, vulnerable=Vulnerable(vulnerable))
    return Bidding(asked).pars(entries)


def bridge_texts(par: Par) -> set[str]:
    """Par contracts as the list writes them: who, the levels, the strain, x where doubled."""
    levels: dict[tuple[str, str, int], list[int]] = {}
    for contract in par.contracts:
        who = contract.side if len(contract.takers) == 2 else contract.takers[0]
        assert contract.bid is not None
        levels.setdefault((who, contract.trump[0], contract.multiplier), []).append(contract.bid)
    return {
        f"{who} {''.join(map(str, sorted(bids)))}{strain}{'x' if multiplier == 2 else ''}"
        for (who, strain, multiplier), bids in levels.items()
    }


def list10() -> list[dict[str, str]]:
    """The deals of the list: the rest of each line by its first word."""
    deals: list[dict[str, str]] = []
    for line in LIST10.read_text(encoding="utf-8").splitlines():
        word, _, rest = line.partition(" ")
        if word == "PBN":
            deals.append({})
        if deals:
            deals[-1][word] = rest
    return deals


@pytest.mark.parametrize("deal", list10(), ids=lambda deal: deal["PBN"][:7].replace(" ", "-"))
def test_par_of_known_bridge_deals(deal: dict[str, str]) -> None:
    numbers = list(map(int, deal["TABLE"].split()))
    tricks = {strain: numbers[4 * at : 4 * at + 4] for at, strain in enumerate(STRAINS)}
    dealer, vulnerability = map(int, deal["PBN"].split()[:2])
    vulnerable = ("none", "both", "NS", "EW")[vulnerability]
    score, _, *contracts = re.findall(r'"([^"]*)"', deal["PAR"])
    pars = bridge_par(tricks, vulnerable)
    for par, expected in zip(pars, contracts, strict=True):
        opens, _, texts = expected.partition(":")
        assert (par.opens, bridge_texts(par)) == (opens, set(texts.split(",")))
        assert par.difference["NS"] == int(score.split()[1])
        assert par.difference["EW"] == -par.difference["NS"]
    (by_dealer,) = bridge_par(tricks, vulnerable, "NESW"[dealer])
    assert by_dealer.opens == ("NS", "EW")[dealer % 2]
    dealer_score, *dealer_contracts = re.findall(r'"([^"]*)"', deal["PAR2"])
    assert by_dealer.difference["NS"] == int(dealer_score)
    assert lowest_texts(by_dealer) == set(dealer_contracts)


def lowest_texts(par: Par) -> set[str]:
    """The lowest par contract of each strain as the list's second form has it: 4S*-EW-1, 2C-NS+2."""
    lowest = {}
    for contract in sorted(par.contracts, key=lambda contract: -(contract.bid or 0)):
        lowest[contract.trump] = contract
    texts = set()
    for contract in lowest.values():
        assert contract.bid is not None
        who = contract.side if len(contract.takers) == 2 else contract.takers[0]
        over = contract.value[contract.side] - contract.bid - 6
        texts.add(
            f"{contract.bid}{contract.trump[0]}{'*' * (contract.multiplier - 1)}-{who}"
            f"{f'{over:+}' if over else ''}"
        )
    return texts


def test_par_hangs_on_who_opens_when_both_make_only_one_no_trump() -> None:
    tricks = {strain: [6, 6, 6, 6] for strain in STRAINS} | {"NT": [7, 7, 7, 7]}
    first, second = bridge_par(tricks, "none")
    assert [par.difference["NS"] for par in (first, second)] == [90, -90]
    assert [bridge_texts(par) for par in (first, second)] == [{"NS 1N"}, {"EW 1N"}]


def test_a_partner_who_is_worth_more_may_come_too_late() -> None:
    # North is one trick better than South at no trumps, where West makes game: only North saves 100 by
    # bidding it first, and can where nobody of the other side speaks before.
    tricks = {"S": [5, 7, 5, 6], "H": [5, 7, 5, 9], "D": [6, 6, 5, 6], "C": [4, 8, 4, 10], "NT": [6, 8, 5, 9]}
    found = {}
    for dealer in "NESW":
        (par,) = bridge_par(tricks, "EW", dealer)
        found[dealer] = (par.difference["NS"], bridge_texts(par))
    too_late = (-600, {"W 3N"})
    assert found == {"N": (-500, {"N 3Nx"}), "E": too_late, "S": too_late, "W": too_late}


def uneven_tricks(rng: Random) -> dict[str, list[int]]:
    """Made-up tricks of every declarer; partners often take different numbers."""
    tricks = {}
    for strain in STRAINS:
        n_ns = rng.randint(3, 10)
        shares = [n_ns + rng.choice((-2, -1, 0, 0, 1, 2)) for _ in "NESW"]
        tricks[strain] = [n if seat in "NS" else 13 - n for seat, n in zip("NESW", shares, strict=True)]
    return tricks


def value_of_bridge(tricks: dict[str, list[int]], vulnerable: str, dealer: str) -> int:
    """The value of an auction of bridge held call by call: who bids last plays it."""
    bids = [(level, strain) for level in range(1, 8) for strain in reversed(STRAINS[:4])]
    bids = [bid for level in range(1, 8) for bid in [*bids[4 * level - 4 : 4 * level], (level, "NT")]]
    start = "NESW".index(dealer)

    @cache
    def lead(bid: int, seat: int, multiplier: int) -> int:
        level, strain = bids[bid]
        is_vulnerable = Vulnerable(vulnerable).includes("NS" if seat % 2 == 0 else "EW")
        score = contract_score(level, strain, multiplier, tricks[strain][seat], is_vulnerable)
        return score if seat % 2 == 0 else -score

    @cache
    def value(seat: int, bid: int, taker: int, multiplier: int, n_passes: int) -> int:
        if n_passes == (4 if bid < 0 else 3):
            return 0 if bid < 0 else lead(bid, taker, multiplier)
        following = (seat + 1) % 4
        options = [value(following, bid, taker, multiplier, n_passes + 1)]
        options += [value(following, higher, seat, 1, 0) for higher in range(bid + 1, len(bids))]
        is_own = (seat - taker) % 2 == 0
        if bid >= 0 and multiplier == (DOUBLED if is_own else UNDOUBLED):
            options.append(value(following, bid, taker, 2 * multiplier, 0))
        return max(options) if seat % 2 == 0 else min(options)

    for bid in reversed(range(len(bids))):  # the highest first, so that none goes deep
        for seat in range(4):
            value((seat + 1) % 4, bid, seat, 1, 0)
    return value(start, -1, 0, 1, 0)


@pytest.mark.by_day(8)
@pytest.mark.parametrize("seed", range(40))
def test_par_of_bridge_is_the_value_of_the_auction_with_partners_of_different_worth(seed: int) -> None:
    rng = Random(seed)
    tricks, vulnerable, dealer = uneven_tricks(rng), rng.choice(list(Vulnerable)).value, rng.choice("NESW")
    (par,) = bridge_par(tricks, vulnerable, dealer)
    assert par.difference["NS"] == value_of_bridge(tricks, vulnerable, dealer)
    assert not par.difference["NS"] or par.contracts
