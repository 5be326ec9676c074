"""Random Java programs with their exact outcomes under sequential consistency.

`python3 generate.py DIRECTORY COUNT SEED [THEME..]` writes P0.java ... and expected.json: for each program the set of
(text printed, end). The outcomes come from `simulate.py`, which takes every interleaving of the program's own
statements and knows nothing of the checker.

A program has two or three threads, started and joined by main, over plain and volatile static fields, fields of a shared object,
array elements and an AtomicInteger; main prints all registers at the end. Statements of all: read, write, write a sum, if, atomic operations, print, a
bounded loop that waits for a value. Each program has a theme, which adds statements (`THEMES`). What would make the outcomes a matter of
opinion is left out: time limits where a lock is held; parking where interrupts are cleared (the JVM may keep a permit of the interrupt) or
where locks park by themselves; more than one interrupt of the same thread.
"""

import json
import pathlib
import random
import sys

from java import java
from simulate import LOCATIONS, simulate

THEMES = {
    "plain": ["sync", "wait", "wait", "notify", "notifyAll"],
    "monitors": ["sync", "wait", "wait", "notify", "notifyAll", "interrupt", "isInterrupted", "interrupted", "sleep", "join"],
    "locks": ["lock", "lock", "tryLock", "await", "await", "signal", "signalAll", "interrupt", "isInterrupted"],
    "permits": ["semaphoreAcquire", "semaphoreRelease", "semaphoreTry", "latchAwait", "countDown", "getCount", "interrupt", "interrupted"],
    "parking": ["sync", "park", "park", "unpark", "unpark", "interrupt", "isInterrupted"],
    "timedMonitors": ["sync", "wait", "wait", "notify", "join", "interrupt", "sleep"],
    "timedLocks": ["lock", "tryLock", "await", "await", "signal", "signalAll", "interrupt"],
    "timedPermits": ["semaphoreAcquire", "semaphoreRelease", "latchAwait", "countDown", "join", "interrupt"],
    "timedParking": ["sync", "park", "park", "unpark"],
    "mixed": ["sync", "lock", "tryLock", "wait", "notify", "await", "signal", "semaphoreAcquire", "semaphoreRelease", "semaphoreTry", "latchAwait", "countDown", "join"],
}

# Where these wait, other threads wait for what is held.
WAITING = {"semaphoreAcquire", "latchAwait", "park", "join", "sleep"}

NEED_LOCK = {"wait", "notify", "notifyAll", "await", "signal", "signalAll"}


