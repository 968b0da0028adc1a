"""The bank by itself, on both databases: puzzles added, found, drawn, voted on, and the day's."""

import random
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import date, timedelta

import pytest
from sqlalchemy import func, select

from api.puzzles.attempts import Who
from api.puzzles.bank import Bank, Wanted
from api.puzzles.kept import NewPuzzle, length_key, source_key, tricks_key
from api.puzzles.models import CountRow, DailyRow, KeyRow, PuzzleRow
from api.puzzles.search import WINDOWS, Place, Sort
from api.store.analyses import Store
from benchmarks.made_puzzles import make_puzzles
from tests.support.api.databases import KINDS, database
from tests.support.waiting import PATIENCE_S

MADE = list(make_puzzles(400))
DAY = date(2026, 11, 22)


@pytest.fixture(scope="module", params=KINDS)
def full(request: pytest.FixtureRequest) -> Iterator[Bank]:
    """A bank with all of `MADE`, which tests only read."""
    with database(request.param) as address:
        store = Store(address)
        bank = Bank(store, random.Random(1))
        assert bank.add(MADE) == len(MADE)
        yield bank
        store.close()


@pytest.fixture(scope="module")
def places(full: Bank) -> dict[str, tuple[int, float]]:
    """The number and the rating of each puzzle in the bank."""
    found = {puzzle.id: full.get(puzzle.id) for puzzle in MADE}
    return {name: (kept.number, kept.rating) for name, kept in found.items() if kept}


def read_all(bank: Bank, wanted: Wanted, sort: Sort, limit: int = 30) -> list[str]:
    """The ids of a whole list, page by page."""
    found: list[str] = []
    after: Place | None = None
    while True:
        page, after = bank.find(wanted, sort, after, limit)
        found += [puzzle.id for puzzle in page]
        if after is None:
            return found
        assert len(page) == limit


@pytest.mark.by_day(1)
def test_what_was_added_is_read_again(full: Bank) -> None:
    for puzzle in MADE[:20]:
        kept = full.get(puzzle.id)
        assert kept is not None
        for name in (
            "id",
            "variant",
            "rules_digest",
            "length",
            "themes",
            "source",
            "engine",
            "body",
            "rating",
        ):
            assert getattr(kept, name) == getattr(puzzle, name)
        assert (kept.n_tries, kept.n_solved, kept.popularity, kept.prior) == (0, 0, 0, puzzle.rating)
    assert full.get("0" * 16) is None


def n_rows(store: Store, table: type) -> int:
    with store.connection() as connection:
        n: int = connection.execute(select(func.count()).select_from(table)).scalar_one()
    return n


def test_adding_again_adds_nothing(store: Store) -> None:
    bank = Bank(store)
    assert bank.add(MADE[:30]) == 30
    before = [n_rows(store, table) for table in (PuzzleRow, KeyRow, CountRow)]
    assert bank.add([*MADE[:30], *MADE[10:20]]) == 0
    assert [n_rows(store, table) for table in (PuzzleRow, KeyRow, CountRow)] == before
    assert bank.add(MADE[20:40]) == 10
    assert bank.add([]) == 0


def count_by_hand(puzzles: list[NewPuzzle], game: str, key: str) -> int:
    return len([one for one in puzzles if one.variant == game and (not key or key in keys_by_hand(one))])


def keys_by_hand(puzzle: NewPuzzle) -> set[str]:
    return {
        *puzzle.themes,
        f"length:{puzzle.length}",
        f"tricks:{puzzle.tricks_left}",
        f"source:{puzzle.source}",
    }


def test_a_puzzle_of_another_engine_takes_the_place_of_the_old_one(store: Store) -> None:
    bank = Bank(store)
    bank.add(MADE[:30])
    old = MADE[3]
    new = replace(
        old, engine="other", themes=("squeeze", "duck"), length=7, rating=2000, body={**old.body, "new": True}
    )
    assert bank.add([new, MADE[4]]) == 0
    kept = bank.get(old.id)
    assert kept is not None
    assert (kept.engine, kept.themes, kept.length, kept.rating) == ("other", new.themes, 7, 2000)
    assert kept.body["new"]
    puzzles = [new if one.id == old.id else one for one in MADE[:30]]
    for figures in bank.figures():
        for key in ("", *set().union(*map(keys_by_hand, puzzles))):
            assert figures.by_key.get(key, 0) == count_by_hand(puzzles, figures.game, key)


