"""The locations of random programs in Java: how they are declared, read and written, by themselves or through a `VarHandle`."""

from collections import namedtuple

from initialisers import NUMBERS

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


def held(declaration, read, write):
    """What the JDK holds: read by an expression that is an int, written by a statement for an int from 0 to 2."""
    return Place(declaration, None, None, None, read, write)


# State of the JDK that all threads have in common, and what belongs to exceptions that they share: places by their names.
HELD = {
    "property": held("", 'Integer.getInteger("mcr.random", 0)', 'System.setProperty("mcr.random", String.valueOf({}));'),
    "properties": held("", 'Integer.parseInt(System.getProperties().getProperty("mcr.other", "0"))', 'System.getProperties().put("mcr.other", "" + ({}));'),
    "locale": held(
        'static final java.util.List<java.util.Locale> LOCALES = java.util.List.of(java.util.Locale.ROOT, java.util.Locale.FRANCE, java.util.Locale.JAPAN);',
        "Math.max(0, LOCALES.indexOf(java.util.Locale.getDefault(java.util.Locale.Category.FORMAT)))",
        "java.util.Locale.setDefault(java.util.Locale.Category.FORMAT, LOCALES.get({}));",
    ),
    "zone": held(
        'static final java.util.List<String> ZONES = java.util.List.of("GMT", "GMT+01:00", "GMT+02:00");',
        "Math.max(0, ZONES.indexOf(java.util.TimeZone.getDefault().getID()))",
        'java.util.TimeZone.setDefault(java.util.TimeZone.getTimeZone("GMT+0" + ({})));',
    ),
    "handler": held(
        "static final java.util.List<Thread.UncaughtExceptionHandler> HANDLERS = java.util.Arrays.asList(null, (t, e) -> { }, (t, e) -> { });",
        "HANDLERS.indexOf(Thread.getDefaultUncaughtExceptionHandler())",
        "Thread.setDefaultUncaughtExceptionHandler(HANDLERS.get({}));",
    ),
    "err": held(
        "static final java.util.List<java.io.PrintStream> STREAMS = java.util.List.of(System.err, new java.io.PrintStream(java.io.OutputStream.nullOutputStream()), "
        "new java.io.PrintStream(java.io.OutputStream.nullOutputStream()));",
        "STREAMS.indexOf(System.err)",
        "System.setErr(STREAMS.get({}));",
    ),
    "level": held(
        'static final java.util.logging.Logger LOGGER = java.util.logging.Logger.getLogger("mcr.random");\n'
        "  static final java.util.List<java.util.logging.Level> LEVELS = java.util.Arrays.asList(null, java.util.logging.Level.FINE, java.util.logging.Level.SEVERE);",
        "LEVELS.indexOf(LOGGER.getLevel())",
        "LOGGER.setLevel(LEVELS.get({}));",
    ),
    "stack": held(
        "static final Exception STACK = new Exception();\n  static { STACK.setStackTrace(new StackTraceElement[0]); }",
        "STACK.getStackTrace().length",
        'STACK.setStackTrace(java.util.Collections.nCopies({}, new StackTraceElement("C", "m", "F", 1)).toArray(new StackTraceElement[0]));',
    ),
    # A cause can be set once; what has been suppressed is counted.
    "cause": held(
        "static final Exception CAUSED = new Exception();\n"
        "  static void cause(int k) { try { CAUSED.initCause(new Exception(String.valueOf(k + 1))); } catch (IllegalStateException e) { } }",
        "(CAUSED.getCause() == null ? 0 : Integer.parseInt(CAUSED.getCause().getMessage()))",
        "cause({});",
    ),
    "suppressed": held(
        "static final Exception SUPPRESSING = new Exception();",
        "SUPPRESSING.getSuppressed().length",
        "SUPPRESSING.addSuppressed(new Exception());",
    ),
}


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
        **{number: Place("", "int", None, "", "{}", "{}") for number in NUMBERS},
        **HELD,
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
    "stored": ["  static int stored(int k) { return k == 0 || k == 1 ? k : 2; }"],
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
    if place in HELD:
        return one.get
    raw = f"({one.type}) {handle(place)}.get{suffix(mode)}({one.coordinates})" if mode else place
    return one.get.format(raw)


def write(table, place, value, mode=""):
    one = table[place]
    if place in HELD:
        return one.put.format(f"stored({value})")
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
