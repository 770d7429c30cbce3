"""What is remembered of a connection: its sessions, runs, permissions and tool calls; and the events that come of it."""

import re
from collections import OrderedDict

from .canonical import canonical, code_units, number, sha256, units
from .posture import Posture, text_of

LIMITS = {"requests": 4096, "sessions": 1024, "toolCalls": 8192}
SAFE = 2**53 - 1


class Session:
    def __init__(self, name, number_):
        self.id, self.number = name, number_
        self.started = None
        self.ended = False
        self.loading = 0
        self.runs, self.attentions = [], []


class Ledger:
    """Names runs, gives events their place, and closes what is open."""

    def __init__(self, options=None, limits=None):
        self.posture = Posture(options or {})
        self.limits = {**LIMITS, **(limits or {})}
        self.sessions, self.calls, self.requests = OrderedDict(), OrderedDict(), OrderedDict()
        self.waiting = {}
        self.event_count = self.run_count = self.session_count = self.request_count = 0
        self.highest = None
        self.client = None
        self.out = []

    def session(self, name):
        if name not in self.sessions:
            self.session_count += 1
            self.sessions[name] = Session(name, self.session_count)
        self.sessions.move_to_end(name)
        session = self.sessions[name]
        while len(self.sessions) > self.limits["sessions"]:
            _, forgotten = self.sessions.popitem(last=False)
            self.dismiss(forgotten)
            self.fail(forgotten, "untracked")
        return session

    def emit_in_turn(self, session, event, cause=None):
        run = session.runs[-1] if session.runs else None
        cause = cause or (run["key"] if run else session.started)
        return self.emit(session, event, run and run["name"], cause)

    def emit(self, session, event, run=None, cause=None, subject=None):
        self.event_count += 1
        full = {
            **event,
            "session": session.id,
            "key": str(self.event_count),
            "severity": severity(event["type"]),
            "capture": self.posture.level_of(event["type"]),
        }
        optional = {"run": run, "cause": cause, "subject": subject}
        full.update({name: value for name, value in optional.items() if value is not None})
        self.out.append(full)
        return full["key"]

    def run_name(self, id_):
        self.run_count += 1
        if isinstance(id_, float) and id_.is_integer() and abs(id_) <= SAFE:
            if self.highest is None or id_ > self.highest:
                self.highest = id_
                return "r" + number(id_)
        if isinstance(id_, float):
            base = "r" + number(id_).replace("+", "")
        elif isinstance(id_, str):
            plain = "".join(
                chr(unit) if re.fullmatch(r"[A-Za-z0-9-]", chr(unit)) else f"_{unit:04x}" for unit in code_units(id_)
            )
            base = "s" + (plain if len(plain) <= 64 else sha256(canonical(id_))[:32])
        else:
            base = {None: "null", True: "true", False: "false"}[id_]
        return f"{base}.{self.run_count}"

    def end_run(self, run, event):
        if run["open"]:
            run["open"] = False
            run["session"].runs.remove(run)
            self.emit(run["session"], event, run["name"], run["key"])

    def fail(self, session, reason):
        for run in list(session.runs):
            self.end_run(run, self.posture.event("run.failed", {"reason": reason}))

    def resolve(self, attention, event, answer=None):
        if attention["open"]:
            attention["open"] = False
            attention["session"].attentions.remove(attention)
            key = attention["key"]
            self.emit(attention["session"], event, attention["run"], answer or key, key)

    def dismissed(self):
        return self.posture.event("attention.resolved", {"resolution": "dismissed"})

    def dismiss(self, session):
        for attention in list(session.attentions):
            self.resolve(attention, self.dismissed())

    def call(self, session, call_id):
        return self.calls.get((session.number, call_id))

    def begin_call(self, session, call_id):
        place = (session.number, call_id)
        self.calls.pop(place, None)
        call = self.calls[place] = {"name": None, "requested": None, "over": False}
        if len(self.calls) > self.limits["toolCalls"]:
            self.calls.popitem(last=False)
        return call

    def learn(self, call, source):
        title = text_of(source.get("title"))
        if title is not None and units(title) <= 1024:
            call["name"] = title


def severity(kind):
    if kind.startswith("x."):
        return "debug"
    if kind in ("run.failed", "tool.failed"):
        return "error"
    return "notice" if kind in ("run.cancelled", "attention.requested") else "info"
