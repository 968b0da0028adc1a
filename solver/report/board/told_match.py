"""A match as a report tells it, as data for the board: its deals, its players, the costliest cards."""

from typing import Any

from solver.game import MatchDeal, MatchScore
from solver.report import words
from solver.report.board.told_table import Cell, figures_table, sized, table
from solver.report.deal import DealReport
from solver.report.match import MatchReport, standing
from solver.report.plain_text import NOTHING, pair_text, plain
from solver.sentences import mark

_PARTNERSHIP = mark("partnership")
_SIDE_NAMED = mark("{side} ({players})")
_CONTRACT = mark("contract")
_AS_PLAYED = mark("as played")
_BEST_PLAY = mark("best play")
_GIVEN_AWAY_BY = mark("given away by {side}")
_IN_SCORE_BY = mark("given away in the score by {side}")
_EXPECTED_BY = mark("expected, {side}")
_GRADES_FAIR = mark(
    "inaccuracies, mistakes, blunders: by what the player could know, where that was judged, else with all "
    "hands known"
)
_NO_COSTLIEST = mark("None: of no card could its player know beyond doubt that another was better.")
_GRADES_OPEN = mark("inaccuracies, mistakes, blunders: with all hands known")


def side_name(report: DealReport, side: str) -> str:
    """Return the letters of a side with the names of its players, where all are known."""
    names = [report.name(seat) for seat in side]
    if not all(names):
        return report.side(side)
    if len(side) == 1:
        return report.player(side)
    return report.say(_SIDE_NAMED, side=report.side(side), players=report.speech.join(names))


def match_told(report: MatchReport, match: MatchScore) -> dict[str, Any]:
    """Return what is told of a match: its score, and tables whose legends say what their numbers rest on."""
    legend = _GRADES_FAIR if report.players.has_expected else _GRADES_OPEN
    told: dict[str, Any] = {
        "title": report.speech.say(words.MATCH),
        "standing": standing(next(iter(report.deals.values())), match),
        "deals": _deals(report, match),
        "players": figures_table(report.players) | {"title": report.speech.say(words.PLAYERS)},
        "by_deal": table(report.by_deal_heads(), report.by_deal()[:-1], total=report.by_deal()[-1])
        | {"title": report.by_deal_title()},
        "legend": [report.speech.say(legend), *filter(None, [report.legend()])],
        "costliest": {
            "title": report.speech.say(words.COSTLIEST),
            "none": report.speech.say(_NO_COSTLIEST if report.players.has_expected else words.NO_MISTAKES),
            "cards": [
                {
                    "deal": number,
                    "card": play.index + 1,
                    "place": " · ".join(
                        [
                            report.speech.say(words.DEAL_NUMBER, n=number),
                            report.speech.say(words.TRICK_NUMBER, n=play.trick + 1),
                        ]
                    ),
                    "says": deal.costly(play),
                }
                for number, play, deal in report.costliest()
            ],
        },
    }
    if report.partnerships is not None:
        sides = figures_table(report.partnerships)
        sides["heads"][0] = report.speech.say(_PARTNERSHIP)
        for row, side in zip(sides["rows"], report.analysis.sides, strict=True):
            row[0] = _side_name(report, side)
        told["partnerships"] = sides
    return told


def _side_name(report: MatchReport, side: str) -> str:
    """Return the letters of a side, with the names of its players if they are the same in all deals."""
    names = {side_name(deal, side) for deal in report.deals.values()}
    return names.pop() if len(names) == 1 else report.speech.letters(side)


def _deals(report: MatchReport, match: MatchScore) -> dict[str, Any]:
    """Return a row for each deal: its contract, how it ended beside best play, what each side gave away."""
    say, letters = report.speech.say, report.speech.letters
    first = next(iter(report.deals.values()))
    sides = list(report.analysis.sides)
    given = _IN_SCORE_BY if report.players.is_scored_apart else _GIVEN_AWAY_BY
    is_received = any(any(deal.received.values()) for deal in match.deals)
    heads = [
        *map(say, (words.MATCH_DEAL, _CONTRACT)),
        f"{say(_AS_PLAYED)}, {first.valued}",
        f"{say(_BEST_PLAY)}, {first.valued}",
        *(say(given, side=letters(side)) for side in sides),
        *(say(_EXPECTED_BY, side=letters(side)) for side in sides if report.players.has_expected),
        say(words.MATCH_SCORE, sides=first.sides),
        *([say(words.MATCH_HELD)] if is_received else []),
        say(words.MATCH_TOTAL),
    ]
    rows = []
    for number, (scored, score) in enumerate(zip(match.deals, report.scores(), strict=True)):
        deal = report.deals.get(number)
        said = [say(words.THROWN_IN), *[NOTHING] * 2] if deal is None else _ended(deal)
        rows.append(
            [
                (str(number + 1), number + 1),
                *said,
                *(_given(report, deal, side) for side in sides),
                *(_expected(report, deal, side) for side in sides if report.players.has_expected),
                score,
                *([_received(scored)] if is_received else []),
                pair_text(scored.totals),
            ]
        )
    return table(
        heads, rows, words=[1], played=[number in report.deals for number in range(len(match.deals))]
    )


def _ended(deal: DealReport) -> list[Cell]:
    """Return the contract of a deal, its result as it was played, and that of best play."""
    rules, reached = deal.deal.position.rules, deal.deal.reached
    first = rules.side_names[0]
    contract = plain(" · ".join(deal.contract()))
    played = None if reached is None else rules.by_side(reached)
    best = deal.deal.start.value
    shown = deal.say(words.UNFINISHED) if played is None else deal.value(played)
    return [
        contract,
        sized(shown, None if played is None else played[first]),
        sized(deal.value(best), None if best is None else best[first]),
    ]


def _given(report: MatchReport, deal: DealReport | None, side: str) -> Cell:
    number = None if deal is None else report.given_away(deal, deal.deal.sides[side])
    return NOTHING if number is None else (report.speech.number(number), number)


def _expected(report: MatchReport, deal: DealReport | None, side: str) -> Cell:
    if deal is None:
        return NOTHING
    summary = deal.deal.sides[side]
    found = report.players.expected(summary)
    return sized(report.players.expected_text(summary), None if found is None else found.mean)


def _received(scored: MatchDeal) -> str:
    return pair_text(scored.received) if any(scored.received.values()) else NOTHING
