"""The sheet of puzzles: whole in itself; tasks give nothing away, solutions tell what is proved."""

import json
import re
from collections.abc import Sequence
from functools import cache
from itertools import pairwise

import pytest

from solver.cards import SYMBOLS
from solver.cli.puzzle.bank import Wanted, read_bank
from solver.puzzles import Puzzle, PuzzleKind, PuzzleTheme, find_puzzles, prove_themes
from solver.report import PuzzleReport
from solver.report.page import puzzle_sheet
from solver.report.page.environment import digest
from solver.sentences import LANGUAGES, Language
from solver.speech import Speech
from tests.report.test_page import Page
from tests.support.command_line import ROOT
from tests.support.puzzles.puzzle_specs import spec_of

MIXED = ROOT / "tests" / "data" / "puzzles" / "mixed.ndjson"


@cache
def mixed() -> tuple[Puzzle, ...]:
    lines = MIXED.read_text(encoding="utf-8").splitlines()
    return tuple(prove_themes(Puzzle.from_dict(json.loads(line))) for line in lines)


@cache
def hidden() -> Puzzle:
    return next(find_puzzles(spec_of("contree", count=1, seed=1, kind=PuzzleKind.hidden)))


def sheet(puzzles: Sequence[Puzzle], language: Language = "en", title: str = "") -> str:
    return puzzle_sheet(puzzles, Speech(language, language), title)


def text_of(html: str) -> str:
    """What a part of a page says."""
    return " ".join(re.sub(r"<[^>]*>", " ", html).split()).replace("&#39;", "'")


def plain(text: str) -> str:
    """A text without spaces, which elements for red cards add."""
    return re.sub(r"\s", "", text)


def halves(html: str) -> tuple[str, str]:
    """The puzzles and the solutions."""
    tasks, solutions = html.split('<section class="solutions"')
    return tasks, solutions


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sheet_is_whole_and_what_it_refers_to_is_there(language: Language) -> None:
    html = sheet(mixed(), language)
    page = Page(html)
    assert page.all("html")[0][0]["lang"] == language
    attributes = [own for _, own, _ in page.elements]
    ids = [own["id"] for own in attributes if "id" in own]
    assert len(ids) == len(set(ids))
    for own in attributes:
        assert not {"src", "srcset", "onclick"} & own.keys()
        if "href" in own:
            assert own["href"].removeprefix("#") in ids
        assert set(own.get("aria-labelledby", "").split()) <= set(ids)
    assert not page.all("script") + page.all("link") + page.all("img")
    ((_, style),) = page.all("style")
    policy = next(own["content"] for own in attributes if "http-equiv" in own)
    assert f"style-src {digest(style)};" in policy
    assert "default-src 'none'" in policy
    assert "url(" not in style
    assert "@import" not in style
    # Headings go down by one.
    levels = [int(tag[1]) for tag, _, _ in page.elements if re.fullmatch("h[1-6]", tag)]
    assert levels[0] == 1
    assert all(after - before <= 1 for before, after in pairwise(levels))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_task_tells_what_is_known_and_gives_nothing_away(language: Language) -> None:
    speech = Speech(language, language, symbols=True)
    tasks = halves(sheet(mixed(), language))[0].split("<article")[1:]
    assert len(tasks) == len(mixed())
    for puzzle, task in zip(mixed(), map(text_of, tasks), strict=True):
        report = PuzzleReport(puzzle, speech)
        for told in (puzzle.goal.say(speech), report.held(puzzle.position), report.task(puzzle.position)):
            assert plain(told) in plain(task)
        assert puzzle.id not in task
        assert "✓" not in task
        for theme in PuzzleTheme:
            if theme.gives_away and theme.value in puzzle.themes:
                assert theme.name_in(speech) not in task


