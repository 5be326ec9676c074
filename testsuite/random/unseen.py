"""Random Java programs in which something is read that nobody sees.

`python3 unseen.py DIRECTORY COUNT SEED` writes P0.java and so on: programs of generate.py that keep what they have read in a field for each register, and
print some of these and some of the locations. What comes of the others is for an analysis to find; how each program behaves, for the checker.
"""

import pathlib
import random
import re
import sys

from generate import SEQUENTIAL, STATE, THEMES, Generator
from java import java
from simulate import LOCATIONS, simulate

# Those whose values are numbers in fields, elements and registers.
PLAIN = [theme for theme in THEMES if theme not in STATE and theme not in SEQUENTIAL and theme != "names"]
# Executions take time: a program with more outcomes says no more than one with few.
OUTCOMES = 40


def hide(text, rng):
    """The same program; it prints about a third of what it did."""
    registers = int(re.search(r"static int\[\] r = new int\[(\d+)\];", text)[1])
    fields = "static int " + ", ".join(f"q{k}" for k in range(registers)) + ";"
    text = re.sub(r"static int\[\] r = new int\[\d+\];", fields, text)
    text = re.sub(r"\br\[(\d+)\]", r"q\1", text)
    head, printed, tail = re.split(r"(System\.out\.println\(.*\);)(?=\s*\}\s*\}\s*$)", text)
    items = printed[len("System.out.println(") : -2].split('+" "+')
    shown = [item for item in items if rng.random() < 0.35] or items[:1]
    return head + 'System.out.println("" + ' + '+" "+'.join(shown) + ");" + tail


def main():
    directory, count, seed = pathlib.Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
    directory.mkdir(parents=True, exist_ok=True)
    rng, made = random.Random(seed), 0
    while made < count:
        generator = Generator(rng, PLAIN[made % len(PLAIN)])
        threads, registers, permits, latch, *_ = generator.program()
        outcomes = simulate(threads, registers, permits, latch, 20_000, "sc", LOCATIONS, ())
        if outcomes is None or not 1 < len(outcomes) <= OUTCOMES:
            continue
        name = f"P{made}"
        text = java(name, threads, registers, permits, latch, LOCATIONS, generator.locks, (), generator.enums)
        (directory / f"{name}.java").write_text(hide(text, rng))
        made += 1


if __name__ == "__main__":
    sys.dont_write_bytecode = True
    main()
