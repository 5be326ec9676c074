"""Random Java programs with their exact outcomes under sequential consistency.

`python3 generate.py DIRECTORY COUNT SEED` writes P0.java ... and expected.json: for each program the set of
(text printed, end). The outcomes come from the simulation below, which takes every interleaving of the program's own
statements and knows nothing of the checker.

A program has two or three threads, started and joined by main, over plain and volatile static fields, fields of a shared object,
array elements, two locks, an AtomicInteger; main prints all registers at the end. Statements: read, write, write a sum, if,
synchronized (nested), wait, notify, notifyAll, atomic increment, compare-and-set, print, a bounded loop that waits for a value.
"""

import json
import pathlib
import random
import sys

LOCATIONS = ["x", "y", "v", "o.f", "a[0]", "a[1]"]


class Generator:
    def __init__(self, rng):
        self.rng = rng
        self.registers = 0
        self.budget = 0

    def register(self):
        self.registers += 1
        return self.registers - 1

    def block(self, own, held, depth):
        return [self.statement(own, held, depth) for _ in range(self.rng.randint(1, 3))]

    def operand(self, own):
        return ("reg", self.rng.choice(own)) if own and self.rng.random() < 0.4 else ("const", self.rng.randint(0, 2))

    def statement(self, own, held, depth):
        self.budget -= 1
        choice = self.rng.random()
        places = LOCATIONS[: self.places]
        if self.budget <= 0 or choice < 0.3:
            register = self.register()
            own.append(register)
            return ("read", register, self.rng.choice(places))
        if choice < 0.6:
            return ("write", self.rng.choice(places), self.operand(own), self.rng.randint(0, 1))
        if choice < 0.7 and own and depth < 2:
            condition = (self.rng.choice(own), self.rng.choice(["==", "!="]), self.rng.randint(0, 2))
            inside = list(own)
            return ("if", condition, self.block(inside, held, depth + 1), self.block(list(own), held, depth + 1))
        if choice < 0.82 and depth < 2:
            lock = self.rng.choice(["l0", "l1"])
            return ("sync", lock, self.block(own, held + [lock], depth + 1))
        if choice < 0.9 and held:
            return (self.rng.choice(["wait", "notify", "notifyAll"]), held[-1])
        if choice < 0.94:
            register = self.register()
            own.append(register)
            return self.rng.choice([("inc", register), ("cas", register, self.rng.randint(0, 1), self.rng.randint(0, 2))])
        if choice < 0.96:
            return ("print", self.rng.choice("pqr"))
        return ("spin", self.rng.choice(places), self.rng.randint(1, 2), 2)

    def program(self):
        self.places = self.rng.randint(2, len(LOCATIONS))
        threads = []
        for _ in range(self.rng.choice([2, 2, 3])):
            self.budget = self.rng.randint(2, 5)
            own, body = [], []
            while self.budget > 0:
                body.append(self.statement(own, [], 0))
            threads.append(body)
        return threads, self.registers


# Java text.


def java(name, threads, registers):
    out = [f"import java.util.concurrent.atomic.AtomicInteger;\npublic class {name} {{", "  static int x, y; static volatile int v; int f;"]
    out.append(f"  static {name} o = new {name}(); static int[] a = new int[2]; static Object l0 = new Object(), l1 = new Object();")
    out.append(f"  static AtomicInteger c = new AtomicInteger(); static int[] r = new int[{max(registers, 1)}];")
    for t, body in enumerate(threads):
        out.append(f"  static void t{t}() throws InterruptedException {{")
        used = sorted(used_registers(body))
        if used:
            out.append("    int " + ", ".join(f"r{k} = -1" for k in used) + ";")
        emit(body, out, 2)
        out.extend(f"    r[{k}] = r{k};" for k in used)
        out.append("  }")
    out.append("  interface Body { void run() throws InterruptedException; }")
    out.append("  static Thread thread(Body b) { return new Thread(() -> { try { b.run(); } catch (InterruptedException e) { throw new Error(e); } }); }")
    out.append("  public static void main(String[] args) throws InterruptedException {")
    for t in range(len(threads)):
        out.append(f"    Thread h{t} = thread({name}::t{t});")
    out.extend(f"    h{t}.start();" for t in range(len(threads)))
    out.extend(f"    h{t}.join();" for t in range(len(threads)))
    text = '+" "+'.join([f"r[{k}]" for k in range(registers)] + [p for p in LOCATIONS])
    out.append(f"    System.out.println({text});\n  }}\n}}")
    return "\n".join(out) + "\n"


