"""A deal being played: contract, deal, tricks, positions, logs, legal cards, points and scores.

Stands on `rules`.
"""

from solver.game.aside import (
    placed_faults,
    read_aside,
    with_turned_up,
)
from solver.game.auctions.auction import Auction
from solver.game.auctions.bridge import (
    DOUBLE,
    MAX_CALLS,
    MAX_NOTE,
    PASS,
    REDOUBLE,
    BridgeAuction,
    BridgeContract,
    call_of,
    find_auction_faults,
    follow_auction,
    is_passed_out,
    parse_call,
)
from solver.game.auctions.proposal import ProposalAuction
from solver.game.auctions.reading import read_auction
from solver.game.auctions.speaking import (
    DOUBLED,
    REDOUBLED,
    RISK_SIGNS,
    UNDOUBLED,
    bid_height,
    called_multipliers,
    double_closes,
    first_to_call,
)
from solver.game.auctions.start import start_auction
from solver.game.auctions.turns import TurnAuction
from solver.game.auctions.words import (
    ACCEPT,
    PROPOSE,
    REFUSE,
    TAKE,
    bid_call,
    format_game_call,
    is_pass,
    trump_of,
)
from solver.game.bridge_game import (
    Game,
)
from solver.game.combinations import (
    Combination,
    find_combinations,
)
from solver.game.contract import (
    MAX_TURNED_JACKS,
    Contract,
    contract_fields,
    parse_contract,
    parse_vulnerable,
)
from solver.game.deal import (
    STOCK,
    Deal,
    count_cards,
    find_card_faults,
    find_size_faults,
)
from solver.game.duplicate import (
    BOOK,
    HIGH_CARD_POINTS,
    BridgeScoring,
    Vulnerable,
    contract_score,
    high_card_points,
    imps,
)
from solver.game.keys import ASIDE_KEYS, DEAL_KEYS, POSITION_KEYS
from solver.game.legality import (
    beats,
    is_exempt_by_partner,
    is_partner_winning,
    is_ruff_to_beat,
    legal_plays,
)
from solver.game.letters import explain_letters, parse_notation, read_in_letters
from solver.game.log import (
    Log,
    LoggedDeal,
    game_of,
    read_told_position,
)
from solver.game.log_deals import MAX_DEALS, DealOfLog, split_log
from solver.game.match import (
    MatchDeal,
    MatchScore,
    PlayedDeal,
    match_score,
)
from solver.game.moment import (
    Moment,
)
from solver.game.notation import (
    format_deal,
    format_hand,
    parse_card_list,
    parse_deal,
    parse_hand,
)
from solver.game.pieces import (
    score_pieces,
)
from solver.game.position import (
    Position,
)
from solver.game.redeal import (
    N_DISCARDED,
    Pack,
    Redeal,
    count_jacks,
    deal_again,
)
from solver.game.remark_faults import find_log_faults, find_remark_faults
from solver.game.remarks import (
    LINE_TAGS,
    MARKS,
    MAX_COMMENT,
    MAX_COMMENTS,
    MAX_ROWS,
    MAX_TABLES,
    MAX_TAGS,
    MAX_TEXT,
    OF_GAME,
    OWN_TAGS,
    Call,
    Comment,
    on_call,
    on_play,
)
from solver.game.replay import (
    draws_after,
)
from solver.game.scoring import (
    Outcome,
    Score,
    deal_score,
    find_belote_side,
    points_in_play,
    points_of_deal,
    score_steps,
)
from solver.game.tally import (
    HONOUR_NAMES,
    Breakdown,
    DealResult,
    Honours,
    Pair,
    Tally,
    discard_penalty,
    final_result,
    find_honours,
    has_penalty,
    held_honours,
    lead_of,
    number_sides,
    result_of,
    sign_of,
    trick_worth,
    won_so_far,
)
from solver.game.thrown_in import (
    ThrownIn,
    weave,
)
from solver.game.told_contract import read_contract
from solver.game.totals import (
    held_by,
    sum_without_slam,
)
from solver.game.trick import (
    Trick,
    follow_tricks,
)
from solver.game.turned_cards import NOTHING_TOLD, TurnedCards, find_turned_jacks
from solver.game.turned_up import (
    FIRST_TURN,
    N_DEALT_LATER,
    SECOND_TURN,
    AuctionTurn,
    auction_turns,
    deal_rest,
    deals_rest,
    turns_up,
)
from solver.game.verdict import (
    Verdict,
    earns_slam,
    verdict_of,
)

