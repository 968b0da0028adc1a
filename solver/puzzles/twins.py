"""Near twins: puzzles that look the same to somebody who has solved one of them."""

from collections.abc import Hashable

from solver.cards import Card
from solver.puzzles.difficulty import choices_of
from solver.puzzles.form import heights_left
from solver.puzzles.puzzle import Puzzle


def near_twin_key(puzzle: Puzzle) -> Hashable:
    """Return what a puzzle has in common with its near twins.

    They have the same trumps in the same hands, counted from the player to play, and are solved by cards of
    the same ranks from the same hands; the suit of the first of these cards lies alike too.  Names of suits
    and seats make no difference, nor, where tricks count, ranks between which no card is left.
    """
    position, rules = puzzle.position, puzzle.position.rules
    trump = position.contract.trump
    seats = rules.seats_from(position.to_play or rules.players[0])
    heights = heights_left(position)

    def holding(suit: str) -> Hashable:
        return tuple(
            tuple(heights[card] for card in position.hands[seat] if card.suit == suit) for seat in seats
        )

    def write(card: Card) -> tuple[bool, int]:
        return card.suit == trump, heights[card]

    choices = choices_of(position, puzzle.solution.root)
    first = min(puzzle.solution.right)
    return (
        rules.name,
        puzzle.kind,
        holding(trump),
        holding(first.suit),
        tuple(map(write, position.trick.plays)),
        tuple((seats.index(str(one.position.to_play)), *sorted(map(write, one.right))) for one in choices),
    )
