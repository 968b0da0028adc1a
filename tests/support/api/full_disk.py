"""A service whose disk is full, in a process of its own: ``python -m tests.support.api.full_disk limit|fill
FOLDER``.

The disk is full because no file may grow (``limit``: whoever runs this may forbid himself that), or because
the folder is a small file system that is filled (``fill``).  Prints what the service answered meanwhile.
"""

import json
import resource
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from api import Settings, create_app
from api.jobs.models import JobRow
from api.parts import part_of
from api.store import Store, analyses as store
from tests.support.api.job_logs import NOBODY, hand_in, n_rows, quick_lines, wait_until

_BLOCK = b"x" * 4096


@contextmanager
def limited(folder: Path) -> Iterator[None]:
    """Let no file grow beyond what SQLite's log has now."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, ((folder / "atout.db-wal").stat().st_size, before[1]))
    yield
    resource.setrlimit(resource.RLIMIT_FSIZE, before)


@contextmanager
def filled(folder: Path) -> Iterator[None]:
    """Leave no room in the folder."""
    try:
        with (folder / "rubbish").open("wb", buffering=0) as rubbish:
            while rubbish.write(_BLOCK):
                pass
    except OSError:
        pass
    yield
    (folder / "rubbish").unlink()


def observe(kind: str, folder: Path) -> dict[str, Any]:
    """What a service answers before its disk is full, while it is, and afterwards."""
    idle: Any = NOBODY
    app = create_app(Settings(database=f"{folder}/atout.db", **idle))
    client = app.test_client()
    logs = quick_lines(4)

    def judge(log: str) -> tuple[int, str | None]:
        answer = client.post("/v1/analyses", data=log, content_type="application/json")
        return answer.status_code, answer.headers.get("Location")

    def ready() -> Any:
        answer = client.get("/readyz")
        return [answer.status_code, answer.get_json().get("detail")]

    _, place = judge(logs[0])
    job = hand_in(client, logs).headers["Location"]
    found: dict[str, Any] = {"before": ready()}
    with limited(folder) if kind == "limit" else filled(folder):
        for name in ("full", "still full"):
            found[name] = {
                "judged": judge(logs[1])[0],
                "kept": client.get(str(place)).status_code,
                "judged again": judge(logs[0]),
                "job": client.get(job).status_code,
                "results": client.get(f"{job}/results", buffered=True).status_code,
                "jobs": len(client.get("/v1/jobs").get_json()["jobs"]),
                "handed in": hand_in(client, logs).status_code,
                "cancelled": client.delete(job).status_code,
                "ready": ready(),
            }
    wait_until(lambda: ready()[0] == 200, "the end of it")
    status, second = judge(logs[1])
    found["after"] = [status, client.get(str(second)).status_code, hand_in(client, logs).status_code]
    found["n_jobs"] = n_rows(app, JobRow)
    found["place"] = place
    part_of(app, Store).close()
    return found


if __name__ == "__main__":
    store.CHECK_S = 0.1
    means, at = sys.argv[1], Path(sys.argv[2])
    if means == "fill":
        # Within a namespace of this process, in which anybody may mount.
        subprocess.run(["mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", str(at)], check=True)
    json.dump(observe(means, at), sys.stdout)
