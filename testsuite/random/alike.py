"""Values that look alike: two of a type, or two types, which print the same or are equal in some way, and are two values nevertheless.

A location for each kind holds null, the first or the second, as the simulation's 0, 1 or 2. Those of the first table are made anew each time, those of the
second are objects of which there are two.
"""

from places import Place

# name: type, the first, the second, whether `o` is the first.
MADE = {
    "decimal": ("java.math.BigDecimal", 'new java.math.BigDecimal("1.0")', 'new java.math.BigDecimal("1.00")', "o.scale() == 1"),
    "zero": ("Double", "Double.valueOf(0.0)", "Double.valueOf(-0.0)", "1 / o > 0"),
    "quiet": ("Float", "Float.intBitsToFloat(0x7fc00000)", "Float.intBitsToFloat(0x7fc00001)", "Float.floatToRawIntBits(o) == 0x7fc00000"),
    "boxed": ("Object", "(Object) Integer.valueOf(1)", "Long.valueOf(1)", "o instanceof Integer"),
    "half": ("String", '"\\ud83d"', '"\\ude00"', "o.charAt(0) == '\\ud83d'"),
    "moment": ("Object", "java.time.Year.of(1970)", "Integer.valueOf(1970)", "o instanceof java.time.Year"),
    "zoned": (
        "java.time.ZonedDateTime",
        'java.time.ZonedDateTime.of(2020, 1, 1, 0, 0, 0, 0, java.time.ZoneId.of("Europe/Paris"))',
        'java.time.ZonedDateTime.of(2020, 1, 1, 0, 0, 0, 0, java.time.ZoneId.of("Europe/Rome"))',
        'o.getZone().getId().equals("Europe/Paris")',
    ),
    "dialect": ("java.util.Locale", 'java.util.Locale.forLanguageTag("de")', 'java.util.Locale.forLanguageTag("de-u-co-phonebk")', "!o.hasExtensions()"),
    "pattern": ("java.util.regex.Pattern", 'java.util.regex.Pattern.compile("a")', 'java.util.regex.Pattern.compile("a", 2)', "o.flags() == 0"),
    "formatter": (
        "java.time.format.DateTimeFormatter",
        'java.time.format.DateTimeFormatter.ofPattern("MMMM", java.util.Locale.ENGLISH)',
        'java.time.format.DateTimeFormatter.ofPattern("MMMM", java.util.Locale.FRENCH)',
        "o.getLocale() == java.util.Locale.ENGLISH",
    ),
    "type": ("Class<?>", "int.class", "Integer.class", "o.isPrimitive()"),
    "constant": ("Object", "One.SAME", "Two.SAME", "o instanceof One"),
}
# name: type, how to make one.
KEPT = {
    "group": ("ThreadGroup", 'new ThreadGroup("group")'),
    "loader": ("ClassLoader", "new java.net.URLClassLoader(new java.net.URL[0])"),
    "handle": ("java.lang.invoke.MethodHandle", "java.lang.invoke.MethodHandles.constant(int.class, 1)"),
    "text": ("Object", "java.util.regex.Pattern.compile(\"a\")"),
    "plain": ("Object", "new Object()"),
}
NAMES = [*MADE, *KEPT]


def constant(name, number):
    """The first or the second of those that are kept."""
    return f"{name.upper()}_{number}"


def places():
    """The locations, as those of the table in places.py."""
    types = {name: of[0] for name, of in (MADE | KEPT).items()}
    return {name: Place(f"static {type} {name};", type, None, "", name + "In({})", name + "Of({})") for name, type in types.items()}


def helpers():
    """What belongs to a location: from the simulation's numbers to values, and back."""
    found = {}
    for name, (type, first, second, is_first) in MADE.items():
        found[name + "Of"] = conversions(name, type, first, second, is_first)
    for name, (type, _) in KEPT.items():
        one, two = constant(name, 1), constant(name, 2)
        found[name + "Of"] = conversions(name, type, one, two, f"o == {one}")
    return found


def conversions(name, type, first, second, is_first):
    return [
        f"  static {type} {name}Of(int k) {{ return k == 0 ? null : k == 1 ? {first} : {second}; }}",
        f"  static int {name}In({type} o) {{ return o == null ? 0 : {is_first} ? 1 : 2; }}",
    ]


def kept(names):
    """The two objects of each of these kinds."""
    return [f"  static final {KEPT[name][0]} {constant(name, k)} = {KEPT[name][1]};" for name in KEPT if name in names for k in (1, 2)]


ENUMS = ["  enum One { SAME }", "  enum Two { SAME }"]

# What may be entered as a monitor: two objects of one kind, or the constants of two enums.
LOCKS = [*KEPT, "constant"]


def locks(kind):
    """The two monitors of a program."""
    one, two = ("One.SAME", "Two.SAME") if kind == "constant" else (constant(kind, 1), constant(kind, 2))
    return f"  static Object l0 = {one}, l1 = {two};"
