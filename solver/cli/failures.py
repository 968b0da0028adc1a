"""Failures over one body told as faults of it, so that the answers to the others are not lost."""

import traceback
from collections.abc import Iterator
from contextlib import contextmanager

import click

from solver.errors import SolverError, wrong
from solver.fault_codes import Code
from solver.sentences import EnglishOnly
from solver.wrongs import no_memory


@contextmanager
def failures_as_faults() -> Iterator[None]:
    """Raise SolverError for want of memory, and for an error that only a mistake of the program can raise.

    The traceback of the latter goes to standard error.
    """
    try:
        yield
    except (SolverError, click.ClickException):
        raise
    except MemoryError:
        raise SolverError(no_memory()) from None
    except Exception as error:
        traceback.print_exception(error)
        said = EnglishOnly("".join(traceback.format_exception_only(error)).strip())
        failed = wrong(
            Code.not_done_here, "the program has failed on it, please report this: {error}", error=said
        )
        raise SolverError(failed) from None
