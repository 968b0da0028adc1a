"""Makes the fixed deals of bridge: ``python -m benchmarks.make_bridge_deals``; needs endplay.

Every value is Atout's and endplay's; where the two differ nothing is written.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path

import click

from benchmarks.bridge import ATOUT, ENDPLAY, ask_programs, has_endplay
from benchmarks.bridge_deals import (
    FIXED,
    FREAKS,
    SEATS,
    Asked,
    BridgeWork,
    FixedDeal,
    random_asked,
    random_freak,
)
from benchmarks.bridge_lists import BRIDGE_ROWS

SEED = 2
"""The seed of the lists that are committed."""
HARDEST = "N:..KJ9753.AQT8642 .AQT8642..KJ9753 AQT8642.KJ9753.. KJ9753..AQT8642."
"""Thomas Andrews' deal, without trumps one of those that the Double Dummy Solver spends longest on."""


def main_deals(works: dict[BridgeWork, int], seed: int) -> Iterator[FixedDeal]:
    """Random deals with the answers to as many works as each is for."""
    for index in range(max(works.values())):
        asked = random_asked(seed, index, BridgeWork.trace)
        yield FixedDeal(asked, {work: () for work, n in works.items() if index < n})


def freak_deals(n: int, seed: int) -> Iterator[FixedDeal]:
    """The hardest freak known, each hand on lead, and random ones."""
    known: dict[BridgeWork, tuple[object, ...]] = {BridgeWork.value: ()}
    for leader in SEATS:
        yield FixedDeal(Asked(HARDEST, "NT", leader, ()), known)
    for index in range(n - len(SEATS)):
        yield FixedDeal(random_freak(seed, index), known)


def write(path: Path, deals: Iterable[FixedDeal]) -> None:
    """Ask both programs for every answer that a deal is to have, and write the deals.

    Raises click.ClickException, and writes nothing, where they differ.
    """
    made = list(deals)
    found: list[dict[BridgeWork, tuple[object, ...]]] = [{} for _ in made]
    for work in BridgeWork:
        places = [place for place, deal in enumerate(made) if work in deal.known]
        asked = [made[place].asked for place in places]
        for place, told in zip(places, ask_programs(work, asked), strict=True):
            if told[ATOUT].values != told[ENDPLAY].values:
                raise click.ClickException(f"the two differ on {made[place].asked}, {work}: {told}")
            found[place][work] = told[ATOUT].values
    lines = (FixedDeal(deal.asked, known).to_line() for deal, known in zip(made, found, strict=True))
    path.write_text("".join(f"{line}\n" for line in lines), encoding="ascii")


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--seed", default=SEED, show_default=True, help="Which deals.")
@click.option("--to", type=click.Path(file_okay=False, path_type=Path), default=FIXED.parent, help="Where.")
@click.option("--freaks/--no-freaks", "with_freaks", default=True, help="These take half an hour.")
def main(seed: int, to: Path, with_freaks: bool) -> None:
    """Write the fixed deals of bridge, every value by Atout and by endplay; the freaks take it minutes."""
    if not has_endplay():
        raise click.ClickException("endplay is not installed: pip install 'atout[bench]'")
    works = {row.work: row.n for row in BRIDGE_ROWS if not row.freaks}
    (n_freaks,) = (row.n for row in BRIDGE_ROWS if row.freaks)
    write(to / FIXED.name, main_deals(works, seed))
    if with_freaks:
        write(to / FREAKS.name, freak_deals(n_freaks, seed))


if __name__ == "__main__":
    main()
