"""What is heard in the place of letters and signs for the eye: names of seats, words for mistakes."""

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from solver.report.page import board_folder
from solver.sentences import Language
from tests.report.board.screens import (
    CARDS,
    SCREENS,
    Screen,
    begin_editing,
    give_up,
    match_of_three,
    work_out_contracts,
)
from tests.report.board.test_puzzle_flows import with_puzzle
from tests.support.board.pages import Served, host, opened, post_log
from tests.support.command_line import ROOT

pytestmark = pytest.mark.server

PHONE: ViewportSize = {"width": 320, "height": 640}


def letters_heard(page: Page) -> list[str]:
    """The letters of sides that a screen reader comes upon."""
    heard = re.sub(r"(?m)^ *- /url:.*$", "", page.locator("main").aria_snapshot())
    return re.findall(r"\b(?:NS|EW|EO)\b", heard)


def cards_heard(page: Page) -> list[str]:
    """The lines with cards in signs that a screen reader comes upon."""
    # What stands in a button that has a name is not heard.
    heard = re.sub(r'(?m)(button "[^"]*").*$', r"\1", page.locator("main").aria_snapshot())
    return re.findall(r".*[♠♥♦♣](?:10|[2-9A-Z]).*", heard)


SIGNS = re.compile(r".*[±·♠♥♦♣✓✗].*")
SIGNED = [
    one
    for one in SCREENS
    if one.name in ("board", "analysis", "calls", "match", "contracts", "verdict", "stock", "edit", "puzzle")
]


@pytest.mark.by_day(2)
@pytest.mark.parametrize("screen", SIGNED, ids=lambda one: one.name)
def test_no_sign_is_heard_in_the_place_of_a_word(browser: Browser, served: Served, screen: Screen) -> None:
    with opened(browser, screen.address(served), ready=screen.ready, locale="fr") as page:
        screen.act(page)
        heard = re.sub(r'(?m)(button "[^"]*").*$', r"\1", page.locator("body").aria_snapshot())
        assert not SIGNS.findall(heard)


@pytest.mark.parametrize(
    ("language", "open_cards", "known", "means"),
    [
        (
            "en",
            "26 fewer, better: ace of diamonds",
            r"about [\d.]+ fewer, give or take [\d.]+, blunder",
            "give or take the standard error.",
        ),
        (
            "fr",
            "26 de moins, mieux\u00a0: l’as de carreau",
            r"environ [\d,]+ de moins, à [\d,]+ près, faute grave",
            "à l’erreur type près.",
        ),
    ],
)
def test_what_a_card_gives_away_is_heard_in_words(
    browser: Browser, served: Served, language: str, open_cards: str, known: str, means: str
) -> None:
    with opened(browser, f"{served.analysis}#1-6", locale=language) as page:
        give_up(page)
        (row,) = page.locator("table.verdict tbody tr").all()
        heard = [
            re.sub(r"\s+", " ", "".join(cell.locator(".unseen").all_text_contents()))
            for cell in row.locator("td").all()
        ]
        assert heard[0] == open_cards.replace("\u00a0", " ")
        assert re.fullmatch(known, heard[1])
        # The eye sees the signs.
        expect(row.locator("td [aria-hidden]").last).to_have_text(re.compile(r"^−[\d.,]+ ± [\d.,]+ · "))
        expect(page.locator(".panel").filter(has=row)).to_contain_text(means)


@pytest.mark.night
def test_calls_are_heard_in_words(browser: Browser, served: Served) -> None:
    calls = next(one for one in SCREENS if one.name == "calls")
    with opened(browser, calls.address(served), locale="en") as page:
        worth = page.get_by_role("cell", name=re.compile(r"^about \u2212?\d+, give or take \d+$"))
        assert worth.count() > 1
        # Of the cards in a row each is a word of its own, and of a contract the suit.
        said = page.locator("section[aria-labelledby=calls] p .unseen").all_text_contents()
        assert [one for one in said if re.search(r"trumps? \(\w+ of \w+, \w+ of \w+", one)]
        assert [one for one in said if re.search(r"\d+ (spades|hearts|diamonds|clubs) succeeds", one)]


