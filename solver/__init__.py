"""Atout's solver: trick-taking games as data, exact values of fully known deals, judged game logs.

Each public name is imported on first use, so that a program loads only the parts it needs.
"""

# ruff: noqa: I001 (names handed on to others, `X as X`, stay in one statement)

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from solver.analysis import (
        Analysis as Analysis,
        DealAnalysis as DealAnalysis,
        Grade as Grade,
        Log as Log,
        LoggedDeal as LoggedDeal,
        LoneDeal as LoneDeal,
        MAX_DEALS as MAX_DEALS,
        Play as Play,
        Summary as Summary,
        analyse as analyse,
        is_complete as is_complete,
    )
    from solver.answer_json import written as written
    from solver.answer_json import written_in as written_in
    from solver.draft import Draft as Draft
    from solver.answer_row import (
        AnswerField as AnswerField,
        Noun as Noun,
        Row as Row,
        answer_fields as answer_fields,
        row as row,
        shown_fields as shown_fields,
        shows as shows,
    )
    from solver.bidding import (
        ContractTable as ContractTable,
        TableDeal as TableDeal,
        tabulate as tabulate,
    )
    from solver.calls import AskedHand as AskedHand, CallWorths as CallWorths, find_calls as find_calls
    from solver.cards import (
        Card as Card,
        NOTATIONS as NOTATIONS,
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
        Wrong as Wrong,
        point as point,
        show as show,
        wrong as wrong,
        wrong_n as wrong_n,
    )
    from solver.fault_codes import Code as Code
    from solver.formats import (
        puzzle_header as puzzle_header,
        puzzle_line as puzzle_line,
        DoubleDummy as DoubleDummy,
        Enriched as Enriched,
        ReadGame as ReadGame,
        Record as Record,
        TextFormat as TextFormat,
        annotated as annotated,
        convert_record as convert_record,
        double_dummy_of as double_dummy_of,
        enrich as enrich,
        has_made_up_auction as has_made_up_auction,
        normal_log as normal_log,
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
        MARKS as MARKS,
        MAX_COMMENT as MAX_COMMENT,
        MAX_COMMENTS as MAX_COMMENTS,
        MAX_ROWS as MAX_ROWS,
        MAX_TABLES as MAX_TABLES,
        Position as Position,
        format_deal as format_deal,
        parse_card_list as parse_card_list,
        game_of as game_of,
    )
    from solver.json_text import MAX_INTEGER as MAX_INTEGER, parse_json as parse_json
    from solver.knowledge import (
        BidsRead as BidsRead,
        MAX_SAMPLES as MAX_SAMPLES,
        PlaysJudged as PlaysJudged,
        Sampling as Sampling,
        Viewpoint as Viewpoint,
    )
    from solver.labels import (
        MAX_LABEL as MAX_LABEL,
        find_label_fault as find_label_fault,
        find_name_faults as find_name_faults,
    )
    from solver.prospects import (
        Prospects as Prospects,
        Take as Take,
        find_prospects as find_prospects,
    )
    from solver.report.board import (
        board_data as board_data,
        board_files as board_files,
        board_told as board_told,
        puzzle_data as puzzle_data,
    )
    from solver.report.page import report_page as report_page
    from solver.requests import (
        CALLS as CALLS,
        CARDS as CARDS,
        DOUBLE_DUMMY as DOUBLE_DUMMY,
        FAIR as FAIR,
        HAND_DEALS as HAND_DEALS,
        JUDGED as JUDGED,
        Kind as Kind,
        LIMIT as LIMIT,
        NOTATION as NOTATION,
        PARTIAL as PARTIAL,
        QUICK as QUICK,
        SCORING as SCORING,
        RequestOption as RequestOption,
    )
    from solver.puzzles import (
        Attempt as Attempt,
        Goal as Goal,
        GoalKind as GoalKind,
        MAX_DEVIATION as MAX_DEVIATION,
        MAX_RATING as MAX_RATING,
        MIN_DEVIATION as MIN_DEVIATION,
        MIN_RATING as MIN_RATING,
        Puzzle as Puzzle,
        PuzzleKind as PuzzleKind,
        PuzzleTheme as PuzzleTheme,
        Rating as Rating,
        Refutation as Refutation,
        Solution as Solution,
        AttemptState as AttemptState,
        Unfit as Unfit,
        UnfitError as UnfitError,
        choose_goal as choose_goal,
        draw_game as draw_game,
        find_themes as find_themes,
        restore_puzzle as restore_puzzle,
        try_line as try_line,
        EndOfSearch as EndOfSearch,
        Finding as Finding,
        FindingLimit as FindingLimit,
        FindingReport as FindingReport,
        GivenPosition as GivenPosition,
        PuzzleFilter as PuzzleFilter,
        PuzzleSource as PuzzleSource,
        PuzzleSpec as PuzzleSpec,
        Span as Span,
        find_puzzles as find_puzzles,
    )
    from solver.reasons import Theme as Theme
    from solver.rules import (
        POINT_KINDS as POINT_KINDS,
        Rules as Rules,
        VARIANTS as VARIANTS,
        check_variant_file as check_variant_file,
        find_variant as find_variant,
        load_variant_file as load_variant_file,
        resolve_variant as resolve_variant,
    )
    from solver.seats import SEATS as SEATS
    from solver.sentences import (
        EnglishOnly as EnglishOnly,
        LANGUAGES as LANGUAGES,
        Language as Language,
        Phrase as Phrase,
        Sayable as Sayable,
        all_of as all_of,
        any_of as any_of,
        language_of as language_of,
        mark as mark,
        phrase as phrase,
        phrase_n as phrase_n,
    )
    from solver.speech import Speech as Speech
    from solver.whole_numbers import read_whole as read_whole
