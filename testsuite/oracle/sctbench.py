"""The small programs of `../sctbench`, once more, by the names that `xtask/src/tables/sctbench.rs` has for them.

Left out are those whose every interleaving is wrong, or right.
"""

from interleavings import Throw


def threads(**bodies):
    """A program whose main starts threads and joins them."""

    def main():
        for name in bodies:
            yield "start", name
        for name in bodies:
            yield "join", name

    return {"main": main} | bodies


def many(body, count):
    return {f"{body.__name__}{number}": body for number in range(count)}


def locked(monitor, body):
    """All of a thread under a monitor."""

    def run():
        yield "lock", monitor
        yield from body()
        yield "unlock", monitor

    return run


def reorder(setters, checkers):
    def setter():
        yield "w", "a", 1
        yield "w", "b", -1

    def checker():
        if (yield "r", "a") == 0 and (yield "r", "b") == 0:
            return
        if (yield "r", "a") != 1 or (yield "r", "b") != -1:
            raise Throw

    return threads(**many(setter, setters), **many(checker, checkers)), {}


def two_stage(n):
    def writer():
        yield "lock", 1
        yield "w", "first", 1
        yield "unlock", 1
        yield "lock", 2
        yield "w", "second", (yield "r", "first") + 1
        yield "unlock", 2

    def reader():
        yield "lock", 1
        one = yield "r", "first"
        if one == 0:
            yield "unlock", 1
            return
        one = yield "r", "first"
        yield "unlock", 1
        yield "lock", 2
        two = yield "r", "second"
        yield "unlock", 2
        if two != one + 1:
            raise Throw

    return threads(**many(writer, n - 1), reader=reader), {}


def wrong_lock(n):
    def checked():
        before = yield "r", "value"
        yield "w", "value", (yield "r", "value") + 1
        if (yield "r", "value") != before + 1:
            raise Throw

    def other():
        yield "w", "value", (yield "r", "value") + 1

    others = {f"other{number}": locked("others", other) for number in range(n)}
    return threads(checked=locked("value", checked), **others), {}


def queue(n):
    def put(number):
        place = yield "r", "tail"
        yield "w", "tail", place + 1
        yield "w", ("element", place), 100 + number
        yield "w", ("stored", number), 100 + number

    def producer():
        yield from locked("lock", lambda: put(0))()
        for number in range(1, n):
            yield "lock", "lock"
            if (yield "r", "producer's turn"):
                yield from put(number)
                yield "w", "producer's turn", 0
                yield "w", "consumer's turn", 1
            yield "unlock", "lock"

    def consumer():
        for number in range(n):
            yield "lock", "lock"
            if (yield "r", "consumer's turn"):
                place = yield "r", "head"
                yield "w", "head", place + 1
                if (yield "r", ("element", place)) != (yield "r", ("stored", number)):
                    raise Throw
                yield "w", "consumer's turn", 0
                yield "w", "producer's turn", 1
            yield "unlock", "lock"

    return threads(producer=producer, consumer=consumer), {"producer's turn": 1}


def stack(n):
    def pushes():
        for _ in range(n):
            yield "lock", "lock"
            if (yield "r", "top") == n:
                raise Throw
            yield "w", "top", (yield "r", "top") + 1
            yield "w", "pushed", 1
            yield "unlock", "lock"

    def pops():
        for _ in range(n):
            yield "lock", "lock"
            if (yield "r", "pushed"):
                if (yield "r", "top") == 0:
                    raise Throw
                yield "w", "top", (yield "r", "top") - 1
            yield "unlock", "lock"

    return threads(pushes=pushes, pops=pops), {}


