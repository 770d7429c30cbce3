"""Validates event data by the definitions of schema/aep/data.schema.json: as much of JSON Schema as those use."""

import re

TYPES = {
    "object": lambda value: isinstance(value, dict),
    "string": lambda value: isinstance(value, str),
    "number": lambda value: isinstance(value, float),
    "integer": lambda value: isinstance(value, float) and value.is_integer(),
}


def faults(schema, value, place="data"):
    """What the schema has against the value, one text a fault."""
    found, types = [], schema.get("type", [])
    types = [types] if isinstance(types, str) else types
    if types and not any(TYPES[name](value) for name in types):
        return [f"{place} is no {' or '.join(types)}"]
    if "const" in schema and value != schema["const"]:
        found.append(f"{place} is not {schema['const']}")
    if "enum" in schema and value not in schema["enum"]:
        found.append(f"{place} is not listed")
    if "minimum" in schema and value < schema["minimum"]:
        found.append(f"{place} is too small")
    if "pattern" in schema and not re.search(schema["pattern"], value):
        found.append(f"{place} has another form")
    if isinstance(value, str) and len(value) < schema.get("minLength", 0):
        found.append(f"{place} is too short")
    return found + (member_faults(schema, value, place) if isinstance(value, dict) else [])


def member_faults(schema, value, place):
    found = [f"{place} lacks {name}" for name in schema.get("required", []) if name not in value]
    if len(value) > schema.get("maxProperties", len(value)):
        found.append(f"{place} has too many members")
    for name, member in value.items():
        fitting = [sub for known, sub in schema.get("properties", {}).items() if known == name]
        fitting += [sub for known, sub in schema.get("patternProperties", {}).items() if re.search(known, name)]
        if not fitting and schema.get("additionalProperties") is False:
            found.append(f"{place} should not have {name}")
        for sub in fitting:
            found += faults(sub, member, f"{place}.{name}")
    return found
