"""The outcomes of a random program, by taking every interleaving of its statements.

A thread is flat code (`flatten`); a state is a hashable `State`; every enabled step of every thread is taken. What the steps mean:

- main starts the threads one after the other. To a thread that has not been started, unpark does nothing, join does not wait, and an interrupt is kept.
- A monitor's notify wakes any waiter, a condition's signal the one that has waited longest. Locks and permits go to any of those who want them. Nothing
  wakes spuriously.
- An interrupt sets a flag, and then gives a permit to the thread if that is alive. A waiter whose flag is set may leave the wait set as a step of its own, and then throws when it has the monitor again; if it
  is notified before that step, it returns with the flag set. What has taken a permit or a lock before it looks at the flag keeps it.
- A wait with a time limit gives up only when nobody can do anything else. Sleeping takes no time.
- A class (initialisers.py) is initialised by the first thread that needs it; others wait for that thread, which itself goes past. If the initialiser throws,
  that thread and all that need the class later are told so.
- Under TSO and PSO writes go through store buffers (`../oracle/buffers.py`), those with release through a barrier before that; volatile writes, and what is a
  fence (`Simulation.waits_for_buffer`), wait until the buffer of the thread is empty. An arrival is a step, so nobody gives up while there can be one.
"""

import pathlib
import sys
from collections import namedtuple

sys.path.append(str(pathlib.Path(__file__).resolve().parent.parent / "oracle"))

import alike  # noqa: E402
from buffers import arrivals, forward, put as enter, separate  # noqa: E402
from initialisers import FAILS, FAILED, NUMBERS  # noqa: E402

# What main prints of most programs; v is volatile.
LOCATIONS = ["x", "y", "v", "o.f", "a[0]", "a[1]"]
COUNTER = len(LOCATIONS)
# Boxes that a program can make, each with two fields: what a thread has not published, nobody else reaches.
BOXES = range(4)
PLACES = LOCATIONS + ["c", "z", "w", "j", "l", "d", "b", "s", "e.l", "u[1]", "p", "q", "m"] + NUMBERS + [f"{box}.{field}" for box in BOXES for field in "fg"] + alike.NAMES
WHERE = {place: k for k, place in enumerate(PLACES)}
# What the JDK holds for all threads, and what exceptions have that threads share (`places.HELD`). The JDK synchronizes the last three, and reading them is a
# fence, too.
HELD = ["property", "properties", "locale", "zone", "handler", "err", "level", "stack", "cause", "suppressed"]
SYNCHRONIZED = {"stack", "cause", "suppressed"}
PLACES += HELD
WHERE = {place: k for k, place in enumerate(PLACES)}
VOLATILE = {"v", "w", "j", *HELD}
CAUGHT = 9
# What a thread gets that looks into a box where there is none.
NONE = -2

# What is stored of a value in a location that cannot hold every int.
def small(k):
    return k if k in (0, 1) else 2


STORED = {"b": lambda k: k & 1, **{place: small for place in ["s", *HELD, *alike.NAMES]}, "cause": lambda k: small(k) + 1}

# started: how many threads main has started; locks: name -> (owner, depth), only those held; waits: per thread None or a Wait; queues: per condition who
# waits, longest first; moved: per lock who was signalled and has not got the lock again, in that order; permit, flag: per thread.
# classes: for each class that has an initialiser None, the thread that runs it, "done" or "failed".
State = namedtuple("State", "started pcs regs mem locks waits queues moved permits flags semaphore latch out buffers classes")

# phase: in (the wait set), woken, interrupted, late (its time was over), checked (it has found no interrupt and now waits for a permit or a lock)
# or flagged (it has set the flag of another)
Wait = namedtuple("Wait", "on depth phase")


def put(values, index, value):
    return values[:index] + (value,) + values[index + 1 :]


