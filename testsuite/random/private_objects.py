"""Statements of random programs (`local_states.py`) about objects that only one thread can reach, at least at first."""


class PrivateObjects:
    """Of a `Writer`."""

    def do_node(self):
        self.uses("Cell")
        cells = self.names("Cell")
        if cells and self.chance(0.6):
            cell = self.rng.choice(cells)
            options = [f"{cell}.f = {self.number()};", f"{cell}.f += {self.known()};", f"{self.uses('fill')}({cell}, {self.number()});"]
            self.emit(self.rng.choice(options) if self.rounds == 1 else f"{cell}.f = ({cell}.f + {self.number()}) & 7;")
            return
        if self.chance(0.2) and self.spend(2):
            # The object is there before its arguments are.
            self.declare("Cell", f"new Cell({self.uses('looks')}({self.known()}))", "n")
            return
        made = [f"new Cell({self.number()})", f"new Cell({self.known()})", *(f"{self.test()} ? {cell} : new Cell({self.number()})" for cell in cells)]
        if self.spend(2):
            made.append(f"{self.uses('cell')}({self.known()})")
        self.declare("Cell", self.rng.choice(made), "n")

    def do_link(self):
        cells = self.names("Cell")
        if len(cells) < 2:
            return self.do_node()
        a, b = self.rng.sample(cells, 2)
        self.emit(self.rng.choice([f"{a}.next = {b};", f"if ({self.test()}) {{ {a} = {b}; }}", f"if ({self.test()}) {{ {a}.next = {b}; {b}.next = {a}; }}"]))
        self.declare("int", f"{self.uses('walk')}({a})")
        return None

    def do_array(self):
        arrays = self.names("int[]")
        if arrays and self.chance(0.6):
            name = self.rng.choice(arrays)
            self.emit(f"{name}[{self.rng.choice(['0', name + '.length - 1'])}] {self.rng.choice(['=', '='] if self.rounds > 1 else ['=', '+='])} {self.number()};")
        else:
            self.declare("int[]", self.rng.choice([f"new int[1 + ({self.number()} & 1)]", f"new int[] {{{self.number()}, {self.known()}}}"]), "a")

    def one_of(self, type, prefix):
        """An object of this type, a new one if there is none."""
        if not self.names(type):
            made = type.replace("Integer, Integer", "").replace("Integer", "")
            self.declare(type, f"new {made}()", prefix)
        return self.rng.choice(self.names(type))

    def do_builder(self):
        name = self.one_of("StringBuilder", "b")
        self.emit(f"{name}.append({self.number()});")

    def do_list(self):
        name = self.one_of("ArrayList<Integer>", "m")
        self.emit(f"if ({self.test()}) {{ {name}.add({self.number()}); }}" if self.chance(0.5) else f"{name}.add({self.number()});")

    def do_deque(self):
        name = self.one_of("ArrayDeque<Integer>", "d")
        number = self.number()
        self.emit(self.rng.choice([f"{name}.addFirst({number});", f"{name}.addLast({number});", f"if ({self.test()}) {{ {name}.pollFirst(); }}"]))

    def do_map(self):
        name, key, number = self.one_of("HashMap<Integer, Integer>", "h"), f"{self.number()} & 3", self.number()
        lines = [f"{name}.put({key}, {number});", f"{name}.merge({key}, {number}, (old, more) -> old + more);", f"{name}.computeIfAbsent({key}, key -> key + {self.rng.choice(self.places)});"]
        self.emit(self.rng.choice(lines if self.spend(1) else lines[:1]))

    def do_pair(self):
        self.uses("Pair")
        made = [f'new Pair({self.number()}, "s" + {self.known()})', *(f"{self.test()} ? {p} : new Pair({self.known()}, \"s\")" for p in self.names("Pair"))]
        name = self.declare("Pair", self.rng.choice(made), "p")
        others = [p for p in self.names("Pair") if p != name]
        if others:
            self.declare("boolean", f"{name}.equals({self.rng.choice(others)})", "e")

    def do_box(self):
        a, b = self.fresh("u"), self.fresh("u")
        self.emit(f"Integer {a} = {self.number()}, {b} = {self.number()};")
        self.declare("boolean", f"{a}.equals({b})", "e")

    def do_text(self):
        text = self.declare("String", f'"t" + {self.number()} + {self.known()}', "s")
        self.declare("int", f"{text}.hashCode() & 7") if self.chance(0.5) else self.declare("char", f"{text}.charAt(1)", "c")

    def do_iterate(self):
        lists = self.names("ArrayList<Integer>")
        if not lists or self.rounds > 1 or not self.spend(2):
            return False
        total, over, kind = self.declare("int", "0"), self.rng.choice(lists), self.rng.choice(["each", "iterator", "kept", "function"])
        if kind == "each":
            self.emit(f"for (int each : {over}) {{ {total} += each * {self.rng.choice(self.places)}; }}")
        elif kind == "iterator":
            name = self.declare("Iterator<Integer>", f"{over}.iterator()", "o")
            self.emit(f"while ({name}.hasNext() && {self.rng.choice(self.places)} < 3) {{ {total} += {name}.next(); }}")
        elif kind == "kept":
            name, k = self.declare("Iterator<Integer>", f"new ArrayList<>({over}).iterator()", "o"), self.fresh("k")
            self.emit(f"for (int {k} = 0; {k} < 2; {k}++) {{ {total} = {self.uses('advance')}({name}); }}")
        else:
            name = self.declare("int[]", "new int[1]", "a")
            self.emit(f"{over}.forEach(each -> {{ {name}[0] += each + {self.rng.choice(self.places)}; }});")
        return None

    def do_made(self):
        """Constructors and initialisers that read and write what is shared."""
        if not self.spend(3):
            return False
        name = self.declare("Made", f"new {self.uses('Made')}({self.known()})", "z")
        self.declare("int", f"{name}.told({self.known()})")
        return None

    def do_publish(self):
        if self.rounds > 1 or not self.spend(4):
            return False
        self.uses("Node")
        name = self.declare("Node", f"new Node({self.known()})", "y")
        if self.chance(0.5):
            self.emit(f"{name}.deep = {self.number()};")
        self.emit(self.rng.choice([f"if ({self.test()}) {{ top = {name}; }}", f"top = {name};", f"{name}.link = top;", f"{name}.deep++;"]))
        if self.chance(0.5) and self.spend(1):
            other = self.rng.choice(self.names("Node"))
            self.emit(f"if ({other} != null) {{ {other}.deep = {self.known()}; }}")
        return None

    def do_find(self):
        if not self.spend(2):
            return False
        self.uses("Node")
        name = self.declare("Node", "top", "y")
        what = self.rng.choice(["{0}.deep", "{0}.first", "{0}.link == null ? 8 : 7"])
        self.declare("int", f"{name} == null ? 9 : {what.format(name)}")
        self.scope["Node"] = self.names("Node")[:-1]
        return None
