"""A service whose metrics have no room, in a process of its own: ``python -m tests.support.api.full_metrics
FOLDER``.

The folder becomes a small file system, which is filled.  Prints what the service answered meanwhile.
"""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.support.api.full_disk import filled
from tests.support.api.served import ask, fetch, serve
from tests.support.waiting import wait_until

PATHS = ["/healthz", "/v1/variants", *(f"/v1/variants/{name}" for name in ("belote", "bridge")), "/nothing"]
METHODS = ("GET", "POST", "PUT", "DELETE")


def ask_all(number: int) -> list[int]:
    """The statuses of requests that have a series each, and so need more room than there was at the start."""
    return [ask(number, method, path)[0] for path in PATHS for method in METHODS]


def n_unknown(number: int) -> float:
    """The number of requests to an unknown address, as the metrics have it."""
    counted = 'atout_requests_total{method="GET",route="none",status="404"} '
    lines = fetch(number, "/metrics").splitlines()
    return sum(float(line.removeprefix(counted)) for line in lines if line.startswith(counted))


def observe(folder: Path) -> dict[str, Any]:
    """What a service answers while the folder of its metrics is full, by the same worker and by a new one."""
    found: dict[str, Any] = {}
    with serve(PROMETHEUS_MULTIPROC_DIR=str(folder), TMPDIR=str(folder)) as (server, number):
        with filled(folder):
            before = server.children()
            found["full"] = ask_all(number)
            found["is the same"] = server.children() == before
            n_told = n_unknown(number)
            server.kill_child(before[0])
            wait_until(lambda: server.children() and server.children() != before, "no worker took its place")
            found["new worker"] = ask_all(number)
            found["metrics"] = "atout_build_info" in fetch(number, "/metrics")
        # What the worker counted without room is told once there is some.
        wait_until(
            lambda: ask(number, "GET", "/healthz")[0] == 200 and n_unknown(number) == n_told + 1,
            "it was never told",
        )
        found["warned"] = sum("until there is room" in line["message"] for line in server.log_lines())
    return found


if __name__ == "__main__":
    at = Path(sys.argv[1])
    # Within a namespace of this process, in which anybody may mount.
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", str(at)], check=True)
    json.dump(observe(at), sys.stdout)