def circular_buffer(n):
    def sender():
        for number in range(n):
            yield "lock", "lock"
            if (yield "r", "sender's turn"):
                yield "w", ("place", (yield "r", "next")), number
                yield "w", "next", (yield "r", "next") + 1
                yield "w", "sender's turn", 0
                yield "w", "receiver's turn", 1
            yield "unlock", "lock"

    def receiver():
        for number in range(n):
            yield "lock", "lock"
            if (yield "r", "receiver's turn"):
                received = yield "r", ("place", (yield "r", "first"))
                yield "w", "first", (yield "r", "first") + 1
                if received != number:
                    raise Throw
                yield "w", "receiver's turn", 0
                yield "w", "sender's turn", 1
            yield "unlock", "lock"

    return threads(sender=sender, receiver=receiver), {"sender's turn": 1}


def bluetooth():
    def leave():
        if (yield "add", "under way", -1) == 0:
            yield "w", "nobody left", 1

    def stops():
        yield "w", "stopping", 1
        yield from leave()
        if (yield "r", "nobody left"):
            yield "w", "stopped", 1

    def main():
        yield "start", "stops"
        if not (yield "r", "stopping"):
            yield "add", "under way", 1
            if (yield "r", "stopped"):
                raise Throw
        yield from leave()
        yield "join", "stops"

    return {"main": main, "stops": stops}, {"under way": 1}


def account():
    def changes(number, flag):
        def body():
            yield "w", "balance", (yield "r", "balance") + number
            yield "w", flag, 1

        return locked("lock", body)

    def check():
        if (yield "r", "deposited") and (yield "r", "withdrawn") and (yield "r", "balance") != 1 - 2 - 4:
            raise Throw

    deposit, withdraw = changes(2, "deposited"), changes(-4, "withdrawn")
    return threads(check=locked("lock", check), deposit=deposit, withdraw=withdraw), {"balance": 1}


def deadlock01():
    def takes(first, second):
        return locked(first, locked(second, lambda: iter(())))

    return threads(up=takes("a", "b"), down=takes("b", "a")), {}


def carter01(n):
    def operation(count):
        def body():
            yield "lock", "mutex"
            if (yield "add", count, 1) == 1:
                yield "take", "room"
            yield "unlock", "mutex"
            yield "lock", "mutex"
            if (yield "add", count, -1) == 0:
                yield "give", "room"
            yield "unlock", "mutex"

        return body

    return threads(**{f"thread{i}": operation("AB"[i % 2]) for i in range(2 * n)}), {"room": 1}


def lazy01():
    def adds(number):
        def body():
            yield "w", "data", (yield "r", "data") + number

        return locked("lock", body)

    def check():
        if (yield "r", "data") >= 3:
            raise Throw

    return threads(one=adds(1), two=adds(2), check=locked("lock", check)), {}


def token_ring():
    def takes_over(own, other, more):
        def body():
            number = yield "r", other
            yield "w", own, (number + 1) % 4 if more else number
            yield "w", ("done", own), 1

        return locked("step", body)

    def check():
        for own in (1, 2, 3):
            if not (yield "r", ("done", own)):
                return
        if (yield "r", 1) != (yield "r", 2) or (yield "r", 2) != (yield "r", 3):
            raise Throw

    first, second, third = takes_over(1, 3, True), takes_over(2, 1, False), takes_over(3, 2, False)
    return threads(first=first, second=second, third=third, check=locked("step", check)), {1: 1, 2: 2, 3: 1}


def din_phil_sat(n):
    def philosopher():
        yield "lock", "step"
        yield "unlock", "step"
        yield "w", "eaten", (yield "r", "eaten") + 1
        if (yield "r", "eaten") == n:
            raise Throw

    return threads(**many(philosopher, n)), {}


def dining(n):
    def philosopher(number):
        return locked(number, locked((number + 1) % n, lambda: iter(())))

    return threads(**{f"philosopher{number}": philosopher(number) for number in range(n)}), {}


def string_buffer():
    """Of the buffer that is appended, its count alone."""

    def refills():
        for count in (0, 3):
            yield "lock", "buffer"
            yield "w", "count", count
            yield "unlock", "buffer"

    def main():
        yield "start", "refills"
        yield "lock", "new"
        yield "lock", "buffer"
        length = yield "r", "count"
        yield "unlock", "buffer"
        yield "lock", "buffer"
        if length > (yield "r", "count"):
            raise Throw
        yield "unlock", "buffer"
        yield "unlock", "new"
        yield "join", "refills"

    return {"main": main, "refills": refills}, {"count": 3}


