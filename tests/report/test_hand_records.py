"""Hand records: a page of many deals, whole without network or script, and what the command says of it."""

import json
import re
from base64 import b64encode
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from solver.bidding.table import tabulate
from solver.engine.budget import Limit
from solver.report.page.hand_records import HandRecord, hand_records_page
from solver.report.table import TableReport
from solver.rules.variants import VARIANTS
from solver.sentences import LANGUAGES, Language
from solver.speech import Speech
from tests.cli.test_table import BELOTE, PROPOSAL, REDEAL
from tests.report.test_page import HOSTILE, SAMPLES, Page, sample
from tests.support.command_line import run

ENDING = {"variant": "bridge", "deal": "N:AQ.-.-.- K.-.-.2 -.AK.-.- -.-.A2.-", "dealer": "N"}
"""Four hands of two cards."""
WITHOUT_BELOTE = {
    "variant": "belote",
    "dealer": "N",
    "deal": {"N": "8.J98..T", "E": "A9.Q.Q.8", "S": "Q.T.J9.9", "W": "KT..7.Q7"},
    "turned_up": "DA",
    "stock": ["CK", "CJ", "HA", "H7", "DK", "DT", "SJ", "HK", "S7", "CA", "D8"],
}


def ending(**more: Any) -> dict[str, Any]:
    return {**ENDING, **more}


def page_of(*bodies: Mapping[str, Any], language: Language = "en", nodes: int = 1_000_000) -> Page:
    speech = Speech(language, language, symbols=True)
    records = [
        HandRecord(
            TableReport(tabulate(body, Limit(nodes=nodes)), speech, body.get("players") or {}),
            body.get("id") or "",
        )
        for body in bodies
    ]
    return Page(hand_records_page(records, speech))


def unplayed(name: str) -> dict[str, Any]:
    """The deal of a sample, with its dealer and players."""
    return {key: value for key, value in sample(name).items() if key not in ("plays", "auction", "fair")}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_of_every_game_is_whole_and_its_headings_go_down_step_by_step(language: Language) -> None:
    bodies = [unplayed(name) for name in SAMPLES]
    page = page_of(*bodies, language=language, nodes=3000)
    ids = [attributes["id"] for _, attributes, _ in page.elements if "id" in attributes]
    assert len(ids) == len(set(ids))
    for tag, attributes, _ in page.elements:
        assert tag != "script"
        assert not {"src", "srcset", "style", "onclick", "onload"} & set(attributes)
        if "href" in attributes:
            assert attributes["href"].removeprefix("#") in ids
        for label in attributes.get("aria-labelledby", "").split():
            assert label in ids
        if tag == "th":
            assert attributes["scope"] in ("row", "col")
    assert [tag for tag, _, _ in page.elements if re.fullmatch("h[1-6]", tag)] == [
        "h1",
        *["h2"] * len(bodies),
    ]
    assert [text for _, text in page.all("h2")] == [text for _, text in page.all("a")]
    assert len(page.all("article", "record")) == len(VARIANTS) == len(bodies)
    assert page.all("html")[0][0]["lang"] == language


