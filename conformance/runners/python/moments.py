"""From one ACP moment to its AEP events, as docs/mapping.md says, "A moment"."""

import re

from .canonical import digest, number, units
from .posture import LEVELS, Posture, count_of, id_of, is_finite, obj, text_of, without_nothing

MOST_LEVELS_OF_CONTENT = 100
CHUNKS = ("agent_message_chunk", "agent_thought_chunk", "user_message_chunk")


def mechanical_type(name):
    if units(name) > 256:
        return "x.acp.unknown.event"
    lowered = "".join(chr(ord(c) + 32) if "A" <= c <= "Z" else c for c in name)
    segments = [re.sub(r"[^a-z0-9]", "", segment) for segment in re.split(r"[/_.]", lowered)]
    segments = [segment for segment in segments if segment]
    if not segments:
        return "x.acp.unknown.event"
    if segments[0] == "control":
        segments = ["other"] + segments
    elif len(segments) == 1:
        segments = segments + ["event"]
    return ".".join(["x", "acp"] + segments)


def mechanical(name, posture):
    return posture.event(mechanical_type(name), {})


def map_moment(moment, options):
    posture = Posture(options)
    moment = obj(moment)
    kind, method, params = moment.get("kind"), moment.get("method"), moment.get("params")
    if not isinstance(method, str):
        return []
    if kind == "response":
        return map_response(method, moment.get("result"), moment.get("error"), posture)
    if method == "session/update":
        return map_update(obj(obj(params).get("update")), posture)
    if kind != "request":
        return [mechanical(method, posture)]
    if method == "session/prompt":
        return [run_started(params, posture)]
    if method == "session/request_permission":
        return [attention_requested(params, posture)]
    if method in ("session/new", "session/load", "session/close", "session/delete"):
        return []
    return [mechanical(method, posture)]


def map_response(method, result, error, posture):
    if method == "session/prompt":
        return [run_ended(result, error, posture)]
    if method == "session/request_permission":
        return [permission_answered(result, error, posture)]
    if error is not None:
        return []
    if method in ("session/new", "session/load", "session/resume"):
        return [session_started(posture)]
    if method in ("session/close", "session/delete"):
        return [posture.event("session.ended", {})]
    return []


def session_started(posture, info=None):
    """`info` is clientInfo of the last initialize: without a name in it, the client is called by its protocol."""
    name, version = id_of(obj(info).get("name")), id_of(obj(info).get("version"))
    return posture.event("session.started", {"client": without_nothing({"name": name or "acp", "version": version})})


def block_text(block):
    return text_of(obj(block).get("text")) if obj(block).get("type") == "text" else None


def run_started(params, posture):
    prompt = obj(params).get("prompt")
    data = {"trigger": "user"}
    if prompt is not None:
        data["message_digest"] = digest(prompt)
    if posture.shows("redacted") and isinstance(prompt, list):
        texts = [text for text in map(block_text, prompt) if text is not None]
        if texts:
            data["prompt"] = "\n".join(texts)
    return posture.event("run.started", data)


def run_ended(result, error, posture):
    if error is not None:
        code, message = obj(error).get("code"), text_of(obj(error).get("message"))
        detail = {"type": number(code) if isinstance(code, float) else "unknown"}
        if message is not None and posture.shows("redacted"):
            detail["message"] = message
        return posture.event("run.failed", {"reason": "error", "error": detail})
    reason = text_of(obj(result).get("stopReason"))
    if reason == "cancelled":
        return posture.event("run.cancelled", {"by": "user"})
    if reason == "refusal":
        return posture.event("run.failed", {"reason": "refusal"})
    return posture.event("run.finished", without_nothing({"stop_reason": reason}))


def attention_requested(params, posture, joined=None):
    call, options = obj(obj(params).get("toolCall")), obj(params).get("options")
    call_id = id_of(call.get("toolCallId"))
    if LEVELS.index(posture.attention) < LEVELS.index("redacted"):
        words, tail = "acp requests permission", call_id
    else:
        words, tail = "Permission requested", name_of(call, joined, call_id)
    data = {
        "kind": "permission",
        "prompt": words if tail is None else words + ": " + tail,
        "options_count": len(options) if isinstance(options, list) else 0,
    }
    return posture.event("attention.requested", data, call_id)


