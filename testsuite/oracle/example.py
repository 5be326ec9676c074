"""Example(N), the bug of an electron microscope's software: models for small N, and the numbers of behaviours for any.

`python3 example.py [N]` counts up to N rounds (3). One thread only writes, so a behaviour is a history of the other one; for each history the set of all
states of the first thread, its buffer and memory is kept, so that histories need not be told apart by interleavings.

Readings of the papers' program: `published` is the figure (the two reads of the error message included); `stops`: the error ends the thread; `no zeroing`: without the
writes of 0, which stand for a new object that nobody has seen yet.
"""

import sys

from buffers import MODELS, arrivals, put
from interleavings import Result, Throw
from programs import PROGRAMS, parallel

PUBLISHED = [("z", 0), ("x", 0), ("y", 0), ("x", 2), ("y", 3), ("z", 1)]
NO_ZEROING = [("z", 0), ("x", 2), ("y", 3), ("z", 1)]


def reader(rounds, stops=False):
    """The second thread; returns whether there was an error."""
    error = False
    for _ in range(rounds):
        if (yield ("r", "z")) == 1:
            x = yield ("r", "x")
            y = yield ("r", "y")
            if x + 1 != y:
                yield ("r", "x")
                yield ("r", "y")
                error = True
                if stops:
                    break
    return error


def example(rounds):
    def t1():
        for location, value in PUBLISHED * rounds:
            yield ("w", location, value)

    def t2():
        if (yield from reader(rounds)):
            raise Throw

    return parallel(t1, t2)


def points(rounds):
    def t1():
        for new in range(1, rounds + 1):
            current = yield ("r", "current")
            x = yield ("r", f"{current}.x")
            current = yield ("r", "current")
            y = yield ("r", f"{current}.y")
            yield ("w", f"{new}.x", x + 1)
            yield ("w", f"{new}.y", y + 1)
            yield ("w", "current", new)

    def t2():
        error = False
        for _ in range(rounds):
            current = yield ("r", "current")
            x = yield ("r", f"{current}.x")
            y = yield ("r", f"{current}.y")
            error |= x + 1 != y
        if error:
            raise Throw

    return parallel(t1, t2)


PROGRAMS["Example"] = example(1), {}
PROGRAMS["Example-2"] = example(2), {}
for rounds in (1, 2, 3):
    PROGRAMS[f"ExamplePoints-{rounds}"] = points(rounds), {"0.x": 1, "0.y": 2}


def histories(model, writes, make):
    """(values read, what the reader returned) for all behaviours of a thread that writes and one that reads."""
    closures = {}

    def closure(states):
        """All states (next write, memory, buffer) that the first thread can reach by itself."""
        if states not in closures:
            seen, stack = set(states), list(states)
            while stack:
                done, memory, buffer = stack.pop()
                after = [(done, frozenset({**dict(memory), l: v}.items()), rest) for l, v, rest in arrivals(model, buffer)]
                if done < len(writes):
                    l, v = writes[done]
                    now = (done + 1, frozenset({**dict(memory), l: v}.items()), buffer)
                    after.append(now if model == "sc" else (done + 1, memory, put(buffer, l, v)))
                fresh = [state for state in after if state not in seen]
                seen.update(fresh)
                stack.extend(fresh)
            closures[states] = seen
        return closures[states]

    def follow(states, history):
        thread = make()
        try:
            _, location = next(thread)
            for value in history:
                _, location = thread.send(value)
        except StopIteration as end:
            yield history, end.value
            return
        by_value = {}
        for state in closure(states):
            by_value.setdefault(dict(state[1]).get(location, 0), set()).add(state)
        for value, left in by_value.items():
            yield from follow(frozenset(left), (*history, value))

    yield from follow(frozenset({(0, frozenset(), ())}), ())


def explore(model, rounds):
    """What `interleavings.explore` would find."""
    found = Result()
    for values, error in histories(model, PUBLISHED * rounds, lambda: reader(rounds)):
        found.behaviours.add(((), (), values))
        found.locals |= {("main", ()), ("t1", ()), ("t2", values)}
        found.outcomes.add(("done\n", "exception" if error else "normal"))
        if error:
            found.errors.add("t2")
    return found


def count(model, rounds, writes=PUBLISHED, stops=False):
    """Behaviours, and how many of them have the error."""
    errors = [error for _, error in histories(model, writes * rounds, lambda: reader(rounds, stops))]
    return len(errors), sum(errors)


def main():
    readings = {"published": (PUBLISHED, False), "stops": (PUBLISHED, True), "no zeroing": (NO_ZEROING, False)}
    print("behaviours, and those with the error", *MODELS)
    for name, (writes, stops) in readings.items():
        for rounds in range(1, int(sys.argv[1]) + 1 if len(sys.argv) > 1 else 4):
            print(f"{name}, N={rounds}:", *("%d (%d)" % count(model, rounds, writes, stops) for model in MODELS))


if __name__ == "__main__":
    main()
