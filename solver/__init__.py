"""Atout's solver: trick-taking games as data, exact values of fully known deals, judged game logs."""

from solver.analysis import (
    MAX_DEALS,
    Analysis,
    DealAnalysis,
    Grade,
    Log,
    LoggedDeal,
    Play,
    Summary,
    analyse,
    is_complete,
)
from solver.annotate import annotated
from solver.cards import Card, Notation, format_card, parse_card
from solver.contract import Contract
from solver.deal import Deal
from solver.double_dummy import double_dummy_of
from solver.engine import CancelToken, Limit, Solver, solve
from solver.engine_version import engine_version
from solver.errors import (
    Fault,
    FaultKind,
    PositionError,
    RulesError,
    SolverError,
    UnknownVariantError,
    UnreadableError,
    point,
    show,
)
from solver.fair_sampling import MAX_SAMPLES, PLAYS_JUDGED, PlaysJudged, Sampling
from solver.formats import (
    TextFormat,
    convert_record,
    normal_log,
    read_deal,
    read_log,
    read_records,
    split_deals,
    write_game_of,
)
from solver.json_text import MAX_INTEGER, parse_json
from solver.notation import format_deal
from solver.pbn_write import DoubleDummy
from solver.position import Position
from solver.record import MARKS, MAX_COMMENT, MAX_COMMENTS, MAX_ROWS, MAX_TABLES, Record
from solver.relabel import CanonicalForm, canonical_form
from solver.report_page import report_page
from solver.result import Answer, Bounds, CardValue
from solver.rule_play import POINT_KINDS
from solver.rules import Rules
from solver.speech import LANGUAGES, Language, Speech, language_of
from solver.table import ContractTable, tabulate
from solver.table_deal import TableDeal
from solver.themes import Theme
from solver.variants import VARIANTS, check_variant_file, find_variant, load_variant_file, resolve_variant

__all__ = [
    "LANGUAGES",
    "MARKS",
    "MAX_COMMENT",
    "MAX_COMMENTS",
    "MAX_DEALS",
    "MAX_INTEGER",
    "MAX_ROWS",
    "MAX_SAMPLES",
    "MAX_TABLES",
    "PLAYS_JUDGED",
    "POINT_KINDS",
    "VARIANTS",
    "Analysis",
    "Answer",
    "Bounds",
    "CancelToken",
    "CanonicalForm",
    "Card",
    "CardValue",
    "Contract",
    "ContractTable",
    "Deal",
    "DealAnalysis",
    "DoubleDummy",
    "Fault",
    "FaultKind",
    "Grade",
    "Language",
    "Limit",
    "Log",
    "LoggedDeal",
    "Notation",
    "Play",
    "PlaysJudged",
    "Position",
    "PositionError",
    "Record",
    "Rules",
    "RulesError",
    "Sampling",
    "Solver",
    "SolverError",
    "Speech",
    "Summary",
    "TableDeal",
    "TextFormat",
    "Theme",
    "UnknownVariantError",
    "UnreadableError",
    "analyse",
    "annotated",
    "canonical_form",
    "check_variant_file",
    "convert_record",
    "double_dummy_of",
    "engine_version",
    "find_variant",
    "format_card",
    "format_deal",
    "is_complete",
    "language_of",
    "load_variant_file",
    "normal_log",
    "parse_card",
    "parse_json",
    "point",
    "read_deal",
    "read_log",
    "read_records",
    "report_page",
    "resolve_variant",
    "show",
    "solve",
    "split_deals",
    "tabulate",
    "write_game_of",
]
