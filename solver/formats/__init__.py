"""Bridge games as others write them: PBN and LIN, read and written.

Stands on `analysis` and `bidding`.
"""

from typing import TYPE_CHECKING

from solver.lazy_face import lazy_face

if TYPE_CHECKING:
    from solver.formats.annotate import (
        Enriched as Enriched,
        annotated as annotated,
        enrich as enrich,
    )
    from solver.formats.double_dummy import double_dummy_of as double_dummy_of
    from solver.formats.games import (
        OUT_FORMATS as OUT_FORMATS,
        TEXT_FORMATS as TEXT_FORMATS,
        ReadGame as ReadGame,
        TextFormat as TextFormat,
        convert_record as convert_record,
        format_of as format_of,
        is_link as is_link,
        read_deal as read_deal,
        read_log as read_log,
        read_records as read_records,
        split_deals as split_deals,
        write_game_of as write_game_of,
    )
    from solver.formats.lin.write import has_made_up_auction as has_made_up_auction
    from solver.formats.pbn.write import DoubleDummy as DoubleDummy
    from solver.formats.puzzles import (
        PUZZLE_FORMATS as PUZZLE_FORMATS,
        puzzle_header as puzzle_header,
        puzzle_line as puzzle_line,
        read_puzzle_texts as read_puzzle_texts,
        write_puzzle_pbn as write_puzzle_pbn,
        write_puzzles_csv as write_puzzles_csv,
    )
    from solver.formats.record import Record as Record
    from solver.formats.unsaid import (
        Unsaid as Unsaid,
        find_unsaid as find_unsaid,
        tell_unsaid as tell_unsaid,
    )
else:
    # Type checkers do not see this: a module that has `__getattr__` would have every name to them.
    _NAMES = {
        "annotate": ("Enriched", "annotated", "enrich"),
        "double_dummy": ("double_dummy_of",),
        "games": (
            "OUT_FORMATS",
            "TEXT_FORMATS",
            "ReadGame",
            "TextFormat",
            "convert_record",
            "format_of",
            "is_link",
            "read_deal",
            "read_log",
            "read_records",
            "split_deals",
            "write_game_of",
        ),
        "lin.write": ("has_made_up_auction",),
        "pbn.write": ("DoubleDummy",),
        "puzzles": (
            "PUZZLE_FORMATS",
            "puzzle_header",
            "puzzle_line",
            "read_puzzle_texts",
            "write_puzzle_pbn",
            "write_puzzles_csv",
        ),
        "record": ("Record",),
        "unsaid": ("Unsaid", "find_unsaid", "tell_unsaid"),
    }
    __getattr__, __dir__, __all__ = lazy_face(__name__, _NAMES)
