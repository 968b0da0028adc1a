"""The page of a match in a real browser: from its table to a card and back by keyboard; every contract."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Route, expect

from tests.report.board.screens import SOON, log_of_three, match_of_three, work_out_contracts
from tests.report.test_auction import DOUBLED_AT_PAR
from tests.support.board.pages import SHOWN, Served, is_as_wide_as_its_window, leads_to, opened, says
from tests.support.command_line import run


def test_a_match_leads_to_its_costliest_card_and_back_by_keyboard(browser: Browser, served: Served) -> None:
    with opened(browser, match_of_three(served), ready=".match", locale="en") as page:
        # Step 1. The match, with its table of deals; one of them was thrown in and leads nowhere.
        deals = page.get_by_role("table", name="The deals of the match")
        expect(deals.get_by_role("row")).to_have_count(5)
        expect(deals.get_by_role("link")).to_have_count(3)
        expect(deals.get_by_role("row").nth(2)).to_contain_text("thrown in")
        # Step 2. Sorted by what was given away.
        sort = deals.get_by_role("button", name="given away in the score by North-South")
        sort.focus()
        page.keyboard.press("Enter")
        assert (
            page.get_by_role("columnheader", name="given away in the score by North-South").get_attribute(
                "aria-sort"
            )
            == "descending"
        )
        # The sign of the order is for the eye.
        expect(sort).to_have_accessible_name("given away in the score by North-South")
        # Step 3. To the costliest card, where its deal has the focus.
        costliest = page.locator(".costliest a").first
        costliest.focus()
        page.keyboard.press("Enter")
        page.wait_for_selector(SHOWN)
        leads_to(page, "#1-7")
        expect(page.locator("#deal-title")).to_be_focused()
        says(page, "#deal-title", "Deal 1 of 4")
        says(page, "[aria-atomic]", "South plays queen of diamonds.")
        says(page, ".story", "The contract could be beaten, but was made.")
        # Step 4. The points of the graph, and the next deal that was played.
        point = page.get_by_role("button", name="West, ten of clubs, inaccuracy: North-South")
        point.focus()
        page.keyboard.press("Enter")
        leads_to(page, "#1-2")
        expect(point).to_be_focused()
        page.get_by_text("The graph as a table").click()
        page.keyboard.press("ArrowRight")
        rows = page.get_by_role("table", name="What East-West (Marcel, Lucien) will have").get_by_role("row")
        expect(rows.nth(3)).to_have_text(re.compile("1.*West.*♣10.*?!.*70"))
        page.get_by_role("link", name="Next deal").focus()
        page.keyboard.press("Enter")
        # The address changes before the page does.
        says(page, "#deal-title", "Deal 3 of 4")
        expect(page.locator("#deal-title")).to_be_focused()
        leads_to(page, "#3-0")
        # Step 5. Back to the match, to the link that led away.
        page.get_by_role("link", name="The whole match").focus()
        page.keyboard.press("Enter")
        page.wait_for_selector(".match")
        expect(page.locator(".costliest a").first).to_be_focused()
        page.go_back()
        page.wait_for_selector(SHOWN)
        leads_to(page, "#3-0")


@pytest.mark.night
@pytest.mark.parametrize(("language", "deal"), [("en", "Deal"), ("fr", "Donne")])
def test_the_links_to_the_deals_are_named(browser: Browser, served: Served, language: str, deal: str) -> None:
    with opened(browser, match_of_three(served), ready=".match", locale=language) as page:
        for table in (page.get_by_role("table").first, page.get_by_role("table").last):
            links = table.get_by_role("link")
            shown = links.all_inner_texts()
            assert shown[0] == "1"
            for n, text in enumerate(shown):
                expect(links.nth(n)).to_have_accessible_name(f"{deal} {text}")


@pytest.mark.night
def test_a_link_is_followed_although_the_board_is_drawn_again_meanwhile(
    browser: Browser, served: Served
) -> None:
    with opened(browser, match_of_three(served), ready=".match", locale="en") as page:
        page.get_by_role("table", name="The deals of the match").get_by_role("link").first.click()
        page.wait_for_selector(SHOWN)
        leads_to(page, "#1-0")
        # A card is gone to and drawn at once, as for paper, before the page knows of its other address.
        page.evaluate(
            """() => {
                document.querySelector("nav.deals a[href='#match']").click();
                document.dispatchEvent(new KeyboardEvent("keydown", {key: "ArrowRight"}));
                dispatchEvent(new Event("beforeprint"));
            }"""
        )
        page.wait_for_selector(".match")
        leads_to(page, "#match")


@pytest.mark.night
@pytest.mark.slow
def test_every_contract_is_worked_out_and_one_is_put_on_the_board(browser: Browser, served: Served) -> None:
    with opened(browser, served.analysis, locale="fr") as page:
        panel = page.locator("section[aria-labelledby=contracts]")
        panel.get_by_role("button", name="Calculer tous les contrats").click()
        cell = panel.get_by_role("button", name="atout trèfle, Nord Odile, Sud Yvette")
        expect(cell).to_contain_text("126")
        expect(panel).to_contain_text("Le mieux pour Nord-Sud (Odile, Yvette)")
        cell.click()
        page.wait_for_url("**/board#*")
        page.wait_for_selector(SHOWN)
        says(page, ".numbers", "126\t36")


@pytest.mark.night
def test_whoever_works_out_every_contract_by_keyboard_goes_on_with_the_first(
    browser: Browser, served: Served
) -> None:
    with opened(browser, served.analysis, locale="en") as page:
        panel = page.locator("section[aria-labelledby=contracts]")
        panel.get_by_role("button", name="Work out every contract").focus()
        page.keyboard.press("Enter")
        expect(panel).to_contain_text("Best for North-South")
        expect(panel.locator("td button").first).to_be_focused()


@pytest.mark.by_day(1)
@pytest.mark.parametrize(
    ("game", "said"),
    [
        ("contree", "90 ♠, 90 ♥, 90 ♦ ou 90 ♣ contré, joué par Nord ou Sud, ou 90 ♠ contré, joué par Nord"),
        ("coinche", "ou 90 tout atout coinché, joué par Nord ou Sud, ou 90 ♠ coinché, joué par Nord"),
    ],
)
def test_par_is_told_on_the_board_as_by_the_report(
    browser: Browser, served: Served, game: str, said: str
) -> None:
    """In the words of its game for a double, and its alternatives apart, which are lists themselves."""

    def leave_the_doubled(route: Route) -> None:
        answer = route.fetch()
        body = answer.json()
        for par in body["par"]:
            doubled = [one for one in par["contracts"] if one["multiplier"] == 2]
            par["contracts"] = [*doubled, doubled[0] | {"takers": ["N"]}]
        route.fulfill(response=answer, json=body)

    hands = "&".join(f"{seat}={hand}" for seat, hand in DOUBLED_AT_PAR["deal"].items())
    with opened(
        browser, f"{served.home}/board#game={game}&trump=H&taker=E&bid=100&dealer=N&{hands}", locale="fr"
    ) as page:
        work_out_contracts(page)
        # Doubled contracts of the side that loses anyhow are left out.
        capot = re.compile("^capot ♦[^é]* par Est ou Ouest\u00a0: Est-Ouest")
        expect(page.locator("dl.best dd").last).to_have_text(capot)
        page.route("**/v1/table", leave_the_doubled)
        page.reload()
        work_out_contracts(page)
        says(page, "dl.best", said)


@pytest.mark.night
def test_the_work_on_every_contract_can_be_called_off(browser: Browser, served: Served) -> None:
    with opened(browser, served.analysis, locale="en") as page:
        # An answer that never comes.
        page.route("**/v1/table", lambda route: None)
        panel = page.locator("section[aria-labelledby=contracts]")
        panel.get_by_role("button", name="Work out every contract").click()
        expect(panel).to_contain_text("Every contract is being worked out…")
        panel.get_by_role("button", name="Cancel").click()
        expect(panel).to_contain_text("It was cancelled.")
        expect(panel.get_by_role("button", name="Work out every contract")).to_be_focused()


@pytest.mark.night
def test_a_saved_match_is_gone_through_without_a_network(browser: Browser, tmp_path: Path) -> None:
    log, page_file = tmp_path / "match.json", tmp_path / "match.html"
    log.write_text(json.dumps(log_of_three()), encoding="utf-8")
    made = run("analyse", "--no-fair", "--html", str(page_file), str(log))
    assert made.exit_code == 0, made.stderr
    with opened(browser, page_file.as_uri(), ready=".match", locale="en", offline=True) as page:
        page.locator(".costliest a").first.click()
        page.wait_for_selector(SHOWN)
        leads_to(page, "#1-7")
        # The table of contracts was made with the file; no cell leads to a page that is not there.
        panel = page.locator("section[aria-labelledby=contracts]")
        expect(panel).to_contain_text("Best for North-South (Odile, Yvette)")
        expect(panel.get_by_role("button")).to_have_count(0)
        page.get_by_role("link", name="The whole match").click()
        page.wait_for_selector(".match")


@pytest.mark.by_day(1)
@pytest.mark.parametrize("place", ["#1-99", "#9-3", "?play=99", "?deal=9&play=3&line=AB"])
def test_a_link_to_a_card_that_is_not_there_says_so(browser: Browser, served: Served, place: str) -> None:
    with opened(browser, served.analysis + place, locale="en") as page:
        says(page, ".board .status", "leads to a card or a deal that the analysis has not got")
        leads_to(page, "#1-0")


@pytest.mark.night
def test_a_link_to_a_deal_that_is_not_there_leads_to_the_match(browser: Browser, served: Served) -> None:
    with opened(browser, f"{match_of_three(served)}#2-5", ready=".match", locale="en") as page:
        says(page, "#board [aria-atomic]", "leads to a card or a deal that the analysis has not got")
        page.click(".match a[href='#1-0']")
        page.wait_for_selector(SHOWN)
        expect(page.locator(".board .status")).not_to_contain_text("has not got")


OVERLAPS = """() => {
  const boxes = [...document.querySelectorAll("svg.graph text")].map((one) => one.getBoundingClientRect());
  const meet = (one, other) => one.left < other.right && other.left < one.right && one.top < other.bottom - 2
    && other.top < one.bottom - 2;
  return boxes.filter((one, n) => boxes.slice(n + 1).some((other) => meet(one, other))).length;
}"""


def test_the_numbers_of_a_graph_stand_apart(browser: Browser, served: Served) -> None:
    with opened(browser, f"{served.judged('california_jack', SOON)}#1-20", locale="en") as page:
        for width in (390, 1280):
            page.set_viewport_size({"width": width, "height": 800})
            expect(page.locator("svg.graph text", has_text="26")).to_be_visible()
            assert page.evaluate(OVERLAPS) == 0
        page.emulate_media(media="print")
        assert page.evaluate(OVERLAPS) == 0


@pytest.mark.night
def test_a_long_name_is_broken_where_there_is_no_room(browser: Browser, served: Served) -> None:
    viewport: Any = {"width": 320, "height": 740}
    with opened(browser, served.judged("bridge"), viewport=viewport) as page:
        page.locator(".grid tbody th").first.evaluate("(one) => { one.textContent = 'Donau'.repeat(12) }")
        assert is_as_wide_as_its_window(page)
