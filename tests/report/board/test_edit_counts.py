"""The editor of the board in a real browser: how many cards a hand has, and is to have."""

import pytest
from playwright.sync_api import Browser, expect

from tests.report.board.screens import begin_editing
from tests.report.board.test_phone import ON_A_PHONE
from tests.support.board.pages import Served, opened, reads, says

pytestmark = pytest.mark.server

SHORT = "game=bridge&trump=NT&taker=S&bid=3&N=AK..Q.&E=QJ..J.&S=T9..T.&W=876..."
"""A deal of three cards each, in a game whose deals may be short."""


def test_the_heads_of_hands_count_as_the_faults_below_them_do(browser: Browser, served: Served) -> None:
    with opened(browser, f"{served.home}/board#{SHORT}", locale="en") as page:
        begin_editing(page)
        heads = page.locator(".edit .count")
        expect(heads).to_have_text([*4 * ["3 of 3"], "40"])
        page.fill("[data-key='type W']", "87...")
        reads(page, "#fault-W", "Cards: 2 of 3")
        expect(heads).to_have_text([*3 * ["3 of 3"], "2 of 3", "41"])


def test_the_faults_of_a_hand_stand_below_each_other(browser: Browser, served: Served) -> None:
    """Each is a sentence: on one line they ran together."""
    with opened(browser, f"{served.home}/board", locale="fr") as page:
        begin_editing(page)
        page.fill("[data-key='type N']", "A10.87.R8.AVR")
        fault = page.locator("#fault-N")
        expect(fault).to_contain_text("Le roi de trèfle est ici, et aussi ailleurs\u00a0: Est")
        twice, many = fault.inner_text().splitlines()
        assert twice.endswith("Est")
        assert many.startswith("Cartes\u00a0: 9, c’est trop")
        # What is heard after a sentence begins as one.
        page.fill("[data-key='type N']", "A10.87.R8.AV")
        page.select_option("#edit-trump", "0")
        says(page, ".edit > .status", "à sa place. Choisissez l’atout")


def test_a_whole_deal_is_entered_without_going_up_the_page(browser: Browser, served: Served) -> None:
    with opened(browser, f"{served.home}/board", **ON_A_PHONE) as page:
        begin_editing(page)
        page.click("button[data-key=edit_empty]")
        pack, count = page.locator(".edit-pack button.pick"), page.locator(".edit-pack .count")
        page.click("button[data-key='seat E']")
        for n in range(32):
            # Who gets the next card stands above the pack; all seats may be out of sight.
            seat, has = ("Est", "Sud", "Ouest", "Nord")[n // 8], n % 8
            expect(count).to_have_text(f"{32 - n} · à {seat}\u00a0: {has} sur 8")
            if n == 8:
                # A card too hastily given is taken back with the seat that it was for.
                page.click("button[data-key=edit_undo]")
                expect(count).to_have_text("25 · à Est\u00a0: 7 sur 8")
                pack.first.click()
            pack.first.click()
        expect(count).to_have_text("0")
        expect(page.locator("button[data-key^='seat '][aria-pressed=true]")).to_have_count(0)
