"""A judged game of bridge as other programs show it: a mark and a sentence on every mistake."""

from collections.abc import Mapping
from typing import Any

from solver.analysis import SIGNS, Grade
from solver.formats.record import clip
from solver.game import MAX_COMMENT, MAX_COMMENTS


def annotated(log: Mapping[str, Any], judged: Mapping[str, Any]) -> dict[str, Any]:
    """``log``, as `normal_log` has it, with comments on the cards that ``judged`` finds fault with.

    ``judged`` is the dict of a `DealAnalysis`; the comments are its explanations, in its language.  What the
    log says already stays, unless it is the same.
    """
    found = [comment for play in judged["plays"] if (comment := _comment_on(play)) is not None]
    said = {(comment["play"], comment.get("text")) for comment in found}
    before = log.get("comments", ())
    kept = [comment for comment in before if (comment.get("play"), comment.get("text")) not in said]
    comments = sorted([*kept, *found][-MAX_COMMENTS:], key=_place)
    return {**log, "comments": comments} if comments else dict(log)


def _comment_on(play: Mapping[str, Any]) -> dict[str, Any] | None:
    sign = SIGNS.get(Grade(play["grade"])) if play.get("grade") else None
    if sign is None:
        return None
    said = clip(play.get("explanation") or "", MAX_COMMENT)
    return {"play": play["index"], "mark": sign, **({"text": said} if said else {})}


def _place(comment: Mapping[str, Any]) -> tuple[bool, bool, int]:
    number = comment.get("call", comment.get("play"))
    return number is not None, "play" in comment, number or 0
