"""The proofs of the puzzles that are shipped, so that no service has to prove them again.

A bank holds puzzles without their proofs.  Beside it, for the service, lie the proofs, and a list of the
digests of both: a proof is taken as it stands only for the bank that it was made of.  What this version of
the engine proves is what stands there: tests/api/puzzles/test_proofs.py proves it all.
"""

import gzip
import json
from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import Any

from solver import Puzzle, Solution
from solver.answer_row import shown_fields

SUMS = "SHA256SUMS"
_ORDER = tuple(field.name for form in (Puzzle, Solution) for field in shown_fields(form))


def proofs_home() -> Path:
    """Return the folder of the proofs that are shipped."""
    return Path(str(files("api.puzzles"))) / "bank_proofs"


def write_proofs(banks: Iterable[Path], home: Path) -> None:
    """Prove the puzzles of banks, and write their proofs and the digests of all into a folder."""
    home.mkdir(exist_ok=True)
    sums = []
    for bank in banks:
        small = bank.read_bytes()
        proofs = (proof_of(puzzle) for puzzle in map(json.loads, gzip.decompress(small).splitlines()))
        lines = (json.dumps(proof, separators=(",", ":")) for proof in proofs)
        raw = gzip.compress("".join(f"{line}\n" for line in lines).encode(), mtime=0)
        (home / bank.name).write_bytes(raw)
        sums += [_sum_of(f"bank/{bank.name}", small), _sum_of(bank.name, raw)]
    (home / SUMS).write_text("".join(f"{line}\n" for line in sums), encoding="utf-8")


def proof_of(small: Mapping[str, Any]) -> dict[str, Any]:
    """Return what a puzzle of a bank lacks, proved now, and what is written otherwise now."""
    whole = Puzzle.from_dict(small).to_dict(shown=True)
    other = {name: value for name, value in whole.items() if name not in small or small[name] != value}
    return {"id": whole["id"], **other}


def whole_lines(bank: Path, home: Path | None = None) -> Iterator[dict[str, Any]]:
    """Yield the puzzles of a bank, with the proofs that are shipped for it, and else without any.

    home: the folder of the proofs, by default that of those shipped.
    """
    home = proofs_home() if home is None else home
    small, proofs = bank.read_bytes(), home / bank.name
    raw = proofs.read_bytes() if proofs.exists() else b""
    is_pinned = {_sum_of(f"bank/{bank.name}", small), _sum_of(bank.name, raw)} <= _sums(home)
    puzzles = map(json.loads, gzip.decompress(small).splitlines())
    if not is_pinned:
        yield from puzzles
        return
    for puzzle, proof in zip(puzzles, map(json.loads, gzip.decompress(raw).splitlines()), strict=True):
        assert puzzle["id"] == proof["id"]
        whole = {**puzzle, **proof}
        # In the order of one that is proved now.
        yield {name: whole[name] for name in _ORDER if name in whole}


def _sums(home: Path) -> set[str]:
    path = home / SUMS
    return set(path.read_text(encoding="utf-8").splitlines()) if path.exists() else set()


def _sum_of(name: str, raw: bytes) -> str:
    """Return the line of a file in the list of digests."""
    return f"{sha256(raw).hexdigest()}  {name}"
