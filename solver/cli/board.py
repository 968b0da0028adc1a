"""``atout board``: a folder with the board, for any host of files."""

from collections.abc import Collection
from pathlib import Path

import click

from solver.cli.options import LANG
from solver.cli.spoken import failure, not_written
from solver.cli.streams import tell
from solver.report.page import board_folder
from solver.sentences import Language, phrase

LISTED = "files.txt"
"""The file that names the others, so that a later version knows which are its own."""


@click.command("board")
@click.argument("folder", metavar="DIR", type=click.Path(file_okay=False, path_type=Path))
@LANG
def board_command(folder: Path, language: Language) -> None:
    """Write a folder with the board for any host of files.

    DIR is made if it does not exist. Its index.html is a page on which positions of all games are pasted and
    played, every value computed in the browser: no service is needed, and nothing is sent anywhere. A folder
    that this command has written is written anew; one that has other files is left as it is.
    """
    files = dict(board_folder(language))
    files[LISTED] = "".join(f"{name}\n" for name in sorted([*files, LISTED])).encode()
    place = folder
    try:
        stale = _find_stale(folder, files.keys())
        folder.mkdir(parents=True, exist_ok=True)
        for name, content in files.items():
            place = folder / name
            place.write_bytes(content)
        for name in stale:
            place = folder / name
            place.unlink()
    except OSError as error:
        raise not_written(str(error.filename or place), error) from None
    tell(phrase("{path}: {files} files written.", path=str(folder), files=len(files)), language)


def _find_stale(folder: Path, names: Collection[str]) -> list[str]:
    """Return the files of a version before that are not written any more; refuse a folder with others."""
    if not folder.exists():
        return []
    found = {path.name for path in folder.iterdir()}
    listed = folder / LISTED
    own = (
        set(listed.read_text(encoding="utf-8", errors="replace").splitlines()) if listed.is_file() else set()
    )
    others = sorted(found - own)
    if others:
        raise failure(
            phrase(
                "{folder} has other files, as {file}; name a folder that is empty or not there yet",
                folder=str(folder),
                file=others[0],
            )
        )
    return sorted((found & own) - set(names))
