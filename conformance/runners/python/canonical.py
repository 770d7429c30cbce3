"""JSON as the mapping means it: numbers are IEEE doubles, strings are counted in UTF-16 code units."""

import hashlib
import json
import math


def parse(text):
    """The value of a JSON text; of duplicate members the last one wins. Raises ValueError where there is none."""
    return json.loads(text, parse_int=float, parse_constant=_refuse)


def _refuse(word):
    raise ValueError(f"{word} is not JSON")


def units(text):
    """The length in UTF-16 code units."""
    return len(text) + sum(1 for character in text if ord(character) > 0xFFFF)


def code_units(text):
    """The UTF-16 code units, as numbers."""
    data = text.encode("utf-16-be", "surrogatepass")
    return [data[at] << 8 | data[at + 1] for at in range(0, len(data), 2)]


class _Token(str):
    """Text that is written as it stands."""


def canonical(root):
    """The one text of a JSON value (RFC 8785), without recursion."""
    written, waiting = [], [root]
    while waiting:
        value = waiting.pop()
        if isinstance(value, _Token):
            written.append(value)
        elif isinstance(value, dict):
            keys = sorted(value, key=lambda key: key.encode("utf-16-be", "surrogatepass"))
            parts = [_Token("{")]
            for at, key in enumerate(keys):
                parts += [_Token(("," if at else "") + _string(key) + ":"), value[key]]
            waiting += reversed(parts + [_Token("}")])
        elif isinstance(value, list):
            parts = [_Token("[")]
            for at, item in enumerate(value):
                parts += [_Token(","), item] if at else [item]
            waiting += reversed(parts + [_Token("]")])
        else:
            written.append(_scalar(value))
    return "".join(written)


def _scalar(value):
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return _string(value)
    return number(value) if math.isfinite(value) else "null"


def _string(text):
    quoted = json.dumps(text, ensure_ascii=False)
    if quoted.isascii():
        return quoted
    return "".join(
        f"\\u{ord(character):04x}" if 0xD800 <= ord(character) <= 0xDFFF else character for character in quoted
    )


def number(value):
    """A double as ECMAScript's Number::toString writes it."""
    value = float(value)
    if math.isinf(value):
        return "Infinity" if value > 0 else "-Infinity"
    if value == 0:
        return "0"
    sign = "-" if value < 0 else ""
    mantissa, _, exponent = repr(abs(value)).partition("e")
    whole, _, fraction = mantissa.partition(".")
    fraction = fraction if fraction != "0" else ""
    power = int(exponent or 0) + len(whole)
    digits = whole + fraction
    leading = len(digits) - len(digits.lstrip("0"))
    digits, power = digits[leading:].rstrip("0"), power - leading
    if 0 < power <= 21:
        padded = digits.ljust(power, "0")
        return sign + padded[:power] + ("." + padded[power:] if len(padded) > power else "")
    if -6 < power <= 0:
        return sign + "0." + "0" * -power + digits
    tail = "." + digits[1:] if len(digits) > 1 else ""
    return f"{sign}{digits[0]}{tail}e{'+' if power > 0 else '-'}{abs(power - 1)}"


def sha256(text):
    """Hex digits over the text's UTF-8 bytes."""
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


def digest(value):
    """What stands in an event for content."""
    return sha256(canonical(value))[:32]
