"""Models of programs that get along without locks, registered in `programs.PROGRAMS`. A location `N.next` belongs to the node N; 0 is null."""

from programs import parallel, program


@program("DoubleChecked")
def double_checked():
    def user(me):
        def run():
            if (yield ("r", "single")) == 0:
                yield ("lock", "m")
                if (yield ("r", "single")) == 0:
                    made = yield ("r", "made")
                    yield ("w", "made", made + 1)
                    yield ("w", f"{me}.value", 7)
                    yield ("w", "single", me)
                yield ("unlock", "m")
            single = yield ("r", "single")
            value = yield ("r", f"{single}.value")
            yield ("w", f"seen{me}", value)

        return run

    def last():
        made = yield ("r", "made")
        a = yield ("r", "seena")
        b = yield ("r", "seenb")
        yield ("print", f"{made} {a} {b}")

    return parallel(user("a"), user("b"), last=last)


def main_between(first, separator, drain, threads):
    """Main starts the threads, does `first`, joins them, and takes the rest; it prints all that it got."""

    def main():
        for name in threads:
            yield ("start", name)
        text = yield from first()
        for name in threads:
            yield ("join", name)
        text += separator
        while (item := (yield from drain())) is not None:
            text += f" {item}"
        yield ("print", text)

    return {"main": main, **threads}


@program("MichaelScottQueue", {"head": "dummy", "tail": "dummy"})
def michael_scott_queue():
    def add(node):
        def run():
            while True:
                last = yield ("r", "tail")
                following = yield ("r", f"{last}.next")
                if last != (yield ("r", "tail")):
                    continue
                if following != 0:
                    yield ("cas", "tail", last, following)
                elif (yield ("cas", f"{last}.next", 0, node)):
                    yield ("cas", "tail", last, node)
                    return

        return run

    def poll():
        while True:
            first = yield ("r", "head")
            last = yield ("r", "tail")
            following = yield ("r", f"{first}.next")
            if first != (yield ("r", "head")):
                continue
            if following == 0:
                return None
            if first == last:
                yield ("cas", "tail", last, following)
            elif (yield ("cas", "head", first, following)):
                return following

    def first():
        item = yield from poll()
        return "null" if item is None else str(item)

    return main_between(first, " |", poll, {"a": add(1), "b": add(2)})


def pop_of_stack():
    while True:
        old = yield ("r", "top")
        if old == 0:
            return None
        following = yield ("r", f"{old}.next")
        if (yield ("cas", "top", old, following)):
            return old


def push_on_stack(node):
    while True:
        old = yield ("r", "top")
        yield ("w", f"{node}.next", old)
        if (yield ("cas", "top", old, node)):
            return


@program("TreiberStack")
def treiber_stack():
    # A push makes a new node for each attempt, which is the same as writing the next of one that nobody else can see.
    def first():
        one = yield from pop_of_stack()
        two = yield from pop_of_stack()
        return f"{one or 'null'} {two or 'null'}"

    threads = {"a": lambda: push_on_stack(1), "b": lambda: push_on_stack(2)}
    return main_between(first, " |", pop_of_stack, threads)


@program("TreiberAba", {"top": 1, "1.next": 2})
def treiber_aba():
    def one():
        mine = yield from pop_of_stack()
        yield ("w", "mine", mine)

    def other():
        first = yield from pop_of_stack()
        yield ("w", "first", first)
        second = yield from pop_of_stack()
        yield ("w", "second", second)
        if first is not None:
            yield from push_on_stack(first)

    def last():
        left = []
        for _ in range(2):
            left.append((yield from pop_of_stack()))
        got = []
        for name in ("mine", "first", "second"):
            got.append((yield ("r", name)))
        mine, first, second, *left = (str(node or "-") for node in got + left)
        yield ("print", f"{mine} | {first} {second} | {left[0]}{left[1]}")

    return parallel(one, other, last=last)


@program("StampStopsAba", {"pair": ("A", 0)})
def stamp_stops_aba():
    def one():
        name, stamp = yield ("r", "pair")
        done = yield ("cas", "pair", (name, stamp), ("C", stamp + 1))
        yield ("w", "c", done)

    def other():
        for name, old, new in ("p", ("A", 0), ("B", 1)), ("q", ("B", 1), ("A", 2)):
            done = yield ("cas", "pair", old, new)
            yield ("w", name, done)

    def last():
        text = ""
        for name in ("c", "p", "q"):
            text += str((yield ("r", name))).lower() + " "
        name, stamp = yield ("r", "pair")
        yield ("print", f"{text}{name}{stamp}")

    return parallel(one, other, last=last)
