"""Values of simulated Java: what only one thread can reach is a Python object, what threads may share is a name (`Ref`).

An int, a long and a box of one are Python ints, so none of them may be compared by `==` where Java has two boxes. `canonical` makes something hashable of a value
and of all that it leads to; two that are equal are the same for all that a program can find out.
"""

from collections import namedtuple

# An object of a class that the threads share: the class, who made it, and the number it has among those of this thread.
Ref = namedtuple("Ref", "kind thread number")
# Static objects that threads synchronise by: kind is lock, atomic or local, the last being a thread local.
Fixed = namedtuple("Fixed", "kind name")


class Char(int):
    pass


class Flow(BaseException):
    """Leaves statements."""

    def __init__(self, *parts):
        super().__init__()
        self.parts = parts


class Break(Flow):
    pass


class Continue(Flow):
    pass


class Return(Flow):
    pass


class Thrown(Flow):
    """An exception: the name of its class, its message, and its fields if its class is one of the program's."""

    def __init__(self, kind, *parts):
        message = parts[0] if parts and not isinstance(parts[0], dict) else None
        super().__init__(kind, message)
        self.fields = parts[0] if parts and isinstance(parts[0], dict) else {}

    def told(self, message):
        self.parts = (self.parts[0], message)

    def is_a(self, type, parents):
        kind = self.parts[0]
        while kind and kind != type:
            kind = parents.get(kind)
        return kind == type


PARENTS = {
    "IllegalStateException": "RuntimeException", "ArithmeticException": "RuntimeException", "IllegalArgumentException": "RuntimeException",
    "ArrayIndexOutOfBoundsException": "IndexOutOfBoundsException", "IndexOutOfBoundsException": "RuntimeException",
    "IllegalMonitorStateException": "RuntimeException", "NumberFormatException": "IllegalArgumentException", "RuntimeException": "Exception",
}  # fmt: skip


class Object:
    """Of a class of the program. The fields are in a dictionary."""

    def __init__(self, kind, fields):
        self.kind, self.fields = kind, fields


class Items:
    """An array, a list or a deque."""

    def __init__(self, kind, items):
        self.kind, self.items = kind, items


class Mapping:
    """A HashMap whose keys are small: their order is that of the numbers."""

    def __init__(self):
        self.items = {}


class Builder:
    def __init__(self, text):
        self.text = text


class Cursor:
    """An iterator."""

    def __init__(self, over):
        self.over, self.at = over, 0

    def has(self):
        return self.at < len(self.over.items)

    def next(self):
        self.at += 1
        return self.over.items[self.at - 1]


def text(value):
    """As Java prints it."""
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, Char):
        return chr(value)
    if isinstance(value, (int, float, str)):
        return str(value)
    if isinstance(value, Items):
        return "[" + ", ".join(map(text, value.items)) + "]"
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{text(k)}={text(value.items[k])}" for k in sorted(value.items)) + "}"
    if isinstance(value, Builder):
        return value.text
    if isinstance(value, Object):
        return value.kind + "[" + ", ".join(f"{name}={text(part)}" for name, part in value.fields.items()) + "]"
    raise TypeError(value)


def add(a, b):
    return text(a) + text(b) if isinstance(a, str) or isinstance(b, str) else a + b


def divide(a, b):
    if isinstance(a, float) or isinstance(b, float):
        return a / b
    if b == 0:
        raise Thrown("ArithmeticException", "/ by zero")
    return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)


def remainder(a, b):
    return a - divide(a, b) * b


def same(a, b):
    """By `==`."""
    return a is b if isinstance(a, (Object, Items, Mapping, Builder)) else a == b


def equal(a, b):
    """By `equals`, of boxes, strings, lists and records."""
    if isinstance(a, Object) and isinstance(b, Object):
        return a.kind == b.kind and all(equal(a.fields[name], b.fields[name]) for name in a.fields)
    if isinstance(a, Items) and isinstance(b, Items) and a.kind == "ArrayList":
        return len(a.items) == len(b.items) and all(map(equal, a.items, b.items))
    return type(a) is type(b) and same(a, b)


def converted(type, value):
    """To the type of a variable."""
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return {"double": float, "char": Char, "int": int, "long": int}.get(type, lambda v: v)(value)
    return value


def initial(type):
    return {"int": 0, "long": 0, "double": 0.0, "boolean": False, "char": Char(0)}.get(type)


def hashed(value):
    if isinstance(value, bool):
        return 1231 if value else 1237
    if isinstance(value, int):
        return value
    found = 0
    for c in value:
        found = (31 * found + ord(c)) & 0xFFFFFFFF
    return found - (1 << 32) if found >= 1 << 31 else found


def element(array, index):
    if not 0 <= index < len(array.items):
        raise Thrown("ArrayIndexOutOfBoundsException", f"Index {index} out of bounds for length {len(array.items)}")
    return array.items[index]


def put(array, index, value):
    element(array, index)
    array.items[index] = value


