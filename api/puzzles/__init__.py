"""Puzzles: the bank in the database, where they are found, tried, rated and voted on."""

from typing import TYPE_CHECKING

from solver.lazy_face import lazy_face

if TYPE_CHECKING:
    from api.puzzles.attempts import (
        Ending as Ending,
        Who as Who,
    )
    from api.puzzles.bank import (
        Bank as Bank,
        Wanted as Wanted,
    )
    from api.puzzles.finding import (
        SHARED as SHARED,
        find_part as find_part,
        keep_found as keep_found,
        parts_of as parts_of,
    )
    from api.puzzles.kept import (
        KeptPuzzle as KeptPuzzle,
        NewPuzzle as NewPuzzle,
        length_key as length_key,
        name_of_game as name_of_game,
        popularity_of as popularity_of,
        source_key as source_key,
        tricks_key as tricks_key,
        variant_of as variant_of,
    )
    from api.puzzles.loading import (
        BankLoader as BankLoader,
        shipped_files as shipped_files,
    )
    from api.puzzles.query import (
        DIFFICULTIES as DIFFICULTIES,
        OF_DAY as OF_DAY,
        OF_HINT as OF_HINT,
        OF_LIST as OF_LIST,
        OF_NEXT as OF_NEXT,
        OF_PUZZLE as OF_PUZZLE,
        OF_SOLUTION as OF_SOLUTION,
        OF_THEMES as OF_THEMES,
        PUZZLE_ID as PUZZLE_ID,
        USUAL_LISTED as USUAL_LISTED,
        read_query as read_query,
        write_cursor as write_cursor,
    )
    from api.puzzles.schemas import (
        EXAMPLE_ID as EXAMPLE_ID,
        PUZZLES as PUZZLES,
        SEARCHES as SEARCHES,
        TRIES as TRIES,
        VOTES as VOTES,
        DailyPuzzleSchema as DailyPuzzleSchema,
        HintsSchema as HintsSchema,
        PuzzleFiguresSchema as PuzzleFiguresSchema,
        PuzzleListSchema as PuzzleListSchema,
        PuzzleSearchSchema as PuzzleSearchSchema,
        PuzzleTrySchema as PuzzleTrySchema,
        PuzzleVoteSchema as PuzzleVoteSchema,
        SolvedPuzzleSchema as SolvedPuzzleSchema,
        ThemeListSchema as ThemeListSchema,
        TryRequest as TryRequest,
        VoteRequest as VoteRequest,
        VotesSchema as VotesSchema,
    )
    from api.puzzles.search import (
        ANY_RATING as ANY_RATING,
        Sort as Sort,
    )
    from api.puzzles.shown import (
        Reader as Reader,
        gives_away as gives_away,
        puzzle_dict as puzzle_dict,
        puzzle_table as puzzle_table,
        restored as restored,
        show_figures as show_figures,
        show_hints as show_hints,
        show_themes as show_themes,
    )
else:
    # Type checkers do not see this: a module that has `__getattr__` would have every name to them.
    _NAMES = {
        "attempts": ("Ending", "Who"),
        "bank": ("Bank", "Wanted"),
        "finding": ("SHARED", "find_part", "keep_found", "parts_of"),
        "kept": (
            "KeptPuzzle",
            "NewPuzzle",
            "length_key",
            "name_of_game",
            "popularity_of",
            "source_key",
            "tricks_key",
            "variant_of",
        ),
        "loading": ("BankLoader", "shipped_files"),
        "query": (
            "DIFFICULTIES",
            "OF_DAY",
            "OF_HINT",
            "OF_LIST",
            "OF_NEXT",
            "OF_PUZZLE",
            "OF_SOLUTION",
            "OF_THEMES",
            "PUZZLE_ID",
            "USUAL_LISTED",
            "read_query",
            "write_cursor",
        ),
        "schemas": (
            "PUZZLES",
            "EXAMPLE_ID",
            "SEARCHES",
            "TRIES",
            "VOTES",
            "DailyPuzzleSchema",
            "HintsSchema",
            "PuzzleFiguresSchema",
            "PuzzleListSchema",
            "PuzzleSearchSchema",
            "PuzzleTrySchema",
            "PuzzleVoteSchema",
            "SolvedPuzzleSchema",
            "ThemeListSchema",
            "TryRequest",
            "VoteRequest",
            "VotesSchema",
        ),
        "search": ("ANY_RATING", "Sort"),
        "shown": (
            "Reader",
            "gives_away",
            "puzzle_dict",
            "puzzle_table",
            "restored",
            "show_figures",
            "show_hints",
            "show_themes",
        ),
    }
    __getattr__, __dir__, __all__ = lazy_face(__name__, _NAMES)
