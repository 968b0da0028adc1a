"""Running the command line in a test."""

import json
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from click.testing import CliRunner, Result

from solver.cli.main import main
from tests.support.api.servers import check_mark

ROOT = Path(__file__).resolve().parents[2]
BELOTE = (ROOT / "samples" / "belote.json").read_text(encoding="utf-8")
SMALL: dict[str, Any] = {
    "variant": "quadrette",
    "rules": {"short_deals": True},
    "dealer": "W",
    "contract": {"trump": "C"},
    "deal": {"N": "-.K.-.Q", "E": "A.J.-.-", "S": "-.-.A.J", "W": "8.-.K.-"},
    "plays": ["CJ"],
}


def run(*arguments: str, stdin: str | bytes | IO[bytes] = "", language: str = "C") -> Result:
    environment = {"LANGUAGE": None, "LC_ALL": language}
    result = CliRunner(env=environment).invoke(main, list(arguments), input=stdin)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    assert "Traceback" not in result.output
    return result


def answers(result: Result) -> list[dict[str, Any]]:
    return [json.loads(line) for line in result.stdout.splitlines()]


def body(**changes: Any) -> str:
    return json.dumps({**SMALL, **changes})


def without_stats(answer: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in answer.items() if key != "stats"}


ATOUT = [sys.executable, "-m", "solver"]


@contextmanager
def start(*arguments: str, **options: Any) -> "Iterator[subprocess.Popen[bytes]]":
    """A command under way; it does not outlive the test, and Ctrl-C reaches it even under nohup."""
    if "serve" in arguments:
        check_mark()
    with subprocess.Popen(
        [*ATOUT, *arguments],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
        **options,
    ) as process:
        try:
            yield process
        finally:
            process.kill()
