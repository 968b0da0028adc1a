"""Help and wrong usage, in the language of the reader."""

import os
import re
import subprocess
from importlib.metadata import version
from pathlib import Path

import click
import pytest

from solver.cli.spoken import CLICK_SAYS
from tests.support.command_line import ATOUT, ROOT, run
from tests.support.help_texts import commands_of

FRENCH = "fr_FR.UTF-8"
CLICK = "\n".join(path.read_text(encoding="utf-8") for path in Path(click.__file__).parent.glob("*.py"))
NAMES = re.compile(r"^  (-.*?)(?:  |$)", re.MULTILINE)
COMMANDS = [name.split()[1:] for name, command in commands_of() if name != "atout bench"]


@pytest.mark.parametrize("forms", CLICK_SAYS, ids=lambda forms: forms if isinstance(forms, str) else forms[0])
def test_what_click_says_is_what_it_says(forms: str | tuple[str, str]) -> None:
    for form in [forms] if isinstance(forms, str) else forms:
        assert f'"{form}"' in CLICK, f"click {version('click')} has other words"


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_help_is_in_the_language_of_the_environment(words: list[str]) -> None:
    english, french = (run(*words, "--help", language=language).stdout for language in ("C", FRENCH))
    path = " ".join(["main", *words])
    assert english.startswith(f"Usage: {path} [OPTIONS]")
    assert french.startswith(f"Usage\u00a0: {path} [OPTIONS]")
    assert "\n\nOptions:\n" in english
    assert "\n\nOptions\u00a0:\n" in french
    assert "Show this message and exit." in english
    assert "Afficher ce message et finir." in french
    said = {line.strip() for line in english.splitlines()} & {line.strip() for line in french.splitlines()}
    assert all(len(line.split()) < 4 for line in said), said
    # The names of options and of what they take are the same.
    assert NAMES.findall(english.partition("Options:")[2]) == NAMES.findall(
        french.partition("Options\u00a0:")[2]
    )


def test_every_option_says_what_it_is_for() -> None:
    assert not [
        f"{name} {parameter.opts[0]}"
        for name, command in commands_of()
        for parameter in command.params
        if isinstance(parameter, click.Option) and not parameter.help
    ]


WRONG = [
    (["nope"], "No such command 'nope'.", "Il n’y a pas de commande «\u00a0nope\u00a0»."),
    (
        ["analyze"],
        "No such command 'analyze'. Did you mean 'analyse'?",
        "Il n’y a pas de commande «\u00a0analyze\u00a0». Pensiez-vous à «\u00a0analyse\u00a0»\u00a0?",
    ),
    (
        ["puzzle", "shwo"],
        "No such command 'shwo'. Did you mean 'show'?",
        "Il n’y a pas de commande «\u00a0shwo\u00a0». Pensiez-vous à «\u00a0show\u00a0»\u00a0?",
    ),
    (["solve", "--zz"], "No such option '--zz'.", "Il n’y a pas d’option «\u00a0--zz\u00a0»."),
    (
        ["solve", "--bes"],
        "No such option '--bes'. (Did you mean one of: '--best', '--nodes'?)",
        "Il n’y a pas d’option «\u00a0--bes\u00a0». (Pensiez-vous à l’un de\u00a0: "
        "«\u00a0--best\u00a0», «\u00a0--nodes\u00a0»\u00a0?)",
    ),
    (
        ["solve", "no.json"],
        "Invalid value for '[FILE]': File 'no.json' does not exist.",
        "Valeur impossible pour «\u00a0[FILE]\u00a0»\u00a0: «\u00a0no.json\u00a0» n’existe pas.",
    ),
    (
        ["solve", "--nodes"],
        "Option '--nodes' requires an argument.",
        "L’option «\u00a0--nodes\u00a0» demande une valeur.",
    ),
    (
        ["solve", "--nodes", "many"],
        "Invalid value for '--nodes': many is not a whole number from 0 to 1000000000000000",
        "Valeur impossible pour «\u00a0--nodes\u00a0»\u00a0: "
        "many n’est pas un nombre entier de 0 à 1000000000000000",
    ),
    (
        ["analyse", "--scoring", "q"],
        "Invalid value for '--scoring': 'q' is not one of 'matchpoints', 'imps', 'rubber'.",
        "Valeur impossible pour «\u00a0--scoring\u00a0»\u00a0: "
        "«\u00a0q\u00a0» n’est pas l’un de «\u00a0matchpoints\u00a0», "
        "«\u00a0imps\u00a0», «\u00a0rubber\u00a0».",
    ),
    (
        ["analyse", "--fair", "20", "--no-fair"],
        "--fair asks for what --no-fair leaves out; give one of them",
        "--fair demande ce que --no-fair laisse de côté\u00a0; donnez l’un des deux",
    ),
    (["board"], "Missing argument 'DIR'.", "Il manque l’argument «\u00a0DIR\u00a0»."),
    (["variants", "a", "b"], "Got unexpected extra argument (b)", "Il y a un argument de trop (b)"),
    (
        ["variants", "poker"],
        "Invalid value for 'NAME': no game is called 'poker'",
        "Valeur impossible pour «\u00a0NAME\u00a0»\u00a0: aucun jeu ne s’appelle «\u00a0poker\u00a0»",
    ),
    (
        ["puzzle", "make", "--variant", "poker"],
        "Invalid value for '--variant': no game is called 'poker'",
        "Valeur impossible pour «\u00a0--variant\u00a0»\u00a0: aucun jeu ne s’appelle «\u00a0poker\u00a0»",
    ),
    (
        ["puzzle", "make", "--variant", "belote", "--length", "4-2"],
        "Invalid value for '--length': 4-2 is from more to less",
        "Valeur impossible pour «\u00a0--length\u00a0»\u00a0: 4-2 va du plus au moins",
    ),
    (
        ["no\x1b[1m\n'"],
        'No such command "no\\x1b[1m\\n\'".',
        "Il n’y a pas de commande «\u00a0no\\x1b[1m\\n'\u00a0».",
    ),
    (
        ["solve", "a\x1b[31m"],
        "Invalid value for '[FILE]': File 'a\\x1b[31m' does not exist.",
        "Valeur impossible pour «\u00a0[FILE]\u00a0»\u00a0: «\u00a0a\\x1b[31m\u00a0» n’existe pas.",
    ),
    (["puzzle", "show", "no/file"], "there is no file no/file", "il n’y a pas de fichier no/file"),
    (
        ["puzzle", "show", "aaaaaaaa"],
        "there is no puzzle aaaaaaaa in the puzzles shipped with Atout",
        "il n’y a pas de problème aaaaaaaa dans les problèmes livrés avec Atout",
    ),
    (["keys", "add", "me", "--days", "0"], "0 is not in the range", "0 n’est pas dans l’intervalle"),
]


