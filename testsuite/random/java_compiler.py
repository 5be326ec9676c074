"""Trees of Java (`java_syntax.py`) as the text of Python generator functions (`coroutines.py`)."""

import coroutines
import java_values
from java_expressions import value, values


def functions(program):
    """Makes them for all methods of a program."""
    lines, constants = [], {}
    for name, of in program.classes.items():
        for method, tree in of.methods.items():
            if tree.body is not None and method not in ("main", "<init>"):
                lines += Method(program, name, constants).declared(f"{name}_{method}", tree)
        if name != program.tree.name and of.kind != "interface":
            lines += Method(program, name, constants).constructors(of)
    for field in program.tree.fields:
        if field[1] == "ThreadLocal" and field[3][0] == "call":
            outside = Method(program, program.tree.name, constants)
            outside.static = True
            lines += outside.function(f"first_{field[2]}", field[3][3][0], {})
    names = vars(java_values) | {k: getattr(coroutines, k) for k in ("enter", "leave", "invoke")} | constants
    exec(compile("\n".join(lines), program.tree.name, "exec"), names)  # noqa: S102
    for name, of in program.classes.items():
        for method in of.methods:
            if f"{name}_{method}" in names:
                program.functions[name, method] = names[f"{name}_{method}"]
    program.first = {name: names.get(f"first_{name}") for name, (kind, *_) in program.statics.items() if kind == "local"}


def indented(lines):
    return ["  " + line for line in lines]


def mentioned(tree):
    """All names in it."""
    if isinstance(tree, str):
        yield tree
    elif isinstance(tree, (tuple, list)):
        for part in tree:
            yield from mentioned(part)


