"""Addresses of the service, compiled once for all the services of a process.

Werkzeug compiles two functions to each address of an application, by way of a syntax tree.  That is four
fifths of what it costs to make one, and the tests make hundreds.  The functions depend on the address alone:
whatever they need of an application, they ask of it when they are called.
"""

from typing import Any

from werkzeug.routing import Rule

_compiled: dict[tuple[str, str, bool], Any] = {}
# The method is private: a Werkzeug that has it no longer is left as it is, and the tests take longer.
_compile: Any = getattr(Rule, "_compile_builder", None)


def compile_once(rule: Any, append_unknown: bool = True) -> Any:
    """Return what builds the address of a rule, in the place of the method of `Rule`."""
    if rule.defaults:
        return _compile(rule, append_unknown)
    key = rule.rule, str(rule._trace), append_unknown
    if key not in _compiled:
        _compiled[key] = _compile(rule, append_unknown)
    return _compiled[key]


if _compile is not None:
    setattr(Rule, "_compile_builder", compile_once)  # noqa: B010
