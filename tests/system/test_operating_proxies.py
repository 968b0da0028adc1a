"""The proxies of docs/operating: run before a service where they are installed, read where they are not."""

import http.client
import json
import re
import shutil
import socket
import ssl
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import NamedTuple

import pytest

from api import Settings, create_app
from api.http import TOO_LARGE
from tests.support.api.served import CONFIG, Server, serve
from tests.support.command_line import ROOT, SMALL
from tests.support.waiting import PATIENCE_S, wait_until

FOLDER = ROOT / "docs" / "operating"
NGINX = (FOLDER / "nginx.conf").read_text(encoding="utf-8")
CADDY = (FOLDER / "Caddyfile").read_text(encoding="utf-8")
DEFAULTS = Settings(database="none")
LINE = json.dumps(SMALL).encode() + b"\n"


class Proxied(NamedTuple):
    """A service behind a proxy."""

    server: Server
    port: int
    reads_on: bool
    """True if the proxy reads a request of HTTP/1.1 on when its answer has begun."""

    def connect(self) -> http.client.HTTPSConnection:
        """A connection to the proxy, whose certificate nobody has signed."""
        context = ssl.create_default_context()
        context.check_hostname = False
        context.verify_mode = ssl.CERT_NONE
        return http.client.HTTPSConnection("127.0.0.1", self.port, timeout=PATIENCE_S, context=context)

    def is_up(self) -> bool:
        """True if the service answers through it."""
        try:
            return self.ask("GET", "/healthz")[0] == 200
        except OSError:
            return False

    def ask(self, method: str, path: str, body: bytes | None = None, **headers: str) -> tuple[int, bytes]:
        """The status and the body of an answer."""
        with closing(self.connect()) as connection:
            headers = {key.replace("_", "-"): value for key, value in headers.items()}
            connection.request(method, path, body, headers)
            answer = connection.getresponse()
            return answer.status, answer.read()


def lines_taken() -> set[str]:
    """The addresses that take lines, by what the service says of itself."""
    document = create_app(DEFAULTS).test_client().get("/openapi.json").get_json()
    return {
        path
        for path, methods in document["paths"].items()
        if "application/x-ndjson" in methods.get("post", {}).get("requestBody", {}).get("content", {})
    }


@pytest.mark.slow
def test_lines_are_passed_on_where_lines_are_taken() -> None:
    (places,) = re.findall(r"location ~ \^/v1/\((.*)\)\$ \{", NGINX)
    assert {f"/v1/{place}" for place in places.split("|")} == lines_taken()
    (named,) = re.findall(r"@lines path (.*)", CADDY)
    assert set(named.split()) == lines_taken()


def test_limits_are_not_below_those_of_the_service() -> None:
    waits_s = (DEFAULTS.max_time_ms + DEFAULTS.wait_ms) / 1000
    assert DEFAULTS.body_bytes == 1 << 20
    assert DEFAULTS.stream_ms == 3_600_000
    assert re.findall(r"client_max_body_size (\w+);", NGINX) == ["2m", "0"]
    plain, lines = re.findall(r"proxy_read_timeout (\w+);", NGINX)
    assert int(plain.removesuffix("s")) > waits_s
    assert lines == "1h"
    lines, plain = re.findall(r"response_header_timeout (\w+)", CADDY)
    assert int(plain.removesuffix("s")) > waits_s
    assert lines == "1h"
    for text in (NGINX, CADDY):
        assert set(re.findall(r"127\.0\.0\.1:(\d+)", text)) == {str(DEFAULTS.port)}


def test_idle_connections_are_closed_by_the_proxies_first() -> None:
    config = CONFIG.read_text(encoding="utf-8")
    (kept_s,) = re.findall(r"^keepalive = (\d+)$", config, re.MULTILINE)
    times = re.findall(r"keepalive(?:_timeout)? (\d+)s\b", NGINX + CADDY)
    assert len(times) == 1 + CADDY.count("transport http")
    assert all(int(seconds) < int(kept_s) for seconds in times)


