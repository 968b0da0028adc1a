"""The sieve: a candidate is a puzzle, or left out by the first filter that takes it, the cheapest first."""

from dataclasses import replace
from math import prod

from solver.engine import Answer, Budget, Limit, Solver
from solver.game import Position
from solver.puzzles.bands import band_of
from solver.puzzles.difficulty import Choice, choices_of, is_found, is_obvious, rate_puzzle
from solver.puzzles.filters import PuzzleFilter, filter_of
from solver.puzzles.goal import PLAIN_KINDS, choose_goal, least_swing
from solver.puzzles.players.player import ONE_TRICK, TWO_TRICKS
from solver.puzzles.players.thumb import thumb_places
from solver.puzzles.puzzle import HIDDEN_NODES, Puzzle, PuzzleKind
from solver.puzzles.sources import TABLE_MIB, Candidate, proving
from solver.puzzles.spec import Match, PuzzleSpec
from solver.puzzles.study import is_master
from solver.puzzles.themes.find import THEME_NODES, find_themes
from solver.puzzles.unfit import UnfitError

MOST_GUESSED = 0.5
"""The chance at which a puzzle can be guessed: right cards among the playable ones, decision by decision."""

FEW_TRICKS = 3
"""The tricks left with which one card to find is only worth looking for if simple players miss it."""

MOST_DUALS = 6
"""The defences after which several cards are right and others wrong, so that the puzzle breaks off."""


def judge(spec: PuzzleSpec, candidate: Candidate, budget: Budget) -> Puzzle | PuzzleFilter:
    """Return the puzzle that a candidate is, or the first filter that takes it, the cheapest first.

    Raises OutOfTimeError if the deadline of ``budget`` has passed, or the work was cancelled.
    """
    found = _judge(spec, candidate, budget)
    # A search that the clock has cut short proves nothing, also not that a candidate is no puzzle.
    budget.check()
    return found


def _judge(spec: PuzzleSpec, candidate: Candidate, budget: Budget) -> Puzzle | PuzzleFilter:
    position = candidate.position
    taken = _by_position(spec, position)
    if taken is not None:
        return taken
    if spec.kind == PuzzleKind.hidden:
        return _judge_hidden(spec, candidate, budget)
    # Step 1. By the values of its cards: whether a goal sets one class of them apart.
    solver = candidate.solver or Solver(position, TABLE_MIB)
    goal = candidate.goal
    if goal is None:
        answer = candidate.answer
        if answer is None:
            part = proving(budget)
            answer = solver.solve(position, part.rest(), with_line=False)
            part.spend(answer)
        if not answer.exact:
            return PuzzleFilter.broad
        goal = choose_goal(position, answer)
        taken = _by_values(answer, least_wrong=spec.least_wrong, has_goal=goal is not None)
        if taken is not None:
            return taken
        # Step 2. By what simple players see of the first decision.
        best = answer.cards[0]
        if is_obvious(position, (best.card, *best.equals)):
            return PuzzleFilter.obvious
    # Step 3. By the tree of all defences.
    try:
        puzzle = Puzzle.prove(
            position,
            goal,
            proving(budget),
            solver=solver,
            least_wrong=spec.least_wrong,
            tempting=candidate.tempting,
        )
    except UnfitError as unfit:
        return filter_of(unfit.why)
    if candidate.goal is not None and is_obvious(position, puzzle.solution.right):
        return PuzzleFilter.obvious
    # Step 4. By the decisions of the main line.
    choices = choices_of(position, puzzle.solution.root)
    if prod(len(one.right) / len(one.position.legal_plays()) for one in choices) >= MOST_GUESSED:
        return PuzzleFilter.guessable
    if all(is_plain(one) for one in choices):
        return PuzzleFilter.plain
    if puzzle.length == 1 and puzzle.tricks_left <= FEW_TRICKS and is_found(position, puzzle.solution.right):
        return PuzzleFilter.slight
    if candidate.goal is None and is_petty(puzzle):
        return PuzzleFilter.petty
    if puzzle.solution.duals > MOST_DUALS:
        return PuzzleFilter.duals
    return _finish(spec, puzzle, budget)


def is_plain(choice: Choice) -> bool:
    """True if a look at the cards on the table finds the right ones, and no others.

    They alone win most in the trick at hand, and also in two tricks.  Who sees all hands sees that at once,
    whatever the rule of thumb would say.
    """
    for player in (ONE_TRICK, TWO_TRICKS):
        worths = player.worths(choice.position)
        best = max(worths.values())
        if not choice.right >= {card for card, worth in worths.items() if worth == best}:
            return False
    return True


