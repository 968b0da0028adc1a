"""Prove the puzzles that are shipped, for the service: ``python -m benchmarks.make_proofs``.

It is run after ``benchmarks.make_puzzles``, and when a proof comes out otherwise than it stands
(tests/api/puzzles/test_proofs.py).  It takes half a minute.
"""

from api.puzzles.loading import shipped_files
from api.puzzles.proofs import proofs_home, write_proofs

if __name__ == "__main__":
    write_proofs(shipped_files(), proofs_home())
