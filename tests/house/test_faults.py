"""Faults in their reader's language: by the service, by the command line, and by a code for programs."""

import ast
import json
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

import solver
from api.http.problems import PROBLEMS
from solver.errors import SolverError
from solver.fault_codes import Code
from solver.game.position import Position
from solver.sentences import EnglishOnly, phrase
from tests.support.api.service import make_client
from tests.support.command_line import answers, run
from tests.support.syntax import nodes_of

ROOT = Path(solver.__file__).parent.parent
NBSP = "\u00a0"


@pytest.fixture
def client() -> FlaskClient:
    return make_client()


def french(text: str) -> str:
    """``text`` as French is written, its plain spaces before signs not broken."""
    for sign in ":;!?":
        text = text.replace(f" {sign}", f"{NBSP}{sign}")
    return text


# A hand-made deal of contrée, hearts trumps, in which N leads, and W is next: who owes what is plain to see.
HANDS = {"N": "AK.AK.AK.AK", "E": "87.87.87.87", "S": "T9.T9.T9.T9", "W": "QJ.QJ.QJ.QJ"}


def contree(plays: list[str], **contract: Any) -> dict[str, Any]:
    return {
        "variant": "contree",
        "dealer": "W",
        "leader": "N",
        "deal": HANDS,
        "contract": {"trump": "H", "taker": "N", "bid": 100, **contract},
        "plays": plays,
    }


@pytest.mark.parametrize(
    ("plays", "code", "sentence"),
    [
        (
            ["SA", "DQ"],
            "revoke",
            "DQ est une renonce : Ouest a SQ et doit fournir à pique ; jouables : SQ SJ",
        ),
        (
            ["HK", "HJ", "CT"],
            "revoke",
            "CT est une renonce : Sud a H9 et doit fournir à l’atout ; jouables : HT H9",
        ),
        (
            ["HK", "HQ"],
            "must_head",
            "HQ ne monte pas sur HK : Ouest a HJ et doit monter à l’atout ; jouables : HJ",
        ),
        (
            ["SA", "ST"],
            "out_of_turn",
            "ST est jouée hors tour : Sud a cette carte et c’est à Ouest de jouer ; "
            "Ouest a SQ SJ HQ HJ DQ DJ CQ CJ ; jouables : SQ SJ",
        ),
        (
            ["SA", "SA"],
            "played_before",
            "SA a déjà été jouée, au pli 1 ; Ouest a SQ SJ HQ HJ DQ DJ CQ CJ ; jouables : SQ SJ",
        ),
    ],
)
def test_an_illegal_play_is_told_in_french(
    client: FlaskClient, plays: list[str], code: str, sentence: str
) -> None:
    answer = client.post("/v1/solve", json=contree(plays), headers={"Accept-Language": "fr"})
    assert answer.status_code == 422
    body = answer.get_json()
    (error,) = body["errors"]
    assert error["code"] == code
    assert error["pointer"] == f"/plays/{len(plays) - 1}"
    assert error["detail"] == french(sentence)
    assert body["detail"] == error["detail"]
    assert body["title"] == "La position ne peut pas se produire"
    assert answer.headers["Content-Language"] == "fr"
    assert "Accept-Language" in answer.headers["Vary"]


def test_the_same_fault_in_english_has_the_same_code(client: FlaskClient) -> None:
    answer = client.post("/v1/solve", json=contree(["SA", "DQ"]))
    assert answer.headers["Content-Language"] == "en"
    assert answer.get_json()["errors"] == [
        {
            "pointer": "/plays/1",
            "code": "revoke",
            "detail": "DQ revokes: W holds SQ, must follow spades; playable: SQ SJ",
        }
    ]


