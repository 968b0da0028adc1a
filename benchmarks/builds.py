"""The searches of ext/ compiled once more, with other flags than the installed ones."""

import subprocess
import sys
import sysconfig
from collections.abc import Sequence
from importlib.machinery import ExtensionFileLoader
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

EXT = Path(__file__).parents[1] / "ext"
UNITS = ("points", "tricks")
FLAGS = ("-O3", "-fno-strict-aliasing", "-w", "-fPIC", "-shared", "-pthread")


def translate_unit(unit: str, folder: Path) -> Path:
    """Translate ``points`` or ``tricks`` to C; return the file.

    Raises:
        subprocess.CalledProcessError: Cython failed.
    """
    return translate(EXT / unit / f"{unit}.pyx", folder)


def translate(source: Path, folder: Path) -> Path:
    """Translate a module that takes from ext/ what it needs to C; return the file.

    Raises:
        subprocess.CalledProcessError: Cython failed.
    """
    text = folder / f"_{source.stem}.c"
    command = [sys.executable, "-m", "cython", "-3", "--module-name", f"solver.engine._{source.stem}"]
    subprocess.run([*command, "-I", EXT, source, "--output-file", text], check=True)
    return text


def compile_unit(text: Path, flags: Sequence[str]) -> Path:
    """Compile a file of C with ``flags`` besides the usual ones; return the module's file, beside it.

    Raises:
        subprocess.CalledProcessError: The C compiler failed.
    """
    built = text.with_suffix(".so")
    include = f"-I{sysconfig.get_path('include')}"
    subprocess.run(["cc", *FLAGS, *flags, include, text, "-o", built], check=True)
    return built


def build_unit(unit: str, folder: Path, flags: Sequence[str]) -> Path:
    """Compile ``points`` or ``tricks`` with ``flags`` besides the usual ones; return the module's file.

    Raises:
        subprocess.CalledProcessError: Cython or the C compiler failed.
    """
    return compile_unit(translate_unit(unit, folder), flags)


def load_unit(path: Path) -> Any:
    """Return the module of a file that `compile_unit` made; the installed one is left alone."""
    name = f"solver.engine.{path.stem}"
    loader = ExtensionFileLoader(name, str(path))
    spec = spec_from_file_location(name, path, loader=loader)
    if spec is None:
        raise ImportError(f"{path} is no module")
    module = module_from_spec(spec)
    loader.exec_module(module)
    return module
