"""Atout's solver: trick-taking games as data, exact values of fully known deals, judged game logs.

Each public name is imported on first use, so that a program loads only the parts it needs.
"""

from typing import TYPE_CHECKING

from solver.lazy_face import lazy_face

if TYPE_CHECKING:
    from solver.analysis import (
        Analysis as Analysis,
        DealAnalysis as DealAnalysis,
        Grade as Grade,
        LoneDeal as LoneDeal,
        Play as Play,
        Summary as Summary,
        analyse as analyse,
        is_complete as is_complete,
    )
    from solver.bidding import (
        ContractTable as ContractTable,
        TableDeal as TableDeal,
        tabulate as tabulate,
    )
    from solver.calls import (
        AskedHand as AskedHand,
        CallWorths as CallWorths,
        find_calls as find_calls,
    )
    from solver.cards import (
        NOTATIONS as NOTATIONS,
        Card as Card,
        Notation as Notation,
        format_card as format_card,
        parse_card as parse_card,
    )
    from solver.engine import (
        Answer as Answer,
        Bounds as Bounds,
        Budget as Budget,
        CancelToken as CancelToken,
        CanonicalForm as CanonicalForm,
        CardValue as CardValue,
        Ended as Ended,
        EndedBy as EndedBy,
        Limit as Limit,
        Solver as Solver,
        canonical_form as canonical_form,
        core_numbers as core_numbers,
        deal_numbers as deal_numbers,
        engine_version as engine_version,
        solve as solve,
        solve_many as solve_many,
    )
    from solver.errors import (
        Fault as Fault,
        FaultKind as FaultKind,
        PositionError as PositionError,
        RulesError as RulesError,
        SolverError as SolverError,
        UnknownVariantError as UnknownVariantError,
        UnreadableError as UnreadableError,
    )
    from solver.fault_codes import Code as Code
    from solver.formats import (
        DoubleDummy as DoubleDummy,
        Enriched as Enriched,
        ReadGame as ReadGame,
        Record as Record,
        TextFormat as TextFormat,
        annotated as annotated,
        convert_record as convert_record,
        double_dummy_of as double_dummy_of,
        enrich as enrich,
        read_deal as read_deal,
        read_log as read_log,
        read_records as read_records,
        split_deals as split_deals,
        write_game_of as write_game_of,
    )
    from solver.game import (
        BridgeScoring as BridgeScoring,
        Contract as Contract,
        Deal as Deal,
        Game as Game,
        Log as Log,
        LoggedDeal as LoggedDeal,
        Position as Position,
        format_deal as format_deal,
        game_of as game_of,
        parse_card_list as parse_card_list,
        read_told_position as read_told_position,
    )
    from solver.json_text import parse_json as parse_json
    from solver.knowledge import (
        BidsRead as BidsRead,
        PlaysJudged as PlaysJudged,
        Sampling as Sampling,
        Viewpoint as Viewpoint,
    )
    from solver.prospects import (
        Prospects as Prospects,
        Take as Take,
        find_prospects as find_prospects,
    )
    from solver.puzzles import (
        Attempt as Attempt,
        AttemptState as AttemptState,
        EndOfSearch as EndOfSearch,
        Finding as Finding,
        FindingLimit as FindingLimit,
        FindingReport as FindingReport,
        GivenPosition as GivenPosition,
        Goal as Goal,
        GoalKind as GoalKind,
        Hint as Hint,
        HintKind as HintKind,
        Puzzle as Puzzle,
        PuzzleFilter as PuzzleFilter,
        PuzzleKind as PuzzleKind,
        PuzzleSource as PuzzleSource,
        PuzzleSpec as PuzzleSpec,
        PuzzleTheme as PuzzleTheme,
        Rating as Rating,
        Refutation as Refutation,
        Solution as Solution,
        Span as Span,
        Unfit as Unfit,
        UnfitError as UnfitError,
        choose_goal as choose_goal,
        draw_game as draw_game,
        find_hints as find_hints,
        find_puzzles as find_puzzles,
        find_themes as find_themes,
        prove_themes as prove_themes,
        puzzle_after as puzzle_after,
        restore_puzzle as restore_puzzle,
        try_line as try_line,
    )
    from solver.reasons import Theme as Theme
    from solver.report.board import (
        board_data as board_data,
        board_files as board_files,
        board_told as board_told,
        puzzle_data as puzzle_data,
    )
    from solver.report.page import report_page as report_page
    from solver.rules import (
        VARIANTS as VARIANTS,
        Rules as Rules,
        check_variant_file as check_variant_file,
        find_variant as find_variant,
        load_variant_file as load_variant_file,
        readable_rules as readable_rules,
        resolve_variant as resolve_variant,
    )
    from solver.seats import SEATS as SEATS
    from solver.sentences import (
        LANGUAGES as LANGUAGES,
        Language as Language,
        language_of as language_of,
    )
    from solver.speech import Speech as Speech
