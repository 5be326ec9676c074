"""Methods of simulated Java as generator functions of Python, which stop wherever other threads matter.

What they yield is an operation on what threads share (`interleave.py` lists them), and they are sent what it gives. Everything else happens at once. Java's order of
evaluation is that of the Python statements: whatever an expression consists of gets a variable of its own, from left to right.

Invariant: nothing is on Python's operand stack at a yield, so the local state of a thread is the chain of its generators, each with a place and local variables
(`local_state`). Therefore `finally` and `synchronized` are spelled out, with what is pending in a variable.
"""

from java_values import Fixed, Flow, Object, PARENTS, Ref, Thrown, call as call_jdk, canonical

CALLBACKS = {"forEach", "merge", "computeIfAbsent"}


class Thread:
    """What a thread has beside its stack."""

    def __init__(self, number, program):
        self.number, self.program = number, program
        # Its own static fields, thread locals, how often it holds what, how many shared objects it has made, what main will print of it.
        self.own, self.locals, self.held, self.made, self.result = dict(program.own), {}, {}, 0, None

    def state(self, seen):
        own, locals = sorted(self.own.items()), sorted(self.locals.items())
        return canonical((tuple(own), tuple(locals), tuple(sorted(self.held.items())), self.made, self.result), seen)


def local_state(thread, top):
    """Two threads with equal ones do the same."""
    seen, frames, generator = {}, [], top
    while generator is not None:
        frame = generator.gi_frame
        variables = tuple((name, canonical(value, seen)) for name, value in frame.f_locals.items() if name not in ("T", "self", "thread"))
        frames.append((frame.f_code, frame.f_lasti, variables))
        generator = generator.gi_yieldfrom
    return (tuple(frames), thread.state(seen))


def enter(T, lock):
    yield ("enter", lock)
    T.held[lock] = T.held.get(lock, 0) + 1


def leave(T, lock):
    if not T.held.get(lock):
        raise Thrown("IllegalMonitorStateException", None)
    # It has less as soon as others can have it.
    if T.held[lock] == 1:
        yield ("leave", lock)
        del T.held[lock]
    else:
        yield ("stay", lock)
        T.held[lock] -= 1


def on_lock(T, lock, name):
    if name == "lock":
        yield from enter(T, lock)
    elif name == "unlock":
        yield from leave(T, lock)
    elif name == "tryLock":
        got = yield ("try", lock)
        T.held[lock] = T.held.get(lock, 0) + got
        T.held = {lock: count for lock, count in T.held.items() if count}
        return bool(got)
    elif name == "isHeldByCurrentThread":
        return T.held.get(lock, 0) > 0
    elif name == "getHoldCount":
        return T.held.get(lock, 0)
    else:
        raise KeyError(name)


def on_atomic(T, place, name, args):
    if name == "get":
        return (yield ("read", place))
    if name in ("set", "lazySet"):
        yield ("write", place, args[0], "volatile" if name == "set" else "release")
        return None
    if name == "compareAndSet":
        return (yield ("cas", place, *args))
    if name == "getAndSet":
        return (yield ("swap", place, *args))
    more = args[0] if args else 1 if "ncrement" in name else -1
    old = yield ("add", place, more)
    return old if name.startswith("getAnd") else old + more


def on_local(T, name, method, args):
    if method == "set":
        T.locals[name] = args[0]
    elif method == "remove":
        T.locals.pop(name, None)
    elif method == "get":
        if name not in T.locals:
            first = T.program.first[name]
            # What comes before a thread local has a value is no different from what comes after it was removed.
            value = (yield from first(T)) if first else None
            T.locals[name] = value
        return T.locals[name]
    else:
        raise KeyError(method)


def calling_back(T, over, name, args):
    """Methods of collections that call functions."""
    if name == "forEach":
        k = 0
        while k < len(over.items):
            yield from args[0](T, over.items[k])
            k += 1
        return None
    key, function = args[0], args[-1]
    old = over.items.get(key)
    if name == "merge":
        value = args[1] if old is None else (yield from function(T, old, args[1]))
    else:
        value = old if old is not None else (yield from function(T, key))
    over.items[key] = value
    return value


