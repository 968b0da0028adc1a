"""A judged game as a card player reads it: the deal, its tricks with the mistakes marked, what they cost."""

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from solver.analysis import Analysis, DealAnalysis, Play, Summary
from solver.cards import Notation
from solver.cli_answer import LEADS, new_table, tricks_table
from solver.cli_cards import (
    BETWEEN,
    NOTHING,
    Names,
    bounds_text,
    card_text,
    cards_text,
    contract_text,
    number_text,
    pair_text,
    plain,
    sides_text,
    signed,
    table_diagram,
    unit,
)
from solver.cli_fair import fair_table
from solver.match import MatchScore
from solver.result import Answer
from solver.rules import Rules

MISTAKE = "✗"
"""The sign behind a card that gave something away, before what it cost."""
UNPROVED = "?"
"""The sign behind a card that the limit left unjudged."""


def analysis_text(analysis: Analysis, notation: Notation = "en") -> RenderableType:
    """The whole analysis, deal by deal."""
    if analysis.match is None:
        return deal_text(analysis.deals[0], notation)
    parts: list[RenderableType] = []
    for number, deal in enumerate(analysis.deals, 1):
        parts += [Text(f"Deal {number} of {len(analysis.deals)}", style="bold underline"), Text()]
        parts += [deal_text(deal, notation), Text()]
    parts.append(_match_table(analysis.deals[0].position.rules, analysis.match))
    return Group(*parts)


def deal_text(deal: DealAnalysis, notation: Notation = "en") -> RenderableType:
    """One deal judged."""
    position, names = deal.position, deal.names or {}
    title = contract_text(position)
    if deal.log_id is not None:
        title.append(f" · {plain(deal.log_id, 60)}", style="dim")
    start = type(position)(
        position.rules, position.contract, position.deal, dealer=position.dealer, leader=position.first_leader
    )
    parts: list[RenderableType] = [
        title,
        Text(),
        table_diagram(start, position.deal.hands, notation, names),
        Text(),
    ]
    if deal.plays:
        parts += [_tricks_table(deal, notation), _legend(deal), Text()]
    mistakes = [play for play in deal.plays if play.chosen.swing]
    if mistakes:
        parts += [_mistakes_table(deal, mistakes, notation), Text()]
    if (verdicts := fair_table(deal, _is_zero_sum(deal), notation)) is not None:
        parts += [verdicts, Text()]
    if deal.plays:
        parts += [_players_table(deal), Text()]
    return Group(*parts, _outcome_text(deal))


def _is_zero_sum(deal: DealAnalysis) -> bool:
    """Whether what one side loses the other gains, so that a loss says it all."""
    return all(play.chosen.swing == 2 * (play.chosen.loss or 0) for play in deal.plays if play.is_exact)


def _cost(deal: DealAnalysis, play: Play) -> int:
    """What a play gave away: of its side's own result, or of the difference where that says more."""
    return (play.chosen.loss if _is_zero_sum(deal) else play.chosen.swing) or 0


def _cost_word(deal: DealAnalysis) -> str:
    counted = unit(deal.position.rules)
    return counted if _is_zero_sum(deal) else f"{counted} of the difference"


def _tricks_table(deal: DealAnalysis, notation: Notation) -> Table:
    plays = {(play.trick, play.seat): play for play in deal.plays}
    n_players = deal.position.rules.n_players
    afters = [play.before for play in deal.plays[n_players::n_players]]
    values = [pair_text(answer.value) for answer in (*afters, deal.end)]

    def mark(trick: int, seat: str) -> Text:
        play = plays[trick, seat]
        if not play.is_exact:
            return Text(f" {UNPROVED}", style="dim")
        return Text(f" {MISTAKE}{_cost(deal, play)}" if play.chosen.swing else "", style="bold yellow")

    return tricks_table(deal.position, notation, mark=mark, values=values)


def _legend(deal: DealAnalysis) -> Text:
    sides = BETWEEN.join(deal.position.rules.side_names)
    said = [f"{LEADS} led", f"{sides} with best play from there on"]
    if any(play.chosen.swing for play in deal.plays):
        said.insert(1, f"{MISTAKE} gave away, in {_cost_word(deal)}")
    if not deal.exact:
        said.append(f"{UNPROVED} the limit came first")
    return Text(" · ".join(said), style="dim")