def test_figures_are_those_of_a_count(full: Bank) -> None:
    found = full.figures()
    assert [figures.game for figures in found] == sorted({puzzle.variant for puzzle in MADE})
    for figures in found:
        ratings = [puzzle.rating for puzzle in MADE if puzzle.variant == figures.game]
        assert (figures.n, figures.lowest, figures.highest) == (len(ratings), min(ratings), max(ratings))
        for key, n in figures.by_key.items():
            assert n == count_by_hand(MADE, figures.game, key)


LISTS: list[tuple[Wanted, Callable[[NewPuzzle], bool]]] = [
    (Wanted(), lambda one: True),
    (Wanted("belote"), lambda one: one.variant == "belote"),
    (Wanted(every=("duck",)), lambda one: "duck" in one.themes),
    (Wanted(every=("duck", "ruff")), lambda one: {"duck", "ruff"} <= set(one.themes)),
    (Wanted(every=("ruff", "refuse_ruff")), lambda one: False),
    (Wanted(every=("no_such_theme",)), lambda one: False),
    (
        Wanted("contree", either=("duck", "squeeze", "no_such_theme")),
        lambda one: one.variant == "contree" and bool({"duck", "squeeze"} & set(one.themes)),
    ),
    (
        Wanted(every=(length_key(2), tricks_key(4)), either=("quiet", "duck"), ratings=(1300, 1600)),
        lambda one: (
            (one.length, one.tricks_left) == (2, 4)
            and bool({"quiet", "duck"} & set(one.themes))
            and 1300 <= one.rating <= 1600
        ),
    ),
    (
        Wanted(every=(source_key("logs"),), either=("squeeze", "capot")),
        lambda one: one.source == "logs" and bool({"squeeze", "capot"} & set(one.themes)),
    ),
    (Wanted("whist"), lambda one: False),
]


@pytest.mark.by_day(12)
@pytest.mark.slow
@pytest.mark.parametrize("sort", Sort)
@pytest.mark.parametrize("case", range(len(LISTS)))
@pytest.mark.parametrize("few", [0, 5_000])
def test_lists_hold_what_is_asked_for_in_order(
    full: Bank,
    places: dict[str, tuple[int, float]],
    monkeypatch: pytest.MonkeyPatch,
    case: int,
    sort: Sort,
    few: int,
) -> None:
    monkeypatch.setattr("api.puzzles.search.FEW", few)
    wanted, is_wanted = LISTS[case]
    found = read_all(full, wanted, sort)
    assert sorted(found) == sorted(puzzle.id for puzzle in MADE if is_wanted(puzzle))
    in_order = [places[name][0 if sort in (Sort.new, Sort.old) else 1] for name in found]
    assert in_order == sorted(in_order, reverse=sort in (Sort.new, Sort.hard))


def test_a_list_goes_on_where_it_was_whatever_is_added(store: Store) -> None:
    bank = Bank(store)
    bank.add(MADE[:20])
    page, after = bank.find(Wanted(), Sort.old, None, 10)
    bank.add(MADE[20:30])
    assert after is not None
    rest, last = bank.find(Wanted(), Sort.old, after, 100)
    assert len({puzzle.id for puzzle in [*page, *rest]}) == 30
    assert last is None


@pytest.mark.by_day(1)
@pytest.mark.slow
def test_the_next_puzzle_is_near_and_of_the_themes(full: Bank) -> None:
    for wanted, is_wanted in LISTS:
        for rating in (900, 1500, 2600):
            possible = [puzzle for puzzle in MADE if is_wanted(puzzle)]
            windows = (
                {one.id for one in possible if abs(one.rating - rating) <= window} for window in WINDOWS
            )
            near = next((ids for ids in windows if ids), set())
            if wanted.ratings != Wanted().ratings:
                continue  # the rating of the next puzzle is asked for as one number
            for _ in range(5):
                found = full.next(wanted, rating)
                assert (found is None) == (not near)
                assert found is None or found.id in near


@pytest.mark.by_day(1)
def test_the_next_puzzle_is_another_one_until_all_were_there(full: Bank) -> None:
    wanted = Wanted("belote", every=("duck",))
    near = {
        one.id
        for one in MADE
        if one.variant == "belote" and "duck" in one.themes and abs(one.rating - 1500) <= WINDOWS[-1]
    }
    seen: list[str] = []
    while (found := full.next(wanted, 1500, seen)) is not None:
        seen.append(found.id)
    assert len(seen) == len(set(seen))
    assert set(seen) == near


@pytest.mark.night
def test_every_puzzle_comes_in_its_turn(full: Bank) -> None:
    near = {one.id for one in MADE if one.variant == "contree" and abs(one.rating - 1500) <= WINDOWS[0]}
    drawn = [full.next(Wanted("contree"), 1500) for _ in range(16 * len(near))]
    assert {found.id for found in drawn if found} == near


