"""From the frames of a connection to the AEP events of its sessions, as docs/mapping.md says, "A session"."""

from . import moments
from .canonical import units
from .ledger import Ledger
from .moments import mechanical
from .posture import id_of, obj, text_of

FROM_CLIENT = ("session/new", "session/load", "session/resume", "session/close", "session/delete", "session/prompt")


class Fold(Ledger):
    """Takes frames, gives the events of each."""

    def take(self, direction, message):
        self.out = []
        if isinstance(message, dict):
            key = id_key(message["id"]) if "id" in message else None
            if isinstance(message.get("method"), str):
                self.asked(direction, message, key)
            elif "id" in message and ("result" in message or "error" in message):
                self.answered(direction, message, key)
        return self.out

    def end_connection(self):
        self.out = []
        self.requests.clear()
        self.waiting.clear()
        for session in self.sessions.values():
            session.loading = 0
            self.dismiss(session)
            self.fail(session, "connection_closed")
        return self.out

    # Requests and notifications

    def asked(self, direction, message, key):
        method, params = message["method"], message.get("params")
        name = id_of(obj(params).get("sessionId"))
        session = self.session(name) if name is not None else None
        if direction == "c2a" and method == "initialize":
            self.client = obj(params).get("clientInfo")
        from_client = direction == "c2a" and method in FROM_CLIENT
        from_agent = direction == "a2c" and method == "session/request_permission"
        role = method if key is not None and (from_client or from_agent) else None
        request = {"direction": direction, "key": key, "role": role, "session": name, "run": None, "attention": None}
        if session is not None:
            self.say(session, direction, message, key, request)
        if key is not None:
            self.remember(request)

    def say(self, session, direction, message, key, request):
        method, params, role = message["method"], message.get("params"), request["role"]
        if role == "session/prompt":
            request["run"] = self.begin_run(session, params, message["id"], key)
        elif role == "session/request_permission":
            request["attention"] = self.begin_attention(session, params)
        elif role == "session/load":
            session.loading += 1
        elif role in ("session/new", "session/close", "session/delete"):
            pass
        elif method == "session/update" and direction == "a2c":
            self.update(session, obj(obj(params).get("update")))
        else:
            self.emit_in_turn(session, mechanical(method, self.posture))

    def remember(self, request):
        self.request_count += 1
        number_ = self.request_count
        self.requests[number_] = request
        self.waiting.setdefault((request["direction"], request["key"]), []).append(number_)
        if len(self.requests) <= self.limits["requests"]:
            return
        oldest_number = next(iter(self.requests))
        oldest = self.requests[oldest_number]
        self.forget(oldest_number)
        if oldest["attention"]:
            self.resolve(oldest["attention"], self.dismissed())
        if oldest["run"]:
            self.end_run(oldest["run"], self.posture.event("run.failed", {"reason": "untracked"}))
        if oldest["role"] == "session/load" and oldest["session"] in self.sessions:
            session = self.sessions[oldest["session"]]
            session.loading = max(0, session.loading - 1)

    def forget(self, number_):
        request = self.requests.pop(number_)
        place = (request["direction"], request["key"])
        self.waiting[place].remove(number_)
        if not self.waiting[place]:
            del self.waiting[place]

    # Responses

    def answered(self, direction, message, key):
        place = ("a2c" if direction == "c2a" else "c2a", key)
        if key is None or place not in self.waiting:
            return
        number_ = self.waiting[place][0]
        request = self.requests[number_]
        self.forget(number_)
        result, error = message.get("result"), message.get("error")
        if request["run"]:
            self.end_run(request["run"], moments.run_ended(result, error, self.posture))
        elif request["attention"]:
            self.permission(request["attention"], moments.permission_answered(result, error, self.posture))
        elif request["role"]:
            self.session_answered(request, result, error)

    def permission(self, attention, event):
        if not attention["open"]:
            return
        if event["type"] == "attention.resolved":
            self.resolve(attention, event)
            return
        key = attention["key"]
        answer = self.emit(attention["session"], event, attention["run"], key, key)
        self.resolve(attention, self.posture.event("attention.resolved", {"resolution": "answered"}), answer)

    def session_answered(self, request, result, error):
        role = request["role"]
        name = id_of(obj(result).get("sessionId")) if role == "session/new" else request["session"]
        if name is None:
            return
        session = self.session(name)
        if role == "session/load":
            session.loading = max(0, session.loading - 1)
        if error is not None:
            return
        if role in ("session/new", "session/load", "session/resume"):
            session.started = self.emit(session, moments.session_started(self.posture, self.client))
        elif role in ("session/close", "session/delete"):
            self.dismiss(session)
            for run in list(session.runs):
                self.end_run(run, self.posture.event("run.cancelled", {"by": "user"}))
            if session.ended:
                self.emit_in_turn(session, mechanical(role, self.posture))
            else:
                session.ended = True
                self.emit(session, self.posture.event("session.ended", {}), None, session.started)

    # Runs and permissions

    def begin_run(self, session, params, id_, key):
        name = self.run_name(id_)
        started = self.emit(session, moments.run_started(params, self.posture), name, session.started)
        run = {"name": name, "key": started, "session": session, "open": True}
        session.runs.append(run)
        return run

    def begin_attention(self, session, params):
        call = obj(obj(params).get("toolCall"))
        call_id = id_of(call.get("toolCallId"))
        known = self.call(session, call_id)
        event = moments.attention_requested(params, self.posture, known and known["name"])
        key = self.emit_in_turn(session, event, known and known["requested"])
        if call_id is not None and text_of(call.get("title")) is not None:
            self.learn(known or self.begin_call(session, call_id), call)
        run = session.runs[-1]["name"] if session.runs else None
        attention = {"key": key, "session": session, "run": run, "open": True}
        session.attentions.append(attention)
        return attention

    # Tool calls and other updates

    def update(self, session, update):
        history, name = session.loading > 0, update.get("sessionUpdate")
        if name not in ("tool_call", "tool_call_update"):
            for event in [] if history else moments.map_update(update, self.posture):
                self.emit_in_turn(session, event)
            return
        call, call_id = None, id_of(update.get("toolCallId"))
        if call_id is not None:
            call = None if name == "tool_call" else self.call(session, call_id)
            call = call or self.begin_call(session, call_id)
            self.learn(call, update)
        if history:
            return
        if name == "tool_call":
            events = moments.map_tool_call(update, self.posture)
        else:
            known = call or {"name": None, "over": False}
            events = [moments.map_tool_call_update(update, self.posture, known["name"], known["over"])]
        for event in events:
            key = self.emit_in_turn(session, event, call and call["requested"])
            if call and event["type"] == "tool.requested":
                call["requested"] = key
            elif call and event["type"] in ("tool.completed", "tool.failed"):
                call["over"] = True

def id_key(id_):
    """Equal for two ids exactly when type and value are; None where it is no id."""
    if id_ is None or isinstance(id_, bool):
        return ("literal", id_)
    if isinstance(id_, float):
        return ("number", id_)
    return ("string", id_) if isinstance(id_, str) and units(id_) <= 1024 else None
