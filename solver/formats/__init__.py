"""Bridge games as others write them: PBN and LIN, read and written.

Stands on `analysis` and `bidding`.
"""

from solver.formats.annotate import (
    Enriched,
    annotated,
    enrich,
)
from solver.formats.double_dummy import (
    double_dummy_of,
)
from solver.formats.games import (
    OUT_FORMATS,
    TEXT_FORMATS,
    ReadGame,
    TextFormat,
    convert_record,
    format_of,
    normal_log,
    read_deal,
    read_log,
    read_records,
    split_deals,
    write_game_of,
)
from solver.formats.lin.write import (
    has_made_up_auction,
)
from solver.formats.pbn.write import (
    DoubleDummy,
)
from solver.formats.puzzles import (
    PUZZLE_FORMATS,
    puzzle_header,
    puzzle_line,
    read_puzzle_texts,
    write_puzzle_pbn,
    write_puzzles_csv,
)
from solver.formats.record import (
    Record,
)
from solver.formats.unsaid import (
    Unsaid,
    find_unsaid,
    tell_unsaid,
)

__all__ = [
    "OUT_FORMATS",
    "PUZZLE_FORMATS",
    "TEXT_FORMATS",
    "DoubleDummy",
    "Enriched",
    "ReadGame",
    "Record",
    "TextFormat",
    "Unsaid",
    "annotated",
    "convert_record",
    "double_dummy_of",
    "enrich",
    "find_unsaid",
    "format_of",
    "has_made_up_auction",
    "normal_log",
    "puzzle_header",
    "puzzle_line",
    "read_deal",
    "read_log",
    "read_puzzle_texts",
    "read_records",
    "split_deals",
    "tell_unsaid",
    "write_game_of",
    "write_puzzle_pbn",
    "write_puzzles_csv",
]
