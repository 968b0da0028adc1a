"""Hints: a ladder of which every step is true, and none but the last gives the card away."""

import gzip
import json
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import solver.puzzles
from solver import VARIANTS, Card, Hint, HintKind, Position, Puzzle, PuzzleTheme, Speech
from solver.errors import PositionError
from solver.puzzles import MOST_HINTS, find_hints, puzzle_after
from solver.puzzles.themes.narrow import admits
from tests.support.puzzles.hidden_puzzles import read_hidden

STEP = 12
"""One shipped puzzle of so many is looked at."""
ENGLISH = Speech(symbols=True)


@cache
def shipped(game: str) -> tuple[Puzzle, ...]:
    path = Path(solver.puzzles.__file__).parent / "bank" / f"{game}.ndjson.gz"
    lines = gzip.decompress(path.read_bytes()).splitlines()
    return tuple(Puzzle.from_dict(json.loads(line)) for line in lines[::STEP])


def puzzle_of(game: str, name: str) -> Puzzle:
    path = Path(solver.puzzles.__file__).parent / "bank" / f"{game}.ndjson.gz"
    lines = map(json.loads, gzip.decompress(path.read_bytes()).splitlines())
    return Puzzle.from_dict(next(line for line in lines if line["id"] == name))


def wrong_cards(puzzle: Puzzle) -> list[Card]:
    return [card for card in puzzle.position.legal_plays() if card not in puzzle.solution.right]


def beaten(position: Position, card: Card) -> bool:
    """True if a card would be winning its trick, which has been led to."""
    trick = position.play(card).trick
    seat = position.to_play
    if not trick.plays:
        return position.play(card).tricks[-1].winner(position.rules, position.contract.trump) == seat
    return trick.winner(position.rules, position.contract.trump) == seat


def may_be(puzzle: Puzzle, hint: Hint, card: Card) -> bool:
    """True if a card may be the right one, for all that a reader takes from a hint; as its words say."""
    position = puzzle.position
    match hint.kind:
        case HintKind.wrong:
            return not any(hint.of in one.cards and card in one.cards for one in puzzle.solution.wrong)
        case HintKind.suit:
            return card.suit == hint.of
        case HintKind.avoid:
            return card.suit != hint.of
        case HintKind.above:
            return beaten(position, card)
        case HintKind.below:
            return not beaten(position, card)
        case HintKind.theme:
            assert isinstance(hint.of, PuzzleTheme)
            return card in puzzle.solution.right or admits(hint.of, position, card)
        case HintKind.card:
            return card in puzzle.solution.right
    return True


def check_ladder(puzzle: Puzzle, hints: tuple[Hint, ...]) -> None:
    *first, last = hints
    assert last.kind == HintKind.card
    assert last.of in puzzle.solution.right
    assert len(hints) <= MOST_HINTS
    left = puzzle.position.legal_plays()
    for hint in first:
        assert all(may_be(puzzle, hint, card) for card in puzzle.solution.right), (puzzle.id, hint)
        left = [card for card in left if may_be(puzzle, hint, card)]
        assert set(left) & set(wrong_cards(puzzle)), (puzzle.id, hint)
    assert len({hint.says(ENGLISH) for hint in hints}) == len(hints)


@pytest.mark.parametrize("game", sorted(VARIANTS))
def test_no_hint_but_the_last_gives_the_card_away(game: str) -> None:
    for puzzle in shipped(game):
        check_ladder(puzzle, find_hints(puzzle))


@pytest.mark.parametrize("game", ["belote", "bridge"])
def test_a_later_decision_has_a_ladder_of_its_own(game: str) -> None:
    for puzzle, plays in later_decisions(game):
        left = puzzle_after(puzzle, plays)
        assert left.position.plays == (*puzzle.position.plays, *plays)
        check_ladder(left, find_hints(left))
        right = left.solution.right[0]
        assert puzzle.try_line([*plays, right]).state != "wrong"


