"""The browser of the tests, if one is installed."""

import shutil

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
