"""Addresses of analyses: the same log has the same address on every machine, however it is written."""

import json
from base64 import b32encode
from collections.abc import Collection, Mapping
from dataclasses import fields, is_dataclass
from hashlib import sha256
from typing import Any

from solver import (
    BridgeScoring,
    Deal,
    Fault,
    Log,
    LoggedDeal,
    Sampling,
    Speech,
)
from solver.answer_json import written
from solver.sentences import Phrase

ID_PATTERN = "^[a-z2-7]{32}$"
"""The last part of an address: 160 bits in base32 (RFC 4648), in lower case."""

_N_BYTES = 20
_FORM = "atout analysis 1"
"""The start of the digested text; another number changes all addresses."""
_SAID_OF_RULES = ("aliases", "description", "source", "notes", "sources")
"""The keys that describe rules of one's own and change no answer."""
_PLAIN = Speech()
"""The letters that a log is digested in, whichever it is written in."""
_SAMPLED = ("samples", "seed", "plays", "nodes", "bids")
"""The fields of a sampling that are always digested; one that comes later only where it is not as usual."""


def canonical_log(
    log: Log,
    fair: Sampling | None,
    scoring: BridgeScoring = BridgeScoring.matchpoints,
    calls: Sampling | None = None,
) -> dict[str, Any]:
    """Return everything that an analysis depends on, in canonical form.

    That is the game (by name with the options that differ, or as rules), each deal with its contract and
    plays, the names that the answer repeats, the calls of its auction, the claim that has ended it, the
    sampling of the fair verdict and of the calls, and the scoring of bridge.  It is not the limit, the
    language and notation of the answer, or the log's format.
    """
    content: dict[str, Any] = {"deals": [_canonical_deal(deal) for deal in log.deals]}
    if log.thrown_in:
        content["thrown_in"] = [[deal.index, written(deal)] for deal in log.thrown_in]
    if log.is_match:
        content["match"] = {} if log.log_id is None else {"id": log.log_id}
    if log.is_partial:
        content["partial"] = True
    if log.deals[0].game is not None and scoring != BridgeScoring.matchpoints:
        content["scoring"] = scoring.value
    if fair is not None:
        content["fair"] = _canonical_fields(fair, _SAMPLED)
    if calls is not None:
        content["calls"] = _canonical_fields(calls, _SAMPLED)
        # As the calls were made; what was played says the rest.
        content["first_deals"] = [
            None if deal.first_deal is None else _canonical_first(deal.first_deal) for deal in log.deals
        ]
    return content


def kept_log(content: Mapping[str, Any], log: Log) -> dict[str, Any]:
    """Return ``content``, as `canonical_log` makes it of ``log``, with rules that can be read again."""
    deals = [
        {**canonical, "variant": _without_texts(deal.position.rules.to_dict())}
        if isinstance(canonical["variant"], Mapping)
        else canonical
        for canonical, deal in zip(content["deals"], log.deals, strict=True)
    ]
    return {**content, "deals": deals}


def _without_texts(rules: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in rules.items() if name not in _SAID_OF_RULES}


def _canonical_deal(deal: LoggedDeal) -> dict[str, Any]:
    content = deal.position.to_dict()
    if isinstance(content["variant"], Mapping):
        content["variant"] = _without_texts(deal.position.rules.identity())
    if deal.log_id is not None:
        content["id"] = deal.log_id
    if deal.names:
        content["players"] = dict(deal.names)
    if deal.auction:
        content["auction"] = list(deal.auction)
    if deal.turned_cards.refused:
        content["refused_cards"] = [str(card) for card in deal.turned_cards.refused]
    if deal.left_over:
        content["left_over"] = sorted(map(str, deal.left_over))
    if deal.agreed is not None:
        # A claim decides the outcome, and what the deal brings to a match.
        content["result"] = deal.agreed
    if deal.faults:
        content["faults"] = list(map(_canonical_fault, deal.faults))
    return content


def _canonical_first(deal: Deal) -> dict[str, Any]:
    hands = {seat: sorted(map(str, hand)) for seat, hand in deal.hands.items()}
    return {"deal": hands, "stock": [str(card) for card in deal.stock]}


def _canonical_fault(fault: Fault) -> list[object]:
    """Return a fault of a play: its place, its code, and the play as it is stated.

    What else the sentence names follows from the cards before it: a better one makes no other address.
    """
    said = _without_words(fault.in_letters(_PLAIN).wrong)
    stated = said.get("card", said.get("text", said)) if isinstance(said, dict) else said
    return [fault.pointer, fault.code.value, stated]


def _without_words(said: Any) -> Any:
    """Return the values in the places of a sentence: another wording makes no other address.

    Words without a place, such as "a list" for what is no card, are a value themselves.
    """
    if isinstance(said, Phrase) and said.values:
        values = {name: _without_words(value) for name, value in said.values}
        return values if not said.n else {"n": said.n, **values}
    if isinstance(said, tuple):
        return list(map(_without_words, said))
    if is_dataclass(said):
        return {name: _without_words(value) for name, value in _canonical_fields(said).items()}
    return str(said)


def _canonical_fields(data: Any, always: Collection[str] = ()) -> dict[str, Any]:
    """Return the fields of a dataclass without those at their default: another field moves no address."""
    told = ((field, getattr(data, field.name)) for field in fields(data))
    return {field.name: value for field, value in told if field.name in always or value != field.default}


def address_of(content: Mapping[str, Any]) -> str:
    """Return the last part of the address of ``content``, as `canonical_log` makes it."""
    text = json.dumps(content, sort_keys=True, separators=(",", ":"))
    digest = sha256(f"{_FORM}\n{text}".encode()).digest()
    return b32encode(digest[:_N_BYTES]).decode().lower()
