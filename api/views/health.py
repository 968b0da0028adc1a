"""``/healthz``: whether the service is alive; ``/readyz``: whether every part of it works."""

from flask import Response, jsonify

from api.http import NOT_READY, ProblemError
from api.parts import part
from api.schemas import HealthSchema, ReadinessSchema, Resources
from api.solving import SolvingSlots
from api.store import Store, StoreBusyError, StoreDownError
from solver import Limit, Position, engine_version, solve
from solver.sentences import EnglishOnly

health = Resources("health", "/healthz", "Whether the service is alive.", is_open=True)
readiness = Resources(
    "readiness", "/readyz", "Whether every part of the service works.", is_open=True, is_kept=False
)

_KNOWN = Position.from_dict(
    {
        "variant": "quadrette",
        "rules": {"short_deals": True},
        "leader": "N",
        "deal": "N:A.K.-.- K.A.-.- -.Q.Q.- -.-.KA.-",
        "contract": {"trump": "S"},
    }
)
_KNOWN_VALUE = {"NS": 1, "EW": 1}
_KNOWN_LIMIT = Limit(time_ms=1_000, table_mib=1)


@health.get(shows=HealthSchema)
def show_health() -> Response:
    """Check that the service is alive"""
    return jsonify({"status": "ok"})


@readiness.get(shows=ReadinessSchema, refuses=(503,))
def show_readiness() -> Response:
    """Check that the service is ready: its engine solves, its database can be used, it is not stopping"""
    store = part(Store)
    wrong = []
    if part(SolvingSlots).is_stopping:
        wrong.append("the service stops")
    answer = solve(_KNOWN, _KNOWN_LIMIT)
    if answer.value != _KNOWN_VALUE:
        wrong.append("the engine does not solve a position that it should")
    if not store.is_off:
        try:
            store.check()
        except StoreBusyError:
            pass  # it answers others: a service that is sent no requests would not make it answer more
        except StoreDownError:
            wrong.append("the database cannot be used: logs are judged but not kept")
        else:
            try:
                store.check_writing()
            except StoreDownError:
                wrong.append(
                    "the database cannot be written to: what is kept can be read, but logs are judged and "
                    "not kept, and jobs are not taken"
                )
    if wrong:
        raise ProblemError(NOT_READY, EnglishOnly("; ".join(wrong)))
    response = jsonify(
        {"status": "ready", "engine": engine_version(), "database": "none" if store.is_off else "ok"}
    )
    response.headers["Cache-Control"] = "no-store"
    return response