__all__ = [
    "ACCEPT",
    "ASIDE_KEYS",
    "BOOK",
    "DEAL_KEYS",
    "DOUBLE",
    "DOUBLED",
    "FIRST_TURN",
    "HIGH_CARD_POINTS",
    "HONOUR_NAMES",
    "LINE_TAGS",
    "MARKS",
    "MAX_CALLS",
    "MAX_COMMENT",
    "MAX_COMMENTS",
    "MAX_DEALS",
    "MAX_NOTE",
    "MAX_ROWS",
    "MAX_TABLES",
    "MAX_TAGS",
    "MAX_TEXT",
    "MAX_TURNED_JACKS",
    "NOTHING_TOLD",
    "N_DEALT_LATER",
    "N_DISCARDED",
    "OF_GAME",
    "OWN_TAGS",
    "PASS",
    "POSITION_KEYS",
    "PROPOSE",
    "REDOUBLE",
    "REDOUBLED",
    "REFUSE",
    "RISK_SIGNS",
    "SECOND_TURN",
    "STOCK",
    "TAKE",
    "UNDOUBLED",
    "Auction",
    "AuctionTurn",
    "Breakdown",
    "BridgeAuction",
    "BridgeContract",
    "BridgeScoring",
    "Call",
    "Combination",
    "Comment",
    "Contract",
    "Deal",
    "DealOfLog",
    "DealResult",
    "Game",
    "Honours",
    "Log",
    "LoggedDeal",
    "MatchDeal",
    "MatchScore",
    "Moment",
    "Outcome",
    "Pack",
    "Pair",
    "PlayedDeal",
    "Position",
    "ProposalAuction",
    "Redeal",
    "Score",
    "Tally",
    "ThrownIn",
    "Trick",
    "TurnAuction",
    "TurnedCards",
    "Verdict",
    "Vulnerable",
    "auction_turns",
    "beats",
    "bid_call",
    "bid_height",
    "call_of",
    "called_multipliers",
    "contract_fields",
    "contract_score",
    "count_cards",
    "count_jacks",
    "deal_again",
    "deal_rest",
    "deal_score",
    "deals_rest",
    "discard_penalty",
    "double_closes",
    "draws_after",
    "earns_slam",
    "explain_letters",
    "final_result",
    "find_auction_faults",
    "find_belote_side",
    "find_card_faults",
    "find_combinations",
    "find_honours",
    "find_log_faults",
    "find_remark_faults",
    "find_size_faults",
    "find_turned_jacks",
    "first_to_call",
    "follow_auction",
    "follow_tricks",
    "format_deal",
    "format_game_call",
    "format_hand",
    "game_of",
    "has_penalty",
    "held_by",
    "held_honours",
    "high_card_points",
    "imps",
    "is_exempt_by_partner",
    "is_partner_winning",
    "is_pass",
    "is_passed_out",
    "is_ruff_to_beat",
    "lead_of",
    "legal_plays",
    "match_score",
    "number_sides",
    "on_call",
    "on_play",
    "parse_call",
    "parse_card_list",
    "parse_contract",
    "parse_deal",
    "parse_hand",
    "parse_notation",
    "parse_vulnerable",
    "placed_faults",
    "points_in_play",
    "points_of_deal",
    "read_aside",
    "read_auction",
    "read_contract",
    "read_in_letters",
    "read_told_position",
    "result_of",
    "score_pieces",
    "score_steps",
    "sign_of",
    "split_log",
    "start_auction",
    "sum_without_slam",
    "trick_worth",
    "trump_of",
    "turns_up",
    "verdict_of",
    "weave",
    "with_turned_up",
    "won_so_far",
]
