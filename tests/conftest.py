"""What all tests share: the same environment and the same examples of hypothesis everywhere, not timed."""

import os
import site
import tempfile
from atexit import register
from shutil import rmtree

from tests.support import budgets
from tests.support.seeds import VARIABLE

__all__ = ["budgets"]

OF_THE_USER = ("LANGUAGE", "LANG", "NO_COLOR", "FORCE_COLOR", "COLUMNS", "LINES", "MAKEFLAGS", "MFLAGS")
"""What whoever runs the tests may have set for himself, and what then changes what is printed."""

for name in list(os.environ):
    if name == VARIABLE:
        continue  # it is for the tests themselves
    if name.startswith(("ATOUT_", "LC_")) or name in OF_THE_USER:
        del os.environ[name]
os.environ["LC_ALL"] = "C.UTF-8"
os.environ["NO_PROXY"] = os.environ["no_proxy"] = "127.0.0.1"
os.environ["ATOUT_DATABASE"] = "none"  # services keep nothing, unless a test wants them to
# Nor does a service that reads no environment touch what is kept at home.
os.environ.setdefault("PYTHONUSERBASE", site.getuserbase())
os.environ["HOME"] = tempfile.mkdtemp(prefix="home")
register(rmtree, os.environ["HOME"], ignore_errors=True)
