"""Programs in a name space of their own, in which they may mount, where the system lets anybody have one."""

import json
import subprocess
import sys
from typing import Any

from tests.support.command_line import ROOT
from tests.support.waiting import PATIENCE_S

_OWN_MOUNTS = ["unshare", "--user", "--map-root-user", "--mount"]


def may_mount() -> bool:
    """True if the system lets a program have such a name space."""
    try:
        return subprocess.run([*_OWN_MOUNTS, "true"], capture_output=True, check=False).returncode == 0
    except FileNotFoundError:
        return False


def observed(*module: str, mounts: bool) -> tuple[dict[str, Any], str]:
    """What a module of the tests finds, and what it says on standard error.

    module: its name, and its arguments.
    mounts: whether it mounts.
    """
    done = subprocess.run(
        [*(_OWN_MOUNTS if mounts else ()), sys.executable, "-m", *module],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout), done.stderr
