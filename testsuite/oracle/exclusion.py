"""Models of `../src/bench/Exclusion.java`, registered in `programs.PROGRAMS`."""

from interleavings import Throw
from programs import PROGRAMS, Bound, parallel

FLAG, NUMBER, TURN, X, Y = 0, 2, 2, 3, 4


def dekker(i, j, get, put):
    n1, n2 = Bound(), Bound()
    yield put(FLAG + i, 1)
    while (yield get(FLAG + j)) == 1:
        if n2.over():
            return False
        if (yield get(TURN)) == j:
            yield put(FLAG + i, 0)
            while (yield get(TURN)) == j:
                if n1.over():
                    return False
            yield put(FLAG + i, 1)
    return True


def peterson(i, j, get, put):
    n = Bound()
    yield put(FLAG + i, 1)
    yield put(TURN, j)
    while (yield get(FLAG + j)) == 1 and (yield get(TURN)) == j:
        if n.over():
            return False
    return True


def lamport(i, j, get, put):
    n = Bound()
    while n.c <= 1:
        yield put(FLAG + i, 1)
        yield put(X, i + 1)
        if (yield get(Y)) != 0:
            yield put(FLAG + i, 0)
            while (yield get(Y)) != 0:
                if n.over():
                    return False
            continue
        yield put(Y, i + 1)
        if (yield get(X)) == i + 1:
            return True
        yield put(FLAG + i, 0)
        while (yield get(FLAG + j)) == 1:
            if n.over():
                return False
        if (yield get(Y)) == i + 1:
            return True
        n.c += 1
    return False


def bakery(i, j, get, put):
    n = Bound()
    yield put(FLAG + i, 1)
    first = yield get(NUMBER)
    second = yield get(NUMBER + 1)
    number = 1 + max(first, second)
    yield put(NUMBER + i, number)
    yield put(FLAG + i, 0)
    while (yield get(FLAG + j)) == 1:
        if n.over():
            return False
    while True:
        other = yield get(NUMBER + j)
        if other == 0 or other > number or other == number and j > i:
            return True
        if n.over():
            return False


# What is written when a thread leaves.
LEAVE = {
    dekker: lambda i, j: [(TURN, j), (FLAG + i, 0)],
    peterson: lambda i, j: [(FLAG + i, 0)],
    lamport: lambda i, j: [(Y, 0), (FLAG + i, 0)],
    bakery: lambda i, j: [(NUMBER + i, 0)],
}


def exclusion(algorithm, write):
    def thread(i, j):
        def run():
            entered = yield from algorithm(i, j, lambda k: ("r", k), lambda k, value: (write, k, value))
            yield ("w", f"entered{i}", int(entered))
            if entered:
                counted = yield ("r", "counted")
                yield ("w", "counted", counted + 1)
                for k, value in LEAVE[algorithm](i, j):
                    yield (write, k, value)

        return run

    def last():
        first = yield ("r", "entered0")
        second = yield ("r", "entered1")
        counted = yield ("r", "counted")
        yield ("print", f"{first + second} {counted}")
        if first + second != counted:
            raise Throw

    return parallel(thread(0, 1), thread(1, 0), last=last)


for algorithm in LEAVE:
    for kind, write in ("plain", "w"), ("volatile", "volatile"):
        PROGRAMS[f"Exclusion-{algorithm.__name__}-{kind}"] = exclusion(algorithm, write), {}
