"""Writes the litmus tests as Java programs, with their exact outcomes under each memory model.

`python3 generate.py DIRECTORY` writes a program for each shape and variant of `shapes.py`, and expected.json: for each program and model the set of (text
printed, end). The outcomes come from `../random/simulate.py`; before anything is written they are compared with what the literature says, and with one another.
`python3 generate.py` alone compares, and prints the table of verdicts.
"""

import json
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path += [str(HERE.parent / "random"), str(HERE.parent / "oracle")]
sys.dont_write_bytecode = True

from buffers import MODELS  # noqa: E402
from java import java  # noqa: E402
from shapes import PUBLICATION, SHAPES, VARIANTS  # noqa: E402
from simulate import NONE, Simulation  # noqa: E402

VOLATILE = {"x": "v", "y": "w", "z": "j"}
# The modes of reads and of writes.
MODES = {"releaseAcquire": ("acquire", "release"), "opaque": ("opaque", "opaque")}
FENCES = {"fullFence": "full", "releaseFence": "release", "acquireFence": "acquire"}


def access(text, variant):
    to, source = text.split("=")
    read, write = MODES.get(variant, ("", ""))
    field = (lambda name: VOLATILE[name]) if variant == "volatile" else (lambda name: name)
    if to.startswith("r"):
        return ("read", int(to[1:]), field(source), read)
    return ("write", field(to), ("const", int(source)), 0, write)


def body(text, variant):
    statements = [access(one, variant) for one in text.split()]
    if variant == "synchronized":
        return [("sync", "l0", [one]) for one in statements]
    if variant in FENCES:
        fence = ("fence", FENCES[variant])
        statements = [part for one in statements for part in (fence, one)][1:]
    return statements


def programs():
    """(threads, registers, what is shown behind the registers) by name."""
    found = {}
    for name, shape in SHAPES.items():
        registers = sum(text.count("r") for text in shape.threads)
        for variant in VARIANTS:
            shown = [VOLATILE[place] if variant == "volatile" else place for place in shape.last]
            found[f"{name}_{variant}"] = [body(text, variant) for text in shape.threads], registers, shown
    for name, (maker, finder, usual, _) in PUBLICATION.items():
        found[f"Publication_{name}"] = [maker, finder], usual.split()[0].count(",") + 1, []
    return found


def outcomes(program, model):
    threads, registers, shown = program
    return Simulation(threads, registers, 0, 0, False, model, shown).outcomes(10_000_000)


def disagreements(table):
    """Where the simulation does not say what it has to."""
    for name, shape in SHAPES.items():
        for variant, verdict in VARIANTS.items():
            found = table[f"{name}_{variant}"]
            for model, allowed in zip(MODELS, (False, *verdict(shape))):
                if ((shape.witness, "normal") in found[model]) != allowed:
                    yield f"{name} {variant} {model}: the witness is {'not ' * allowed}possible"
        strong, plain = ("volatile", "synchronized", "fullFence"), table[f"{name}_plain"]
        for variant, model, same in [(variant, model, "sc") for variant in strong for model in MODELS] + [
            ("releaseFence", "pso", "tso"), ("releaseAcquire", "pso", "tso"), ("releaseAcquire", "tso", "tso"),
            ("opaque", "pso", "pso"), ("acquireFence", "pso", "pso"), ("acquireFence", "tso", "tso"),
        ]:  # fmt: skip
            if table[f"{name}_{variant}"][model] != plain[same]:
                yield f"{name} {variant} {model} is not {name} plain {same}"
        if not plain["sc"] <= plain["tso"] <= plain["pso"]:
            yield f"{name}: a weaker model shows less"
    for name, (_, _, usual, more) in PUBLICATION.items():
        for model in MODELS:
            expected = (usual + " " + more if model == "pso" else usual).replace(",", "_").split()
            if table[f"Publication_{name}"][model] != {(text.replace("_", " "), "normal") for text in expected}:
                yield f"Publication {name} {model}: {sorted(table[f'Publication_{name}'][model])}"


def main():
    written = programs()
    table = {name: {model: outcomes(program, model) for model in MODELS} for name, program in written.items()}
    wrong = list(disagreements(table))
    for line in wrong:
        print(line)
    if wrong:
        sys.exit(1)
    if len(sys.argv) < 2:
        for name, found in table.items():
            print(f"{name:24}", *(f"{model} {len(found[model]):3}" for model in MODELS))
        return
    directory = pathlib.Path(sys.argv[1])
    directory.mkdir(parents=True, exist_ok=True)
    for name, (threads, registers, shown) in written.items():
        (directory / f"{name}.java").write_text(java(name, threads, registers, 0, 0, shown))
    expected = {name: {model: sorted(found[model]) for model in MODELS} for name, found in table.items()}
    (directory / "expected.json").write_text(json.dumps(expected))


if __name__ == "__main__":
    main()
