"""Expressions of Java as statements of Python and the name of what they give (`java_compiler.py`)."""

from java_values import STATIC, Fixed, PARENTS

SIMPLE = {"+": "add({}, {})", "/": "divide({}, {})", "%": "remainder({}, {})", "==": "same({}, {})", "!=": "not same({}, {})"}


def value(m, tree):
    """What it gives: a constant, or a variable that nothing changes before the statement has used it."""
    return globals()["of_" + tree[0]](m, *tree[1:])


def values(m, trees):
    """From left to right. What a variable holds is kept where something behind it may change the variable."""
    found = []
    for k, tree in enumerate(trees):
        given = value(m, tree)
        if tree[0] == "name" and given.startswith("_") and any(other[0] not in ("name", "literal") for other in trees[k + 1 :]):
            given = m.temporary(given)
        found.append(given)
    return found


def of_literal(m, given):
    return repr(given)


def of_text(m, given):
    return repr(given)


def of_char(m, given):
    return f"Char({ord(given)})"


def of_this(m):
    return "this"


def constant(m, given):
    name = f"c_{given.kind}_{given.name}"
    m.constants[name] = given
    return name


def member(m, name):
    """The field of this object, or None: a local variable or a static field."""
    if m.static or m.owner == m.program.tree.name:
        return None
    of = m.program.inherited_fields(m.owner)
    return name if name in of else None


def of_name(m, name):
    if name in m.scope:
        return f"_{name}"
    if member(m, name):
        return of_field(m, ("this",), name)
    kind, _, _ = m.program.statics[name]
    if kind in ("lock", "atomic", "local"):
        return constant(m, Fixed(kind, name))
    if kind == "own":
        return m.temporary(f"T.own[{name!r}]")
    return m.temporary("T.result" if kind == "result" else f"yield ('read', {name!r})")


def of_field(m, target, name):
    given = value(m, target)
    if name == "length":
        return m.temporary(f"len({given}.items)")
    if name in m.program.shared_fields:
        return m.temporary(f"yield ('read', ({given}, {name!r}))")
    return m.temporary(f"{given}.fields[{name!r}]")


def of_element(m, array, index):
    array, index = values(m, [array, index])
    return m.temporary(f"element({array}, {index})")


def of_binary(m, sign, left, right):
    left, right = values(m, [left, right])
    return m.temporary(SIMPLE.get(sign, "{} " + sign + " {}").format(left, right))


def short(m, left, right, test):
    given = m.temporary(value(m, left))
    m.put(f"if {test}{given}:", lambda: m.emit(f"{given} = {value(m, right)}"))
    return given


def of_and(m, _, left, right):
    return short(m, left, right, "")


def of_or(m, _, left, right):
    return short(m, left, right, "not ")


def of_not(m, given):
    return m.temporary(f"not {value(m, given)}")


def of_minus(m, given):
    return m.temporary(f"-{value(m, given)}")


def of_cond(m, condition, first, second):
    given = m.temporary(value(m, condition))
    m.put(f"if {given}:", lambda: m.emit(f"{given} = {value(m, first)}"))
    m.put("else:", lambda: m.emit(f"{given} = {value(m, second)}"))
    return given


def of_cast(m, type, given):
    return m.temporary(f"converted({type!r}, {value(m, given)})")


def of_instanceof(m, given, type):
    return m.temporary(f"T.program.is_a({value(m, given)}, {type!r})")


def of_lambda(m, names, body):
    m.numbers += 1
    name = f"f{m.numbers}"
    m.lines += m.function(name, ("lambda", names, body), m.scope)
    return name


def of_assign(m, sign, target, given):
    """The parts of the target first, then what it holds if that is needed, then the new value."""
    get, set = place(m, target)
    old = m.temporary(get()) if sign else None
    new = value(m, given)
    if sign:
        new = m.temporary(SIMPLE.get(sign, "{} " + sign + " {}").format(old, new))
    elif given[0] != "literal":
        new = m.temporary(new)
    return set(new)