def test_cards_keep_the_letters_of_the_request(client: FlaskClient) -> None:
    hands = {"N": "AR.AR.AR.AR", "E": "87.87.87.87", "S": "109.109.109.109", "W": "DV.DV.DV.DV"}
    body = contree(["PA", "KD"], trump="C") | {"deal": hands, "notation": "fr"}
    answer = client.post("/v1/solve", json=body, headers={"Accept-Language": "fr-CA"})
    (error,) = answer.get_json()["errors"]
    assert error["detail"] == french(
        "KD est une renonce : Ouest a PD et doit fournir à pique ; jouables : PD PV"
    )


WRONG_BODIES: dict[str, tuple[object, set[str], str]] = {
    "nothing": ({}, {"missing"}, "le jeu manque"),
    "unknown game": ({"variant": "tarot"}, {"unknown_variant"}, "aucun jeu ne s’appelle «"),
    "unknown field": (contree([]) | {"colour": 1}, {"unknown_field"}, "il n’y a pas de champ « colour » ici"),
    "twice": (
        contree([]) | {"deal": {**HANDS, "W": "AJ.QJ.QJ.QJ"}},
        {"duplicate_card"},
        "SA s’y trouve deux fois : dans la main de Nord et dans la main d’Ouest",
    ),
    "no card": (
        contree(["1Z"]),
        {"not_a_card"},
        "« 1Z » n’est pas une carte ; une carte s’écrit par sa couleur et sa hauteur, comme SA, HT ou C7",
    ),
    "short": (
        contree([]) | {"deal": {**HANDS, "W": "J.QJ.QJ.QJ"}},
        {"wrong_hand_size"},
        "Ouest reçoit 7 cartes ; Belote contrée : chacun en reçoit 8",
    ),
    "limit": (
        contree([]) | {"limit": {"time_ms": 0}},
        {"out_of_range"},
        "time_ms vaut 0 ; il faut au moins 1",
    ),
    "no bid": (contree([], bid=85), {"not_in_game"}, "Belote contrée : bid ne peut pas valoir 85"),
    "rules": (contree([]) | {"rules": {"ruff": 7}}, {"wrong_type"}, "ruff vaut 7 ; il faut l’un des mots"),
    "a list": ([], {"wrong_type"}, "une position est un objet"),
}


@pytest.mark.parametrize("name", WRONG_BODIES)
def test_every_kind_of_fault_is_told_in_french(client: FlaskClient, name: str) -> None:
    body, codes, begins = WRONG_BODIES[name]
    answer = client.post("/v1/solve", json=body, headers={"Accept-Language": "fr"})
    errors = answer.get_json()["errors"]
    assert {error["code"] for error in errors} == codes
    assert any(
        error["detail"].startswith(french(begins).replace("« ", f"«{NBSP}").replace(" »", f"{NBSP}»"))
        for error in errors
    ), errors


def test_what_http_refuses_is_told_in_french(client: FlaskClient) -> None:
    language = {"Accept-Language": "fr"}
    for answer, title in (
        (client.get("/v1/nothing", headers=language), "Il n’y a rien à cette adresse"),
        (client.get("/v1/solve", headers=language), "La ressource ne connaît pas cette méthode"),
        (client.post("/v1/solve", data="x", headers=language), "Ce type de contenu n’est pas lu ici"),
        (
            client.post("/v1/solve", data="{", content_type="application/json", headers=language),
            "La requête est illisible",
        ),
    ):
        assert answer.get_json()["title"] == title
        assert answer.headers["Content-Language"] == "fr"
    assert "colonne 2" in answer.get_json()["detail"]


def test_a_stream_tells_each_line_in_the_language_asked_for(client: FlaskClient) -> None:
    lines = "\n".join(json.dumps(body) for body in (contree(["SA", "DQ"]), {"variant": "tarot"}))
    headers = {"Accept-Language": "fr", "Content-Type": "application/x-ndjson"}
    answer = client.post("/v1/solve", data=lines, headers=headers)
    told = [json.loads(line) for line in answer.get_data().splitlines()]
    assert [line["errors"][0]["code"] for line in told] == ["revoke", "unknown_variant"]
    assert told[0]["detail"].startswith("DQ est une renonce")
    assert answer.headers["Content-Language"] == "fr"


