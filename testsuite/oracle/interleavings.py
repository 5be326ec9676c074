"""Brute force under sequential consistency, TSO or PSO.

A program is a dictionary from thread names to generator functions; `main` runs first. A generator yields its visible
operations and receives what they return:

    ("r", location)            the value read
    ("w", location, value)      a plain write
    ("release", location, value) and ("volatile", location, value)
    ("fence",)                  a full one
    ("cas", location, old, new) whether the value was the old one, and so was replaced
    ("lock", m) ("unlock", m)  re-entrant
    ("wait", m) ("notify", m) ("notifyAll", m)
    ("start", thread) ("join", thread)
    ("print", text)
    ("exit", status)

`raise Throw` ends a thread with an exception that nobody catches. Every interleaving is followed; two states are the
same only if every thread has had the same results, and memory, store buffers, monitors and output are the same. There is no
reduction of any kind, so that there is nothing here that could be wrong in the way in which a reduction can be wrong.
"""

from buffers import arrivals, forward, put, separate


class Throw(Exception):
    """An uncaught exception of the modelled program."""


class Result:
    """What `explore` found."""

    def __init__(self):
        self.outcomes = set()  # (stdout, end)
        self.behaviours = set()  # one tuple of values read per thread
        self.locals = set()  # (thread, tuple of values read), complete ones
        self.errors = set()  # the threads that can end with an exception
        self.states = 0


NEW, RUN, RESUME, WAIT, ENDED, THREW = range(6)

# What does not wait until the buffer of its thread is empty.
NO_FENCES = {"r", "w", "release", "notify", "notifyAll"}


def next_op(make, results):
    """Runs a thread again with the results it has had; its next operation, or how it ended."""
    thread = make()
    try:
        op = next(thread)
        for result in results:
            op = thread.send(result)
        return op
    except StopIteration:
        return ("end",)
    except Throw:
        return ("throw",)


def explore(program, initial, model="sc"):
    """All behaviours. `initial` gives the locations that do not start as zero."""
    names = list(program)
    index = {name: i for i, name in enumerate(names)}
    ops = {}

    def op_of(t, results):
        key = (t, results)
        if key not in ops:
            ops[key] = next_op(program[names[t]], results)
        return ops[key]

    found = Result()
    # A state: results per thread, status per thread, memory, monitors {m: (owner, depth)}, waiting depth, output, buffers
    start = (
        tuple(() for _ in names),
        tuple(RUN if name == "main" else NEW for name in names),
        frozenset(initial.items()),
        frozenset(),
        frozenset(),
        "",
        tuple(() for _ in names),
    )
    seen, stack = {start}, [start]
    while stack:
        state = stack.pop()
        found.states += 1
        succ = list(successors(state, names, index, op_of, found, model))
        if not succ:
            results, status, _, _, _, output, _ = state
            if all(s in (ENDED, THREW, NEW) for s in status):
                end = "exception" if THREW in status else "normal"
            else:
                end = "deadlock"
            finish(found, results, names, output, end, op_of)
        for s in succ:
            if s not in seen:
                seen.add(s)
                stack.append(s)
    return found


def finish(found, results, names, output, end, op_of):
    found.outcomes.add((output, end))
    histories = []
    for t, r in enumerate(results):
        reads = tuple(r[i] for i in range(len(r)) if op_of(t, r[:i])[0] == "r")
        histories.append(reads)
        found.locals.add((names[t], reads))
    found.behaviours.add(tuple(histories))


def successors(state, names, index, op_of, found, model):
    """All states one step further. An `exit` ends the execution at once."""
    results, status, memory, monitors, depths, output, buffers = state
    mem, mon, dep = dict(memory), dict(monitors), dict(depths)

    def step(t, result, st=None, memory=memory, monitors=monitors, depths=depths, output=output, buffer=None):
        new_results = results[:t] + (results[t] + (result,),) + results[t + 1 :] if result is not Ellipsis else results
        new_buffers = buffers if buffer is None else (*buffers[:t], buffer, *buffers[t + 1 :])
        return (new_results, tuple(st or status), memory, monitors, depths, output, new_buffers)

    for t, s in enumerate(status):
        for location, value, rest in arrivals(model, buffers[t]):
            yield step(t, Ellipsis, memory=frozenset({**mem, location: value}.items()), buffer=rest)
        if s == RESUME:
            m = dep[t][0]
            if m not in mon:
                st = list(status)
                st[t] = RUN
                rest = frozenset((k, v) for k, v in dep.items() if k != t)
                yield step(t, None, st, monitors=frozenset({**mon, m: (t, dep[t][1])}.items()), depths=rest)
            continue
        if s != RUN:
            continue
        op = op_of(t, results[t])
        kind = op[0]
        if buffers[t] and kind not in NO_FENCES:
            continue
        if kind == "r":
            yield step(t, forward(buffers[t], op[1], mem.get(op[1], 0)))
        elif kind in ("w", "release") and model != "sc":
            buffer = separate(model, buffers[t]) if kind == "release" else buffers[t]
            yield step(t, None, buffer=put(buffer, op[1], op[2]))
        elif kind == "fence":
            yield step(t, None)
        elif kind in ("w", "release", "volatile"):
            yield step(t, None, memory=frozenset({**mem, op[1]: op[2]}.items()))
        elif kind == "cas":
            same = mem.get(op[1], 0) == op[2]
            yield step(t, same, memory=frozenset({**mem, op[1]: op[3]}.items()) if same else memory)
        elif kind == "lock":
            owner, depth = mon.get(op[1], (t, 0))
            if owner == t:
                yield step(t, None, monitors=frozenset({**mon, op[1]: (t, depth + 1)}.items()))
        elif kind == "unlock":
            owner, depth = mon[op[1]]
            assert owner == t
            rest = {k: v for k, v in mon.items() if k != op[1]}
            if depth > 1:
                rest[op[1]] = (t, depth - 1)
            yield step(t, None, monitors=frozenset(rest.items()))
        elif kind == "wait":
            owner, depth = mon[op[1]]
            assert owner == t
            st = list(status)
            st[t] = WAIT
            rest = frozenset((k, v) for k, v in mon.items() if k != op[1])
            yield step(t, Ellipsis, st, monitors=rest, depths=frozenset({**dep, t: (op[1], depth)}.items()))
        elif kind in ("notify", "notifyAll"):
            assert mon[op[1]][0] == t
            waiters = [u for u, x in enumerate(status) if x == WAIT and dep[u][0] == op[1]]
            choices = [[u] for u in waiters] if kind == "notify" else [waiters]
            for woken in choices or [[]]:
                yield step(t, None, [RESUME if u in woken else x for u, x in enumerate(status)])
        elif kind == "start":
            st = list(status)
            st[index[op[1]]] = RUN
            yield step(t, None, st)
        elif kind == "join":
            if status[index[op[1]]] in (ENDED, THREW):
                yield step(t, None)
        elif kind == "print":
            yield step(t, None, output=output + op[1] + "\n")
        elif kind == "exit":
            finish(found, results, names, output, f"exit:{op[1]}", op_of)
            yield step(t, Ellipsis, [NEW] * len(status), output="\0exit")
        elif kind in ("end", "throw"):
            if kind == "throw":
                found.errors.add(names[t])
            st = list(status)
            st[t] = ENDED if kind == "end" else THREW
            yield step(t, Ellipsis, st)
