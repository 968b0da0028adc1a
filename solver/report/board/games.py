"""The games that the editor of the board offers: what a deal of each needs, options, and spelling."""

from collections.abc import Mapping
from typing import Any

from solver.cards import NOTATIONS, spellings
from solver.game import contract_fields
from solver.report.board.copies import copy_of
from solver.report.contract import bid_text
from solver.rules import CAPOT, CAPOT_BID, VARIANTS, Rules, Scoring, find_variant
from solver.seats import seat_spellings
from solver.sentences import Language
from solver.speech import Speech

_SAME = frozenset({"level"})
"""The parts of a contract that only name another one a second time."""


def board_games(language: Language) -> dict[str, Any]:
    """Return all games for the editor, in JSON types.

    ``games`` has the facts of each by its name: ``title``, ``aliases``, ``players``, ``turn``, ``suits``,
    ``ranks``, ``each`` (the cards of a hand), ``stock``, ``trumps``, ``lead`` (who leads), ``contract`` (the
    fields of a contract), ``bids`` (pairs of a bid and its name), ``multipliers``, ``vulnerable`` (True in
    bridge) and ``rules`` (the value of each option).  ``options`` has each option by its name, in the words
    of `Rules.option_choices`.  ``spelled`` has the ways to write seats, bids and, by notation, suits, ranks
    and trumps, each with what it stands for.  All is the caller's own, who may change it.

    >>> from solver.report.board.games import board_games
    >>> board_games("fr")["games"]["coinche"]["bids"][-1]
    [250, 'capot']
    """
    return copy_of(_games, language)


def _games(language: Language) -> Mapping[str, Any]:
    speech = Speech(language, language)
    options: dict[str, dict[str, Any]] = {}
    games = {}
    for name in VARIANTS:
        rules = find_variant(name)
        offered = rules.option_choices(speech)
        games[name] = _facts(rules, speech) | {"rules": {one["rule"]: one["value"] for one in offered}}
        for one in offered:
            _add_option(options, one)
    spelled = {
        "seats": seat_spellings(),
        "bids": {CAPOT.upper(): CAPOT_BID},
        "letters": {notation: spellings(notation) for notation in NOTATIONS},
    }
    return {"games": games, "options": options, "spelled": spelled}


def _facts(rules: Rules, speech: Speech) -> dict[str, Any]:
    return {
        "title": rules.texts(speech)["title"],
        "aliases": rules.aliases,
        "players": rules.players,
        "turn": rules.turn.value,
        "suits": rules.suits,
        "ranks": rules.ranks,
        "each": rules.cards_each,
        "stock": rules.stock,
        "trumps": rules.trumps,
        "lead": rules.first_lead.value,
        "contract": [part for part in contract_fields(rules) if part not in _SAME],
        "bids": [(bid, bid_text(bid, speech)) for bid in rules.bids],
        "multipliers": rules.multipliers,
        "vulnerable": rules.scoring == Scoring.duplicate,
    }


def _add_option(options: dict[str, dict[str, Any]], one: Mapping[str, Any]) -> None:
    """Add an option as one game offers it; the choices of all games stand together."""
    known = options.setdefault(one["rule"], {key: one[key] for key in one if key not in ("rule", "value")})
    for choice in one.get("choices", ()):
        if choice not in known["choices"]:
            known["choices"] = [*known["choices"], choice]
