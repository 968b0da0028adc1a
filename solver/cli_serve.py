"""Starting the service: what to try once it runs, and gunicorn in the place of this process."""

import os
import shlex
import shutil
import socket
import sys
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import NoReturn

APPLICATION = "api.wsgi:app"
CONFIGURATION = "gunicorn.conf.py"
SETTINGS = "api.config"
STORE = "api.store"
SAMPLE = Path("samples") / "belote.json"

EXAMPLE = (
    '{"variant":"quadrette","dealer":"W","contract":{"trump":"C"},'
    '"deal":{"N":"-.K.-.Q","E":"A.J.-.-","S":"-.-.A.J","W":"8.-.K.-"},"rules":{"short_deals":true},"plays":["CJ"]}'
)
"""A short log for where the samples are not at hand."""


def what_to_try(host: str, port: int) -> str:
    """What a new user is told: where the service listens, and a request to paste."""
    url = f"http://{_reachable(host)}:{port}"
    sample = _find_sample()
    data = f"@{shlex.quote(str(sample))}" if sample else shlex.quote(EXAMPLE)
    lines = [
        f"Atout listens at {url}; its documentation is at {url}/docs. Ctrl-C stops it.",
        "",
        "Judge a game card by card, from another terminal:",
        "",
        f"  curl -s {url}/v1/analyses -H 'Content-Type: application/json' -d {data}",
        "",
    ]
    if sample:
        lines += [
            "The same game as a table:",
            "",
            f"  {_own_command()} analyse {shlex.quote(str(sample))}",
            "",
        ]
    return "\n".join(lines)


def what_to_change(port: int) -> str:
    """What helps whoever cannot listen there, however the service was started."""
    other = port + 1 if port < 65_535 else port - 1
    return f"choose another with --host and --port, or ATOUT_HOST and ATOUT_PORT (make run PORT={other})"


def try_port(host: str, port: int) -> None:
    """Raise OSError if nobody can listen there."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        probe.bind((host, port))


def check_settings() -> None:
    """Raise ValueError, in one sentence, for a variable of the environment that the service cannot have."""
    # The service is built on this package, which therefore knows it by name only.
    import_module(SETTINGS).read_settings()


def upgrade_database() -> str:
    """Bring the service's database to the present schema, and say so.

    Raises ValueError for a setting that cannot be, RuntimeError for a database that cannot be used.
    """
    address = import_module(SETTINGS).read_settings().database
    return str(import_module(STORE).prepare_database(address))


def become_gunicorn(host: str, port: int, threads: int | None) -> NoReturn:
    """Run gunicorn in the place of this process; ``threads`` is how many solves run at once."""
    package = find_spec("api")
    if package is None or package.origin is None:
        raise ImportError("the package api, the service, is not installed")
    # Not as the option -P: a gunicorn that takes over from another one (SIGUSR2) is started without options.
    environment = {**os.environ, "PYTHONSAFEPATH": "1"}
    if threads is not None:
        environment["ATOUT_SOLVING_SLOTS"] = str(threads)
    home = Path(package.origin).parent
    bind = f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
    command = [sys.executable, "-m", "gunicorn", "--config", str(home / CONFIGURATION)]
    command += ["--bind", bind, APPLICATION]
    # Python and gunicorn look for modules in the directory they are started in: in a clone of the repository
    # that would be the source tree, which has no compiled core. They are to use what is installed.
    os.chdir(home.parent)
    os.execve(sys.executable, command, environment)


def _reachable(host: str) -> str:
    """The address by which this machine reaches what listens at ``host``."""
    if host in ("0.0.0.0", "::", ""):
        return "127.0.0.1"
    return f"[{host}]" if ":" in host else host


def _find_sample() -> Path | None:
    """The sample log: as seen from here, or where the repository lies; None without a repository."""
    if SAMPLE.is_file():
        return SAMPLE
    installed = Path(__file__).resolve().parents[1] / SAMPLE
    return installed if installed.is_file() else None


def _own_command() -> str:
    """How this program is called: by its name where that finds it, else by its path from here."""
    found = shutil.which("atout")
    own = Path(sys.argv[0])
    if own.name != "atout" or (found and Path(found).resolve() == own.resolve()):
        return "atout"
    try:
        return shlex.quote(str(own.resolve().relative_to(Path.cwd())))
    except ValueError:
        return shlex.quote(str(own))
