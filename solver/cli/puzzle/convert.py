"""``atout puzzle export`` and ``import``: puzzles carried from file to file."""

from pathlib import Path

import click

from solver.cli.options import LANG, FilePath
from solver.cli.puzzle.bank import NO_SUCH_PUZZLE, Wanted, read_bank, small_dict
from solver.cli.puzzle.options import BANK_FILE, IN_FORMAT, bank_options
from solver.cli.puzzle.reading import FILE_FORMATS, NO_PUZZLES, FileFormat, prove, read_puzzle_file
from solver.cli.request import Options
from solver.cli.run import answer_one, end, report
from solver.cli.spoken import not_written, usage_error
from solver.cli.streams import tell
from solver.cli.whole_file import reads_from
from solver.errors import SolverError
from solver.formats import puzzle_line, write_puzzle_pbn, write_puzzles_csv
from solver.json_text import json_line
from solver.puzzles import Puzzle
from solver.sentences import Language, phrase


@click.command("export")
@bank_options
@click.option("--to", "out_format", type=click.Choice(FILE_FORMATS), default="ndjson", help="What to write.")
@click.option("--proof", is_flag=True, help="NDJSON: with every defence and what refutes each wrong card.")
@LANG
def export_command(
    bank: str | None,
    variant: str | None,
    themes: tuple[str, ...],
    level: int | None,
    out_format: FileFormat,
    proof: bool,
    language: Language,
) -> None:
    """Write puzzles as NDJSON, CSV or PBN (bridge).

    Each is proved before it is written to standard output; those that are not sound, or not of bridge where
    PBN is asked for, are reported to standard error and left out. The exit status is then 1.
    """
    if proof and out_format != "ndjson":
        raise usage_error(phrase("--proof is written in NDJSON; leave out --to"))
    if out_format == "pbn" and variant not in (None, "bridge"):
        raise usage_error(phrase("PBN holds puzzles of bridge; name --variant bridge, or another --to"))
    n_read = n_refused = 0
    wanted = Wanted(variant, themes, level)
    for entry in read_bank(bank, wanted):
        n_read += 1
        try:
            puzzle = answer_one(entry.named.body, prove, Options(language=language))
            text = _text_of(puzzle, out_format, is_first=n_read - n_refused == 1, has_proof=proof)
        except SolverError as error:
            n_refused += 1
            report(entry.named, error.faults, language)
        else:
            click.echo(text, nl=False)
    end(n_read, n_refused, language, NO_PUZZLES if wanted == Wanted() else NO_SUCH_PUZZLE)


def _text_of(puzzle: Puzzle, out_format: FileFormat, *, is_first: bool, has_proof: bool) -> bytes:
    if out_format == "ndjson":
        return json_line(puzzle.to_dict(shown=True) if has_proof else small_dict(puzzle)) + b"\n"
    if out_format == "pbn":
        return write_puzzle_pbn(puzzle, is_first=is_first).encode()
    return "".join(write_puzzles_csv([puzzle]) if is_first else [puzzle_line(puzzle)]).encode()


@click.command("import")
@click.argument("file", type=BANK_FILE, default="-")
@IN_FORMAT
@click.option(
    "--bank",
    required=True,
    type=FilePath(writable=True),
    help="The file of puzzles to add to.",
)
@LANG
def import_command(file: str, file_format: FileFormat | None, bank: str, language: Language) -> None:
    """Add puzzles to a bank, each proved again; those that are there stay.

    FILE holds puzzles as NDJSON, CSV or PBN (bridge); without it, or with -, standard input is read. The bank
    is a file of NDJSON, made if there is none. Puzzles that are not sound are reported to standard error and
    left out; the exit status is then 1.
    """
    path = Path(bank)
    if path.suffix == ".gz":
        raise usage_error(phrase("a bank that grows is not zipped; name a file that ends in .ndjson"))
    if reads_from(file, bank):
        raise usage_error(phrase("the bank is the file to read"))
    known = {entry.id for entry in read_bank(bank, Wanted())} if path.exists() else set()
    n_read = n_refused = n_new = 0
    try:
        with path.open("ab") as out:
            for named in read_puzzle_file(file, file_format, language):
                n_read += 1
                try:
                    puzzle = answer_one(named.body, prove, Options(language=language))
                except SolverError as error:
                    n_refused += 1
                    report(named, error.faults, language)
                    continue
                if puzzle.id not in known:
                    known.add(puzzle.id)
                    n_new += 1
                    out.write(json_line(small_dict(puzzle)) + b"\n")
    except OSError as error:
        raise not_written(bank, error) from None
    said = phrase(
        "{file}: {new} added, {kept} were there before, {refused} refused.",
        file=bank,
        new=n_new,
        kept=n_read - n_new - n_refused,
        refused=n_refused,
    )
    if n_read:
        tell(said, language)
    end(n_read, n_refused, language, NO_PUZZLES)
