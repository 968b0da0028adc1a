"""Puzzles in words: what is to be done, what there is to win, and what refutes a wrong card."""

from collections.abc import Sequence
from typing import Literal

from solver.cards import Card
from solver.game import (
    HONOUR_NAMES,
    Outcome,
    Pair,
    Position,
    Trick,
    beats,
    held_by,
    lead_of,
    result_of,
    sign_of,
    sum_without_slam,
)
from solver.knowledge import is_belote_known, seats_in_sight
from solver.puzzles import (
    GAME,
    Decision,
    Defence,
    End,
    GoalKind,
    Node,
    Puzzle,
    PuzzleKind,
    PuzzleTheme,
    count_game,
    name_honour,
    sure_honours,
)
from solver.reasons import N_TRICKS
from solver.report.plain_text import signed
from solver.rules import Objective, Rules, Turn
from solver.sentences import Message, mark, mark_n
from solver.speech import Place, Speech, capitalised

PUZZLE = mark("Puzzle {id}")
RATED = mark("rated {rating}")
N_DECISIONS = mark_n("{n} decision", "{n} decisions")
N_TRICKS_LEFT = mark_n("{n} trick left", "{n} tricks left")
FROM_GAME = mark("from a game")
YOU_PLAY = mark("You play both hands of {side}; {seat} is to play.")
YOU_PLAY_ONE = mark("You play {side}; it is your turn.")
TO_THE_RIGHT = mark("{said} Play goes to the right.")
"""Of a game that goes round anticlockwise, as most tables do not."""
YOU_SEE = mark("You are {seat}, and see what they see.")
YOU_SEE_FOR_DUMMY = mark("You are {seat}, and see what they see; dummy is to play.")
OWN_HAND = mark("(yours)")
PLAYED = mark("Played so far")
HELD = mark("So far: {held}.")
NEEDED = mark("{needed} more needed, of {left} to come.")
ALL_NEEDED = mark("Every trick to come is needed.")
BELOTE = mark("{said} {side} also has the {n} points of belote, which are not counted here.")
LITIGE = mark("{said} With {n} it is a litige.")
AHEAD = mark_n(
    "From here {side} needs {n} point more than {other}.",
    "From here {side} needs {n} points more than {other}.",
)
LEVEL = mark("From here {side} needs as much as {other}.")
BEHIND = mark_n(
    "From here {other} may take {n} point more than {side}.",
    "From here {other} may take {n} points more than {side}.",
)
RIGHT = mark("Right")
LINE = mark("Main line")
WRONG = mark("What refutes the others")
THEMES = mark("Themes")
TREE = mark("Every defence")
N_PLACES = mark_n("{n} position with a card to find", "{n} positions with a card to find")
N_REPLIES = mark_n("{n} reply of the defence", "{n} replies of the defence")
N_DUALS = mark_n("{n} defence that leaves several right cards", "{n} defences that leave several right cards")
LIKEWISE = mark("Likewise {cards}.")
TEMPTED = mark("In the game {card} was played.")

_HONOURS: dict[Literal["high", "low", "jack"], Message] = {
    "high": mark("high ({card}): {side}"),
    "low": mark("low ({card}): {side}"),
    "jack": mark("jack ({card}): {side}"),
}
_TO_COME = mark("to come")
_NEEDED_FOR_GAME = mark("{side} needs {needed} of the {left} to come")
_HAS_GAME = mark("{side} has game already")
_TOWARDS_GAME = mark("card points for game: {points}")
_LOST = mark("points lost by discards: {points}")
_LEADS = mark("{seat} leads {card}")
_RUFFS = mark("{seat} ruffs with {card}")
_OVERRUFFS = mark("{seat} overruffs with {card}")
_TAKES = mark("{seat} takes it with {card}")
_TAKES_CARD = mark("{seat} takes {other} with {card}")
_PLAYS = mark("{seat} plays {card}")
_THROWS = mark("{seat} throws {card}")
_REFUTED = mark("{card}: {reply}. {end}")
_REFUTED_LATER = mark("{card}: later {reply}. {end}")
_NOT_REFUTED = mark("{card}: {end}")
_ENDS: dict[GoalKind, Message] = {
    GoalKind.tricks: mark_n(
        "{side} would end with {n} trick; {least} were needed.",
        "{side} would end with {n} tricks; {least} were needed.",
    ),
    GoalKind.points: mark_n(
        "{side} would end with {n} point; {least} were needed.",
        "{side} would end with {n} points; {least} were needed.",
    ),
    GoalKind.contract: mark("{side} would end with {n}; the contract needs {least}."),
    GoalKind.defeat: mark("{side} would end with {n}; it takes {least} to defeat the contract."),
}
_NOT_ALL = mark("{side} would not take all the tricks.")
_LOSES_HONOURS = mark_n(
    "{side} would lose the point for {honours}.", "{side} would lose the points for {honours}."
)
# French says one point, and several.
_WITH_CARD_POINTS = mark_n(
    "{said} The card points for game would be {n} against {other}.",
    "{said} The card points for game would be {n} against {other}.",
)
_WITH_AS_MANY = mark_n(
    "{said} Both would have {n} card point, and then the point for game is not the dealer's.",
    "{said} Both would have {n} card points, and then the point for game is not the dealer's.",
)
_ENDS_WITH = mark("{side} would end with {own} against {other}; that misses the goal.")


