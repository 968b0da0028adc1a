"""Reading and writing PBN 2.1: its grammar, its sections, and faults at line and column."""

import pytest

from solver.errors import SolverError
from solver.formats.games import TextFormat, read_records
from solver.formats.record import Record
from solver.game import MAX_TEXT
from tests.support.bridge_games import convert_record, read_deal, read_log, write_logs

DEAL = '[Deal "N:A643.KJT8.92.AK3 2.653.QJT7.T9842 KQ97.Q9.AK54.J75 JT85.A742.863.Q6"]\n'
GAME = f'[Dealer "N"]\n{DEAL}[Declarer "N"]\n[Contract "4S"]\n'


def games(text: str) -> list[Record]:
    return list(read_records(text.encode(), "pbn"))


def game(text: str) -> Record:
    (record,) = games(text)
    return record


def faults(text: str) -> list[str]:
    try:
        read_log(game(text))
    except SolverError as error:
        return list(map(str, error.faults))
    return []


def test_games_are_apart_by_empty_lines() -> None:
    text = "% PBN 2.1\n\n \t\n" + "\n  \n\n".join(f'[Board "{n}"]' for n in range(5)) + "\n\n{ end }\n; end\n"
    for line_end in ("\n", "\r\n", "\r"):
        found = games(text.replace("\n", line_end))
        assert [record.body and record.body["board"] for record in found] == list("01234")
        assert [record.place for record in found] == [(4, 1), (7, 1), (10, 1), (13, 1), (16, 1)]


def test_escapes_count_for_nothing_and_comments_are_no_tags() -> None:
    text = GAME.replace("\n", '\n% [Dealer "S"] {\n; [Contract "1C"]\n{ [Declarer "E"]\n\n } \n')
    body = dict(game(text).body or {})
    comments = body.pop("comments")
    assert {comment["text"] for comment in comments} == {'[Contract "1C"]', '[Declarer "E"]'}
    assert body == game(GAME).body
    # Only a % in the first column escapes, and no comment begins in a string.
    assert (game(GAME + '[Event "50% {; a \\"b\\" \\\\ \\2R"]').body or {})["tags"] == {
        "Event": '50% {; a "b" \\ \\2R'
    }


def test_tags_may_stand_on_one_line_or_be_spread() -> None:
    assert game(" ".join(GAME.split("\n"))).body == game(GAME).body
    assert (
        game(GAME.replace("[", "[\n\t").replace(' "', '\n"').replace('"]', '" \n]')).body == game(GAME).body
    )


def test_boards_with_long_names_are_told_apart_by_their_room() -> None:
    board = f'[Board "{"of many sponsors and of all who helped " * 6}"]\n'
    ids = [read_log(game(board + f'[Room "{room}"]\n' + GAME))["id"] for room in ("Open", "Closed")]
    assert [len(one) for one in ids] == [MAX_TEXT] * 2
    assert [one.rpartition(", ")[2] for one in ids] == ["open room", "closed room"]
    assert len(read_log(game(board + GAME))["id"]) == MAX_TEXT
    assert len(read_log(game(board + board.replace("Board", "Room") + GAME))["id"]) <= MAX_TEXT


def test_a_tag_that_says_the_same_again_counts_once_and_one_that_says_otherwise_is_a_fault() -> None:
    assert game(GAME + '[Contract "4S"]').body == game(GAME).body
    assert faults(GAME + '[Contract "4S"]\n[Dealer "N"]') == []
    assert faults(GAME + '[Room "1"]\n[Room "2"]') == [
        "line 6, column 8: Room stands in this game before, as '1'; games are apart by an empty line",
    ]
    assert len(faults(GAME + '[Auction "N"]\n4S AP\n[Note "1:a"]\n[Auction "N"]\n4S X AP\n[Note "1:b"]')) == 1