@pytest.mark.parametrize(
    ("language", "moved", "ratings"),
    [
        ("en", r"Your rating: \d+, (up|down) by \d+\.", r"\d+ to \d+"),
        ("fr", r"Votre cote\u00a0: \d+, en (hausse|baisse) de \d+\.", r"\d+ à \d+"),
    ],
)
def test_ratings_are_heard_in_words(
    browser: Browser, served: Served, language: str, moved: str, ratings: str
) -> None:
    with opened(browser, with_puzzle(served), ready=CARDS, locale=language) as page:
        page.click("button.card[data-key='card HA']")
        expect(page.locator(".reader [aria-atomic] .unseen")).to_have_text(re.compile(f"^{moved}$"))
        # The eye sees by how much in brackets.
        expect(page.locator(".reader [aria-atomic] [aria-hidden]")).to_have_text(
            re.compile(r"\([−+]\d+\)\.$")
        )
        page.goto(f"{served.home}/puzzles")
        heard = page.locator("#figures ~ * tbody tr").first.get_by_role("cell").nth(1)
        expect(heard).to_have_accessible_name(re.compile(f"^{ratings}$"))


@pytest.mark.night
def test_contracts_are_heard_in_words(browser: Browser, served: Served) -> None:
    with opened(browser, served.judged("contree"), locale="en") as page:
        work_out_contracts(page)
        expect(page.get_by_role("rowheader", name="spades", exact=True)).to_have_count(1)
        best = page.get_by_role("definition").filter(has_text="140 spades by North or South")
        expect(best).to_have_count(2)


def test_a_trick_is_heard_with_its_first_card(browser: Browser, served: Served) -> None:
    with opened(browser, f"{served.analysis}#1-6", locale="en") as page:
        buttons = page.locator(".lines .trick").nth(1).get_by_role("button")
        expect(buttons.nth(0)).to_have_accessible_name(re.compile("^Trick 2, North, king of diamonds"))
        expect(buttons.nth(1)).to_have_accessible_name(re.compile("^East, ten of diamonds"))


@pytest.mark.by_day(1)
@pytest.mark.parametrize(
    ("language", "heads", "rows", "costliest", "title"),
    [
        (
            "en",
            ["given away in the score by North-South", "East", "East-West"],
            ["South Yvette", "North-South (Odile and Yvette)"],
            "South Yvette queen of diamonds, blunder  26 points, 192 in the score",
            "Deal 1 of 4, hearts trumps, East takes, East deals",
        ),
        (
            "fr",
            ["cédé à la marque par Nord-Sud", "Ouest", "Est-Ouest"],
            ["Sud Yvette", "Nord-Sud (Odile et Yvette)"],
            "Sud Yvette la dame de carreau, faute grave  26 points, 192 à la marque",
            "Donne 1 sur 4, atout cœur, Est prend, Est donne",
        ),
    ],
)
def test_seats_and_mistakes_are_heard_in_words(
    browser: Browser,
    served: Served,
    language: str,
    heads: list[str],
    rows: list[str],
    costliest: str,
    title: str,
) -> None:
    with opened(browser, match_of_three(served), ready=".match", locale=language) as page:
        for name in heads:
            expect(page.get_by_role("columnheader", name=name, exact=True)).to_have_count(1)
        for name in rows:
            expect(page.get_by_role("rowheader", name=name, exact=True)).to_have_count(1)
        first = page.locator(".costliest li").first
        expect(first.locator(".unseen").last).to_have_text(costliest)
        # The eye sees the sign, and nothing twice.
        expect(first.locator("[aria-hidden]").last).to_contain_text("??")
        # On a phone the head of a column stands before each number.
        page.set_viewport_size(PHONE)
        last = page.locator(".match .grid").last.locator("tbody td").first
        before = last.evaluate("one => getComputedStyle(one, '::before').content")
        assert before == f'"N" / "{"North" if language == "en" else "Nord"}"'
        # In a row of boxes a plain space before a sign is dropped.
        sign = page.locator(".sort").first.evaluate("one => getComputedStyle(one, '::after').content")
        assert sign == '"\u00a0⇅" / ""'
        first.locator("a").click()
        expect(page.get_by_role("heading", name=title, exact=True)).to_be_visible()