def of_step(m, target, sign, is_first):
    get, set = place(m, target)
    old = m.temporary(get())
    new = m.temporary(f"{old} {sign[0]} 1")
    stored = set(new)
    return stored if is_first else old


def place(m, target):
    """How to get what it holds, and how to set that, which gives the value as it was stored."""

    def stored(line, new):
        m.emit(line.format(new))
        return new

    if target[0] == "name" and target[1] in m.scope:
        name = target[1]

        def set_local(new):
            m.emit(f"_{name} = converted({m.scope[name]!r}, {new})")
            return m.temporary(f"_{name}")

        return lambda: f"_{name}", set_local
    if target[0] == "element":
        array, index = values(m, target[1:])
        return lambda: f"element({array}, {index})", lambda new: stored(f"put({array}, {index}, {{}})", new)
    if target[0] == "name" and not member(m, target[1]):
        name = target[1]
        kind, is_volatile, _ = m.program.statics[name]
        if kind == "own":
            return lambda: f"T.own[{name!r}]", lambda new: stored(f"T.own[{name!r}] = {{}}", new)
        if kind == "result":
            return lambda: "T.result", lambda new: stored("T.result = {}", new)
        mode = "volatile" if is_volatile else ""
        return lambda: f"yield ('read', {name!r})", lambda new: stored(f"yield ('write', {name!r}, {{}}, {mode!r})", new)
    of, name = (value(m, target[1]), target[2]) if target[0] == "field" else ("this", target[1])
    type = m.program.type_of_field(name)

    def set_field(new):
        m.store_field(of, name, new, type)
        return new

    shared = name in m.program.shared_fields
    return lambda: f"yield ('read', ({of}, {name!r}))" if shared else f"{of}.fields[{name!r}]", set_field


def of_array(m, type, length):
    return m.temporary(f"Items('array', [initial({type!r})] * {value(m, length)})")


def of_elements(m, type, parts):
    return m.temporary(f"Items('array', [{', '.join(values(m, parts))}])")


def of_new(m, name, arguments):
    given = values(m, arguments)
    if name in m.program.classes:
        return m.temporary(f"yield from new_{name}({', '.join(['T', *given])})")
    if name in PARENTS:
        return m.temporary(f"Thrown({name!r}, {given[0] if given else None})")
    return m.temporary(f"made({name!r}, ({''.join(g + ', ' for g in given)}))")


def of_call(m, target, name, arguments):
    if target is None:
        return own_call(m, name, arguments)
    if target == ("field", ("name", "System"), "out"):
        given = m.temporary(f"text({value(m, arguments[0])})")
        return m.temporary(f"yield ('print', {given})")
    if target[0] == "name" and target[1] not in m.scope and target[1] not in m.program.statics and not member(m, target[1]):
        if (target[1], name) == ("Thread", "holdsLock"):
            return m.temporary(f"T.held.get({value(m, arguments[0])}.name, 0) > 0")
        if (target[1], name) in STATIC:
            given = values(m, arguments)
            function = f"STATIC[{target[1]!r}, {name!r}]"
            return m.temporary(f"{function}({', '.join(given)})")
        if target[1] != m.program.tree.name:
            raise SyntaxError(f"not known: {target[1]}.{name}")
        return own_call(m, name, arguments)
    receiver, *given = values(m, [target, *arguments])
    return m.temporary(f"yield from invoke(T, {receiver}, {name!r}, ({''.join(g + ', ' for g in given)}))")


def own_call(m, name, arguments):
    """A method of this object, or a static one."""
    given = values(m, arguments)
    kind, method = m.program.declared(m.owner, name) or m.program.declared(m.program.tree.name, name)
    if method.parameters and method.parameters[-1][2]:
        count = len(method.parameters) - 1
        given[count:] = [m.temporary(f"Items('array', [{', '.join(given[count:])}])")]
    if "static" in method.modifiers:
        return m.temporary(f"yield from {kind}_{name}({', '.join(['T', *given])})")
    return m.temporary(f"yield from invoke(T, this, {name!r}, ({''.join(g + ', ' for g in given)}))")