def flatten(body, classes):
    """Structured statements as flat code with jumps. `classes`: for each class the statements of its initialiser, and whether it throws after them."""
    code, running = [], []

    def guarded(register, middle, exit_op):
        at = len(code)
        code.append(None)
        go(middle)
        if exit_op:
            code.append(exit_op)
        code[at] = ("branch", (register, "==", 1), len(code))

    def initialise(k, register):
        """Behind the first instruction comes the initialiser, for whoever runs it; then what is read of the class, if it has not failed."""
        at = len(code)
        code.append(None)
        # Whoever needs a class whose initialiser it runs goes past.
        if k not in running:
            running.append(k)
            go(classes[k][0])
            running.pop()
        last = len(code)
        code[at] = ("initBegin", k, register, last + 1, last + 2)
        code.append(("initEnd", k, register, classes[k][1], last + 2))
        code.append(("read", register, NUMBERS[k]))

    def go(block):
        for s in block:
            kind = s[0]
            if kind == "if":
                at = len(code)
                code.append(None)
                go(s[2])
                code.append(None)
                middle = len(code)
                go(s[3])
                code[at] = ("branch", s[1], middle)
                code[middle - 1] = ("jump", len(code))
            elif kind in ("sync", "lock"):
                code.append(("acquire", s[1]))
                go(s[2])
                code.append(("release", s[1]))
            elif kind == "tryLock":
                code.append(("tryLock", s[2], s[1], s[4]))
                guarded(s[1], s[3], ("release", s[2]))
            elif kind == "init":
                initialise(*s[1:3])
            elif kind == "call":
                # Nobody notices.
                pass
            elif kind == "new":
                # The box, its kind, what is in it. The end of a constructor that writes a final field is a barrier.
                code.extend(("write", f"{s[1]}.{field}", value, 0) for field, value in zip("fg", s[3:]))
                if s[2] == "final":
                    code.append(("fence", "storeStore"))
            elif kind == "publish":
                code.append(("write", s[1], ("const", s[2] + 1), 0, s[3]))
            elif kind == "put":
                code.append(("write", f"{s[1]}.{s[3]}", s[4], 0))
            elif kind == "follow":
                code.extend([("read", s[1], s[2]), ("field", s[1], s[3])])
            elif kind == "spin":
                begin = len(code)
                code.extend([None] * s[3])
                for k in range(begin, len(code)):
                    code[k] = ("leave_if", s[1], s[2], len(code))
            else:
                code.append(s)

    go(body)
    # That a thread has ended is something others can learn, and it comes after all that the thread does.
    code.append(("end",))
    return code


FENCES = {
    "inc", "cas", "getAndAdd", "set", "rmw", "end", "print", "acquire", "release", "wait", "await", "semaphoreRelease", "park", "interrupt", "join",
}  # fmt: skip