def is_petty(puzzle: Puzzle) -> bool:
    """True if a later card of the main line to find is only a little better than another.

    A plain goal asks for the best result to the last point, and nobody calls a card wrong that costs two: as
    at the first decision, it must cost what is a mistake.
    """
    if puzzle.goal.kind not in PLAIN_KINDS:
        return False
    least, decision = least_swing(puzzle.position.rules), puzzle.solution.root.then.next_decision
    while decision is not None:
        if decision.margin < least:
            return True
        decision = decision.then.next_decision
    return False


def _by_position(spec: PuzzleSpec, position: Position) -> PuzzleFilter | None:
    """Return the filter that takes a position at sight, or None."""
    rules = position.rules
    if spec.rules is not None and rules.name != spec.rules.name:
        return PuzzleFilter.other_game
    if position.is_over:
        return PuzzleFilter.over
    if len(position.legal_plays()) == 1:
        return PuzzleFilter.forced
    n_dealt = rules.n_players * rules.cards_each + rules.stock
    if position.deal.n_cards < n_dealt and not spec.short_deals:
        return PuzzleFilter.made_up
    if max(map(len, position.hands.values())) > spec.cards_allowed(rules):
        return PuzzleFilter.too_many_cards
    if spec.tricks_left is not None and position.n_tricks_left not in spec.tricks_left:
        return PuzzleFilter.tricks_left
    return None


def _by_values(answer: Answer, *, least_wrong: int, has_goal: bool) -> PuzzleFilter | None:
    """Return the filter that takes a position by the values of its cards, or None."""
    best, *others = answer.cards
    rivals = [card for card in others if card.card not in best.equals]
    # The lowest card of each class stands for it.
    n_classes = len({min(rival.card, *rival.equals) for rival in rivals})
    if not rivals or rivals[-1].bounds.low == best.bounds.low:
        return PuzzleFilter.safe
    if rivals[0].bounds.low == best.bounds.low:
        return PuzzleFilter.dual
    if not has_goal:
        return PuzzleFilter.close
    if any(rival.score_swing is not None and rival.score_swing <= 0 for rival in rivals):
        return PuzzleFilter.no_stake
    return PuzzleFilter.few_wrong if n_classes < least_wrong else None


def _judge_hidden(spec: PuzzleSpec, candidate: Candidate, budget: Budget) -> Puzzle | PuzzleFilter:
    """Return the puzzle that a candidate is to the player who sees one hand, or the filter that takes it."""
    try:
        # Whoever reads the puzzle proves it again by the same deals, so these do not hang on the search.
        whole = budget.within(Budget(Limit(nodes=HIDDEN_NODES)))
        puzzle = Puzzle.prove_hidden(candidate.position, whole, tempting=candidate.tempting)
    except UnfitError as unfit:
        return filter_of(unfit.why)
    if is_master(candidate.position, puzzle.solution.right[0]):
        # Nothing is left to find after it: of an open puzzle, its proof says so.
        return PuzzleFilter.cash
    places = thumb_places(candidate.position)
    liked = {card for card, place in places.items() if not place}
    if liked <= {*puzzle.solution.right}:
        return PuzzleFilter.obvious
    return _finish(spec, puzzle, budget)


def _finish(spec: PuzzleSpec, puzzle: Puzzle, budget: Budget) -> Puzzle | PuzzleFilter:
    """Return a proved puzzle with its rating, or the filter that takes it because another is wanted."""
    if spec.length is not None and puzzle.length not in spec.length:
        return PuzzleFilter.length
    rating = rate_puzzle(puzzle, budget.check)
    band = band_of(puzzle.variant, rating.rating)
    if (spec.difficulty is not None and band not in spec.difficulty) or (
        spec.rating is not None and not spec.rating.low <= rating.rating <= spec.rating.high
    ):
        return PuzzleFilter.difficulty
    # The nodes of the themes are their own: with fewer, others would be told than of the puzzle alone.
    themes = find_themes(puzzle, Budget(budget.limit.of(THEME_NODES, budget.limit.due)))
    if spec.themes:
        has = all if spec.match == Match.all else any
        if not has(theme in themes for theme in spec.themes):
            return PuzzleFilter.themes
    return replace(
        puzzle,
        rating=round(rating.rating),
        rating_deviation=round(rating.deviation),
        themes=themes,
        source=spec.source.value,
    )