else:
    # Type checkers do not see this: a module that has `__getattr__` would have every name to them.
    _NAMES = {
        "analysis": (
            "Analysis",
            "DealAnalysis",
            "Grade",
            "Log",
            "LoggedDeal",
            "LoneDeal",
            "MAX_DEALS",
            "Play",
            "Summary",
            "analyse",
            "is_complete",
        ),
        "answer_json": ("written", "written_in"),
        "draft": ("Draft",),
        "answer_row": ("AnswerField", "Noun", "Row", "answer_fields", "row", "shown_fields", "shows"),
        "bidding": ("ContractTable", "TableDeal", "tabulate"),
        "calls": ("AskedHand", "CallWorths", "find_calls"),
        "cards": ("Card", "NOTATIONS", "Notation", "format_card", "parse_card"),
        "engine": (
            "Answer",
            "Bounds",
            "Budget",
            "CancelToken",
            "CanonicalForm",
            "CardValue",
            "Ended",
            "EndedBy",
            "Limit",
            "Solver",
            "canonical_form",
            "core_numbers",
            "deal_numbers",
            "engine_version",
            "solve",
            "solve_many",
        ),
        "errors": (
            "Fault",
            "FaultKind",
            "PositionError",
            "RulesError",
            "SolverError",
            "UnknownVariantError",
            "UnreadableError",
            "Wrong",
            "point",
            "show",
            "wrong",
            "wrong_n",
        ),
        "fault_codes": ("Code",),
        "formats": (
            "puzzle_header",
            "puzzle_line",
            "DoubleDummy",
            "Enriched",
            "ReadGame",
            "Record",
            "TextFormat",
            "annotated",
            "convert_record",
            "double_dummy_of",
            "enrich",
            "has_made_up_auction",
            "normal_log",
            "read_deal",
            "read_log",
            "read_records",
            "split_deals",
            "write_game_of",
        ),
        "game": (
            "BridgeScoring",
            "Contract",
            "Deal",
            "Game",
            "MARKS",
            "MAX_COMMENT",
            "MAX_COMMENTS",
            "MAX_ROWS",
            "MAX_TABLES",
            "Position",
            "format_deal",
            "parse_card_list",
            "game_of",
        ),
        "json_text": ("MAX_INTEGER", "parse_json"),
        "knowledge": ("BidsRead", "MAX_SAMPLES", "PlaysJudged", "Sampling", "Viewpoint"),
        "labels": ("MAX_LABEL", "find_label_fault", "find_name_faults"),
        "prospects": ("Prospects", "Take", "find_prospects"),
        "report.board": ("board_data", "board_files", "board_told", "puzzle_data"),
        "report.page": ("report_page",),
        "requests": (
            "CALLS",
            "CARDS",
            "DOUBLE_DUMMY",
            "FAIR",
            "HAND_DEALS",
            "JUDGED",
            "Kind",
            "LIMIT",
            "NOTATION",
            "PARTIAL",
            "QUICK",
            "SCORING",
            "RequestOption",
        ),
        "puzzles": (
            "Attempt",
            "Goal",
            "GoalKind",
            "MAX_DEVIATION",
            "MAX_RATING",
            "MIN_DEVIATION",
            "MIN_RATING",
            "Puzzle",
            "PuzzleKind",
            "PuzzleTheme",
            "Rating",
            "Refutation",
            "Solution",
            "AttemptState",
            "Unfit",
            "UnfitError",
            "choose_goal",
            "draw_game",
            "find_themes",
            "restore_puzzle",
            "try_line",
            "EndOfSearch",
            "Finding",
            "FindingLimit",
            "FindingReport",
            "GivenPosition",
            "PuzzleFilter",
            "PuzzleSource",
            "PuzzleSpec",
            "Span",
            "find_puzzles",
        ),
        "reasons": ("Theme",),
        "rules": (
            "POINT_KINDS",
            "Rules",
            "VARIANTS",
            "check_variant_file",
            "find_variant",
            "load_variant_file",
            "resolve_variant",
        ),
        "seats": ("SEATS",),
        "sentences": (
            "EnglishOnly",
            "LANGUAGES",
            "Language",
            "Phrase",
            "Sayable",
            "all_of",
            "any_of",
            "language_of",
            "mark",
            "phrase",
            "phrase_n",
        ),
        "speech": ("Speech",),
        "whole_numbers": ("read_whole",),
    }
    """Each package, or module of the ground, with the public names that it holds."""
    _HOMES = {name: module for module, names in _NAMES.items() for name in names}
    __all__ = sorted(_HOMES)

    def __getattr__(name: str) -> object:
        if name not in _HOMES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        value = globals()[name] = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
        return value

    def __dir__() -> list[str]:
        return sorted({*globals(), *_HOMES})