else:
    # Type checkers do not see this: a module that has `__getattr__` would have every name to them.
    _NAMES = {
        "analysis": (
            "Analysis", "DealAnalysis", "Grade", "LoneDeal", "Play", "Summary", "analyse", "is_complete",
        ),
        "bidding": ("ContractTable", "TableDeal", "tabulate"),
        "calls": ("AskedHand", "CallWorths", "find_calls"),
        "cards": ("NOTATIONS", "Card", "Notation", "format_card", "parse_card"),
        "engine": (
            "Answer", "Bounds", "Budget", "CancelToken", "CanonicalForm", "CardValue", "Ended", "EndedBy",
            "Limit", "Solver", "canonical_form", "core_numbers", "deal_numbers", "engine_version", "solve",
            "solve_many",
        ),
        "errors": (
            "Fault", "FaultKind", "PositionError", "RulesError", "SolverError", "UnknownVariantError",
            "UnreadableError",
        ),
        "fault_codes": ("Code",),
        "formats": (
            "DoubleDummy", "Enriched", "ReadGame", "Record", "TextFormat", "annotated", "convert_record",
            "double_dummy_of", "enrich", "read_deal", "read_log", "read_records", "split_deals",
            "write_game_of",
        ),
        "game": (
            "BridgeScoring", "Contract", "Deal", "Game", "Log", "LoggedDeal", "Position", "format_deal",
            "game_of", "parse_card_list", "read_told_position",
        ),
        "json_text": ("parse_json",),
        "knowledge": ("BidsRead", "PlaysJudged", "Sampling", "Viewpoint"),
        "prospects": ("Prospects", "Take", "find_prospects"),
        "puzzles": (
            "Attempt", "AttemptState", "EndOfSearch", "Finding", "FindingLimit", "FindingReport",
            "GivenPosition", "Goal", "GoalKind", "Hint", "HintKind", "Puzzle", "PuzzleFilter", "PuzzleKind",
            "PuzzleSource", "PuzzleSpec", "PuzzleTheme", "Rating", "Refutation", "Solution", "Span", "Unfit",
            "UnfitError", "choose_goal", "draw_game", "find_hints", "find_puzzles", "find_themes",
            "prove_themes", "puzzle_after", "restore_puzzle", "try_line",
        ),
        "reasons": ("Theme",),
        "report.board": ("board_data", "board_files", "board_told", "puzzle_data"),
        "report.page": ("report_page",),
        "rules": (
            "VARIANTS", "Rules", "check_variant_file", "find_variant", "load_variant_file", "readable_rules",
            "resolve_variant",
        ),
        "seats": ("SEATS",),
        "sentences": ("LANGUAGES", "Language", "language_of"),
        "speech": ("Speech",),
    }  # fmt: skip
    """Each package, or module of the ground, with the public names that it holds."""
    __getattr__, __dir__, __all__ = lazy_face(__name__, _NAMES)
