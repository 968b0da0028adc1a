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
    from solver.answer_json import written as written, written_in as written_in
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
        NOTATIONS as NOTATIONS,
        Card as Card,
        Notation as Notation,
        format_card as format_card,
        parse_card as parse_card,
    )
    from solver.draft import Draft as Draft
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
        MAX_FAULTS as MAX_FAULTS,
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
        find_unsaid as find_unsaid,
        has_made_up_auction as has_made_up_auction,
        normal_log as normal_log,
        puzzle_header as puzzle_header,
        puzzle_line as puzzle_line,
        read_deal as read_deal,
        read_log as read_log,
        read_records as read_records,
        split_deals as split_deals,
        write_game_of as write_game_of,
    )
    from solver.game import (
        MARKS as MARKS,
        MAX_CALLS as MAX_CALLS,
        MAX_COMMENT as MAX_COMMENT,
        MAX_COMMENTS as MAX_COMMENTS,
        MAX_DEALS as MAX_DEALS,
        MAX_ROWS as MAX_ROWS,
        MAX_TABLES as MAX_TABLES,
        MAX_TAGS as MAX_TAGS,
        MAX_TEXT as MAX_TEXT,
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
    from solver.json_text import MAX_INTEGER as MAX_INTEGER, parse_json as parse_json
    from solver.knowledge import (
        MAX_SAMPLES as MAX_SAMPLES,
        BidsRead as BidsRead,
        PlaysJudged as PlaysJudged,
        Sampling as Sampling,
        Viewpoint as Viewpoint,
    )
    from solver.labels import (
        MAX_LABEL as MAX_LABEL,
        LogName as LogName,
        find_label_fault as find_label_fault,
        find_name_faults as find_name_faults,
        names_by_seat as names_by_seat,
    )
    from solver.prospects import (
        Prospects as Prospects,
        Take as Take,
        find_prospects as find_prospects,
    )
    from solver.puzzles import (
        MAX_DEVIATION as MAX_DEVIATION,
        MAX_RATING as MAX_RATING,
        MIN_DEVIATION as MIN_DEVIATION,
        MIN_RATING as MIN_RATING,
        MOST_DECISIONS as MOST_DECISIONS,
        MOST_HINTS as MOST_HINTS,
        MOST_NESTING as MOST_NESTING,
        USUAL_RATING as USUAL_RATING,
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
    from solver.requests import (
        CALLS as CALLS,
        CARDS as CARDS,
        DOUBLE_DUMMY as DOUBLE_DUMMY,
        FAIR as FAIR,
        HAND_DEALS as HAND_DEALS,
        JUDGED as JUDGED,
        LIMIT as LIMIT,
        NOTATION as NOTATION,
        PARTIAL as PARTIAL,
        QUICK as QUICK,
        SCORING as SCORING,
        Kind as Kind,
        RequestOption as RequestOption,
    )
    from solver.rules import (
        MAX_RULE_ENTRIES as MAX_RULE_ENTRIES,
        POINT_KINDS as POINT_KINDS,
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
        EnglishOnly as EnglishOnly,
        Language as Language,
        Phrase as Phrase,
        Quoted as Quoted,
        Sayable as Sayable,
        all_of as all_of,
        any_of as any_of,
        language_of as language_of,
        language_of_environment as language_of_environment,
        mark as mark,
        mark_in as mark_in,
        phrase as phrase,
        phrase_n as phrase_n,
    )
    from solver.speech import Speech as Speech
    from solver.system_reasons import system_reason as system_reason
    from solver.whole_numbers import read_whole as read_whole
else:
    # Type checkers do not see this: a module that has `__getattr__` would have every name to them.
    _NAMES = {
        "analysis": (
            "Analysis", "DealAnalysis", "Grade", "LoneDeal", "Play", "Summary", "analyse", "is_complete",
        ),
        "answer_json": ("written", "written_in"),
        "answer_row": ("AnswerField", "Noun", "Row", "answer_fields", "row", "shown_fields", "shows"),
        "bidding": ("ContractTable", "TableDeal", "tabulate"),
        "calls": ("AskedHand", "CallWorths", "find_calls"),
        "cards": ("NOTATIONS", "Card", "Notation", "format_card", "parse_card"),
        "draft": ("Draft",),
        "engine": (
            "Answer", "Bounds", "Budget", "CancelToken", "CanonicalForm", "CardValue", "Ended", "EndedBy",
            "Limit", "Solver", "canonical_form", "core_numbers", "deal_numbers", "engine_version", "solve",
            "solve_many",
        ),
        "errors": (
            "MAX_FAULTS", "Fault", "FaultKind", "PositionError", "RulesError", "SolverError",
            "UnknownVariantError", "UnreadableError", "Wrong", "point", "show", "wrong",
        ),
        "fault_codes": ("Code",),
        "formats": (
            "DoubleDummy", "Enriched", "ReadGame", "Record", "TextFormat", "annotated", "convert_record",
            "double_dummy_of", "enrich", "find_unsaid", "has_made_up_auction", "normal_log", "puzzle_header",
            "puzzle_line", "read_deal", "read_log", "read_records", "split_deals", "write_game_of",
        ),
        "game": (
            "MARKS", "MAX_CALLS", "MAX_COMMENT", "MAX_COMMENTS", "MAX_DEALS", "MAX_ROWS", "MAX_TABLES",
            "MAX_TAGS", "MAX_TEXT", "BridgeScoring", "Contract", "Deal", "Game", "Log", "LoggedDeal",
            "Position", "format_deal", "game_of", "parse_card_list", "read_told_position",
        ),
        "json_text": ("MAX_INTEGER", "parse_json"),
        "knowledge": ("MAX_SAMPLES", "BidsRead", "PlaysJudged", "Sampling", "Viewpoint"),
        "labels": ("MAX_LABEL", "LogName", "find_label_fault", "find_name_faults", "names_by_seat"),
        "prospects": ("Prospects", "Take", "find_prospects"),
        "puzzles": (
            "MAX_DEVIATION", "MAX_RATING", "MIN_DEVIATION", "MIN_RATING", "MOST_DECISIONS", "MOST_HINTS",
            "MOST_NESTING", "USUAL_RATING", "Attempt", "AttemptState", "EndOfSearch", "Finding",
            "FindingLimit", "FindingReport", "GivenPosition", "Goal", "GoalKind", "Hint", "HintKind",
            "Puzzle", "PuzzleFilter", "PuzzleKind", "PuzzleSource", "PuzzleSpec", "PuzzleTheme", "Rating",
            "Refutation", "Solution", "Span", "Unfit", "UnfitError", "choose_goal", "draw_game", "find_hints",
            "find_puzzles", "find_themes", "prove_themes", "puzzle_after", "restore_puzzle", "try_line",
        ),
        "reasons": ("Theme",),
        "report.board": ("board_data", "board_files", "board_told", "puzzle_data"),
        "report.page": ("report_page",),
        "requests": (
            "CALLS", "CARDS", "DOUBLE_DUMMY", "FAIR", "HAND_DEALS", "JUDGED", "LIMIT", "NOTATION", "PARTIAL",
            "QUICK", "SCORING", "Kind", "RequestOption",
        ),
        "rules": (
            "MAX_RULE_ENTRIES", "POINT_KINDS", "VARIANTS", "Rules", "check_variant_file", "find_variant",
            "load_variant_file", "readable_rules", "resolve_variant",
        ),
        "seats": ("SEATS",),
        "sentences": (
            "LANGUAGES", "EnglishOnly", "Language", "Phrase", "Quoted", "Sayable", "all_of", "any_of",
            "language_of", "language_of_environment", "mark", "mark_in", "phrase", "phrase_n",
        ),
        "speech": ("Speech",),
        "system_reasons": ("system_reason",),
        "whole_numbers": ("read_whole",),
    }  # fmt: skip
    """Each package, or module of the ground, with the public names that it holds."""
    __getattr__, __dir__, __all__ = lazy_face(__name__, _NAMES)
