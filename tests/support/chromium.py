"""The browser of the tests, if one is installed."""

import shutil

BROWSER = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
NO_BROWSER = "no Chromium is installed"