def used_registers(body):
    used = set()
    for s in body:
        if s[0] in ("read", "inc", "cas"):
            used.add(s[1])
        elif s[0] == "if":
            used |= used_registers(s[2]) | used_registers(s[3])
        elif s[0] == "sync":
            used |= used_registers(s[2])
    return used


def emit(body, out, indent):
    pad = "  " * indent
    for n, s in enumerate(body):
        kind = s[0]
        if kind == "read":
            out.append(f"{pad}r{s[1]} = {s[2]};")
        elif kind == "write":
            value = f"r{s[2][1]}" if s[2][0] == "reg" else str(s[2][1])
            out.append(f"{pad}{s[1]} = {value} + {s[3]};")
        elif kind == "if":
            out.append(f"{pad}if (r{s[1][0]} {s[1][1]} {s[1][2]}) {{")
            emit(s[2], out, indent + 1)
            out.append(f"{pad}}} else {{")
            emit(s[3], out, indent + 1)
            out.append(f"{pad}}}")
        elif kind == "sync":
            out.append(f"{pad}synchronized ({s[1]}) {{")
            emit(s[2], out, indent + 1)
            out.append(f"{pad}}}")
        elif kind == "wait":
            out.append(f"{pad}{s[1]}.wait();")
        elif kind in ("notify", "notifyAll"):
            out.append(f"{pad}{s[1]}.{kind}();")
        elif kind == "inc":
            out.append(f"{pad}r{s[1]} = c.incrementAndGet();")
        elif kind == "cas":
            out.append(f"{pad}r{s[1]} = c.compareAndSet({s[2]}, {s[3]}) ? 1 : 0;")
        elif kind == "print":
            out.append(f'{pad}System.out.print("{s[1]}");')
        elif kind == "spin":
            out.append(f"{pad}for (int n = 0; n < {s[3]} && {s[1]} != {s[2]}; n++) {{ }}")


# Simulation. A thread is flat code; a state is hashable; every enabled step of every thread is taken.


def flatten(body):
    code = []

    def go(block):
        for s in block:
            if s[0] == "if":
                at = len(code)
                code.append(None)
                go(s[2])
                code.append(None)
                middle = len(code)
                go(s[3])
                code[at] = ("branch", s[1], middle)
                code[middle - 1] = ("jump", len(code))
            elif s[0] == "sync":
                code.append(("acquire", s[1]))
                go(s[2])
                code.append(("release", s[1]))
            elif s[0] == "wait":
                code.append(("wait", s[1]))
                code.append(("resume", s[1]))
            elif s[0] == "spin":
                for _ in range(s[3]):
                    code.append(("leave_if", s[1], s[2], None, s))
                end = len(code)
                for k in range(end - s[3], end):
                    code[k] = ("leave_if", s[1], s[2], end)
            else:
                code.append(s)

    go(body)
    return code