@pytest.mark.night
def test_who_takes_is_heard_in_words(browser: Browser, served: Served) -> None:
    with opened(browser, served.judged("contree"), locale="en") as page:
        work_out_contracts(page)
        names = page.locator("table.contracts thead th .unseen").all_text_contents()
        assert set(names) <= {
            f"{who} takes" for who in ("North-South", "North", "East", "South", "West", "East-West")
        }
        assert names
        results = page.locator("table.numbers thead, table.numbers tr").first
        expect(results.locator(".unseen")).to_have_text(["North-South", "East-West"])


@pytest.mark.parametrize(
    ("language", "card", "ended", "values"),
    [
        (
            "en",
            "jack of diamonds: North-South\u00a066, East-West\u00a096, best (played in the game)",
            "North-South 82, East-West 80 points; score North-South 162, East-West 0",
            "North-South, East-West 92 to 70, then 66 to 96, score 162 to 0, then 66 to 96",
        ),
        (
            "fr",
            "le valet de carreau\u00a0: Nord-Sud\u00a066, Est-Ouest\u00a096, "
            "meilleure carte (la carte de la partie)",
            "Nord-Sud 82, Est-Ouest 80 points\u00a0; marque Nord-Sud 162, Est-Ouest 0",
            "Nord-Sud, Est-Ouest 92 à 70, puis 66 à 96, marque 162 à 0, puis 66 à 96",
        ),
    ],
)
def test_results_are_heard_with_the_sides_in_words(
    browser: Browser, served: Served, language: str, card: str, ended: str, values: str
) -> None:
    with opened(browser, f"{served.analysis}#1-7", locale=language) as page:
        expect(page.get_by_role("button", name=card, exact=True)).to_have_count(1)
        expect(page.locator(".outcome dd .unseen").first).to_have_text(ended)
        expect(page.locator(".remark .quiet .unseen")).to_have_text(values)
        assert not letters_heard(page)


@pytest.mark.parametrize("game", ["belote", "bridge"])
def test_what_is_told_of_a_puzzle_is_heard_in_words(browser: Browser, served: Served, game: str) -> None:
    with opened(browser, served.puzzle(game), ready=CARDS, locale="en") as page:
        expect(page.locator(".puzzle .unseen").first).to_contain_text("So far: North-South ")
        assert not letters_heard(page)


@pytest.mark.parametrize(
    ("language", "heading", "story", "remark"),
    [
        (
            "en",
            "South queen of diamonds, blunder",
            "It turned in trick 2, with South's queen of diamonds.",
            "Ace of diamonds takes this trick, which otherwise goes to East's ten of diamonds",
        ),
        (
            "fr",
            "Sud la dame de carreau, faute grave",
            "Tout bascule au pli 2, avec la dame de carreau de Sud.",
            "qui va sinon au dix de carreau d’Est",
        ),
    ],
)
def test_cards_of_sentences_are_heard_in_words(
    browser: Browser, served: Served, language: str, heading: str, story: str, remark: str
) -> None:
    with opened(browser, f"{served.analysis}#1-7", locale=language) as page:
        expect(page.get_by_role("heading", name=heading, exact=True)).to_have_count(1)
        expect(page.locator(".story .first .unseen")).to_contain_text(story)
        expect(page.locator(".remark .unseen").first).to_contain_text(remark)
        # The eye sees what it saw.
        expect(page.locator(".remark [aria-hidden]").first).to_contain_text("♦A")
        assert not cards_heard(page)


def test_cards_of_a_lesson_are_heard_in_words(browser: Browser, served: Served) -> None:
    with opened(browser, f"{served.analysis}#1-3", locale="en", reduced_motion="reduce") as page:
        page.click("[data-key=mode_learn]")
        page.select_option("#learn-whose", label="South, Yvette: 1")
        page.click("[data-key=learn-begin]")
        page.press("button.card[data-key='card D9']", "Enter")
        page.wait_for_selector("[data-key=learn-retry]:focus")
        assert not cards_heard(page)
        page.click("[data-key=learn-show]")
        status = page.locator("#board .status")
        expect(status).to_contain_text("Ace of diamonds takes this trick")
        expect(status).not_to_contain_text("♦")
        assert not cards_heard(page)