class Method:
    """Of one class. `scope`: type of each local variable that can be used; loops: (label, number, is a switch, depth of `try` around it)."""

    def __init__(self, program, owner, constants):
        self.program, self.owner, self.constants = program, owner, constants
        self.lines, self.scope, self.loops = [], {}, []
        self.temporaries = self.most = self.numbers = self.tries = 0
        self.jumps, self.returns, self.static, self.type = set(), False, False, None

    # Whole functions

    def declared(self, name, tree):
        self.static, self.type = "static" in tree.modifiers, tree.type
        self.scope = {parameter: type + "[]" * many for type, parameter, many in tree.parameters}
        parameters = ["T", *([] if self.static else ["this"]), *("_" + p[1] for p in tree.parameters)]
        for parameter, type in self.scope.items():
            self.emit(f"_{parameter} = converted({type!r}, _{parameter})")
        self.statement(tree.body)
        return self.finished(name, parameters)

    def constructors(self, of):
        """What makes an object, and what initialises one that may be of a class below: the class above, then fields and blocks in order, then the rest."""
        body = of.methods.get("<init>")
        names = [f for f in of.fields if f[0] != "block"]
        parameters = body.parameters if body else [(f[1], f[2], False) for f in names] if of.kind == "record" else []
        arguments = ["T", "this", *("_" + name for _, name, _ in parameters)]
        self.scope = {name: type for type, name, _ in parameters}
        statements = list(body.body[1]) if body else []
        told = statements.pop(0)[1][3] if statements and statements[0][:1] == ("expr",) and statements[0][1][:3] == ("call", None, "super") else []
        above = self.values(told)
        if of.parent in self.program.classes and self.program.classes[of.parent].kind == "class":
            self.emit(f"yield from init_{of.parent}({', '.join(['T', 'this', *above])})")
        elif above:
            self.emit(f"this.told({above[0]})")
        self.initialised(of)
        for _, name, _ in parameters if of.kind == "record" else []:
            self.store_field("this", name, f"_{name}")
        self.statement(("block", statements))
        initialised = self.finished(f"init_{of.name}", arguments)
        self.lines = []
        kind = "Thrown" if self.is_thrown(of.name) else "Object"
        fields = ", ".join(f"{f[2]!r}: initial({f[1]!r})" for c in self.inherited(of.name) for f in c.fields if f[0] != "block")
        shared = of.name in self.program.shared
        self.emit(f"this = Ref({of.name!r}, T.number, T.made)" if shared else f"this = {kind}({of.name!r}, {{{fields}}})")
        self.emit("T.made += 1" if shared else "pass")
        self.emit(f"yield from init_{of.name}({', '.join(arguments)})")
        if shared and any("final" in f[0] for f in names):
            self.emit('yield ("barrier",)')
        self.emit("return this")
        return initialised + self.finished(f"new_{of.name}", [a for a in arguments if a != "this"])

    def is_thrown(self, name):
        while name in self.program.classes:
            name = self.program.parents.get(name)
        return name in java_values.PARENTS

    def inherited(self, name):
        """The classes of the program above, and this one."""
        found = []
        while name in self.program.classes and self.program.classes[name].kind != "interface":
            found.insert(0, self.program.classes[name])
            name = self.program.parents.get(name)
        return found

    def initialised(self, of):
        scope, self.scope = self.scope, {}
        for field in of.fields:
            if field[0] == "block":
                self.statement(field[1])
            elif field[3] is not None:
                self.clear()
                self.store_field("this", field[2], self.value(field[3]), field[1])
        self.scope = scope

    def function(self, name, tree, scope):
        """A lambda. What it captures are values."""
        _, names, body = tree
        inner = Method(self.program, self.owner, self.constants)
        inner.static = self.static
        captured = [n for n in scope if n in set(mentioned(body)) and n not in names]
        inner.scope = {n: scope[n] for n in captured} | {n: None for n in names}
        if body[0] == "return" and body[1][0] in ("assign", "step", "call"):
            # It may be a function that gives nothing.
            inner.emit(f"return {inner.value(body[1])}")
        else:
            inner.statement(body)
        keywords = [f"_{n}=_{n}" for n in captured] + ([] if self.static else ["this=this"])
        return inner.finished(name, ["T", *("_" + n for n in names), *(["*", *keywords] if keywords else [])])

    def finished(self, name, parameters):
        clear = " = ".join([*(f"t{k}" for k in range(self.most)), "None"]) if self.most else "pass"
        body = [line.replace("@clear", clear) for line in self.lines]
        if self.returns:
            body = ["try:", *indented(body), "except Return as returned:", "  return returned.parts[0]"]
        # A generator, even if it never yields.
        return [f"def {name}({', '.join(parameters)}):", *indented(body), "  return None", "  yield None"]

    # Lines

    def emit(self, line):
        self.lines.append(line)

    def clear(self):
        """Nothing of the statement before is needed any more."""
        self.temporaries = 0
        self.emit("@clear")

    def captured(self, make):
        """The lines that this makes."""
        before, self.lines = self.lines, []
        make()
        self.lines, made = before, self.lines
        return made or ["pass"]

    def put(self, head, make):
        self.emit(head)
        self.lines += indented(self.captured(make) if callable(make) else make)

    def temporary(self, value):
        name = f"t{self.temporaries}"
        self.temporaries += 1
        self.most = max(self.most, self.temporaries)
        self.emit(f"{name} = {value}")
        return name

    def kept(self, value):
        """A variable that lives longer than a statement."""
        self.numbers += 1
        self.emit(f"k{self.numbers} = {value}")
        return f"k{self.numbers}"

    # Statements

    def statement(self, tree):
        if tree[0] != "block":
            self.clear()
        getattr(self, "do_" + tree[0])(*tree[1:])

    def do_block(self, statements):
        outer = dict(self.scope)
        for statement in statements:
            self.statement(statement)
        gone = [name for name in self.scope if name not in outer]
        self.scope = outer
        if gone and (not statements or statements[-1][0] not in ("return", "break", "continue", "throw")):
            self.emit(" = ".join([*(f"_{name}" for name in gone), "None"]))

    def do_local(self, type, variables):
        for name, value in variables:
            self.scope.pop(name, None)
            self.emit(f"_{name} = converted({type!r}, {self.value(value) if value else None})")
            self.scope[name] = type

    def do_expr(self, tree):
        self.value(tree)

    def do_if(self, condition, then, otherwise):
        self.put(f"if {self.value(condition)}:", lambda: self.statement(then))
        self.put("else:", lambda: self.statement(otherwise))

    def do_return(self, value):
        value = self.value(value) if value else None
        if self.type == "double":
            value = f"float({value})"
        if self.tries:
            self.returns = True
            self.emit(f"raise Return({value})")
        else:
            self.emit(f"return {value}")

    def do_throw(self, value):
        self.emit(f"raise {self.value(value)}")

    def jump(self, label, word):
        for of, number, is_switch, tries in reversed(self.loops):
            if (label is None or label == of) and not (is_switch and word == "Continue"):
                is_inner = number == self.loops[-1][1] and tries == self.tries
                if is_inner:
                    self.emit(word.lower())
                else:
                    self.jumps.add((word, number))
                    self.emit(f"raise {word}({number})")
                return
        raise SyntaxError("no loop around")

    def do_break(self, label):
        self.jump(label, "Break")

    def do_continue(self, label):
        self.jump(label, "Continue")

    def looped(self, label, head, body, is_switch=False):
        """`head`: makes the lines before the body, in each round."""
        self.numbers += 1
        number = self.numbers
        self.loops.append((label, number, is_switch, self.tries))
        inner = self.captured(lambda: self.statement(body) if isinstance(body, tuple) else body())
        self.loops.pop()
        if ("Continue", number) in self.jumps:
            inner = ["try:", *indented(inner), "except Continue as jumped:", f"  if jumped.parts[0] != {number}: raise"]
        lines = ["while True:", *indented(self.captured(head)), *indented(inner)]
        if ("Break", number) in self.jumps:
            lines = ["try:", *indented(lines), "except Break as jumped:", f"  if jumped.parts[0] != {number}: raise"]
        self.lines += lines

    def tested(self, condition):
        self.clear()
        self.emit(f"if not {self.value(condition)}: break")

    def do_while(self, label, condition, body):
        self.looped(label, lambda: self.tested(condition), body)

    def after_first(self, make):
        """Makes what happens before each round but the first."""
        first = self.kept(True)

        def head():
            self.put(f"if not {first}:", make)
            self.emit(f"{first} = False")

        return head

    def do_do(self, label, body, condition):
        self.looped(label, self.after_first(lambda: self.tested(condition)), body)

    def do_for(self, label, first, condition, update, body):
        outer = dict(self.scope)
        if first:
            self.statement(first)
        updated = self.after_first(lambda: (self.clear(), self.value(update))) if update else lambda: None
        self.looped(label, lambda: (updated(), self.tested(condition) if condition else None), body)
        self.scope = outer
        if first and first[0] == "local":
            self.emit(f"_{first[2][0][0]} = None")

    def do_foreach(self, label, type, name, over, body):
        cursor = self.kept(f"Cursor({self.value(over)})")
        self.scope[name] = type

        def head():
            self.emit(f"if not {cursor}.has(): break")
            self.emit(f"_{name} = {cursor}.next()")

        self.looped(label, head, body)
        del self.scope[name]
        self.emit(f"{cursor} = _{name} = None")

    def do_switch(self, value, cases):
        value, found = self.kept(self.value(value)), self.kept(False)

        def body():
            for labels, block in cases:
                tests = [found, *("True" if label is None else f"equal({value}, {self.value(label)})" for label in labels)]
                self.put(f"if {' or '.join(tests)}:", lambda block=block: (self.emit(f"{found} = True"), self.statement(block)))
            self.emit("break")

        self.looped(None, lambda: None, body, True)

    def protected(self, body, behind):
        """What is behind happens however the body ends."""
        pending = self.kept(None)
        self.tries += 1
        self.put("try:", body)
        self.tries -= 1
        self.emit("except Flow as left:")
        self.emit(f"  {pending} = left")
        behind()
        self.emit(f"if {pending} is not None: raise {pending}")

    def do_sync(self, lock, body):
        lock = self.kept(f"{self.value(lock)}.name")
        self.emit(f"yield from enter(T, {lock})")
        self.protected(lambda: self.statement(body), lambda: self.emit(f"yield from leave(T, {lock})"))

    def do_try(self, body, handlers, last):
        def attempted():
            if not handlers:
                self.statement(body)
                return
            caught = self.kept(None)
            self.tries += 1
            self.put("try:", lambda: self.statement(body))
            self.tries -= 1
            self.emit("except Thrown as thrown:")
            self.emit(f"  {caught} = thrown")
            self.put(f"if {caught} is not None:", lambda: handled(caught))
            self.emit(f"{caught} = None")

        def handled(caught):
            word = "if"
            for types, name, block in handlers:
                tests = " or ".join(f"{caught}.is_a({type!r}, T.program.parents)" for type in types)
                self.scope[name] = None
                self.put(f"{word} {tests}:", lambda block=block, name=name: (self.emit(f"_{name} = {caught}"), self.statement(block)))
                del self.scope[name]
                word = "elif"
            self.emit(f"else: raise {caught}")
            self.emit("".join(f"_{name} = " for _, name, _ in handlers) + "None")

        if last is None:
            attempted()
        else:
            self.protected(attempted, lambda: self.statement(last))

    def value(self, tree):
        return value(self, tree)

    def values(self, trees):
        return values(self, trees)

    def store_field(self, target, name, value, type=None):
        if name in self.program.shared_fields:
            self.emit(f"yield ('write', ({target}, {name!r}), {value}, {self.program.shared_fields[name]!r})")
        else:
            self.emit(f"{target}.fields[{name!r}] = converted({type!r}, {value})")