def simulate(threads, registers, limit):
    codes = [flatten(body) for body in threads]
    places = {p: i for i, p in enumerate(LOCATIONS)}
    start = (
        tuple(0 for _ in threads),
        tuple(-1 for _ in range(registers)),
        tuple(0 for _ in LOCATIONS) + (0,),
        ((None, 0), (None, 0)),
        # Per thread: 0 runs, (lock, depth) waits, (lock, depth, True) was notified.
        tuple(0 for _ in threads),
        "",
    )
    counter = len(LOCATIONS)
    seen, stack, outcomes = {start}, [start], set()

    def value(operand, regs):
        return regs[operand[1]] if operand[0] == "reg" else operand[1]

    def settle(t, pc, regs):
        code = codes[t]
        while pc < len(code) and code[pc][0] in ("branch", "jump"):
            if code[pc][0] == "jump":
                pc = code[pc][1]
            else:
                (r, relation, k), middle = code[pc][1], code[pc][2]
                pc = pc + 1 if (regs[r] == k) == (relation == "==") else middle
        return pc

    while stack:
        state = stack.pop()
        if len(seen) > limit:
            return None
        pcs, regs, mem, locks, waits, out = state
        stuck = True
        for t, code in enumerate(codes):
            pc = settle(t, pcs[t], regs)
            if pc >= len(code):
                continue
            op = code[pc]
            kind = op[0]
            after = pc + 1
            results = []
            if kind == "read":
                results.append((regs[: op[1]] + (mem[places[op[2]]],) + regs[op[1] + 1 :], mem, locks, waits, out))
            elif kind == "write":
                i = places[op[1]]
                results.append((regs, mem[:i] + (value(op[2], regs) + op[3],) + mem[i + 1 :], locks, waits, out))
            elif kind == "leave_if":
                if mem[places[op[1]]] == op[2]:
                    after = op[3]
                results.append((regs, mem, locks, waits, out))
            elif kind in ("inc", "cas"):
                old = mem[counter]
                new = old + 1 if kind == "inc" else (op[3] if old == op[2] else old)
                got = new if kind == "inc" else int(old == op[2])
                results.append((regs[: op[1]] + (got,) + regs[op[1] + 1 :], mem[:counter] + (new,), locks, waits, out))
            elif kind == "print":
                results.append((regs, mem, locks, waits, out + op[1]))
            else:
                l = int(op[1][1])
                owner, depth = locks[l]
                if kind == "acquire" and owner in (None, t):
                    results.append((regs, mem, put(locks, l, (t, depth + 1)), waits, out))
                elif kind == "release":
                    results.append((regs, mem, put(locks, l, (t, depth - 1) if depth > 1 else (None, 0)), waits, out))
                elif kind == "wait":
                    results.append((regs, mem, put(locks, l, (None, 0)), put(waits, t, (l, depth)), out))
                elif kind == "resume":
                    w = waits[t]
                    if len(w) == 3 and owner is None:
                        results.append((regs, mem, put(locks, l, (t, w[1])), put(waits, t, 0), out))
                elif kind in ("notify", "notifyAll"):
                    sleeping = [u for u, w in enumerate(waits) if w != 0 and len(w) == 2 and w[0] == l]
                    if kind == "notifyAll" or not sleeping:
                        woken = waits
                        for u in sleeping:
                            woken = put(woken, u, waits[u] + (True,))
                        results.append((regs, mem, locks, woken, out))
                    else:
                        results.extend((regs, mem, locks, put(waits, u, waits[u] + (True,)), out) for u in sleeping)
            for regs2, mem2, locks2, waits2, out2 in results:
                stuck = False
                following = (put(pcs, t, settle(t, after, regs2)), regs2, mem2, locks2, waits2, out2)
                if following not in seen:
                    seen.add(following)
                    stack.append(following)
        if stuck:
            if all(settle(t, pcs[t], regs) >= len(codes[t]) for t in range(len(codes))):
                line = " ".join(str(k) for k in regs + mem[:counter])
                outcomes.add((out + line, "normal"))
            else:
                outcomes.add((out, "deadlock"))
    return outcomes


def put(values, index, value):
    return values[:index] + (value,) + values[index + 1 :]


def main():
    directory, count, seed = pathlib.Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
    directory.mkdir(parents=True, exist_ok=True)
    rng = random.Random(seed)
    expected = {}
    while len(expected) < count:
        threads, registers = Generator(rng).program()
        outcomes = simulate(threads, registers, 200_000)
        if outcomes is None:
            continue
        name = f"P{len(expected)}"
        (directory / f"{name}.java").write_text(java(name, threads, registers))
        expected[name] = sorted(outcomes)
    (directory / "expected.json").write_text(json.dumps(expected))


if __name__ == "__main__":
    main()
