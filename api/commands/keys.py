"""``atout keys``: the keys of those who may ask the HTTP service."""

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

import click

from api.access import KeyStore, open_keys
from api.commands.kept import MAX_DAYS, telling_failures
from api.commands.told import say, say_in, tell
from api.commands.wrong import WrongSetting
from api.settings import WrongTextError
from solver.sentences import mark_in, phrase

HEADINGS = (phrase("NAME"), phrase("STATE"), phrase("MADE"), phrase("EXPIRES"), phrase("LAST USED"))
STATES: Mapping[str, tuple[str, str]] = {
    "active": mark_in("state of a key", "active"),
    "expired": mark_in("state of a key", "expired"),
    "revoked": mark_in("state of a key", "revoked"),
}


@contextmanager
def _keys() -> Iterator[KeyStore]:
    """Open the keys in the service's database, with all that can be wrong told in a sentence."""
    try:
        with telling_failures(), open_keys() as keys:
            # Not on standard output, which may go where the key is wanted.
            tell(phrase("Database: {name}", name=keys.database), err=True)
            yield keys
    except WrongTextError as error:
        raise WrongSetting(*error.said) from None


@click.group("keys")
def keys_group() -> None:
    """Give and take the keys of the HTTP service, in the database that ATOUT_DATABASE names.

    Clients send their key as "Authorization: Bearer KEY". ATOUT_KEYS says whether the service asks for
    one: required, optional or off.
    """


@keys_group.command("add")
@click.argument("name")
@click.option("--days", type=click.IntRange(1, MAX_DAYS), help="How long it works; for good if left out.")
def add_command(name: str, days: int | None) -> None:
    """Make a key for NAME and print it, this once.

    Only a digest of it is kept. A name whose key was revoked may have a new one. A key that cannot be
    printed is revoked.
    """
    with _keys() as keys:
        secret = keys.add(name, days)
        try:
            click.echo(secret)
        except BaseException:
            keys.revoke(name)
            tell(phrase("The key of {name} could not be shown, and is revoked.", name=name), err=True)
            raise
    tell(phrase("Keep it now: it cannot be shown again."), err=True)


@keys_group.command("list")
@click.option("--json", "as_json", is_flag=True, help="JSON: a line for each key.")
def list_command(as_json: bool) -> None:
    """List the keys: which work, and when each was last used."""
    with _keys() as keys:
        found = [key.to_dict() for key in keys.list()]
    if as_json:
        for key in found:
            click.echo(json.dumps(key, ensure_ascii=False))
        return
    if not found:
        tell(phrase("There are no keys; atout keys add NAME makes one."))
        return
    rows = [tuple(map(say, HEADINGS))]
    for key in found:
        days = (_day(key[moment]) for moment in ("made_at", "expires_at", "last_used_on"))
        rows.append((key["name"], say_in(*STATES[key["state"]]), *days))
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        click.echo("  ".join(text.ljust(width) for text, width in zip(row, widths, strict=True)).rstrip())


@keys_group.command("revoke")
@click.argument("name")
def revoke_command(name: str) -> None:
    """Let the key of NAME work no more.

    It is refused within seconds, wherever the service runs.
    """
    with _keys() as keys:
        keys.revoke(name)
    tell(phrase("The key of {name} is revoked.", name=name))


def _day(moment: str | None) -> str:
    return "-" if moment is None else moment[:10]