def test_all_cards_left_are_on_the_diagram_and_no_other() -> None:
    tasks = halves(sheet(mixed()))[0].split("<article")[1:]
    for puzzle, task in zip(mixed(), tasks, strict=True):
        position = puzzle.position
        for seat, hand in position.hands.items():
            own = re.search(rf'<div class="hand {seat}".*?</div>', task, re.DOTALL)
            assert own is not None
            suits = re.findall(r'aria-label="\w+">(.)</span>(.*?)</p>', own[0])
            shown = {
                f"{suit}{rank}" for suit, ranks in suits for rank in re.findall(r"<span>(\w+)</span>", ranks)
            }
            assert shown == {f"{SYMBOLS[card.suit]}{card.rank.replace('T', '10')}" for card in hand}
        on_table = re.search(r'<div class="table".*?</div>', task, re.DOTALL)
        assert (on_table is not None) == bool(position.trick.plays)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_solution_tells_the_right_card_the_line_and_why_the_likely_card_fails(language: Language) -> None:
    speech = Speech(language, language, symbols=True)
    solutions = halves(sheet(mixed(), language))[1].split("<article")[1:]
    for puzzle, html in zip(mixed(), solutions, strict=True):
        text, report = plain(text_of(html)), PuzzleReport(puzzle, speech)
        heading = text_of(html.split("</h3>")[0])
        for card in puzzle.solution.right:
            assert plain(speech.card(card)) in plain(heading)
        wrong = puzzle.solution.wrong[0]
        said = report.refuted(puzzle.position, wrong.cards[0], wrong.reply, wrong.line)
        assert plain(said) in text
        assert plain("".join(speech.card(card) for card in wrong.line)) in text.replace("·", "")
        for other in puzzle.solution.wrong:
            assert all(plain(speech.card(card)) in text for card in other.cards)
        rows = html.split("<tbody>")[1].split("</tbody>")[0]
        shown = re.findall(r'<span class="(?:red|black)">(\S+?)</span>', rows)
        n_before = len(puzzle.position.trick.plays)
        assert len(shown) == n_before + len(puzzle.solution.line)
        assert set(shown) >= {speech.card(card) for card in puzzle.solution.line}
        assert rows.count("✓") == puzzle.length
        assert f"Puzzle{puzzle.id}" in text or language == "fr"


@pytest.mark.night
@pytest.mark.slow
def test_a_hidden_puzzle_shows_what_its_player_sees() -> None:
    puzzle = hidden()
    html = sheet([puzzle])
    task, solution = halves(html)
    seat = puzzle.position.to_play
    assert task.count("out of sight") == 3
    assert len(re.findall(r"<span>\w+</span>", task)) == len(puzzle.position.hands[seat or ""])
    assert text_of(task).count("Played so far") == bool(puzzle.position.tricks)
    assert "Where a single hand is seen" in task
    assert "every other card fails" not in task
    for one in puzzle.solution.expected or ():
        assert Speech("en", "en").number(one.value["NS"], 1) in text_of(solution)


def test_a_title_cannot_add_markup() -> None:
    html = sheet(mixed()[:1], title="<b>Friday</b> " + "x" * 200)
    assert "<b>" not in html
    assert "<h1>&lt;b&gt;Friday" in html
    assert "<h1>Belote: puzzles</h1>" in sheet(mixed()[:1])
    assert "<h1>Problèmes</h1>" in sheet(mixed(), "fr")
    assert sheet(mixed()) == sheet(mixed())


@pytest.mark.slow
def test_every_game_that_has_a_bank_has_its_sheet() -> None:
    first: dict[str, Puzzle] = {}
    for entry in read_bank(None, Wanted()):
        if entry.variant not in first:
            first[entry.variant] = Puzzle.from_dict(entry.data)
    for language in LANGUAGES:
        Page(sheet(list(first.values()), language))


def test_the_solution_of_a_hidden_puzzle_shows_the_hands_that_its_task_hides() -> None:
    puzzle = hidden()
    seen = PuzzleReport(puzzle, Speech("en", "en")).hands_in_sight(puzzle.position)
    tasks, solutions = halves(sheet([puzzle]))
    shown = re.findall(r'<p class="cards" role="group" aria-label="(\w+)">(.*?)</p>', solutions, re.DOTALL)
    away = {seat: hand for seat, hand in puzzle.position.hands.items() if seat not in seen}
    assert [text_of(html).split()[0] for _, html in shown] == list(away)
    for (_, html), hand in zip(shown, away.values(), strict=True):
        ranks = text_of(html).partition("out of sight")[2].replace("–", "").split()
        assert len([rank for rank in ranks if rank not in SYMBOLS.values()]) == len(hand)
    assert 'class="cards" role="group"' not in tasks
    assert 'class="cards" role="group"' not in halves(sheet(mixed()))[1]
