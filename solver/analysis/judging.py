"""Judging: a game log analysed card by card, by exact solves within one limit."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from solver.analysis.analysis import Analysis
from solver.analysis.auction import auction_of, judge_calls
from solver.analysis.explaining import explain_by_knowledge, explain_deal
from solver.analysis.fair import add_fair_verdicts, has_all_verdicts
from solver.analysis.final_contract import judge_contract
from solver.analysis.grades import grade_card, imps_lost
from solver.analysis.judged import DealAnalysis
from solver.analysis.plays import Play
from solver.engine import NO_LIMIT, Answer, Budget, Ended, Limit, Solver
from solver.game import (
    BridgeScoring,
    Game,
    Log,
    LoggedDeal,
    PlayedDeal,
    Position,
    ThrownIn,
    lead_of,
    match_score,
    number_sides,
    weave,
)
from solver.knowledge import LEAST_DEALS, Sampling
from solver.records import maker_of
from solver.rules import Scoring
from solver.sentences import any_of

__all__ = ["analyse", "is_complete", "judge_deal"]

PLAY_RESERVE_MS = 0.3
"""The part of a time limit, for each play of a log, that is kept back for explaining and writing it down."""
MOST_RESERVED = 0.75
"""The greatest share of a time limit that is kept back in this way."""
FOR_REASONS = 1 / 16
"""The part of a limit that is kept back from judging the cards.

