"""Classes of random programs that have a static initialiser, and the routes by which a thread comes to run it.

A class K has a number `n`, which the initialiser sets. A statement needs the class by some route, and then reads `n`. What goes wrong is told by a number: the
initialiser threw in this thread, or had thrown before. Whatever the route, JVMS 5.5 says what happens, so the simulation does not know the route.
"""

# What a thread gets whose initialiser throws, and who needs the class after that.
FAILS, FAILED = 8, 7

CLASSES = ["K0", "K1"]
NUMBERS = [f"{name}.n" for name in CLASSES]

# How a class is needed; {program}: the class around it, {it}: its own name.
LOOKUP = "java.lang.invoke.MethodHandles.lookup()"
ROUTES = {
    "field": "",
    "method": "{it}.touch();",
    "forName": 'Class.forName("{program}${it}");',
    "loader": 'Class.forName("{program}${it}", true, {program}.class.getClassLoader());',
    "reflected": 'Class.class.getMethod("forName", String.class).invoke(null, "{program}${it}");',
    "invoke": '{it}.class.getDeclaredMethod("touch").invoke(null);',
    "get": '{it}.class.getDeclaredField("n").getInt(null);',
    "ensure": LOOKUP + ".ensureInitialized({it}.class);",
    "handle": "int n = (int) " + LOOKUP + '.findStatic({it}.class, "touch", java.lang.invoke.MethodType.methodType(int.class)).invokeExact();',
    "getter": "int n = (int) " + LOOKUP + '.findStaticGetter({it}.class, "n", int.class).invokeExact();',
    "variable": "int n = (int) " + LOOKUP + '.findStaticVarHandle({it}.class, "n", int.class).get();',
}
OF_CLASSES = {
    "new": "new {it}();",
    "construct": "{it}.class.getDeclaredConstructor().newInstance();",
    "newInstance": "{it}.class.newInstance();",
    "constructor": LOOKUP + ".findConstructor({it}.class, java.lang.invoke.MethodType.methodType(void.class)).invoke();",
}
OF_ENUMS = {
    "values": "{it}.values();",
    "valueOf": 'Enum.valueOf({it}.class, "A");',
    "constants": "{it}.class.getEnumConstants();",
    "set": "java.util.EnumSet.noneOf({it}.class);",
    "map": "new java.util.EnumMap<{it}, Object>({it}.class);",
}
ALL = ROUTES | OF_CLASSES | OF_ENUMS


def routes(is_enum):
    return [*ROUTES, *(OF_ENUMS if is_enum else OF_CLASSES)]


def need(program, k, register, route):
    """The text of a statement that needs a class."""
    action = ALL[route].format(program=program, it=CLASSES[k])
    return f"try {{ {action} r{register} = {CLASSES[k]}.n; }} catch (Throwable e) {{ r{register} = caught(e); }}"


# Reflection may wrap what an initialiser throws.
CAUGHT = f"""  static int caught(Throwable e) {{
    for (; e != null; e = e.getCause()) {{
      if (e instanceof NoClassDefFoundError) {{
        return {FAILED};
      }}
      if (e instanceof ExceptionInInitializerError) {{
        return {FAILS};
      }}
    }}
    return 6;
  }}"""


def declared(k, is_enum, initialiser, fails):
    """The text of a class. `initialiser`: lines."""
    throw = ["      if (n < 9) {", "        throw new IllegalStateException();", "      }"] if fails else []
    return [
        f"  enum {CLASSES[k]} {{ A; static int n;" if is_enum else f"  static class {CLASSES[k]} {{ static int n;",
        "    static {",
        *initialiser,
        *throw,
        "    }",
        "    static int touch() { return n; }",
        "  }",
    ]
