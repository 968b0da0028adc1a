"""The answers about the health of the service."""

from marshmallow import Schema

from api.schemas.fields import Shown


class HealthSchema(Schema):
    """A sign of life."""

    status = Shown("Always `ok`: a service that is not answers nothing.", {"type": "string", "enum": ["ok"]})


class ReadinessSchema(Schema):
    """That every part of the service works."""

    status = Shown("Always `ready`.", {"type": "string", "enum": ["ready"]})
    engine = Shown("The version of the engine; it has just solved a position.", {"type": "string"})
    database = Shown(
        "`ok`: it has just answered. `none`: the service keeps nothing, as its operator wishes.",
        {"type": "string", "enum": ["ok", "none"]},
    )