def invoke(T, value, name, args):
    """A method of an object."""
    if value is None:
        raise Thrown("NullPointerException", None)
    if isinstance(value, Fixed):
        if value.kind == "lock":
            return (yield from on_lock(T, value.name, name))
        if value.kind == "atomic":
            return (yield from on_atomic(T, value.name, name, args))
        return (yield from on_local(T, value.name, name, args))
    if callable(value):
        return (yield from value(T, *args))
    if isinstance(value, (Object, Ref, Thrown)):
        kind = value.parts[0] if isinstance(value, Thrown) else value.kind
        method = T.program.method(kind, name)
        if method:
            return (yield from method(T, value, *args))
        if isinstance(value, Object) and name in value.fields and not args:
            return value.fields[name]
    if name in CALLBACKS:
        return (yield from calling_back(T, value, name, args))
    return call_jdk(value, name, args)


class Program:
    """What all threads of a program have in common: functions by class and name, and what the fields are."""

    def __init__(self, tree):
        self.tree = tree
        self.classes = {tree.name: tree} | tree.classes
        self.functions, self.first, self.own = {}, {}, {}
        # Static fields: name -> (kind, whether volatile, first value); kinds are shared, own, lock, atomic, local and result.
        self.statics = {field[2]: self.static(field) for field in tree.fields}
        types = {field[1] for field in tree.fields}
        self.shared = {name for name in tree.classes if name in types}
        self.shared_fields = {}
        for name in self.shared:
            for field in tree.classes[name].fields:
                if field[0] != "block":
                    self.shared_fields[field[2]] = "volatile" if "volatile" in field[0] else ""
        for name in set(tree.classes) - self.shared:
            if self.shared_fields.keys() & {field[2] for field in tree.classes[name].fields if field[0] != "block"}:
                raise SyntaxError("a field of a shared class has the name of another field")
        self.parents = PARENTS | {name: of.parent for name, of in tree.classes.items()}

    def static(self, field):
        modifiers, type, name, value = field
        first = value[1] if value and value[0] == "literal" else {"int": 0, "long": 0, "boolean": False}.get(type)
        if name.startswith("own"):
            self.own[name] = first
            return ("own", False, None)
        if type == "AtomicInteger":
            return ("atomic", True, value[2][0][1] if value[2] else 0)
        kinds = {"ReentrantLock": "lock", "Object": "lock", "ThreadLocal": "local"}
        if name[0] == "r" and name[1:].isdigit():
            return ("result", False, None)
        return (kinds.get(type, "shared"), "volatile" in modifiers, first)

    def method(self, kind, name):
        while kind:
            found = self.functions.get((kind, name))
            if found:
                return found
            kind = self.parents.get(kind)
        return None

    def declared(self, kind, name):
        """The tree of a method, and the class that has it."""
        while kind in self.classes:
            if name in self.classes[kind].methods:
                return kind, self.classes[kind].methods[name]
            kind = self.parents.get(kind)
        return None

    def inherited_fields(self, kind):
        found = set()
        while kind in self.classes:
            found |= {field[2] for field in self.classes[kind].fields if field[0] != "block"}
            kind = self.parents.get(kind)
        return found

    def type_of_field(self, name):
        """Fields of one name have one type."""
        return next((f[1] for of in self.classes.values() for f in of.fields if f[0] != "block" and f[2] == name), None)

    def is_a(self, value, type):
        kind = getattr(value, "kind", None)
        while kind and kind != type:
            kind = self.parents.get(kind)
        return kind is not None and kind == type

    def compiled(self):
        """With the functions that are described by trees."""
        from java_compiler import functions

        functions(self)
        return self

    def run(self, thread, name):
        """A generator of what a method of the program does that takes nothing, and then of its end."""
        try:
            yield from self.functions[self.tree.name, name](thread)
        except Flow as thrown:
            raise AssertionError(f"not caught: {thrown.parts}") from thrown
        yield ("end",)
