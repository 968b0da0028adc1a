"""The replay of work on threads."""

from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner

from benchmarks import scaling
from benchmarks.scaling import THREADS, replay


@pytest.mark.parametrize(
    ("chains", "n_threads", "nodes"),
    [
        ([(5,)], 1, 5),
        ([(5, 5)], 4, 10),
        ([(1,), (1,), (1,), (1,)], 2, 2),
        ([(1,), (1,), (1,), (1,)], 3, 2),
        ([(9, 1), (1, 1), (1, 1)], 2, 10),
        # The chain whose pieces were long goes on before the others.
        ([(2, 6), (1, 1), (1, 1)], 2, 8),
        ([], 2, 0),
    ],
)
def test_a_free_thread_takes_what_is_expected_to_take_longest(
    chains: list[tuple[int, ...]], n_threads: int, nodes: int
) -> None:
    assert replay(chains, n_threads) == nodes


def test_more_threads_are_never_slower_than_the_longest_chain() -> None:
    chains = [(3, 4, 5), (9, 1), (2, 2, 2, 2), (7,)]
    ends = [replay(chains, n) for n in THREADS]
    assert ends[0] == sum(map(sum, chains))
    assert ends[-1] == max(map(sum, chains))


@pytest.mark.night
def test_the_plot_is_drawn(tmp_path: Path) -> None:
    path = tmp_path / "scaling.svg"
    result = CliRunner().invoke(scaling.main, ["--tables", "1", "--deals", "2", "--to", str(path)])
    assert result.exit_code == 0, result.output
    assert result.output.count("| 1.00 |") == 2
    assert len(ElementTree.parse(path).findall(".//{*}circle")) == 4 * len(THREADS)