def test_a_log_that_goes_wrong_is_kept_with_its_faults_in_every_language(client: FlaskClient) -> None:
    log = contree(["SA", "SQ", "S9", "S8", "DQ"]) | {"partial": True}
    told = {
        language: client.post("/v1/analyses", json=log, headers={"Accept-Language": language}).get_json()
        for language in ("en", "fr")
    }
    assert [told[language]["faults"][0]["code"] for language in told] == ["out_of_turn"] * 2
    assert told["en"]["faults"][0]["detail"].startswith("DQ is out of turn")
    assert told["fr"]["faults"][0]["detail"].startswith("DQ est jouée hors tour")


def test_the_command_line_tells_refused_lines_in_french() -> None:
    lines = "\n".join((json.dumps(contree(["SA", "DQ"])), '{"variant": "tarot"}', "{"))
    for options, language in ((("--lang", "fr"), "C"), ((), "fr_FR.UTF-8")):
        told = run("solve", *options, stdin=lines, language=language).stderr.splitlines()
        assert told[0] == french(
            "ligne 1 : /plays/1 : DQ est une renonce : Ouest a SQ et doit fournir à pique ; jouables : SQ SJ"
        )
        assert told[1].startswith(
            french(f"ligne 2 : /variant : aucun jeu ne s’appelle «{NBSP}tarot{NBSP}» ;")
        )
        assert told[2].startswith(
            french("ligne 3 : pas du JSON : un nom entre guillemets droits est attendu")
        )
    assert run("solve", "--lang", "en", stdin=lines).stderr.startswith("line 1: /plays/1: DQ revokes")


