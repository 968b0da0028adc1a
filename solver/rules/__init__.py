"""The rules of a game as rows of data: read from TOML or JSON, checked, and said in sentences.

Stands on the ground only: the modules directly in `solver`.
"""

from solver.rules.auctions import (
    readable_rules,
)
from solver.rules.fields.cards import POINT_KINDS
from solver.rules.fields.grades import BLUNDER_SHARE, INACCURACY_SHARE, MISTAKE_SHARE
from solver.rules.fields.result import COMBINATIONS
from solver.rules.fields.score import CAPOT, CAPOT_BID, say_bid
from solver.rules.form import (
    MAX_RULE_ENTRIES,
)
from solver.rules.row import (
    FrozenMapping,
)
from solver.rules.rules import (
    Rules,
)
from solver.rules.thresholds import (
    Thresholds,
)
from solver.rules.variants import (
    VARIANTS,
    check_variant_file,
    find_variant,
    format_variant,
    load_variant_file,
    resolve_variant,
    shipped_name,
    stated_rules,
)
from solver.rules.words import (
    ALL_TRICKS,
    LEVELS,
    AfterDouble,
    Announced,
    AuctionKind,
    ContractRule,
    ContractScoring,
    DealRest,
    FirstCall,
    FirstLead,
    FollowDuty,
    HeadTrumpsDuty,
    LowGoesTo,
    Objective,
    OverruffDuty,
    PenaltyLasts,
    RuffDuty,
    Scoring,
    SecondTurn,
    Source,
    Tie,
    Turn,
    UnderruffDuty,
)

__all__ = [
    "ALL_TRICKS",
    "BLUNDER_SHARE",
    "CAPOT",
    "CAPOT_BID",
    "COMBINATIONS",
    "INACCURACY_SHARE",
    "LEVELS",
    "MAX_RULE_ENTRIES",
    "MISTAKE_SHARE",
    "POINT_KINDS",
    "VARIANTS",
    "AfterDouble",
    "Announced",
    "AuctionKind",
    "ContractRule",
    "ContractScoring",
    "DealRest",
    "FirstCall",
    "FirstLead",
    "FollowDuty",
    "FrozenMapping",
    "HeadTrumpsDuty",
    "LowGoesTo",
    "Objective",
    "OverruffDuty",
    "PenaltyLasts",
    "RuffDuty",
    "Rules",
    "Scoring",
    "SecondTurn",
    "Source",
    "Thresholds",
    "Tie",
    "Turn",
    "UnderruffDuty",
    "check_variant_file",
    "find_variant",
    "format_variant",
    "load_variant_file",
    "readable_rules",
    "resolve_variant",
    "say_bid",
    "shipped_name",
    "stated_rules",
]