def certificate(folder: Path) -> tuple[Path, Path]:
    """A certificate that the proxy signs itself, and its key."""
    cert, key = folder / "cert.pem", folder / "key.pem"
    command = [
        "openssl",
        "req",
        "-x509",
        "-newkey",
        "ec",
        "-pkeyopt",
        "ec_paramgen_curve:prime256v1",
        "-nodes",
    ]
    command += ["-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1", "-days", "2"]
    subprocess.run([*command, "-out", cert, "-keyout", key], check=True, capture_output=True)
    return cert, key


def nginx_command(folder: Path, service: int, port: int) -> list[str]:
    """nginx with that file; only ports, certificates and its own folders are others."""
    cert, key = certificate(folder)
    text = re.sub(r"listen \[::\].*\n", "\n", NGINX)
    text = re.sub(r"listen 80;", f"listen 127.0.0.1:{port + 1};", text)
    text = text.replace("listen 443 ", f"listen 127.0.0.1:{port} ").replace(
        "127.0.0.1:8000", f"127.0.0.1:{service}"
    )
    text = re.sub(r"ssl_certificate .*;", f"ssl_certificate {cert};", text)
    text = re.sub(r"ssl_certificate_key .*;", f"ssl_certificate_key {key};", text)
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    paths = "\n".join(f"{kind}_temp_path {folder}/{kind};" for kind in kinds)
    text = f"pid {folder}/pid; events {{}}\nhttp {{\naccess_log off;\n{paths}\n{text}}}\n"
    (folder / "nginx.conf").write_text(text, encoding="utf-8")
    options = "daemon off; master_process off;"
    return ["nginx", "-p", str(folder), "-e", f"{folder}/log", "-c", f"{folder}/nginx.conf", "-g", options]


FULL_DUPLEX = "\tservers {\n\t\tenable_full_duplex\n\t}\n"


def caddy_reads_on() -> bool:
    """True if the Caddy that is installed knows the option that the file sets: from 2.7 on."""
    version = subprocess.run(["caddy", "version"], check=True, capture_output=True, text=True).stdout
    numbers = re.match(r"v?(\d+)\.(\d+)", version)
    assert numbers is not None, version
    return (int(numbers[1]), int(numbers[2])) >= (2, 7)


def caddy_command(folder: Path, service: int, port: int) -> list[str]:
    """Caddy with that file; only ports and the certificate are others, and what an old one does not know."""
    cert, key = certificate(folder)
    text = re.sub(r"(?m)^\s*#.*\n", "", CADDY)
    assert text.startswith("{\n" + FULL_DUPLEX + "}\n")
    if not caddy_reads_on():
        text = text.replace(FULL_DUPLEX, "", 1)
    text = text.replace("{\n", "{\n\tadmin off\n\tauto_https disable_redirects\n", 1)
    text = text.replace("cards.example {", f"https://127.0.0.1:{port} {{\n\ttls {cert} {key}", 1)
    text = text.replace("127.0.0.1:8000", f"127.0.0.1:{service}")
    (folder / "Caddyfile").write_text(text, encoding="utf-8")
    return ["caddy", "run", "--adapter", "caddyfile", "--config", f"{folder}/Caddyfile"]


PROXIES = {"nginx": nginx_command, "caddy": caddy_command}


@pytest.fixture(scope="module", params=PROXIES)
def proxied(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Proxied]:
    name: str = request.param
    if shutil.which(name) is None or shutil.which("openssl") is None:
        pytest.skip(f"there is no {name} here")
    folder = tmp_path_factory.mktemp(name)
    with serve(ATOUT_PROXIES="1", ATOUT_BODY_BYTES="1048576") as (server, number):
        port = free_port()
        with running(PROXIES[name](folder, number, port), folder):
            found = Proxied(server, port, name != "caddy" or caddy_reads_on())
            wait_until(found.is_up, f"{name} does not answer")
            yield found


def free_port() -> int:
    """A port that nobody listens at, nor at the next one."""
    while True:
        with socket.socket() as one, socket.socket() as other:
            one.bind(("127.0.0.1", 0))
            number: int = one.getsockname()[1]
            try:
                other.bind(("127.0.0.1", number + 1))
            except (OSError, OverflowError):
                continue
            return number