def later_decisions(game: str) -> Iterator[tuple[Puzzle, tuple[Card, ...]]]:
    """Puzzles of several cards to find, each with the line to the second one."""
    for puzzle in [one for one in shipped(game) if one.length > 1][:12]:
        card = puzzle.solution.line[0]
        yield puzzle, (card, *puzzle.try_line([card]).reply)


def test_most_ladders_have_all_their_steps() -> None:
    counted = Counter(len(find_hints(puzzle)) for game in VARIANTS for puzzle in shipped(game))
    assert counted[MOST_HINTS] > 0.95 * counted.total()


@pytest.mark.parametrize("game", sorted(VARIANTS))
def test_a_card_to_watch_lies_with_an_opponent_and_refutes_a_wrong_one(game: str) -> None:
    for puzzle in shipped(game):
        for hint in find_hints(puzzle):
            if hint.kind == HintKind.watch:
                seats = [seat for seat, hand in puzzle.position.hands.items() if hint.of in hand]
                assert [puzzle.position.rules.side_of(seat) for seat in seats] == [1 - puzzle.goal.number]
                assert any((one.by, one.reply) == (seats[0], hint.of) for one in puzzle.solution.wrong)


@pytest.mark.parametrize(
    ("game", "name", "said"),
    [
        # A suit of which two cards are wrong.
        (
            "contree",
            "sy6gpgqapm6hrpax",
            ["The theme: Keep an entry.", "♦A misses the goal: North", "Play ♠9."],
        ),
        # The theme alone, that the card ruffs, would give it away.
        ("bridge", "r0yam8h6zhftbkxk", ["Keep an eye on West's ♠Q", "Do not play a heart.", "Play ♣8."]),
        ("whist", "es3hnwyzevp0hb3z", ["The theme: Finesse.", "Beat ♣7, which is winning", "Play ♣9."]),
        # The goal says that the point for game is to be won.
        ("all_fours", "wt9qaz1jz8bd4mz7", ["The theme: Zugzwang.", "Do not play a heart.", "Play ♣5."]),
        # One wrong class, and no word of it that leaves a doubt.
        ("valet_de_trefle", "70hk4yfwrry1bb2g", ["Play ♦J."]),
        (
            "valet_de_trefle",
            "6ez22z9j1y693ws4",
            ["Count what is left: every trick to come is needed.", "Play ♥10."],
        ),
        (
            "belote",
            "41ca9da6q0nz1xwq",
            [
                "Count what is left: 7 more needed, of 87 to come.",
                "♣7 misses the goal: after it",
                "Play ♠10.",
            ],
        ),
    ],
)
def test_a_ladder_tells_what_to_look_at_then_leaves_fewer_cards(
    game: str, name: str, said: list[str]
) -> None:
    hints = [hint.says(ENGLISH) for hint in find_hints(puzzle_of(game, name))]
    assert len(hints) == len(said)
    assert all(hint.startswith(one) for hint, one in zip(hints, said, strict=True)), hints


def test_a_ladder_in_french() -> None:
    french = Speech("fr", "fr", symbols=True)
    assert [hint.says(french) for hint in find_hints(puzzle_of("bridge", "r0yam8h6zhftbkxk"))] == [
        "Gare à ♠D d’Ouest\u00a0: c’est ce qui fait échouer une carte tentante.",
        "Ne pas jouer cœur.",
        "Jouer ♣8.",
    ]


def test_hints_of_a_hidden_puzzle_tell_nothing_of_hands_out_of_sight() -> None:
    for puzzle in read_hidden():
        *first, last = find_hints(puzzle)
        assert last.kind == HintKind.card
        assert not {hint.kind for hint in first} & {HintKind.watch, HintKind.theme}
        for hint in first:
            assert puzzle.solution.right[0] in hint.leaves
            assert hint.leaves - set(puzzle.solution.right)


def test_there_is_no_ladder_where_no_card_is_to_be_found() -> None:
    puzzle = puzzle_of("whist", "es3hnwyzevp0hb3z")
    with pytest.raises(PositionError, match="no card to be found"):
        puzzle_after(puzzle, [wrong_cards(puzzle)[0]])
