import type { PlantedFault } from "./fault.js";

/** Faults in the mapping of `conformance/runners`. */
export const pythonFaults: readonly PlantedFault[] = [
  {
    about: "ids of different types are the same",
    file: "python/sessions.py",
    find: 'return ("number", id_)',
    replace: 'return ("string", str(int(id_)) if id_.is_integer() else str(id_))',
  },
  {
    about: "directions share their ids",
    file: "python/sessions.py",
    find: '("a2c" if direction == "c2a" else "c2a", key)',
    replace: "(direction, key)",
  },
  {
    about: "the newest of two requests with one id is answered",
    file: "python/sessions.py",
    find: "number_ = self.waiting[place][0]",
    replace: "number_ = self.waiting[place][-1]",
  },
  {
    about: "history is live",
    file: "python/sessions.py",
    find: 'history, name = session.loading > 0, update.get("sessionUpdate")',
    replace: 'history, name = False, update.get("sessionUpdate")',
  },
  {
    about: "a session ends twice",
    file: "python/sessions.py",
    find: "session.ended = True",
    replace: "pass",
  },
  {
    about: "runs stay open when a session ends",
    file: "python/sessions.py",
    find: "for run in list(session.runs):",
    replace: "for run in []:",
  },
  {
    about: "an error is an end as planned",
    file: "python/moments.py",
    find: "    if error is not None:\n        code, message",
    replace: "    if False:\n        code, message",
  },
  {
    about: "a second final status ends a tool call again",
    file: "python/sessions.py",
    find: 'call["over"] = True',
    replace: 'call["over"] = False',
  },
  { about: "names are not joined", file: "python/ledger.py", find: 'call["name"] = title', replace: "pass" },
  {
    about: "a run's name comes again",
    file: "python/ledger.py",
    find: "id_ > self.highest",
    replace: "True",
  },
  {
    about: "a resolution follows from the request",
    file: "python/ledger.py",
    find: 'attention["run"], answer or key, key)',
    replace: 'attention["run"], key, key)',
  },
  {
    about: "a tool call that arrives finished has no end",
    file: "python/moments.py",
    find: 'if update.get("status") in ("completed", "failed"):',
    replace: "if False:",
  },
  {
    about: "keys are sorted by code point",
    file: "python/canonical.py",
    find: 'sorted(value, key=lambda key: key.encode("utf-16-be", "surrogatepass"))',
    replace: "sorted(value)",
  },
  {
    about: "numbers are written as Python writes them",
    file: "python/canonical.py",
    find: "if 0 < power <= 21:",
    replace: "if 0 < power <= 16:",
  },
  {
    about: "integers are exact",
    file: "python/canonical.py",
    find: "parse_int=float, ",
    replace: "",
  },
  {
    about: "a cancelled turn failed",
    file: "python/moments.py",
    find: 'return posture.event("run.cancelled", {"by": "user"})',
    replace: 'return posture.event("run.failed", {"reason": "cancelled"})',
  },
  {
    about: "commands have a place in the sequence",
    file: "python/moments.py",
    find: 'if segments[0] == "control":',
    replace: "if False:",
  },
  {
    about: "attention follows the ceiling of the others",
    file: "python/posture.py",
    find: 'options.get("attention") or ceiling or "redacted"',
    replace: 'ceiling or "metadata"',
  },
  {
    about: "arguments that are no object are shown",
    file: "python/moments.py",
    find: "if isinstance(args, dict):",
    replace: "if args is not None:",
  },
  {
    about: "a plan counts statuses of any kind",
    file: "python/moments.py",
    find: 're.fullmatch(r"[a-z][a-z0-9_]{0,31}", status)',
    replace: "True",
  },
  {
    about: "characters are counted, not code units",
    file: "python/canonical.py",
    find: "len(text) + sum(1 for character in text if ord(character) > 0xFFFF)",
    replace: "len(text)",
  },
  {
    about: "a forgotten request's permission stays open",
    file: "python/sessions.py",
    find: '        if oldest["attention"]:',
    replace: "        if False:",
  },
];