@pytest.mark.parametrize(
    "head",
    [
        '[Board "{n}"]\n[Dealer "{seat}"]\n',
        '[Event "Cup"]\n[Site "X"]\n[Board "{n}"]\n[Dealer "{seat}"]\n',
        '[Site "X"]\n[Board "{n}"]\n[North "Ann"]\n[Dealer "{seat}"]\n',
        '[Dealer "{seat}"]\n',
        "",
    ],
)
def test_a_game_begins_where_its_event_board_or_deal_would_stand_twice(head: str) -> None:
    parts = [head.format(n=n, seat=seat) + DEAL + "{ said }\n" for n, seat in enumerate("NES", 1)]
    found = games("".join(parts))
    assert [record.body for record in found] == [game(part).body for part in parts]
    assert not any(record.faults for record in found)
    n_lines = parts[0].count("\n")
    assert [record.place for record in found] == [(1 + n * n_lines, 1) for n in range(3)]


def test_a_game_that_follows_without_an_empty_line_keeps_its_sections() -> None:
    played = '[Auction "N"]\n4S AP\n[Play "E"]\nCT C5 CQ CA\n*\n'
    first, second = (f'[Board "{n}"]\n{GAME}{played}' for n in (1, 2))
    assert [record.body for record in games(first + second)] == [game(first).body, game(second).body]
    # What was said twice in the first game stays there.
    twice = games('[North "Ann"]\n[North "Bob"]\n' + first + second)
    assert [len(record.faults) for record in twice] == [1, 0]


def test_tags_are_taken_over_from_the_games_before() -> None:
    text = (
        '[Event "##Cup"]\n[North "Ann"]\n[Site "X"]\n\n[North "#"]\n[Event "B"]\n\n[North "#"]\n\n[Site "#"]'
    )
    bodies = [record.body or {} for record in games(text)]
    assert [body.get("tags") for body in bodies] == [
        {"Event": "Cup", "Site": "X"}, {"Event": "B"}, {"Event": "B"}, {"Event": "B", "Site": "X"},
    ]  # fmt: skip
    assert [body.get("players") for body in bodies] == [{"N": "Ann"}, {"N": "Ann"}, {"N": "Ann"}, None]
    assert faults(GAME.replace('"4S"', '"#"')) == [
        "line 4, column 12: Contract cannot be taken over from another game",
    ]


@pytest.mark.parametrize("tag", ["Dealer", "Vulnerable", "Deal", "Declarer", "Contract", "Auction", "Play"])
@pytest.mark.parametrize("value", ["#", "##N"])
def test_what_a_game_is_played_by_is_never_taken_over(tag: str, value: str) -> None:
    """As section 4.8 of the standard says."""
    (record,) = games(f'[Event "A"]\n[{tag} "{value}"]')
    assert f"{tag} cannot be taken over from another game" in {fault.detail for fault in record.faults}


@pytest.mark.parametrize(
    ("word", "vulnerable"),
    [
        ("None", "none"),
        ("Love", "none"),
        ("-", "none"),
        ("NS", "NS"),
        ("EW", "EW"),
        ("All", "both"),
        ("both", "both"),
    ],
)
def test_vulnerability_has_several_words(word: str, vulnerable: str) -> None:
    assert (game(f'[Vulnerable "{word}"]').body or {})["vulnerable"] == vulnerable


def test_a_hand_that_is_not_given_is_the_rest_of_the_pack() -> None:
    whole = game(GAME).body or {}
    one = game(GAME.replace("2.653.QJT7.T9842", "-")).body or {}
    assert convert_record(Record((1, 1), one)) == convert_record(Record((1, 1), whole))  # type: ignore[arg-type]
    two = game(GAME.replace("2.653.QJT7.T9842", "-").replace("JT85.A742.863.Q6", "-"))
    assert set((two.body or {})["deal"]) == {"N", "S"}
    with pytest.raises(SolverError, match="line 2, column 10: the cards of E and W are not known"):
        read_log(two)
    assert convert_record(two)["deal"] == {seat: (whole["deal"])[seat] for seat in "NS"}
    text = write_logs([convert_record(two)], "pbn")
    assert '[Deal "N:A643.KJT8.92.AK3 - KQ97.Q9.AK54.J75 -"]' in text


def test_the_auction_is_read_with_its_marks() -> None:
    text = (
        GAME
        + '[Auction "N"]\n1S! =1= $3 Pass 2NT=2= Pass\n4S ?! AP\n[Note "1:five"]\n[Note "2:a: \\"b\\""]\n'
    )
    assert (game(text).body or {})["auction"] == [
        {"call": "1S", "alert": True, "note": "five"}, "Pass",
        {"call": "2NT", "alert": True, "note": 'a: "b"'}, "Pass", "4S", "Pass", "Pass", "Pass",
    ]  # fmt: skip
    assert faults(text) == []


