"""Compares the expectations in `../expected` with brute force: `python3 check.py`; `--write` writes them anew; `--all` compares what takes minutes, too.

Only programs that have a model in `programs.py`, `lockfree.py` or `synchronised.py` are looked at; the last ones are not written. What the explorer found never enters.
"""

import json
import pathlib
import sys

sys.dont_write_bytecode = True

import example  # noqa: E402
import exclusion  # noqa: E402, F401
import lockfree  # noqa: E402, F401
import synchronised  # noqa: E402
from buffers import MODELS  # noqa: E402
from programs import PROGRAMS  # noqa: E402
from interleavings import explore  # noqa: E402

EXPECTED = pathlib.Path(__file__).resolve().parent.parent / "expected"

# Local histories are counted where every thread ends and all that a thread learns is values it reads.
NOT_COUNTED = {"TestDeadLock", "BoundedBuffer", "DoubleChecked", "MichaelScottQueue", "TreiberStack", "TreiberAba", "StampStopsAba"}

# Their models say nothing of the order in which a new object is filled and published.
SC_ONLY = NOT_COUNTED | {"PingPong", "StringBuf"}

SLOW = {("Lamport", "pso"), ("Exclusion-lamport-plain", "pso"), ("Exclusion-bakery-plain", "pso")}


def expectation(name, found, old, all_models):
    """What the JSON file has to say. Arguments and the reason are kept as they are, and what is said of a memory model that takes too long."""
    result = said(name, found["sc"])
    for model in ("tso", "pso"):
        if model in found:
            under = said(name, found[model])
            result[model] = {key: under[key] for key in under if under[key] != result[key]}
        elif model in old and not all_models:
            result[model] = old[model]
    result |= {"args": old.get("args", []), "why": old.get("why", "brute force: oracle/programs.py")}
    # What brute force says nothing of.
    return result | {key: old[key] for key in ("class", "thread_leak") if key in old}


def said(name, found):
    ends = {end for _, end in found.outcomes}
    kinds = []
    if "deadlock" in ends:
        kinds.append("deadlock")
    if found.errors:
        kinds.append(KINDS.get(name, "exception"))
    counted = name not in NOT_COUNTED
    return {
        "verdict": "violation" if kinds else "complete",
        "complete": True,
        "outcomes": [{"stdout": o.rstrip("\n"), "end": e} for o, e in sorted(found.outcomes)],
        "violations": kinds,
        "behaviours": len(found.behaviours) if counted else None,
        "local_behaviours": len(found.locals) if counted else None,
    }


KINDS = {"Account": "assertion", "PingPong": "null-dereference|exception"}


def larger_example(write):
    """Example(3), which takes another way of counting. The number of wrong expectations."""
    path = EXPECTED / "Example-3.json"
    old = json.loads(path.read_text())
    new = expectation("Example-3", {model: example.explore(model, 3) for model in MODELS}, old, True)
    if write:
        path.write_text(json.dumps(new, indent=1) + "\n")
    elif new != old:
        print("Example-3: the expectation is not what brute force finds")
    return int(new != old)


def main():
    write = "--write" in sys.argv
    all_models = write or "--all" in sys.argv
    wrong = 0
    for name, (program, initial) in PROGRAMS.items():
        path = EXPECTED / f"{name}.json"
        old = json.loads(path.read_text()) if path.exists() else {}
        models = ["sc"] if name in SC_ONLY else [model for model in MODELS if all_models or (name, model) not in SLOW]
        found = {model: explore(program, initial, model) for model in models}
        new = expectation(name, found, old, all_models)
        if write:
            path.write_text(json.dumps(new, indent=1) + "\n")
        elif new != old:
            wrong += 1
            print(f"{name}: the expectation is not what brute force finds")
    wrong += larger_example(write)
    for name in synchronised.MODELS:
        old = json.loads((EXPECTED / f"{name}.json").read_text())
        if message := synchronised.differs(name, {(o["stdout"], o["end"]) for o in old["outcomes"]}):
            wrong += 1
            print(message)
    print(f"oracle: {len(PROGRAMS) + 1 + len(synchronised.MODELS) - wrong} agree, {wrong} differ")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
