"""One puzzle solved line by line: cards tried, refuted and answered, hints, and giving up."""

import re
from collections.abc import Callable, Sequence

from solver.cards import NOTATIONS, Card, Notation, format_card, parse_card
from solver.cli.puzzle.record import FAILED, HELPED, SOLVED
from solver.cli.puzzle.screen import Screen, Stop
from solver.engine import solve
from solver.errors import PositionError, UnreadableError, show
from solver.game import Position, number_sides
from solver.puzzles import (
    Attempt,
    AttemptState,
    Hint,
    Puzzle,
    PuzzleKind,
    Why,
    find_hints,
    puzzle_after,
)
from solver.report import SOLVED_SAYS, PuzzleReport
from solver.report.terminal import line_table, puzzle_head, puzzle_table, refutation_text, solution_text
from solver.sentences import in_full, mark, mark_n
from solver.speech import Place, capitalised

_PROMPT = mark("{seat} to play:")
_ANSWERED = mark("{said}.")
_FORCED = mark("{said} (forced)")
_N_LEFT = mark_n("Right. {n} decision to come.", "Right. {n} decisions to come.")
_TRY_AGAIN = mark("Try again, or type: hint, give up, table, quit.")
_N_FOUND = mark_n("{n} decision found.", "{n} decisions found.")
_N_WRONG = mark_n("{n} wrong card on the way.", "{n} wrong cards on the way.")
_THEMES = mark("Themes: {themes}.")
_HINT = mark("Hint {number} of {of}. {said}")
_LINE = mark("The right cards, and the most stubborn defence:")
_STRANGE = mark(
    "{text} is no card that is read here. Type a card, as {card}, or: hint, give up, table, quit."
)

_WORDS: dict[str, tuple[str, ...]] = {
    "hint": ("hint", "h", "?", "indice", "i"),
    "give_up": ("give up", "giveup", "g", "solution", "abandon", "abandonner", "a"),
    "table": ("table", "t", ""),
    "quit": ("quit", "q", "exit", "quitter"),
}
"""The lines that are no cards, in both languages."""


