"""How much slower than the machine the pages of the tests run: not at all, unless races are looked for.

A test that presses a key before the page is ready for it passes where the page is fast. The variable
``ATOUT_TEST_SLOWNESS``, as 8, makes everything of a page take so many times as long, and keeps the answers of
the service and of the core back: `ATOUT_TEST_SLOWNESS=8 .venv/bin/python -m pytest tests/report/board`.
"""

import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # whoever runs no browser is spared the import
    from playwright.sync_api import BrowserContext, Page

VARIABLE = "ATOUT_TEST_SLOWNESS"
SLOWNESS = float(os.environ.get(VARIABLE, "1"))
ANSWER_MS = 25
"""How long an answer is kept back for each time that a page is slower."""
LATE_CORE = """
{
  const { get, set } = Object.getOwnPropertyDescriptor(Worker.prototype, "onmessage");
  const { terminate } = Worker.prototype;
  const ended = new WeakSet();
  Worker.prototype.terminate = function () { ended.add(this); terminate.call(this); };
  Object.defineProperty(Worker.prototype, "onmessage", {
    configurable: true,
    get,
    set(take) {
      const later = (event) => setTimeout(() => ended.has(this) || take.call(this, event), %d);
      set.call(this, take && later);
    },
  });
}
"""


def new_page(context: "BrowserContext", *, offline: bool = False) -> "Page":
    """Open a page in a context, as slow as it is wanted."""
    page = context.new_page()
    if SLOWNESS > 1:
        devtools = context.new_cdp_session(page)
        devtools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWNESS})
        page.add_init_script(LATE_CORE % (ANSWER_MS * SLOWNESS))
        if not offline:
            slow = {"offline": False, "latency": ANSWER_MS * SLOWNESS}
            unlimited = {"downloadThroughput": -1, "uploadThroughput": -1}
            devtools.send("Network.enable")
            devtools.send("Network.emulateNetworkConditions", slow | unlimited)
    return page
