"""Atout's solver: trick-taking games as data, exact values of fully known deals, judged game logs.

A public name is imported when it is first used: whoever needs one part does not wait for the others.
"""

# ruff: noqa: I001 (names handed on to others, `X as X`, stay in one statement)

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from solver.analysis import (
        MAX_DEALS as MAX_DEALS,
        Analysis as Analysis,
        DealAnalysis as DealAnalysis,
        Grade as Grade,
        Log as Log,
        LoggedDeal as LoggedDeal,
        Play as Play,
        Summary as Summary,
        analyse as analyse,
        is_complete as is_complete,
    )
    from solver.analysis_deal import LeftOut as LeftOut
    from solver.annotate import annotated as annotated
    from solver.cards import (
        Card as Card,
        Notation as Notation,
        format_card as format_card,
        parse_card as parse_card,
    )
    from solver.contract import Contract as Contract
    from solver.deal import Deal as Deal
    from solver.double_dummy import double_dummy_of as double_dummy_of
    from solver.engine import CancelToken as CancelToken, Limit as Limit, Solver as Solver, solve as solve
    from solver.version import engine_version as engine_version
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
    from solver.fair_sampling import (
        MAX_SAMPLES as MAX_SAMPLES,
        PLAYS_JUDGED as PLAYS_JUDGED,
        PlaysJudged as PlaysJudged,
        Sampling as Sampling,
    )
    from solver.lin_write import has_made_up_auction as has_made_up_auction
    from solver.formats import (
        TextFormat as TextFormat,
        convert_record as convert_record,
        normal_log as normal_log,
        read_deal as read_deal,
        read_log as read_log,
        read_records as read_records,
        split_deals as split_deals,
        write_game_of as write_game_of,
    )
    from solver.json_text import MAX_INTEGER as MAX_INTEGER, parse_json as parse_json
    from solver.notation import format_deal as format_deal
    from solver.pbn_write import DoubleDummy as DoubleDummy
    from solver.position import Position as Position
    from solver.record import (
        MARKS as MARKS,
        MAX_COMMENT as MAX_COMMENT,
        MAX_COMMENTS as MAX_COMMENTS,
        MAX_ROWS as MAX_ROWS,
        MAX_TABLES as MAX_TABLES,
        Record as Record,
    )
    from solver.relabel import CanonicalForm as CanonicalForm, canonical_form as canonical_form
    from solver.report_html import report_page as report_page
    from solver.result import (
        Answer as Answer,
        Bounds as Bounds,
        CardValue as CardValue,
        Ended as Ended,
        EndedBy as EndedBy,
    )
    from solver.rule_play import POINT_KINDS as POINT_KINDS
    from solver.rules import Rules as Rules
    from solver.sentences import (
        LANGUAGES as LANGUAGES,
        EnglishOnly as EnglishOnly,
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
    from solver.table import ContractTable as ContractTable, tabulate as tabulate
    from solver.table_deal import TableDeal as TableDeal
    from solver.themes import Theme as Theme
    from solver.variants import (
        VARIANTS as VARIANTS,
        check_variant_file as check_variant_file,
        find_variant as find_variant,
        load_variant_file as load_variant_file,
        resolve_variant as resolve_variant,
    )
else:
    # Type checkers do not see this: a module that has `__getattr__` would have every name to them.
    _NAMES = {
        "analysis": (
            "MAX_DEALS",
            "Analysis",
            "DealAnalysis",
            "Grade",
            "Log",
            "LoggedDeal",
            "Play",
            "Summary",
            "analyse",
            "is_complete",
        ),
        "analysis_deal": ("LeftOut",),
        "annotate": ("annotated",),
        "cards": ("Card", "Notation", "format_card", "parse_card"),
        "contract": ("Contract",),
        "deal": ("Deal",),
        "double_dummy": ("double_dummy_of",),
        "engine": ("CancelToken", "Limit", "Solver", "solve"),
        "version": ("engine_version",),
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
        "fair_sampling": ("MAX_SAMPLES", "PLAYS_JUDGED", "PlaysJudged", "Sampling"),
        "lin_write": ("has_made_up_auction",),
        "formats": (
            "TextFormat",
            "convert_record",
            "normal_log",
            "read_deal",
            "read_log",
            "read_records",
            "split_deals",
            "write_game_of",
        ),
        "json_text": ("MAX_INTEGER", "parse_json"),
        "notation": ("format_deal",),
        "pbn_write": ("DoubleDummy",),
        "position": ("Position",),
        "record": ("MARKS", "MAX_COMMENT", "MAX_COMMENTS", "MAX_ROWS", "MAX_TABLES", "Record"),
        "relabel": ("CanonicalForm", "canonical_form"),
        "report_html": ("report_page",),
        "result": ("Answer", "Bounds", "CardValue", "Ended", "EndedBy"),
        "rule_play": ("POINT_KINDS",),
        "rules": ("Rules",),
        "sentences": (
            "LANGUAGES",
            "EnglishOnly",
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
        "table": ("ContractTable", "tabulate"),
        "table_deal": ("TableDeal",),
        "themes": ("Theme",),
        "variants": (
            "VARIANTS",
            "check_variant_file",
            "find_variant",
            "load_variant_file",
            "resolve_variant",
        ),
    }
    """Each module with the public names that it holds."""
    _HOMES = {name: module for module, names in _NAMES.items() for name in names}
    __all__ = sorted(_HOMES)

    def __getattr__(name: str) -> object:
        if name not in _HOMES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        value = globals()[name] = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
        return value

    def __dir__() -> list[str]:
        return sorted({*globals(), *_HOMES})
