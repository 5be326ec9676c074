"""Compares the expectations in `../expected` with brute force: `python3 check.py`; `--write` writes them anew.

Only programs that have a model in `programs.py`, `lockfree.py` or `synchronised.py` are looked at; the last ones are not written. What the explorer found never enters.
"""

import json
import pathlib
import sys

sys.dont_write_bytecode = True

import lockfree  # noqa: E402, F401
import synchronised  # noqa: E402
from programs import PROGRAMS  # noqa: E402
from interleavings import explore  # noqa: E402

EXPECTED = pathlib.Path(__file__).resolve().parent.parent / "expected"

# Local histories are counted where every thread ends and all that a thread learns is values it reads.
NOT_COUNTED = {"TestDeadLock", "BoundedBuffer", "DoubleChecked", "MichaelScottQueue", "TreiberStack", "TreiberAba", "StampStopsAba"}


def expectation(name, found, old):
    """What the JSON file has to say. Arguments and the reason are kept as they are."""
    ends = {end for _, end in found.outcomes}
    kinds = []
    if "deadlock" in ends:
        kinds.append("deadlock")
    if found.errors:
        kinds.append(KINDS.get(name, "exception"))
    counted = name not in NOT_COUNTED
    result = {
        "verdict": "violation" if kinds else "complete",
        "complete": True,
        "outcomes": [{"stdout": o.rstrip("\n"), "end": e} for o, e in sorted(found.outcomes)],
        "violations": kinds,
        "behaviours": len(found.behaviours) if counted else None,
        "local_behaviours": len(found.locals) if counted else None,
        "args": old.get("args", []),
        "why": old.get("why", "brute force: oracle/programs.py"),
    }
    if "class" in old:
        result["class"] = old["class"]
    return result


KINDS = {"Account": "assertion", "PingPong": "null-dereference|exception"}


def main():
    write = "--write" in sys.argv
    wrong = 0
    for name, (program, initial) in PROGRAMS.items():
        path = EXPECTED / f"{name}.json"
        old = json.loads(path.read_text()) if path.exists() else {}
        new = expectation(name, explore(program, initial), old)
        if write:
            path.write_text(json.dumps(new, indent=1) + "\n")
        elif new != old:
            wrong += 1
            print(f"{name}: the expectation is not what brute force finds")
    for name in synchronised.MODELS:
        old = json.loads((EXPECTED / f"{name}.json").read_text())
        if message := synchronised.differs(name, {(o["stdout"], o["end"]) for o in old["outcomes"]}):
            wrong += 1
            print(message)
    print(f"oracle: {len(PROGRAMS) + len(synchronised.MODELS) - wrong} agree, {wrong} differ")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
