"""What is read as JSON and what is refused, each fault at its place."""

import json
import time
from typing import Any

import pytest

from solver.errors import MAX_FAULTS, UnreadableError
from solver.json_text import MAX_APART, MAX_KEYS, MAX_VALUES, UnreadableMember, parse_json

MAX_NESTING = 32


def faults_of(text: str | bytes) -> list[tuple[str, str]]:
    """The pointers and words with which ``text`` is refused."""
    body = text.encode() if isinstance(text, str) else text
    with pytest.raises(UnreadableError) as refused:
        parse_json(body, MAX_NESTING)
    return [(fault.pointer, fault.detail) for fault in refused.value.faults]


@pytest.mark.parametrize(
    "value",
    [{}, [], None, True, "é♠", 0, -7, 1.5, 2**53 - 1, {"a": [{"b": None}]}, "a [ { in a text", '"\\', "😀"],
)
def test_json_is_read_as_json(value: object) -> None:
    assert parse_json(json.dumps(value).encode(), MAX_NESTING) == value
    assert parse_json(json.dumps(value, ensure_ascii=False).encode(), MAX_NESTING) == value


@pytest.mark.parametrize(
    ("text", "value"), [("8.0", 8), ("1e2", 100), ("-0.0", 0), ("\ufeff1", 1), (" 1\n", 1)]
)
def test_whole_numbers_are_whole_however_written(text: str, value: object) -> None:
    read = parse_json(text.encode(), MAX_NESTING)
    assert read == value
    assert isinstance(read, int)


@pytest.mark.parametrize("word", ["NaN", "Infinity", "-Infinity"])
def test_what_is_not_a_number_is_refused_at_its_place(word: str) -> None:
    assert faults_of(f'{{"a": [1, {word}]}}') == [("/a/1", f"{word} is not a number of JSON")]


@pytest.mark.parametrize("text", ["9007199254740992", "-9007199254740992", "1e16", "1e999", "9" * 100_000])
def test_huge_numbers_are_refused_at_their_place(text: str) -> None:
    [(pointer, detail)] = faults_of(f'{{"limit": {{"nodes": {text}}}}}')
    assert pointer == "/limit/nodes"
    assert "huge" in detail


def test_a_number_of_endless_digits_is_refused() -> None:
    [(pointer, detail)] = faults_of("[0." + "1" * 100_000 + "]")
    assert pointer == "/0"
    assert "digits" in detail


def test_a_key_that_stands_twice_is_refused_at_its_place() -> None:
    [(pointer, detail)] = faults_of('{"plays": [], "contract": {"trump": "H", "trump": "S"}}')
    assert pointer == "/contract/trump"
    assert "twice" in detail


def test_pointers_are_escaped() -> None:
    assert [pointer for pointer, _ in faults_of('{"a/b": {"c~d": NaN}}')] == ["/a~1b/c~0d"]


def test_all_faults_come_at_once_in_the_order_of_the_text() -> None:
    found = faults_of('{"a": NaN, "b": [1e99, "\\ud800"], "c": {"d": 1, "d": 2}}')
    assert [pointer for pointer, _ in found] == ["/a", "/b/0", "/b/1", "/c/d"]


@pytest.mark.parametrize("before", ["", '"a": [{"list": [5]}, "]}"], ', '"a":1,"list2" : {"b": "\\\\"},'])
@pytest.mark.parametrize("after", ["", ', "b": {"list": [6]}'])
def test_a_member_that_is_refused_apart_keeps_its_text(before: str, after: str) -> None:
    members = [
        '{"a": NaN ,"b":\n[" ]}"]}',
        "NaN",
        "3",
        '{"a":{"a":1,"\\u0061":2}}',
        '"\\uD83C"',
        "[]",
        '"]}"',
    ]
    text = f' {{ {before} "lis\\u0074" : [ {" , ".join(members)} ]{after}}}'
    read: Any = parse_json(text, apart="list")
    told = [one.text if isinstance(one, UnreadableMember) else json.dumps(one) for one in read["list"]]
    assert told == members
    for one in read["list"]:
        if isinstance(one, UnreadableMember):
            with pytest.raises(UnreadableError) as alone:
                parse_json(one.text)
            assert alone.value.faults == one.faults


def test_members_of_a_list_are_refused_apart() -> None:
    text = '{"list": [{"a": NaN, "b": [1e99]}, {"a": 1, "a": 2}, [3], {"list": [1e99]}], "b": 4}'
    read: Any = parse_json(text, apart="list")
    told = [getattr(one, "faults", one) for one in read["list"]]
    pointers = [[fault.pointer for fault in one] if isinstance(one, tuple) else one for one in told]
    assert pointers == [["/a", "/b/0"], ["/a"], [3], ["/list/0"]]
    rubbish = f'{{"list": [{", ".join(["NaN"] * (MAX_APART + 1))}]}}'
    with pytest.raises(UnreadableError):
        parse_json(rubbish, apart="list")
    for elsewhere, pointer in (
        ('{"list": [NaN], "b": NaN}', "/b"),
        ('{"list": NaN}', "/list"),
        ("[NaN]", "/0"),
    ):
        with pytest.raises(UnreadableError) as refused:
            parse_json(elsewhere, apart="list")
        assert [fault.pointer for fault in refused.value.faults] == [pointer]


@pytest.mark.parametrize("text", ['"\\ud800"', '"\\udfff x"', '{"\\udc00": 1}'])
def test_half_a_character_is_refused(text: str) -> None:
    [(pointer, detail)] = faults_of(text)
    assert pointer == ""
    assert "half a character" in detail


