"""Hints of puzzles: more each time, for the decision that a try has come to."""

from dataclasses import replace
from itertools import islice

import pytest
from flask.testing import FlaskClient

from api.parts import part_of
from api.puzzles import Bank
from solver import Puzzle
from tests.api.views.test_puzzles import AWAY, FRENCH, HERE, client, get, shared
from tests.support.api.kept_puzzles import example_puzzle, kept, shipped_puzzles

__all__ = ["client", "shared"]


def test_hints_for_a_later_decision_follow_what_was_played(shared: FlaskClient) -> None:
    first, reply, later = map(str, example_puzzle().solution.line)
    line = f"{HERE}/hint?n=3&plays={first}&plays={reply}"
    # The theme is that of this decision, and not the one of the first.
    assert get(shared, f"{HERE}/hint")["hints"][0]["value"] == "keep_entry"
    told = get(shared, line)["hints"]
    assert [hint["value"] for hint in told] == ["catch_ten", "H8", later]
    assert told[0]["text"] == "The theme: Catch the ten. A ten of the opponents is caught."
    assert get(shared, f"{HERE}/hint?n=3&plays=KR&plays=K9&notation=fr")["hints"][2]["value"] == "TA"


@pytest.mark.parametrize(
    "plays", ["plays=DK", "plays=HA", "plays=D7", "plays=DK&plays=D9&plays=CA", "plays=xx"]
)
def test_there_are_no_hints_where_no_card_is_to_be_found(shared: FlaskClient, plays: str) -> None:
    assert get(shared, f"{HERE}/hint?n=3&{plays}", 400 if "xx" in plays else 422)["errors"]


def test_where_no_card_is_to_be_found_the_last_is_named_in_the_letters_asked_for(shared: FlaskClient) -> None:
    (fault,) = get(shared, f"{HERE}/hint?plays=KR&notation=fr", 422)["errors"]
    assert fault["detail"] == "after KR there is no card to be found"
    # There are cards left.
    assert fault["code"] == "not_done_here"


def test_hints_tell_more_each_time(shared: FlaskClient) -> None:
    right = str(example_puzzle().solution.right[0])
    one, two, three = (get(shared, f"{HERE}/hint?n={n}")["hints"] for n in (1, 2, 3))
    assert get(shared, f"{HERE}/hint")["hints"] == one == three[:1]
    assert two == three[:2]
    assert [hint["kind"] for hint in three] == ["theme", "not", "card"]
    theme, narrowed, card = three
    assert theme["value"] in AWAY & set(example_puzzle().themes)
    assert (narrowed["value"], card["value"]) == ("HA", right)
    assert narrowed["text"] == "HA misses the goal: later South plays H9."
    assert card["text"] == f"Play {right}."
    french = get(shared, f"{HERE}/hint?n=3&notation=fr", headers=FRENCH)["hints"]
    assert [hint["value"] for hint in french[1:]] == ["CA", "KR"]
    assert french[1]["text"] == "CA manque le but\u00a0: plus tard, Sud joue C9."
    assert french[0]["text"].startswith("Le thème\u00a0: ")


def gave_away(puzzle: Puzzle) -> bool:
    """True if every card of the suit of the right one is right, and others may be played."""
    legal, right = puzzle.position.legal_plays(), puzzle.solution.right
    suited = [card for card in legal if card.suit == right[0].suit]
    return len(suited) < len(legal) and set(suited) <= set(right)


def test_no_hint_but_the_last_tells_a_suit_in_which_every_card_is_right(client: FlaskClient) -> None:
    for puzzle in islice(filter(gave_away, shipped_puzzles("belote")), 30):
        part_of(client.application, Bank).add([kept(puzzle)])
        *hints, last = get(client, f"/v1/puzzles/{puzzle.id}/hint?n=3")["hints"]
        assert last["kind"] == "card"
        assert ("suit", last["value"][0]) not in [(hint["kind"], hint["value"]) for hint in hints]


def test_no_hint_tells_a_suit_that_has_to_be_played_later(client: FlaskClient) -> None:
    puzzle = next(one for one in shipped_puzzles("belote") if one.id == "hbb187jm4aydyhkq")
    *played, right = map(str, puzzle.solution.line)
    part_of(client.application, Bank).add([kept(puzzle)])
    plays = "".join(f"&plays={card}" for card in played)
    hints = get(client, f"/v1/puzzles/{puzzle.id}/hint?n=3{plays}")["hints"]
    assert "suit" not in {hint["kind"] for hint in hints}
    assert hints[-1] == {"kind": "card", "value": right, "text": f"Play {right}."}


def test_a_french_hint_has_french_letters_but_where_others_are_asked_for(shared: FlaskClient) -> None:
    card = get(shared, f"{HERE}/hint?n=3", headers=FRENCH)["hints"][2]
    assert (card["value"], card["text"]) == ("DK", "Jouer KR.")
    card = get(shared, f"{HERE}/hint?n=3&notation=en", headers=FRENCH)["hints"][2]
    assert (card["value"], card["text"]) == ("DK", "Jouer DK.")
    assert get(shared, f"{HERE}/hint?n=3&notation=fr")["hints"][2]["text"] == "Play KR."


def test_a_puzzle_without_a_theme_tells_whom_to_watch(client: FlaskClient) -> None:
    plain = replace(example_puzzle(), id="0" * 16, themes=("short",))
    part_of(client.application, Bank).add([kept(plain)])
    (hint,) = get(client, f"/v1/puzzles/{plain.id}/hint")["hints"]
    said = "Keep an eye on South's H9: a tempting card fails because of it."
    assert hint == {"kind": "watch", "value": "H9", "text": said}
