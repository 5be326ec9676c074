"""Programs of `../src/sync` written down a second time as statements for `../random/simulate.py`.

`MODELS` maps a name to (threads, permits of the semaphore, count of the latch, text). The threads are numbered from 0, and main, where it does
more than start and join, is one of them. `text` makes what is printed of the registers, and None of an execution that the program does not have. Where a
program spins until others wait, its model has a latch instead; where it prints more than can differ, only the first words are compared.
"""

import pathlib
import sys

sys.path.append(str(pathlib.Path(__file__).resolve().parent.parent / "random"))

from simulate import CAUGHT, simulate  # noqa: E402


def yes(register):
    return lambda r: "true" if r[register] == 1 else "false"


def caught(register, otherwise):
    return lambda r: "interrupted" if r[register] == CAUGHT else otherwise


def always(text):
    return lambda r: text


def sync(*body, on="l0"):
    return ("sync", on, list(body))


def lock(*body, on="j0"):
    return ("lock", on, list(body))


def fork(first, second):
    return [sync(sync(on=second), on=first)]


def interrupt_or(wait, notify, region):
    """a and b wait; then one thread notifies, and main interrupts a, and wakes b if a was notified."""
    waiting = [region(("countDown", False), wait(0))], [region(("countDown", False), wait(1))]
    notifier = [("latchAwait", 2, False), region(notify)]
    main = [("latchAwait", 3, False), ("interrupt", 0), ("join", 0, 4, False), ("if", (0, "!=", CAUGHT), [region(notify)], [])]
    return [*waiting, notifier, main]


PARK, SET, TWICE = ("park", False), ("write", "x", ("const", 1), 0), [("semaphoreAcquire", 0, False)] * 2 + [("semaphoreRelease", False)] * 2

MODELS = {
    "InterruptEndsWait": ([[sync(("wait", "l0", 0, False))], [("interrupt", 0)]], 0, 0, caught(0, "notified")),
    "InterruptOrNotify": (
        interrupt_or(lambda r: ("wait", "l0", r, False), ("notify", "l0"), sync), 0, 2, caught(0, "notified"),
    ),
    "InterruptOrSignal": (
        interrupt_or(lambda r: ("await", "j0", r, False), ("signal", "j0"), lock), 0, 2, caught(0, "signalled"),
    ),
    "LostNotify": ([[sync(("wait", "l0", 0, False))], [sync(("notify", "l0"))]], 0, 0, always("woken")),
    "LostSignal": ([[lock(("await", "j0", 0, False))], [lock(("signal", "j0"))]], 0, 0, always("woken")),
    "AwaitInterrupted": ([[lock(("await", "j0", 0, False))], [("interrupt", 0)]], 0, 0, caught(0, "signalled")),
    "TimedWaitOutlivesLostNotify": (
        [[sync(("wait", "l0", 0, True), ("read", 1, "x"))], [sync(SET, ("notify", "l0"))]], 0, 0, yes(1),
    ),
    "JoinKeepsOtherMonitors": ([[sync(("notify", "l0"))], [sync(("join", 0, 0, False))]], 0, 0, always("done")),
    "JoinOrInterrupted": ([[], [("interrupt", 2)], [("join", 0, 0, False)]], 0, 0, caught(0, "joined")),
    "SleepInterrupted": ([[("sleep", 0, False)], [("interrupt", 0)]], 0, 0, caught(0, "slept")),
    # The third answer counts only if it comes after the interrupt, as the latch tells.
    "InterruptSeenOnce": (
        [[("interrupt", 1), ("countDown", False)], [("interrupted", 0), ("interrupted", 1), ("getCount", 3), ("interrupted", 2)]],
        0, 1, lambda r: " ".join("true" if k == 1 else "false" for k in r[:3]) if r[3] == 0 else None,
    ),
    "UnparkBeforePark": ([[PARK], [("unpark", 0)]], 0, 0, always("done")),
    "PermitsDoNotAdd": ([[PARK, PARK], [("unpark", 0)], [("unpark", 0)]], 0, 0, always("done")),
    "InterruptOrUnpark": ([[PARK, ("isInterrupted", 0)], [("unpark", 0)], [("interrupt", 0)]], 0, 0, yes(0)),
    "ParkNanosUnparked": ([[("park", True), ("read", 0, "x")], [SET, ("unpark", 0)]], 0, 0, yes(0)),
    "TryLockFailsWhenHeld": ([[lock()], [("tryLock", 0, "j0", [], False)]], 0, 0, yes(0)),
    "LockOrderDeadlock": ([fork("j0", "j1"), fork("j1", "j0")], 0, 0, always("done")),
    "DiningCyclic": ([fork("j0", "j1"), fork("j1", "j2"), fork("j2", "j0")], 0, 0, always("done")),
    "SemaphoreTryAcquire": (
        [[("semaphoreAcquire", 0, False), ("semaphoreRelease", False)], [("semaphoreTry", 1), ("if", (1, "==", 1), [("semaphoreRelease", False)], [])]],
        1, 0, yes(1),
    ),
    "SemaphoreTakesInParts": ([TWICE, TWICE], 2, 0, always("done")),
    "SemaphoreInterrupted": ([[("semaphoreAcquire", 0, False)], [("interrupt", 0)]], 0, 0, caught(0, "acquired")),
    "SemaphoreHandsOver": (
        [[SET, ("semaphoreRelease", False)], [("semaphoreAcquire", 0, False), ("read", 1, "x")]], 0, 0, lambda r: str(r[1]),
    ),
    "LatchCounts": ([[("countDown", False)] * 3, [("getCount", 0)]], 0, 2, lambda r: str(r[0])),
    "LatchNeverOpens": ([[("countDown", False)], [("latchAwait", 0, False)]], 0, 2, always("not reached")),
    "LatchInsteadOfJoin": (
        [[("countDown", False), SET], [("latchAwait", 0, False), ("read", 1, "x")]], 0, 1, lambda r: str(r[1]),
    ),
}  # fmt: skip


def differs(name, expected):
    """What is wrong with an expectation, if anything; its outcomes are pairs of text and end."""
    threads, permits, latch, text = MODELS[name]
    outcomes = simulate(threads, 5, permits, latch, 1_000_000)
    found = set()
    for line, end in outcomes:
        # An execution that text refuses is none of the program.
        said = text([int(word) for word in line.split()]) if end == "normal" else ""
        if said is not None:
            found.add((said, end))
    expected = {(said.split(",")[0], end) for said, end in expected}
    return None if found == expected else f"{name}: {sorted(found)} by simulation, {sorted(expected)} expected"
