"""The test programs of `../src/litmus` and `../src/bench`, written down a second time as models for `interleavings.explore`.

`PROGRAMS` maps the name of an expectation (`../expected/NAME.json`) to a model and the initial values of its locations.
Fields that only one thread ever writes and main reads after the joins are written and read here too, so that the text
printed comes from the model.
"""

from interleavings import Throw

PROGRAMS = {}


def program(name, initial=None):
    """Registers what the decorated function returns: {"main": ..., thread: ...}."""

    def register(build):
        PROGRAMS[name] = (build(), initial or {})
        return build

    return register


def parallel(*threads, last=None):
    """Main starts all threads, joins them all, and then does `last` (prints "done" if there is none)."""
    names = [f"t{i}" for i in range(1, len(threads) + 1)]

    def main():
        for name in names:
            yield ("start", name)
        for name in names:
            yield ("join", name)
        if last:
            yield from last()
        else:
            yield ("print", "done")

    return {"main": main, **dict(zip(names, threads))}


def show(*locations):
    """Main's end of a litmus test: reads the locations and prints them on one line."""

    def last():
        values = []
        for location in locations:
            values.append((yield ("r", location)))
        yield ("print", " ".join(map(str, values)))

    return last


def ops(text):
    """A thread of `x = 1` (write), `r1 = x` (read into a register, which is a write) steps, separated by `;`."""

    def thread():
        for step in text.split(";"):
            target, source = step.split("=")
            if source.strip().isdigit():
                yield ("w", target.strip(), int(source))
            else:
                value = yield ("r", source.strip())
                yield ("w", target.strip(), value)

    return thread


def litmus(name, threads, registers):
    PROGRAMS[name] = (parallel(*map(ops, threads), last=show(*registers.split())), {})


litmus("SB", ["x=1;r1=y", "y=1;r2=x"], "r1 r2")
litmus("MP", ["x=1;y=1", "r1=y;r2=x"], "r1 r2")
litmus("LB", ["r1=x;y=1", "r2=y;x=1"], "r1 r2")
litmus("CoRR", ["x=1", "r1=x;r2=x"], "r1 r2")
litmus("IRIW", ["x=1", "y=1", "r1=x;r2=y", "r3=y;r4=x"], "r1 r2 r3 r4")
litmus("W2x2", ["x=1;y=2", "y=1;x=2"], "x y")
litmus("WRC", ["x=1", "r1=x;y=1", "r2=y;r3=x"], "r1 r2 r3")
litmus("Errata1", ["x=1;r1=y;x=2", "y=1;r2=x"], "r1 r2")


@program("Errata2")
def errata2():
    def t3():
        a = yield ("r", "x")
        yield ("w", "r1", a)
        if a == 2:
            yield ("w", "z", 1)

    def t4():
        b = yield ("r", "z")
        yield ("w", "r2", b)
        if b == 1:
            yield ("w", "r3", (yield ("r", "x")))

    return parallel(ops("x=1;x=2"), ops("y=1;x=2"), t3, t4, last=show("r1", "r2", "r3"))


class Bound:
    """`c++ > B` with B = 1."""

    def __init__(self):
        self.c = 0

    def over(self):
        self.c += 1
        return self.c - 1 > 1


@program("Dekker", {"turn": 1})
def dekker():
    def thread(i, j):
        def run():
            n1, n2 = Bound(), Bound()
            yield ("w", f"f{i}", 1)
            while (yield ("r", f"f{j}")) == 1:
                if n2.over():
                    break
                if (yield ("r", "turn")) != i:
                    yield ("w", f"f{i}", 0)
                    while (yield ("r", "turn")) != i:
                        if n1.over():
                            break
                    yield ("w", f"f{i}", 1)
            yield ("w", "x", i)
            if (yield ("r", "x")) != i:
                raise Throw
            yield ("w", "turn", j)
            yield ("w", f"f{i}", 0)

        return run

    return parallel(thread(1, 2), thread(2, 1))


@program("Peterson")
def peterson():
    def thread(i, j):
        def run():
            c = Bound()
            yield ("w", f"f{i}", 1)
            yield ("w", "turn", j)
            while (yield ("r", f"f{j}")) == 1 and (yield ("r", "turn")) == j:
                if c.over():
                    break
            yield ("w", "x", i)
            yield ("w", f"f{i}", 0)

        return run

    return parallel(thread(1, 2), thread(2, 1))


@program("Lamport")
def lamport():
    def thread(i, j):
        def run():
            n1, n2, n3, n4 = Bound(), Bound(), Bound(), Bound()
            while not n1.over():
                yield ("w", f"f{i}", 1)
                yield ("w", "x", i)
                if (yield ("r", "y")) != 0:
                    yield ("w", f"f{i}", 0)
                    while (yield ("r", "y")) != 0:
                        if n2.over():
                            break
                    continue
                yield ("w", "y", i)
                if (yield ("r", "x")) != i:
                    yield ("w", f"f{i}", 0)
                    while (yield ("r", f"f{j}")) >= 1:
                        if n3.over():
                            break
                    if (yield ("r", "y")) != i:
                        while (yield ("r", "y")) != 0:
                            if n4.over():
                                break
                        continue
                break
            yield ("w", "shared", i)
            yield ("r", "shared")
            yield ("w", "y", 0)
            yield ("w", f"f{i}", 0)

        return run

    return parallel(thread(1, 2), thread(2, 1))