def test_puzzles_with_other_rules_are_listed_and_never_come_next(store: Store) -> None:
    bank = Bank(store)
    body = {**MADE[0].body, "variant": "belote"}
    own = NewPuzzle.of({**body, "position": {"variant": "belote", "rules": {"ruff": "free"}}})
    rules = {"name": "belote", "ruff": "free"}
    game = NewPuzzle.of({**body, "id": "b" * 16, "position": {"variant": rules}})
    assert own.rules_digest != game.rules_digest
    bank.add([own, game])
    assert read_all(bank, Wanted("belote"), Sort.new) == [own.id]
    assert read_all(bank, Wanted("own:belote"), Sort.new) == [game.id]
    assert bank.next(Wanted("belote"), own.rating) is None
    assert bank.next(Wanted(), own.rating) is None


@pytest.mark.by_day(1)
def test_the_puzzle_of_a_day_is_chosen_once_and_never_again(store: Store) -> None:
    bank = Bank(store)
    belote = [puzzle for puzzle in MADE if puzzle.variant == "belote" and 700 <= puzzle.rating <= 2300][:6]
    bank.add(belote)
    assert bank.daily(DAY, "belote", may_choose=False) is None
    days = [DAY + timedelta(days=number) for number in range(8)]
    chosen = [bank.daily(day, "belote", may_choose=True) for day in days]
    assert {found.id for found in chosen if found} == {puzzle.id for puzzle in belote}
    assert chosen[6:] == [None, None]
    assert [bank.daily(day, "belote", may_choose=True) for day in days] == chosen
    assert bank.daily(DAY, "whist", may_choose=True) is None


def test_the_puzzle_of_a_day_is_one_that_people_like(store: Store) -> None:
    bank = Bank(store)
    bank.add(puzzle for puzzle in MADE if puzzle.variant == "belote" and 1420 <= puzzle.rating <= 1480)
    liked, _ = bank.find(Wanted(), Sort.easy, None, 1)
    bank.vote(liked[0], Who("", "ann"), is_up=True)
    daily = bank.daily(DAY, "belote", may_choose=True)
    assert daily is not None
    assert daily.id == liked[0].id


@pytest.mark.by_day(1)
@pytest.mark.slow
def test_days_that_are_chosen_at_once_are_the_same_for_all(
    address: str, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("api.store.database.BUSY_S", PATIENCE_S)
    stores = [Store(address) for _ in range(4)]
    Bank(store).add(MADE)
    days = [DAY + timedelta(days=number % 6) for number in range(24)]

    def choose(number: int) -> str:
        found = Bank(stores[number % 4]).daily(days[number], "belote", may_choose=True)
        assert found is not None
        return found.id

    with ThreadPoolExecutor(8) as pool:
        chosen = list(pool.map(choose, range(24)))
    assert len(set(chosen)) == 6
    assert all(chosen[number] == chosen[number % 6] for number in range(24))
    assert n_rows(store, DailyRow) == 6
    for one in stores:
        one.close()


def test_a_vote_can_be_changed_and_counts_once(store: Store) -> None:
    bank = Bank(store)
    bank.add(MADE[:1])
    kept = bank.get(MADE[0].id)
    assert kept is not None
    ann, ben, nobody = Who("", "ann"), Who("key", "ann"), Who()
    votes = [
        (ann, True, (1, 0)),
        (ann, True, (1, 0)),
        (ben, True, (2, 0)),
        (ann, False, (1, 1)),
        (nobody, False, (1, 2)),
        (nobody, True, (2, 1)),
        (ann, True, (3, 0)),
    ]
    for who, is_up, after in votes:
        assert bank.vote(kept, who, is_up=is_up) == after
    liked = bank.get(kept.id)
    assert liked is not None
    assert (liked.up, liked.down, liked.popularity) == (3, 0, 100)


@pytest.mark.by_day(1)
def test_what_a_solver_was_helped_with_does_not_come_next(store: Store) -> None:
    bank = Bank(store)
    bank.add([replace(MADE[0], variant="belote"), replace(MADE[1], variant="belote", rating=MADE[0].rating)])
    helped = bank.get(MADE[0].id)
    assert helped is not None
    bank.note_help(helped, Who("", "ann"))
    bank.note_help(helped, Who("", "ann"))
    bank.note_help(helped, Who())
    for _ in range(10):
        found = bank.next(Wanted("belote"), MADE[0].rating, who=Who("", "ann"))
        assert found is not None
        assert found.id == MADE[1].id
    names = {kept.id for _ in range(40) if (kept := bank.next(Wanted(), MADE[0].rating, who=Who()))}
    assert len(names) == 2