@pytest.mark.parametrize(
    ("body", "words"),
    [
        (b"", "empty"),
        (b" \n ", "empty"),
        (b"\xff{}", "not UTF-8: byte 1"),
        (b'{"a": "\xc3"}', "not UTF-8: byte 8"),
        ("{}".encode("utf-16"), "UTF-16"),
        ("{}".encode("utf-16-le"), "UTF-16"),
        ("{}".encode("utf-16-be"), "UTF-16"),
        ("{}".encode("utf-32"), "UTF-32"),
        (b"{", "this is not JSON: column 2"),
        (b"{\n", "this is not JSON: column 2"),
        (b'{"a":\n', "this is not JSON: column 6"),
        (b'\n{"a":\n \n', "this is not JSON: line 2, column 6"),
        (
            b'{"variant": "belote",\n}',
            "line 1, column 21: illegal trailing comma before end of object",
        ),
        (b'{"plays": ["SA",\n ]}', "line 1, column 16: illegal trailing comma before end of array"),
        (b"{} {}", "extra data"),
        (b"'belote'", "not JSON"),
        (b"01", "not JSON"),
        (b"\x00" * 100, "not JSON"),
    ],
)
def test_what_is_not_json_is_refused_with_its_place_in_the_text(body: bytes, words: str) -> None:
    [(pointer, detail)] = faults_of(body)
    assert pointer == ""
    assert words in detail


@pytest.mark.parametrize(
    ("body", "words"),
    [(b"{} {}", "il y a quelque chose après la fin"), (b"[1,]", "virgule de trop avant la fin de la liste")],
)
def test_why_a_text_is_not_json_is_said_in_french_too(body: bytes, words: str) -> None:
    with pytest.raises(UnreadableError) as refused:
        parse_json(body, MAX_NESTING)
    assert words in refused.value.faults[0].wrong.say("fr")


def test_nesting_has_a_limit() -> None:
    deepest = "[" * MAX_NESTING + "]" * MAX_NESTING
    assert parse_json(deepest.encode(), MAX_NESTING)
    shallow = "[" + "[]," * 100  # what is closed again makes the rest no shallower
    assert parse_json((shallow + deepest[1:-1] + "]").encode(), MAX_NESTING)
    for text in (
        "[" + deepest + "]",
        shallow + deepest + "]",
        "[" * 100_000,
        '{"a":' * 100_000,
        "[" * 100_000 + "]" * 100_000,
    ):
        [(pointer, detail)] = faults_of(text)
        assert pointer == ""
        assert f"more than {MAX_NESTING} deep" in detail


def test_nesting_beyond_what_can_be_read_is_not_measured_by_the_limit() -> None:
    with pytest.raises(UnreadableError) as error:
        parse_json("[" * 20_000 + "]" * 20_000, max_nesting=10**6)
    (fault,) = error.value.faults
    assert fault.detail == "lists and objects are nested too deep to be read"


def test_many_brackets_beside_each_other_are_no_nesting() -> None:
    wide: Any = [[], {}] * 1000
    assert parse_json(json.dumps(wide).encode(), MAX_NESTING) == wide


@pytest.mark.parametrize(
    "text",
    [
        "[" + "{}," * 300_000 + "{}]",
        "[" + "NaN," * 200_000 + "1]",
        '{"x": [' + '"a",' * 200_000 + "1]}",
        "{" + ",".join(f'"k{key}": 1' for key in range(60_000)) + "}",
        "[" + ",".join(f'{{"k{key}": 1}}' for key in range(60_000)) + "]",
    ],
)
def test_more_values_than_any_request_has_are_refused_at_once(text: str) -> None:
    started = time.thread_time()
    [(pointer, detail)] = faults_of(text)
    assert pointer == ""
    assert f"more than {MAX_VALUES} values" in detail
    assert time.thread_time() - started < 10, "work that grows with the square of the length"


def test_brackets_and_commas_in_a_text_are_no_values() -> None:
    text = '[{,"' * 100_000
    assert parse_json(json.dumps([text] * 2).encode(), MAX_NESTING) == [text] * 2


def test_an_object_of_too_many_keys_is_refused_at_its_place() -> None:
    sound = {f"k{key}": key for key in range(MAX_KEYS)}
    assert parse_json(json.dumps(sound).encode(), MAX_NESTING) == sound
    [(pointer, detail)] = faults_of(json.dumps({"contract": sound | {"more": 1}}))
    assert pointer == "/contract"
    assert f"{MAX_KEYS + 1} keys" in detail


def test_an_endless_key_is_refused_and_not_repeated() -> None:
    [(pointer, detail)] = faults_of(json.dumps({"plays": [{"k" * 100_000: 1}]}))
    assert pointer == "/plays/0"
    assert len(detail) < 100


def test_no_more_faults_are_looked_for_than_are_answered() -> None:
    assert len(faults_of(json.dumps([float("nan")] * 10_000))) == MAX_FAULTS


@pytest.mark.parametrize("text", ['"' + '\\"' * 500_000, '"' * 1_000_001, "[" * 40 + '"\\' * 500_000])
def test_a_body_made_to_be_slow_is_refused_at_once(text: str) -> None:
    started = time.thread_time()
    faults_of("[" * 40 + text)
    assert time.thread_time() - started < 10, "work that grows with the square of the length"


def test_a_text_is_read_as_its_bytes_are() -> None:
    assert parse_json('{"né": "♠"}') == parse_json('{"né": "♠"}'.encode()) == {"né": "♠"}
    assert parse_json("\ufeff[]") == []
    with pytest.raises(UnreadableError, match="not UTF-8: byte 3"):
        parse_json('["\ud800"]')


def test_what_is_neither_bytes_nor_text_is_refused() -> None:
    body: Any = {}
    with pytest.raises(TypeError, match="parse_json reads bytes or text, and not a dict"):
        parse_json(body)
