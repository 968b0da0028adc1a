"""The story of a deal in two or three sentences: how it ended, where it turned, and par."""

from collections.abc import Iterator, Mapping

from solver.analysis import Grade, Play, TurningPoint
from solver.game import Outcome, Verdict, number_sides, verdict_of
from solver.reasons import settled_verdict
from solver.report import words
from solver.report.deal import DealReport
from solver.report.par import par_texts
from solver.sentences import Message, mark, mark_n
from solver.speech import Place

_AS_BEST: Mapping[Outcome, Message] = {
    Outcome.made: mark("The contract could be made, and was."),
    Outcome.failed: mark("The contract could not be made, and failed."),
    Outcome.litige: mark("Best play comes to a litige, and so did the play."),
    Outcome.tied: mark("Best play leaves both sides level, and so did the play."),
}
"""A contract that ended as best play has it, by its outcome."""
_OTHERWISE: Mapping[tuple[Outcome, Outcome], Message] = {
    (Outcome.made, Outcome.failed): mark("The contract could be made, but failed."),
    (Outcome.failed, Outcome.made): mark("The contract could be beaten, but was made."),
}
"""A contract that ended otherwise, by its outcome with best play and as it was played."""
_AGREED: Mapping[Outcome, Message] = {
    Outcome.made: mark(
        "After the last card, best play would have beaten the contract; by the agreed result it was made."
    ),
    Outcome.failed: mark(
        "After the last card, best play would have made the contract; by the agreed result it failed."
    ),
}
"""A contract that a claim has ended otherwise than best play from there, by its outcome."""
_ENDED = mark("With best play: {best}; as it was played: {played}.")
_WON = mark("{side} won the deal, as best play has it.")
_WON_OF = mark("{side} won a deal that best play gives to {other}.")
_WON_LEVEL = mark("{side} won a deal that best play leaves level.")
_LEVEL = mark("The deal ended level, as best play has it.")
_LEVEL_OF = mark("The deal ended level; best play gives it to {side}.")
_TURNED = mark("It turned in trick {trick}, with {seat}'s {card}.")
_TURNED_TIMES = mark_n(
    "It changed hands {n} time, last in trick {trick}, with {seat}'s {card}.",
    "It changed hands {n} times, last in trick {trick}, with {seat}'s {card}.",
)
_COULD_KNOW = mark("{seat} could have known better.")
_COULD_NOT_KNOW = mark("{seat} could not have known.")
_DEAREST = mark("The dearest card was {seat}'s {card} in trick {trick}: {cost}.")
_ONE_OF_DEAREST = mark("One of the dearest cards was {seat}'s {card} in trick {trick}: {cost}.")

_HEEDED = ("contract", "deal")
"""The turning points that tell a story; others are of single points or of all the tricks."""


def story(report: DealReport) -> list[str]:
    """Return the story of a deal in two to four short sentences; empty where nothing is known of it."""
    return [*_play(report), *_pars(report)]


def _play(report: DealReport) -> Iterator[str]:
    deal = report.deal
    if not deal.plays or not deal.exact:
        return
    yield from _end(report)
    turns = [turn for turn in deal.turning_points if turn.turn.what in _HEEDED]
    if turns:
        yield from _turned(report, turns)
    else:
        yield from _dearest(report)
    yield from _agreed(report)


def _end(report: DealReport) -> Iterator[str]:
    """Say how the deal ended beside best play; nothing for one that stops early, or has no outcome."""
    deal = report.deal
    if deal.reached is None or deal.start.value is None:
        return
    position = deal.position
    first, second = start = number_sides(position.rules, deal.start.value)
    if report.is_sum_fixed:
        best = verdict_of(position, start)
    else:
        best = settled_verdict(deal.positions[0], first - second)
    played = verdict_of(position, deal.reached)
    if best is None or played is None:
        return
    if played.outcome == Outcome.played:
        yield _deal_end(report, best, played)
    elif best.outcome == played.outcome:
        yield report.speech.say(_AS_BEST[played.outcome])
    elif (best.outcome, played.outcome) in _OTHERWISE:
        yield report.speech.say(_OTHERWISE[best.outcome, played.outcome])
    else:
        named = (report.speech.say(words.OUTCOMES[verdict.outcome]) for verdict in (best, played))
        yield report.say(_ENDED, best=next(named), played=next(named))


def _deal_end(report: DealReport, best: Verdict, played: Verdict) -> str:
    names = report.deal.position.rules.side_names
    if played.side is None:
        if best.side is None:
            return report.say(_LEVEL)
        return report.say(_LEVEL_OF, side=report.side(names[best.side]))
    side = report.side(names[played.side])
    if best.side is None:
        return report.say(_WON_LEVEL, side=side)
    if best.side == played.side:
        return report.say(_WON, side=side)
    return report.say(_WON_OF, side=side, other=report.side(names[best.side]))


def _agreed(report: DealReport) -> Iterator[str]:
    """Say that a claim has made or lost a contract that best play from there would not have."""
    deal = report.deal
    if deal.complete or deal.reached is None or deal.end.value is None:
        return
    agreed = verdict_of(deal.position, deal.reached)
    left = verdict_of(deal.position, number_sides(deal.position.rules, deal.end.value))
    if agreed is not None and left is not None and agreed.outcome != left.outcome:
        yield report.speech.say(_AGREED[agreed.outcome])


def _turned(report: DealReport, turns: list[TurningPoint]) -> Iterator[str]:
    play = turns[-1].play
    values = {"trick": play.trick + 1, "seat": Place(play.seat, play.is_dummy), "card": play.card}
    yield report.speech.say(_TURNED_TIMES if len(turns) > 1 else _TURNED, len(turns), **values)
    yield from _knowledge(report, play)


def _knowledge(report: DealReport, play: Play) -> Iterator[str]:
    """Say if the player of a card could have known that it was wrong, where that was judged.

    Nothing is said of a card that was a little worse than another by what they knew.
    """
    if play.fair is None or play.fair.grade == Grade.good:
        return
    is_fault = play.fair.grade not in (Grade.best, Grade.forced)
    yield report.say(_COULD_KNOW if is_fault else _COULD_NOT_KNOW, seat=report.place(play.player))


def _dearest(report: DealReport) -> Iterator[str]:
    """Name the card that gave most away, and say if its player could have known.

    Of several it is the one that they should have known best, and the first of those.
    """
    lost = [play for play in report.deal.plays if play.chosen.swing]
    most = max(map(report.cost, lost), default=0)
    dearest = [play for play in lost if report.cost(play) == most]
    if not dearest:
        return
    play = max(dearest, key=lambda play: play.fair.grade if play.fair else Grade.best)
    message = _DEAREST if len(dearest) == 1 else _ONE_OF_DEAREST
    seat, cost = Place(play.seat, play.is_dummy), report.amount(most)
    yield report.speech.say(message, seat=seat, card=play.card, trick=play.trick + 1, cost=cost)
    yield from _knowledge(report, play)


def _pars(report: DealReport) -> Iterator[str]:
    """Say what bidding should have come to, where the deal was valued under all contracts."""
    if report.table is None:
        return
    for label, par in par_texts(report.table, report.speech):
        yield f"{report.speech.labelled(label, par)}."
