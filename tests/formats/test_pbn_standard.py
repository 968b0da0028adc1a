"""PBN as its standard, version 2.1, has it: glyphs, irregularities, end positions, results, sections."""

from random import Random

import pytest
from hypothesis import given, strategies as st

from solver import Position, find_variant
from solver.errors import PositionError
from solver.formats import games as formats
from solver.formats.pbn.write import DoubleDummy, write_game
from tests.formats.test_pbn import DEAL, GAME, faults, game, games
from tests.support.bridge_games import convert_record, normal_log, read_log, write_logs
from tests.support.positions import random_position

BID_AND_PLAYED = '[Auction "N"]\n4S AP\n[Play "E"]\nCT C5 CQ CA\n*\n'


def test_what_is_not_known_of_a_game_is_a_question_mark_and_what_a_deal_lacks_is_empty() -> None:
    deal = write_logs([convert_record(game(f'[Dealer "N"]\n{DEAL}'))], "pbn")
    assert all(f'[{name} ""]' in deal for name in ("Event", "West", "Vulnerable", "Declarer", "Result"))
    passed = write_logs([convert_record(game(f'[Dealer "N"]\n{DEAL}[Contract "Pass"]'))], "pbn")
    assert '[Declarer ""]\n[Contract "Pass"]\n[Result ""]\n' in passed
    assert '[West "?"]' in passed
    assert (game(passed).body or {})["auction"] == ["Pass"] * 4


@pytest.mark.parametrize("word", ["Pass", "pass", "P", "AP", "All Pass", "passed out"])
def test_a_passed_out_contract_has_several_words(word: str) -> None:
    assert (game(f'[Dealer "N"]\n{DEAL}[Contract "{word}"]').body or {})["auction"] == ["Pass"] * 4


def test_glyphs_of_cards_are_marks_too() -> None:
    cards = '[Play "E"]\nCT $7 C5 $8 CQ $25$9 CA =1=$10\n- - - S3 $11 *\n[Note "1:high"]\n'
    calls = '[Auction "N"]\n1S $1 Pass $2 2S $3 Pass $4\n3S $5 Pass 4S $6 AP\n'
    comments = (game(GAME + calls + cards).body or {})["comments"]
    marks = ["!", "?", "!!", "??", "!?", "?!"]
    assert [one["mark"] for one in comments if "call" in one] == marks
    assert [one["mark"] for one in comments if "play" in one] == marks[:5]
    text = write_logs([convert_record(game(GAME + calls + cards))], "pbn")
    assert "CT $7 C5 $8 CQ $9 $25 CA $10 {high}" in text
    assert "3S $5 Pass 4S $6 Pass" in text
    assert convert_record(game(text)) == convert_record(game(GAME + calls + cards))


def test_glyphs_that_are_no_marks_are_kept_as_comments() -> None:
    calls = '[Auction "N"]\n4S $13 {as it was} Pass $0 Pass $1 $22 Pass\n'
    cards = '[Play "E"]\nCT $14$31 C5 $7 {low} $200 CQ CA\n*\n'
    body = game(GAME + calls + cards).body or {}
    assert body["comments"] == [
        {"call": 0, "text": "as it was"},
        {"call": 0, "text": "$13"},
        {"call": 2, "mark": "!", "text": "$22"},
        {"play": 0, "text": "$14"},
        {"play": 0, "text": "$31"},
        {"play": 1, "mark": "!", "text": "low"},
        {"play": 1, "text": "$200"},
    ]
    text = write_logs([convert_record(game(GAME + calls + cards))], "pbn")
    assert "4S $13 {as it was} Pass Pass $1 $22 Pass" in text
    assert "CT $14 $31 C5 $7 $200 {low} CQ CA" in text
    assert convert_record(game(text)) == convert_record(game(GAME + calls + cards))
    # What a person has written is no mark.
    body["comments"] = [{"play": 0, "text": "$7"}, {"play": 1, "text": "$0"}]
    (again,) = games(write_logs([body], "pbn"))
    assert (again.body or {})["comments"] == body["comments"]


