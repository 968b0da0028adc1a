"""The API document: OpenAPI 3.1, derived from the schemas, with every error as a problem of RFC 9457."""

import inspect
from collections.abc import Sequence
from http import HTTPStatus
from importlib.metadata import version
from threading import Lock
from typing import Any

import flask
from flask import Flask, Response, current_app, json
from flask_smorest import Api

from api.http import LANGUAGE_HEADERS, PROBLEM_JSON, headers_of_all, text_header
from api.monitor import ID_HEADER
from api.parts import part_of
from api.schemas.answer_headers import RATE_HEADERS
from api.schemas.answers import ANSWERS, ProblemSchema
from api.schemas.bids import HANDS
from api.schemas.components import COMPONENTS
from api.schemas.convert import CONVERSIONS
from api.schemas.examples.uncopied import value_of
from api.schemas.fields import shape_of
from api.schemas.requests import REQUESTS
from api.schemas.resources import Resources
from api.schemas.table import TABLES
from api.settings import Settings
from solver.sentences import all_of

TITLE = "Atout"
VERSION = version("atout")
"""The version of the package; the version of the resources is in their addresses, /v1."""

DESCRIPTION = """\
Exact double-dummy solving for trick-taking card games: what a position is worth, what each playable card
gives away, and a game log judged card by card.

Cards are a suit letter and a rank letter, `SA`, `HT`, `D7`; seats are `N E S W`; values are always given for
named sides. Every error is an `application/problem+json`, with all faults of the request at once, each with
its place, a code for programs and a sentence in the language that `Accept-Language` asks for.

Every answer has an `X-Request-Id`: the request's own if that is a short plain token, else a new one. By it
the operator finds the request in the log.
"""
OF_ALL = """
Each answer may also have {names}, which stand here for all: they say what it depends on besides its
address, and what browsers may do with it.
"""

DEFAULT_PROBLEM = "DEFAULT_ERROR"
"""The name of flask-smorest for the response with any status that an operation does not name."""
METHODS = {"get", "post", "delete"}
"""The keys of the operations of an address, beside which it has parameters."""

KEY_SCHEME = {
    "type": "http",
    "scheme": "bearer",
    "description": "A key that the operator of this service has given.",
}


_WHOLE = {"type": "integer", "minimum": 0}


class Document:
    """The API document of an application.

    It is made when it is first asked for: that takes longer than all else in the start of a service, most
    processes of which are never asked.
    """

    def __init__(self, groups: Sequence[Resources]) -> None:
        self._groups = groups
        self._text: str | None = None
        self._writing = Lock()

    def serve(self) -> Response:
        """Answer with the document."""
        with self._writing:
            if self._text is None:
                self._text = json.dumps(
                    _describe(current_app, self._groups), indent=2, sort_keys=False, default=value_of
                )
        return current_app.response_class(self._text, mimetype="application/json")


def describe_api(app: Flask, groups: Sequence[Resources]) -> None:
    """Serve the resources of ``groups``, and the document that describes them as /openapi.json."""
    for group in groups:
        app.register_blueprint(group.blueprint)
    document = flask.Blueprint("document", __name__)
    document.add_url_rule("/openapi.json", "whole", Document(groups).serve)
    app.register_blueprint(document)


def _describe(app: Flask, groups: Sequence[Resources]) -> dict[str, Any]:
    """Return the document of ``groups``, which are registered with ``app``."""
    # Step 1. Begin the specification: flask-smorest wants an application that has not begun to serve.
    bare = Flask(app.name)
    bare.config.update(API_TITLE=TITLE, API_VERSION=VERSION, OPENAPI_VERSION="3.1.0")
    settings = part_of(app, Settings)
    names = all_of(f"`{name}`" for name in headers_of_all(settings.origins, settings.hsts_s))
    of_all = OF_ALL.format(names=names.say())
    api = Api(bare, spec_kwargs={"info": {"description": DESCRIPTION + of_all}})
    api.ma_plugin.converter.add_attribute_function(shape_of)
    components = api.spec.components
    if settings.keys != "off":
        components.security_scheme("key", KEY_SCHEME)
        key: dict[str, list[str]] = {"key": []}
        api.spec.options["security"] = [key] if settings.keys == "required" else [{}, key]
    # Step 2. Schemas.
    for unused in ("Error", "PaginationMetadata"):
        components.schemas.pop(unused, None)
    for name, shape in COMPONENTS.items():
        components.schema(name, dict(shape))
    of_groups = (schema for group in groups for schema in group.schemas)
    for schema in (*ANSWERS, *REQUESTS, *TABLES, *HANDS, *CONVERSIONS, *of_groups):
        description = {"description": inspect.getdoc(schema), "additionalProperties": False}
        components.schema(schema.__name__.removesuffix("Schema"), description, schema=schema)
    # Step 3. Errors. These replace the ones of flask-smorest, which would be documented as application/json.
    for status in HTTPStatus:
        if status >= 400:
            components.response(status.name, _problem_response(status), lazy=True)
    components.response(DEFAULT_PROBLEM, _problem_response(None), lazy=True)
    components.header(ID_HEADER, text_header("The id of the request."))
    for name, says in RATE_HEADERS.items():
        components.header(name, {"description": says, "schema": _WHOLE})
    # Step 4. Operations.
    for blueprint in (group.blueprint for group in groups):
        blueprint.register_views_in_doc(api, app, api.spec, name=blueprint.name, parameters=None)
        api.spec.tag({"name": blueprint.name, "description": blueprint.description})
    described: dict[str, Any] = api.spec.to_dict()
    for item in described["paths"].values():
        for method in METHODS & item.keys():
            _put_in_ranges(item[method]["responses"])
    return described


def _put_in_ranges(responses: dict[str, Any]) -> None:
    """Say of the statuses that are not named that they are problems.

    A default would say it of the good ones too: generators of clients then take their answers for problems.
    """
    other = responses.pop("default")
    responses |= {"4XX": other, "5XX": other}


def _problem_response(status: HTTPStatus | None) -> dict[str, Any]:
    headers: dict[str, Any] = {
        ID_HEADER: ID_HEADER,
        **{name: name for name in RATE_HEADERS},
        **LANGUAGE_HEADERS,
    }
    response: dict[str, Any] = {
        "description": status.phrase if status else "Any other problem.",
        "content": {PROBLEM_JSON: {"schema": ProblemSchema}},
        "headers": headers,
    }
    if status in (HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.SERVICE_UNAVAILABLE):
        headers["Retry-After"] = {"description": "When to try again, in seconds.", "schema": _WHOLE}
    if status == HTTPStatus.UNAUTHORIZED:
        headers["WWW-Authenticate"] = text_header(
            "A request for a key; it says so if the one that was sent is not valid."
        )
    return response
