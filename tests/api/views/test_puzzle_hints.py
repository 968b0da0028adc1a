"""Hints of puzzles: more each time, for the decision that a try has come to."""

from dataclasses import replace

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
    # The theme is that of the first decision, and may be false of this one.
    assert get(shared, f"{HERE}/hint")["hints"][0]["value"] is not None
    assert [hint["value"] for hint in get(shared, line)["hints"]] == [None, later[0], later]
    told = get(shared, line)["hints"][0]["text"]
    assert told == "The themes tell of the first decision; look at this one afresh."
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
    assert [hint["kind"] for hint in three] == ["theme", "suit", "card"]
    theme, suit, card = three
    assert theme["value"] in AWAY & set(example_puzzle().themes)
    assert (suit["value"], card["value"]) == (right[0], right)
    assert (suit["text"], card["text"]) == ("Play a diamond.", f"Play {right}.")
    french = get(shared, f"{HERE}/hint?n=3&notation=fr", headers=FRENCH)["hints"]
    assert [hint["value"] for hint in french[1:]] == ["K", "KR"]
    assert [hint["text"] for hint in french[1:]] == ["Jouer carreau.", "Jouer KR."]
    assert french[0]["text"].startswith("Le thème\u00a0: ")


def is_the_least_wrong_not_the_first(puzzle: Puzzle) -> bool:
    """True if all cards are of one suit, and the most tempting wrong one is not the first of the hand."""
    legal = puzzle.position.legal_plays()
    first = next(card for card in legal if card not in puzzle.solution.right)
    return len({card.suit for card in legal}) == 1 and first not in puzzle.solution.wrong[0].cards


def test_no_hint_tells_a_suit_that_has_to_be_played(client: FlaskClient) -> None:
    puzzle = next(filter(is_the_least_wrong_not_the_first, shipped_puzzles("belote")))
    part_of(client.application, Bank).add([kept(puzzle)])
    hint = get(client, f"/v1/puzzles/{puzzle.id}/hint?n=3")["hints"][1]
    tempting = puzzle.solution.tempting or puzzle.solution.wrong[0].cards[0]
    assert hint == {"kind": "not", "value": str(tempting), "text": f"It is not {tempting}."}
    french = get(client, f"/v1/puzzles/{puzzle.id}/hint?n=2", headers=FRENCH)["hints"][1]
    assert french["text"].startswith("Ce n’est pas ")


def test_no_hint_tells_a_suit_that_has_to_be_played_later(client: FlaskClient) -> None:
    puzzle = next(one for one in shipped_puzzles("belote") if one.id == "hbb187jm4aydyhkq")
    *played, right = map(str, puzzle.solution.line)
    part_of(client.application, Bank).add([kept(puzzle)])
    plays = "".join(f"&plays={card}" for card in played)
    assert [hint["value"] for hint in get(client, f"/v1/puzzles/{puzzle.id}/hint?n=3{plays}")["hints"]] == [
        None,
        "D7",
        right,
    ]


def test_a_french_hint_has_french_letters_but_where_others_are_asked_for(shared: FlaskClient) -> None:
    card = get(shared, f"{HERE}/hint?n=3", headers=FRENCH)["hints"][2]
    assert (card["value"], card["text"]) == ("DK", "Jouer KR.")
    card = get(shared, f"{HERE}/hint?n=3&notation=en", headers=FRENCH)["hints"][2]
    assert (card["value"], card["text"]) == ("DK", "Jouer DK.")
    assert get(shared, f"{HERE}/hint?n=3&notation=fr")["hints"][2]["text"] == "Play KR."


def test_a_puzzle_without_a_theme_says_so(client: FlaskClient) -> None:
    plain = replace(example_puzzle(), id="0" * 16, themes=("short",))
    part_of(client.application, Bank).add([kept(plain)])
    (hint,) = get(client, f"/v1/puzzles/{plain.id}/hint")["hints"]
    assert hint == {"kind": "theme", "value": None, "text": "None of the themes is in it."}
