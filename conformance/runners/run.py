#!/usr/bin/env python3
"""Checks the mapping corpus with a second implementation: Python 3, standard library only.

run.py [--json PATH]   checks conformance/fixtures; exit 1 when a check fails, 2 on wrong usage; PATH `-` is stdout
run.py --batch         maps JSON lines from stdin to JSON lines on stdout

A batch line is {"moment": TEXT, "options"} or {"frames": [{"direction", "line": TEXT}], "options", "limits"}, where TEXT is JSON
as text. The answer to the first is its events; to the second the events of each frame, those of the connection's end last.
"""

import pathlib
import sys
import threading

sys.dont_write_bytecode = True

from python.canonical import canonical, parse
from python.checks import checks_of
from python.moments import map_moment
from python.report import write_report
from python.sessions import Fold

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
# Nested input needs a deep stack.
STACK_BYTES, DEEPEST = 256 * 1024 * 1024, 100_000


def map_case(case):
    options = case.get("options") or {}
    if "moment" in case:
        return map_moment(parse(case["moment"]), options)
    fold = Fold(options, case.get("limits"))
    mapped = [fold.take(frame["direction"], parse(frame["line"])) for frame in case["frames"]]
    return mapped + [fold.end_connection()]


def read(path):
    return parse((ROOT / path).read_text(encoding="utf-8"))


def batch():
    for line in sys.stdin:
        sys.stdout.write(canonical(map_case(parse(line))) + "\n")
        sys.stdout.flush()
    return 0


def main(arguments):
    if arguments == ["--batch"]:
        return batch()
    if arguments and (arguments[0] != "--json" or len(arguments) != 2):
        sys.stderr.write("usage: run.py [--json PATH] | --batch\n")
        return 2
    corpus, payloads = read("conformance/fixtures/mappings/acp.json"), read("schema/aep/data.schema.json")["$defs"]
    return write_report("run-py", lambda: checks_of(corpus, payloads), arguments[1] if arguments else None)


def in_deep_stack():
    sys.setrecursionlimit(DEEPEST)
    sys.exit_code = main(sys.argv[1:])


if __name__ == "__main__":
    sys.stdin.reconfigure(encoding="utf-8")
    sys.stdout.reconfigure(encoding="utf-8")
    threading.stack_size(STACK_BYTES)
    thread = threading.Thread(target=in_deep_stack)
    thread.start()
    thread.join()
    sys.exit(getattr(sys, "exit_code", 1))