class PuzzleReport:
    """One puzzle, as it is told to a reader."""

    def __init__(self, puzzle: Puzzle, speech: Speech) -> None:
        self.puzzle = puzzle
        self.position = puzzle.position
        self.speech = speech
        self.say = speech.say

    @property
    def title(self) -> str:
        """The name of the puzzle."""
        return self.say(PUZZLE, id=self.puzzle.id)

    def facts(self) -> list[str]:
        """Return what is known of the puzzle before it is solved, as phrases of one line."""
        puzzle = self.puzzle
        return [
            self.say(RATED, rating=puzzle.rating),
            self.say(N_DECISIONS, puzzle.length),
            self.say(N_TRICKS_LEFT, puzzle.tricks_left),
            *([self.say(FROM_GAME)] if puzzle.source == "logs" else []),
        ]

    def task(self, position: Position) -> str:
        """Say whose cards the reader plays, and who is to play."""
        goal, rules = self.puzzle.goal, position.rules
        is_one = sum(rules.side_of(seat) == goal.number for seat in rules.players) == 1
        message = YOU_PLAY_ONE if is_one else YOU_PLAY
        seat = Place(position.to_play or goal.side)
        if self.puzzle.kind == PuzzleKind.hidden:
            is_dummy = position.to_play == position.dummy
            message = YOU_SEE_FOR_DUMMY if is_dummy else YOU_SEE
            seat = Place((position.declarer if is_dummy else position.to_play) or goal.side)
        said = self.say(message, side=Place(goal.side), seat=seat)
        return self.say(TO_THE_RIGHT, said=said) if rules.turn == Turn.anticlockwise and not is_one else said

    def held(self, position: Position) -> str:
        """Say what the sides hold, and what is needed of the rest; in all fours which points are decided."""
        if position.rules.objective == Objective.four_points:
            return self.say(HELD, held=self.speech.clauses(self._held_of_four(position)))
        said, belote = self._held_so_far(position), self._belote_side(position)
        if belote is None:
            return said
        side = Place(position.rules.side_names[belote])
        return self.say(BELOTE, said=said, side=side, n=position.rules.belote)

    def _held_so_far(self, position: Position) -> str:
        """Say what the sides have won by tricks, and what is needed of the rest."""
        goal, own = self.puzzle.goal, held_by(position)
        said = self.say(HELD, held=", ".join(self._held(position, own)))
        if goal.kind == GoalKind.lead and goal.at_least is not None:
            return f"{said} {self._gap(position, goal.at_least - sign_of(goal.number) * lead_of(own))}"
        total = sum_without_slam(position)
        if total is None or goal.at_least is None or goal.kind == GoalKind.capot:
            return said
        needed, left = goal.at_least - own[goal.number], total - sum(own)
        # A trick may have no points, so only where tricks are counted are all that is left all tricks.
        are_all = position.rules.objective == Objective.tricks and needed == left > 0
        if are_all or self._is_past(total):
            return f"{said} {self.say(ALL_NEEDED)}"
        said = f"{said} {self.say(NEEDED, needed=needed, left=left)}"
        return self.say(LITIGE, said=said, n=goal.at_least) if self._is_litige(position, total) else said

    def _is_past(self, total: int | None) -> bool:
        """True if the goal asks for more than ``total``, all that the tricks bring: every trick is wanted."""
        return total is not None and (self.puzzle.goal.at_least or 0) > total

    def _is_litige(self, position: Position, total: int) -> bool:
        """True if the least result that reaches the goal leaves the contract neither made nor failed."""
        goal = self.puzzle.goal
        if goal.kind != GoalKind.points or goal.at_least is None:
            return False
        pair = (goal.at_least, total - goal.at_least)
        score = position.score(pair if goal.number == 0 else pair[::-1])
        return score is not None and score.outcome == Outcome.litige

    def _belote_side(self, position: Position) -> int | None:
        """Return the side of the belote, as far as it can be known."""
        is_known = self.puzzle.kind != PuzzleKind.hidden or is_belote_known(position)
        return position.belote_side if is_known else None

    def _gap(self, position: Position, gap: int) -> str:
        """Say what the rest of the deal must bring: ``gap``, own minus other, or more."""
        goal = self.puzzle.goal
        side, other = Place(goal.side), Place(position.rules.side_names[1 - goal.number])
        message = AHEAD if gap > 0 else BEHIND if gap else LEVEL
        return self.say(message, abs(gap), side=side, other=other)

    def _held(self, position: Position, own: Pair) -> list[str]:
        names = [self.speech.letters(side) for side in position.rules.side_names]
        if position.rules.objective == Objective.tricks:
            return [f"{name} {self.say(N_TRICKS, n)}" for name, n in zip(names, own, strict=True)]
        return [f"{name} {signed(n)}" for name, n in zip(names, own, strict=True)]

    def _held_of_four(self, position: Position) -> list[str]:
        """Say who has the points for high, low and jack, and what the sides have towards that for game."""
        tally, honours, goal = position.tally, position.honours, self.puzzle.goal
        names = [self.speech.letters(side) for side in position.rules.side_names]
        parts = []
        for (bit, honour), card in zip(HONOUR_NAMES.items(), honours, strict=True):
            # Nobody was dealt the jack: it earns nothing.
            if card is None or not self.is_seen(position, honour, card):
                continue
            holders = [name for name, bits in zip(names, sure_honours(position), strict=True) if bits & bit]
            holder = holders[0] if holders else self.say(_TO_COME)
            parts.append(self.say(_HONOURS[honour], card=card, side=holder))
        points = zip(names, tally.card_points, strict=True)
        parts.append(self.say(_TOWARDS_GAME, points=", ".join(f"{name} {n}" for name, n in points)))
        if goal.honours is not None and GAME in goal.honours:
            count = count_game(position, goal.number)
            message = _NEEDED_FOR_GAME if 0 < count.needed <= count.left else _HAS_GAME
            side = goal.side if count.needed <= count.left else position.rules.side_names[1 - goal.number]
            parts.append(self.say(message, side=Place(side), needed=count.needed, left=count.left))
        if any(tally.penalties):
            lost = zip(names, tally.penalties, strict=True)
            parts.append(self.say(_LOST, points=", ".join(f"{name} {n}" for name, n in lost)))
        return parts

    def is_seen(self, position: Position, honour: str, card: Card) -> bool:
        """True if a card is known to be high, low or jack, in a hidden puzzle by the cards played alone."""
        if self.puzzle.kind != PuzzleKind.hidden:
            return True
        trump = position.contract.trump
        ranks = position.rules.rank_order(trump, trump)
        # A trump beyond any other but the highest or lowest of the pack may lie in a hand out of sight.
        is_sure = card.rank == {"high": ranks[0], "low": ranks[-1]}.get(honour, card.rank)
        return is_sure and any(card in trick.plays for trick in position.tricks)

    def refuted(self, position: Position, card: Card, reply: Card | None, line: Sequence[Card]) -> str:
        """Say what refutes a wrong card of a position, and what it comes to.

        line: what follows the card, to the end of the deal.
        """
        after = position.play(card)
        said, end, message = "", after, _REFUTED
        for played in line:
            if played == reply:
                is_later = bool(end.trick.plays) and len(end.tricks) > len(position.tricks)
                message = _REFUTED_LATER if is_later else _REFUTED
                said = self.play(end, played, line[line.index(played) :], is_later=is_later)
            end = end.play(played)
        missed = self._missed(end)
        if not said:
            return self.say(_NOT_REFUTED, card=card, end=missed)
        return self.say(message, card=card, reply=said, end=capitalised(missed))

    def play(self, position: Position, card: Card, line: Sequence[Card], *, is_later: bool = False) -> str:
        """Say what the player to play does with ``card``, which ``line`` begins with.

        is_later: True if the reader has not the trick before them, and is told what is taken.
        """
        rules, trump, trick = position.rules, position.contract.trump, position.trick
        seat = Place(position.to_play or "", is_dummy=position.to_play == position.dummy)
        if not trick.plays:
            return self.say(_LEADS, seat=seat, card=card)
        led, winning = trick.led_suit, trick.winning_card(rules, trump)
        message = _PLAYS if card.suit == led else _THROWS
        if beats(rules, trump, card, winning):
            if card.suit == trump and led != trump:
                message = _OVERRUFFS if winning.suit == trump else _RUFFS
            elif wins_trick(position, line):
                message = _TAKES_CARD if is_later else _TAKES
        elif card.suit == trump:
            message = _PLAYS
        return self.say(message, seat=seat, card=card, other=winning)

    def _missed(self, end: Position) -> str:
        """Say what the side of the goal ends with, and that it is too little."""
        goal, result = self.puzzle.goal, held_by(end)
        side, n, other = Place(goal.side), result[goal.number], result[1 - goal.number]
        if goal.honours is not None:
            return self._missed_honours(end, goal.honours)
        if goal.kind == GoalKind.capot or self._is_past(sum_without_slam(end)):
            return self.say(_NOT_ALL, side=side)
        if goal.at_least is None or goal.kind == GoalKind.lead:
            return self.say(_ENDS_WITH, side=side, own=n, other=other)
        return self.say(_ENDS[goal.kind], n, side=side, least=goal.at_least)

    def _missed_honours(self, end: Position, honours: Sequence[str]) -> str:
        """Say which of the points that were open the side of the goal would not win."""
        goal = self.puzzle.goal
        side, tally = Place(goal.side), end.tally
        game = result_of(end.rules, end.dealer, tally).game
        bits: dict[str, int] = {name: bit for bit, name in HONOUR_NAMES.items()}
        won = [
            bool(game[goal.number] if name == GAME else tally.honours[goal.number] & bits[name])
            for name in honours
        ]
        lost = [
            name_honour(name, self.speech) for name, is_won in zip(honours, won, strict=True) if not is_won
        ]
        said = self.say(_LOSES_HONOURS, len(lost), side=side, honours=lost)
        if GAME not in honours or won[honours.index(GAME)]:
            return said
        own, other = tally.card_points[goal.number], tally.card_points[1 - goal.number]
        if own == other:
            return self.say(_WITH_AS_MANY, own, said=said)
        return self.say(_WITH_CARD_POINTS, own, said=said, other=other)

    def equals(self, cards: Sequence[Card]) -> str:
        """Say that other cards are no better than the one that was told of."""
        return self.say(LIKEWISE, cards=list(cards))

    def decisions(self) -> list[int]:
        """Return the places in the main line of the cards that are to be found."""
        found, index = [], 0
        node: Node = self.puzzle.solution.root
        while not isinstance(node, End):
            if isinstance(node, Decision):
                found.append(index)
            node = node.replies[0].then if isinstance(node, Defence) else node.then
            index += 1
        return found

    def counts(self) -> list[str]:
        """Count the tree: positions with a card to find, replies of the defence, and duals."""
        seen: set[int] = set()
        n_places = n_replies = 0
        left: list[Node] = [self.puzzle.solution.root]
        while left:
            node = left.pop()
            # Lines that come to the same position share a node.
            if id(node) in seen or isinstance(node, End):
                continue
            seen.add(id(node))
            n_places += isinstance(node, Decision)
            if isinstance(node, Defence):
                n_replies += len(node.replies)
                left += (reply.then for reply in node.replies)
            else:
                left.append(node.then)
        said = [self.say(N_PLACES, n_places)]
        said += [self.say(N_REPLIES, n_replies)] if n_replies else []
        duals = self.puzzle.solution.duals
        return said + ([self.say(N_DUALS, duals)] if duals else [])

    def themes(self) -> list[str]:
        """Return the themes in words."""
        return [theme_name(theme, self.speech, self.position.rules) for theme in self.puzzle.themes]

    def tricks_in_mind(self) -> tuple[Trick, ...]:
        """Return the finished tricks by which hands out of sight are judged: those of a hidden puzzle."""
        return self.position.tricks if self.puzzle.kind == PuzzleKind.hidden else ()

    def hands_in_sight(self, position: Position) -> dict[str, tuple[Card, ...]]:
        """Return the hands that the solver of the puzzle sees, by seat."""
        hands = position.hands
        if self.puzzle.kind == PuzzleKind.hidden:
            hands = {seat: hands[seat] for seat in hands if seat in seats_in_sight(position)}
        return hands


def theme_name(theme: str, speech: Speech, rules: Rules | None = None) -> str:
    """Return the name of a theme, in the word of a game or of all; of one that is unknown here, its word."""
    if theme not in PuzzleTheme.__members__:
        return theme.replace("_", " ")
    return PuzzleTheme[theme].name_in(speech, rules)


def wins_trick(position: Position, line: Sequence[Card]) -> bool:
    """True if the first card of ``line``, which goes on from ``position``, wins its trick."""
    rules, number = position.rules, len(position.tricks)
    for card in line:
        position = position.play(card)
        if len(position.tricks) > number:
            break
    trick = position.tricks[number] if len(position.tricks) > number else position.trick
    return trick.winning_card(rules, position.contract.trump) == line[0]
