"""What every moment is mapped with: the levels in force, and how fields are read."""

from .canonical import units

LEVELS = ["none", "metadata", "redacted", "full"]
MOST_UNITS_OF_AN_ID = 1024


class Posture:
    """The levels in force. Redaction is the identity here."""

    def __init__(self, options):
        ceiling = options.get("ceiling")
        self.level = ceiling or "metadata"
        self.attention = options.get("attention") or ceiling or "redacted"
        self.deltas = options.get("deltas") is True and self.shows("redacted")

    def shows(self, needed):
        return LEVELS.index(self.level) >= LEVELS.index(needed)

    def level_of(self, kind):
        return self.attention if kind.startswith("attention.") else self.level

    def event(self, kind, data, subject=None):
        event = {"type": kind, "data": {} if self.level_of(kind) == "none" else data}
        if subject is not None:
            event["subject"] = subject
        return event


def obj(value):
    return value if isinstance(value, dict) else {}


def text_of(value):
    return value if isinstance(value, str) else None


def id_of(value):
    return value if isinstance(value, str) and 1 <= units(value) <= MOST_UNITS_OF_AN_ID else None


def count_of(value):
    return value if isinstance(value, float) and value.is_integer() and value >= 0 else None


def is_finite(value):
    return isinstance(value, float) and abs(value) != float("inf")


def without_nothing(data):
    return {name: value for name, value in data.items() if value is not None}
