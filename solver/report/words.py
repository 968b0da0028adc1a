"""The words of a report, in English; `solver.speech` puts them into the reader's language."""

from collections.abc import Mapping

from solver.analysis import SIGNS as SIGNS, Grade
from solver.engine import Ended, EndedBy
from solver.game import BridgeScoring, Outcome
from solver.sentences import Message, mark, mark_n
from solver.speech import Speech

GRADES: Mapping[Grade, str] = {
    Grade.forced: mark("forced"),
    Grade.best: mark("best"),
    Grade.good: mark("good"),
    Grade.inaccuracy: mark("inaccuracy"),
    Grade.mistake: mark("mistake"),
    Grade.blunder: mark("blunder"),
}
UNPROVED = "~"
"""The sign behind a card that was not judged, because a limit came first."""

TRUMPS = mark("{suit} trumps")
TAKES = mark("{seat} takes")
BIDS = mark("{seat} bids {bid}")
BID_BY = mark("{contract} by {seat}")
NT = mark("NT")
VULNERABLE: Mapping[str, str] = {
    "none": mark("nobody vulnerable"),
    "NS": mark("{side} vulnerable"),
    "EW": mark("{side} vulnerable"),
    "both": mark("all vulnerable"),
}
"""Of bridge."""
SCORINGS: Mapping[BridgeScoring, str] = {
    BridgeScoring.matchpoints: mark("at matchpoints"),
    BridgeScoring.imps: mark("at IMPs"),
    BridgeScoring.rubber: mark("at rubber bridge"),
}
DEALS = mark("{seat} deals")
N_JACKS = mark_n("a jack turned up", "{n} jacks turned up")
REFUSED = mark("another trump refused")
DEAL_OF = mark("Deal {n} of {of}")
STOCK = mark("stock, top card first:")

LEADS = mark("leads")
IS_DUMMY = mark("dummy")
HIDDEN = mark("out of sight")
TO_PLAY = mark("to play")
TRICK = mark("trick")
WON_BY = mark("won by")
PLAYER = mark("player")
DECLARER = mark("{player}, declarer")
DUMMY = mark("{player}, dummy")
DUMMYS_CARD = mark("{player}, dummy's {card}")
CHOICES = mark("choices")
GIVEN_AWAY = mark("given away")
ACCURACY = mark("accuracy")
EXPECTED = mark("expected")
EXPECTED_IN_SCORE = mark("expected in the score")
EXPECTED_IMPS = mark("expected IMPs")
IMPS = mark("IMPs")
N_OF_GRADE: Mapping[Grade, str] = {
    Grade.inaccuracy: mark("inaccuracies"),
    Grade.mistake: mark("mistakes"),
    Grade.blunder: mark("blunders"),
}

HANDS = mark("The deal")
TRICKS = mark("The tricks")
MISTAKES = mark("What was given away")
NO_MISTAKES = mark("Nobody gave anything away: every card was a best one.")
PLAYERS = mark("The players")
TURNS = mark("Where it turned")
GRAPH = mark("What {side} will have with best play from each card on")
GRAPH_DIFFERENCE = mark("{side} minus {other} with best play from each card on")
MATCH = mark("The match")
MATCH_DEALS = mark("The deals of the match")
MATCH_SIDES = mark("The partnerships")

