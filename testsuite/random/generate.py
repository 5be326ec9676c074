"""Random Java programs with their exact outcomes under a memory model.

`python3 generate.py DIRECTORY COUNT SEED [MODEL [THEME..]]` writes P0.java ... and expected.json: for each program the set of
(text printed, end). The model is sc, tso or pso; sc if it is not said. The outcomes come from `simulate.py`, which takes every interleaving of the program's own
statements and knows nothing of the checker.

A program has two or three threads, started and joined by main, over plain and volatile static fields, fields of a shared object,
array elements and an AtomicInteger; main prints all registers at the end. Statements of all: read, write, write a sum, if, atomic operations, print, a
bounded loop that waits for a value. Programs in which threads keep what they have read are another family (local_states.py). In the theme "names", locations hold values that look alike, and monitors are objects that do (alike.py). Each program has a theme, which adds statements (`THEMES`). Where a model is named, there are further themes
(`MEMORY`), whose programs use locations of every type, modes of `VarHandle`, fences, and objects that one thread makes and others find. What would make the outcomes a matter of
opinion is left out: time limits where a lock is held; parking where locks park by themselves; more than one interrupt of the same thread.
"""

import json
import pathlib
import random
import sys

import alike
import initialisers
import interleave
import local_states
from java import flat, java
from places import KIND
from simulate import BOXES, HELD, LOCATIONS, simulate

THEMES = {
    "plain": ["sync", "wait", "wait", "notify", "notifyAll"],
    "monitors": ["sync", "wait", "wait", "notify", "notifyAll", "interrupt", "isInterrupted", "interrupted", "sleep", "join"],
    "locks": ["lock", "lock", "tryLock", "await", "await", "signal", "signalAll", "interrupt", "isInterrupted"],
    "permits": ["semaphoreAcquire", "semaphoreRelease", "semaphoreTry", "latchAwait", "countDown", "getCount", "interrupt", "interrupted"],
    "parking": ["sync", "park", "park", "unpark", "unpark", "interrupt", "isInterrupted", "interrupted"],
    "timedMonitors": ["sync", "wait", "wait", "notify", "join", "interrupt", "sleep"],
    "timedLocks": ["lock", "tryLock", "await", "await", "signal", "signalAll", "interrupt"],
    "timedPermits": ["semaphoreAcquire", "semaphoreRelease", "latchAwait", "countDown", "join", "interrupt"],
    "timedParking": ["sync", "park", "park", "unpark"],
    "jdkstate": ["sync", "wait", "notify", "join"],
    "exceptions": ["sync", "wait", "notify", "join"],
    "names": ["sync", "sync", "sync", "wait", "notify", "notifyAll"],
    "initialisers": ["init", "init", "init", "sync", "join"],
    "mixed": ["sync", "lock", "tryLock", "wait", "notify", "await", "signal", "semaphoreAcquire", "semaphoreRelease", "semaphoreTry", "latchAwait", "countDown", "join"],
}

# What the JDK holds for all threads, and exceptions as data.
STATE = {
    "jdkstate": ["property", "properties", "locale", "zone", "handler", "err", "level"],
    "exceptions": ["stack", "cause", "suppressed", "x"],
}

MEMORY = {
    "places": [],
    "fences": ["fence", "rmw", "sync"],
    "publication": ["new", "publish", "publish", "put", "put", "follow", "follow", "fence"],
    "pending": ["fence", "rmw", "sync"],
    "calls": ["call", "call", "call", "rmw", "fence"],
    "modes": ["rmw", "fence", "lock", "tryLock", "countDown", "latchAwait"],
    "parkingModes": ["rmw", "fence", "park", "unpark"],
}
# What the models of memory say of it is left open.
SEQUENTIAL = {"initialisers"}
MODES = {"read": ["plain", "opaque", "acquire", "volatile"], "write": ["plain", "opaque", "release", "release", "volatile"]}
# What the JDK does that orders nothing: d{t} and k{t} are objects that no other thread uses. (`DecimalFormat.format` is not among these: it
# enters a monitor, and the class is checked like the program.)
CALLS = ["System.nanoTime()", "System.currentTimeMillis()", "Thread.currentThread().getName()", "k{t}.write(1)", "k{t}.size()", "d{t}.getNegativePrefix()"]
FENCES = ["full", "release", "storeStore", "acquire", "loadLoad"]
INTS = ["x", "y", "z", "v", "w", "o.f", "a[0]", "a[1]"]
TYPED = [*INTS, "l", "d", "b", "s", "e.l", "u[1]"]

