"""Games of bridge enriched by exact solves: comments on mistakes, and the tricks of every contract."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from solver.analysis import SIGNS, Grade, analyse
from solver.bidding import tabulate
from solver.engine import NO_LIMIT, Budget, Ended, EndedBy, Limit
from solver.errors import Fault, SolverError, wrong
from solver.fault_codes import Code
from solver.formats.double_dummy import double_dummy_of
from solver.formats.games import find_lacking, find_lacking_hands
from solver.formats.pbn.write import DoubleDummy
from solver.formats.record import clip
from solver.game import MAX_COMMENT, MAX_COMMENTS, Comment, Game
from solver.labels import LogName
from solver.sentences import Language, Message, Phrase, mark, mark_n, phrase

_NOT_JUDGED = mark("{name}: not judged {limit}")
_NOT_ALL_JUDGED = mark("{name}: not every card could be judged {limit}")
_NOT_SOLVED = mark("{name}: its contracts were not solved {limit}")
_NOT_ALL_SOLVED = mark("{name}: not every contract could be solved {limit}")
_WITHIN: Mapping[EndedBy, Message] = {
    "time_ms": mark("within the limit of {limit} ms"),
    "nodes": mark_n("within the limit of {limit} node", "within the limit of {limit} nodes"),
    "cancelled": mark("before it was called off"),
}


@dataclass(frozen=True, slots=True)
class Enriched:
    """A game with the results of its solves."""

    game: Game
    """With comments on its mistakes, where it was judged."""
    known: DoubleDummy | None = None
    faults: tuple[Fault, ...] = ()
    """The reason why the game cannot be judged, or has no table."""
    notes: tuple[Phrase, ...] = ()
    """A sentence on each piece of work that a limit cut short."""
    ended: Ended | None = None
    """The limit that did so."""
    nodes: int = 0
    """The cards played by the searches."""


def enrich(
    games: Sequence[Game],
    limit: Limit = NO_LIMIT,
    *,
    judged: bool = False,
    tables: bool = False,
    language: Language = "en",
) -> Iterator[Enriched]:
    """Judge ``games``, make tables of them, or both, one game after another.

    ``limit`` is for all of them together; each piece of work gets an equal share of it.

    Raises TypeError for what is no Game, or no Limit.

    >>> game = Game.from_dict(
    ...     {
    ...         "variant": "bridge",
    ...         "rules": {"short_deals": True},
    ...         "contract": {"trump": "NT", "taker": "W"},
    ...         "deal": {"N": "A.-.2.-", "E": "-.-.A3.-", "S": "54.-.-.-", "W": "-.32.-.-"},
    ...         "plays": ["D2", "DA"],
    ...     }
    ... )
    >>> [found] = enrich([game], judged=True)
    >>> [(str(game.plays[comment.play]), comment.mark) for comment in found.game.remarks.comments]
    [('D2', '?')]
    """
    for game in games:
        if not isinstance(game, Game):
            raise TypeError(
                f"enrich takes Games, and not a {type(game).__name__}; Game.from_dict(…) makes one"
            )
    budget = Budget(limit)
    parts = _equal_parts(budget, len(games) * (judged + tables))
    for number, game in enumerate(games, 1):
        work = _Work(Enriched(game), number, budget)
        if judged:
            work.judge(next(parts), language)
        if tables:
            work.solve(next(parts), is_first=number == 1 and not judged)
        yield work.found


class _Work:
    """The work on one game."""

    def __init__(self, found: Enriched, number: int, budget: Budget) -> None:
        self.found = found
        self.number = number
        self.budget = budget
        """That of all games."""

    def judge(self, part: Limit, language: Language) -> None:
        """Add a comment on each mistake, in ``language``."""
        game = self.found.game
        if not game.plays:
            return
        if game.position is None:
            self.found = replace(self.found, faults=tuple(find_lacking(game)))
        # The first game is begun, however little time is left for it.
        elif self.number > 1 and self.budget.is_late:
            self._note(_NOT_JUDGED, self.budget.end())
        else:
            analysis = analyse(game, part)
            if analysis.ended is not None:
                self._note(_NOT_ALL_JUDGED, analysis.ended)
            # Sentences have the letters of their language, whatever those of the format are.
            judged = analysis.deals[0].to_dict(language, language)
            nodes = self.found.nodes + analysis.stats.nodes
            self.found = replace(self.found, game=annotated(game, judged), nodes=nodes)

    def solve(self, part: Limit, *, is_first: bool) -> None:
        """Add the tricks of every contract, and par."""
        if not is_first and self.budget.is_late:
            self._note(_NOT_SOLVED, self.budget.end())
            return
        if lacking := find_lacking_hands(self.found.game):
            self.found = replace(self.found, faults=(*self.found.faults, *lacking))
            return
        try:
            table = tabulate(self.found.game, part)
            self.found = replace(self.found, nodes=self.found.nodes + table.stats.nodes)
            known = double_dummy_of(table)
            if table.ended is not None:
                self._note(_NOT_ALL_SOLVED, table.ended)
            elif known is None:
                few = wrong(Code.not_done_here, "the deal has fewer than 52 cards; there is no table of it")
                raise SolverError(few)
        except SolverError as error:
            self.found = replace(self.found, faults=(*self.found.faults, *error.faults))
        else:
            self.found = replace(self.found, known=known)

    def _note(self, message: str, ended: Ended) -> None:
        ended = self.budget.limit.ended(ended.by)
        most = "" if ended.limit is None else f"{ended.limit:.15g}"
        log_id = self.found.game.log_id
        name = LogName(log_id) if log_id else phrase("game {number}", number=self.number)
        within = Phrase(_WITHIN[ended.by], round(ended.limit or 0), (("limit", most),))
        note = phrase(message, name=name, limit=within)
        self.found = replace(self.found, notes=(*self.found.notes, note), ended=ended)


def _equal_parts(budget: Budget, n: int) -> Iterator[Limit]:
    """Yield the limits of ``n`` pieces of work.

    They share the time that is left, but each has the same nodes: what is said of a game under a limit of
    nodes does not depend on the games before it.
    """
    nodes = budget.share(n).limit.nodes
    for part in budget.shares(n):
        yield replace(part.limit, nodes=nodes)


def annotated(game: Game, judged: Mapping[str, Any]) -> Game:
    """Add a comment to every card of ``game`` that ``judged`` finds fault with.

    ``judged`` is the dict of a `DealAnalysis`; the comments are its explanations, in its language.  Comments
    that the game has stay, unless they say the same of the same card.
    """
    found = [comment for play in judged["plays"] if (comment := _comment_on(play)) is not None]
    said = {(comment.play, comment.text) for comment in found}
    kept = [comment for comment in game.remarks.comments if (comment.play, comment.text) not in said]
    comments = sorted([*kept, *found][-MAX_COMMENTS:], key=lambda comment: comment.place)
    return replace(game, remarks=replace(game.remarks, comments=tuple(comments)))


def _comment_on(play: Mapping[str, Any]) -> Comment | None:
    sign = SIGNS.get(Grade(play["grade"])) if play.get("grade") else None
    if sign is None:
        return None
    return Comment(clip(play.get("explanation") or "", MAX_COMMENT), sign, play=play["index"])
