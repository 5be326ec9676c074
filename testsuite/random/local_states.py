"""Random programs whose threads have local states that matter, or do not: themes of `generate.py`.

What a thread has read is kept in variables, in objects that only it can reach, in thread locals and in locks that it holds, past calls and loops; some of it is
forgotten, and the rest is what the thread says in the end. So histories that differ come to the same local state, or nearly so. The programs are Java text from the start;
`interleave.py` reads that and has the outcomes.

A theme says which statements there are beside those of all (`COMMON`). What shared accesses a statement may make is bounded (`cost`), also in loops.
"""

from calls import Calls
from members import MEMBERS, library
from private_objects import PrivateObjects

COMMON = ["declare", "assign", "assign", "write", "write", "branch", "once", "ternary"]
THEMES = {
    "retries": ["loop", "loop", "loop", "nested", "cas", "cas", "waitBounded", "locked", "attempt"],
    "helpers": ["call", "call", "call", "operands", "recursion", "varargs", "dispatch", "lambda", "loop", "raise"],
    "records": ["node", "node", "link", "array", "builder", "list", "deque", "map", "pair", "box", "text", "iterate", "loop", "made", "publish", "publish", "find", "pass", "pass", "pass", "pass"],
    "holds": ["take", "take", "held", "locked", "locked", "local", "local", "own", "loop", "call", "cas"],
    "localStates": ["loop", "loop", "nested", "cas", "waitBounded", "locked", "attempt", "call", "call", "operands", "recursion", "varargs", "dispatch", "lambda",
                    "raise", "node", "link", "array", "builder", "list", "deque", "map", "pair", "box", "text", "iterate", "made", "publish", "find", "pass", "pass", "take", "held",
                    "local", "own", "switch"],
}  # fmt: skip

HEAD = """import java.util.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;
import java.util.function.*;

public class {name} {{
  static int x, y;
  static volatile int v, w;
  static final AtomicInteger c = new AtomicInteger();
  static final Object l0 = new Object(), l1 = new Object();
  static final ReentrantLock j0 = new ReentrantLock();
  static String {results};
"""

# Local variables by their type: how one is made of ints.
TYPES = {
    "int": "{0}", "long": "{0}", "double": "{0} / 2.0", "boolean": "{0} > 1", "char": "(char) ('a' + ({0} & 3))", "String": '"{1}" + {0}',
}  # fmt: skip