# Where these wait, other threads wait for what is held.
WAITING = {"semaphoreAcquire", "latchAwait", "park", "join", "sleep"}

# An audit executes each of them.
HISTORIES = 20_000

NEED_LOCK = {"wait", "notify", "notifyAll", "await", "signal", "signalAll"}


class Generator:
    def __init__(self, rng, theme):
        self.rng = rng
        self.memory = theme in MEMORY
        self.kinds = MEMORY[theme] if self.memory else THEMES[theme]
        self.state = STATE.get(theme)
        self.timed = theme.startswith("timed")
        # What kind of objects its monitors are, where values look alike.
        self.locks = rng.choice(alike.LOCKS) if theme == "names" else None
        self.registers = 0
        self.budget = 0
        self.interrupted = set()
        self.boxes = 0
        self.made = []
        self.initialises = theme == "initialisers"
        self.pends = theme == "pending"
        self.enums = ()

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
            # Nobody finds what is not published.
            if self.made and self.rng.random() < 0.5:
                kinds.sort(key=lambda kind: kind != "publish")
            for kind in kinds:
                found = self.synchronisation(kind, own, held, depth)
                if found:
                    return found
        return self.access(own, held, depth)

    def access(self, own, held, depth):
        choice = self.rng.random()
        places = self.chosen
        if self.memory and choice < 0.75:
            if choice < 0.4:
                return ("read", self.register(own), self.rng.choice(places), self.mode("read"))
            return ("write", self.rng.choice(places), self.operand(own), self.rng.randint(0, 1), self.mode("write"))
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

    def mode(self, what):
        return self.rng.choice(MODES[what]) if self.rng.random() < 0.4 else ""

    def memory_access(self, kind, own, depth):
        if kind == "fence":
            return ("fence", self.rng.choice(FENCES))
        if kind == "rmw":
            wanted = self.rng.choice(["getAndAdd", "getAndSet", "compareAndSet"])
            place = self.rng.choice([place for place in self.chosen if place in INTS] or ["x"])
            return ("rmw", self.register(own), place, wanted, self.rng.randint(0, 1), self.rng.randint(1, 2))
        if kind == "follow":
            return ("follow", self.register(own), self.rng.choice(self.kept), self.rng.choice("fg"), self.mode("read"))
        if kind == "new":
            if depth or self.boxes == len(BOXES):
                return None
            place = self.rng.choice(self.kept)
            self.made.append((self.boxes, place))
            self.boxes += 1
            return ("new", self.boxes - 1, KIND[place], self.operand(own), ("const", self.rng.randint(1, 2)))
        if not self.made:
            return None
        box, place = self.made[-1]
        if kind == "publish":
            self.made = self.made if self.rng.random() < 0.5 else self.made[:-1]
            return ("publish", place, box, self.mode("write"))
        return ("put", box, KIND[place], "g" if place == "q" else self.rng.choice("fg"), self.operand(own))

    def synchronisation(self, kind, own, held, depth):
        """A statement of this kind, or None where it has no place."""
        if kind == "call":
            return ("call", self.rng.choice(CALLS).format(t=self.me))
        if kind in ("fence", "rmw", "follow", "new", "publish", "put"):
            return self.memory_access(kind, own, depth)
        if kind == "init":
            k = self.rng.randrange(len(self.enums))
            return ("init", k, self.register(own), self.rng.choice(initialisers.routes(self.enums[k])))
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
        self.chosen = LOCATIONS[: self.places]
        if self.state:
            self.chosen = self.rng.sample(self.state, self.rng.choice([1, 2, 2]))
        if self.memory:
            self.chosen = self.rng.sample(TYPED, self.rng.choice([2, 2, 3]))
            self.kept = self.rng.sample(list(KIND), self.rng.choice([1, 1, 2]))
        if self.locks:
            self.chosen = self.rng.sample(alike.NAMES, self.rng.choice([1, 2, 2]))
            self.names = self.rng.choice(["01", "01", "0"])
        if self.pends:
            return self.many_writes(), self.registers, 0, 1
        classes = self.initialisers() if self.initialises else ()
        bodies = []
        for self.me in range(self.threads):
            self.budget = self.rng.randint(3, 6) if self.threads == 2 else self.rng.randint(2, 4)
            own, body, self.made = [], [], []
            if "new" in self.kinds and self.me < 2:
                # Somebody makes what somebody finds.
                body.append(self.memory_access("follow" if self.me else "new", own, 0))
            while self.budget > 0:
                body.append(self.statement(own, [], 0))
            bodies.append(body)
        return bodies, self.registers, self.rng.randint(0, 1), self.rng.randint(1, 2), classes

    def initialisers(self):
        """Of each class what its initialiser does, and whether it throws in the end."""
        self.enums = [self.rng.random() < 0.5 for _ in range(self.rng.choice([1, 2, 2]))]
        self.me, classes = self.threads, []
        for k in range(len(self.enums)):
            self.budget = self.rng.randint(0, 3)
            body, own = [], []
            while self.budget > 0:
                body.append(self.statement(own, [], 1))
            body.insert(self.rng.randint(0, len(body)), ("write", initialisers.NUMBERS[k], ("const", self.rng.randint(1, 2)), 0))
            classes.append((body, self.rng.random() < 0.2))
        return classes

    def many_writes(self):
        """Threads that write a good deal before they read anything: what is in their buffers are 3 to 6 writes to a few locations."""
        self.chosen = self.rng.sample(["x", "y", "z", "o.f", "a[0]", "v"], self.rng.choice([2, 2, 3]))
        self.threads = self.rng.choice([2, 2, 2, 3])
        self.names, bodies = "0", []
        for self.me in range(self.threads):
            own, body = [], []
            for _ in range(self.rng.randint(3, 6) if self.threads == 2 else 3):
                mode = "release" if self.rng.random() < 0.1 else "plain" if self.rng.random() < 0.3 else ""
                body.append(("write", self.rng.choice(self.chosen), ("const", self.rng.randint(1, 3)), 0, mode))
            self.budget = 1
            for _ in range(self.rng.choice([0, 1, 1])):
                kind = self.rng.choice(["fence", "rmw", "sync"])
                body.insert(self.rng.randint(2, len(body)), self.synchronisation(kind, own, [], 1))
            body += [("read", self.register(own), place, "") for place in self.rng.sample(self.chosen, 2)]
            bodies.append(body)
        return bodies


