"""Resources: operations bound to the schemas of their requests and answers, which also describe them."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import wraps
from http import HTTPStatus
from types import MappingProxyType
from typing import Any, TypeVar

from flask import request
from flask_smorest import Blueprint
from marshmallow import Schema
from webargs.flaskparser import FlaskParser
from werkzeug.exceptions import HTTPException

from api.http import (
    JSON,
    JSON_LINES,
    NO_STORE_HEADERS,
    TEXT_TYPES,
    Streams,
    check_lines_accepted,
    joined,
    parameter_of,
    query_faults,
    read_body,
    read_json,
)
from api.monitor import ID_HEADER
from api.parts import part
from api.schemas.answer_headers import LINE_HEADERS, RATE_HEADERS, headers_unchanged
from api.schemas.answers import ProblemSchema
from api.schemas.examples.answers import ANSWER_EXAMPLES
from api.schemas.examples.requests import GAMES
from api.schemas.examples.uncopied import Uncopied
from api.schemas.fields import ShapeSchema
from api.schemas.requests import DomainSchema
from api.settings import Settings
from solver import Code, Fault, SolverError
from solver.errors import Wrong, show, wrong
from solver.requests import RequestOption
from solver.sentences import all_of

STREAMED = f"""\
With `Content-Type: {JSON_LINES}` the body is a stream of any length: one request a line. Each is
answered by one line, in the same order, as soon as it is there. A line that would be refused alone has its
problem in the place of an answer, with its number as `line_number`, and the stream goes on. Blank lines are
passed over. What the query asks for holds for each line, whatever it says itself. Read the answers while
you send: if you stop reading, the service stops reading too. Closing the connection, or your half of it,
ends the work.
"""

UNCHANGED = "The answer is the one that `If-None-Match` names; it has no body."
NO_HEADERS: Mapping[str, Any] = MappingProxyType({})

ANYWHERE = (401, 422, 429, 503)
"""The problems that each resource may have unless it is open: of keys, parameters, rates, and keys again."""

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
        settings = part(Settings)
        or_lines = isinstance(schema, ShapeSchema) and schema.takes_lines
        if not isinstance(schema, DomainSchema):
            apart = schema.apart if isinstance(schema, ShapeSchema) else None
            return read_json(req, settings.body_bytes, settings.nesting, or_lines=or_lines, apart=apart)
        return read_body(
            req,
            settings.body_bytes,
            settings.nesting,
            schema.game_reader(req.args),
            schema.options,
            many=schema.holds_games,
            or_lines=or_lines,
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
        is_kept: bool = True,
        reads_query: bool = False,
    ) -> None:
        """``schemas`` are components that only this group has, each after those it is made of.

        With ``is_kept`` False its views say that no cache may keep an answer.
        With ``reads_query`` its views tell all that is wrong with the query of a GET themselves.
        """
        self.schemas = schemas
        self._is_open = is_open
        self._headers = NO_HEADERS if is_kept else NO_STORE_HEADERS
        self._reads_query = reads_query
        self.blueprint = Blueprint(name, __name__, url_prefix=prefix, description=description)
        self.blueprint.ARGUMENTS_PARSER = _PARSER

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
        rule: str,
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
        *,
        asks: type[Schema],
        asks_lines: type[Schema],
        upload: Callable[[], Any],
        shows: SchemaLike,
        refuses: Iterable[int],
        requests: Mapping[str, Any],
        parameters: Iterable[Mapping[str, Any]],
        options: Sequence[RequestOption],
        headers: Mapping[str, Any],
        description: str,
        line_examples: Mapping[str, Any],
    ) -> Callable[[View], View]:
        """Bind a view to POST of work that is answered with 202 before it is done.

        A body of lines goes to ``upload``, any other one to the view.  ``asks_lines`` and ``line_examples``
        describe a line.  ``options`` are those that its query may state, which are among ``parameters``.
        """

        def bind(view: View) -> View:
            documented = self._document(view, _Shown(shows, status=202, headers=headers), refuses)
            documented = self.blueprint.arguments(asks, examples=requests)(documented)

            @wraps(documented)
            def answer(*args: Any, **kwargs: Any) -> Any:
                return upload() if request.mimetype == JSON_LINES else documented(*args, **kwargs)

            lines = {"content": {JSON_LINES: {"schema": asks_lines, "examples": line_examples}}}
            answer = self.blueprint.doc(description=description, requestBody=lines)(answer)
            self._bind("", "POST", list(parameters), answer, options, asks(), query_of_lines=True)
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
        status: int = 200,
    ) -> Callable[[View], View]:
        """Bind a view to POST; it is called with what ``asks`` makes of the body.

        ``requests`` and ``answer`` are examples for the document; ``also`` describes answers besides JSON.
        With ``streams`` the resource also takes streams, and the view is called for each line.
        """

        def bind(view: View) -> View:
            # Step 1. The answers that it may give.
            of_lines = LINE_HEADERS if streams else NO_HEADERS
            shown_200 = _Shown(
                shows, answer, status, headers={**of_lines, **headers}, not_modified=not_modified
            )
            documented = self._document(view, shown_200, refuses)
            # Step 2. The body: read and checked as one request, or line by line.
            # One instance for all requests: making a schema takes longer than reading a body with it.
            schema = asks()
            documented = self.blueprint.arguments(schema, examples=requests)(documented)
            if streams:
                documented = self._streamed(
                    documented, view, asks, shown_200, requests, writes_text=bool(also)
                )
            # Step 3. Bodies and answers besides JSON.
            takes_games = issubclass(asks, DomainSchema)
            shown: dict[str, Any] = {"requestBody": {"content": TEXT_BODIES}} if takes_games else {}
            if also:
                shown["responses"] = {200: dict(also)}
            documented = self.blueprint.doc(**shown)(documented)
            # Step 4. The options that the query may state.
            options = asks.options if issubclass(asks, DomainSchema) else ()
            in_query = map(parameter_of, options)
            self._bind(rule, "POST", [*parameters, *in_query], documented, options, schema)
            return view

        return bind

    def _bind(
        self,
        rule: str,
        method: str,
        parameters: Sequence[Mapping[str, Any]],
        documented: Any,
        options: Sequence[RequestOption] = (),
        schema: Schema | None = None,
        query_of_lines: bool = False,
    ) -> None:
        """Bind an operation to its address.  Parameters in the path are shared by all operations there.

        options: those of its request, which the query may state.  schema: that of its body.
        query_of_lines: True if only the query of a body of lines may state parameters.
        """
        in_path = [parameter for parameter in parameters if parameter["in"] == "path"]
        own = [parameter for parameter in parameters if parameter["in"] != "path"]
        if own:
            documented = self.blueprint.doc(parameters=own)(documented)
        if not (self._is_open or (self._reads_query and method == "GET")):
            in_query = [parameter["name"] for parameter in own if parameter["in"] == "query"]
            documented = _of_known_query(documented, in_query, options, schema, query_of_lines)
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
                return part(Streams).answer(schema, view, options)
            return documented(*args, **kwargs)

        line = {"schema": _or_problem(shown.body), "example": _example_of(view, shown)}
        described = {
            "description": STREAMED,
            "requestBody": {"content": {JSON_LINES: {"schema": asks, "examples": requests}}},
            "responses": {200: {"content": {JSON_LINES: line}}},
        }
        return self.blueprint.doc(**described)(answer)

    def _document(self, view: View, shown: "_Shown", refuses: Iterable[int]) -> Any:
        counted = () if self._is_open else RATE_HEADERS
        headers = {
            ID_HEADER: ID_HEADER,
            **{name: name for name in counted},
            **self._headers,
            **shown.headers,
        }
        documented = self.blueprint.doc(operationId=view.__name__)(view)
        documented = self.blueprint.response(
            shown.status,
            shown.body,
            example=_example_of(view, shown),
            headers=headers,
            content_type=shown.media_type,
        )(documented)
        if shown.not_modified:
            told = headers_unchanged(headers)
            documented = self.blueprint.alt_response(304, description=UNCHANGED, headers=told)(documented)
        for status in refuses if self._is_open else sorted({*refuses, *ANYWHERE}):
            documented = self.blueprint.alt_response(status, HTTPStatus(status).name)(documented)
        return self.blueprint.doc(security=[])(documented) if self._is_open else documented


def _of_known_query(
    documented: Any,
    known: Sequence[str],
    options: Sequence[RequestOption],
    schema: Schema | None,
    of_lines: bool,
) -> Any:
    """Return an operation that is refused where something is wrong with the query.

    schema: that of the body, whose faults are told, too.  of_lines: True if only a body of lines has a query.
    """

    @wraps(documented)
    def answer(*args: Any, **kwargs: Any) -> Any:
        is_misplaced = of_lines and request.mimetype == JSON
        faults = query_faults(request.args, known, () if is_misplaced else options)
        stated = [name for name in known if name in request.args]
        if is_misplaced and stated:
            faults.append(Fault("", _stands_in_body(stated)))
        if faults:
            raise joined(faults, None if schema is None else _error_of_body(schema))
        return documented(*args, **kwargs)

    return answer


def _stands_in_body(names: Sequence[str]) -> Wrong:
    return wrong(
        Code.unknown_field,
        "of a job in JSON the options stand in it, not {names} in a query",
        names=all_of(map(show, names)),
    )


def _error_of_body(schema: Schema) -> SolverError | None:
    """Return what is wrong with the body of this request; None if nothing is, or it cannot be received.

    A body of lines is not read.
    """
    if request.mimetype != JSON_LINES:
        try:
            _PARSER.parse(schema, request, location="json")
        except SolverError as error:
            return error
        except HTTPException:
            # The query is to be mended anyway.
            return None
    return None


_PARSER = BodyParser()


@dataclass(frozen=True, slots=True)
class _Shown:
    """The answer of an operation that succeeds."""

    body: SchemaLike
    example: Mapping[str, Any] | None = None
    status: int = 200
    headers: Mapping[str, Any] = field(default_factory=dict)
    not_modified: bool = False
    media_type: str | None = None


def _example_of(view: View, shown: _Shown) -> Uncopied | None:
    example = shown.example or ANSWER_EXAMPLES.get(view.__name__)
    return Uncopied(example) if example else None


def _or_problem(shows: SchemaLike) -> dict[str, Any]:
    """Return the schema of a line in a stream of answers: an answer or a problem."""
    shown = shows["anyOf"] if isinstance(shows, Mapping) else [shows]
    return {"anyOf": [*shown, ProblemSchema]}