class Generator:
    def __init__(self, rng, theme):
        self.rng = rng
        self.kinds = THEMES[theme]
        self.timed = theme.startswith("timed")
        self.registers = 0
        self.budget = 0
        self.interrupted = set()

    def register(self, own):
        self.registers += 1
        own.append(self.registers - 1)
        return self.registers - 1

    def block(self, own, held, depth):
        return [self.statement(own, held, depth) for _ in range(self.rng.randint(1, 3))]

    def operand(self, own):
        return ("reg", self.rng.choice(own)) if own and self.rng.random() < 0.4 else ("const", self.rng.randint(0, 2))

    def statement(self, own, held, depth):
        self.budget -= 1
        if self.budget > 0 and self.rng.random() < 0.65:
            kinds = self.rng.sample(self.kinds, len(self.kinds))
            # Where a lock is held, what needs that comes first: else there would hardly be any.
            if held and self.rng.random() < 0.6:
                kinds.sort(key=lambda kind: kind not in NEED_LOCK)
            for kind in kinds:
                found = self.synchronisation(kind, own, held, depth)
                if found:
                    return found
        return self.access(own, held, depth)

    def access(self, own, held, depth):
        choice = self.rng.random()
        places = LOCATIONS[: self.places]
        if self.budget <= 0 or choice < 0.4:
            return ("read", self.register(own), self.rng.choice(places))
        if choice < 0.7:
            return ("write", self.rng.choice(places), self.operand(own), self.rng.randint(0, 1))
        if choice < 0.82 and own and depth < 2:
            condition = (self.rng.choice(own), self.rng.choice(["==", "!="]), self.rng.randint(0, 2))
            return ("if", condition, self.block(list(own), held, depth + 1), self.block(list(own), held, depth + 1))
        if choice < 0.9:
            kind = self.rng.choice(["inc", "cas", "get", "set", "getAndAdd"])
            value = self.rng.randint(0, 2)
            if kind == "set":
                return ("set", None, value)
            if kind == "cas":
                return ("cas", self.register(own), self.rng.randint(0, 1), value)
            return (kind, self.register(own), value)
        if choice < 0.94:
            return ("print", self.rng.choice("pqr"))
        return ("spin", self.rng.choice(places), self.rng.randint(1, 2), 2)

    def synchronisation(self, kind, own, held, depth):
        """A statement of this kind, or None where it has no place."""
        timed = self.timed and self.rng.random() < 0.7
        monitors, locks = [h for h in held if h[0] == "l"], [h for h in held if h[0] == "j"]
        if kind in ("sync", "lock"):
            if depth >= 2:
                return None
            name = ("l" if kind == "sync" else "j") + self.rng.choice(self.names)
            return (kind, name, self.block(own, held + [name], depth + 1))
        if kind == "tryLock":
            if depth >= 2 or held and timed:
                return None
            name = "j" + self.rng.choice(self.names)
            register = self.register(own)
            return ("tryLock", register, name, self.block(list(own), held + [name], depth + 1), timed)
        if kind in ("wait", "notify", "notifyAll"):
            if not monitors or self.timed and kind == "wait" and len(held) > 1:
                return None
            return ("wait", monitors[-1], self.register(own), timed) if kind == "wait" else (kind, monitors[-1])
        if kind in ("await", "signal", "signalAll"):
            if not locks or self.timed and kind == "await" and len(held) > 1:
                return None
            return ("await", locks[-1], self.register(own), timed) if kind == "await" else (kind, locks[-1])
        if kind in WAITING and self.timed and held:
            return None
        if kind in ("unpark", "interrupt", "join"):
            target = self.rng.choice([t for t in range(self.threads) if t != self.me])
            if kind == "join":
                return ("join", target, self.register(own), timed)
            if kind == "interrupt":
                if target in self.interrupted:
                    return None
                self.interrupted.add(target)
            return (kind, target)
        if kind in ("semaphoreAcquire", "latchAwait", "sleep"):
            return (kind, self.register(own), timed)
        if kind in ("semaphoreTry", "getCount", "isInterrupted", "interrupted"):
            return (kind, self.register(own))
        return (kind, timed)

    def program(self):
        self.places = self.rng.choice([1, 2, 3, len(LOCATIONS)])
        self.names = self.rng.choice(["0", "0", "01"])
        self.threads = self.rng.choice([2, 2, 3])
        bodies = []
        for self.me in range(self.threads):
            self.budget = self.rng.randint(3, 6) if self.threads == 2 else self.rng.randint(2, 4)
            own, body = [], []
            while self.budget > 0:
                body.append(self.statement(own, [], 0))
            bodies.append(body)
        return bodies, self.registers, self.rng.randint(0, 1), self.rng.randint(1, 2)


def main():
    directory, count, seed = pathlib.Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
    themes = sys.argv[4:] or list(THEMES)
    directory.mkdir(parents=True, exist_ok=True)
    rng = random.Random(seed)
    expected = {}
    while len(expected) < count:
        threads, registers, permits, latch = Generator(rng, themes[len(expected) % len(themes)]).program()
        outcomes = simulate(threads, registers, permits, latch, 100_000)
        # Most programs in which the threads have nothing to do with one another are left out.
        if outcomes is None or len(outcomes) == 1 and rng.random() < 0.9:
            continue
        name = f"P{len(expected)}"
        (directory / f"{name}.java").write_text(java(name, threads, registers, permits, latch))
        expected[name] = sorted(outcomes)
    (directory / "expected.json").write_text(json.dumps(expected))


if __name__ == "__main__":
    sys.dont_write_bytecode = True
    main()