class Writer(PrivateObjects, Calls):
    """Of one program."""

    def __init__(self, rng, theme):
        self.rng, self.kinds = rng, [*THEMES[theme], *COMMON]
        self.threads, self.numbers = rng.choice([2, 2, 2, 3]), 0
        self.places = rng.sample(["x", "y", "v", "c.get()"], rng.choice([1, 2, 2, 3]))
        self.members = library(rng, self.places)
        # Whether a thread waits without end for another, which waits for nothing.
        self.waits = rng.random() < 0.2

    # What statements are made of

    def chance(self, probability):
        return self.rng.random() < probability

    def fresh(self, prefix):
        self.numbers += 1
        return f"{prefix}{self.numbers}"

    def emit(self, line):
        self.lines.append("    " + "  " * self.depth + line)

    def names(self, type):
        return self.scope.get(type, [])

    def declare(self, type, value, prefix=None):
        """The name of a new variable. It can be used from now on in this block."""
        name = self.fresh(prefix or type[0].lower())
        self.emit(f"{type} {name} = {value};")
        self.scope[type] = [*self.names(type), name]
        return name

    def spend(self, cost):
        """Whether that many accesses are allowed here."""
        if self.budget < cost * self.rounds:
            return False
        self.budget -= cost * self.rounds
        return True

    def read(self):
        return self.rng.choice(self.places) if self.spend(1) else self.known()

    def known(self):
        """An int that costs nothing."""
        options = [str(self.rng.randint(0, 2)), *self.names("int") * 3]
        options += [f"{a}[0]" for a in self.names("int[]")] + [f"{a}.length" for a in self.names("int[]")]
        options += [f"{n}.f" for n in self.names("Cell") * 2] + [f"{n}.size()" for n in self.names("ArrayList<Integer>")]
        options += [f"{s}.length()" for s in self.names("String")] + [f"({s}.hashCode() & 3)" for s in self.names("String")]
        options += [f"{p}.a()" for p in self.names("Pair")]
        return self.rng.choice(options)

    def number(self, depth=0):
        """An int."""
        choice = self.rng.random()
        if depth < 2 and choice < 0.2:
            return f"({self.number(depth + 1)} {self.rng.choice('+++-*')} {self.known()})"
        if choice < 0.6:
            return self.read()
        return self.known()

    def test(self):
        choice = self.rng.random()
        pairs = [names for type in ("Cell", "Pair") if len(names := self.names(type)) > 1]
        if pairs and choice < 0.3:
            a, b = self.rng.sample(self.rng.choice(pairs), 2)
            return f"{a} {self.rng.choice(['==', '!='])} {b}"
        if self.names("boolean") and choice < 0.4:
            return self.rng.choice(["", "!"]) + self.rng.choice(self.names("boolean"))
        if choice < 0.5:
            first = f"{self.known()} {self.rng.choice(['<', '!='])} {self.rng.randint(1, 2)}"
            return f"({first} {self.rng.choice(['&&', '||'])} {self.number(1)} == {self.rng.randint(0, 2)})"
        return f"{self.number(1)} {self.rng.choice(['==', '!=', '>', '<'])} {self.rng.randint(0, 2)}"

    def uses(self, name):
        """A member of the program."""
        self.members[name].used = True
        return name

    # Blocks

    def inside(self, head, statements, rounds=1, tail="}"):
        """A block: what is declared in it is not known behind it."""
        self.emit(head)
        outer, self.rounds, self.depth = dict(self.scope), self.rounds * rounds, self.depth + 1
        for statement in statements:
            statement()
        self.scope, self.rounds, self.depth = outer, self.rounds // rounds, self.depth - 1
        if tail:
            self.emit(tail)

    def some(self, most=2):
        return [self.statement for _ in range(self.rng.randint(1, most))]

    def statement(self):
        kinds = self.rng.sample(self.kinds, len(self.kinds))
        # Where nobody writes, there is nothing to learn.
        kinds[:0] = ["write"] if self.chance(0.3) else []
        for kind in kinds:
            if self.depth < 3 and self.budget >= self.rounds or kind in ("assign", "write", "once", "call", "own"):
                if getattr(self, "do_" + kind)() is not False:
                    return
        self.emit(";")

    # Statements; False: it has no place here

    def do_declare(self):
        type = self.rng.choice([*TYPES, "int"])
        self.declare(type, TYPES[type].format(self.number(), self.fresh("s")))

    def do_assign(self):
        type = self.rng.choice([type for type in TYPES if self.names(type)] or [None])
        if type is None:
            return False
        name = self.rng.choice(self.names(type))
        if type == "int":
            line = self.rng.choice(["{0} = ({1}) & 3", "{0} = ({0} + {1}) & 7", "{0} += {1}", "{0}++"]) if self.rounds == 1 else "{0} = ({0} * 2 + {1}) & 7"
            self.emit(line.format(name, self.number()) + ";")
        elif type == "String":
            self.emit(f"{name} {self.rng.choice(['=', '=', '+='])} {TYPES[type].format(self.number(), 'z')};")
        else:
            self.emit(f"{name} = {TYPES[type].format(self.number(), '')};")
        return None

    def do_write(self):
        if not self.spend(1):
            return False
        place = self.rng.choice(self.places)
        if place == "c.get()":
            line = self.rng.choice(["c.incrementAndGet()", "c.getAndAdd({0})", "c.compareAndSet({0}, {1})", "c.set({0} & 3)", "c.getAndSet({0} & 3)"])
            call = line.format(self.known(), self.rng.randint(0, 3))
            if "compare" in call or not self.chance(0.5):
                self.emit(call + ";")
            elif "c.set" not in call:
                self.declare("int", call)
            else:
                self.emit(call + ";")
        else:
            self.emit(self.rng.choice([f"{place} = {self.known()} & 3;", f"{place} = {self.rng.randint(1, 3)};", f"{place} = ({self.number()}) & 3;"]))
        return None

    def do_branch(self):
        self.inside(f"if ({self.test()}) {{", self.some(), tail=None)
        if self.chance(0.5):
            self.inside("} else {", self.some())
        else:
            self.emit("}")

    def do_once(self):
        """A variable that is overwritten in one branch."""
        if not self.names("int"):
            return False
        name = self.rng.choice(self.names("int"))
        self.emit(f"if ({self.test()}) {{ {name} = {self.number()} & 3; }}")
        return None

    def do_ternary(self):
        self.declare("int", f"{self.test()} ? {self.number()} : {self.number()}")

    def do_switch(self):
        self.emit(f"switch ({self.number()}) {{")
        for k in range(2):
            self.inside(f"case {k}: {{", self.some(1))
            if self.chance(0.6):
                self.emit("break;")
        self.inside("default: {", self.some(1))
        self.emit("}")

    def leaves(self, name, label=""):
        """Leaves or goes on with a loop, by what was read."""
        if self.chance(0.5):
            self.emit(f"if ({self.test()}) {{ {name}{label}; }}")

    def do_loop(self):
        if self.rounds > 2 or self.budget < 3 * self.rounds:
            return False
        rounds, kind = self.rng.choice([2, 2, 3]), self.rng.choice(["for", "while", "do", "finally"])
        body = [lambda: self.leaves("break"), *self.some(), lambda: self.leaves("continue")]
        if kind == "for":
            name = self.fresh("i")
            self.inside(f"for (int {name} = 0; {name} < {rounds}; {name}++) {{", body, rounds)
            return None
        name = self.fresh("k")
        self.emit(f"int {name} = 0;")
        if kind == "while":
            self.inside(f"while ({name}++ < {rounds} && {self.test()}) {{", body, rounds)
        elif kind == "do":
            self.inside("do {", body, rounds, f"}} while (++{name} < {rounds} && {self.test()});")
        else:
            # There is a way out of the loop past each end of the protected block.
            last = [lambda: self.emit(f"{name}++;"), lambda: self.do_write()]
            self.inside(f"while ({name} < {rounds}) {{", [lambda: self.inside("try {", body, tail=None), lambda: self.inside("} finally {", last)], rounds)
        return None

    def do_nested(self):
        if self.rounds > 1 or self.budget < 4:
            return False
        label, i, j = self.fresh("outer"), self.fresh("i"), self.fresh("j")
        body = [lambda: self.leaves(self.rng.choice(["break ", "continue "]), label), *self.some(), lambda: self.leaves("break")]
        inner = [*self.some(1), lambda: self.inside(f"for (int {j} = 0; {j} <= {i}; {j}++) {{", body, 2)]
        self.emit(f"{label}:")
        self.inside(f"for (int {i} = 0; {i} < 2; {i}++) {{", inner, 2)
        return None

    def do_cas(self):
        if self.rounds > 2 or not self.spend(3):
            return False
        name, kind = self.declare("int", "0"), self.rng.choice(["do", "while", "call", "count"])
        more = self.rng.randint(1, 2)
        if kind == "do":
            self.inside("do {", [lambda: self.emit(f"{name} = c.get();"), lambda: self.leaves("break")], 1, f"}} while (!c.compareAndSet({name}, {name} + {more}));")
        elif kind == "while":
            self.emit(f"while (!c.compareAndSet({name}, {name} + {more})) {{ {name} = c.get(); }}")
        elif kind == "call":
            self.emit(f"{name} = {self.uses('retry')}({more});")
        else:
            tries = self.declare("int", "0")
            self.emit(f"do {{ {name} = c.get(); {tries}++; }} while (!c.compareAndSet({name}, {name} + {more}));")
        return None

    def do_waitBounded(self):
        if not self.spend(2):
            return False
        name, place = self.declare("int", "0"), self.rng.choice(self.places)
        self.emit(f"while ({name} < {self.rng.randint(1, 2)} && {place} != {self.rng.randint(1, 2)}) {{ {name}++; }}")
        return None

    def do_locked(self):
        lock = self.rng.choice(["l0", "l0", "j0", "l1"] if not self.held else [*self.held, "l0"])
        if self.depth > 1 or not self.spend(2):
            return False
        self.held.append(lock)
        if lock == "j0":
            self.emit("j0.lock();")
            self.inside("try {", self.some(), tail=None)
            self.inside("} finally {", [lambda: self.emit("j0.unlock();")])
        else:
            self.inside(f"synchronized ({lock}) {{", self.some())
        self.held.pop()
        return None

    def do_attempt(self):
        """An exception that says what was read."""
        text = self.declare("String", '"no"')
        kind = self.rng.choice(["IllegalStateException", "Failed"])
        thrown = f'new IllegalStateException("m" + {self.known()})' if kind[0] == "I" else f"new {self.uses('Failed')}({self.known()})"
        body = [*self.some(), lambda: self.emit(f"if ({self.test()}) {{ throw {thrown}; }}"), *self.some(1)]
        self.inside("try {", body, tail=None)
        caught = self.rng.choice(["{} = e.getMessage();", "{} = \"yes\";"]) if kind[0] == "I" else self.rng.choice(['{} = "f" + e.at;', "{} = e.getMessage();"])
        self.inside(f"}} catch ({kind} e) {{", [lambda: self.emit(caught.format(text))], tail=None)
        if self.chance(0.4):
            self.inside("} finally {", self.some(1))
        else:
            self.emit("}")

    def do_own(self):
        self.emit(f"own{self.me} = (own{self.me} * 2 + {self.number()}) & 7;")

    # The program

    def body(self):
        self.lines, self.scope, self.rounds, self.depth, self.held = [], {}, 1, 0, []
        self.budget = self.rng.randint(14, 28) if self.threads == 2 else self.rng.randint(7, 12)
        if self.waits and self.me == 0:
            waits = self.rng.choice(["while (w == 0) { }", f"while (!{self.uses('ready')}(1)) {{ }}", "do { } while (w != 1);", f"{self.uses('awaits')}(2);"])
        count = self.rng.randint(4, 8)
        for k in range(count):
            if self.waits and self.me == 0 and k == count // 2:
                self.emit(waits)
            self.statement()
            if self.chance(0.03):
                self.emit(f"System.out.print({self.known()});")
        if self.waits and self.me == 1:
            self.emit("w = 1;")
        said = [name for type, names in self.scope.items() for name in names if type in (*TYPES, "Pair", "ArrayList<Integer>", "StringBuilder", "HashMap<Integer, Integer>", "ArrayDeque<Integer>")]
        said += [f"{name}[0]" for name in self.names("int[]")] + [f"{name}.f" for name in self.names("Cell")] + [f"own{self.me}"]
        said = self.rng.sample(said, min(len(said), self.rng.choice([1, 2, 3, 5])))
        self.emit(f'r{self.me} = "" + ' + ' + "," + '.join(said) + ";")
        return self.lines

    def text(self, name):
        bodies = []
        for self.me in range(self.threads):
            bodies += [f"  static void t{self.me}() {{", *self.body(), "  }"]
        results = [f"r{t}" for t in range(self.threads)]
        out = [HEAD.format(name=name, results=", ".join(results)).rstrip(), "  static int " + ", ".join(f"own{t}" for t in range(self.threads)) + ";"]
        for member in MEMBERS:
            out += self.members[member].lines if any(self.members[user].used for user in self.members[member].users) else []
        threads = ", ".join(f"h{t} = new Thread({name}::t{t})" for t in range(self.threads))
        acts = " ".join(f"h{t}.{what}();" for what in ("start", "join") for t in range(self.threads))
        shown = ' + " " + '.join([*results, *self.places])
        out += [*bodies, "  public static void main(String[] args) throws InterruptedException {", f"    Thread {threads};", f"    {acts}"]
        return "\n".join([*out, f"    System.out.println({shown});", "  }", "}"]) + "\n"
