"""``atout serve``: the service started, and what to try once it runs."""

import os
import shlex
import shutil
import socket
import sys
from dataclasses import fields
from importlib.util import find_spec
from pathlib import Path
from typing import NoReturn

import click
from click.core import ParameterSource

from api.commands.told import say
from api.commands.wrong import WrongSetting
from api.settings import Settings, WrongTextError, name_database, parse_address, read_settings
from solver.sentences import Phrase, phrase
from solver.system_reasons import system_reason

APPLICATION = "api.wsgi:app"
CONFIGURATION = "gunicorn.conf.py"
DATABASE_VARIABLES = {"ATOUT_DATABASE", "ATOUT_DATABASE_FILE"}
SAMPLE = Path("samples") / "belote.json"
PRETTY = "| python3 -m json.tool"

EXAMPLE = (
    '{"variant":"quadrette","dealer":"W","contract":{"trump":"C"},'
    '"deal":{"N":"-.K.-.Q","E":"A.J.-.-","S":"-.-.A.J","W":"8.-.K.-"},"rules":{"short_deals":true},"plays":["CJ"]}'
)
"""A short log for where the samples are not at hand."""

DEFAULTS = {setting.name: setting.default for setting in fields(Settings)}


@click.command("serve")
@click.option("--host", default=DEFAULTS["host"], show_default=True, help="Where to listen.")
@click.option(
    "--port",
    type=click.IntRange(1, 65535),
    default=DEFAULTS["port"],
    show_default=True,
    help="The port to listen at.",
)
@click.option("--threads", type=click.IntRange(1, 1024), help="Solves at once; as many as cores if left out.")
def serve_command(host: str, port: int, threads: int | None) -> None:
    """Start the HTTP service (gunicorn); Ctrl-C stops it."""
    try:
        settings = read_settings()
        kept_in = name_database(parse_address(settings.database))
    except WrongTextError as error:
        raise WrongSetting(*error.said) from None
    # What no option states is as the settings have it, from the environment or from a file.
    host = host if _is_stated("host") else settings.host
    port = port if _is_stated("port") else settings.port
    try:
        try_port(host, port)
    except (OSError, TypeError) as error:
        reason = system_reason(error) if isinstance(error, OSError) else phrase("no host can have that name")
        detail = phrase(
            "cannot listen at {host}, port {port}: {reason}; {change}",
            host=host,
            port=str(port),
            reason=reason,
            change=what_to_change(port),
        )
        raise click.ClickException(say(detail)) from None
    needs_key, has_pages = settings.keys == "required", settings.pages == "on"
    click.echo(what_to_try(host, port, kept_in, needs_key=needs_key, has_pages=has_pages))
    become_gunicorn(host, port, threads)


def what_to_try(
    host: str, port: int, kept_in: str, *, needs_key: bool = False, has_pages: bool = True
) -> str:
    """Return the text for a new user: where the service listens and keeps its data, and a request to paste.

    ``kept_in`` is the name of the database, ``none`` if nothing is kept.
    """
    url = f"http://{_reachable(host)}:{port}"
    sample = _find_sample()
    data = f"@{shlex.quote(str(sample))}" if sample else shlex.quote(EXAMPLE)
    # A browser sends no key.
    listens = (
        phrase(
            "Atout listens: open {url}/ in a browser; its documentation is at {url}/docs. Ctrl-C stops it.",
            url=url,
        )
        if has_pages and not needs_key
        else phrase("Atout listens at {url}; its documentation is at {url}/docs. Ctrl-C stops it.", url=url)
    )
    kept = phrase("Nothing is kept.")
    if kept_in != "none":
        kept = phrase("Analyses, jobs and keys are kept in {place}", place=kept_in)
    lines = [say(listens), say(kept), ""]
    authorization = ""
    if needs_key:
        authorization = ' -H "Authorization: Bearer $KEY"'
        make_one = phrase("Every request needs a key. Make one, in another terminal:")
        if DATABASE_VARIABLES & os.environ.keys():
            make_one = phrase(
                "Every request needs a key. Make one, in another terminal where ATOUT_DATABASE is the same:"
            )
        lines += [
            say(make_one),
            "",
            f"  KEY=$({_own_command()} keys add me)",
            "",
        ]
    lines += [
        say(
            phrase("Judge a game card by card:")
            if needs_key
            else phrase("Judge a game card by card, from another terminal:")
        ),
        "",
        f"  curl -s {url}/v1/analyses -H 'Content-Type: application/json'{authorization} -d {data} {PRETTY}",
        "",
    ]
    if sample:
        lines += [
            say(phrase("The same game as a table:")),
            "",
            f"  {_own_command()} analyse {shlex.quote(str(sample))}",
            "",
        ]
    return "\n".join(lines)


def what_to_change(port: int) -> Phrase:
    """Return the advice for a port that cannot be listened at, however the service was started."""
    other = port + 1 if port < 65_535 else port - 1
    return phrase(
        "choose another with --host and --port, or ATOUT_HOST and ATOUT_PORT (make run PORT={port})",
        port=str(other),
    )


def try_port(host: str, port: int) -> None:
    """Raise OSError, or TypeError for what can be no name, if nobody can listen there."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        probe.bind((host, port))


def become_gunicorn(host: str, port: int, threads: int | None) -> NoReturn:
    """Run gunicorn in the place of this process; ``threads`` is how many solves run at once."""
    package = find_spec("api")
    if package is None or package.origin is None:
        raise ImportError("the package api, the service, is not installed")
    # Not as the option -P: a gunicorn that takes over from another one (SIGUSR2) is started without options.
    environment = {**os.environ, "PYTHONSAFEPATH": "1"}
    # gunicorn reads its number of workers there, though the settings decide, and fails if that is no number.
    environment.pop("WEB_CONCURRENCY", None)
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


def _is_stated(option: str) -> bool:
    """True if the command line states that option."""
    return click.get_current_context().get_parameter_source(option) == ParameterSource.COMMANDLINE


def _reachable(host: str) -> str:
    """Return the address by which this machine reaches what listens at ``host``."""
    if host in ("0.0.0.0", "::", ""):
        return "127.0.0.1"
    return f"[{host}]" if ":" in host else host


def _find_sample() -> Path | None:
    """Return the sample log: as seen from here, or where the repository lies; None without a repository."""
    if SAMPLE.is_file():
        return SAMPLE
    installed = Path(__file__).resolve().parents[2] / SAMPLE
    return installed if installed.is_file() else None


def _own_command() -> str:
    """Return the command that starts this program: its name if that finds it, else its path from here."""
    found = shutil.which("atout")
    own = Path(sys.argv[0])
    if own.name != "atout" or (found and Path(found).resolve() == own.resolve()):
        return "atout"
    try:
        return shlex.quote(str(own.resolve().relative_to(Path.cwd())))
    except ValueError:
        return shlex.quote(str(own))
