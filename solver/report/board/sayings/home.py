"""The sentences of the page to begin with."""

from collections.abc import Mapping

from solver.sentences import Message, mark

HOME_SAYS: Mapping[str, Message] = {
    "home_says": mark("What every card is worth with best play of all: proved, not guessed."),
    "home_open": mark("Open a game or a position"),
    "home_label": mark("Paste it here, or drop a file anywhere on this page"),
    "home_kinds": mark(
        "A game goes to its analysis, a position to the board. It may be JSON, PBN, LIN, a link to a page of "
        "this service or to a bridge hand, or the text of a deal (N:AT.87.K8.AJ …)."
    ),
    "home_go": mark("Open"),
    "home_file": mark("Or choose a file"),
    "home_by_hand": mark("Or enter a deal card by card"),
    "home_working": mark("Working on it…"),
    "home_look": mark("Show it on the board"),
    "home_refused": mark("This cannot be used:"),
    "home_line": mark("Line {line}: {fault}"),
    "home_games": mark("Or begin with one of these"),
    "home_sample": mark("A game, judged"),
    "home_deal": mark("A new deal"),
    "home_daily": mark("Puzzle of the day"),
    "home_api": mark("For programs"),
    "home_docs": mark("The API, to read and to try"),
    "home_openapi": mark("Its description (OpenAPI)"),
    "home_problems": mark("What can be wrong with a request"),
    "home_no_script": mark("Opening a game here needs JavaScript; the API and the puzzles' pages do not."),
}
"""By the names under which the page and its modules say them."""