def test_suits_of_a_contract_are_heard_in_words(browser: Browser, served: Served) -> None:
    with opened(browser, served.puzzle("belote"), ready=CARDS, locale="en") as page:
        heard = page.locator(".contract .unseen")
        expect(heard).to_have_text(
            re.compile("^(spades|hearts|diamonds|clubs) trumps, (North|East|South|West) takes$")
        )


@pytest.mark.by_day(1)
@pytest.mark.parametrize(
    ("language", "foreign", "own"), [("en", "belote", "bridge"), ("fr", "all_fours", "belote")]
)
def test_titles_of_games_say_their_language(
    browser: Browser, served: Served, language: str, foreign: str, own: str
) -> None:
    other = {"en": "fr", "fr": "en"}[language]
    with opened(browser, f"{served.home}/", ready="#incoming", locale=language) as page:
        expect(page.locator(f"#game-{foreign}")).to_have_attribute("lang", other)
        expect(page.locator(f"#game-{own}")).not_to_have_attribute("lang", other)
        # What is chosen is named once.
        snapshot = page.locator("#incoming").aria_snapshot()
        assert snapshot.count({"en": "Or choose a file", "fr": "Ou choisissez un fichier"}[language]) == 1
    named = {"en": ("Board: ", "Puzzle: "), "fr": ("Table de jeu\u00a0: ", "Problème\u00a0: ")}[language]
    addresses = (f"{served.home}/board?deal={foreign}", served.puzzle(foreign))
    for address, what in zip(addresses, named, strict=True):
        with opened(browser, address, ready=CARDS, locale=language) as page:
            title = page.locator("h1 [lang]")
            expect(title).to_have_attribute("lang", other)
            expect(title).to_have_text({"en": "Belote", "fr": "All Fours"}[language])
            # What the page is comes first, as in the links to it.
            expect(page).to_have_title(f"{what}{title.text_content()} – Atout")
            assert page.locator("h1").text_content() == f"{what}{title.text_content()}"


@pytest.mark.by_day(1)
@pytest.mark.parametrize(
    ("language", "foreign", "own"), [("en", "Belote", "Bridge"), ("fr", "All Fours", "Belote")]
)
def test_games_to_choose_from_say_their_language(
    browser: Browser, served: Served, tmp_path: Path, language: Language, foreign: str, own: str
) -> None:
    other = {"en": "fr", "fr": "en"}[language]

    def say_it(page: Page, field: str) -> None:
        options = page.locator(f"{field} option")
        named = {
            title: options.filter(has_text=re.compile(rf"^{title}( \(\d+\))?$")) for title in (foreign, own)
        }
        expect(named[foreign]).to_have_attribute("lang", other)
        expect(named[own]).not_to_have_attribute("lang", other)

    with opened(browser, f"{served.home}/puzzles", ready="#choose", locale=language) as page:
        say_it(page, "#variant")
    for name, content in board_folder(language).items():
        tmp_path.joinpath(name).write_bytes(content)
    with host(tmp_path) as address, opened(browser, address, locale=language) as page:
        say_it(page, "#sample")
        begin_editing(page)
        say_it(page, "#edit-variant")


def test_nobody_knows_in_which_language_a_game_of_ones_own_is_named(browser: Browser, served: Served) -> None:
    own = json.loads((ROOT / "samples" / "belote.json").read_text(encoding="utf-8"))
    own["variant"] = {"extends": "belote", "name": "club", "title": "House belote"}
    address = f"{served.home}/analyses/{post_log(served.app, own)}"
    with opened(browser, address, locale="en") as page:
        expect(page.locator("h1")).to_contain_text("House belote")
        expect(page.locator("h1 [lang]")).to_have_count(0)