LED = mark("led")
BOLD_WINS = mark("bold: wins the trick")
FRAMED_WINS = mark("framed: wins the trick")
LINE_VALUES = mark("{sides}: what each will have at the end if all play best from then on, all hands known")
LINE_DIFFERENCE = mark(
    "{sides}: the difference at the end if all play best from then on, all hands known; only that is certain"
)
MARKED = mark("{sign} {grade}")
UNJUDGED = mark("not judged: the limit came first")
LIMIT_CAME = mark("{sign} the limit came first")
NOT_EXACT = mark("not exact: {why}")
TIME_WAS_OVER = mark("the limit of {limit} ms came first")
NODES_WERE_OVER = mark_n("the limit of {limit} node came first", "the limit of {limit} nodes came first")
CALLED_OFF = mark("it was called off")
ENDS: Mapping[EndedBy, Message] = {
    "time_ms": TIME_WAS_OVER,
    "nodes": NODES_WERE_OVER,
    "cancelled": CALLED_OFF,
}
LEFT_OUT = mark("This deal was not judged.")
NOT_EXPLAINED = mark("There was no time left for explanations.")
CALLS_LEFT_OUT = mark("Not all calls were judged, or by fewer deals.")
GIVEN_AWAY_IS = mark("given away: with all hands known, by cards that were a choice")
IN_SCORE_IS = mark("in the score: own minus other")
EXPECTED_IS = mark("expected: by the same cards, on average over deals that agree with what was known")
ACCURACY_IS = mark("accuracy: 100 % for best cards alone")

BETTER = mark("Better: {cards}.")
TRICK_NUMBER = mark("Trick {n}")
COST = mark("{grade}, {cost}")
COST_OF_GOOD = mark("good but not best, {cost}")
FROM_TO = mark("{sides} {before} → {after}")
SCORE_FROM_TO = mark("score {before} → {after}")
FAIR = mark("By what the player could know")
VERDICT = mark("verdict")
BEST_TO_EXPECT = mark("best to expect")
BEST_FOR_SCORE = mark("{best}; for the score {for_score}")
IN_SCORE = mark("in the score")
N_DEALS = mark("deals")
ALL_DEALS = mark("all {n_deals}")
FAIR_MEANS = mark("means over deals that agree with all that was known, ± standard error")
FAIR_LESS_SHARP = mark("some verdicts by what was known read less into the auction, which few deals fit")
FAIR_SHORT = mark(
    "some verdicts by what was known rest on fewer deals than asked for, as their limit was reached"
)
FAIR_LEFT_OUT = mark_n(
    "{n} card has no verdict by what was known, as their limit was reached: its grade is that with open "
    "cards",
    "{n} cards have no verdict by what was known, as their limit was reached: their grades are those with "
    "open cards",
)
FAIR_BETTER = mark("By what the player could know, best was {cards}.")
MAKES_AND_BEST = mark(
    "By what was known, {card} makes the contract in {share} of the deals, {best} in {of_best}."
)
SETS_AND_BEST = mark(
    "By what was known, {card} sets the contract in {share} of the deals, {best} in {of_best}."
)
LEAD_SETS = mark("The lead of {card} sets the contract in {share} of the deals.")
LEAD_AND_BEST_SET = mark(
    "The lead of {card} sets the contract in {share} of the deals, that of {best} in {of_best}."
)
FAIR_RIGHT = mark("right by what was known")
FAIR_AS_GOOD = mark("{grade}: no card surely better")
FAIR_COST = mark("{grade}, {cost} on average")
FAIR_COST_IN_SCORE = mark("{grade}, {cost} of the score on average")
OPEN = mark("With open cards: {said}")
OPEN_SIGN = "({sign})"
"""The form of a sign that a card has only with all cards known."""
OPEN_SIGNS = mark("in brackets: with open cards")
"""Says what a card is called with all cards known, behind the verdict by what its player could know."""
OPEN_ONLY = mark("{said} (with open cards only)")
"""The verdict on a card for which a fair one was asked in vain."""

