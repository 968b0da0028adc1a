"""The request of a hand whose calls are judged."""

import time
from dataclasses import dataclass
from typing import Any

from marshmallow import Schema

from api.http import raise_all
from api.schemas.fields import Asked, Label, Option, OptionGroup, ref
from api.schemas.requests import AskedLimit, GameFields, LimitSchema
from api.settings import Settings
from solver import AskedHand, BidsRead, Notation, SolverError
from solver.requests import HAND_DEALS, NOTATION, QUICK

_SAMPLES, _SEED, _BIDS = HAND_DEALS


@dataclass(frozen=True, slots=True)
class BidsRequest:
    """A hand whose calls are to be judged."""

    hand: AskedHand
    limit: AskedLimit
    notation: Notation
    samples: int
    seed: int
    bids: BidsRead
    quick: bool

    def samples_within(self, settings: Settings) -> int:
        """Return the deals that are granted: what was asked for, up to the ceiling."""
        return max(min(self.samples, settings.max_samples), _SAMPLES.low)


class BidsSchema(GameFields):
    """A hand, and what was said before its player calls; what each possible call is worth is asked."""

    dealer = Asked(
        "The dealer's seat; who speaks first follows from it. Bridge can do without where no auction is "
        "stated.",
        ref("SeatText"),
    )
    hand = Asked(
        "The hand of the player whose turn it is. Belote: the five cards before the auction is over. All "
        "fours: six, and when another suit is accepted the nine of which three are discarded.",
        ref("Hand"),
        required=True,
    )
    seat = Asked(
        "Who holds the hand: the player whose turn it is, which is checked. It must be said where everybody "
        "discards. In bridge, when the auction is over, whoever leads, if it is not said.",
        ref("SeatText"),
    )
    turned_up = Asked(
        "Belote and all fours: the card turned up. In a second turn of another card, and when another suit "
        "is accepted: a list of the one refused, those of its suit that were passed over, and the one that "
        "lies there.",
        {"anyOf": [ref("CardText"), {"type": "array", "items": ref("CardText")}]},
    )
    auction = Asked(
        "The calls so far, first that of the player who speaks first; they are checked. If left out: none.",
        {"type": "array", "items": ref("Call")},
    )
    partner = Asked("Bridge: partner's hand, where the contracts of a pair are judged.", ref("Hand"))
    contract = Asked("Bridge: the contract, with its declarer, in place of the auction.", ref("Contract"))
    vulnerable = Asked(
        "Bridge: who is vulnerable; `EO` is `EW`. If left out: `none`.",
        {"enum": ["none", "NS", "EW", "EO", "both"]},
    )
    samples = Option(_SAMPLES)
    seed = Option(_SEED)
    bids = Option(_BIDS)
    quick = Option(QUICK)
    limit = OptionGroup(LimitSchema, allow_none=True, metadata={"description": "What the solver may use."})
    notation = Option(NOTATION)
    id = Label("A name of your own for the hand.")

    def load(self, data: Any, **kwargs: Any) -> Any:
        """Return the request in ``data``; raises SolverError with the faults of schema and solver."""
        started = time.monotonic()
        AskedHand.refuse_log(data)
        values, faults = self.values(data, **kwargs)
        hand: AskedHand | None = None
        refused: SolverError | None = None
        try:
            hand = AskedHand.from_dict(self.known(data))
        except SolverError as error:
            refused = error
        raise_all(faults, refused)
        assert hand is not None, "what has no fault is a hand"
        return BidsRequest(
            hand,
            AskedLimit(**values.get("limit") or {}, spent_s=time.monotonic() - started),
            values.get("notation") or "en",
            values.get("samples") or hand.usual_samples,
            values.get("seed") or 0,
            values.get("bids") or "read",
            bool(values.get("quick")),
        )


HANDS: tuple[type[Schema], ...] = (BidsSchema,)
"""Every schema of this module."""