def test_the_auction_may_start_before_the_dealer() -> None:
    assert faults(GAME + '[Auction "W"]\n- 4S AP') == []
    assert (game(DEAL + '[Auction "W"]\n- 4S AP').body or {})["dealer"] == "N"
    assert faults(GAME + '[Auction "W"]\n4S AP')[0].startswith(
        "line 5, column 11: the auction starts with W, but the dealer is N"
    )
    assert (game(GAME + '[Auction "N"]\n1S Pass 2S +').body or {})["auction"] == ["1S", "Pass", "2S"]


def test_a_call_after_all_have_passed_is_not_dropped() -> None:
    assert faults(GAME + '[Auction "N"]\n4S AP X AP') == [
        "line 6, column 7: X is too much: the auction is over",
    ]
    assert faults(GAME + '[Auction "N"]\n4S AP\n*') == []


def test_the_contract_is_that_of_the_auction() -> None:
    auction = '[Auction "N"]\n1S P 2S P\n4S X AP'
    bare = f'[Dealer "N"]\n{DEAL}'
    contract = {"trump": "S", "taker": "N", "bid": 4, "multiplier": 2}
    assert (game(bare + auction).body or {})["contract"] == contract
    assert (game(bare + '[Contract "4SX"]\n' + auction).body or {})["contract"] == contract
    assert faults(GAME + auction) == [
        "line 4, column 12: the contract is 4S by N, but the auction ends in 4SX by N",
    ]
    assert "the auction ends in another Contract" in faults(bare + '[Contract "4S"]\n' + auction)[0]
    assert "the Contract is Pass, but somebody has bid" in faults(bare + '[Contract "Pass"]\n' + auction)[0]
    assert faults(bare + '[Contract "4S"]')[0].endswith("the Declarer of the Contract is missing")


def test_the_play_is_read_by_seats_not_by_turns() -> None:
    # N, declarer, wins the first trick with the CA and leads from the column of N, the fourth.
    text = GAME + '[Play "E"]\nCT C5 CQ CA\nS2 SK S5 S3 =1= ; north leads\n*\n[Note "1:low"]'
    assert (game(text).body or {})["plays"] == ["CT", "C5", "CQ", "CA", "S3", "S2", "SK", "S5"]
    assert faults(text) == []
    going_on = GAME + '[Play "E"]\nCT C5 CQ CA\n+ - - S3'
    assert (game(going_on).body or {})["plays"] == ["CT", "C5", "CQ", "CA", "S3"]
    assert faults(going_on) == []
    assert faults(GAME + '[Play "E"]\nCT C5 CQ CA\n- - S5 S3') == [
        "line 7, column 5: 'S5' is played, but the card of E to trick 2 is missing",
    ]


def test_a_play_section_may_start_with_another_column() -> None:
    columns = GAME + '[Play "W"]\nCQ CA CT C5\nS5 S3 S2 SK'
    assert (game(columns).body or {})["plays"] == ["CT", "C5", "CQ", "CA", "S3", "S2", "SK", "S5"]


@pytest.mark.parametrize(
    ("value", "result"),
    [("10", 10), ("NS 10", 10), ("EW 3", 10), ("EW 3 NS 10", 10), ("NS10", 10), ("^9", None), ("?", None)],
)
def test_the_result_is_the_tricks_of_the_declarer(value: str, result: int | None) -> None:
    assert (game(GAME + f'[Result "{value}"]').body or {}).get("result") == result


def test_every_fault_is_told_at_its_line_and_column() -> None:
    text = (
        '[Dealer "X"]\n'
        '[Deal "N:A643.KJT8.92.AK3 2.653.QJT7.TT842 KQ97.Q9.AK54.J75 JT85.A742.8Z3.Q6"]\n'
        '[Vulnerable "Foo"]  [Declarer "N"]\n'
        '[Contract "9S"]\n'
        '[Result "14"]\n'
        "[Event\n"
        '[Auction "N"] 1S 8S AP'
    )
    told = faults(text)
    for place, said in {
        "line 1, column 10": "Dealer is 'X'",
        "line 2, column 27": "CT",
        "line 2, column 61": "'Z' is no rank",
        "line 3, column 14": "Vulnerable is 'Foo'",
        "line 4, column 12": "the Contract is '9S'",
        "line 5, column 10": "the Result is '14'",
        "line 6, column 1": "'[Event' is no part of a PBN game",
        "line 7, column 18": "'8S' is not a call",
    }.items():
        assert any(fault.startswith(f"{place}: ") and said in fault for fault in told), (place, told)


