"""The command line: what it reads and answers, its tables, the games."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from solver import VARIANTS, Log, Position, Speech, find_variant, solve
from solver.cli.request import LOG_KEYS, Options, read_request
from tests.support.command_line import BELOTE, ROOT, SMALL, answers, body, run, without_stats
from tests.support.samples import sample_log

# ---- what is read and answered


def test_solve_answers_as_the_library_does() -> None:
    result = run("solve", stdin=body())
    assert result.exit_code == 0
    assert result.stderr == ""
    (answer,) = answers(result)
    assert without_stats(answer) == without_stats(solve(Position.from_dict(SMALL)).to_dict())


def test_answers_come_in_order_and_carry_the_id() -> None:
    lines = [body(id=f"deal {number}", plays=["CJ"][:number]) for number in range(2)]
    result = run("solve", stdin="\n".join(lines))
    assert [answer["id"] for answer in answers(result)] == ["deal 0", "deal 1"]
    assert [answer["trick"] for answer in answers(result)] == [[], ["CJ"]]


def test_analyse_judges_every_card() -> None:
    (analysis,) = answers(run("analyse", "--no-fair", stdin=BELOTE))
    assert analysis["exact"]
    assert [play["card"] for play in analysis["plays"]] == json.loads(BELOTE)["plays"]
    assert analysis["players"]["S"] == {
        "name": "Yvette",
        "decisions": 4,
        "mistakes": 1,
        "grades": {"best": 3, "good": 0, "inaccuracy": 0, "mistake": 0, "blunder": 1},
        "swing": 52,
        "loss": 26,
        "score_swing": 192,
        "accuracy": None,
    }


def test_players_are_named_at_french_seats_as_well() -> None:
    named = json.loads(BELOTE) | {"players": {"O": "Odile", "Sud": "Yvette", "n": "Noël"}}
    (analysis,) = answers(run("analyse", "--no-fair", stdin=json.dumps(named)))
    names = {seat: player.get("name") for seat, player in analysis["players"].items()}
    assert names == {"N": "Noël", "E": None, "S": "Yvette", "W": "Odile"}
    assert "Odile" in run("solve", "--text", stdin=body(players={"O": "Odile"})).stdout
    result = run("solve", stdin=body(players={"O": "Odile", "W": "Willy"}))
    assert (result.exit_code, result.stdout) == (1, "")
    assert "line 1: /players/W: West has two names; each seat has one" in result.stderr


def test_analyse_takes_several_deals() -> None:
    deal = {key: SMALL[key] for key in ("dealer", "contract", "deal", "plays")}
    log = json.dumps({"variant": "quadrette", "rules": SMALL["rules"], "deals": [deal, deal]})
    (analysis,) = answers(run("analyse", "--no-fair", stdin=log))
    assert len(analysis["deals"]) == 2
    text = run("analyse", "--no-fair", "--text", stdin=log).stdout
    assert "Deal 2 of 2" in text
    assert "The match: NS 0, EW 0. The match goes to 7." in text


@pytest.mark.parametrize(
    ("text", "n_answers"),
    [
        (json.dumps(SMALL, indent=2), 1),
        (json.dumps(SMALL, indent=2) + "\n" + json.dumps(SMALL, indent=2), 2),
        (json.dumps(SMALL, indent=2) + "\n\n" + body() + "\n", 2),
        ("\ufeff" + body(), 1),
        ("\n\n  \n" + body() + "\r\n\r\n" + body() + "\r\n", 2),
        (body().replace('"plays"', '\n"plays"'), 1),
    ],
    ids=["indented", "two indented", "indented, then a line", "byte order mark", "empty lines", "two lines"],
)
def test_json_is_read_however_it_is_laid_out(text: str, n_answers: int) -> None:
    result = run("solve", stdin=text)
    assert (result.exit_code, len(answers(result)), result.stderr) == (0, n_answers, "")


def test_a_file_and_a_dash_are_read(tmp_path: Path) -> None:
    path = tmp_path / "position.json"
    path.write_text(body(), encoding="utf-8")
    assert len(answers(run("solve", str(path)))) == 1
    assert len(answers(run("solve", "-", stdin=body()))) == 1


# ---- letters and limits

FRENCH = {
    **SMALL,
    "contract": {"trump": "T"},
    "deal": {"N": "-.R.-.D", "E": "A.V.-.-", "S": "-.-.A.V", "W": "8.-.R.-"},
    "plays": ["TV"],
}


@pytest.mark.parametrize(
    ("stated", "option", "trick"),
    [
        ({**FRENCH, "notation": "fr"}, None, "TV"),
        (FRENCH, "fr", "TV"),
        ({**FRENCH, "notation": "fr"}, "en", "CJ"),
        (SMALL, "fr", "TV"),
        ({**SMALL, "notation": "en"}, "fr", "TV"),
        (SMALL, "en", "CJ"),
    ],
)
def test_letters(stated: dict[str, Any], option: str | None, trick: str) -> None:
    options = [] if option is None else ["--notation", option]
    result = run("solve", *options, stdin=json.dumps(stated))
    assert result.stderr == ""
    assert answers(result)[0]["trick"] == [trick]


@pytest.mark.parametrize(
    ("stated", "said"),
    [
        (
            {**FRENCH, "plays": ["XX"]},
            "line 1: /plays/0: 'XX' is not a card; a card is its suit and its rank, as PA",
        ),
        (
            {**SMALL, "plays": ["XX"]},
            "line 1: /plays/0: 'XX' is not a card; a card is its suit and its rank, as SA",
        ),
    ],
)
def test_a_faulty_body_is_refused_in_the_letters_that_fit_it_better(
    stated: dict[str, Any], said: str
) -> None:
    result = run("solve", "--notation", "fr", stdin=json.dumps(stated))
    assert [line.partition(",")[0] for line in result.stderr.splitlines()] == [said.partition(",")[0]]
    assert said in result.stderr


@pytest.mark.parametrize(
    ("options", "limit"), [(["--nodes", "1"], None), ([], {"nodes": 1}), (["--nodes", "1"], {"nodes": 10**6})]
)
def test_a_limit_gives_proved_bounds(options: list[str], limit: dict[str, int] | None) -> None:
    start = json.loads(BELOTE) | {"plays": [], "limit": limit}
    (answer,) = answers(run("solve", *options, stdin=json.dumps(start)))
    assert not answer["exact"]
    assert answer["bounds"]["low"] < answer["bounds"]["high"]
    text = run("solve", "--text", *options, stdin=json.dumps(start)).stdout
    assert "Not exact: the limit of 1 node came first. Proved: NS minus EW is " in " ".join(text.split())
    assert answer["limit"] == {"ended_by": "nodes", "nodes": 1}


def test_the_command_line_goes_before_the_body() -> None:
    start = json.loads(BELOTE) | {"plays": [], "limit": {"nodes": 1}}
    (answer,) = answers(run("solve", "--nodes", "1000000000", stdin=json.dumps(start)))
    assert answer["exact"]


@pytest.mark.parametrize(("options", "cards"), [(["--best"], None), ([], "best")])
def test_best_gives_one_card(options: list[str], cards: str | None) -> None:
    (answer,) = answers(run("solve", *options, stdin=body(plays=[], cards=cards)))
    assert len(answer["cards"]) == 1
    assert answer["exact"]


# ---- tables

SOLVED = """\
Quadrette · ♣ trumps · W deals

       N                           
       ♠ –                         
       ♥ K                         
       ♦ –                         
       ♣ Q                         
