"""The engine's version: it is another one when, and only when, what answers come from is."""

import shutil
from pathlib import Path

import pytest

import solver.engine.version
from solver import find_variant
from solver.engine.version import deciding_files, engine_version
from tests.support.command_line import ROOT

FILES = dict(deciding_files())
UNITS = sorted(path.stem for path in (ROOT / "ext").rglob("*.pyx") if path.parent.name != "web")


@pytest.fixture
def copies(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, Path]:
    """Copies of all files that count, which are those that count from now on."""
    found = {name: tmp_path / str(number) for number, name in enumerate(FILES)}
    for name, path in FILES.items():
        shutil.copyfile(path, found[name])
    monkeypatch.setattr(solver.engine.version, "deciding_files", lambda: iter(found.items()))
    return found


def test_it_is_the_release_and_a_digest() -> None:
    version, _, digest = engine_version().partition("+")
    assert version[0].isdigit()
    assert len(digest) == 12
    int(digest, 16)


def test_all_compiled_units_count_and_all_builds_of_them() -> None:
    compiled = [name.partition(".")[0] for name in FILES if name.endswith(".so")]
    assert set(UNITS) == {"ground", "plain", "points", "tricks"}
    assert {f"_{unit}" for unit in UNITS} <= set(compiled)
    assert set(compiled) <= {f"_{unit}{build}" for unit in UNITS for build in ("", "_bits")}
    assert len(compiled) == len(set(compiled))


def test_what_only_reads_or_shows_does_not_count() -> None:
    packages = {name.partition("/")[0] for name in FILES if "/" in name}
    solving = {"rules", "game", "engine", "knowledge", "prospects", "calls"}
    deciding = {*solving, "reasons", "analysis", "bidding", "puzzles", "report"}
    assert packages == {*deciding, "locale"}
    assert {"cards.py", "speech.py", "reasons/explanation.py", "game/scoring.py"} <= set(FILES)
    assert "rules/variants/bridge.toml" in FILES
    assert find_variant("bridge").name == "bridge"
    assert "locale/fr/LC_MESSAGES/atout.po" in FILES
    assert not any(name.endswith((".js", ".wasm", ".html", ".css", ".pyi", ".pyc")) for name in FILES)


@pytest.mark.night
def test_a_change_of_any_file_makes_another_engine(copies: dict[str, Path]) -> None:
    def fresh() -> str:
        return engine_version.__wrapped__()

    assert fresh() == engine_version()
    seen = {fresh()}
    for path in copies.values():
        text = path.read_bytes()
        path.write_bytes(text + b"\n")
        seen.add(fresh())
        path.write_bytes(text)
    assert len(seen) == 1 + len(copies)
    assert fresh() == engine_version()