def test_a_revoke_is_told_where_it_stands() -> None:
    assert faults(GAME + '[Play "E"]\nCT C5 H2 CA\n*') == [
        "line 6, column 7: H2 revokes: W holds CQ, must follow clubs; playable: CQ C6",
    ]


def test_one_bad_game_does_not_hide_the_others() -> None:
    good = GAME + '[Play "E"]\nCT C5 CQ CA\n*'
    text = "\n\n".join([good, "{ never closed\n[Dealer", "rubbish", good, '[Deal "N:"]', good])
    outcomes = []
    for record in games(text):
        try:
            outcomes.append(read_log(record)["dealer"])
        except SolverError as error:
            outcomes.append(error.faults[0].line)
    assert outcomes == ["N", 9, 12, "N", 22, "N"]


@pytest.mark.parametrize("dealer", ["N", ""])
def test_a_game_that_was_passed_out_is_kept_but_not_played(dealer: str) -> None:
    tag = f'[Dealer "{dealer}"]\n' if dealer else ""
    record = game(f'[Board "3"]\n{tag}{DEAL}[Contract "Pass"]')
    line = 4 if dealer else 3
    with pytest.raises(
        SolverError, match=f"line {line}, column 12: board 3 was passed out; there is nothing to play"
    ):
        read_log(record)
    told_by_board = set() if dealer else {"vulnerable"}
    assert set(read_deal(record)) == {"variant", "id", "board", "dealer", "deal"} | told_by_board
    marks: list[tuple[TextFormat, str]] = [
        ("pbn", '[Contract "Pass"]'),
        ("pbn", '[Declarer ""]'),
        ("lin", "mb|p|mb|p|mb|p|mb|p|"),
    ]
    for format_, said in marks:
        text = write_logs([convert_record(record)], format_)
        assert said in text
        assert [(one.body or {})["auction"] for one in read_records(text.encode(), format_)] == [["Pass"] * 4]


def test_export_format_is_what_the_standard_asks() -> None:
    text = GAME + '[Zone "z"]\n[Auction "W"]\n- 4S!! =4= AP\n[Note "4:long"]\n[Play "S"]\nC5 CQ CA CT\n*'
    assert write_logs([convert_record(game(text))], "pbn") == (
        "% PBN 2.1\n% EXPORT\n%Content-type: text/x-pbn; charset=UTF-8\n\n"
        '[Event "?"]\n[Site "?"]\n[Date "?"]\n[Board "?"]\n[West "?"]\n[North "?"]\n[East "?"]\n'
        '[South "?"]\n[Dealer "N"]\n[Vulnerable "?"]\n'
        + DEAL
        + '[Scoring "?"]\n[Declarer "N"]\n[Contract "4S"]\n'
        '[Result "?"]\n[Zone "z"]\n[Auction "N"]\n4S =1= $3 Pass Pass Pass\n[Note "1:long"]\n'
        '[Play "E"]\nCT C5 CQ CA\n*\n'
    )


SAID = """{About the
whole game} ; to the end of the line
[Event "Cup"] {of the event}
[Auction "N"]
{before} 4S! {a {good bid} =1= AP ; and all pass
[Note "1:to play"]
[Play "E"]
CT {low} ?? =2= C5 $3 CQ {of}{three} CA?!
{the next} - - - C3 *
[Note "2:a note on a card"]
"""


