"""Proofs of techniques checked again: the changed position is dealt anew, and solved as a deal of its own."""

from collections.abc import Iterable, Mapping

from solver import Position, solve
from solver.cards import Card
from solver.game.trick import Trick
from solver.reasons.course import Course
from solver.reasons.reason import Move, Proof, ProvedReason
from solver.reasons.themes import Mistake
from solver.rules import Rules


class Table:
    """Hands, the trick under way and the tricks won so far, kept by the simplest means."""

    def __init__(self, position: Position) -> None:
        self.rules: Rules = position.rules
        self.trump = position.contract.trump
        self.contract = position.contract.to_dict()
        self.options = position.to_dict().get("rules", {}) | {"short_deals": True}
        self.hands = {seat: list(hand) for seat, hand in position.hands.items()}
        self.trick = position.trick
        self.won = list(position.tally.tricks)
        self.last: Trick | None = None
        self.voids = {seat: set[str]() for seat in self.hands}
        for trick in (*position.tricks, position.trick):
            self._see_voids(trick)

    def _see_voids(self, trick: Trick) -> None:
        for seat, card in zip(trick.seats(self.rules), trick.plays, strict=True):
            if card.suit != trick.plays[0].suit:
                self.voids[seat].add(trick.plays[0].suit)

    def play(self, cards: Iterable[Card]) -> None:
        """Play cards; a finished trick is counted for the side that won it."""
        for card in cards:
            seat = self.trick.to_play(self.rules)
            assert seat is not None
            self.hands[seat].remove(card)
            self.trick = self.trick.add(card)
            if self.trick.is_complete(self.rules):
                self.last = self.trick
                winner = self.trick.winner(self.rules, self.trump)
                self.won[self.rules.side_of(winner)] += 1
                self.trick = Trick(winner)

    def move(self, moves: Iterable[Move]) -> None:
        """Put cards into other hands: into none that has shown out of their suit."""
        for move in moves:
            assert move.card.suit not in self.voids[move.taker]
            self.hands[move.giver].remove(move.card)
        for move in moves:
            self.hands[move.taker].append(move.card)

    def put_back(self, kept: Card, gone: Card) -> None:
        """Give the player of a card of the last trick that card back, and take another one instead."""
        assert self.last is not None
        seat = self.last.seats(self.rules)[self.last.plays.index(kept)]
        self.hands[seat].remove(gone)
        self.hands[seat].append(kept)

    def award(self, seat: str) -> None:
        """Count the last trick for the side of another seat, who leads then."""
        assert self.last is not None
        winner = self.last.winner(self.rules, self.trump)
        self.won[self.rules.side_of(winner)] -= 1
        self.won[self.rules.side_of(seat)] += 1
        self.trick = Trick(seat)

    def value(self, side: int) -> int:
        """The tricks of a side minus those of the other, at the end of best play."""
        so_far = self.won[side] - self.won[1 - side]
        if not any(self.hands.values()):
            return so_far
        dealt = {seat: list(hand) for seat, hand in self.hands.items()}
        for seat, card in zip(self.trick.seats(self.rules), self.trick.plays, strict=True):
            dealt[seat].append(card)
        answer = solve(
            Position.from_dict(
                {
                    "variant": self.rules.name,
                    "rules": self.options,
                    "leader": self.trick.leader,
                    "deal": {seat: [str(card) for card in hand] for seat, hand in dealt.items()},
                    "contract": self.contract,
                    "plays": [str(card) for card in self.trick.plays],
                }
            )
        )
        assert answer.value is not None
        first, second = (answer.value[name] for name in self.rules.side_names)
        return so_far + (first - second if side == 0 else second - first)


def check_reason(mistake: Mistake, reason: ProvedReason) -> None:
    """Prove a technique again, with each of its changes."""
    for proof in (reason.proof, *reason.more_proofs):
        before = {card: _value_after(mistake, card) for card in (reason.better, mistake.card)}
        assert proof.best.before == before[reason.better]
        assert proof.played.before == before[mistake.card]
        assert (proof.best.after, proof.played.after) == _changed(mistake, reason.better, proof, before)
        loss = proof.best.before - proof.played.before
        assert loss > 0
        assert 2 * (proof.best.after - proof.played.after) <= loss
        assert proof.best.after < proof.best.before or proof.played.after > proof.played.before


def _value_after(mistake: Mistake, card: Card) -> int:
    table = Table(mistake.position)
    table.play([card])
    return table.value(mistake.own)


def _changed(mistake: Mistake, better: Card, proof: Proof, before: Mapping[Card, int]) -> tuple[int, int]:
    """The values of both cards in the changed position."""
    table = Table(mistake.position)
    if proof.kind == "exchange":
        assert proof.moves
        assert not {move.card for move in proof.moves} & {better, mistake.card}
        values = []
        for card in (better, mistake.card):
            table = Table(mistake.position)
            table.move(proof.moves)
            table.play([card])
            values.append(table.value(mistake.own))
        return values[0], values[1]
    if proof.kind == "lines":
        assert proof.cards is not None
        assert proof.best_line is not None
        # The others may play to this trick as they did: a line as good as the first one of best play.
        table.play(proof.best_line)
        assert table.value(mistake.own) == before[better]
        instead = Course(mistake.position, proof.best_line)
        lost = [card for card in proof.cards if mistake.wins_own(instead.trick_of[card])]
        assert all(instead.trick_of[card].taking == card for card in lost)
        assert not any(mistake.wins_own(mistake.played.trick_of[card]) for card in lost)
        gained = [card for card in proof.cards if card not in lost]
        assert all(mistake.played.trick_of[card].taking == card for card in gained)
        assert all(mistake.wins_own(mistake.played.trick_of[card]) for card in gained)
        return before[better], before[mistake.card] + 2 * (len(lost) - len(gained))
    n_missing = mistake.rules.n_players - len(mistake.on_table)
    if proof.kind == "lead" and proof.n_tricks is not None:
        line = proof.best_line or proof.played_line
        assert line is not None
        n_cards = n_missing + (proof.n_tricks - 1) * mistake.rules.n_players
        table.play(line[:n_cards])
        assert proof.seat is not None
        table.trick = Trick(proof.seat)
        value = table.value(mistake.own)
        if line[0] == better:
            return value, before[mistake.card]
        return before[better], value
    if proof.kind == "lead" and proof.best.after != proof.best.before:
        table.play(mistake.better.line[:n_missing])
        assert proof.seat is not None
        table.trick = Trick(proof.seat)
        return table.value(mistake.own), before[mistake.card]
    if proof.kind == "spend" and proof.best_line is not None:
        assert proof.best_line[0] == better
        assert proof.cards is not None
        table.play(proof.best_line[:n_missing])
        table.put_back(*proof.cards)
        return table.value(mistake.own), before[mistake.card]
    n_later = mistake.rules.n_players * ((proof.n_tricks or 1) - 1)
    table.play(mistake.played.line[: n_missing + n_later])
    if proof.kind == "lead":
        assert proof.seat is not None
        table.trick = Trick(proof.seat)
    elif proof.kind == "award":
        assert proof.seat is not None
        table.award(proof.seat)
        for gone in proof.cards or ():
            table.put_back(mistake.card, gone)
    elif proof.kind == "keep":
        table.put_back(mistake.card, better)
        if proof.seat is not None:
            table.trick = Trick(proof.seat)
    else:
        assert proof.kind == "spend"
        assert proof.cards is not None
        table.put_back(*proof.cards)
    return before[better], table.value(mistake.own)
