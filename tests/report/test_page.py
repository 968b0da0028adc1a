"""The page of a report: whole without network or script, safe whatever the names are, right at every step."""

import json
import re
from base64 import b64encode
from hashlib import sha256
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from solver.analysis.judging import analyse
from solver.engine.budget import Limit
from solver.report.page.page import report_page
from solver.rules.variants import VARIANTS
from solver.sentences import LANGUAGES, Language
from solver.speech import Speech
from tests.support.command_line import BELOTE, ROOT, SMALL, body, run
from tests.support.samples import sample_log

SAMPLES = [name for name in VARIANTS if (ROOT / "samples" / f"{name}.json").exists()]
VOID = {"meta", "input"}


class Page(HTMLParser):
    """What a browser would make of a page: elements, attributes and text; fails where tags do not nest."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[tuple[str, dict[str, str], list[str]]] = []
        self._open: list[tuple[str, list[str]]] = []
        self.feed(html)
        self.close()
        assert self._open == []

    def handle_starttag(self, tag: str, attributes: Any) -> None:
        texts: list[str] = []
        self.elements.append((tag, dict(attributes), texts))
        if tag not in VOID:
            self._open.append((tag, texts))

    def handle_startendtag(self, tag: str, attributes: Any) -> None:
        self.elements.append((tag, dict(attributes), []))

    def handle_endtag(self, tag: str) -> None:
        opened, _ = self._open.pop()
        assert opened == tag, (opened, tag, self.getpos())

    def handle_data(self, data: str) -> None:
        for _, texts in self._open:
            texts.append(data)

    def all(self, tag: str, kind: str = "") -> list[tuple[dict[str, str], str]]:
        """The elements of a tag and class, with their text."""
        return [
            (attributes, "".join(texts))
            for found, attributes, texts in self.elements
            if found == tag and (not kind or kind in (attributes.get("class") or "").split())
        ]

    def text(self, tag: str = "body") -> str:
        return " ".join(" ".join(text for _, text in self.all(tag)).split())


def page_of(log: Any, language: Language = "en") -> str:
    return report_page(analyse(log, Limit(nodes=3_000_000)), Speech(language, language))


def sample(name: str) -> Any:
    return sample_log(name)


@pytest.mark.by_day(3)
@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", SAMPLES)
def test_a_page_is_whole_and_its_links_lead_somewhere(name: str, language: Language) -> None:
    html = page_of(sample(name), language)
    page = Page(html)
    assert page.all("html")[0][0]["lang"] == language
    ids = [attributes["id"] for _, attributes, _ in page.elements if "id" in attributes]
    assert len(ids) == len(set(ids))
    for tag, attributes, _ in page.elements:
        assert not {"src", "srcset", "action", "data", "onclick", "onload"} & set(attributes), (
            tag,
            attributes,
        )
        if "href" in attributes:
            assert attributes["href"].removeprefix("#") in ids
            assert attributes["href"].startswith("#")
        for label in attributes.get("aria-labelledby", "").split():
            assert label in ids
        if tag == "svg" and attributes.get("aria-hidden") != "true":
            assert attributes["aria-label"]
        if tag == "th":
            assert attributes["scope"] in ("row", "col")
    addresses = set(re.findall(r"https?:[^\"'\\ )]*", html))
    assert addresses <= {"http://www.w3.org/2000/svg"}, "the name of a language, which nobody fetches"
    assert "url(" not in html
    assert "@import" not in html
    assert len([0 for attributes, _ in page.all("article", "move")]) == len(sample(name)["plays"]) + 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_allows_itself_its_own_script_and_style_and_nothing_else(language: Language) -> None:
    page = Page(page_of(sample("belote"), language))
    tags = [tag for tag, _, _ in page.elements]
    [(policy, at)] = [
        (attributes["content"], number)
        for number, (_, attributes, _) in enumerate(page.elements)
        if attributes.get("http-equiv", "").lower() == "content-security-policy"
    ]
    # What stands before the policy is not bound by it.
    assert tags[:at] == ["html", "head", "meta"]
    allowed = {name: sources for name, *sources in (part.split() for part in policy.split(";"))}

    def digests(tag: str) -> list[str]:
        texts = [text for attributes, text in page.all(tag) if attributes.get("type") != "application/json"]
        return [f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'" for text in texts]

    assert allowed == {
        "default-src": ["'none'"],
        # Besides itself, the script may run what it makes at hand.
        "script-src": [*digests("script"), "blob:", "'wasm-unsafe-eval'"],
        "style-src": digests("style"),
        "connect-src": ["blob:"],
        "base-uri": ["'none'"],
        "form-action": ["'none'"],
    }
    # Neither would be let through: no digest is for what stands in attributes.
    assert not [name for _, attributes, _ in page.elements for name in attributes if name == "style"]
    assert not [name for _, attributes, _ in page.elements for name in attributes if name.startswith("on")]
    # A browser reads the whole page with the ends of lines in one form, and takes the digest of that.
    assert "\r" not in "".join(text for tag in ("script", "style") for _, text in page.all(tag))


HOSTILE = (
    "</script><script>alert(1)</script>",
    '<img src=x onerror="alert(1)">',
    "\"'><svg onload=alert(1)>",
    "{{ 7 * 7 }} {% x %}",
    "<!-- ♥K & ♦",
    "a\u202eb\x1b[2J",
)


@pytest.mark.parametrize("evil", HOSTILE)
def test_names_are_text_whatever_they_hold(evil: str) -> None:
    names = dict.fromkeys("NESW", evil)
    harmless = Page(page_of(json.loads(BELOTE) | {"id": "x", "players": dict.fromkeys("NESW", "y")}))
    page = Page(page_of(json.loads(BELOTE) | {"id": evil, "players": names}))
    assert [(tag, sorted(attributes)) for tag, attributes, _ in page.elements if tag != "span"] == [
        (tag, sorted(attributes)) for tag, attributes, _ in harmless.elements if tag != "span"
    ]
    printable = evil.replace("\x1b", "�").replace("\u202e", "�")
    shown = {text for _, text in page.all("span", "name")}
    assert shown == {printable if len(printable) <= 24 else printable[:23] + "…"}
    (data, *own), (other_data, *others) = page.all("script"), harmless.all("script")
    assert own == others
    assert json.loads(data[1])["deals"][0]["players"] == dict.fromkeys("NESW", evil)
    assert json.loads(other_data[1])["deals"][0]["players"] == dict.fromkeys("NESW", "y")


@pytest.mark.by_day(2)
@pytest.mark.slow
@pytest.mark.parametrize("name", SAMPLES)
def test_the_hands_are_those_of_the_deal(name: str) -> None:
    """What a player draws from a stock stands among them."""
    analysis = analyse(sample(name), Limit(nodes=3_000_000))
    page = Page(report_page(analysis, Speech()))
    deal = analysis.deals[0]
    for seat in deal.position.rules.players:
        [(_, hand)] = [
            (attributes, texts)
            for attributes, texts in page.all("div", "hand")
            if seat in attributes["class"].split()
        ]
        held = {card for position in deal.positions for card in position.hands[seat]}
        shown = re.findall(r"\b(?:10|[AKQJ2-9])\b", hand.partition("♠")[2])
        assert sorted(shown) == sorted("10" if card.rank == "T" else card.rank for card in held)


def test_the_page_says_what_the_terminal_says() -> None:
    text = Page(page_of(json.loads(BELOTE))).text()
    for said in (
        "Best play of all NS 82, EW 80 points; score NS 162, EW 0",
        "As played NS 68, EW 94 points; contract made",
        "Trick 2 · After South's ♦Q the taker makes the contract.",
        "South played ♦Q; playing ♦A is better. ♦A takes this trick, which otherwise goes to",
        "NS : EW 92 : 70 → 66 : 96, score 162 : 0 → 66 : 96",
        "What NS will have with best play from each card on",
    ):
        assert said in text
    french = Page(page_of(json.loads(BELOTE), "fr")).text().replace("\u00a0", " ")
    assert "Sud a fourni ♦D ; mieux valait fournir ♦A." in french
    assert "O Lucien" in french


def test_no_line_of_a_page_begins_with_the_colon_of_a_pair() -> None:
    page = page_of(json.loads(BELOTE), "fr")
    assert "NS\u00a0:\u00a0EO 92\u00a0:\u00a070 → 66\u00a0:\u00a096" in page
    assert "92 : 70 →" not in page


def test_a_match_and_an_unfinished_log_have_pages() -> None:
    deal = {key: SMALL[key] for key in ("dealer", "contract", "deal", "plays")}
    log = {"variant": "quadrette", "rules": SMALL["rules"], "deals": [deal, deal | {"plays": []}]}
    page = Page(page_of(log))
    assert len(page.all("section", "deal")) == 2
    assert "Deal 2 of 2" in page.text()
    assert "The match goes to 7." in page.text()


def test_the_same_analysis_makes_the_same_page() -> None:
    analysis = analyse(json.loads(BELOTE))
    assert report_page(analysis, Speech()) == report_page(analysis, Speech())
    again = report_page(analyse(json.loads(BELOTE)), Speech())
    assert report_page(analysis, Speech()) == again


# ---- colours


def _colours() -> list[dict[str, str]]:
    css = (ROOT / "solver/report/page/templates/report.css").read_text(encoding="utf-8")
    light, dark = re.findall(r":root \{(.*?)\}", css, re.DOTALL)
    return [dict(re.findall(r"--(\w+): (#[0-9a-f]+)", text)) for text in (light, dark)]


def _luminance(colour: str) -> float:
    digits = colour[1:] if len(colour) == 7 else "".join(2 * digit for digit in colour[1:])
    parts = [int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("scheme", [0, 1], ids=["light", "dark"])
def test_all_text_has_the_contrast_that_wcag_asks_for(scheme: int) -> None:
    colours = _colours()[scheme]
    for ink in ("ink", "quiet", "red", "link", "inaccuracy", "mistake", "blunder"):
        for ground in ("paper", "sheet", "felt", "shade"):
            high, low = sorted((_luminance(colours[ink]), _luminance(colours[ground])), reverse=True)
            assert (high + 0.05) / (low + 0.05) >= 4.5, (ink, ground)


# ---- the command line


def test_html_writes_one_page(tmp_path: Path) -> None:
    path = tmp_path / "report.html"
    result = run("analyse", "--html", str(path), stdin=BELOTE, language="fr_FR.UTF-8")
    assert (result.exit_code, result.stdout) == (0, "")
    assert result.stderr == f"{path}\u00a0: page écrite.\n"
    assert Page(path.read_text(encoding="utf-8")).all("html")[0][0]["lang"] == "fr"
    assert list(tmp_path.iterdir()) == [path]
    assert path.stat().st_mode & 0o444 == 0o444


@pytest.mark.parametrize(
    ("stdin", "arguments", "status", "said"),
    [
        (f"{body()}\n{body()}", [], 2, "--html shows one log; there is another at line 2. Leave out --html"),
        ("rubbish", [], 1, "line 1: not JSON"),
        (body(plays=["CQ"]), [], 1, "line 1: /plays/0: CQ is out of turn"),
        ("", [], 1, "The input is empty"),
        (body(), ["--workers", "2"], 2, "leave out --text and --html"),
    ],
)
def test_where_no_page_can_be_made_the_file_is_left(
    tmp_path: Path, stdin: str, arguments: list[str], status: int, said: str
) -> None:
    path = tmp_path / "report.html"
    path.write_text("old", encoding="utf-8")
    result = run("analyse", "--html", str(path), *arguments, stdin=stdin)
    assert result.exit_code == status
    assert said in result.stderr
    assert path.read_text(encoding="utf-8") == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_board_is_named_in_the_language_of_the_page(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    for language, name in (("fr", "donne 5"), ("en", "board 5")):
        run("analyse", "--no-fair", "--html", str(path), "--lang", language, stdin=body(id="board 5"))
        assert f" · {name}</title>" in path.read_text(encoding="utf-8")


def test_a_page_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    result = run("analyse", "--html", str(tmp_path / "nowhere" / "page.html"), stdin=BELOTE)
    assert result.exit_code == 1
    assert "cannot write" in result.stderr


@pytest.mark.parametrize(
    ("language", "whole", "in_part"),
    [
        ("en", "every card was tried", "as far as the limit allowed"),
        ("fr", "chaque carte a été essayée", "autant que la limite"),
    ],
)
def test_the_foot_claims_no_more_than_was_done(language: Language, whole: str, in_part: str) -> None:
    judged = page_of(sample("belote"), language)
    assert whole in judged
    assert in_part not in judged
    cut_short = report_page(analyse(sample("belote"), Limit(nodes=1)), Speech(language, language))
    assert whole not in cut_short
    assert in_part in cut_short