def wsq(variant, items, attempts):
    """Places are numbered by the array that they are in, which is twice as long each time."""

    def length(array):
        return 2 << array

    def at(index):
        array = yield "r", "array"
        return (yield "r", (array, index % length(array)))

    def put(item):
        end = yield "r", "tail"
        spare = 0 if variant == "noSpare" else 1
        if end - (yield "r", "head") >= length((yield "r", "array")) - spare:
            yield "lock", "lock"
            array = yield "r", "array"
            for index in range((yield "r", "head"), end):
                yield "w", (array + 1, index % length(array + 1)), (yield "r", (array, index % length(array)))
            yield "w", "array", array + 1
            yield "unlock", "lock"
        array = yield "r", "array"
        yield "w", (array, end % length(array)), item
        yield "w", "tail", end + 1

    def lower(last):
        yield "w", "tail", last
        if (yield "r", "head") > last:
            yield "w", "tail", last + 1
            return False
        return True

    def take():
        last = (yield "r", "tail") - 1
        if variant == "checkFirst":
            if (yield "r", "head") > last:
                return None
            yield "w", "tail", last
            return (yield from at(last))
        if not (yield from lower(last)):
            if variant != "unlocked":
                yield "lock", "lock"
            is_there = yield from lower(last)
            if variant != "unlocked":
                yield "unlock", "lock"
            if not is_there:
                return None
        return (yield from at(last))

    def steal():
        yield "lock", "lock"
        first = yield "r", "head"
        yield "w", "head", first + 1
        item = None
        if first + 1 > (yield "r", "tail"):
            yield "w", "head", first
        else:
            item = yield from at(first)
        yield "unlock", "lock"
        return item

    def count(item):
        if item is not None:
            yield "w", ("taken", item), (yield "r", ("taken", item)) + 1

    def thief():
        for _ in range(attempts):
            yield from count((yield from steal()))

    def main():
        yield "start", "thief"
        for item in range(0, items, 2):
            yield from put(item)
            yield from put(item + 1)
            yield from count((yield from take()))
        for _ in range(items // 2):
            yield from count((yield from take()))
        yield "join", "thief"
        for item in range(items):
            if (yield "r", ("taken", item)) != 1:
                raise Throw

    return {"main": main, "thief": thief}, {}


PROGRAMS = {
    "reorder_2": reorder(1, 1),
    "reorder_3": reorder(2, 1),
    "reorder2_1_1": reorder(1, 1),
    "reorder2_2_2": reorder(2, 2),
    "twostage_2": two_stage(2),
    "twostage_3": two_stage(3),
    "wronglock_0": wrong_lock(0),
    "wronglock_1": wrong_lock(1),
    "wronglock_2": wrong_lock(2),
    "queue_1": queue(1),
    "queue_2": queue(2),
    "queue_3": queue(3),
    "stack_1": stack(1),
    "stack_2": stack(2),
    "stack_3": stack(3),
    "circular_buffer_1": circular_buffer(1),
    "circular_buffer_2": circular_buffer(2),
    "circular_buffer_3": circular_buffer(3),
    "bluetooth_driver": bluetooth(),
    "account": account(),
    "deadlock01": deadlock01(),
    "carter01": carter01(1),
    "lazy01": lazy01(),
    "token_ring": token_ring(),
    "din_phil2_sat": din_phil_sat(2),
    "dining_2": dining(2),
    "dining_3": dining(3),
    "wsq_right_2": wsq("right", 2, 2),
    "wsq_right_4": wsq("right", 4, 1),
    "wsq_check_first_2": wsq("checkFirst", 2, 1),
    "wsq_unlocked_2": wsq("unlocked", 2, 1),
    "wsq_no_spare_2": wsq("noSpare", 2, 1),
    "wsq_no_spare_4": wsq("noSpare", 4, 1),
    "stringbuffer": string_buffer(),
}
