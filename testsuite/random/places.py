"""The locations of random programs in Java: how they are declared, read and written, by themselves or through a `VarHandle`."""

from collections import namedtuple

# type: of what is stored; coordinates: of the handle; get, put: from what is stored to an int, and back.
Place = namedtuple("Place", "declaration type handle coordinates get put")


def static(name, type, get="{}", put="{}", modifier=""):
    declaration = f"static {modifier}{type} {name};"
    return Place(declaration, type, f'lookup.findStaticVarHandle(HERE, "{name}", {type}.class)', "", get, put)


def field(variable, kind, name, type, get="{}", put="{}"):
    return Place(f"static {kind} {variable} = new {kind}();", type, f'lookup.findVarHandle({kind}.class, "{name}", {type}.class)', variable, get, put)


def element(variable, index, type, get="{}", put="{}"):
    handle = f"MethodHandles.arrayElementVarHandle({type}[].class)"
    return Place(f"static {type}[] {variable} = new {type}[2];", type, handle, f"{variable}, {index}", get, put)


def places(name):
    """Those of the program with this name."""
    wide = "narrow({})", "wide({})"
    return {
        "x": static("x", "int"),
        "y": static("y", "int"),
        "z": static("z", "int"),
        "v": static("v", "int", modifier="volatile "),
        "w": static("w", "int", modifier="volatile "),
        "j": static("j", "int", modifier="volatile "),
        "o.f": field("o", name, "f", "int"),
        "a[0]": element("a", 0, "int"),
        "a[1]": element("a", 1, "int"),
        "l": static("l", "long", *wide),
        "d": static("d", "double", "(int) ({} - 0.5)", "({}) + 0.5"),
        "b": static("b", "boolean", "({} ? 1 : 0)", "(({}) & 1) == 1"),
        "s": static("s", "Object", "number({})", "text({})"),
        "e.l": field("e", "Wide", "l", "long", *wide),
        "u[1]": element("u", 1, "long", *wide),
        "p": static("p", "Box"),
        "q": static("q", "Sealed"),
        "m": static("m", "int[]"),
    }


# What belongs to some of them. Both halves of a long have to be the same.
HELPERS = {
    "wide": [
        "  static long wide(int k) { return (long) k << 32 | k & 0xffffffffL; }",
        "  static int narrow(long k) { return (int) (k >> 32) == (int) k ? (int) k : 77; }",
    ],
    "text": [
        "  static Object text(int k) { return k == 0 ? null : k == 1 ? \"1\" : \"2\"; }",
        "  static int number(Object o) { return o == null ? 0 : o == \"1\" ? 1 : 2; }",
    ],
    "Wide": ["  static class Wide { long l; }"],
    "Box": ["  static class Box { int f, g; Box(int f, int g) { this.f = f; this.g = g; } }"],
    "Sealed": ["  static class Sealed { final int f; int g; Sealed(int f, int g) { this.f = f; this.g = g; } }"],
}

# Where boxes of a kind are published: the location, the type, and their two fields.
BOXES = {"plain": ("p", "Box", ".f", ".g"), "final": ("q", "Sealed", ".f", ".g"), "array": ("m", "int[]", "[0]", "[1]")}
KIND = {location: kind for kind, (location, *_) in BOXES.items()}


def handle(place):
    """The name of its handle. The elements of an array share one."""
    return "H_" + place.split("[")[0].replace(".", "_")


def read(table, place, mode=""):
    one = table[place]
    raw = f"({one.type}) {handle(place)}.get{suffix(mode)}({one.coordinates})" if mode else place
    return one.get.format(raw)


def write(table, place, value, mode=""):
    one = table[place]
    value = one.put.format(value)
    if not mode:
        return f"{place} = {value};"
    return f"{handle(place)}.set{suffix(mode)}({', '.join(part for part in (one.coordinates, value) if part)});"


def update(table, place, kind, old, new):
    """An atomic read-modify-write as an int. `new` is for comparisons alone, `old` is otherwise what is set or added."""
    compares = kind == "compareAndSet"
    parts = [table[place].coordinates, str(old), str(new) if compares else ""]
    call = f"{handle(place)}.{kind}({', '.join(part for part in parts if part)})"
    return f"{call} ? 1 : 0" if compares else f"(int) {call}"


def suffix(mode):
    return "" if mode == "plain" else mode.capitalize()
