"""The API document: OpenAPI 3.1, derived from the schemas, with every error as a problem of RFC 9457."""

import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import wraps
from http import HTTPStatus
from importlib.metadata import version
from threading import Lock
from types import MappingProxyType
from typing import Any, TypeVar

import flask
from flask import Flask, Response, current_app, json, request
from flask_smorest import Api, Blueprint
from marshmallow import Schema
from webargs.flaskparser import FlaskParser

from api.http import (
    JSON_LINES,
    LANGUAGE_HEADERS,
    PROBLEM_JSON,
    TEXT_TYPES,
    check_lines_accepted,
    parameter_of,
    read_body,
    read_json,
)
from api.monitor import ID_HEADER
from api.schemas.answers import ANSWERS, ProblemSchema
from api.schemas.components import COMPONENTS
from api.schemas.convert import CONVERSIONS
from api.schemas.examples.answers import ANSWER_EXAMPLES
from api.schemas.examples.requests import GAMES
from api.schemas.fields import shape_of
from api.schemas.requests import REQUESTS, DomainSchema
from api.schemas.table import TABLES
from api.settings import Settings

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

STREAMED = f"""\
With `Content-Type: {JSON_LINES}` the body is a stream of any length: one request a line. Each is
answered by one line, in the same order, as soon as it is there. A line that would be refused alone has its
problem in the place of an answer, with its number as `line_number`, and the stream goes on. Blank lines are
passed over. What the query asks for holds for each line, whatever it says itself. Read the answers while
you send: if you stop reading, the service stops reading too. Closing the connection, or your half of it,
ends the work.
"""

DEFAULT_PROBLEM = "DEFAULT_ERROR"
"""The name of flask-smorest for the response with any status that an operation does not name."""

UNCHANGED = "The answer is the one that `If-None-Match` names; it has no body."
NO_HEADERS: Mapping[str, Any] = MappingProxyType({})

KEY_SCHEME = {
    "type": "http",
    "scheme": "bearer",
    "description": "A key that the operator of this service has given.",
}

RATE_HEADERS = {
    "RateLimit-Limit": "The number of requests allowed in a period; on every answer that is counted.",
    "RateLimit-Remaining": "The number of them that are left.",
    "RateLimit-Reset": "The seconds until the period ends.",
}

TEXT_BODIES = {
    kind: {"schema": {"type": "string"}, "examples": {text_format: {"value": GAMES[text_format]}}}
    for kind, text_format in TEXT_TYPES.items()
}
"""Request bodies other than JSON, as the document shows them."""

View = TypeVar("View", bound=Callable[..., Any])
SchemaLike = type[Schema] | Mapping[str, Any]


class BodyParser(FlaskParser):
    """A parser that reads the bodies of requests strictly, before any schema sees them."""

    def load_json(self, req: Any, schema: Any) -> Any:
        """Return the JSON value of the body; raises what `read_body` raises."""
        settings: Settings = current_app.config["ATOUT"]
        if not isinstance(schema, DomainSchema):
            return read_json(req, settings.body_bytes, settings.nesting)
        return read_body(
            req,
            settings.body_bytes,
            settings.nesting,
            schema.game_reader(req.args),
            schema.options,
            many=schema.holds_games,
        )


