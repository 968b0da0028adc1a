"""Reports on narrow terminals: nothing is explained that is not there, and no sentence is squeezed."""

import pytest
from rich.console import Console, RenderableType

from solver import Sampling, analyse
from solver.report.terminal import GamesTable, analysis_text, rules_text
from solver.rules.variants import VARIANTS, find_variant
from solver.sentences import LANGUAGES, Language, mark
from solver.speech import Speech
from tests.support.samples import sample_log


def shown(report: RenderableType, width: int) -> list[str]:
    """The lines of a report."""
    with (console := Console(width=width)).capture() as told:
        console.print(report)
    return told.get().splitlines()


@pytest.mark.parametrize(("width", "has_open_signs", "has_values"), [(100, True, True), (46, False, True)])
def test_the_legend_explains_what_the_table_has(width: int, has_open_signs: bool, has_values: bool) -> None:
    log = sample_log("belote")
    lines = shown(analysis_text(analyse(log, fair=Sampling(samples=20))), width)
    said = " ".join(" ".join(lines).split())
    table, _, rest = said.partition("› led · bold: wins the trick")
    legend = rest.partition("What NS will have with best play")[0]
    assert ("(?!)" in table) == has_open_signs
    assert ("in brackets: with open cards" in legend) == has_open_signs
    assert ("?! inaccuracy" in legend) == has_open_signs
    assert "?? blunder" in legend
    assert ("what each will have at the end" in legend) == has_values


@pytest.mark.parametrize("game", VARIANTS)
def test_the_rules_stand_below_their_keys_where_there_is_no_room_beside(game: str) -> None:
    rules = find_variant(game)
    told = [(word["path"], word["says"]) for word in rules.words(Speech())]
    narrow = shown(rules_text(rules, Speech()), 40)
    said = " ".join(" ".join(narrow).split())
    for path, sentence in told:
        assert any(line.split()[:1] == [path] for line in narrow)
        assert " ".join(sentence.split()) in said
    wide = shown(rules_text(rules, Speech()), 100)
    assert any(line.startswith("turn  ") and " Play goes round" in line for line in wide)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("width", [40, 60, 80, 100])
def test_the_list_of_games_keeps_their_names_and_words_whole(width: int, language: Language) -> None:
    games = [find_variant(name) for name in VARIANTS]
    speech = Speech(language, language)
    lines = shown(GamesTable(games, speech), width)
    assert max(map(len, lines)) <= width
    names = [line.split()[0] for line in lines if line.split() and line.split()[0] in VARIANTS]
    assert names == [*VARIANTS]
    said = {word for line in lines for word in line.split()}
    assert {word for game in games for word in game.texts(speech)["description"].split()} <= said
    assert (Speech(language).say(mark("players")) in lines[0]) == (width >= 80)
