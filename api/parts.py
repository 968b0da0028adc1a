"""The parts of the running service, such as its store: kept with the application, found by their types."""

from typing import TypeVar

from flask import Flask, current_app

_KEY = "atout"
"""Ours among the extensions of Flask."""

Kind = TypeVar("Kind")


def keep_parts(app: Flask, *parts: object) -> None:
    """Keep the parts of an application, one of each type."""
    app.extensions[_KEY] = {type(one): one for one in parts}


def part_of(app: Flask, kind: type[Kind]) -> Kind:
    """Return the part of this type that an application has."""
    found: Kind = app.extensions[_KEY][kind]
    return found


def part(kind: type[Kind]) -> Kind:
    """Return the part of this type that the application has which answers now."""
    return part_of(current_app, kind)