def shown(threads):
    """What main prints of a program that need not have the usual locations."""
    used = {s[1] if s[0] == "write" else s[2] for body in threads for s in flat(body) if s[0] in ("read", "write", "rmw")}
    return [place for place in [*TYPED, *HELD, *alike.NAMES] if place in used]


def with_local_states(rng, theme, name, model):
    """A program of a theme of local_states.py and its outcomes, None if there are too many states or histories, or nobody can say whether a thread waits for ever."""
    writer = local_states.Writer(rng, theme)
    text = writer.text(name)
    found = interleave.explored(text, model)
    if found is None or writer.waits and found[1].has_deadlock or found[1].histories() > HISTORIES:
        return text, None
    return text, found[0]


def main():
    directory, count, seed = pathlib.Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
    model = sys.argv[4] if len(sys.argv) > 4 else None
    ordinary = [theme for theme in THEMES if model in (None, "sc") or theme not in SEQUENTIAL]
    keeping = list(local_states.THEMES)
    themes = sys.argv[5:] or ([*ordinary, *keeping] if model is None else [*MEMORY, *keeping, *ordinary, *MEMORY])
    directory.mkdir(parents=True, exist_ok=True)
    rng = random.Random(seed)
    expected, large = {}, 0
    while len(expected) < count:
        theme, name = themes[len(expected) % len(themes)], f"P{len(expected)}"
        if theme in local_states.THEMES:
            text, outcomes = with_local_states(rng, theme, name, model or "sc")
            large += outcomes is None
            if outcomes is not None and (len(outcomes) > 1 or rng.random() < 0.1):
                (directory / f"{name}.java").write_text(text)
                expected[name] = sorted(outcomes)
            continue
        generator = Generator(rng, theme)
        threads, registers, permits, latch, *initialised = generator.program()
        classes = initialised[0] if initialised else ()
        last = shown(threads) if theme in MEMORY or theme in STATE or generator.locks else LOCATIONS
        limit = 20_000 if theme == "pending" else 100_000
        outcomes = simulate(threads, registers, permits, latch, limit, model or "sc", last, classes)
        # Most programs in which the threads have nothing to do with one another are left out, and many to which the model makes no difference.
        if outcomes is None or len(outcomes) == 1 and rng.random() < 0.9:
            continue
        if model in ("tso", "pso") and rng.random() < 0.7 and outcomes == simulate(threads, registers, permits, latch, limit, "sc", last, classes):
            continue
        (directory / f"{name}.java").write_text(java(name, threads, registers, permits, latch, last, generator.locks, classes, generator.enums))
        expected[name] = sorted(outcomes)
    (directory / "expected.json").write_text(json.dumps(expected))
    if large:
        print(f"{large} programs were too large")


if __name__ == "__main__":
    sys.dont_write_bytecode = True
    main()