@pytest.mark.slow
@pytest.mark.parametrize(("words", "english", "french"), WRONG, ids=[" ".join(words) for words, *_ in WRONG])
def test_wrong_usage_is_told_in_the_language_of_the_environment(
    words: list[str], english: str, french: str
) -> None:
    # In French first: what follows is not told in it, too.
    for language, said, error in ((FRENCH, french, "Erreur\u00a0: "), ("C", english, "Error: ")):
        result = run(*words, language=language)
        assert result.exit_code == 2
        before, _, told = result.stderr.partition(error)
        assert said in told
        assert not before or before.endswith("\n\n")
        assert result.stdout == ""


def test_wrong_usage_is_told_in_the_language_that_is_asked_for() -> None:
    words = ("puzzle", "make", "--count", "x")
    french = (
        "Erreur\u00a0: Valeur impossible pour «\u00a0--count\u00a0»\u00a0: "
        "x n’est pas un nombre entier de 1 à 100000\n"
    )
    for asked in (("--lang", "fr", *words[2:]), (*words[2:], "--lang", "fr")):
        assert run(*words[:2], *asked).stderr.endswith(f"\n\n{french}")
    assert "Afficher ce message" in run("puzzle", "make", "--lang", "fr", "--help").stdout
    assert "Error: " in run(*words, "--lang", "en", language=FRENCH).stderr
    assert "Error: " in run(*words).stderr


@pytest.mark.parametrize(
    ("stated", "english", "french"),
    [
        (
            {"WORKERS": "abc", "KEYS": "oui"},
            "ATOUT_WORKERS is 'abc'; it must be a whole number from 0 to 64\n"
            "ATOUT_KEYS is 'oui'; it must be one of off, optional, required",
            "ATOUT_WORKERS vaut «\u00a0abc\u00a0»\u00a0; il faut un nombre entier de 0 à 64\n"
            "ATOUT_KEYS vaut «\u00a0oui\u00a0»\u00a0; il faut l’un de ces mots\u00a0: "
            "off, optional, required",
        ),
        (
            {"DATABASE": "", "DATABASE_FILE": "/no/file"},
            "ATOUT_DATABASE_FILE names '/no/file', which cannot be read: No such file or directory",
            "ATOUT_DATABASE_FILE nomme «\u00a0/no/file\u00a0», qu’on ne peut lire\u00a0: "
            "ce fichier ou ce dossier n’existe pas",
        ),
    ],
)
@pytest.mark.parametrize("words", ["serve", "worker", "db upgrade", "keys list"])
def test_wrong_settings_are_told_in_the_language_of_the_environment(
    words: str, stated: dict[str, str], english: str, french: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in stated.items():
        monkeypatch.setenv(f"ATOUT_{name}", value)
    for language, told in ((FRENCH, f"Erreur\u00a0: {french}\n"), ("C", f"Error: {english}\n")):
        refused = run(*words.split(), language=language)
        assert (refused.exit_code, refused.stderr) == (2, told)


def test_an_archive_that_does_not_belong_is_told_in_french(tmp_path: Path) -> None:
    out = tmp_path / "out.ndjson"
    out.write_text("no result\n", encoding="utf-8")
    said = run("analyse", "samples/belote.json", "--out", str(out), "--lang", "fr")
    assert said.exit_code == 2
    assert f"{out}\u00a0: ce n’est pas un fichier de résultats\u00a0; choisissez-en un autre." in said.stderr


@pytest.mark.parametrize("arguments", [["--help"], ["solve", "--help"], ["solve", "--zz"]])
def test_a_stream_without_some_characters_gets_similar_ones(arguments: list[str]) -> None:
    """Standard output would refuse the whole help, and standard error write ``l\\u2019aide``."""
    done = subprocess.run(
        [*ATOUT, *arguments],
        cwd=ROOT,
        env=os.environ | {"LC_ALL": FRENCH, "LANGUAGE": "", "PYTHONIOENCODING": "latin-1"},
        capture_output=True,
        check=False,
    )
    told = (done.stdout + done.stderr).decode("latin-1")
    assert done.returncode == (2 if "--zz" in arguments else 0), told
    assert "Traceback" not in told
    assert "\\u" not in told
    assert re.search("[ld]'[aeo]", told), told