class Resources:
    """A group of resources: each operation is bound to the schemas of its request and of its answer."""

    def __init__(
        self,
        name: str,
        prefix: str,
        description: str,
        *,
        schemas: tuple[type[Schema], ...] = (),
        is_open: bool = False,
    ) -> None:
        """``schemas`` are components that only this group has, each after those it is made of."""
        self.schemas = schemas
        self._is_open = is_open
        self.blueprint = Blueprint(name, __name__, url_prefix=prefix, description=description)
        self.blueprint.ARGUMENTS_PARSER = BodyParser()

    def get(
        self,
        rule: str = "",
        *,
        shows: SchemaLike,
        refuses: Iterable[int] = (),
        parameters: Iterable[Mapping[str, Any]] = (),
        headers: Mapping[str, Any] = NO_HEADERS,
        not_modified: bool = False,
        media_type: str | None = None,
        also: Mapping[str, Any] = NO_HEADERS,
    ) -> Callable[[View], View]:
        """Bind a view to GET; its docstring is the operation's summary.

        ``not_modified``: it may answer 304.  ``headers``: those of the answer.  ``media_type``: that of the
        answer, if it is not JSON.  ``also``: other forms of the answer besides JSON.
        """

        def bind(view: View) -> View:
            shown = _Shown(shows, headers=headers, not_modified=not_modified, media_type=media_type)
            documented = self._document(view, shown, refuses)
            if also:
                documented = self.blueprint.doc(responses={200: dict(also)})(documented)
            self._bind(rule, "GET", list(parameters), documented)
            return view

        return bind

    def delete(
        self,
        rule: str = "",
        *,
        shows: SchemaLike,
        refuses: Iterable[int] = (),
        parameters: Iterable[Mapping[str, Any]] = (),
    ) -> Callable[[View], View]:
        """Bind a view to DELETE."""

        def bind(view: View) -> View:
            documented = self._document(view, _Shown(shows), refuses)
            self._bind(rule, "DELETE", list(parameters), documented)
            return view

        return bind

    def post_work(
        self,
        rule: str = "",
        *,
        asks: type[Schema],
        asks_lines: type[Schema],
        upload: Callable[[], Any],
        shows: SchemaLike,
        refuses: Iterable[int],
        requests: Mapping[str, Any],
        parameters: Iterable[Mapping[str, Any]],
        headers: Mapping[str, Any],
        description: str,
        line_examples: Mapping[str, Any],
    ) -> Callable[[View], View]:
        """Bind a view to POST of work that is answered with 202 before it is done.

        A body of lines goes to ``upload``, any other one to the view.  ``asks_lines`` and ``line_examples``
        describe a line.
        """

        def bind(view: View) -> View:
            documented = self._document(view, _Shown(shows, status=202, headers=headers), refuses)
            documented = self.blueprint.arguments(asks, examples=requests)(documented)

            @wraps(documented)
            def answer(*args: Any, **kwargs: Any) -> Any:
                return upload() if request.mimetype == JSON_LINES else documented(*args, **kwargs)

            lines = {"content": {JSON_LINES: {"schema": asks_lines, "examples": line_examples}}}
            answer = self.blueprint.doc(description=description, requestBody=lines)(answer)
            self._bind(rule, "POST", list(parameters), answer)
            return view

        return bind

    def post(
        self,
        rule: str = "",
        *,
        asks: type[Schema],
        shows: SchemaLike,
        refuses: Iterable[int] = (),
        requests: Mapping[str, Any],
        answer: Mapping[str, Any] | None = None,
        parameters: Iterable[Mapping[str, Any]] = (),
        headers: Mapping[str, Any] = NO_HEADERS,
        not_modified: bool = False,
        streams: bool = False,
        also: Mapping[str, Any] = NO_HEADERS,
    ) -> Callable[[View], View]:
        """Bind a view to POST; it is called with what ``asks`` makes of the body.

        ``requests`` and ``answer`` are examples for the document; ``also`` describes answers besides JSON.
        With ``streams`` the resource also takes streams, and the view is called for each line.
        """

        def bind(view: View) -> View:
            shown_200 = _Shown(shows, answer, headers=headers, not_modified=not_modified)
            documented = self._document(view, shown_200, refuses)
            # One instance for all requests: making a schema takes longer than reading a body with it.
            documented = self.blueprint.arguments(asks(), examples=requests)(documented)
            if streams:
                documented = self._streamed(
                    documented, view, asks, shown_200, requests, writes_text=bool(also)
                )
            shown: dict[str, Any] = {"requestBody": {"content": TEXT_BODIES}}
            if also:
                shown["responses"] = {200: dict(also)}
            documented = self.blueprint.doc(**shown)(documented)
            in_query = (
                [parameter_of(option) for option in asks.options] if issubclass(asks, DomainSchema) else []
            )
            self._bind(rule, "POST", [*parameters, *in_query], documented)
            return view

        return bind

    def _bind(self, rule: str, method: str, parameters: Sequence[Mapping[str, Any]], documented: Any) -> None:
        """Bind an operation to its address.  Parameters in the path are shared by all operations there."""
        in_path = [parameter for parameter in parameters if parameter["in"] == "path"]
        own = [parameter for parameter in parameters if parameter["in"] != "path"]
        if own:
            documented = self.blueprint.doc(parameters=own)(documented)
        self.blueprint.route(rule, methods=[method], parameters=in_path)(documented)

    def _streamed(
        self,
        documented: Any,
        view: View,
        asks: type[Schema],
        shown: "_Shown",
        requests: Mapping[str, Any],
        *,
        writes_text: bool,
    ) -> Any:
        """Return ``documented`` extended by streams: for a body of lines, ``view`` answers each line."""
        schema = asks()

        @wraps(documented)
        def answer(*args: Any, **kwargs: Any) -> Any:
            if request.mimetype == JSON_LINES:
                options = schema.options if isinstance(schema, DomainSchema) else ()
                if writes_text:
                    check_lines_accepted(request)
                return current_app.config["ATOUT_STREAMS"].answer(schema, view, options)
            return documented(*args, **kwargs)

        example = shown.example or ANSWER_EXAMPLES.get(view.__name__)
        line = {"schema": _or_problem(shown.body), "example": example}
        described = {
            "description": STREAMED,
            "requestBody": {"content": {JSON_LINES: {"schema": asks, "examples": requests}}},
            "responses": {200: {"content": {JSON_LINES: line}}},
        }
        return self.blueprint.doc(**described)(answer)

    def _document(self, view: View, shown: "_Shown", refuses: Iterable[int]) -> Any:
        headers = {ID_HEADER: ID_HEADER, **shown.headers}
        documented = self.blueprint.doc(operationId=view.__name__)(view)
        documented = self.blueprint.response(
            shown.status,
            shown.body,
            example=shown.example or ANSWER_EXAMPLES.get(view.__name__),
            headers=headers,
            content_type=shown.media_type,
        )(documented)
        if shown.not_modified:
            documented = self.blueprint.alt_response(304, description=UNCHANGED, headers=headers)(documented)
        # With keys or rate limits, all resources that are not open may refuse a request.
        for status in refuses if self._is_open else (*refuses, 401, 429):
            documented = self.blueprint.alt_response(status, HTTPStatus(status).name)(documented)
        return self.blueprint.doc(security=[])(documented) if self._is_open else documented