def on_items(value, name, args):
    items = value.items
    if name == "add" and len(args) == 1 or name in ("addLast", "offer"):
        items.append(args[0])
        return True
    if name in ("addFirst", "push"):
        return items.insert(0, args[0])
    if name in ("pollFirst", "poll"):
        return items.pop(0) if items else None
    if name in ("peekFirst", "peek"):
        return items[0] if items else None
    if name == "pollLast":
        return items.pop() if items else None
    if name in ("get", "set", "remove") and value.kind == "ArrayList":
        old = items[args[0]] if 0 <= args[0] < len(items) else None
        if not 0 <= args[0] < len(items):
            raise Thrown("IndexOutOfBoundsException", f"Index {args[0]} out of bounds for length {len(items)}")
        if name != "get":
            items[args[0] : args[0] + 1] = [args[1]] if name == "set" else []
        return old
    return {
        "size": lambda: len(items),
        "isEmpty": lambda: not items,
        "contains": lambda: any(equal(args[0], item) for item in items),
        "indexOf": lambda: next((k for k, item in enumerate(items) if equal(args[0], item)), -1),
        "clear": items.clear,
        "iterator": lambda: Cursor(value),
        "equals": lambda: equal(value, args[0]),
        "toString": lambda: text(value),
        "clone": lambda: Items(value.kind, list(items)),
    }[name]()


def on_mapping(value, name, args):
    items = value.items
    if name == "put":
        old, items[args[0]] = items.get(args[0]), args[1]
        return old
    return {
        "get": lambda: items.get(args[0]),
        "getOrDefault": lambda: items.get(args[0], args[1]),
        "containsKey": lambda: args[0] in items,
        "remove": lambda: items.pop(args[0], None),
        "size": lambda: len(items),
        "values": lambda: Items("values", [items[k] for k in sorted(items)]),
        "keySet": lambda: Items("keys", sorted(items)),
        "toString": lambda: text(value),
    }[name]()


def on_builder(value, name, args):
    if name == "append":
        value.text += text(args[0])
        return value
    if name == "setLength":
        value.text = value.text[: args[0]]
        return None
    if name == "reverse":
        value.text = value.text[::-1]
        return value
    return {"length": lambda: len(value.text), "charAt": lambda: Char(ord(value.text[args[0]])), "toString": lambda: value.text}[name]()


def call(value, name, args):
    """A method of the JDK, of an object that no other thread has and that calls nothing back."""
    if isinstance(value, Items):
        return on_items(value, name, args)
    if isinstance(value, Mapping):
        return on_mapping(value, name, args)
    if isinstance(value, Builder):
        return on_builder(value, name, args)
    if isinstance(value, Cursor):
        return value.has() if name == "hasNext" else value.next()
    if isinstance(value, Thrown) and name == "getMessage":
        return value.parts[1]
    if isinstance(value, str):
        return {
            "length": lambda: len(value),
            "charAt": lambda: Char(ord(value[args[0]])),
            "concat": lambda: value + args[0],
            "isEmpty": lambda: not value,
            "indexOf": lambda: value.find(args[0] if isinstance(args[0], str) else chr(args[0])),
            "substring": lambda: value[args[0] :],
            "hashCode": lambda: hashed(value),
            "equals": lambda: equal(value, args[0]),
            "toString": lambda: value,
        }[name]()
    return {"equals": lambda: equal(value, args[0]), "intValue": lambda: int(value), "hashCode": lambda: hashed(value), "toString": lambda: text(value)}[name]()


STATIC = {
    ("Integer", "valueOf"): int,
    ("Integer", "parseInt"): int,
    ("String", "valueOf"): text,
    ("Math", "max"): max,
    ("Math", "min"): min,
    ("Math", "abs"): abs,
    ("Integer", "toString"): text,
}


def made(kind, args):
    """An object of the JDK; None if it is none."""
    if kind in ("ArrayList", "ArrayDeque"):
        return Items(kind, list(args[0].items) if args and isinstance(args[0], Items) else [])
    return {"HashMap": lambda: Mapping(), "StringBuilder": lambda: Builder(args[0] if args and isinstance(args[0], str) else ""), "Object": lambda: Object("Object", {})}[kind]()


def canonical(value, seen):
    """Hashable. `seen`: numbers of objects that came before, by identity."""
    if value is None or type(value) in (int, str):
        return value
    if type(value) in (bool, float, Char, Ref, Fixed):
        return (type(value).__name__, value)
    if isinstance(value, tuple):
        return tuple(canonical(part, seen) for part in value)
    if id(value) in seen:
        return ("seen", seen[id(value)])
    seen[id(value)] = len(seen)
    if isinstance(value, Object):
        return (value.kind, *(canonical(part, seen) for part in value.fields.values()))
    if isinstance(value, Items):
        return (value.kind, *(canonical(part, seen) for part in value.items))
    if isinstance(value, Mapping):
        return ("map", *((k, canonical(value.items[k], seen)) for k in sorted(value.items)))
    if isinstance(value, Builder):
        return ("builder", value.text)
    if isinstance(value, Cursor):
        return ("cursor", value.at, canonical(value.over, seen))
    if isinstance(value, Flow):
        fields = value.fields.values() if isinstance(value, Thrown) else ()
        return (type(value).__name__, *(canonical(part, seen) for part in (*value.parts, *fields)))
    if callable(value):
        return (value.__code__, *(canonical(part, seen) for part in (value.__kwdefaults__ or {}).values()))
    raise TypeError(value)
