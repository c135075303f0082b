"""The OpenAPI document says what the records of the interface are, and what their fields mean."""

from __future__ import annotations

from dataclasses import is_dataclass
from enum import Enum
from typing import Any

from litestar.openapi.spec import Schema
from litestar.openapi.spec.enums import OpenAPIFormat, OpenAPIType
from litestar.plugins import OpenAPISchemaPlugin
from litestar.typing import FieldDefinition
from msgspec import Struct

from tischlein.web.descriptions.docstrings import description, field_descriptions


class DescribedSchemas(OpenAPISchemaPlugin):
    """Adds to the schemas of records and enumerations what docstrings say about these.

    What is answered as bytes (pictures, archives) is told from text, too: clients that are made
    from the document would decode it otherwise.
    """

    def is_plugin_supported_field(self, field_definition: FieldDefinition) -> bool:
        """Return whether a field's type is a record, an enumeration, or bytes."""
        kind = field_definition.annotation
        return isinstance(kind, type) and (
            issubclass(kind, Struct | Enum | bytes) or is_dataclass(kind)
        )

    # Litestar's type of what creates schemas is private; and it takes references, too, as it makes
    # of enumerations, though the method that this one overrides is declared without.
    def to_openapi_schema(self, field_definition: FieldDefinition, schema_creator: Any) -> Any:
        """Return the schema that Litestar makes, with descriptions."""
        kind = field_definition.annotation
        if issubclass(kind, bytes):
            return Schema(type=OpenAPIType.STRING, format=OpenAPIFormat.BINARY)
        if issubclass(kind, Enum):
            reference = schema_creator.for_enum_field(field_definition)
            shared = schema_creator.schema_registry.get_schema_for_field_definition(
                field_definition
            )
            shared.description = _of_enum(kind)
            shared.default = None  # it would be that of the first field with this type
            return reference
        others = [plugin for plugin in schema_creator.plugins if plugin is not self]
        maker = next(
            one for one in others if schema_creator.plugin_supports_field(one, field_definition)
        )
        schema: Schema = maker.to_openapi_schema(field_definition, schema_creator)
        schema.description = description(kind)
        described = field_descriptions(kind)
        for name, field in (schema.properties or {}).items():
            field.description = described.get(name)
        return schema


def _of_enum(kind: type[Enum]) -> str:
    """Return the description of an enumeration, with what its values mean."""
    described = field_descriptions(kind)
    values = [f"- `{one.value}`: {described[one.name]}" for one in kind if one.name in described]
    return "\n".join([description(kind), *(["", *values] if values else [])])
