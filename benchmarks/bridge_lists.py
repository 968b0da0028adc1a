"""The bridge lists of ``atout bench``: fixed deals, beside endplay where it is installed."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from statistics import fmean, median

from benchmarks.bridge import ATOUT, ENDPLAY, Told, ask_programs, has_endplay
from benchmarks.bridge_deals import BridgeWork, FixedDeal, random_asked, random_freak, read_fixed
from benchmarks.measure import Options

BRIDGE = "bridge"
"""The name of all of them together."""
NO_PEER = "endplay is not installed, so that bridge has nothing beside it: pip install 'atout[bench]'"
UNCHECKED = "the values of fresh deals of bridge were not checked: endplay would do that"


@dataclass(frozen=True, slots=True)
class BridgeRow:
    """One list: so many of the fixed deals, and the work on each."""

    work: BridgeWork
    n: int
    freaks: bool = False
    """Deals that take endplay minutes: it is not asked."""
    max_ms: float | None = None
    """The most that a deal should take; None where the target is to be no slower than endplay."""

    @property
    def name(self) -> str:
        """The name of the list."""
        return f"{BRIDGE}_freaks" if self.freaks else f"{BRIDGE}_{self.work}"

    def deals(self, options: Options) -> list[FixedDeal]:
        """The fixed deals, or fresh ones of which nothing is known; when it is to be quick a tenth."""
        n = -(-self.n // 10) if options.quick else self.n
        if options.seed is None:
            return list(read_fixed(self.work, freaks=self.freaks))[:n]
        if self.freaks:
            return [FixedDeal(random_freak(options.seed, index), {}) for index in range(n)]
        return [FixedDeal(random_asked(options.seed, index, self.work), {}) for index in range(n)]


BRIDGE_ROWS = (
    BridgeRow(BridgeWork.value, 60),
    BridgeRow(BridgeWork.cards, 40),
    BridgeRow(BridgeWork.table, 20),
    BridgeRow(BridgeWork.trace, 40),
    BridgeRow(BridgeWork.value, 20, freaks=True, max_ms=2000),
)


@dataclass(frozen=True, slots=True)
class Cost:
    """The cost of a list for one program: milliseconds of processor time, and the memory of its process."""

    median_ms: float
    mean_ms: float
    max_ms: float
    peak_bytes: int
    each: list[int] = field(default_factory=list)
    """The nodes of each deal; empty for endplay, which does not tell them."""


@dataclass(frozen=True, slots=True)
class Beside:
    """One list of bridge, measured."""

    name: str
    n: int
    atout: Cost
    endplay: Cost | None
    """None where it was not asked."""
    max_ms: float | None
    is_checked: bool
    """True if the values were known, or endplay told them."""
    faults: list[str]

    @property
    def unmet(self) -> list[str]:
        """The parts of the target that were not reached."""
        ours, theirs, parts = self.atout, self.endplay, []
        if theirs is not None:
            parts += [
                (ours.median_ms > theirs.median_ms, "median"),
                (ours.mean_ms > theirs.mean_ms, "mean"),
                (2 * ours.peak_bytes > theirs.peak_bytes, "memory"),
            ]
        if self.max_ms is not None:
            parts.append((ours.max_ms > self.max_ms, "max"))
        return [name for is_over, name in parts if is_over]


def choose_bridge_rows(names: Sequence[str]) -> tuple[BridgeRow, ...]:
    """The lists of these names, all of them for `BRIDGE` and for no name at all."""
    return tuple(row for row in BRIDGE_ROWS if not names or BRIDGE in names or row.name in names)


def measure_bridge(row: BridgeRow, options: Options) -> Beside:
    """Ask for every deal of a list, Atout alone or both programs in turn; every value is compared."""
    deals = row.deals(options)
    programs = [ATOUT, ENDPLAY] if has_endplay() and not row.freaks else [ATOUT]
    told = list(ask_programs(row.work, [deal.asked for deal in deals], programs))
    faults = [
        fault for deal, said in zip(deals, told, strict=True) for fault in find_bridge_faults(row, deal, said)
    ]
    costs = {program: cost_of([said[program] for said in told]) for program in programs}
    return Beside(
        name=row.name,
        n=len(deals),
        atout=costs[ATOUT],
        endplay=costs.get(ENDPLAY),
        max_ms=row.max_ms,
        is_checked=all(row.work in deal.known for deal in deals) or ENDPLAY in programs,
        faults=faults,
    )


def find_bridge_faults(row: BridgeRow, deal: FixedDeal, said: dict[str, Told]) -> Iterator[str]:
    """Name the programs whose values differ from the known ones, or from the other's."""
    known = deal.known.get(row.work)
    for program, told in said.items():
        if known is not None and told.values != known:
            yield f"{row.name}: {deal.asked.deal}: {program} says {told.values}, known is {known}"
    if known is None and ENDPLAY in said and said[ATOUT].values != said[ENDPLAY].values:
        ours, theirs = said[ATOUT].values, said[ENDPLAY].values
        yield f"{row.name}: {deal.asked.deal}: {ATOUT} says {ours}, {ENDPLAY} {theirs}"


def cost_of(told: Iterable[Told]) -> Cost:
    """The figures of all that a program was asked."""
    said = list(told)
    times = [one.ms for one in said]
    nodes = [one.nodes for one in said if one.nodes is not None]
    return Cost(median(times), fmean(times), max(times), max(one.peak_bytes for one in said), nodes)
