"""The browser of measures, tests and pictures, if one is installed."""

import shutil
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    # Every run of the tests asks for the browser; not every one drives it.
    from playwright.sync_api import Browser, Playwright

PROGRAMS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The first that is installed is taken: without a window around its pages it spends a third less on each."""
BROWSER = next(filter(None, map(shutil.which, PROGRAMS)), None)
NO_BROWSER = "no Chromium is installed"

UNUSED = (
    # Pages that every window loads for suggestions in its address field: half the cost of an empty page.
    "WebUIOmniboxPopup",
    "WebUIOmniboxAimPopup",
    "WebUIOmniboxFullPopup",
    "PreloadTopChromeWebUI",
    # What Playwright leaves out, in an option that stands only once.
    "AimEnabled",
    "AvoidCorsURLLoaderRestartOnRedirect",
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsFirstBalancedModeAutoEnable",
    "HttpsUpgrades",
    "LensOverlay",
    "MediaRouter",
    "NetworkTimeServiceQuerying",
    "OptimizationHints",
    "PaintHolding",
    "PreconnectToSearch",
    "TcpPortRandomizationWin",
    "ThirdPartyStoragePartitioning",
)
"""Parts of Chromium that no test needs; names that a version does not know are ignored."""
OPTIONS = ["--no-sandbox", f"--disable-features={','.join(UNUSED)}"]


def launch(driver: "Playwright") -> "Browser":
    """Start the browser; raise FileNotFoundError if none is installed."""
    if BROWSER is None:
        raise FileNotFoundError(f"none of these is installed: {', '.join(PROGRAMS)}")
    return driver.chromium.launch(executable_path=BROWSER, args=OPTIONS)