@pytest.mark.parametrize(
    ("section", "told"),
    [
        ('[Auction "N"]\n^S 1D AP', "line 6, column 1: '^S' says that a player called out of turn"),
        ('[Auction "N"]\n1D ^S ^S ^I 1C AP', "line 6, column 4: '^S' says that a player called out of turn"),
        ('[Auction "N"]\n1D ^I 1C AP', "line 6, column 4: '^I' says that a player made an insufficient bid"),
        ('[Auction "N"]\n1D ^I1C AP', "line 6, column 4: '^I1C' says that a player made an insufficient bid"),
        ('[Play "E"]\n^L C5 C3 CT CQ', "line 6, column 1: '^L' says that a player led out of turn"),
        ('[Play "E"]\nCT C5 ^R H2 CA', "line 6, column 7: '^R' says that a player revoked"),
        ('[Play "E"]\nCT C5 CQ CA\n^X', "line 7, column 1: '^X' says that a player erred"),
    ],
)
def test_an_irregularity_is_told_where_it_stands(section: str, told: str) -> None:
    (fault,) = faults(GAME + section)
    assert fault.startswith(told)
    with pytest.raises(PositionError):  # it can be read, but not be judged
        read_log(game(GAME + section))


def test_what_comes_before_a_revoke_can_be_judged() -> None:
    log = read_log(game(GAME + '[Play "E"]\nCT C5 ^R H2 CA'), partial=True)
    assert log["plays"] == ["CT", "C5"]


END = '[Deal "W:..5.6 A.K.. .2.3. 2..4."]\n'


def test_an_end_position_has_trumps_and_a_leader() -> None:
    record = game(END + '[Contract "NT"]\n[Play "W"]\n+ - - -\n')
    log = read_log(record)
    assert log["contract"] == {"trump": "NT"}
    assert log["leader"] == "W"
    text = write_logs([convert_record(record)], "pbn")
    assert '[Deal "N:A.K.. .2.3. 2..4. ..5.6"]' in text
    assert text.endswith('[Contract "NT"]\n[Result "?"]\n[Play "W"]\n+ - - -\n')
    assert convert_record(game(text)) == convert_record(record)


def test_an_end_position_names_who_leads_even_with_a_declarer() -> None:
    record = game(END + '[Declarer "N"]\n[Contract "s"]\n[Play "S"]\nS2 C6 SA D3\n')
    log = read_log(record)
    assert (log["contract"], log["leader"]) == ({"trump": "S", "taker": "N"}, "S")
    assert log["plays"] == ["S2", "C6", "SA", "D3"]
    text = write_logs([convert_record(record)], "pbn")
    assert convert_record(game(text)) == convert_record(record)
    assert (game(END + '[Contract "H"]\n[Play "E"]\n').body or {})["leader"] == "E"
    assert "leader" not in (game(GAME + '[Play "E"]\n').body or {})


@given(seed=st.integers(0, 2**32))
def test_any_end_position_is_read_as_it_is_written(seed: int) -> None:
    rng = Random(seed)
    n_each = rng.randrange(1, 13)
    n_left = rng.randrange(4 * n_each + 1)
    position = random_position(rng, find_variant("bridge"), n_each=n_each, n_left=n_left)
    stated = position.to_dict()
    if rng.random() < 0.3:
        leader = (*position.tricks, position.trick)[0].leader
        stated |= {"contract": {"trump": position.contract.trump}, "leader": leader}
    text = write_logs([normal_log(stated)], "pbn")
    back = Position.from_dict(convert_record(game(text)))
    assert (back, back.to_play) == (Position.from_dict(stated), position.to_play)


def test_trumps_alone_are_a_contract_of_a_whole_deal_too() -> None:
    record = game(f'[Dealer "N"]\n{DEAL}[Contract "S"]\n[Play "E"]\n')
    assert read_log(record)["leader"] == "E"
    assert convert_record(game(write_logs([convert_record(record)], "pbn"))) == convert_record(record)