@program("Bakery")
def bakery():
    def thread(i):
        def run():
            n1, n2 = Bound(), Bound()
            yield ("w", f"entering{i}", 1)
            largest = 0
            for k in range(2):
                if (yield ("r", f"number{k}")) > largest:
                    largest = yield ("r", f"number{k}")
            yield ("w", f"number{i}", 1 + largest)
            yield ("w", f"entering{i}", 0)
            for j in range(2):
                while (yield ("r", f"entering{j}")) == 1:
                    if n1.over():
                        break
                while (yield ("r", f"number{j}")) != 0:
                    theirs = yield ("r", f"number{j}")
                    mine = yield ("r", f"number{i}")
                    if theirs >= mine or n2.over():
                        break
            yield ("w", "x", i + 1)
            yield ("w", f"number{i}", 0)

        return run

    return parallel(thread(0), thread(1))


@program("RVExample")
def rv_example():
    def t1():
        for _ in range(2):
            yield ("lock", "lock")
            yield ("w", "x", 0)
            yield ("unlock", "lock")
            if (yield ("r", "x")) > 0:
                y = yield ("r", "y")
                yield ("w", "y", y + 1)
                yield ("w", "x", 2)

    def t2():
        error = False
        for _ in range(2):
            if (yield ("r", "x")) > 1:
                if (yield ("r", "y")) == 3:
                    error = True
                else:
                    yield ("w", "y", 2)
        if error:
            raise Throw

    def main():
        yield ("start", "t1")
        yield ("start", "t2")
        for _ in range(2):
            yield ("lock", "lock")
            yield ("w", "x", 1)
            yield ("w", "y", 1)
            yield ("unlock", "lock")
        yield ("join", "t1")
        yield ("join", "t2")
        yield ("print", "done")

    return {"main": main, "t1": t1, "t2": t2}


def counter(n):
    def thread(delta):
        def run():
            for _ in range(n):
                c = yield ("r", "c")
                yield ("w", "c", c + delta)

        return run

    return parallel(thread(1), thread(-1), last=show("c"))


PROGRAMS["Counter"] = (counter(2), {})
PROGRAMS["Counter-3"] = (counter(3), {})


@program("Account", {"balance": 100})
def account():
    def deposit():
        old = yield ("r", "balance")
        yield ("w", "balance", old + 100)

    def withdrawal():
        yield ("lock", "lock")
        old = yield ("r", "balance")
        yield ("w", "balance", old - 100)
        yield ("unlock", "lock")

    def last():
        balance = yield ("r", "balance")
        yield ("print", str(balance))
        if balance != 100:
            raise Throw

    return parallel(deposit, deposit, withdrawal, withdrawal, last=last)


@program("TestDeadLock")
def test_dead_lock():
    def thread(outer, inner):
        def run():
            yield ("lock", outer)
            yield ("lock", inner)
            yield ("unlock", inner)
            yield ("unlock", outer)

        return run

    return parallel(thread("m1", "m2"), thread("m2", "m1"))


@program("PingPong", {"player": "Player", "points": 7})
def ping_pong():
    def turn():
        if (yield ("r", "player")) is None:
            raise Throw
        yield ("r", "points")
        t = yield ("r", "player")
        yield ("w", "player", None)
        yield ("w", "player", t)

    return parallel(*[turn] * 5)


@program("StringBuf", {"a.count": 1, "b.count": 1})
def string_buf():
    def count(o):
        yield ("lock", o)
        value = yield ("r", f"{o}.count")
        yield ("unlock", o)
        return value

    def append():
        yield ("lock", "a")
        length = yield from count("b")
        yield ("lock", "b")
        if length > (yield ("r", "b.count")):
            yield ("unlock", "b")
            yield ("unlock", "a")
            raise Throw
        for _ in range(length):
            yield ("r", "b.value")
        yield ("unlock", "b")
        old = yield ("r", "a.count")
        yield ("w", "a.count", old + length)
        yield ("unlock", "a")

    def delete():
        end = yield from count("b")
        yield ("lock", "b")
        old = yield ("r", "b.count")
        yield ("w", "b.count", old - end)
        yield ("unlock", "b")

    def last():
        a = yield from count("a")
        b = yield from count("b")
        yield ("print", f"{a} {b}")

    return parallel(append, delete, last=last)


@program("BoundedBuffer")
def bounded_buffer():
    def put(item):
        def run():
            yield ("lock", "b")
            while (yield ("r", "count")) == 2:
                yield ("wait", "b")
            first = yield ("r", "first")
            count = yield ("r", "count")
            yield ("w", f"slot{(first + count) % 2}", item)
            yield ("w", "count", count + 1)
            yield ("notifyAll", "b")
            yield ("unlock", "b")

        return run

    def take(me):
        def run():
            yield ("lock", "b")
            while (yield ("r", "count")) == 0:
                yield ("wait", "b")
            first = yield ("r", "first")
            item = yield ("r", f"slot{first}")
            yield ("w", "first", (first + 1) % 2)
            count = yield ("r", "count")
            yield ("w", "count", count - 1)
            yield ("notifyAll", "b")
            yield ("unlock", "b")
            yield ("w", me, item)

        return run

    def last():
        one = yield ("r", "c1")
        two = yield ("r", "c2")
        yield ("print", str(one + two))

    return parallel(put(10), put(20), take("c1"), take("c2"), last=last)
