"""The fewest preemptions that show a mistake: `python3 preemptions.py` prints them for the programs of `sctbench.py`.

Programs are generators, as in `interleavings.py`; beside those operations that are needed there are

    ("add", location, number)   in one step; the new value
    ("take", s) ("give", s)     a permit of a semaphore

A preemption is a switch away from a thread that could go on. Every interleaving is followed, by a search in
which such a switch costs one and all else nothing; two states are the same only if every thread has had the same
results, memory and monitors are the same, and the same thread was the last to run. There is no reduction.
"""

import json
import sys
from collections import deque

sys.dont_write_bytecode = True

from interleavings import next_op  # noqa: E402


class Fewest:
    """Follows one program.

    A state: results of each thread, which have begun, memory, owners of monitors with depths, who ran last.
    """

    def __init__(self, program, initial):
        self.names = list(program)
        self.make = list(program.values())
        self.index = {name: number for number, name in enumerate(self.names)}
        self.initial = initial
        self.ops = {}

    def op(self, state, thread):
        key = (thread, state[0][thread])
        if key not in self.ops:
            self.ops[key] = next_op(self.make[thread], key[1])
        return self.ops[key]

    def ended(self, state, thread):
        return self.op(state, thread)[0] in ("end", "throw")

    def can_step(self, state, thread):
        _, begun, memory, owners, _ = state
        if thread not in begun or self.ended(state, thread):
            return False
        op = self.op(state, thread)
        if op[0] == "lock":
            owner = dict(owners).get(op[1], (thread, 0))[0]
            # An exception that leaves a synchronized block gives the monitor back.
            return owner == thread or self.op(state, owner)[0] == "throw"
        if op[0] == "take":
            return dict(memory).get(op[1], 0) > 0
        if op[0] == "join":
            return self.index[op[1]] in begun and self.ended(state, self.index[op[1]])
        return True

    def step(self, state, thread):
        results, begun, memory, owners, _ = state
        memory, owners, result = dict(memory), dict(owners), None
        kind, *operands = self.op(state, thread)
        if kind == "r":
            result = memory.get(operands[0], 0)
        elif kind == "w":
            memory[operands[0]] = operands[1]
        elif kind == "add":
            result = memory[operands[0]] = memory.get(operands[0], 0) + operands[1]
        elif kind == "take":
            memory[operands[0]] -= 1
        elif kind == "give":
            memory[operands[0]] = memory.get(operands[0], 0) + 1
        elif kind == "lock":
            owner, depth = owners.get(operands[0], (thread, 0))
            owners[operands[0]] = (thread, depth + 1 if owner == thread else 1)
        elif kind == "unlock":
            owners[operands[0]] = (thread, owners[operands[0]][1] - 1)
            if owners[operands[0]][1] == 0:
                del owners[operands[0]]
        elif kind == "start":
            begun = begun | {self.index[operands[0]]}
        elif kind != "join":
            raise ValueError(kind)
        results = results[:thread] + (results[thread] + (result,),) + results[thread + 1 :]
        return results, begun, frozenset(memory.items()), frozenset(owners.items()), thread

    def search(self):
        """Fewest preemptions to an exception and to a deadlock; None where there is none."""
        threads = range(len(self.names))
        main = self.index["main"]
        start = tuple(() for _ in threads), frozenset([main]), frozenset(self.initial.items()), frozenset(), main
        fewest, ahead, done = {start: 0}, deque([start]), set()
        found = {"exception": None, "deadlock": None}
        while ahead:
            state = ahead.popleft()
            if state in done:
                continue
            done.add(state)
            cost = fewest[state]
            # States come in the order of their cost, so the first is the cheapest.
            if found["exception"] is None and any(self.op(state, t)[0] == "throw" for t in state[1]):
                found["exception"] = cost
            able = [thread for thread in threads if self.can_step(state, thread)]
            if not able and found["deadlock"] is None and not all(self.ended(state, t) for t in state[1]):
                found["deadlock"] = cost
            for thread in able:
                preempts = thread != state[4] and state[4] in able
                after = self.step(state, thread)
                if cost + preempts < fewest.get(after, cost + 2):
                    fewest[after] = cost + preempts
                    (ahead.append if preempts else ahead.appendleft)(after)
        return found


def main():
    from sctbench import PROGRAMS

    print(json.dumps({name: Fewest(*program).search() for name, program in PROGRAMS.items()}, indent=1))


if __name__ == "__main__":
    main()