W                      E  to play  
♠ 8    S ♣J winning    ♠ A         
♥ –                    ♥ J         
♦ K                    ♦ –         
♣ –                    ♣ –         
       S                           
       ♠ –                         
       ♥ –                         
       ♦ A                         
       ♣ –                         

Won so far: NS 0 tricks, EW 0 tricks.
With best play: NS 2, EW 0 tricks; score NS 0, EW 0.
"""


def test_the_table_of_a_solve() -> None:
    text = run("solve", "--text", stdin=body()).stdout
    assert [line.rstrip() for line in text.splitlines()][: SOLVED.count("\n")] == [
        line.rstrip() for line in SOLVED.splitlines()
    ]
    assert "Best play from here" in text
    assert "\x1b" not in text


def test_the_table_of_an_analysis() -> None:
    text = run("analyse", "--text", stdin=BELOTE).stdout
    assert "  2     ›♦K     ♦10    ♦Q ??    ♦J         E        66 : 96" in text
    assert "Trick 2 · S Yvette ♦Q ??  blunder, 41.8 of the score on average" in text
    assert "Trick 1 · W Lucien ♣10 (?!)  right by what was known" in text
    assert "With open cards: inaccuracy, 10 points" in " ".join(text.split())
    said = "South played ♦Q; playing ♦A is better. ♦A takes this trick, which otherwise goes to"
    assert f"{said} East's ♦10: 26 points and the contract." in " ".join(text.split())
    assert "NS : EW 92 : 70 → 66 : 96, score 162 : 0 → 66 : 96" in text
    assert "S Yvette         4    0   0    1           26            192              41.8 ± 8.1" in text
    assert "Trick 2 · After South's ♦Q the taker makes the contract." in text
    assert "Best play of all  NS 82, EW 80 points; score NS 162, EW 0" in text
    assert "As played         NS 68, EW 94 points; contract made" in text


@pytest.mark.night
@pytest.mark.slow
def test_an_analysis_in_french() -> None:
    text = run("analyse", "--text", stdin=BELOTE, language="fr_FR.UTF-8").stdout
    assert "Belote · atout ♥ · E prend · E donne" in text
    assert "pli   N      E      S        O           fait par   NS : EO" in text
    assert "Pli 2 · S Yvette ♦D ??  faute grave, 41,8 à la marque en moyenne" in text
    assert "Sud a fourni ♦D ; mieux valait fournir ♦A." in text.replace("\u00a0", " ")
    english = ("--no-fair", "--text", "--notation", "en")
    assert "♦Q" in run("analyse", *english, stdin=BELOTE, language="fr_FR.UTF-8").stdout
    assert "♦D" not in run("analyse", "--no-fair", "--text", "--lang", "en", stdin=BELOTE).stdout


def test_a_game_without_mistakes_says_so() -> None:
    text = run(
        "analyse", "--no-fair", "--text", stdin=json.dumps(json.loads(BELOTE) | {"plays": ["CQ"]})
    ).stdout
    assert "Nobody gave anything away" in text


def test_a_finished_deal_draws_no_hands() -> None:
    text = run("solve", "--text", stdin=BELOTE).stdout
    assert "The deal is over: NS 68, EW 94 points" in text
    assert "N\n" not in text
    assert "♠" not in text


def test_the_bounds_of_a_whole_log() -> None:
    log = json.loads(BELOTE) | {"plays": [], "limit": {"nodes": 1}}
    text = run("analyse", "--no-fair", "--text", stdin=json.dumps(log)).stdout
    assert re.search("Best play of all  NS minus EW is −[0-9]+ to [0-9]+; the limit came first", text)
    assert "Not exact: the limit of 1 node came first." in text
    french = run("analyse", "--no-fair", "--text", "--lang", "fr", stdin=json.dumps(log)).stdout
    assert "la limite de 1 nœud a été atteinte avant." in french


def test_the_bounds_of_a_log_are_those_of_the_first_side_whoever_leads() -> None:
    log = json.dumps(json.loads(BELOTE) | {"dealer": "N", "plays": [], "limit": {"nodes": 8000}})
    found = json.loads(run("analyse", "--no-fair", "--json", stdin=log).stdout)["double_dummy"]
    low, high = found["bounds"]["low"], found["bounds"]["high"]
    assert found["bounds_of"] == "E"
    assert low != -high
    told = f"NS minus EW is {-high} to {-low};".replace("-", "−")
    assert told in run("analyse", "--no-fair", "--text", stdin=log).stdout
    french = run("analyse", "--no-fair", "--text", "--lang", "fr", stdin=log).stdout
    assert f"NS moins EO va de {-high} à {-low}".replace("-", "−") in french


def test_the_tables_write_french_ranks() -> None:
    text = run("analyse", "--no-fair", "--text", "--notation", "fr", stdin=BELOTE).stdout
    assert "♥ V 9 A D" in text


def test_an_unfinished_log_and_a_log_without_plays() -> None:
    text = run(
        "analyse", "--no-fair", "--text", stdin=json.dumps(json.loads(BELOTE) | {"plays": ["CQ", "CT"]})
    ).stdout
    assert "From here         NS 92, EW 70 points" in text
    assert run("analyse", "--no-fair", "--text", stdin=body(plays=[])).exit_code == 0


@pytest.mark.by_day(3)
@pytest.mark.slow
@pytest.mark.parametrize("name", VARIANTS)
@pytest.mark.parametrize("command", ["solve", "analyse"])
def test_every_game_has_its_tables(command: str, name: str) -> None:
    log = sample_log(name)
    log |= {"plays": log["plays"][:-7]} if command == "solve" else {"limit": {"nodes": 1_000_000}}
    result = run(command, "--text", stdin=json.dumps(log))
    assert (result.exit_code, result.stderr) == (0, "")
    assert find_variant(name).title in result.stdout


def test_names_cannot_command_the_terminal() -> None:
    evil = "\x1b]0;x\x07\x1b[2J\r\n[b]Al\ue000"
    text = run("solve", "--text", stdin=body(players={"N": evil}, id=evil)).stdout
    assert "\x1b" not in text
    assert "N �]0;x��[2J��[b]Al�" in text
    assert answers(run("solve", stdin=body(id=evil)))[0]["id"] == evil
    refused = run("solve", stdin=body(dealer="\x1b[2J")).stderr
    assert "\x1b" not in refused


# ---- the games


def test_variants_lists_the_games() -> None:
    text = run("variants").stdout
    assert all(name in text for name in VARIANTS)
    assert [game["name"] for game in answers(run("variants", "--json"))] == list(VARIANTS)


@pytest.mark.by_day(2)
@pytest.mark.parametrize("name", VARIANTS)
def test_variants_prints_every_rule_in_words_with_its_source(name: str) -> None:
    text = " ".join(run("variants", name).stdout.split())
    for word in find_variant(name).words():
        assert word["path"] in text
        for piece in word["says"].split():
            assert piece in text
    for option in find_variant(name).options_schema()["properties"]:
        assert option in text
    assert answers(run("variants", name, "--json")) == [json.loads(json.dumps(find_variant(name).describe()))]


def test_variants_leaves_out_what_a_game_does_not_have() -> None:
    text = run("variants", "contree").stdout
    assert "in one trick" not in text
    assert "stock" not in text
    assert "(capot)." in text
    assert "loses nothing" in run("variants", "all_fours").stdout
    assert "A jack turned up as trump scores" in run("variants", "california_jack").stdout


@pytest.mark.parametrize(("title", "head"), [("", "mine"), ('title = "Ours"\n', "Ours  mine")])
def test_variants_says_a_name_that_is_the_heading_once(tmp_path: Path, title: str, head: str) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(f'extends = "belote"\nname = "mine"\n{title}', encoding="utf-8")
    assert run("variants", str(path)).stdout.splitlines()[0].rstrip() == head


def test_check_names_file_key_and_allowed_words(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(
        'extends = "belote"\nname = "mine"\nfoo = 1\n[duties]\nruff = "maybe"\n', encoding="utf-8"
    )
    result = run("variants", "--check", str(path))
    assert result.exit_code == 1
    first, second = result.stdout.splitlines()
    assert first.startswith("/foo: mine.toml: 'foo' is no key of the rules of a game")
    assert second.startswith(
        "/duties/ruff: mine.toml: ruff is 'maybe'; it must be free, unless_partner_winning"
    )
    (report,) = answers(run("variants", "--json", "--check", str(path)))
    assert [error["pointer"] for error in report["errors"]] == ["/foo", "/duties/ruff"]


def test_check_accepts_what_can_be_played(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('extends = "belote"\nname = "mine"\n[duties]\nruff = "free"\n', encoding="utf-8")
    result = run("variants", "--check", str(path))
    assert (result.exit_code, result.stdout) == (0, f"{path}: these rules can be played.\n")


@pytest.mark.parametrize("data", [b"\xff\xfe", b"a = [", b"\x00"])
def test_check_of_what_is_no_toml(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "mine.toml"
    path.write_bytes(data)
    result = run("variants", "--check", str(path))
    assert result.exit_code == 1
    assert "mine.toml: " in result.stdout


def test_variants_speaks_french_and_keeps_its_typography() -> None:
    text = run("variants", "california_jack", "--lang", "fr").stdout
    assert "40 cartes forment le talon\u00a0: après chaque pli" in text
    lines = run("variants", "--lang", "fr").stdout.splitlines()
    assert not [line for line in lines if line.lstrip().startswith((":", ";"))]
    (game,) = answers(run("variants", "belote", "--json", "--lang", "fr"))
    assert game == json.loads(json.dumps(find_variant("belote").describe(Speech("fr", "fr"))))
    of_environment = run("variants", "belote", language="fr_FR.UTF-8").stdout
    assert of_environment.startswith("Belote  belote\nQuatre joueurs")


@pytest.mark.parametrize("no_fair", [True, None])
def test_the_seed_draws_the_deals_of_calls_where_cards_are_judged_openly_too(no_fair: bool | None) -> None:
    options = Options(no_fair=no_fair, seed=5, calls=True)
    request, _ = read_request(json.loads(BELOTE), options, LOG_KEYS, Log.from_dict)
    assert request.calls is not None
    assert request.calls.seed == 5


@pytest.mark.parametrize(
    "command",
    [("analyse", "--text", "--no-fair", "samples/belote.json"), ("variants",), ("variants", "belote")],
)
def test_text_in_a_pipe_has_no_blanks_at_the_ends_of_lines(command: tuple[str, ...]) -> None:
    shown = run(*(str(ROOT / word) if word.endswith(".json") else word for word in command)).stdout
    assert len(shown.splitlines()) > 10
    assert not [line for line in shown.splitlines() if line != line.rstrip(" ")]
    assert shown.endswith("\n")
    assert not shown.endswith("\n\n")
