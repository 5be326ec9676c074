"""The outcomes of a Java program by taking every interleaving: `python3 interleave.py FILE.java [MODEL]` prints them.

Threads are the static methods t0, t1, ... of the program, which its main starts and joins before it prints something: what that says is an outcome. A thread is a
graph: a cell is a local state (`coroutines.local_state`) with the operation that comes next, an edge what that gives. A cell keeps the values that have led to it
first; what follows is found out by running the thread again with those. A joint state is a cell of each thread, memory, who holds which lock, store buffers
(`../oracle/buffers.py`), and what was printed. Operations:

(read, place), (write, place, value, mode), (cas, place, old, new), (add, place, more), (swap, place, value), (enter, lock), (leave, lock), (stay, lock): leaves
what it had entered again, (try, lock), (print, text), (barrier,): between stores, (end,).
"""

import pathlib
import sys

sys.path.append(str(pathlib.Path(__file__).resolve().parent.parent / "oracle"))

from buffers import arrivals, forward, put as buffered, separate  # noqa: E402
from coroutines import Program, Thread, local_state  # noqa: E402
from java_syntax import parse  # noqa: E402
from java_values import text  # noqa: E402
from simulate import put  # noqa: E402


class TooLarge(Exception):
    pass


class Cell:
    def __init__(self, values, operation, result):
        self.values, self.operation, self.result, self.next = values, operation, result, {}


class Graph:
    """The cells of one thread."""

    def __init__(self, program, number, limit):
        self.program, self.number, self.limit, self.cells = program, number, limit, {}
        self.first = self.reached([])

    def reached(self, values):
        thread = Thread(self.number, self.program)
        generator = self.program.run(thread, f"t{self.number}")
        operation = next(generator)
        for value in values:
            operation = generator.send(value)
        key = local_state(thread, generator)
        cell = self.cells.get(key)
        if cell is None:
            if len(self.cells) >= self.limit:
                raise TooLarge
            cell = self.cells[key] = Cell(values, operation, thread.result)
        return cell

    def after(self, cell, value):
        key = (type(value), value)
        found = cell.next.get(key)
        if found is None:
            found = cell.next[key] = self.reached([*cell.values, value])
        return found


def is_fence(operation, free):
    """Whether it waits until the buffer is empty. `free`: whether the thread can have the lock. What only looks, or fails to get a lock, is none."""
    kind = operation[0]
    if kind == "write":
        return operation[3] == "volatile"
    if kind == "try":
        return free
    return kind not in ("read", "barrier")


