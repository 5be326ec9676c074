"""Writes the litmus tests of `../litmus` as tests of the harness jcstress.

`python3 litmus_tests.py DIRECTORY` writes a class for each shape and variant. Its `@Outcome`s have all results that
there are under any model; the description of each begins with the first model that allows it, by the simulation of
`../litmus/generate.py`, which that compares with the literature. Any other result is forbidden, but for those of
which `SWAPPED` says why a JVM may show them.

So that much of the harness is used, state and results are passed in several ways: the test is the state; the state is
a class of its own, before or behind the result; the outcomes are on another class.
"""

import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path += [str(HERE.parent / "litmus")]
sys.dont_write_bytecode = True

from generate import MODELS, VARIANTS, disagreements, outcomes, programs  # noqa: E402
from shapes import SHAPES  # noqa: E402

PLACES = "xyz"
VOLATILE = "vwj"
OWN, BEFORE, BEHIND, META = "own", "before", "behind", "meta"
# How state and results are passed.
PASSED = {"opaque": BEFORE, "releaseAcquire": BEHIND, "fullFence": META, "releaseFence": BEFORE}
IMPORTS = ["java.lang.invoke.VarHandle"] + [f"org.openjdk.jcstress.{of}.*" for of in ("annotations", "infra.results")]
FENCES = {"full": "fullFence", "release": "releaseFence", "acquire": "acquireFence"}


# Where the witness takes a read and a later access of the same thread in the other order: of different fields, which
# Java leaves open for plain and opaque accesses, or of one field, which it does for plain reads. No model of ours
# delays reads, but a compiler may.
SWAPPED = {"plain": {"LB", "LB3", "WRC", "WWC", "IRIW", "CoRR"}, "opaque": {"LB", "LB3", "WRC", "WWC", "IRIW"}}


class Writer:
    def __init__(self, passed):
        self.s = "" if passed in (OWN, META) else "s."
        self.handles = set()

    def handle(self, field):
        self.handles.add(field)
        return field.upper()

    def read(self, field, mode):
        if mode:
            return f"(int) {self.handle(field)}.get{mode.capitalize()}({self.s.rstrip('.') or 'this'})"
        return self.s + field

    def write(self, field, value, mode):
        if mode:
            return f"{self.handle(field)}.set{mode.capitalize()}({self.s.rstrip('.') or 'this'}, {value});"
        return f"{self.s}{field} = {value};"

    def statement(self, statement):
        match statement:
            case ("read", register, field, mode):
                return f"r.r{register + 1} = {self.read(field, mode)};"
            case ("write", field, ("const", value), _, mode):
                return self.write(field, value, mode)
            case ("fence", kind):
                return f"VarHandle.{FENCES[kind]}();"
            case ("sync", _, [inner]):
                return f"synchronized ({self.s}lock) {{ {self.statement(inner)} }}"


def annotation(text, expect, why):
    return f'@Outcome(id = "{", ".join(text.split())}", expect = Expect.{expect}, desc = "{why}")'


def outcome(found, witness):
    """The annotations: each result with the first model that has it, and the witness if only a compiler makes it."""
    known = set()
    for model in MODELS:
        for text, _ in sorted(found[model]):
            if text not in known:
                known.add(text)
                expect = "ACCEPTABLE" if model == "sc" else "ACCEPTABLE_INTERESTING"
                why = "an interleaving" if model == "sc" else "delayed writes"
                yield annotation(text, expect, f"{model.upper()}: {why}")
    if witness and witness not in known:
        yield annotation(witness, "ACCEPTABLE_INTERESTING", "never: only a compiler swaps these accesses")


def test(name, variant, program, found):
    threads, registers, shown = program
    passed = PASSED.get(variant, OWN)
    writer = Writer(passed)
    result = "I" * (registers + len(shown)) + "_Result"
    parameters = {BEFORE: f"S s, {result} r", BEHIND: f"{result} r, S s"}.get(passed, f"{result} r")
    methods = []
    for number, statements in enumerate(threads, 1):
        body = " ".join(writer.statement(one) for one in statements)
        # An actor that only writes may leave out the result.
        least = parameters if "r.r" in body else "S s" if passed in (BEFORE, BEHIND) else ""
        methods += [f"    @Actor public void actor{number}({least}) {{ {body} }}"]
    if shown:
        body = " ".join(f"r.r{registers + i} = {writer.s}{place};" for i, place in enumerate(shown, 1))
        methods += [f"    @Arbiter public void arbiter({parameters}) {{ {body} }}"]
    modifier, names = ("volatile ", VOLATILE) if variant == "volatile" else ("", PLACES)
    fields = [f"{modifier}int {', '.join(names)};"]
    fields += ["final Object lock = new Object();"] * (variant == "synchronized")
    owner = "S" if passed in (BEFORE, BEHIND) else name
    handle = 'static final VarHandle {0} = Handles.of({2}.class, "{1}");'
    handles = [handle.format(field.upper(), field, owner) for field in sorted(writer.handles)]
    if passed in (BEFORE, BEHIND):
        fields = [f"@State public static class S {{ {' '.join(fields)} }}"]
    head = ["@JCStressTest", f'@Description("{name.replace("_", ", ")}")']
    head += ["@State"] * (passed in (OWN, META))
    shape, _, _ = name.partition("_")
    said = list(outcome(found, SHAPES[shape].witness if shape in SWAPPED.get(variant, ()) else None))
    lines = ["package litmus;", ""]
    lines += [f"import {one};" for one in IMPORTS]
    lines += [""]
    if passed == META:
        lines += [*head, f"@JCStressMeta({name}.Outcomes.class)", f"public class {name} {{"]
        lines += [*(f"    {one}" for one in said), "    public static class Outcomes {}", ""]
    else:
        lines += [*head, *said, f"public class {name} {{"]
    lines += [f"    {one}" for one in fields + handles] + methods + ["}", ""]
    return "\n".join(lines)


HANDLES = """package litmus;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

final class Handles {
    static VarHandle of(Class<?> type, String field) {
        try {
            return MethodHandles.privateLookupIn(type, MethodHandles.lookup()).findVarHandle(type, field, int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }
}
"""


def main():
    directory = pathlib.Path(sys.argv[1]) / "litmus"
    directory.mkdir(parents=True, exist_ok=True)
    (directory / "Handles.java").write_text(HANDLES)
    written = programs()
    table = {name: {model: outcomes(program, model) for model in MODELS} for name, program in written.items()}
    wrong = list(disagreements(table))
    if wrong:
        sys.exit("\n".join(wrong))
    for name in SHAPES:
        for variant in VARIANTS:
            full = f"{name}_{variant}"
            (directory / f"{full}.java").write_text(test(full, variant, written[full], table[full]))


if __name__ == "__main__":
    main()