def test_a_page_allows_itself_its_own_style_and_nothing_else() -> None:
    page = page_of(ENDING)
    (policy,) = [one["content"] for _, one, _ in page.elements if one.get("http-equiv")]
    ((_, style),) = page.all("style")
    digest = b64encode(sha256(style.encode()).digest()).decode()
    assert policy == (f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'")


@pytest.mark.parametrize("evil", HOSTILE)
def test_names_are_text_whatever_they_hold(evil: str) -> None:
    page = page_of(ending(id=evil, players=dict.fromkeys("NESW", evil)))
    harmless = page_of(ending(id="x", players=dict.fromkeys("NESW", "y")))
    # Only a red card in a name is put into an element of its own.
    assert [tag for tag, _, _ in page.elements] == [tag for tag, _, _ in harmless.elements]


def test_the_page_says_what_the_terminal_says() -> None:
    text = page_of(unplayed("contree"), {**BELOTE, "id": "second"}).text()
    for said in (
        "contree-sample Belote contrée · W deals · S leads",
        "Best for EW 110 ♦ by E or W: NS 44, EW 118 points, score NS 44, EW 228",
        "turned up: ♣Q",
        "Second turn, ♦K turned up, each taker: NS : EW",
        "Par ♣ by N, first turn: NS +120",
        "✓ made · ✗ not made · points without those of belote",
        "every contract was solved with all hands known",
    ):
        assert said in text
    french = page_of(unplayed("contree"), language="fr").text().replace("\u00a0", " ")
    assert "Le mieux pour EO 110 ♦ par E ou O : NS 44, EO 118 points" in french


def test_dealer_and_vulnerability_stand_on_each_board(tmp_path: Path) -> None:
    path, deal = tmp_path / "page.html", '[Deal "N:A... K... .A.. .K.."]'
    stated = [
        '[Board "1"]',
        '[Board "4"]',
        '[Board "18"][Dealer "E"]',
        '[Board "2"][Dealer "N"]',
        '[Board "x"]',
    ]
    pbn = write_pbn(tmp_path / "club.pbn", *(one + deal for one in stated))
    assert run("table", str(pbn), "--html", str(path), "--lang", "fr").exit_code == 0
    facts = [" ".join(text.split()) for one, text in read_page(path).all("header", "facts")]
    assert facts == [
        "Donne 1 Donneur N · Personne vulnérable",
        "Donne 4 Donneur O · Tous vulnérables",
        "Donne 18 Donneur E · NS vulnérable",
        "Donne 2 Donneur N · Personne vulnérable",
        "Donne x Personne vulnérable",
    ]


def test_the_meaning_of_signs_is_said_once() -> None:
    page = page_of(unplayed("contree"), BELOTE, WITHOUT_BELOTE)
    assert page.text().count("✓ made · ✗ not made") == 1
    assert page.text().count("points without those of belote") == 1


def test_the_tricks_of_bridge_stand_below_their_declarers() -> None:
    page = page_of(ENDING)
    heads = [text for one, text in page.all("th") if one["scope"] == "col"]
    rows = [text for one, text in page.all("th") if one["scope"] == "row"]
    cells = [text for _, text in page.all("td")]
    assert (heads, rows) == (["declarer", "N", "E", "S", "W"], ["no trumps", "♣", "♦", "♥", "♠"])
    table = tabulate(ENDING)
    found = {
        (entry.trump, entry.taker): entry.result[0 if entry.taker in ("N", "S") else 1]
        for entry, _ in table.entries
        if entry.result is not None
    }
    assert cells == [str(found[trump, taker]) for trump in ("NT", *"CDHS") for taker in "NESW"]


@pytest.mark.parametrize(
    ("more", "unit"),
    [({}, "points"), ({"result": {"objective": "tricks"}, "score": {"bids": [5, 6, 7, 8]}}, "tricks")],
)
def test_what_is_won_in_each_trump_is_headed_by_what_the_game_counts(more: dict[str, Any], unit: str) -> None:
    deal = unplayed("contree")
    del deal["contract"]
    page = page_of({**deal, "variant": {"extends": "contree", "name": "own", **more}}, nodes=3000)
    heads = [text for one, text in page.all("th") if one["scope"] == "col"]
    assert heads[:2] == ["trumps", f"{unit} NS\u00a0:\u00a0EW"]


def test_whole_hands_of_bridge_are_counted() -> None:
    text = page_of(unplayed("bridge"), nodes=1).text()
    counted = [int(points) for points in re.findall(r"(\d+) HCP", text)]
    assert len(counted) == 4
    assert sum(counted) == 40
    assert "HCP" not in page_of(ENDING).text()


@pytest.mark.night
@pytest.mark.slow
def test_discards_and_proposals_of_all_fours_have_their_place() -> None:
    page = page_of(REDEAL, PROPOSAL, nodes=50_000_000)
    text = page.text()
    assert "♥ trumps: with best discards S comes out 1 ahead." in text
    assert "N discards ♠J ♠9 ♠4 50 %" in text.replace("\u00a0", " ")
    assert "S takes: S comes out 3 ahead" in text
    assert "Best for S take or propose another suit" in text


def test_the_foot_claims_no_more_than_was_done() -> None:
    assert "as far as the limit allowed" in page_of(unplayed("bridge"), nodes=1).text()


# ---- the command line


def write_pbn(path: Path, *boards: str) -> Path:
    path.write_text("\n".join(boards), encoding="utf-8")
    return path


def board(number: int, deal: str = "N:AQ... K...2 .AK.. ..A2.", **tags: str) -> str:
    lines = {"Event": "Evening", "Date": "2024.03.05", "Board": str(number), **tags, "Deal": deal}
    return "".join(f'[{name} "{value}"]\n' for name, value in lines.items())


def read_page(path: Path) -> Page:
    return Page(path.read_text(encoding="utf-8"))


def headings(page: Page) -> list[str]:
    return [text for _, text in page.all("h2")]


def test_all_deals_of_all_files_are_one_page(tmp_path: Path) -> None:
    pbn = write_pbn(tmp_path / "club.pbn", board(1), board(2, Dealer="E"))
    lines = tmp_path / "more.ndjson"
    lines.write_text(f"{json.dumps(ending(board='9'))}\n{json.dumps(ENDING)}\n", encoding="utf-8")
    lin = tmp_path / "table.lin"
    lin.write_text(run("convert", str(pbn), "--to", "lin").stdout.replace("Board 1", "Board 11"), "utf-8")
    path = tmp_path / "records.html"
    result = run("table", str(pbn), str(lines), str(lin), "--html", str(path))
    assert (result.exit_code, result.stdout, result.stderr) == (0, "", f"{path}: written.\n")
    page = read_page(path)
    # Board 2 stands in two files with the same dealer and cards: it is one board.
    assert headings(page) == ["Board 1", "Board 2", "Board 9", "Deal 4", "Board 11"]
    assert path.stat().st_mode & 0o444 == 0o444


def test_what_all_boards_share_heads_the_page(tmp_path: Path) -> None:
    path = tmp_path / "records.html"
    shared = write_pbn(tmp_path / "a.pbn", board(1, Site="?"), board(2, Site="?"))
    run("table", str(shared), "--html", str(path), "--lang", "fr")
    assert "Les donnes Bridge · Evening · 2024.03.05" in read_page(path).text()
    run("table", str(write_pbn(tmp_path / "b.pbn", board(1), board(2, Event="Other"))), "--html", str(path))
    assert "Hand records Bridge · 2024.03.05 " in read_page(path).text()


def test_a_board_of_both_rooms_is_one_without_the_names_of_either(tmp_path: Path) -> None:
    rooms = [
        ending(id=f"board 3, {room} room", players={"N": name})
        for room, name in (("open", "Ana"), ("closed", "Bea"))
    ]
    path = tmp_path / "records.html"
    run("table", "--html", str(path), stdin="\n".join(map(json.dumps, rooms)))
    page = read_page(path)
    assert headings(page) == ["Board 3"]
    assert not page.all("span", "name")
    run("table", "--html", str(path), stdin=json.dumps(rooms[0]))
    assert [text for _, text in read_page(path).all("span", "name")] == ["Ana"]


def test_faults_of_all_boards_are_told_and_the_others_written(tmp_path: Path) -> None:
    pbn = write_pbn(
        tmp_path / "club.pbn",
        board(1),
        board(2, Dealer="X", Vulnerable="some"),
        board(3, "N:AQ2... K...2 .AK.. ..A2."),
        board(4),
    )
    path = tmp_path / "records.html"
    result = run("table", str(pbn), "--html", str(path))
    assert result.exit_code == 1
    assert [line.partition(":")[0] for line in result.stderr.splitlines()] == [
        f"{pbn}, line 9, column 10",
        f"{pbn}, line 10, column 14",
        f"{pbn}, line 16, column 10",
        str(path),
        "Left out",
    ]
    assert result.stderr.endswith("Left out: board 2 and board 3.\n")
    page = read_page(path)
    assert headings(page) == ["Left out", "Board 1", "Board 4"]
    items = [text for _, text in page.all("li") if "line" in text]
    assert [text.partition(":")[0] for text in items] == ["board 2", "board 2", "board 3"]


def test_the_deals_of_a_match_are_headed_by_their_numbers_in_it(tmp_path: Path) -> None:
    path = tmp_path / "records.html"
    deal = {key: value for key, value in ENDING.items() if key != "variant"}
    match = {"variant": "bridge", "id": "Final", "deals": [deal, {**deal, "dealer": "X"}, deal]}
    result = run("table", "--html", str(path), stdin=json.dumps(match))
    assert result.exit_code == 1
    assert "/deals/1/dealer: " in result.stderr
    assert result.stderr.endswith("Left out: deal 2 (Final).\n")
    page = read_page(path)
    assert headings(page) == ["Left out", "Deal 1", "Deal 3"]
    assert "Bridge · Final " in page.text()
    assert [text.partition(":")[0] for _, text in page.all("li") if "/deals" in text] == ["line 1"]
    run("table", "--html", str(path), stdin="\n".join(map(json.dumps, (match, {**match, "id": "Other"}))))
    assert headings(read_page(path))[1:] == [
        f"{name} · Deal {n}" for name in ("Final", "Other") for n in (1, 3)
    ]


@pytest.mark.parametrize(("stdin", "said"), [("rubbish", "line 1: not JSON"), ("", "The input is empty")])
def test_where_no_deal_can_be_read_the_file_is_left(tmp_path: Path, stdin: str, said: str) -> None:
    path = tmp_path / "records.html"
    path.write_text("old", encoding="utf-8")
    result = run("table", "--html", str(path), stdin=stdin)
    assert result.exit_code == 1
    assert said in result.stderr
    assert path.read_text(encoding="utf-8") == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_page_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    result = run("table", "--html", str(tmp_path / "nowhere" / "page.html"), stdin=json.dumps(ENDING))
    assert result.exit_code == 1
    assert "cannot write" in result.stderr


def test_limits_hold_for_each_deal_and_are_told_on_the_page(tmp_path: Path) -> None:
    path = tmp_path / "records.html"
    run("table", "--nodes", "40", "--html", str(path), stdin=json.dumps(unplayed("bridge")))
    assert "Not exact: the limit of 40 nodes came first." in read_page(path).text()


def test_letters_are_those_of_each_body_or_of_the_language(tmp_path: Path) -> None:
    path = tmp_path / "records.html"
    bodies = [ending(id="a"), ending(id="b", notation="fr", deal="N:AD.-.-.- R.-.-.2 -.AR.-.- -.-.A2.-")]
    run("table", "--html", str(path), stdin="\n".join(map(json.dumps, bodies)))
    first, second = (text for _, text in read_page(path).all("article"))
    assert ("Q" in first, "R" in second) == (True, True)
    assert "Q" not in second.partition("declarer")[0]