class Exploration:
    """State: cells, memory, owners of locks, buffers, text."""

    def __init__(self, tree, model, states=60_000, cells=8_000):
        self.model, self.states = model, states
        self.program = Program(tree).compiled()
        count = sum(1 for name in tree.methods if name[0] == "t" and name[1:].isdigit())
        self.graphs = [Graph(self.program, t, cells) for t in range(count)]
        self.index, self.start, self.defaults = {}, [], {}
        for name, (kind, _, first) in self.program.statics.items():
            if kind in ("shared", "atomic"):
                self.index[name] = len(self.start)
                self.start.append(first)
        for name in self.program.shared:
            for field in tree.classes[name].fields:
                if field[0] != "block":
                    self.defaults[field[2]] = {"int": 0, "boolean": False}.get(field[1])
        self.locks = [name for name, (kind, *_) in self.program.statics.items() if kind == "lock"]
        self.last = tree.methods["main"].body[1][-1]
        self.has_deadlock, self.seen = False, 0

    def place(self, place):
        """Where it is in the memory, which has no end."""
        return self.index.setdefault(place, len(self.index))

    def default(self, place):
        return self.start[self.index[place]] if isinstance(place, str) else self.defaults[place[1]]

    def load(self, memory, place):
        k = self.place(place)
        return memory[k] if k < len(memory) else self.default(place)

    def store(self, memory, place, value):
        k = self.place(place)
        places = {n: p for p, n in self.index.items()} if k > len(memory) else {}
        memory += tuple(self.default(places[n]) for n in range(len(memory), k))
        return memory[:k] + (value,) + memory[k + 1 :]

    def outcomes(self):
        """All (text printed, end)."""
        threads = range(len(self.graphs))
        start = (tuple(g.first for g in self.graphs), tuple(self.start), (None,) * len(self.locks), ((),) * len(threads), "")
        before, stack, found, last = {start: []}, [start], set(), []
        while stack:
            state = stack.pop()
            following = [after for t in threads for after in self.steps(state, t)]
            if not following:
                last.append(state)
                cells, memory, _, _, printed = state
                if all(cell.operation[0] == "end" for cell in cells):
                    found.add((printed + self.shown([cell.result for cell in cells], memory), "normal"))
                else:
                    self.has_deadlock = True
                    found.add((printed, "deadlock"))
            for after in following:
                if after not in before:
                    if len(before) >= self.states:
                        raise TooLarge
                    before[after] = []
                    stack.append(after)
                before[after].append(state)
        self.seen = len(before)
        endless = before.keys() - ways_to(last, before)
        if endless:
            self.has_deadlock = True
            growing = ways_to((b for s in endless for b in before[s] if b in endless and b[-1] != s[-1]), before)
            found |= {(state[-1], "livelock") for state in endless - growing}
        return found

    def histories(self):
        """About how many there are of threads: ways to cells, where each is gone once around."""
        return sum(ways(graph.first, {}) for graph in self.graphs)

    def steps(self, state, t):
        cells, memory, owners, buffers, printed = state
        buffer, operation = buffers[t], cells[t].operation
        for place, value, rest in arrivals(self.model, buffer):
            yield cells, self.store(memory, place, value), owners, put(buffers, t, rest), printed
        kind = operation[0]
        if kind == "end":
            return
        lock = self.locks.index(operation[1]) if kind in ("enter", "try", "leave", "stay") else None
        free = lock is not None and owners[lock] in (None, t)
        if buffer and is_fence(operation, free):
            return
        given = None
        if kind == "read":
            given = forward(buffer, operation[1], self.load(memory, operation[1]))
        elif kind == "write":
            _, place, value, mode = operation
            if self.model == "sc" or mode == "volatile":
                memory = self.store(memory, place, value)
            else:
                buffer = separate(self.model, buffer) if mode == "release" else buffer
                buffers = put(buffers, t, buffered(buffer, place, value))
        elif kind in ("cas", "add", "swap"):
            given = old = self.load(memory, operation[1])
            new = operation[3] if kind == "cas" and old == operation[2] else old
            new = {"add": lambda: old + operation[2], "swap": lambda: operation[2], "cas": lambda: new}[kind]()
            given = old == operation[2] if kind == "cas" else old
            memory = self.store(memory, operation[1], new)
        elif kind == "enter":
            if not free:
                return
            owners = put(owners, lock, t)
        elif kind == "try":
            given = free
            owners = put(owners, lock, t) if free else owners
        elif kind == "leave":
            owners = put(owners, lock, None)
        elif kind == "print":
            printed += operation[1]
        elif kind == "barrier":
            buffers = put(buffers, t, separate(self.model, buffer))
        elif kind != "stay":
            raise AssertionError(kind)
        yield put(cells, t, self.graphs[t].after(cells[t], given)), memory, owners, buffers, printed

    def shown(self, results, memory):
        """What main prints: texts, results and places in memory, added."""

        def value(tree):
            if tree[0] == "text":
                return tree[1]
            if tree[0] == "binary":
                return text(value(tree[2])) + text(value(tree[3]))
            name = tree[1] if tree[0] == "name" else tree[1][1]
            return results[int(name[1:])] if self.program.statics[name][0] == "result" else self.load(memory, name)

        return text(value(self.last[1][3][0]))


def ways_to(states, before):
    """The states from which some of these can be reached. `before`: what comes right before each."""
    stack = list(states)
    reached = set(stack)
    while stack:
        for state in before[stack.pop()]:
            if state not in reached:
                reached.add(state)
                stack.append(state)
    return reached


def ways(cell, known):
    """From a cell on. `known`: of other cells, 0 of those that have led here."""
    if cell not in known:
        known[cell] = 0
        known[cell] = 1 + sum(ways(after, known) for after in cell.next.values())
    return known[cell]


def explored(text, model, **limits):
    """The outcomes of a program, and the exploration; None if it has too many states."""
    try:
        exploration = Exploration(parse(text), model, **limits)
        return exploration.outcomes(), exploration
    except TooLarge:
        return None


def main():
    found = explored(pathlib.Path(sys.argv[1]).read_text(), sys.argv[2] if len(sys.argv) > 2 else "sc", states=2_000_000, cells=200_000)
    if found is None:
        sys.exit("too many states")
    outcomes, exploration = found
    print(*sorted(outcomes), sep="\n")
    print(f"{exploration.seen} states, local states {[len(g.cells) for g in exploration.graphs]}, {len(outcomes)} outcomes")


if __name__ == "__main__":
    main()
