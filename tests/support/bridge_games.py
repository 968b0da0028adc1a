"""Bridge games as logs: random ones, and those of texts, for the tests of the formats they are written in."""

import random
import re
from collections.abc import Iterable, Iterator
from typing import Any

from hypothesis import strategies as st

from solver.formats import games as formats
from solver.formats.games import OutFormat
from solver.formats.record import Record
from solver.game.auctions.bridge import DOUBLE, PASS, REDOUBLE, BridgeAuction
from solver.game.auctions.speaking import STRAINS
from solver.game.bridge_game import Game
from solver.game.position import Position
from solver.game.remarks import MARKS
from solver.rules import find_variant

MATCH = ("Event", "Stage", "HomeTeam", "VisitTeam")
DECK = [suit + rank for suit in "SHDC" for rank in "AKQJT98765432"]
NAMES = st.text(
    st.characters(codec="utf-8", exclude_characters="|,", categories=("L", "N", "P", "Zs")), max_size=20
)
CALLS = (PASS, PASS, DOUBLE, REDOUBLE, *(f"{level}{strain}" for level in range(1, 8) for strain in STRAINS))


def read_log(record: Record, *, partial: bool = False) -> dict[str, Any]:
    """The log of a record that can be played."""
    return formats.read_log(record, partial=partial).to_dict()


def read_deal(record: Record) -> dict[str, Any]:
    """The log of a record's deal."""
    return formats.read_deal(record).to_dict()


def convert_record(record: Record) -> dict[str, Any]:
    """The log of a record, which may lack contract or hands."""
    return formats.convert_record(record).to_dict()


def normal_log(body: object) -> dict[str, Any]:
    """The log of a body, which may lack contract, hands or plays, in its normal form."""
    return Game.from_dict(body).to_dict()


def write_logs(logs: Iterable[dict[str, Any]], out_format: OutFormat) -> str:
    """``logs`` of bridge as a text."""
    games = map(Game.from_dict, logs)
    return "".join(formats.write_game_of(game, out_format, is_first=not n) for n, game in enumerate(games))


def random_auction(rng: random.Random, dealer: str) -> tuple[list[str], BridgeAuction]:
    """An auction that is over."""
    auction, calls = BridgeAuction(find_variant("bridge"), dealer), []
    while not auction.is_over:
        options = [call for call in CALLS if _may_call(auction, call)]
        near = options[: 2 + rng.randrange(8)]
        call = rng.choice(near)
        auction = auction.call(call)
        calls.append(call)
    return calls, auction


def _may_call(auction: BridgeAuction, call: str) -> bool:
    try:
        auction.call(call)
    except ValueError:
        return False
    return True


def random_log(rng: random.Random, names: dict[str, str], note: str) -> dict[str, Any]:
    """A log in its normal form: deal, auction, contract, plays, names."""
    deck = rng.sample(DECK, 52)
    dealer = rng.choice("NESW")
    calls, auction = random_auction(rng, dealer)
    log: dict[str, Any] = {
        "variant": "bridge",
        "dealer": dealer,
        "vulnerable": rng.choice(["none", "NS", "EW", "both"]),
        "deal": {seat: deck[13 * index : 13 * index + 13] for index, seat in enumerate("NESW")},
        "auction": [explained(rng, call, note) for call in calls],
        "board": str(rng.randrange(1, 40)),
    }
    if names:
        log["players"] = names
    if auction.bid is not None:
        log["contract"] = auction.bid.to_dict()
        position = Position.from_dict(log)
        for _ in range(rng.choice([0, 1, 6, 37, 52])):
            position = position.play(rng.choice(position.legal_plays()))
        log["plays"] = [str(card) for card in position.plays]
        if 0 < len(log["plays"]) < 52:
            won = position.tally.tricks[position.rules.side_of(position.contract.taker or "")]
            log["result"] = rng.randint(won, 13 - len(position.tricks) + won)
    comments = [entry for entry in random_comments(rng, log, note) if {"mark", "text"} & set(entry)]
    if comments:
        log["comments"] = comments
    if names and rng.randrange(2):
        log["tags"] = dict.fromkeys(rng.sample(MATCH, 2), next(iter(names.values())))
    return normal_log(log)


def random_comments(rng: random.Random, log: dict[str, Any], text: str) -> Iterator[dict[str, Any]]:
    """Comments on the game, on calls and on plays; on each of these one, with a mark or without."""
    said = {"text": f"said: {text}".replace("}", ")")} if text else {}
    if said and rng.randrange(2):
        yield said
    for kind, n in (("call", len(log["auction"])), ("play", len(log.get("plays", ())))):
        for number in sorted(rng.sample(range(n), min(n, rng.randrange(4)))):
            mark = {"mark": rng.choice(MARKS)} if rng.randrange(2) else {}
            yield {kind: number, **mark, **said}


def explained(rng: random.Random, call: str, note: str) -> object:
    """A call, now and then alerted and explained."""
    if rng.randrange(4):
        return call
    entry: dict[str, object] = {"call": call, "alert": True}
    return entry | {"note": note} if note and rng.randrange(2) else entry


@st.composite
def logs(draw: st.DrawFn) -> dict[str, Any]:
    """Logs of bridge in their normal form."""
    names = draw(st.dictionaries(st.sampled_from("NESW"), NAMES.map(str.strip).filter(bool)))
    note = _without_signs(" ".join(draw(NAMES).split()))
    if draw(st.booleans()):
        note = f"{note} ♠A, no ♥".strip()
    return random_log(random.Random(draw(st.integers(0, 2**32))), _on_one_line(names), note)


def _without_signs(text: str) -> str:
    """A text in which no letter of a suit is read as the suit's symbol."""
    return re.sub(r"[!\\]+(?=[SHDC])", "", text, flags=re.IGNORECASE)


def _on_one_line(names: dict[str, str]) -> dict[str, str]:
    kept = {seat: " ".join(_without_signs(name).split()) for seat, name in names.items()}
    return {seat: name for seat, name in kept.items() if name and name != "?"}