def _mistakes_table(deal: DealAnalysis, mistakes: Sequence[Play], notation: Notation) -> Table:
    sides = BETWEEN.join(deal.position.rules.side_names)
    has_score = any(play.chosen.score_swing not in (None, play.chosen.swing) for play in mistakes)
    table = Table(box=None, pad_edge=False, padding=(0, 3, 0, 0))
    table.add_column("trick", no_wrap=True)
    table.add_column("played", no_wrap=True)
    table.add_column("better")
    numbers = {
        f"{sides} before": [pair_text(play.before.value) for play in mistakes],
        "after": [pair_text(play.chosen.value) for play in mistakes],
        "cost": [str(_cost(deal, play)) for play in mistakes],
    }
    if has_score:
        numbers["in the score"] = [number_text(play.chosen.score_swing) for play in mistakes]
    for head, cells in numbers.items():
        # On a narrow terminal the heads are broken up, not the numbers.
        table.add_column(head, justify="right", min_width=max(map(len, cells)))
    for index, play in enumerate(mistakes):
        played = Text(f"{_seat_text(play.seat, deal.names or {})} ").append_text(
            card_text(play.card, notation)
        )
        table.add_row(
            str(play.trick + 1).rjust(3),
            played,
            cards_text(play.before.best, notation),
            *(cells[index] for cells in numbers.values()),
        )
    return table


def _seat_text(seat: str, names: Names) -> str:
    return f"{seat} {plain(names[seat], 24)}" if seat in names else seat


def _players_table(deal: DealAnalysis) -> Table:
    table = new_table("player", "choices", "mistakes", "given away")
    is_zero_sum = _is_zero_sum(deal)
    for seat in deal.position.rules.players:
        summary: Summary = deal.summary(seat)
        lost = summary.loss if is_zero_sum else summary.swing
        table.add_row(
            _seat_text(seat, deal.names or {}), *map(str, (summary.decisions, summary.mistakes, lost))
        )
    return table


def _outcome_text(deal: DealAnalysis) -> Text:
    """What best play would have given, and what came of it."""
    lines = [Text("Best play of all: ").append(_result_text(deal, deal.start), style="bold")]
    if deal.position.is_over:
        played = _result_text(deal, deal.end)
        score = deal.played().score
        outcome = "" if score is None or score.outcome == "played" else f", {score.outcome}"
        lines.append(Text("As played:        ").append(played + outcome, style="bold"))
        if score is not None and score.held_over:
            lines.append(Text(f"Held over for the winner of the next deal: {score.held_over}"))
    else:
        lines.append(Text("From here:        ").append(_result_text(deal, deal.end), style="bold"))
    return Text("\n").join(lines)


def _result_text(deal: DealAnalysis, answer: Answer) -> str:
    rules = deal.position.rules
    if answer.value is None:
        own = 0 if answer.to_play is None else rules.side_of(answer.to_play)
        difference = f"{rules.side_names[own]} minus {rules.side_names[1 - own]}"
        return f"{difference} is {bounds_text(answer.bounds)} (the limit came first)"
    said = f"{sides_text(answer.value)} {unit(rules)}"
    if answer.score is None or answer.score == answer.value:
        return said
    return f"{said}; score {sides_text(answer.score)}"


def _match_table(rules: Rules, match: MatchScore) -> RenderableType:
    sides = BETWEEN.join(rules.side_names)
    table = new_table("deal", f"score {sides}", "held over", "match")
    for number, deal in enumerate(match.deals, 1):
        received = _pair(deal.received) if any(deal.received) else NOTHING
        table.add_row(str(number), _pair(deal.scored), received, _pair(deal.totals))
    said = f"The match: {sides_text(dict(zip(rules.side_names, match.totals, strict=True)))}"
    if match.winner is not None and match.decided_in is not None:
        said += (
            f"; {rules.side_names[match.winner]} reached {rules.target} first, in deal {match.decided_in + 1}"
        )
    elif rules.target:
        said += f"; it goes to {rules.target}"
    if match.held_over:
        said += f"; {match.held_over} held over"
    return Group(table, Text(), Text(said + ".", style="bold"))


def _pair(numbers: tuple[int, int]) -> str:
    return BETWEEN.join(map(signed, numbers))