def test_comments_notes_and_marks_stay_with_what_they_are_on() -> None:
    body = game(GAME + SAID).body or {}
    assert body["auction"] == [{"call": "4S", "alert": True, "note": "to play"}, "Pass", "Pass", "Pass"]
    assert body["plays"] == ["CT", "C5", "CQ", "CA", "C3"]
    assert body["comments"] == [
        {"text": "About the whole game"},
        {"text": "to the end of the line"},
        {"text": "of the event"},
        {"text": "before"},
        {"call": 0, "mark": "!", "text": "a {good bid"},
        {"call": 3, "text": "and all pass"},
        {"play": 0, "mark": "??", "text": "low"},
        {"play": 0, "text": "a note on a card"},
        {"play": 1, "mark": "!!"},
        {"play": 2, "text": "of"},
        {"play": 2, "text": "three"},
        {"play": 3, "mark": "?!", "text": "the next"},
    ]
    text = write_logs([convert_record(game(GAME + SAID))], "pbn")
    assert "4S =1= $1 {a {good bid} Pass" in text
    assert "CT $10 {low} {a note on a card} C5 $9 CQ {of} {three} CA $12 {the next}" in text
    assert convert_record(game(text)) == convert_record(game(GAME + SAID))


def test_a_word_that_is_longer_than_a_line_stays_whole() -> None:
    body = {**(game(GAME + SAID).body or {}), "comments": [{"play": 0, "text": f"see {'x' * 300} there"}]}
    (again,) = games(write_logs([body], "pbn"))
    assert (again.body or {})["comments"] == body["comments"]


CLUB_TABLE = """[ScoreTable "PairId_NS\\2R;PairId_EW\\2R;Contract\\4L;Declarer;Result\\2R;Names\\13L"]
 1  2 4S   N 10 "Ann; {Bob}"
 3  4 PASS -  - "Cat [Dan]"
"""


def test_tables_of_other_programs_are_kept() -> None:
    body = game(GAME + CLUB_TABLE + '[Zone "z"]').body or {}
    assert body["tables"] == {
        "ScoreTable": [
            "PairId_NS\\2R;PairId_EW\\2R;Contract\\4L;Declarer;Result\\2R;Names\\13L",
            '1 2 4S N 10 "Ann; {Bob}"',
            '3 4 PASS - - "Cat [Dan]"',
        ]
    }
    assert body["tags"] == {"Zone": "z"}
    text = write_logs([convert_record(game(GAME + CLUB_TABLE))], "pbn")
    assert CLUB_TABLE in text, "with its strings, and the widths of its columns"
    (again,) = games(text)
    assert (again.body or {})["tables"] == body["tables"]
    assert again.faults == ()


def test_columns_make_no_line_too_long() -> None:
    rows = [";".join(["\\40"] * 7 + ["\\99L"]), "1 2 3 4 5 6 7 8", "1 2 3"]
    text = write_logs([{"variant": "bridge", "tables": {"Wide": rows}, "board": "1"}], "pbn")
    assert "\n1 2 3 4 5 6 7 8\n" in text
    assert f"\n{'1':40} {'2':40} 3\n" in text


def test_no_row_of_a_table_ends_its_game() -> None:
    rows = ["Column", "", "% x", '[Dealer "S"]', "{", 'a "b', "; c", "d  e", 'f"g;" "h', 'N a"b 4']
    text = write_logs([{"variant": "bridge", "tables": {"Odd": rows}, "board": "1"}], "pbn")
    (again,) = games(text)
    assert again.faults == ()
    assert (again.body or {})["board"] == "1"
    (odd,) = (again.body or {})["tables"].values()
    assert odd == ["Column", "x", 'Dealer "S"', "a b", "c", "d e", 'f "g;" h', "N ab 4"]


def test_faults_are_told_in_the_order_of_the_text() -> None:
    text = GAME.replace('"4S"', '"9S"').replace("T9842", "T984Z") + '[Play "E"]\nS1\n[Auction "N"]\n8S'
    told = [fault.split(":")[0] for fault in faults(text)]
    assert told == ["line 2, column 27", "line 4, column 12", "line 6, column 1", "line 8, column 1"]


def test_an_auction_is_kept_without_its_hands() -> None:
    text = '[Board "2"]\n[Deal "N:- - - -"]\n[Auction "S"]\n1C Pass Pass 1D\nAP\n[Play "S"]\nC3 *\n'
    log = convert_record(game(text))
    assert log["contract"] == {"trump": "D", "taker": "E", "bid": 1}
    assert (log["plays"], "deal" in log) == (["C3"], False)
    assert convert_record(game(write_logs([log], "pbn"))) == log
    assert faults(text) == ["line 1, column 1: board 2 has no deal"]
