"""The weight of the pages: what comes over the wire before a page is whole."""

import re
from importlib.resources import files

import pytest
from flask.testing import FlaskClient

from api import Settings, create_app
from tests.report.board.screens import SCREENS, Screen
from tests.support.pages import Served, make_app

PAGE_BYTES = 60_000
"""The page with its scripts and styles, compressed, without the core."""
CORE_BYTES = 20_000
AS_BROWSERS = {"Accept": "text/html", "Accept-Encoding": "gzip"}


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Served:
    """The service, asked without a network."""
    unnamed = Served("", "", make_app(tmp_path_factory.mktemp("weight")))
    return unnamed._replace(analysis=unnamed.judged("belote"))


def sent(client: FlaskClient, path: str) -> int:
    """The bytes of an answer to a browser."""
    answer = client.get(path, headers=AS_BROWSERS)
    assert answer.status_code == 200, path
    return len(answer.data)


@pytest.mark.parametrize("screen", [one for one in SCREENS if one.name != "stock"], ids=lambda one: one.name)
def test_a_page_is_light(served: Served, screen: Screen) -> None:
    client = served.app.test_client()
    path = screen.address(served).partition("#")[0]
    text = client.get(path, headers={"Accept": "text/html"}).text
    named = set(re.findall(r'(?:href|src)="(/[^"]+\.(?:css|js))"', text))
    assert any(name.endswith(".js") for name in named)
    weights = {name.rpartition("/")[2]: sent(client, name) for name in named} | {"page": sent(client, path)}
    assert sum(weights.values()) <= PAGE_BYTES, weights


@pytest.mark.parametrize("unit", ["points", "tricks"])
def test_the_core_is_light(unit: str) -> None:
    # As compressible as the service makes it.
    app = create_app(Settings(database="none"))

    @app.get("/core.wasm")
    def send_core() -> tuple[bytes, dict[str, str]]:
        body = files("solver").joinpath("web", f"{unit}.wasm").read_bytes()
        return body, {"Content-Type": "application/wasm"}

    assert sent(app.test_client(), "/core.wasm") <= CORE_BYTES