class Simulation:
    """`classes`: as for `flatten`; `fifo`: threads that were signalled take their lock again in the order of the signals, as in the JDK; else in any order. `shown`: the locations
    that main prints behind the registers."""

    def __init__(self, threads, registers, permits, latch, fifo, model="sc", shown=LOCATIONS, classes=()):
        self.codes = [flatten(body, classes) for body in threads]
        self.fifo = fifo
        self.model = model
        self.shown = [WHERE[place] for place in shown]
        n = len(threads)
        self.start = State(
            0, (0,) * n, (-1,) * registers, (0,) * len(PLACES), frozenset(), (None,) * n, ((), ()), ((), ()), (0,) * n, (0,) * n, permits, latch, "",
            ((),) * n, (None,) * len(classes),
        )

    def outcomes(self, limit):
        """All (text, end), or None if there are too many states."""
        seen, stack, outcomes = {self.start}, [self.start], set()
        while stack:
            state = stack.pop()
            if len(seen) > limit:
                return None
            following = list(self.steps(state)) or list(self.give_ups(state))
            if not following:
                if self.all_ended(state):
                    line = " ".join(str(k) for k in [*state.regs, *(state.mem[k] for k in self.shown)])
                    outcomes.add((state.out + line, "normal"))
                else:
                    outcomes.add((state.out, "deadlock"))
            for s in following:
                if s not in seen:
                    seen.add(s)
                    stack.append(s)
        return outcomes

    def settle(self, t, pc, regs):
        """Past branches and jumps, which nobody else can see."""
        code = self.codes[t]
        while pc < len(code) and code[pc][0] in ("branch", "jump"):
            if code[pc][0] == "jump":
                pc = code[pc][1]
            else:
                (r, relation, k), elsewhere = code[pc][1], code[pc][2]
                pc = pc + 1 if (regs[r] == k) == (relation == "==") else elsewhere
        return pc

    def pc(self, state, t):
        return self.settle(t, state.pcs[t], state.regs)

    def ended(self, state, t):
        return t < state.started and self.pc(state, t) >= len(self.codes[t])

    def alive(self, state, t):
        return t < state.started and not self.ended(state, t)

    def all_ended(self, state):
        return all(self.ended(state, t) for t in range(len(self.codes)))

    def steps(self, state):
        if state.started < len(self.codes):
            yield state._replace(started=state.started + 1)
        for t in range(state.started):
            for place, value, rest in arrivals(self.model, state.buffers[t]):
                yield state._replace(mem=put(state.mem, place, value), buffers=put(state.buffers, t, rest))
            pc = self.pc(state, t)
            if pc < len(self.codes[t]):
                op = self.codes[t][pc]
                if not state.buffers[t] or not self.waits_for_buffer(state, t, op):
                    yield from self.step(state, t, pc, op)

    def waits_for_buffer(self, state, t, op):
        """Whether it is a fence. What only looks, or fails, or changes nothing is none."""
        kind, wait, flag = op[0], state.waits[t], state.flags[t]
        if kind == "write":
            return self.order(op) == "volatile"
        if kind == "fence":
            return op[1] == "full"
        if kind in ("read", "leave_if"):
            return op[2 if kind == "read" else 1] in SYNCHRONIZED
        if kind == "tryLock" and not op[3]:
            return self.owner(state, op[1]) in (None, t)
        if kind in ("tryLock", "semaphoreAcquire"):
            return wait is not None or flag
        if kind == "latchAwait":
            # An interrupt found while it waits: see there.
            return wait is None and flag
        if kind == "semaphoreTry":
            return state.semaphore > 0
        if kind == "countDown":
            return state.latch > 0
        if kind == "unpark":
            return op[1] < state.started
        if kind in ("interrupted", "sleep"):
            return flag
        return kind in FENCES

    @staticmethod
    def order(op):
        """Of a write: plain, release or volatile."""
        order = op[4] if len(op) > 4 else ""
        return order or ("volatile" if op[1] in VOLATILE else "plain")

    def read(self, state, t, place):
        return forward(state.buffers[t], WHERE[place], state.mem[WHERE[place]])

    def written(self, state, t, op, value):
        """After a write."""
        place = WHERE[op[1]]
        order = self.order(op)
        if self.model == "sc" or order == "volatile":
            return state._replace(mem=put(state.mem, place, value))
        buffer = separate(self.model, state.buffers[t]) if order == "release" else state.buffers[t]
        return state._replace(buffers=put(state.buffers, t, enter(buffer, place, value)))

    def step(self, state, t, pc, op):
        kind = op[0]

        def go(s, after=pc + 1):
            return s._replace(pcs=put(s.pcs, t, after))

        def result(s, register, value):
            return s if register is None else s._replace(regs=put(s.regs, register, value))

        def throw(s):
            return go(result(s, op[-2], CAUGHT)._replace(flags=put(s.flags, t, 0), waits=put(s.waits, t, None)))

        regs, mem, wait, flag = state.regs, state.mem, state.waits[t], state.flags[t]
        if kind == "read":
            yield go(result(state, op[1], self.read(state, t, op[2])))
        elif kind == "field":
            box = regs[op[1]]
            yield go(result(state, op[1], self.read(state, t, f"{box - 1}.{op[2]}") if box else NONE))
        elif kind == "write":
            value = (regs[op[2][1]] if op[2][0] == "reg" else op[2][1]) + op[3]
            value = STORED.get(op[1], int)(value)
            if op[1] == "cause":
                # It can be set once.
                value = mem[WHERE["cause"]] or value
            elif op[1] == "suppressed":
                value = mem[WHERE["suppressed"]] + 1
            yield go(self.written(state, t, op, value))
        elif kind == "fence":
            barrier = op[1] in ("release", "storeStore")
            yield go(state._replace(buffers=put(state.buffers, t, separate(self.model, state.buffers[t]))) if barrier else state)
        elif kind == "rmw":
            old = mem[WHERE[op[2]]]
            new = {"getAndAdd": old + op[4], "getAndSet": op[4], "compareAndSet": op[5] if old == op[4] else old}[op[3]]
            got = int(old == op[4]) if op[3] == "compareAndSet" else old
            yield go(result(state._replace(mem=put(mem, WHERE[op[2]], new)), op[1], got))
        elif kind == "leave_if":
            yield go(state, op[3] if self.read(state, t, op[1]) == op[2] else pc + 1)
        elif kind == "get":
            yield go(result(state, op[1], self.read(state, t, "c")))
        elif kind in ("inc", "cas", "set", "getAndAdd"):
            old = mem[COUNTER]
            new = {"inc": old + 1, "set": op[2], "getAndAdd": old + op[2]}.get(kind)
            if kind == "cas":
                new = op[3] if old == op[2] else old
            got = {"inc": new, "cas": int(old == op[2]), "set": None}.get(kind, old)
            yield go(result(state._replace(mem=put(mem, COUNTER, new)), None if got is None else op[1], got))
        elif kind == "initBegin":
            k, past, failed = op[1], op[3], op[4]
            if state.classes[k] is None:
                yield go(state._replace(classes=put(state.classes, k, t)))
            elif state.classes[k] == "failed":
                yield go(result(state, op[2], FAILED), failed)
            elif state.classes[k] in (t, "done"):
                yield go(state, past)
        elif kind == "initEnd":
            yield go(result(state, op[2], FAILS), op[4])._replace(classes=put(state.classes, op[1], "failed")) if op[3] else go(
                state._replace(classes=put(state.classes, op[1], "done"))
            )
        elif kind == "end":
            yield go(state)
        elif kind == "print":
            yield go(state._replace(out=state.out + op[1]))
        elif kind == "acquire":
            if self.owner(state, op[1]) in (None, t):
                yield go(self.locked(state, op[1], t, 1))
        elif kind == "release":
            yield go(self.locked(state, op[1], t, -1))
        elif kind == "tryLock":
            yield from self.try_lock(state, t, op, go, result, throw)
        elif kind in ("wait", "await"):
            yield from self.wait(state, t, op, go, result, throw)
        elif kind in ("notify", "notifyAll"):
            asleep = [u for u, w in enumerate(state.waits) if w and w.on == op[1] and w.phase == "in"]
            for woken in [asleep] if kind == "notifyAll" or not asleep else [[u] for u in asleep]:
                yield go(self.wake(state, woken))
        elif kind in ("signal", "signalAll"):
            l = int(op[1][1])
            queue = state.queues[l]
            count = len(queue) if kind == "signalAll" else min(1, len(queue))
            moved = put(state.moved, l, state.moved[l] + queue[:count])
            yield go(self.wake(state, queue[:count])._replace(queues=put(state.queues, l, queue[count:]), moved=moved))
        elif kind in ("semaphoreAcquire", "latchAwait"):
            # Looks at the flag, and then waits for what it wants or an interrupt.
            free = state.semaphore > 0 if kind == "semaphoreAcquire" else state.latch == 0
            if wait is None:
                yield throw(state) if flag else state._replace(waits=put(state.waits, t, Wait(None, 0, "checked")))
            else:
                if free:
                    taken = state._replace(semaphore=state.semaphore - (kind == "semaphoreAcquire"), waits=put(state.waits, t, None))
                    yield go(result(taken, op[1], 1))
                if flag and not state.buffers[t]:
                    yield throw(state)
        elif kind == "semaphoreRelease":
            yield go(state._replace(semaphore=state.semaphore + 1))
        elif kind == "semaphoreTry":
            got = int(state.semaphore > 0)
            yield go(result(state._replace(semaphore=state.semaphore - got), op[1], got))
        elif kind == "countDown":
            yield go(state._replace(latch=max(0, state.latch - 1)))
        elif kind == "getCount":
            yield go(result(state, op[1], state.latch))
        elif kind == "park":
            if state.permits[t] or flag:
                yield go(state._replace(permits=put(state.permits, t, 0)))
        elif kind == "unpark":
            yield go(state._replace(permits=put(state.permits, op[1], 1)) if self.alive(state, op[1]) else state)
        elif kind == "interrupt":
            # The flag of a thread that has ended is of no use to anybody. A permit comes after it.
            if wait is None:
                flagged = state._replace(flags=put(state.flags, op[1], 1))
                yield flagged._replace(waits=put(state.waits, t, Wait(None, 0, "flagged")))
            else:
                alive = self.alive(state, op[1])
                permitted = state._replace(permits=put(state.permits, op[1], 1)) if alive else state
                yield go(permitted._replace(waits=put(state.waits, t, None)))
        elif kind == "isInterrupted":
            yield go(result(state, op[1], flag))
        elif kind == "interrupted":
            yield go(result(state._replace(flags=put(state.flags, t, 0)), op[1], flag))
        elif kind == "sleep":
            yield throw(state) if flag else go(state)
        elif kind == "join":
            if not self.alive(state, op[1]):
                yield go(state)
            elif flag:
                yield throw(state)
        else:
            raise AssertionError(kind)

    def try_lock(self, state, t, op, go, result, throw):
        _, name, register, timed = op
        free = self.owner(state, name) in (None, t)
        got = result(self.locked(state, name, t, 1), register, 1)._replace(waits=put(state.waits, t, None)) if free else None
        if not timed:
            yield go(got if free else result(state, register, 0))
        elif state.waits[t] is None:
            yield throw(state) if state.flags[t] else state._replace(waits=put(state.waits, t, Wait(None, 0, "checked")))
        else:
            if free:
                yield go(got)
            if state.flags[t]:
                yield throw(state)

    def wait(self, state, t, op, go, result, throw):
        kind, name, register, _ = op
        wait, condition = state.waits[t], kind == "await"
        l = int(name[1])
        if wait is None:
            if state.flags[t]:
                yield throw(state)
                return
            depth = dict(state.locks)[name][1]
            left = self.locked(state, name, t, -depth)._replace(waits=put(state.waits, t, Wait(name, depth, "in")))
            yield left._replace(queues=put(state.queues, l, state.queues[l] + (t,))) if condition else left
            return
        if wait.phase == "in":
            if state.flags[t]:
                yield self.leave(state, t, condition, "interrupted")
            return
        if self.owner(state, name) is not None:
            return
        if condition and wait.phase == "woken" and self.fifo and state.moved[l][0] != t:
            return
        back = self.locked(state, name, t, wait.depth)
        if condition:
            back = back._replace(moved=put(back.moved, l, tuple(u for u in back.moved[l] if u != t)))
        if wait.phase == "interrupted":
            yield throw(back)
        else:
            back = back._replace(waits=put(back.waits, t, None))
            yield go(result(back, register, int(wait.phase == "woken")) if condition else back)

    def leave(self, state, t, condition, phase):
        """Out of the wait set without having been notified."""
        wait = state.waits[t]
        l = int(wait.on[1])
        left = state._replace(waits=put(state.waits, t, wait._replace(phase=phase)))
        if condition:
            left = left._replace(queues=put(state.queues, l, tuple(u for u in state.queues[l] if u != t)))
        return left

    def give_ups(self, state):
        """What happens when nobody can do anything: one of those with a time limit gives up."""
        for t in range(state.started):
            pc = self.pc(state, t)
            op = self.codes[t][pc] if pc < len(self.codes[t]) else (None,)
            kind, wait = op[0], state.waits[t]
            gone = state._replace(pcs=put(state.pcs, t, pc + 1), waits=put(state.waits, t, None))
            if kind in ("wait", "await") and op[3] and wait and wait.phase == "in":
                yield self.leave(state, t, kind == "await", "late")
            elif kind in ("semaphoreAcquire", "latchAwait") and op[2]:
                yield gone._replace(regs=put(state.regs, op[1], 0))
            elif kind == "tryLock" and op[3]:
                yield gone._replace(regs=put(state.regs, op[2], 0))
            elif kind == "park" and op[1] or kind == "join" and op[3]:
                yield gone

    @staticmethod
    def owner(state, name):
        return dict(state.locks).get(name, (None, 0))[0]

    @staticmethod
    def locked(state, name, t, more):
        locks = dict(state.locks)
        depth = locks.pop(name, (t, 0))[1] + more
        if depth:
            locks[name] = (t, depth)
        return state._replace(locks=frozenset(locks.items()))

    @staticmethod
    def wake(state, woken):
        waits = state.waits
        for u in woken:
            waits = put(waits, u, waits[u]._replace(phase="woken"))
        return state._replace(waits=waits)


def simulate(threads, registers, permits, latch, limit, model="sc", shown=LOCATIONS, classes=()):
    """The outcomes; None if there are too many states, or if they depend on the order in which signalled threads get their lock again, which
    nothing promises."""
    any_order = Simulation(threads, registers, permits, latch, False, model, shown, classes).outcomes(limit)
    if any_order is None or any_order != Simulation(threads, registers, permits, latch, True, model, shown, classes).outcomes(limit):
        return None
    return any_order
