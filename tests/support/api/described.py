"""JSON held against the schemas of the API document."""

import json
from collections.abc import Mapping
from typing import Any

from jsonschema_rs import Draft202012Validator


class Described:
    """What a document describes; its schemas are compiled once each."""

    def __init__(self, document: Mapping[str, Any]) -> None:
        self._components = document["components"]
        self._validators: dict[str, Draft202012Validator] = {}

    def check(self, schema: Mapping[str, Any], value: object) -> None:
        """Hold a value against a schema of the document."""
        text = json.dumps(schema)
        if text not in self._validators:
            self._validators[text] = Draft202012Validator({**schema, "components": self._components})
        faults = self._validators[text].iter_errors(value)
        assert not [f"/{'/'.join(map(str, fault.instance_path))}: {fault.message}" for fault in faults]

    def check_component(self, name: str, value: object) -> None:
        """Hold a value against a schema among the components."""
        self.check({"$ref": f"#/components/schemas/{name}"}, value)
