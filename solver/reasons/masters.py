"""Masters that fall together: two cards of one side, each of which would win a trick, lie in the same one."""

from collections.abc import Iterator, Sequence

from solver.cards import Card
from solver.game import Position
from solver.reasons.course import Course, CourseTrick
from solver.reasons.proved import proved
from solver.reasons.prover import Prover
from solver.reasons.reason import Proof, ProvedReason, Reason, Worth
from solver.reasons.stakes import earned_more
from solver.reasons.themes import Mistake
from solver.reasons.this_trick import explains


def masters_together(mistake: Mistake, prover: Prover) -> Iterator[ProvedReason]:
    """Find that partner's master falls in this trick with the card: one of them held still ends the loss.

    Partner holds theirs, and the card is gone that goes with the best card.  Where partner plays theirs with
    the best card as well, the card itself is held, and the best card is gone.  Partner's card falls however
    the trick is played on, as long as nobody gives anything away.
    """
    found = _partner_card(mistake)
    # What combinations come to is no matter of two masters.
    if found is None or (mistake.rules.has_combinations and earned_more(mistake)):
        return
    now, instead = mistake.played.tricks[0], mistake.better.tricks[0]
    holder = now.seats[now.cards.index(found)]
    other = instead.cards[instead.seats.index(holder)]
    finished = mistake.after_trick(mistake.played)
    held, gone = (found, other) if other != found else (mistake.card, mistake.best)
    if finished.is_over or gone not in finished.hands[mistake.played.seat_of[held]]:
        return
    best, played = mistake.leads_own
    after = prover.value(finished.kept(held, gone), guess=best, least=best - mistake.cost // 2)
    if explains(mistake, best, min(after, best)) and _is_certain(mistake, prover, found):
        proof = Proof(
            kind="spend",
            cards=(held, gone),
            best=Worth(best, best),
            played=Worth(played, after),
            played_line=mistake.played.line,
        )
        yield proved(mistake, Reason.masters_together, {"cards": (mistake.card, found)}, proof)


def masters_together_later(mistake: Mistake, prover: Prover) -> Iterator[ProvedReason]:
    """Find that two masters of own fall in one later trick: one of them held still ends the loss.

    It is held as the same hand holds it with best play; a card is gone that this hand has played by then.
    They are of another suit than the card: a card of theirs is to be kept itself.
    """
    # What combinations come to is no matter of two masters.
    if mistake.rules.has_combinations and earned_more(mistake):
        return
    for n_tricks, trick in enumerate(mistake.played.tricks[1:-1], start=2):
        pair = _masters_in(mistake, trick)
        if pair is not None and pair[0].suit != mistake.card.suit:
            proof = _proof_of_holding(mistake, prover, pair, n_tricks)
            if (
                proof is not None
                and _is_certain_later(mistake, prover, pair, trick, n_tricks)
                and not _falls_with_another(mistake, prover, pair)
            ):
                values = {"cards": pair, "trick": trick.number, "way": "later"}
                yield proved(mistake, Reason.masters_together, values, proof)
            return


def _masters_in(mistake: Mistake, trick: CourseTrick) -> tuple[Card, ...] | None:
    """Return two masters of own that fall in a trick after the card, as they are played; None if none do."""
    laid = zip(trick.seats, trick.cards, strict=True)
    pair = tuple(card for seat, card in laid if mistake.is_own(seat) and card.suit == trick.taking.suit)
    left = [card for one in mistake.played.tricks if one.number >= trick.number for card in one.cards]
    theirs = [card for card in left if not mistake.is_own(mistake.played.seat_of[card])]
    return pair if len(pair) > 1 and _are_masters(mistake, pair, theirs) else None


def _proof_of_holding(
    mistake: Mistake, prover: Prover, pair: tuple[Card, ...], n_tricks: int
) -> Proof | None:
    """Prove by holding one of two masters still after some tricks of the line after the card."""
    finished, instead = (mistake.after_trick(course, n_tricks) for course in (mistake.played, mistake.better))
    best, played = mistake.leads_own
    for held in pair:
        seat = mistake.played.seat_of[held]
        spent = [card for card in finished.hands[seat] if card not in instead.hands[seat]]
        if held not in instead.hands[seat] or not spent:
            continue
        gone = min(spent, key=lambda card: (mistake.points(card), mistake.heights[card]))
        after = prover.value(finished.kept(held, gone), guess=best, least=best - mistake.cost // 2)
        if explains(mistake, best, after):
            return Proof(
                kind="spend",
                n_tricks=n_tricks,
                cards=(held, gone),
                best=Worth(best, best),
                played=Worth(played, after),
                played_line=mistake.played.line,
            )
    return None


def _are_masters(mistake: Mistake, pair: Sequence[Card], theirs: Sequence[Card]) -> bool:
    """True if cards of the opponents can fall to both of two cards, and each wins its own trick in best play.

    theirs: the cards of the opponents.
    """
    trick_of = mistake.better.trick_of
    heights = [mistake.heights[card] for card in theirs if card.suit == pair[0].suit]
    is_master = heights and all(mistake.heights[one] > max(heights) for one in pair)
    apart = trick_of[pair[0]] is not trick_of[pair[1]]
    return bool(is_master) and apart and all(trick_of[one].taking == one for one in pair)


def _partner_card(mistake: Mistake) -> Card | None:
    """Return partner's master that falls in this trick with the card, a master too; None if none does.

    Of their suit no opponent holds a higher one, and either wins a trick of its own with best play.
    """
    now = mistake.played.tricks[0]
    hands = mistake.position.hands
    theirs = [card for seat in hands if not mistake.is_own(seat) for card in hands[seat]]
    for seat, card in zip(now.seats, now.cards, strict=True):
        pair = (card, mistake.card)
        if seat == mistake.seat or not mistake.is_own(seat) or card.suit != mistake.card.suit:
            continue
        is_later = card not in mistake.on_table and now.taking in pair
        if is_later and _are_masters(mistake, pair, theirs):
            return card
    return None


def _is_certain_later(
    mistake: Mistake, prover: Prover, pair: tuple[Card, ...], trick: CourseTrick, n_tricks: int
) -> bool:
    """True if the second of two masters falls however the trick of the first is played on at no cost."""
    n_before = (n_tricks - 1) * mistake.rules.n_players - len(mistake.on_table)
    line = mistake.played.line[: n_before + trick.cards.index(pair[0]) + 1]
    _, played = mistake.leads_own
    return _falls(mistake, prover, mistake.position.play_all(line), pair[1], played)


def _falls_with_another(mistake: Mistake, prover: Prover, pair: tuple[Card, ...]) -> bool:
    """True if two masters fall in one trick after another best card, too: the card is not what costs."""
    best, _ = mistake.leads_own
    for value in mistake.others:
        line = (value.card, *prover.line(mistake.position.play(value.card), best))
        trick_of = Course(mistake.position, line).trick_of
        if trick_of[pair[0]] is trick_of[pair[1]]:
            return True
    return False


def _is_certain(mistake: Mistake, prover: Prover, card: Card) -> bool:
    """True if partner's card falls in this trick in every line of best play."""
    _, played = mistake.leads_own
    return _falls(mistake, prover, mistake.position.play(mistake.card), card, played)


def _falls(mistake: Mistake, prover: Prover, position: Position, card: Card, value: int) -> bool:
    """True if every play of the trick that keeps the value brings the card."""
    if not position.trick.plays or card in position.trick.plays:
        return card in position.trick.plays
    for play in position.legal_plays():
        after = position.play(play)
        keeps = play == card or prover.value(after, value, least=value, most=value) == value
        if play != card and keeps and not _falls(mistake, prover, after, card, value):
            return False
    return True
