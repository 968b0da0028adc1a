"""A naive reader of themes: from the JSON of a puzzle alone, every theme told is proved again.

It plays both lines card by card, sees who takes what, and solves changed positions from the start.  It shares
no code with `solver.puzzles.themes` nor with `solver.reasons`.
"""

from collections.abc import Callable, Iterator

from solver import parse_card
from solver.cards import Card
from solver.game.combinations import find_combinations
from solver.rules.words import Objective
from tests.support.puzzles.theme_changes import ChangedPuzzle
from tests.support.puzzles.theme_lines import Played
from tests.support.search.plain_values import plain_values


class ThemeReader(ChangedPuzzle):
    """One puzzle, as its JSON tells it, with the solution."""

    def faults(self) -> Iterator[str]:
        """Yield every theme told that is not so."""
        at_end = self.after(self.start, map(parse_card, self.puzzle["line"]))
        for card in self.line[len(self.puzzle["line"]) :]:
            values = plain_values(at_end)
            if values[card] != max(values.values()):
                yield f"{card} is not best play"
            at_end = at_end.play(card)
        for theme in self.puzzle["themes"]:
            if not self.holds(theme):
                yield theme

    def holds(self, theme: str) -> bool:
        """True if a theme is so."""
        test: Callable[[], bool] = getattr(self, f"is_{theme}")
        return test()

    # ---- the first trick

    def is_ruff(self) -> bool:
        return self.is_ruffing and self.L[0].best == self.k

    def is_overruff(self) -> bool:
        beats = self.is_ruffing and self.trumps(self.best_on_table) and self.wins_now(self.k)
        return beats and not self.best_is_mine

    def _refuses(self) -> bool:
        if not self.table or self.trumps(self.table[0]) or self.trumps(self.k) or self.best_is_mine:
            return False
        winning = {card for card in self.legal if self.trumps(card) and self.wins_now(card)}
        return bool(winning) and winning <= self.wrong_cards

    def is_refuse_ruff(self) -> bool:
        return self._refuses() and not self.trumps(self.best_on_table)

    def is_refuse_overruff(self) -> bool:
        return self._refuses() and self.trumps(self.best_on_table)

    def is_underruff(self) -> bool:
        if not self.is_ruffing or not self.trumps(self.best_on_table) or self.wins_now(self.k):
            return False
        return {card.suit for card in self.legal} != {self.trump}

    def is_duck(self) -> bool:
        if not self.table or self.k.suit != self.table[0].suit or self.mine_first:
            return False
        higher = [card for card in self.legal if card.suit == self.k.suit and self.wins_now(card)]
        return bool(higher) and not self.wins_now(self.k)

    def is_hold_up(self) -> bool:
        left = [card for hand in self.start.hands.values() for card in hand]
        left += [*self.table, *self.start.stock_left]
        highest = max((card for card in left if card.suit == self.k.suit), key=self.height)
        return self.is_duck() and highest in self.hand

    def is_overtake(self) -> bool:
        if not self.table or not self.best_is_mine or self.k.suit != self.best_on_table.suit:
            return False
        low = {c for c in self.legal if c.suit == self.k.suit and not self.wins_now(c)}
        return self.wins_now(self.k) and bool(low & self.wrong_cards)

    def is_cover(self) -> bool:
        if not self.table or self.mine(self.start.trick.leader) or self.best_on_table != self.table[0]:
            return False
        low = {c for c in self.legal if c.suit == self.k.suit and not self.wins_now(c)}
        covers = self.k.suit == self.table[0].suit and self.wins_now(self.k)
        return covers and bool(low & self.wrong_cards) and not self.mine_first

    def is_load(self) -> bool:
        if not self.table or self.rules.objective == Objective.tricks:
            return False
        worth = sorted(self.points(card) for card in self.legal)
        dearest = self.points(self.k) == worth[-1] > worth[0]
        return dearest and self.mine_first and self.L[0].winner != self.seat

    def is_discard_loser(self) -> bool:
        if not self.table or self.k.suit in (self.table[0].suit, self.trump):
            return False
        later = self.trick_of(self.R, self.k)
        return self.mine_first and later is not None and not self.mine(later.winner)

    def is_sacrifice(self) -> bool:
        taken = [self.tricks(line)[0] for line in self.rivals]
        great = [
            trick
            for trick in taken
            if self.mine(trick.winner)
            and (self.rules.objective == Objective.tricks or self.points(*trick.by.values()) >= 10)
        ]
        return bool(great) and not self.mine_first

    def is_quiet(self) -> bool:
        cards = list(self.L[0].by.values())
        if self.rules.objective != Objective.tricks and self.points(*cards):
            return False
        if set(cards) & set(self.start.honours) or self.L[0].best == self.k:
            return False
        return self.mine(self.R[0].winner) == self.mine_first

    # ---- later

    def is_unblock(self) -> bool:
        suit, height = self.k.suit, self.height(self.k)
        spared = [
            cards
            for cards, line in zip(self.classes, self.rivals, strict=True)
            if any(c.suit == suit and self.height(c) < height for c in cards)
            and self.mine(self.tricks(line)[0].winner) == self.mine_first
        ]
        if not spared:
            return False
        return any(
            trick.led.suit == suit == trick.best.suit
            and self.height(trick.best) < height
            and self.mine(trick.winner)
            and trick.winner != self.seat
            for trick in self.L[1:]
        )

    def is_void_made(self) -> bool:
        if self.trumps(self.k) or [c for c in self.hand if c.suit == self.k.suit] != [self.k]:
            return False
        return any(
            trick.led.suit == self.k.suit and trick.winner == self.seat and self.trumps(trick.best)
            for trick in self.L[1:]
        )

    def is_draw_trumps(self) -> bool:
        if self.table or not self.trumps(self.k):
            return False
        drawn = {card for seat, card in self.L[0].by.items() if not self.mine(seat) and self.trumps(card)}
        return any(trick.best in drawn and not self.trumps(trick.led) for trick in self.R)

    def is_stop_drawing(self) -> bool:
        own = {card for card in self.legal if self.trumps(card)}
        theirs = [c for seat, held in self.start.hands.items() if not self.mine(seat) for c in held]
        is_plain = not self.table and not self.trumps(self.k)
        return is_plain and bool(own) and own <= self.wrong_cards and any(map(self.trumps, theirs))

    def is_trump_promotion(self) -> bool:
        for number, trick in enumerate(self.L):
            fallen = self.trick_of(self.R, trick.best)
            if not self.trumps(trick.best) or not self.mine(trick.winner):
                continue
            if fallen is None or fallen == self.R[0]:
                continue
            held = next(seat for seat, card in fallen.by.items() if card == trick.best)
            if self.mine(fallen.winner) or not self.trumps(fallen.best) or not self.mine(held):
                continue
            spent = self.trick_of(self.L[:number], fallen.best)
            if spent is not None and (
                not self.trumps(spent.led) or self.height(spent.best) > self.height(fallen.best)
            ):
                return True
        return False

    def is_cash_first(self) -> bool:
        left = [card for hand in self.start.hands.values() for card in hand] + [*self.start.stock_left]
        higher = [c for c in left if c.suit == self.k.suit and self.height(c) > self.height(self.k)]
        if self.table or higher or self.trumps(self.k) or self.L[0].best != self.k:
            return False
        lost = self.trick_of(self.R, self.k)
        if lost is None or self.mine(lost.winner):
            return False
        return lost.led.suit != self.k.suit or self.trumps(lost.best)

    def is_keep_entry(self) -> bool:
        for trick in self.L[1:-1]:
            seat, card = trick.winner, trick.best
            if not self.mine(seat) or seat in [one.winner for one in self.R[1:-1]]:
                continue
            spent = card != self.k and card in self.R[0].by.values()
            lost = self.trick_of(self.R, card)
            blocked = (
                lost is not None
                and self.mine(lost.winner)
                and lost.winner != seat
                and lost.best.suit == card.suit
            )
            if spent or blocked:
                return True
        return False

    # ---- prizes

    def _moves(self, card: Card | None) -> str:
        """Whose a card is that own has in the line alone: ``own`` or ``theirs``; empty if it is none."""
        if card is None:
            return ""
        right, wrong = self.trick_of(self.L, card), self.trick_of(self.R, card)
        if right is None or wrong is None or not self.mine(right.winner) or self.mine(wrong.winner):
            return ""
        by = {self.mine(seat) for one in (right, wrong) for seat, c in one.by.items() if c == card}
        return "" if len(by) > 1 else "own" if by.pop() else "theirs"

    @property
    def _tens(self) -> list[Card]:
        return [c for trick in self.L for c in trick.by.values() if c.rank == "T" and self.points(c) >= 10]

    def is_save_ten(self) -> bool:
        return any(self._moves(card) == "own" for card in self._tens)

    def is_catch_ten(self) -> bool:
        return any(self._moves(card) == "theirs" for card in self._tens)

    def is_save_jack(self) -> bool:
        return self._moves(self.start.honours.jack) == "own"

    def is_catch_jack(self) -> bool:
        return self._moves(self.start.honours.jack) == "theirs"

    def is_low(self) -> bool:
        told = [self.result(line).to_dict(self.rules) for line in (self.line, self.wrong_line)]
        own, other = self.rules.side_names[self.side], self.rules.side_names[1 - self.side]
        return self.rules.objective == Objective.four_points and [one["low"] for one in told] == [own, other]

    def is_game_point(self) -> bool:
        games = [self.result(line).game for line in (self.line, self.wrong_line)]
        return games[0][self.side] == games[1][1 - self.side] == 1

    def is_last_trick(self) -> bool:
        ends = [self.result(line).last_trick[self.side] for line in (self.line, self.wrong_line)]
        return ends[0] > 0 == ends[1]

    def _takes_all(self, line: tuple[Card, ...], side: int) -> bool:
        scores = self.rules.trick_scores
        earns = self.rules.slam > 0 or (len(scores) > 1 and scores[-1] > scores[-2])
        return earns and not self.result(line).tricks[1 - side]

    def is_capot(self) -> bool:
        return self._takes_all(self.line, self.side) and not self._takes_all(self.wrong_line, self.side)

    def is_stop_capot(self) -> bool:
        other = 1 - self.side
        return self._takes_all(self.wrong_line, other) and not self._takes_all(self.line, other)

    def is_combination(self) -> bool:
        def earned(tricks: list[Played], is_mine: bool) -> set[tuple[str, frozenset[Card]]]:
            return {
                one.key
                for trick in tricks
                if self.mine(trick.winner) is is_mine
                for one in find_combinations(self.rules, self.trump, tuple(trick.by.values()))
            }

        gained = earned(self.L, True) - earned(self.R, True)
        return bool(gained or earned(self.R, False) - earned(self.L, False))

    # ---- facts

    def is_contract(self) -> bool:
        return bool(self.puzzle["goal"]["kind"] == "contract")

    def is_defeat(self) -> bool:
        return bool(self.puzzle["goal"]["kind"] == "defeat")

    def is_defeat_by_one(self) -> bool:
        least = self.puzzle["goal"]["at_least"]
        over = self.result(self.line).result[self.side] - (least or 0)
        most = 0 if self.rules.objective == Objective.tricks else 9
        return self.is_defeat() and least is not None and over <= most

    def is_only_card(self) -> bool:
        node = self.puzzle["tree"]
        while "end" not in node:
            if len(node.get("right", [])) > 1:
                return False
            node = node["replies"][0]["then"] if "replies" in node else node["then"]
        return True

    def is_one(self) -> bool:
        return bool(self.puzzle["length"] == 1)

    def is_short(self) -> bool:
        return bool(self.puzzle["length"] == 2)

    def is_long(self) -> bool:
        return bool(self.puzzle["length"] > 2)

    def is_ending(self) -> bool:
        return len(self.L) <= 3

    def is_middle(self) -> bool:
        return not self.is_ending() and not self.is_opening()

    def is_opening(self) -> bool:
        n_played = len(self.start.plays) // len(self.start.rules.players)
        return n_played < 2 and not self.is_ending()

    def is_taker(self) -> bool:
        taker = self.start.contract.taker
        return taker is not None and self.mine(taker)

    def is_defence(self) -> bool:
        taker = self.start.contract.taker
        return taker is not None and not self.mine(taker)