class Session:
    """One puzzle on a screen."""

    def __init__(self, puzzle: Puzzle, screen: Screen) -> None:
        self.puzzle = puzzle
        self.screen = screen
        self.report = PuzzleReport(puzzle, screen.speech)
        self.position = puzzle.position
        self.n_wrong = self.n_hints = 0
        """Wrong cards tried, and hints taken."""
        self.is_solved = self.has_given_up = False
        self.state: str | None = None
        """The try as the record notes it: its first end, that is; None as long as it has none."""
        self._end: Why | None = None
        self._n_hints_here = 0
        self._hints: tuple[Hint, ...] = ()
        """The hints for the card that is to be found, once one was asked for."""
        self._plays: list[Card] = []

    def play(self) -> None:
        """Read lines until the puzzle is solved or given up; raises Stop where the reader leaves."""
        self.screen.show(puzzle_head(self.report))
        self._show_table()
        doing: dict[str, Callable[[], None]] = {
            "hint": self._hint,
            "give_up": self._give_up,
            "table": self._show_table,
            "quit": self._quit,
        }
        while not (self.is_solved or self.has_given_up):
            seat = Place(self.position.to_play or "", is_dummy=self.position.to_play == self.position.dummy)
            typed = self.screen.ask(self.screen.speech.say(_PROMPT, seat=seat))
            command = command_of(typed)
            if command is not None:
                doing[command]()
            else:
                self._try(typed)
        self._sum_up()

    def _try(self, typed: str) -> None:
        """Try the card that was typed."""
        card = read_card(typed, self.position, self.screen.speech.notation)
        if card is None:
            example = self.position.legal_plays()[0]
            self.screen.say(
                _STRANGE, text=show(typed), card=format_card(example, self.screen.speech.notation)
            )
            return
        attempt = self._attempt([*self._plays, card])
        if attempt is None:
            return
        if attempt.refutation is not None:
            self.n_wrong += 1
            self._note(FAILED)
            refuted = attempt.refutation.refuted
            if refuted is None:
                self.screen.tell(attempt.refutation.say(self.screen.speech))
            else:
                self.screen.show(refutation_text(self.report, self.position, card, refuted))
            self.screen.say(_TRY_AGAIN)
            return
        self._go_on(card, attempt)

    def _attempt(self, plays: Sequence[Card]) -> Attempt | None:
        """Return how the puzzle stands after ``plays``; None, and tell why, where they are no line of it."""
        try:
            return self.puzzle.try_line(plays, self.screen.speech.notation)
        except PositionError as error:
            self._tell_fault(error)
            return None

    def _tell_fault(self, error: PositionError) -> None:
        """Tell why a line could not be followed."""
        said = in_full(error.faults[0].wrong).say(self.screen.speech.language)
        self.screen.tell(f"{capitalised(self._with_symbols(said))}.")

    def _with_symbols(self, said: str) -> str:
        """Write the cards of a sentence as the table shows them: a fault has them in letters."""
        speech = self.screen.speech
        for card in self.position.rules.deck:  # dealt or not: that is no secret to tell by letters
            said = re.sub(rf"\b{format_card(card, speech.notation)}\b", speech.card(card), said)
        return said

    def _go_on(self, card: Card, attempt: Attempt) -> None:
        """Play a right card, and what answers it."""
        self._plays += [card, *attempt.reply]
        self._n_hints_here, self._hints = 0, ()
        said = []
        self.position = self.position.play(card)
        for index, reply in enumerate(attempt.reply):
            one = self.report.play(self.position, reply, attempt.reply[index:])
            is_forced = self.position.side_to_play == self.puzzle.goal.number
            said.append(self.screen.speech.say(_FORCED, said=one) if is_forced else one)
            self.position = self.position.play(reply)
        if attempt.state == AttemptState.solved:
            self.is_solved, self._end = True, attempt.end
            self._note(SOLVED)
            return
        self.screen.say(_N_LEFT, attempt.left)
        if said:
            self.screen.say(_ANSWERED, said=self.screen.speech.clauses(said))
        self._show_table()

    def _note(self, state: str) -> None:
        """Note the first end of the try: a hint is one, so that nothing after it is rated."""
        if self.state is None:
            self.state = state

    def _show_table(self) -> None:
        self.screen.show(puzzle_table(self.report, self.position))

    def _hint(self) -> None:
        """Give one hint more for the card that is to be found; after the last one, that again."""
        self.n_hints += 1
        # Who leaves now has had help, and comes back with it.
        self._note(HELPED)
        try:
            self._hints = self._hints or find_hints(puzzle_after(self.puzzle, self._plays))
        except PositionError as error:
            self._tell_fault(error)
            return
        self._n_hints_here = min(self._n_hints_here + 1, len(self._hints))
        said = self._hints[self._n_hints_here - 1].says(self.screen.speech)
        self.screen.say(_HINT, number=self._n_hints_here, of=len(self._hints), said=said)

    def _give_up(self) -> None:
        """Show the line from here to the end of the puzzle."""
        self.has_given_up = True
        self._note(FAILED)
        line: list[Card] = []
        found: list[int] = []
        position = self.position
        while True:
            card = right_cards(self.puzzle, position)[0]
            found.append(len(line))
            attempt = self._attempt([*self._plays, *line, card])
            if attempt is None:
                return
            line.append(card)
            if attempt.state == AttemptState.solved:
                break
            line += attempt.reply
            for played in (card, *attempt.reply):
                position = position.play(played)
        if self.puzzle.kind == PuzzleKind.hidden:
            self.screen.show(solution_text(self.report))
        else:
            self.screen.say(_LINE)
            self.screen.show(line_table(self.report, self.position, line, found=found))

    def _quit(self) -> None:
        raise Stop

    def _sum_up(self) -> None:
        """Tell how the puzzle went, and its themes."""
        if self.is_solved:
            self.screen.say(SOLVED_SAYS[self._end])
            found = self.screen.speech.say(_N_FOUND, self.puzzle.length)
            wrong = self.screen.speech.say(_N_WRONG, self.n_wrong) if self.n_wrong else ""
            self.screen.tell(f"{found} {wrong}".rstrip())
        if self.puzzle.themes:
            self.screen.say(_THEMES, themes=", ".join(self.report.themes()))


def command_of(typed: str) -> str | None:
    """Return the command that a line is, or None."""
    text = " ".join(typed.lower().split())
    return next((command for command, words in _WORDS.items() if text in words), None)


def read_card(typed: str, position: Position, notation: Notation) -> Card | None:
    """Return the card that a line names, in the letters of ``notation`` or else in others.

    Where both name one, it is the one that may be played.
    """
    found = []
    for letters in (notation, *(other for other in NOTATIONS if other != notation)):
        try:
            found.append(parse_card(typed, letters))
        except UnreadableError:
            continue
    legal = position.legal_plays()
    return next((card for card in found if card in legal), found[0] if found else None)


def right_cards(puzzle: Puzzle, position: Position) -> list[Card]:
    """Return the cards after which the goal of a puzzle is still reached; of a hidden one, the best ones."""
    if puzzle.kind == PuzzleKind.hidden:
        return list(puzzle.solution.right)
    values = {card.card: card.value for card in solve(position).cards}
    return [
        card
        for card, value in values.items()
        if value is not None and puzzle.goal.is_reached(position, number_sides(position.rules, value))
    ]
