"""Runs checks and writes the report that all fixture runners write (docs/mapping.md, "Two runners")."""

import datetime
import json
import sys


def now():
    return datetime.datetime.now(datetime.timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def write_report(tool, run_checks, path):
    """`run_checks` gives (name, detail), detail empty for a pass. Returns the exit code."""
    started, people = now(), sys.stderr if path == "-" else sys.stdout
    checks = []
    for name, detail in run_checks():
        check = {"name": name, "status": "fail" if detail else "pass"}
        if detail:
            check["detail"] = detail
        checks.append(check)
        people.write(f"FAIL  {name} — {detail}\n" if detail else f"PASS  {name}\n")
    failed = sum(1 for check in checks if check["status"] == "fail")
    people.write(f"{'FAILED' if failed else 'OK'}: {failed} failure(s)\n")
    report = {
        "format": "aep-conformance-report",
        "formatVersion": 1,
        "aep": "0.1",
        "tool": tool,
        "target": None,
        "startedAt": started,
        "finishedAt": now(),
        "checks": checks,
        "summary": {"pass": len(checks) - failed, "fail": failed, "skip": 0, "total": len(checks)},
        "ok": failed == 0,
    }
    if path is not None:
        text = json.dumps(report, indent=2, ensure_ascii=False) + "\n"
        if path == "-":
            sys.stdout.write(text)
        else:
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
    return 1 if failed else 0
