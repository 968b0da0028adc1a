"""A small shell for the commands on the pages: Atout itself, and curl at a service in this process."""

import json
import re
import shlex
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from flask.testing import FlaskClient

from tests.support.command_line import run

SERVICE = "http://127.0.0.1:8000"
_WITH_VALUE = {"-H", "-d", "-X", "-T", "--data-binary"}
_SHOWN_AS_TABLES = {"solve", "analyse", "table"}
_DATE = re.compile(r"\d{4}-\d\d-\d\d")
_JOB = re.compile(r"(?<=/v1/jobs/)\w{32}")


@dataclass(slots=True)
class Output:
    """The output of a program: for the next one in the pipe, and for the terminal."""

    stdout: str
    stderr: str = ""

    @property
    def both(self) -> str:
        """Return all of it, as the terminal shows it."""
        return self.stderr + self.stdout


@dataclass(slots=True)
class Shell:
    """Run commands as a reader would type them, in the present folder."""

    client: FlaskClient
    after_post: Callable[[str], None] = lambda path: None
    """Called with the path of every POST that was answered: to wait for what the reader would wait for."""
    variables: dict[str, str] = field(default_factory=dict)
    stand_ins: dict[str, str] = field(default_factory=dict)
    """For what a page shows, what there really is: the id of a job, the path of a database."""

    def run(self, command: str) -> str:
        """Run a command and return all that the terminal shows of it."""
        for shown, real in self.stand_ins.items():
            command = command.replace(shown, real)
        assigned = re.fullmatch(r"(\w+)=\$\((.*)\)", command)
        if assigned:
            output = self._pipeline(assigned[2])
            self.variables[assigned[1]] = output.stdout.strip()
            return output.stderr
        return self._pipeline(command).both

    def _pipeline(self, command: str) -> Output:
        for name, value in self.variables.items():
            command = command.replace(f"${name}", value)
        lexer = shlex.shlex(command, posix=True, punctuation_chars="|")
        lexer.whitespace_split, lexer.commenters = True, ""
        output, stderr = Output(""), ""
        programs = list(_split(list(lexer), "|"))
        for number, words in enumerate(programs):
            is_last = number == len(programs) - 1
            output = self._program(words, output.stdout, is_last=is_last)
            stderr += output.stderr
        return Output(output.stdout, stderr)

    def _program(self, words: list[str], stdin: str, *, is_last: bool) -> Output:
        name, *arguments = words
        match name.rpartition("/")[2]:
            case "echo":
                return Output(" ".join(arguments) + "\n")
            case "head":
                return Output(stdin[: int(arguments[1])])
            case "python3":
                assert arguments == ["-m", "json.tool"]
                return Output(json.dumps(json.loads(stdin), indent=4) + "\n")
            case "curl":
                return Output(self._curl(arguments))
            case "atout":
                return _atout(arguments, stdin, is_last=is_last)
        raise AssertionError(f"{name} is no program of these pages")

    def _curl(self, arguments: list[str]) -> str:
        url, method, shows_headers = "", "GET", False
        headers: list[tuple[str, str]] = []
        data: bytes | None = None
        rest = iter(arguments)
        for word in rest:
            if word in _WITH_VALUE:
                value = next(rest)
                if word == "-H":
                    headers.append((value.partition(":")[0], value.partition(":")[2].strip()))
                elif word == "-X":
                    method = value
                else:
                    is_file = word == "-T" or value[0] == "@"
                    data = Path(value.removeprefix("@")).read_bytes() if is_file else value.encode()
                    method = "POST"
            elif word.startswith("-"):
                assert set(word[1:]) <= set("siN"), word
                shows_headers = "i" in word
            else:
                url = word
        assert url.startswith(SERVICE), url
        path = url.removeprefix(SERVICE)
        answer = self.client.open(path, method=method, headers=headers, data=data)
        body = answer.get_data(as_text=True)
        if method == "POST":
            self.after_post(answer.headers.get("Location", ""))
        if not shows_headers:
            return body
        lines = [f"HTTP/1.1 {answer.status}", *(f"{name}: {value}" for name, value in answer.headers)]
        return "\n".join(lines) + "\n\n" + body

    def compare(self, shown: str, output: str) -> None:
        """Check that the output is what a page shows: ``…`` is the rest of a line, or alone any lines."""
        for job, real in zip(_JOB.findall(shown), _JOB.findall(output), strict=False):
            self.stand_ins[job] = real
        for name, real in self.stand_ins.items():
            shown = shown.replace(name, real)
        shown, output = (_DATE.sub("DATE", text) for text in (shown, output))
        lines = [line.rstrip() for line in output.splitlines()]
        pattern = ""
        for line in shown.rstrip("\n").split("\n"):
            if line == "…":
                pattern += "(?:.*\n)*?"
            else:
                pattern += re.escape(line).replace("…", ".*") + "\n"
        assert re.fullmatch(pattern, "\n".join(lines) + "\n"), f"shown:\n{shown}\nprinted:\n{output}"


def _atout(arguments: list[str], stdin: str, *, is_last: bool) -> Output:
    tables = ["--text"] if is_last and arguments[0] in _SHOWN_AS_TABLES and "--out" not in arguments else []
    result = run(*arguments, *tables, stdin=stdin)
    return Output(result.stdout, result.stderr)


def _split(words: list[str], at: str) -> Iterator[list[str]]:
    part: list[str] = []
    for word in words:
        if word == at:
            yield part
            part = []
        else:
            part.append(word)
    yield part


def commands_of(text: str) -> list[tuple[str, str]]:
    """Return the commands of a console block, each with the lines shown below it."""
    found: list[tuple[str, str]] = []
    for block in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
        whole = block.replace("\\\n", " ")
        command, _, shown = whole.partition("\n")
        found.append((command, shown))
    return found
