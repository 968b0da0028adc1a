"""The rules of following, ruffing and overruffing: section ``[duties]``."""

from dataclasses import dataclass, field

from solver.rules.row import rule
from solver.rules.words import FollowDuty, HeadTrumpsDuty, OverruffDuty, RuffDuty, UnderruffDuty


@dataclass(frozen=True)
class DutyFields:
    """The duties of a player who does not lead."""

    follow: FollowDuty = field(
        default=FollowDuty.strict,
        metadata=rule(
            "duties.follow",
            "What a player owes who holds the suit led.",
            {
                FollowDuty.strict: "A player who holds the suit led must follow suit.",
                FollowDuty.or_ruff: "A player who holds the suit led must follow suit or may ruff.",
            },
            option=True,
        ),
    )
    ruff: RuffDuty = field(
        default=RuffDuty.free,
        metadata=rule(
            "duties.ruff",
            "When a player who is void in the suit led must ruff.",
            {
                RuffDuty.free: "A player who is void in the suit led may play anything.",
                RuffDuty.unless_partner_winning: "A player who is void in the suit led must ruff, unless "
                "partner is winning.",
                RuffDuty.unless_partner_led: "A player who is void in the suit led must ruff, unless partner "
                "led the trick and no opponent has ruffed it.",
                RuffDuty.required: "A player who is void in the suit led must ruff.",
            },
            option=True,
        ),
    )
    overruff: OverruffDuty = field(
        default=OverruffDuty.free,
        metadata=rule(
            "duties.overruff",
            "Whether a ruff must beat the trump that is winning.",
            {
                OverruffDuty.free: "An opponent's ruff need not be overruffed.",
                OverruffDuty.required: "A player who ruffs after an opponent has ruffed must overruff if "
                "able.",
                OverruffDuty.always: "A player who ruffs a trick that has been ruffed must overruff if able, "
                "even partner.",
            },
            option=True,
        ),
    )
    underruff: UnderruffDuty = field(
        default=UnderruffDuty.free,
        metadata=rule(
            "duties.underruff",
            "What a player owes who has trumps, but none that beats the trump to overruff: an "
            "opponent's, and partner's too where that must be overruffed.",
            {
                UnderruffDuty.free: "A player who cannot overruff may discard instead.",
                UnderruffDuty.required: "A player who should ruff and cannot overruff must still play a "
                "trump.",
                UnderruffDuty.last_resort: "A player who cannot overruff must discard while holding anything "
                "but trumps.",
            },
            option=True,
        ),
    )
    head_trumps: HeadTrumpsDuty = field(
        default=HeadTrumpsDuty.never,
        metadata=rule(
            "duties.head_trumps",
            "When a player must head a trick to which trumps were led.",
            {
                HeadTrumpsDuty.never: "When trumps are led, any trump may be played.",
                HeadTrumpsDuty.opponents: "When trumps are led, a player must head the trick if able, but "
                "not over a partner who is winning.",
                HeadTrumpsDuty.always: "When trumps are led, a player must head the trick if able, even over "
                "partner.",
            },
            option=True,
        ),
    )