Where openings take all that they are given, as in California Jack, mistakes near the end are still explained.
"""


def analyse(
    log: Mapping[str, Any] | Log | Game,
    limit: Limit = NO_LIMIT,
    fair: Sampling | None = None,
    scoring: BridgeScoring = BridgeScoring.matchpoints,
    calls: Sampling | None = None,
) -> Analysis:
    """Judge every card of a log by exact solves; with ``fair``, also by what its player could know.

    With ``calls`` the calls of its auction are judged, by deals that are drawn so (`Sampling.of_calls`).

    Cards of bridge are graded by ``scoring``; other games know nothing of it.

    ``limit`` is for the whole log and all that is done with it.  Positions are solved from the last card
    back, so that those nearest the end are proved first.  The fair verdicts get what the solves leave, except
    what the explanations may need.  A deal that begins when the time is over is left out but for its result,
    and so are the explanations of such a deal.

    Raises:
        SolverError: the log has faults; all are told.
        TypeError: ``limit``, ``fair`` or ``calls`` is of another type.
        ValueError: ``scoring`` is no word of `BridgeScoring`, or a sampling has one deal.

    >>> log = {
    ...     "variant": "bridge",
    ...     "contract": {"trump": "NT", "taker": "W"},
    ...     "deal": {"N": "AQ...", "E": "K3...", "S": ".A2..", "W": ".K3.."},
    ...     "plays": ["SQ", "S3"],
    ... }
    >>> play = analyse(log).plays[1]
    >>> play.chosen.swing, [str(card) for card in play.before.best]
    (2, ['SK'])
    """
    scoring = _scoring_of(scoring)
    _check_samplings(fair=fair, calls=calls)
    whole = Budget(limit)
    read = Log.of(log)
    solving = whole.share(keep_ms=_reserve_ms(read, whole))
    # What is proved of a deal helps to explain it; those of a match would hold too much memory together.
    is_alone = len(read.deals) == 1
    solver = Solver(read.deals[0].position, limit.table_mib) if is_alone else None
    judging = _without_reserve(solving)
    deals = []
    for index, deal in enumerate(read.deals):
        part = judging.share(len(read.deals) - index)
        # The first deal is always judged, however little time it has.
        if index > 0 and judging.is_late:
            deals.append(_pass_over(deal, part, scoring))
        else:
            deals.append(judge_deal(deal, part, scoring, solver))
    # The fair verdicts get what the proofs of reasons leave of the other half.
    proving = solving.share(1 if fair is None else 2)
    deals = [
        _without_explanations(deal, whole) if index and whole.is_late else explain_deal(deal, part, solver)
        for index, (deal, part) in enumerate(zip(deals, proving.shares(len(deals)), strict=True))
    ]
    # Fair verdicts and calls have tables of their own.
    del solver
    if fair is not None:
        n_parts = 1 if calls is None else 2
        deals = add_fair_verdicts(deals, fair, solving.share(n_parts))
        knowing = solving.share(n_parts).shares(len(deals))
        deals = [explain_by_knowledge(deal, part) for deal, part in zip(deals, knowing, strict=True)]
    if calls is not None:
        deals = _with_calls(deals, read.deals, calls, solving.share())
    match = None
    if read.is_match:
        played = [
            PlayedDeal(None) if isinstance(deal, ThrownIn) else deal.played()
            for deal in weave(deals, read.thrown_in)
        ]
        match = match_score(deals[0].position.rules, played)
    faults = read.faults() if read.is_partial else None
    return Analysis(
        log_id=read.log_id, deals=tuple(deals), thrown_in=read.thrown_in, faults=faults, match=match
    )


def is_complete(analysis: Analysis, fair: Sampling | None = None) -> bool:
    """True if no limit has cut ``analysis`` short: all is proved, and ``fair`` has all its verdicts.

    >>> import json
    >>> from solver import Limit, analyse, is_complete
    >>> log = json.load(open("samples/belote.json"))
    >>> is_complete(analyse(log)), is_complete(analyse(log, Limit(nodes=100)))
    (True, False)
    """
    return all(
        not deal.left_out
        and all(answer.exact for answer in (deal.start, *(play.before for play in deal.plays), deal.end))
        for deal in analysis.deals
    ) and (fair is None or has_all_verdicts(analysis.deals, fair))


def _scoring_of(scoring: str) -> BridgeScoring:
    """Return the scoring of a word; raise ValueError with all words for another."""
    try:
        return BridgeScoring(scoring)
    except ValueError:
        words = any_of(map(repr, map(str, BridgeScoring))).say()
        raise ValueError(f"scoring must be {words}, and not {scoring!r}") from None


def _check_samplings(**asked: object) -> None:
    """Raise TypeError for what is no `Sampling`, ValueError for one of a single deal; None is left."""
    for name, sampling in asked.items():
        if sampling is None:
            continue
        if not isinstance(sampling, Sampling):
            raise TypeError(f"{name} must be a Sampling, as Sampling(samples=60), and not {sampling!r}")
        if sampling.samples < LEAST_DEALS:
            raise ValueError(
                f"samples of {name} must be at least {LEAST_DEALS}: one deal shows no error of a mean"
            )


def _reserve_ms(log: Log, budget: Budget) -> float:
    """Return the time to keep back from solving for what follows it."""
    n_plays = sum(len(deal.position.plays) for deal in log.deals)
    return min(n_plays * PLAY_RESERVE_MS, (budget.limit.left_ms or 0.0) * MOST_RESERVED)


def _without_reserve(budget: Budget) -> Budget:
    """Return the part of a budget that the solves may use, without what is kept for their reasons."""
    nodes, left_ms = budget.limit.nodes, budget.limit.left_ms
    return budget.share(
        keep_ms=(left_ms or 0.0) * FOR_REASONS, n_granted=0 if nodes is None else int(nodes * FOR_REASONS)
    )


def judge_deal(
    deal: LoggedDeal,
    budget: Budget,
    scoring: BridgeScoring = BridgeScoring.matchpoints,
    solver: Solver | None = None,
) -> DealAnalysis:
    """Return a deal with its cards judged by exact solves, and nothing explained.

    solver: of this deal; without one it is made.
    """
    positions = deal.position.trail()
    solver = solver or Solver(deal.position, budget.limit.table_mib)
    answers: list[Answer] = []
    guess: int | None = None
    left = positions[::-1]
    while left:
        # Each search looks first where the position after it was worth; what a limit has left no time for
        # gets its widest bounds.
        if left[0].is_over or budget.ended is not None:
            found = [solver.solve(left[0], budget.rest(), guess=guess)]
        else:
            found = solver.solve_in_turn(left, budget.rest(), guess)
        for answer in found:
            budget.spend(answer)
        answers += found
        left = left[len(found) :]
        value = found[-1].value
        guess = None if value is None else lead_of(number_sides(deal.position.rules, value))
    answers.reverse()
    return _made(deal, positions, answers, budget.ended, scoring)


def _pass_over(deal: LoggedDeal, budget: Budget, scoring: BridgeScoring) -> DealAnalysis:
    """Return a deal for which no time is left, with what is known of it without a search."""
    solver = Solver(deal.position, 1)
    positions = (deal.position.at_start(), deal.position)
    # One node takes no time: it gives the result of a finished deal, and of any other its widest bounds.
    answers = [solver.solve(position, Limit(nodes=1)) for position in positions]
    return _made(deal, positions, answers, budget.end(), scoring)


def _without_explanations(deal: DealAnalysis, budget: Budget) -> DealAnalysis:
    """Return a deal without the explanations for which no time is left, if it has anything to explain."""
    if deal.left_out or not any(play.chosen.swing for play in deal.plays):
        return deal
    return replace(_cut_short(deal, budget.end()), left_out=("explanations",))


def _with_calls(
    deals: Sequence[DealAnalysis], logged: Sequence[LoggedDeal], sampling: Sampling, budget: Budget
) -> list[DealAnalysis]:
    """Return the deals with their calls judged, where that can be done; they share ``budget``."""
    found = []
    for deal, told, part in zip(deals, logged, budget.shares(len(deals)), strict=True):
        # The contract takes two thirds of the nodes at the most, and the calls what it leaves: its deals are
        # solved in all contracts.
        of_deal, n_nodes = sampling, part.n_nodes
        if sampling.nodes is not None:
            of_deal = replace(sampling, nodes=max(sampling.nodes * 2 // 3, 1))
        contract, is_whole = judge_contract(told.position, auction_of(told), of_deal, part)
        if sampling.nodes is not None:
            spent = part.n_nodes - n_nodes
            of_deal = replace(sampling, nodes=max(sampling.nodes - spent, 1))
        calls, are_all = judge_calls(told, of_deal, part)
        judged = replace(deal, calls=calls, final_contract=contract)
        if not (are_all and is_whole):
            judged = replace(
                _cut_short(judged, part.ended or part.end()), left_out=(*judged.left_out, "calls")
            )
        found.append(judged)
    return found


def _cut_short(deal: DealAnalysis, ended: Ended) -> DealAnalysis:
    return deal if deal.ended is not None else replace(deal, ended=ended)


def _made(
    deal: LoggedDeal,
    positions: Sequence[Position],
    answers: Sequence[Answer],
    ended: Ended | None,
    scoring: BridgeScoring,
) -> DealAnalysis:
    is_whole = len(positions) == len(deal.position.plays) + 1
    is_bridge = deal.position.rules.scoring == Scoring.duplicate
    graded_by = scoring if is_bridge else None
    return DealAnalysis(
        positions=tuple(positions),
        plays=tuple(_judge(positions, answers, graded_by)) if is_whole else (),
        scoring=graded_by,
        start=answers[0],
        end=answers[-1],
        log_id=deal.log_id,
        names=deal.names,
        left_over=deal.left_over,
        auction=deal.auction,
        bidding=deal.bidding,
        turned_cards=deal.turned_cards,
        agreed=deal.agreed,
        ended=ended,
        left_out=() if is_whole else ("plays", "explanations"),
    )


_new_play = maker_of(Play)


def _judge(
    positions: Sequence[Position], answers: Sequence[Answer], scoring: BridgeScoring | None
) -> Iterator[Play]:
    last = positions[-1]
    by_declarer = (last.declarer, last.dummy)
    for index, (position, answer, card) in enumerate(zip(positions, answers, last.plays, strict=False)):
        seat = position.to_play
        assert seat is not None, "a card was played"
        (chosen,) = [value for value in answer.cards if value.card == card]
        grade = grade_card(position, answer.cards, chosen, scoring)
        yield _new_play(
            index=index,
            trick=index // position.rules.n_players,
            seat=seat,
            played_by=last.declarer if seat in by_declarer else None,
            card=card,
            before=answer,
            chosen=chosen,
            imps=imps_lost(chosen) if scoring == BridgeScoring.imps else None,
            open_grade=grade,
        )