@pytest.mark.parametrize(
    ("play", "result"),
    [
        ("CT C5 CQ CA\n", None),
        ("CT C5 CQ CA\n*", 1),
        ("CT C5 CQ CA\n+ - - -", None),
        ("CT C5 CQ C3\n", 1),
        ("*", 1),
        ("", 1),
    ],
)
def test_the_result_of_a_game_that_goes_on_is_that_so_far(play: str, result: int | None) -> None:
    text = GAME + f'[Result "1"]\n[Play "E"]\n{play}'
    assert (game(text).body or {}).get("result") == result


DOUBLE_DUMMY = """[DoubleDummyTricks "bbba9bbba92223322233"]
[OptimumScore "NS 660"]
[ParContract "NS 3N+2"]
[ActionTable "Rank;Call"]
1 3NT
[OptimumResultTable "Declarer;Denomination\\2R;Result\\2R"]
N NT 11
N  S 11
"""


def test_what_others_have_found_out_is_kept() -> None:
    record = game(GAME + DOUBLE_DUMMY)
    body = record.body or {}
    assert set(body["tags"]) == {"DoubleDummyTricks", "OptimumScore", "ParContract"}
    assert body["tables"]["OptimumResultTable"][1:] == ["N NT 11", "N S 11"]
    text = write_logs([convert_record(record)], "pbn")
    assert text.endswith(DOUBLE_DUMMY), "the sections by their names"
    known = DoubleDummy({(seat, strain): 7 for seat in "NESW" for strain in ("NT", *"SHDC")}, ("NS", 0))
    anew = write_game(formats.convert_record(record), known)
    assert anew.count("[OptimumResultTable ") == anew.count("[OptimumScore ") == 1
    assert '[DoubleDummyTricks "77777777777777777777"]\n[OptimumScore "NS 0"]\n' in anew
    assert "N NT  7\n" in anew
    assert "N NT 11" not in anew


@pytest.mark.parametrize("value", ["#", "##", "##3 Cup", "#1", "###", "# 1"])
def test_a_value_that_begins_with_a_hash_is_no_inheritance(value: str) -> None:
    body = game(GAME).body or {}
    table = [f"{value};Call", "1 3NT"]
    named = {
        **body,
        "board": value,
        "players": {"N": value},
        "tags": {"Event": value, "Room": value},
        "tables": {"ActionTable": table},
    }
    logs = [normal_log(one) for one in (named, body, {**body, "tags": {"Event": "X"}})]
    back = [convert_record(record) for record in games(write_logs(logs, "pbn"))]
    assert [{**log, "id": None} for log in back] == [{**log, "id": None} for log in logs]


def test_suits_in_comments_are_symbols() -> None:
    text = "{\\S and \\HA, \\Dxx, \\clubs \\o/}\n" + GAME
    record = game(text)
    assert (record.body or {})["comments"] == [{"text": "♠ and ♥A, ♦xx, \\clubs \\o/"}]
    assert "{\\S and \\HA, \\Dxx, \\clubs \\o/}" in write_logs([convert_record(record)], "pbn")


def test_no_line_is_longer_than_the_standard_has_it() -> None:
    words = "%one [two] ;three {four " * 30
    log = convert_record(game(GAME + BID_AND_PLAYED))
    log["comments"] = [
        {"text": words[:480]},
        {"call": 0, "text": words[:490]},
        {"play": 1, "text": words[:470]},
    ]
    text = write_logs([log], "pbn")
    assert max(map(len, text.splitlines())) < 254
    assert not [line for line in text.splitlines() if line.startswith(("%one", ";", "[two"))]
    said = [comment["text"] for comment in convert_record(game(text))["comments"]]
    assert said == [words[:480].strip(), words[:490].strip(), words[:470].strip()]


def test_a_stray_word_makes_no_table_of_a_tag_that_every_game_has() -> None:
    record = game(GAME + '[Site "Paris"] +\n[Zone "z"] +\n')
    assert (record.body or {})["tags"] == {"Site": "Paris"}
    assert (record.body or {})["tables"] == {"Zone": ["z", "+"]}
    text = write_logs([convert_record(record)], "pbn")
    assert convert_record(game(text)) == convert_record(record)
