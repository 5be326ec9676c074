"""Litmus tests, and what the literature says of them.

A shape has one text for each thread, `x=1` a write and `r0=x` a read, and a *witness*: the values of all registers and then of the locations named
by `last`, by which the shape is known. `tso` and `pso`: whether the witness is allowed there. Under sequential consistency none is.

Names and verdicts: n4 to n7, SBrfi (amd10) and IRIW from Owens, Sarkar, Sewell, "A better x86 memory model: x86-TSO" (2009), section 3; the others from
Alglave, Maranget, Tautschnig, "Herding cats" (2014), and its tool's `x86tso.cat`. PSO (SPARC V8, appendix K) differs from TSO by one relaxation: the order of
writes of a thread to different locations. So it allows in addition what has two such writes on the cycle of the witness: MP, S, 2+2W, 3.2W, ISA2.
"""

from collections import namedtuple

Shape = namedtuple("Shape", "threads last witness tso pso")


def shape(threads, witness, tso, pso, last=""):
    return Shape(threads.split(" | "), last.split(), witness, tso, pso)


NO, YES = False, True

SHAPES = {
    # Two writes and two reads, two locations.
    "SB": shape("x=1 r0=y | y=1 r1=x", "0 0", YES, YES),
    "SBrfi": shape("x=1 r0=x r1=y | y=1 r2=y r3=x", "1 0 1 0", YES, YES),
    "MP": shape("x=1 y=1 | r0=y r1=x", "1 0", NO, YES),
    "MPrfi": shape("x=1 r0=x y=1 | r1=y r2=x", "1 1 0", NO, YES),
    "LB": shape("r0=x y=1 | r1=y x=1", "1 1", NO, NO),
    "S": shape("x=2 y=1 | r0=y x=1", "1 2", NO, YES, last="x"),
    "R": shape("x=1 y=1 | y=2 r0=x", "0 2", YES, YES, last="y"),
    "W2x2": shape("x=1 y=2 | y=1 x=2", "1 1", NO, YES, last="x y"),
    # Three threads.
    "SB3": shape("x=1 r0=y | y=1 r1=z | z=1 r2=x", "0 0 0", YES, YES),
    "LB3": shape("r0=x y=1 | r1=y z=1 | r2=z x=1", "1 1 1", NO, NO),
    "W3x2": shape("x=2 y=1 | y=2 z=1 | z=2 x=1", "2 2 2", NO, YES, last="x y z"),
    "ISA2": shape("x=1 y=1 | r0=y z=1 | r1=z r2=x", "1 1 0", NO, YES),
    "WRC": shape("x=1 | r0=x y=1 | r1=y r2=x", "1 1 0", NO, NO),
    "RWC": shape("x=1 | r0=x r1=y | y=1 r2=x", "1 0 0", YES, YES),
    "WRWC": shape("x=1 z=1 | r0=z r1=y | y=1 r2=x", "1 0 0", YES, YES),
    "WWC": shape("x=2 | r0=x y=1 | r1=y x=1", "2 1 2", NO, NO, last="x"),
    # Four.
    "IRIW": shape("x=1 | y=1 | r0=x r1=y | r2=y r3=x", "1 0 1 0", NO, NO),
    # One location.
    "CoRR": shape("x=1 | r0=x r1=x", "1 0", NO, NO),
    "CoWR": shape("x=1 r0=x | x=2", "2 1", NO, NO, last="x"),
    "CoRW": shape("r0=x x=1 | x=2", "2 2", NO, NO, last="x"),
    "CoWW": shape("x=1 x=2 | r0=x", "2 1", NO, NO, last="x"),
    "n4": shape("r0=x x=1 r1=x | r2=x x=2 r3=x", "2 1 1 2", NO, NO),
    "n5": shape("x=1 r0=x | x=2 r1=x", "2 1", NO, NO),
    # A write that only its own thread sees so far.
    "n6": shape("x=1 r0=x r1=y | y=2 x=2", "1 0 1", YES, YES, last="x"),
    "n7": shape("x=1 r0=x r1=y | y=1 | r2=y r3=x", "1 0 1 0", YES, YES),
}  # fmt: skip

# The same programs with other accesses, and what becomes of a verdict. Volatile writes, locks and full fences leave nothing of the delays; with a
# store-store barrier between any two writes, PSO is TSO.
VARIANTS = {
    "plain": lambda shape: (shape.tso, shape.pso),
    "volatile": lambda shape: (NO, NO),
    "synchronized": lambda shape: (NO, NO),
    "fullFence": lambda shape: (NO, NO),
    "releaseFence": lambda shape: (shape.tso, shape.tso),
    "releaseAcquire": lambda shape: (shape.tso, shape.tso),
    # Neither says anything about the order of writes.
    "opaque": lambda shape: (shape.tso, shape.pso),
    "acquireFence": lambda shape: (shape.tso, shape.pso),
}

# How one thread makes an object and another finds it: the statements of both in the words of `../random/simulate.py`, and what the second gets under SC and
# TSO (-2: there is none yet) and what PSO adds: the zero that was there before the constructor wrote.
NEW = ("const", 1), ("const", 2)
PUBLICATION = {
    "Plain": ([("new", 0, "plain", *NEW), ("publish", "p", 0, "")], [("follow", 0, "p", "g", "")], "-2 2", "0"),
    "Final": ([("new", 0, "final", *NEW), ("publish", "q", 0, "")], [("follow", 0, "q", "f", "")], "-2 1", ""),
    # The barrier at the end of a constructor holds for what else it wrote, but not for what comes later.
    "BesideFinal": ([("new", 0, "final", *NEW), ("publish", "q", 0, "")], [("follow", 0, "q", "g", "")], "-2 2", ""),
    "AfterFinal": (
        [("new", 0, "final", *NEW), ("put", 0, "final", "g", ("const", 3)), ("publish", "q", 0, "")], [("follow", 0, "q", "g", "")], "-2 3", "2",
    ),
    "Array": ([("new", 0, "array", *NEW), ("publish", "m", 0, "")], [("follow", 0, "m", "f", "")], "-2 1", "0"),
    "Release": ([("new", 0, "plain", *NEW), ("publish", "p", 0, "release")], [("follow", 0, "p", "f", "acquire")], "-2 1", ""),
    "Volatile": ([("new", 0, "plain", *NEW), ("publish", "p", 0, "volatile")], [("follow", 0, "p", "f", "volatile")], "-2 1", ""),
    "Opaque": ([("new", 0, "plain", *NEW), ("publish", "p", 0, "opaque")], [("follow", 0, "p", "f", "opaque")], "-2 1", "0"),
    "Fenced": ([("new", 0, "plain", *NEW), ("fence", "storeStore"), ("publish", "p", 0, "")], [("follow", 0, "p", "f", "")], "-2 1", ""),
    "AfterFence": (
        [("new", 0, "plain", *NEW), ("fence", "release"), ("put", 0, "plain", "f", ("const", 3)), ("publish", "p", 0, "")],
        [("follow", 0, "p", "f", "")], "-2 3", "1",
    ),
    # Somebody who takes the reference from the one who has it does not see more.
    "PassedOn": (
        [("new", 0, "plain", *NEW), ("publish", "p", 0, "")], [("follow", 0, "p", "f", ""), ("follow", 1, "p", "f", "")], "-2,-2 -2,1 1,1", "-2,0 0,0 0,1",
    ),
}  # fmt: skip
