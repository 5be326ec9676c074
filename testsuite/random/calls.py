"""Statements of random programs (`local_states.py`) that call methods of the program: which come back with what was read, or with a lock, or not at all."""


# What methods there are for an object of a type: the member, the type of what is given back if that can be used, the call.
PASSED = {
    "Cell": [("swap", None, "swap({0}, {1})"), ("pick", "Cell", "pick({0}, {1})"), ("wrap", "Cell", "wrap({0})"), ("Cell", "int", "{0}.bump({2})"), ("Cell", "Cell", "{0}.last()")],
    "StringBuilder": [("appends", None, "appends({0}, {2})")],
    "ArrayList<Integer>": [("puts", None, "puts({0}, {2})")],
    "ArrayDeque<Integer>": [("polls", "int", "polls({0}, {2})")],
    "Iterator<Integer>": [("advance", "int", "advance({0})")],
    "int[]": [("sets", "int", "sets({0}, {2})")],
    "HashMap<Integer, Integer>": [("counts", None, "counts({0}, {2})")],
    "Node": [("give", "int", "give({0})"), ("choose", None, "choose({0}, {1})"), ("choose", "Node", "choose({0}, {1})")],
}


class Calls:
    """Of a `Writer`."""

    def do_raise(self):
        """The same across methods."""
        name = self.rng.choice(["thrower", "passer", "index", "divided", "guarded", "grabs"])
        if name == "grabs" and ("j0" in self.held or self.depth > 1):
            return False
        if not self.spend(self.members[name].cost):
            return False
        number = self.declare("int", "0")
        self.emit(f"try {{ {number} = {self.uses(name)}({self.number()}); }} catch (RuntimeException e) {{ {number} = {self.rng.choice(['9', 'e.getMessage().length()'])}; }}")
        if name == "grabs":
            self.emit("if (j0.isHeldByCurrentThread()) { j0.unlock(); }")
        return None

    def call_text(self, *names):
        """A call of one of these, or None."""
        name = self.rng.choice(names)
        return f"{self.uses(name)}({self.known() if self.chance(0.5) else self.number(1)})" if self.spend(self.members[name].cost) else None

    def do_call(self):
        call = self.call_text("same", "poll", "looks", "adds", "loops", "early")
        if call is None:
            return False
        self.declare("int", call) if self.chance(0.7) else self.emit(call + ";")
        return None

    def do_operands(self):
        """Values that wait while a method is called."""
        first, second = self.call_text("looks", "adds", "poll"), self.call_text("loops", "same", "early")
        if first is None or second is None:
            return False
        kind = self.rng.choice(["sum", "element", "text"])
        if kind == "sum":
            self.declare("int", f"{self.known()} + {first} * {second} + {self.known()}")
        elif kind == "text":
            self.declare("String", f'"a" + {first} + "b" + {second}')
        else:
            name = self.declare("int[]", "new int[2]", "a")
            self.emit(f"{name}[{first} & 1] = {second};")
        return None

    def do_recursion(self):
        if not self.spend(4):
            return False
        self.declare("int", f"{self.uses(self.rng.choice(['down', 'around']))}({self.number(1)} & {self.rng.choice([1, 3])})")
        return None

    def do_varargs(self):
        self.declare("int", f"{self.uses('sum')}({', '.join(self.number(1) for _ in range(self.rng.randint(0, 3)))})")

    def do_dispatch(self):
        if not self.spend(2):
            return False
        self.uses("Op")
        name = self.declare("Op", f"{self.test()} ? new Plus({self.number(1)}) : new Times({self.known()})")
        self.declare("int", f"{name}.go({self.known()})")
        return None

    def do_lambda(self):
        if not self.spend(2):
            return False
        final = self.fresh("q")
        self.emit(f"final int {final} = {self.number()};")
        name = self.declare("IntSupplier", f"() -> {final} + {self.rng.choice(self.places)}", "g")
        if self.chance(0.5):
            name = self.declare("IntSupplier", f"{self.test()} ? {name} : () -> {final}", "g")
        self.declare("int", f"{name}.getAsInt()")
        if self.names("int[]") and self.spend(1):
            array = self.rng.choice(self.names("int[]"))
            name = self.declare("IntUnaryOperator", f"each -> {array}[0] {self.rng.choice(['=', '+='])} each + {self.rng.choice(self.places)}", "g")
            self.declare("int", f"{name}.applyAsInt({self.known()})")
        return None

    def do_take(self):
        """A lock that one method takes, perhaps, and another leaves."""
        if self.depth > 1 or "j0" in self.held or not self.spend(3):
            return False
        self.held.append("j0")
        self.emit(f"{self.uses('take')}({self.number(1)});")
        for statement in self.some():
            statement()
        self.emit(self.rng.choice([f"{self.uses('drop')}();", "if (j0.isHeldByCurrentThread()) { j0.unlock(); }", "while (j0.getHoldCount() > 0) { j0.unlock(); }"]))
        self.held.pop()
        return None

    def do_held(self):
        if not self.spend(2):
            return False
        name = self.rng.choice(["asks", "tries"])
        lock = self.rng.choice(["l0", "l1"])
        self.emit(f"int {(number := self.fresh('i'))} = {self.known()};")
        call = f"{number} = {self.uses(name)}({self.number(1)});"
        self.emit(f"synchronized ({lock}) {{ {call} }}" if self.chance(0.5) and self.depth < 2 else call)
        self.scope["int"] = [*self.names("int"), number]
        return None

    def do_local(self):
        if not self.spend(1):
            return False
        if self.spend(1) and self.chance(0.4):
            self.declare("int", f"{self.uses('stash')}({self.known()})")
            return None
        self.emit(f"{self.uses('remember')}({self.number(1)});")
        if self.chance(0.6):
            self.declare("int", f"{self.rng.choice(['tl0', 'tl1'])}.get()")
        return None

    def do_pass(self):
        """A private object is given to a method, which changes it by what it reads, or gives it back, or does not."""
        types = [type for type in PASSED if self.names(type)]
        if not types or not self.spend(2):
            return False
        type = self.rng.choice(types)
        member, given, text = self.rng.choice(PASSED[type])
        call = text.format(self.rng.choice(self.names(type)), self.rng.choice(self.names(type)), self.number(1))
        self.uses(member)
        if given and self.chance(0.7):
            self.declare(given, call, given[0].lower() if given != "Node" else "y")
        else:
            self.emit(f"{call};")
        return None