def test_a_file_of_rules_is_checked_in_french(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('extends = "belote"\n[duties]\nruff = "never"\n', encoding="utf-8")
    text = run("variants", "--check", str(path), "--lang", "fr").stdout
    assert french(f"/duties/ruff : mine.toml : ruff vaut «{NBSP}never{NBSP}» ; il faut free,") in text
    (checked,) = answers(run("variants", "--check", str(path), "--lang", "fr", "--json"))
    assert [error["code"] for error in checked["errors"]] == ["wrong_word"]


def test_titles_differ_by_language() -> None:
    for problem in PROBLEMS.values():
        assert problem.title.say("fr") != problem.title.say()


def test_the_document_lists_every_code(client: FlaskClient) -> None:
    schemas = client.get("/openapi.json").get_json()["components"]["schemas"]
    shown = schemas["Fault"]["properties"]["code"]
    assert shown["enum"] == [code.value for code in Code]
    assert all(f"`{code}`: {code.meaning}" in shown["description"] for code in Code)
    assert "code" in schemas["Fault"]["required"]


def test_the_document_says_where_a_language_can_be_asked_for(client: FlaskClient) -> None:
    paths = client.get("/openapi.json").get_json()["paths"]
    for path, operations in paths.items():
        if "post" in operations and path.startswith("/v1/"):
            parameters = [*operations.get("parameters", ()), *operations["post"].get("parameters", ())]
            named = {parameter["name"] for parameter in parameters}
            assert "Accept-Language" in named, path


def test_a_fault_never_takes_what_was_sent_for_a_place() -> None:
    with pytest.raises(SolverError) as refused:
        Position.from_dict({"variant": "{0} {detail}"})
    assert "'{0} {detail}'" in str(refused.value)
    assert "{0} {detail}" in refused.value.say("fr")


# ---- what the source says

ENGLISH_ONLY = {
    "api/http/problems.py": "what HTTP itself calls a status, or a library says of it",
    "api/http/faults.py": "what the library of schemas would say, should it say something of its own",
    "api/jobs/work.py": "an error of another program that the work has failed with",
    "api/http/body.py": "nothing",
    "api/views/health.py": "for whoever runs the service",
    "api/http/worker.py": "what is no HTTP: there is no header yet that could ask for a language",
    "solver/cli/failures.py": "an exception that nobody foresaw",
    "solver/json_text.py": "what a later Python says of JSON",
    "solver/system_reasons.py": "what the system says that is no usual reason",
}
"""The modules that say something in English whatever the language, and why."""


def sources() -> list[Path]:
    return [path for room in ("solver", "api") for path in sorted((ROOT / room).rglob("*.py"))]


def calls(path: Path) -> list[tuple[str, ast.Call]]:
    return [
        (node.func.id, node)
        for node in nodes_of(path)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    ]


def test_english_alone_is_said_where_it_is_meant() -> None:
    found = set()
    for path in sources():
        name = str(path.relative_to(ROOT))
        if name != "solver/sentences.py" and any(name_of == "EnglishOnly" for name_of, _ in calls(path)):
            found.add(name)
    assert found == set(ENGLISH_ONLY)


SAYS = {"Fault": 1, "Wrong": 0, "Phrase": 0, "ProblemError": 1, "answer_problem": 1, "problem_dict": 1}
SAYS |= dict.fromkeys(("SolverError", "PositionError", "RulesError", "UnreadableError"), 0)
SAYS |= dict.fromkeys(("UnknownVariantError", "InvalidRequestError", "ValidationError", "NotAcceptable"), 0)
SAYS |= dict.fromkeys(("BadRequest", "UnsupportedMediaType", "BusyError", "RequestTimeout"), 0)
"""What is made of a sentence that a client may read, and where it stands among the arguments."""


def test_no_fault_is_made_of_a_plain_text() -> None:
    for path in sources():
        for name, call in calls(path):
            said = call.args[SAYS[name]] if name in SAYS and len(call.args) > SAYS[name] else None
            is_text = isinstance(said, (ast.JoinedStr, ast.BinOp)) or (
                isinstance(said, ast.Constant) and isinstance(said.value, str)
            )
            assert not is_text, f"{path.relative_to(ROOT)}:{call.lineno}: {name} says English alone"


def test_nothing_is_known_by_its_sentence() -> None:
    """A fault's English is for people: no code takes it, or any other sentence, for data."""
    for path in sources():
        for node in nodes_of(path):
            if isinstance(node, ast.Attribute) and node.attr == "detail":
                # What a problem of HTTP says is a sentence too, and only handed on.
                assert ast.unparse(node) in ("self.detail", "error.detail"), place(path, node)
            if isinstance(node, ast.Compare):
                assert not any(map(is_sentence, (node.left, *node.comparators))), place(path, node)
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
                assert node.func.attr == "say" or not is_sentence(node.func.value), place(path, node)


def place(path: Path, node: ast.expr) -> str:
    return f"{path.relative_to(ROOT)}:{node.lineno}"


def is_sentence(node: ast.expr) -> bool:
    """True if ``node`` is what a fault says, or the message that it is said by."""
    if isinstance(node, ast.Call):
        return isinstance(node.func, ast.Attribute) and node.func.attr == "say"
    return isinstance(node, ast.Attribute) and node.attr in ("detail", "message")


def test_a_look_into_a_sentence_is_found() -> None:
    for text in (
        '" is dealt " in fault.detail',
        'fault.say().startswith("the stock")',
        'fault.wrong.message == "{card} is dealt"',
        "fault.detail.partition(';')",
    ):
        nodes = list(ast.walk(ast.parse(text)))
        assert any(is_sentence(node) for node in nodes if isinstance(node, ast.expr)), text


def test_english_alone_is_a_text_in_every_language() -> None:
    assert (EnglishOnly("a{b}").say("fr"), str(EnglishOnly("a"))) == ("a{b}", "a")
    assert phrase("a value of type {type}", type=EnglishOnly("x")).say("fr") == "une valeur de type x"
