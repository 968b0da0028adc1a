"""The words for what a puzzle is about, each with its short name and its sentence."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Self

from solver.game import earns_slam
from solver.rules import Objective, Rules
from solver.sentences import mark
from solver.speech import Speech

_CAPOT = mark("Capot"), mark("Prevent capot")
"""The names of all the tricks, won or prevented; so the others."""
_VOLE = mark("Vole"), mark("Prevent the vole")
_PIT = mark("Pit"), mark("Prevent the pit")
_SLAMS: Mapping[str, tuple[str, str]] = {
    "klaverjas_amsterdam": _PIT,
    "klaverjas_rotterdam": _PIT,
    "valet_de_trefle": (mark("All the tricks"), mark("Save a trick")),
    "whist": (mark("Slam"), mark("Prevent the slam")),
}
"""Those of games that have another word for them than capot, or vole, by their name."""


class PuzzleTheme(StrEnum):
    """A theme of puzzles; *own* is the side of the solver.

    *The line* is the main line of the solution, with best play from its end to that of the deal; *the wrong
    line* is best play after the most tempting wrong card.  docs/puzzles.md has the exact definitions.

    >>> PuzzleTheme("hold_up").gives_away, PuzzleTheme("contract").gives_away
    (True, False)
    """

    called: str
    """The short name, in English."""
    says: str
    """The meaning in a sentence, in English."""
    gives_away: bool
    """True if the word helps to find the card: it is not shown before a puzzle was tried."""

    def __new__(cls, word: str, called: str, says: str, gives_away: bool = True) -> Self:
        member = str.__new__(cls, word)
        member._value_ = word
        member.called = called
        member.says = says
        member.gives_away = gives_away
        return member

    # The trick at hand.
    ruff = "ruff", mark("Ruff"), mark("The right card ruffs a plain suit and takes the trick.")
    overruff = (
        "overruff",
        mark("Overruff"),
        mark("The right card is a trump above the one with which an opponent has ruffed."),
    )
    refuse_ruff = (
        "refuse_ruff",
        mark("Refuse to ruff"),
        mark("A trump would win the opponents' trick as it stands, but every trump fails."),
    )
    refuse_overruff = (
        "refuse_overruff",
        mark("Refuse to overruff"),
        mark("An opponent has ruffed and could be overruffed, but every trump that does so fails."),
    )
    underruff = (
        "underruff",
        mark("Underruff"),
        mark("The right card is a trump below the one that is winning, though a plain card may be played."),
    )
    duck = (
        "duck",
        mark("Duck"),
        mark("The right card leaves a trick to the opponents in a suit in which a higher card would win."),
    )
    hold_up = (
        "hold_up",
        mark("Hold up"),
        mark("The hand ducks with the highest card of the suit."),
    )
    overtake = (
        "overtake",
        mark("Overtake"),
        mark("The right card beats partner's, which was winning; a lower one of the suit fails."),
    )
    finesse = (
        "finesse",
        mark("Finesse"),
        mark(
            "The right card finesses against a higher one of an opponent who has played before it; with that "
            "card in the other opponent's hand it fails."
        ),
    )
    cover = (
        "cover",
        mark("Cover"),
        mark("The right card covers the card that an opponent has led; the trick is lost all the same."),
    )
    load = (
        "load",
        mark("Load"),
        mark("The right card puts the most points on a trick that partner takes."),
    )
    discard_loser = (
        "discard_loser",
        mark("Discard a loser"),
        mark("A card is thrown on a trick of your side that the opponents would win otherwise."),
    )
    sacrifice = (
        "sacrifice",
        mark("Sacrifice"),
        mark("The right card gives up a trick, or ten points and more, that another card takes."),
    )
    quiet = (
        "quiet",
        mark("Quiet card"),
        mark("Nothing of value changes hands in the first trick."),
    )
    # What follows.
    unblock = (
        "unblock",
        mark("Unblock"),
        mark("A high card makes way for a lower one of partner's, which wins later; a lower card fails."),
    )
    void_made = (
        "void_made",
        mark("Make a void"),
        mark("The right card is the last of its suit in the hand, which ruffs that suit later."),
    )
    draw_trumps = (
        "draw_trumps",
        mark("Draw trumps"),
        mark("The right lead draws a trump that would ruff."),
    )
    stop_drawing = (
        "stop_drawing",
        mark("Leave trumps out"),
        mark("The right lead is a plain card: every trump fails, although the opponents still hold trumps."),
    )
    trump_promotion = (
        "trump_promotion",
        mark("Trump promotion"),
        mark("A trump of your side becomes good, because a higher one of the opponents is spent."),
    )
    cash_first = (
        "cash_first",
        mark("Cash in time"),
        mark("The highest card of a suit is cashed that would be ruffed or thrown later."),
    )
    keep_entry = (
        "keep_entry",
        mark("Keep an entry"),
        mark("A card is kept with which a hand gets the lead later; otherwise it never gets it."),
    )
    # Positions changed in one fact.
    throw_in = (
        "throw_in",
        mark("Throw-in"),
        mark("An opponent is given the lead to lose by it; with the lead on your side the goal is missed."),
    )
    squeeze = (
        "squeeze",
        mark("Squeeze"),
        mark("An opponent has to discard from one of two suits, and needs both."),
    )
    zugzwang = (
        "zugzwang",
        mark("Zugzwang"),
        mark("An opponent has to lead, and whatever they lead loses; anybody else's lead would not."),
    )
    # Whose a card, a trick or a point is.
    save_ten = "save_ten", mark("Save the ten"), mark("A ten of your side gets home that would be lost.")
    catch_ten = "catch_ten", mark("Catch the ten"), mark("A ten of the opponents is caught.")
    catch_jack = (
        "catch_jack",
        mark("Catch the jack"),
        mark("In all fours: the opponents' jack of trumps is caught."),
    )
    save_jack = (
        "save_jack",
        mark("Save the jack"),
        mark("In all fours: your side's jack of trumps gets home that would be lost."),
    )
    low = "low", mark("Low"), mark("In all fours: your side gets the point for the lowest trump.")
    game_point = (
        "game_point",
        mark("Game point"),
        mark("In all fours: your side gets the point for more card points."),
    )
    last_trick = "last_trick", mark("Last trick"), mark("Your side takes the last trick, which earns points.")
    combination = (
        "combination",
        mark("Combination"),
        mark("Your side takes a combination in one trick, or keeps the opponents from one."),
    )
    capot = "capot", mark("Capot or vole"), mark("Your side takes all the tricks.")
    stop_capot = (
        "stop_capot",
        mark("Prevent capot or vole"),
        mark("The opponents would take all the tricks, and do not."),
    )
    only_card = (
        "only_card",
        mark("Only card"),
        mark("One card alone is right at each decision of the main line, with no equal."),
    )
    # What is plain to see before anything was tried.
    contract = "contract", mark("Make the contract"), mark("The contract is to be made."), False
    defeat = "defeat", mark("Defeat the contract"), mark("The contract is to be defeated."), False
    defeat_by_one = (
        "defeat_by_one",
        mark("Narrow defeat"),
        mark("The contract fails by one trick, or by fewer than ten points."),
        False,
    )
    one = "one", mark("One decision"), mark("There is one card to find."), False
    short = "short", mark("Short"), mark("There are two cards to find."), False
    long = "long", mark("Long"), mark("There are three cards to find or more."), False
    ending = "ending", mark("Ending"), mark("Three tricks are left or fewer."), False
    middle = (
        "middle",
        mark("Middle of the deal"),
        mark("Two tricks are finished or more, and four left or more."),
        False,
    )
    opening = "opening", mark("Early in the deal"), mark("One trick is finished at the most."), False
    taker = "taker", mark("Taker's side"), mark("The taker's side is to find the card."), False
    defence = "defence", mark("Defence"), mark("The defenders are to find the card."), False

    @property
    def is_hint(self) -> bool:
        """True if the word alone is a help; that no equal is right either is none."""
        return self.gives_away and self is not PuzzleTheme.only_card

    def name_in(self, speech: Speech, rules: Rules | None = None) -> str:
        """Return the short name in the reader's language, as a game calls it, or for all games."""
        return speech.say(self.called if rules is None else self._called_in(rules))

    def names_in(self, speech: Speech) -> set[str]:
        """Return every short name in a language, whatever the game."""
        names = {self.called}
        if self in _OF_SLAMS:
            names |= {slams[_OF_SLAMS.index(self)] for slams in (_CAPOT, _VOLE, *_SLAMS.values())}
        return {speech.say(name) for name in names}

    def _called_in(self, rules: Rules) -> str:
        if self not in _OF_SLAMS or not earns_slam(rules):
            return self.called
        usual = _VOLE if rules.objective == Objective.tricks else _CAPOT
        return _SLAMS.get(rules.name, usual)[_OF_SLAMS.index(self)]

    def say(self, speech: Speech) -> str:
        """Say the meaning in a sentence."""
        return speech.say(self.says)


_OF_SLAMS = (PuzzleTheme.capot, PuzzleTheme.stop_capot)
"""The themes whose names hang on the game, in the order of the names."""