@dataclass(frozen=True, slots=True)
class _Shown:
    """The answer of an operation that succeeds."""

    body: SchemaLike
    example: Mapping[str, Any] | None = None
    status: int = 200
    headers: Mapping[str, Any] = field(default_factory=dict)
    not_modified: bool = False
    media_type: str | None = None


class Document:
    """The API document of an application.

    It is made when it is first asked for: that takes longer than all else in the start of a service, most
    processes of which are never asked.
    """

    def __init__(self, api: Api, groups: Sequence[Resources]) -> None:
        self._api = api
        self._groups = groups
        self._text: str | None = None
        self._writing = Lock()

    def serve(self) -> Response:
        """Answer with the document."""
        with self._writing:
            if self._text is None:
                self._describe(current_app)
                self._text = json.dumps(self._api.spec.to_dict(), indent=2, sort_keys=False)
        return current_app.response_class(self._text, mimetype="application/json")

    def _describe(self, app: Flask) -> None:
        """Fill the specification: schemas, errors, operations."""
        self._api.ma_plugin.converter.add_attribute_function(shape_of)
        components = self._api.spec.components
        settings: Settings = app.config["ATOUT"]
        if settings.keys != "off":
            components.security_scheme("key", KEY_SCHEME)
            key: dict[str, list[str]] = {"key": []}
            self._api.spec.options["security"] = [key] if settings.keys == "required" else [{}, key]
        for unused in ("Error", "PaginationMetadata"):
            components.schemas.pop(unused, None)
        for name, shape in COMPONENTS.items():
            components.schema(name, dict(shape))
        of_groups = (schema for group in self._groups for schema in group.schemas)
        for schema in (*ANSWERS, *REQUESTS, *TABLES, *CONVERSIONS, *of_groups):
            description = {"description": inspect.getdoc(schema), "additionalProperties": False}
            components.schema(schema.__name__.removesuffix("Schema"), description, schema=schema)
        # These replace the ones of flask-smorest, which would document errors as application/json.
        for status in HTTPStatus:
            if status >= 400:
                components.response(status.name, _problem_response(status), lazy=True)
        components.response(DEFAULT_PROBLEM, _problem_response(None), lazy=True)
        components.header(ID_HEADER, {"description": "The id of the request.", "schema": {"type": "string"}})
        for group in self._groups:
            blueprint = group.blueprint
            blueprint.register_views_in_doc(
                self._api, app, self._api.spec, name=blueprint.name, parameters=None
            )
            self._api.spec.tag({"name": blueprint.name, "description": blueprint.description})


def describe_api(app: Flask, groups: Sequence[Resources]) -> None:
    """Serve the resources of ``groups``, and the document that describes them as /openapi.json."""
    app.config.update(API_TITLE=TITLE, API_VERSION=VERSION, OPENAPI_VERSION="3.1.0")
    api = Api(app, spec_kwargs={"info": {"description": DESCRIPTION}})
    for group in groups:
        # As flask-smorest registers a blueprint, but for the description.
        app.extensions["flask-smorest"]["blp_name_to_api"][group.blueprint.name] = api
        app.register_blueprint(group.blueprint)
    document = flask.Blueprint("document", __name__)
    document.add_url_rule("/openapi.json", "whole", Document(api, groups).serve)
    app.register_blueprint(document)


def _or_problem(shows: SchemaLike) -> dict[str, Any]:
    """Return the schema of a line in a stream of answers: an answer or a problem."""
    shown = shows["anyOf"] if isinstance(shows, Mapping) else [shows]
    return {"anyOf": [*shown, ProblemSchema]}


def _problem_response(status: HTTPStatus | None) -> dict[str, Any]:
    headers: dict[str, Any] = {ID_HEADER: ID_HEADER, **LANGUAGE_HEADERS}
    response: dict[str, Any] = {
        "description": status.phrase if status else "Any other problem.",
        "content": {PROBLEM_JSON: {"schema": ProblemSchema}},
        "headers": headers,
    }
    number = {"type": "integer", "minimum": 0}
    if status in (HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.SERVICE_UNAVAILABLE):
        headers["Retry-After"] = {"description": "When to try again, in seconds.", "schema": number}
    if status == HTTPStatus.TOO_MANY_REQUESTS:
        headers |= {name: {"description": says, "schema": number} for name, says in RATE_HEADERS.items()}
    if status == HTTPStatus.UNAUTHORIZED:
        headers["WWW-Authenticate"] = {
            "description": "A request for a key; it says so if the one that was sent is not valid.",
            "schema": {"type": "string"},
        }
    return response