@contextmanager
def running(command: list[str], folder: Path) -> Iterator[None]:
    """A process that does not outlive the test."""
    environment = {"PATH": "/usr/sbin:/usr/bin:/bin:/usr/local/bin", "HOME": str(folder)}
    with (
        (folder / "output").open("wb") as output,
        subprocess.Popen(command, env=environment, stdout=output, stderr=output) as process,
    ):
        try:
            yield
        finally:
            process.terminate()
            process.wait(PATIENCE_S)


@pytest.mark.server
def test_a_client_is_known_by_its_own_address(proxied: Proxied) -> None:
    status, _ = proxied.ask(
        "GET", "/v1/variants", X_Forwarded_For="192.0.2.7", X_Request_Id="known-by-address"
    )
    assert status == 200
    (line,) = (
        one
        for one in proxied.server.wait_for_line("known-by-address")
        if one["request_id"] == "known-by-address"
    )
    assert line["address"] == "127.0.0.1", "what the client says of itself is not believed"


@pytest.mark.server
def test_a_long_body_is_refused(proxied: Proxied) -> None:
    assert proxied.ask("POST", "/v1/solve", LINE, Content_Type="application/json")[0] == 200
    for n_bytes in (1 << 20, 3 << 20):
        with closing(proxied.connect()) as connection:
            connection.request(
                "POST", "/v1/table", b" " * n_bytes + LINE, {"Content-Type": "application/json"}
            )
            answer = connection.getresponse()
            assert (answer.status, answer.headers["Content-Type"]) == (413, "application/problem+json")
            assert answer.headers["X-Request-Id"]
            problem = json.loads(answer.read())
        assert (problem["type"], problem["status"], "detail" in problem) == ("/problems/too-large", 413, True)
        assert problem["title"] == str(TOO_LARGE.title)


@pytest.mark.server
def test_lines_are_answered_one_by_one(proxied: Proxied) -> None:
    if not proxied.reads_on:
        pytest.skip("over HTTP/1.1 this Caddy stops reading when the answer begins")
    n_lines = 3
    with closing(proxied.connect()) as connection:
        connection.putrequest("POST", "/v1/solve")
        connection.putheader("Content-Type", "application/x-ndjson")
        connection.putheader("Transfer-Encoding", "chunked")
        connection.endheaders()
        answer: http.client.HTTPResponse | None = None
        for _ in range(n_lines):
            # The next one is not sent before the answer to this one is there.
            connection.send(b"%x\r\n%b\r\n" % (len(LINE), LINE))
            answer = answer or connection.getresponse()
            assert json.loads(answer.readline())["exact"] is True
        connection.send(b"0\r\n\r\n")
        assert answer is not None
        assert answer.read() == b""


@pytest.mark.server
def test_lines_over_http_2(proxied: Proxied, tmp_path: Path) -> None:
    if shutil.which("curl") is None:
        pytest.skip("there is no curl here")
    n_lines = 300
    (tmp_path / "lines").write_bytes(n_lines * LINE)
    command = ["curl", "--silent", "--show-error", "--insecure", "--http2", "--max-time", str(PATIENCE_S)]
    command += ["--header", "Content-Type: application/x-ndjson", "--data-binary", f"@{tmp_path}/lines"]
    command += ["--output", f"{tmp_path}/answers", "--write-out", "%{http_version}"]
    command.append(f"https://127.0.0.1:{proxied.port}/v1/solve")
    version = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    assert version == "2"
    answers = (tmp_path / "answers").read_text(encoding="utf-8").splitlines()
    assert [json.loads(line)["exact"] for line in answers] == [True] * n_lines


@pytest.mark.server
def test_more_lines_than_a_body_may_be_long(proxied: Proxied) -> None:
    if not proxied.reads_on:
        pytest.skip("over HTTP/1.1 this Caddy stops reading when the answer begins")
    text = b"\n" * (1 << 21) + LINE
    status, body = proxied.ask("POST", "/v1/solve", text, Content_Type="application/x-ndjson")
    assert status == 200
    assert json.loads(body.splitlines()[-1])["exact"] is True
