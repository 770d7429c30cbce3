"""The checks of the mapping corpus, one after the other."""

from .canonical import canonical
from .moments import map_moment
from .payloads import faults
from .sessions import Fold

DELTAS = {"deltas": True, "ceiling": "redacted"}


def checks_of(corpus, payloads):
    """Gives (name, detail) for each check; detail is empty where it passes. `payloads` defines the data of each type."""
    entries = {**corpus["moments"], "fallback": corpus["fallback"]}
    for name, entry in entries.items():
        yield f"acp mapping {name} matches pin", compare(map_moment(entry["input"], {}), entry["expected"])
        if "deltas_expected" in entry:
            found = map_moment(entry["input"], DELTAS)
            yield f"acp mapping {name} deltas fork matches pin", compare(found, entry["deltas_expected"])
        for posture in entry.get("postures", []):
            label = f"acp mapping {name} at {canonical(posture['options'])} matches pin"
            yield label, compare(map_moment(entry["input"], posture["options"]), posture["expected"])
    for name, entry in corpus["sessions"].items():
        fold = Fold(entry.get("options"), entry.get("limits"))
        found = [fold.take(frame["direction"], frame["message"]) for frame in entry["frames"]]
        found.append(fold.end_connection())
        yield f"acp session {name} matches pin", compare(found, entry["expected"])
    for name, entry in corpus["moments"].items():
        for event in entry["expected"]:
            if event["data"] and event["type"] in payloads:
                found = faults(payloads[event["type"]], event["data"])
                yield f"acp pin schema-valid ({name} -> {event['type']})", "; ".join(found)
    yield from invariants(corpus["moments"])
    turn = [event for events in corpus["sessions"]["turn"]["expected"] for event in events]
    places = {(event["session"], event.get("run")) for event in turn}
    is_right = places == {("sess_1", None), ("sess_1", "r2")}
    yield "acp identity is the sessionId and the JSON-RPC id", "" if is_right else canonical(turn)


def compare(found, expected):
    found, expected = canonical(found), canonical(expected)
    return "" if found == expected else f"expected {expected}, found {found}"


def invariants(moments):
    def events(name, options=None):
        return map_moment(moments[name]["input"], options or {})

    stops = {name[len("response_prompt_") :]: events(name)[0] for name in moments if name.startswith("response_prompt_")}
    bounded = [stops[name] for name in ("end_turn", "max_tokens", "max_turn_requests")]
    is_right = all(stop["type"] == "run.finished" for stop in bounded)
    is_right = is_right and stops["cancelled"]["type"] == "run.cancelled" and stops["refusal"]["type"] == "run.failed"
    yield "acp stop reasons end a run as they should", "" if is_right else canonical(stops)
    gate = events("request_permission")[0]["data"]
    is_right = not {"options", "respond_via"} & set(gate) and gate["options_count"] == 2
    yield "acp permission gate is read only", "" if is_right else canonical(gate)
    answered, dismissed = events("response_permission_selected"), events("response_permission_cancelled")
    is_right = answered[0]["data"]["via"] == "oob" and dismissed[0]["data"]["resolution"] == "dismissed"
    yield "acp permission outcomes are out of band or dismissed", "" if is_right else canonical(answered + dismissed)
    forks = [events(f"update_tool_{name}")[0]["type"] for name in ("completed", "failed", "in_progress")]
    is_right = forks == ["tool.completed", "tool.failed", "x.acp.tool_call.update"]
    yield "acp tool call updates fork by status", "" if is_right else canonical(forks)
    plan = events("update_plan")
    is_right = [event["type"] for event in plan] == ["x.acp.plan.updated"] and plan[0]["data"]["entries_pending"] == 2
    yield "acp plan stays with the vendor and counts", "" if is_right else canonical(plan)
    chunks = events("update_agent_chunk") + events("update_thought_chunk") + events("update_user_chunk")
    yield "acp chunks are suppressed", "" if chunks == [] else canonical(chunks)
    everything = [event["type"] for name in moments for event in events(name, DELTAS)]
    short = [kind for kind in everything if kind.startswith("x.") and len(kind.split(".")) < 4]
    yield "acp vendor types have four segments or more", "" if short == [] else canonical(short)