def permission_answered(result, error, posture):
    outcome = obj(obj(result).get("outcome"))
    if error is not None or outcome.get("outcome") != "selected":
        return posture.event("attention.resolved", {"resolution": "dismissed"})
    answer = without_nothing({"option": text_of(outcome.get("optionId"))})
    return posture.event("attention.answered", {"answer": answer, "via": "oob"})


def name_of(call, joined, call_id):
    title = text_of(call.get("title"))
    if title is not None:
        return title
    return joined if joined is not None else call_id


def map_update(update, posture):
    name = update.get("sessionUpdate")
    if name == "tool_call":
        return map_tool_call(update, posture)
    if name == "tool_call_update":
        return [map_tool_call_update(update, posture)]
    if name in CHUNKS:
        text = block_text(update.get("content"))
        return [posture.event(mechanical_type(name), without_nothing({"delta": text}))] if posture.deltas else []
    if name == "plan":
        return [plan_updated(update, posture)]
    if name == "usage_update":
        return [usage_updated(update, posture)]
    return [mechanical(name if isinstance(name, str) else "session/update", posture)]


def plan_updated(update, posture):
    data, entries = {}, update.get("entries")
    for entry in entries if isinstance(entries, list) else []:
        status = text_of(obj(entry).get("status"))
        plain = status is not None and re.fullmatch(r"[a-z][a-z0-9_]{0,31}", status)
        field = "entries_" + (status if plain else "other")
        data[field] = data.get(field, 0) + 1
    return posture.event("x.acp.plan.updated", data)


def usage_updated(update, posture):
    cost = obj(update.get("cost"))
    currency, amount = text_of(cost.get("currency")), cost.get("amount")
    has_cost = currency is not None and re.fullmatch(r"[A-Za-z]{3}", currency) and is_finite(amount)
    data = {
        "used": count_of(update.get("used")),
        "size": count_of(update.get("size")),
        "cost": {"currency": currency, "total": amount} if has_cost else None,
        "gen_ai.usage.input_tokens": count_of(update.get("usedTokens")),
        "gen_ai.usage.output_tokens": count_of(update.get("outputTokens")),
    }
    return posture.event("x.acp.usage.updated", without_nothing(data))


def map_tool_call(update, posture):
    call_id = id_of(update.get("toolCallId"))
    if call_id is None:
        return [mechanical("tool_call", posture)]
    args = update.get("rawInput")
    data = {
        "tool": {"name": name_of(update, None, call_id), "call_id": call_id},
        "kind": text_of(update.get("kind")),
        "args_digest": None if args is None else digest(args),
    }
    if isinstance(args, dict):
        data.update(content("args", args, posture))
    events = [posture.event("tool.requested", without_nothing(data), call_id)]
    if update.get("status") in ("completed", "failed"):
        events.append(tool_ended(update, call_id, posture))
    return events


def map_tool_call_update(update, posture, joined=None, is_over=False):
    call_id, status = id_of(update.get("toolCallId")), text_of(update.get("status"))
    if call_id is None:
        return mechanical("tool_call_update", posture)
    if status in ("completed", "failed") and not is_over:
        return tool_ended(update, call_id, posture, joined)
    return posture.event("x.acp.tool_call.update", without_nothing({"status": status}), call_id)


def tool_ended(update, call_id, posture, joined=None):
    tool = {"name": name_of(update, joined, call_id), "call_id": call_id}
    if update.get("status") == "failed":
        return posture.event("tool.failed", {"tool": tool, "error": {"type": "tool_error"}}, call_id)
    result = update.get("rawOutput")
    data = {"tool": tool}
    if result is not None:
        data["result_digest"] = digest(result)
    if isinstance(result, (dict, str)):
        data.update(content("result", result, posture))
    return posture.event("tool.completed", data, call_id)


def content(field, value, posture):
    if not posture.shows("redacted") or nesting(value) > MOST_LEVELS_OF_CONTENT:
        return {}
    return {field if posture.level == "full" else field + "_redacted": value}


def nesting(root):
    """How many containers lie around the innermost value, that one included."""
    deepest, waiting = 0, [(root, 1)]
    while waiting:
        value, level = waiting.pop()
        if isinstance(value, (dict, list)):
            deepest = max(deepest, level)
            inner = value.values() if isinstance(value, dict) else value
            waiting += [(item, level + 1) for item in inner]
    return deepest