ALL_CONTRACTS = mark("Every contract")
BEST_PLAY = mark("Best play of all")
AS_PLAYED = mark("As played")
FROM_HERE = mark("From here")
AGREED = mark("As agreed")
AUCTION = mark("Auction from {seat}: {calls}")
FROM_LOW_TO_HIGH = mark("{low} to {high}")
TRICKS_WON = mark("tricks")
POINTS = mark("points")
TURNED_UP = mark("turned up:")
STILL_TO_DEAL = mark("still to be dealt, in order:")
WINNING = mark("winning")
LEADS_FIRST = mark("{seat} leads")
SCORES = mark("score {score}")
BELOTE = mark("belote {side}")
HELD_OVER = mark("{n} held over for the next deal")
PROVED = mark("{difference} is {low} to {high}; the limit came first")
MINUS = mark("{side} minus {other}")
OUTCOMES: Mapping[Outcome, Message] = {
    Outcome.made: mark("contract made"),
    Outcome.failed: mark("contract failed"),
    Outcome.litige: mark("litige: the taker's half is held over"),
    Outcome.tied: mark("equal points"),
}
JUST_MADE = mark("just made")
N_OVER = mark_n("made with an overtrick", "made with {n} overtricks")
N_DOWN = mark_n("one down", "{n} down")
N_MORE = mark_n("{n} more", "{n} more")
"""Said at the end of a list, of what it leaves out."""

MATCH_STANDS = mark("The match: {said}.")
MATCH_DEAL = mark("deal")
THROWN_IN = mark("thrown in: everybody passed")
PASSED_OUT = mark("passed out")
UNFINISHED = mark("not finished")
UNSCORED = mark("no score")
FAULTS = mark("Where the log goes wrong")
MATCH_SCORE = mark("score {sides}")
MATCH_HELD = mark("won from before")
MATCH_TOTAL = mark("total")
BY_DEAL = mark("Given away, deal by deal")
BY_DEAL_IN_SCORE = mark("Given away in the score, deal by deal")
COSTLIEST = mark("The costliest cards")
DEAL_NUMBER = mark("Deal {n}")
COST_IN_SCORE = mark("{cost} in the score")
COST_IF_OPEN = mark("with open cards {cost}")
MEAN_IMPS = mark("{cost} IMPs")
MEAN_POINTS = mark_n("{cost} point", "{cost} points")
MEAN_TRICKS = mark_n("{cost} trick", "{cost} tricks")
MEAN_DIFFERENCE = mark_n("a swing of {cost} point", "a swing of {cost} points")
COST_IN_IMPS = mark_n("{n} IMP", "{n} IMPs")
MATCH_WON = mark("{side} reached {target} first, in deal {n}.")
MATCH_GOES_TO = mark("The match goes to {target}.")

AT_START = mark("At the start")
CARD_BY_CARD = mark("Card by card")
ALL_CARDS = mark("Every card that could be played")
CARD = mark("card")
COSTS = mark("costs")
PLAYED = mark("played")
FIRST = mark("First")
LAST = mark("Last")
NEXT_MISTAKE = mark("Next mistake")
AS_REPORT = mark("Read it as a report")
AS_BOARD = mark("Back to the board")
WINS = mark("wins the trick")
TURNED = mark("the outcome changes hands")
GRAPH_OF = mark("Graph of the value after each card")
ON_TABLE = mark("The trick on the table")
MADE_BY = mark("Judged by Atout: every card was tried with all hands known, to the end of the deal.")
"""The foot of a page."""
MADE_IN_PART = mark("Judged by Atout with all hands known, as far as the limit allowed.")
"""The foot of a page if a limit came first."""

HAND_RECORDS = mark("Hand records")
INDEX = mark("Index")
NOT_READ = mark("Left out")
SOLVED_BY = mark(
    "Worked out by Atout: every contract was solved with all hands known, to the end of the deal."
)
"""The foot of a page of hand records."""
SOLVED_IN_PART = mark("Worked out by Atout with all hands known, as far as the limit allowed.")
"""The foot of a page of hand records if a limit came first."""


def end_text(ended: Ended, speech: Speech, *, is_exact: bool = False) -> str:
    """Return the sentence that names the limit which ended the work."""
    number = ended.limit or 0
    limit = speech.number(number) if float(number).is_integer() else f"{number:.15g}"
    why = speech.say(ENDS[ended.by], round(number), limit=limit)
    said = why if is_exact else speech.say(NOT_EXACT, why=why)
    return f"{said[0].upper()}{said[1:]}."
