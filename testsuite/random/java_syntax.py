"""A parser of the part of Java that random programs with local states are written in.

A program is one class; its members may be classes, interfaces and records. Trees are tuples whose first element says what they are; types are their text without
arguments ("int", "int[]", "ArrayList"). What is not understood is an error, so nothing is simulated that was not read in full.
"""

import re
from collections import namedtuple

TOKEN = re.compile(
    r"\s+|//[^\n]*|(?P<number>\d+(?:\.\d+)?L?)|(?P<name>[A-Za-z_]\w*)|(?P<text>\"(?:[^\"\\]|\\.)*\")|(?P<char>'(?:[^'\\]|\\.)')"
    r"|(?P<sign>->|::|\+\+|--|\+=|-=|\*=|&=|==|!=|<=|>=|&&|\|\||>>|<<|[-+*/%&|^!<>=?:;,.(){}\[\]])"
)
MODIFIERS = {"public", "private", "static", "final", "volatile", "abstract"}
PRIMITIVES = {"int", "long", "double", "boolean", "char", "byte", "short"}
LEVELS = [["||"], ["&&"], ["|"], ["^"], ["&"], ["==", "!="], ["<", ">", "<=", ">=", "instanceof"], ["<<", ">>"], ["+", "-"], ["*", "/", "%"]]
ASSIGNMENTS = ["=", "+=", "-=", "*=", "&="]

# kind: class, interface or record. fields: (modifiers, type, name, initial value or None), with initialiser blocks in between as ("block", ..);
# methods: name -> Method, constructors among them as "<init>".
Class = namedtuple("Class", "kind name parent fields methods classes")
Method = namedtuple("Method", "modifiers type name parameters body")


def tokens(text):
    at, found = 0, []
    while at < len(text):
        match = TOKEN.match(text, at)
        if not match:
            raise SyntaxError(f"not understood: {text[at : at + 20]!r}")
        if match.lastgroup:
            found.append((match.lastgroup, match.group()))
        at = match.end()
    return [*found, ("end", "")]


class Parser:
    def __init__(self, text):
        self.tokens, self.at = tokens(text), 0

    def next(self):
        self.at += 1
        return self.tokens[self.at - 1][1]

    def sees(self, *texts):
        return all(self.tokens[min(self.at + k, len(self.tokens) - 1)][1] == text for k, text in enumerate(texts))

    def takes(self, *texts):
        """One of these, if it comes next."""
        return self.next() if self.tokens[self.at][0] not in ("text", "char") and self.tokens[self.at][1] in texts else None

    def wants(self, text):
        if self.next() != text:
            raise SyntaxError(f"{text!r} is missing before {' '.join(t for _, t in self.tokens[self.at - 1 : self.at + 9])!r}")

    def name(self):
        kind, text = self.tokens[self.at]
        if kind != "name":
            raise SyntaxError(f"no name: {text!r}")
        return self.next()

    def listed(self, parse, end):
        """What there is up to here, with commas in between."""
        found = []
        while not self.takes(end):
            found.append(parse())
            self.takes(",")
        return found

    def attempt(self, parse):
        """What this gives, or None and nothing was read."""
        before = self.at
        try:
            return parse()
        except SyntaxError:
            self.at = before
            return None

    # Declarations

    def program(self):
        while self.takes("import"):
            while self.next() != ";":
                pass
        self.modifiers()
        return self.declared_class()

    def modifiers(self):
        found = set()
        while self.tokens[self.at][1] in MODIFIERS:
            found.add(self.next())
        return found

    def declared_class(self):
        kind = self.takes("class", "interface", "record")
        if not kind:
            raise SyntaxError(f"no class: {self.tokens[self.at]}")
        name, parent = self.name(), None
        fields, methods, classes = [], {}, {}
        if kind == "record":
            fields = [({"private"}, type, field, None) for type, field, _ in self.parameters()]
        if self.takes("extends"):
            parent = self.type()
        if self.takes("implements"):
            # What an interface declares is found in the class.
            self.type()
        self.wants("{")
        while not self.takes("}"):
            modifiers = self.modifiers()
            if self.tokens[self.at][1] in ("class", "interface", "record"):
                inner = self.declared_class()
                classes[inner.name] = inner
            elif self.sees("{"):
                fields.append(("block", self.block()))
            else:
                self.member(name, modifiers, fields, methods)
        return Class(kind, name, parent, fields, methods, classes)

    def member(self, owner, modifiers, fields, methods):
        if self.sees(owner, "("):
            type, name = self.next(), "<init>"
        else:
            type, name = self.type(), self.name()
        if self.sees("("):
            parameters = self.parameters()
            if self.takes("throws"):
                self.type()
            body = None if self.takes(";") else self.block()
            methods[name] = Method(modifiers, type, name, parameters, body)
            return
        while True:
            fields.append((modifiers, type, name, self.expression() if self.takes("=") else None))
            if not self.takes(","):
                break
            name = self.name()
        self.wants(";")

    def parameters(self):
        """(type, name, whether there may be any number)"""
        def parameter():
            type = self.type()
            many = self.sees(".", ".", ".")
            self.at += 3 if many else 0
            return type, self.name(), many

        self.wants("(")
        return self.listed(parameter, ")")

    def type(self):
        name = self.name()
        if self.takes("<"):
            depth = 1
            while depth:
                token = self.next()
                if token not in ("<", ">", ">>", ",", "?", "[", "]") and not token.isidentifier():
                    raise SyntaxError("no type")
                depth += {"<": 1, ">": -1, ">>": -2}.get(token, 0)
        while self.sees("[", "]"):
            self.at += 2
            name += "[]"
        return name

    # Statements

    def block(self):
        self.wants("{")
        found = []
        while not self.takes("}"):
            found.append(self.statement())
        return ("block", found)

    def statement(self):
        if self.sees("{"):
            return self.block()
        if self.tokens[self.at][0] == "name" and self.tokens[self.at + 1][1] == ":":
            label = self.name()
            self.wants(":")
            return self.loop(label)
        word = self.takes("if", "return", "break", "continue", "throw", "try", "synchronized", "switch", ";")
        if word is None:
            return self.loop(None) if self.tokens[self.at][1] in ("while", "do", "for") else self.plain()
        if word == ";":
            return ("block", [])
        if word == "if":
            condition, then = self.condition(), self.statement()
            return ("if", condition, then, self.statement() if self.takes("else") else ("block", []))
        if word == "synchronized":
            return ("sync", self.condition(), self.block())
        if word == "switch":
            return self.switch()
        if word == "try":
            return self.attempted()
        argument = None
        if not self.sees(";"):
            argument = self.name() if word in ("break", "continue") else self.expression()
        self.wants(";")
        return (word, argument)

    def plain(self):
        declared = self.attempt(self.declaration)
        if declared is None:
            declared = ("expr", self.expression())
        self.wants(";")
        return declared

    def declaration(self):
        if self.tokens[self.at][1] == "new":
            raise SyntaxError("no type")
        self.takes("final")
        type, found = self.type(), []
        while True:
            name = self.name()
            if self.tokens[self.at][1] not in ("=", ";", ",", ":"):
                raise SyntaxError("no declaration")
            found.append((name, self.expression() if self.takes("=") else None))
            if not self.takes(","):
                return ("local", type, found)

    def condition(self):
        self.wants("(")
        found = self.expression()
        self.wants(")")
        return found

    def loop(self, label):
        word = self.next()
        if word == "while":
            return ("while", label, self.condition(), self.statement())
        if word == "do":
            body = self.statement()
            self.wants("while")
            condition = self.condition()
            self.wants(";")
            return ("do", label, body, condition)
        if word != "for":
            raise SyntaxError(f"no loop: {word!r}")
        self.wants("(")
        first = None if self.sees(";") else self.attempt(self.declaration) or ("expr", self.expression())
        if self.takes(":"):
            over = self.expression()
            self.wants(")")
            return ("foreach", label, first[1], first[2][0][0], over, self.statement())
        self.wants(";")
        condition = None if self.sees(";") else self.expression()
        self.wants(";")
        update = None if self.sees(")") else self.expression()
        self.wants(")")
        return ("for", label, first, condition, update, self.statement())

    def switch(self):
        value, cases = self.condition(), []
        self.wants("{")
        while not self.takes("}"):
            labels = []
            while self.sees("case") or self.sees("default"):
                labels.append(self.primary() if self.next() == "case" else None)
                self.wants(":")
            body = []
            while self.tokens[self.at][1] not in ("case", "default", "}"):
                body.append(self.statement())
            cases.append((labels, ("block", body)))
        return ("switch", value, cases)

    def attempted(self):
        body, handlers = self.block(), []
        while self.takes("catch"):
            self.wants("(")
            types = [self.type()]
            while self.takes("|"):
                types.append(self.type())
            name = self.name()
            self.wants(")")
            handlers.append((types, name, self.block()))
        return ("try", body, handlers, self.block() if self.takes("finally") else None)

    # Expressions

    def expression(self):
        made = self.attempt(self.function)
        if made:
            return made
        left = self.conditional()
        sign = self.takes(*ASSIGNMENTS)
        return ("assign", sign[:-1], left, self.expression()) if sign else left

    def function(self):
        if self.takes("("):
            names = self.listed(self.name, ")")
        else:
            names = [self.name()]
        self.wants("->")
        return ("lambda", names, self.block() if self.sees("{") else ("return", self.expression()))

    def conditional(self):
        condition = self.binary(0)
        if not self.takes("?"):
            return condition
        first = self.expression()
        self.wants(":")
        return ("cond", condition, first, self.expression())

    def binary(self, level):
        if level == len(LEVELS):
            return self.unary()
        left = self.binary(level + 1)
        while sign := self.takes(*LEVELS[level]):
            if sign == "instanceof":
                left = ("instanceof", left, self.type())
            else:
                left = ({"&&": "and", "||": "or"}.get(sign, "binary"), sign, left, self.binary(level + 1))
        return left

    def unary(self):
        if sign := self.takes("!", "-"):
            return ("not" if sign == "!" else "minus", self.unary())
        if sign := self.takes("++", "--"):
            return ("step", self.unary(), sign, True)
        if self.sees("(") and self.tokens[self.at + 1][1] in PRIMITIVES and self.tokens[self.at + 2][1] == ")":
            self.at += 3
            return ("cast", self.tokens[self.at - 2][1], self.unary())
        value = self.primary()
        while True:
            if self.takes("."):
                name = self.name()
                value = ("call", value, name, self.arguments()) if self.sees("(") else ("field", value, name)
            elif self.takes("["):
                value = ("element", value, self.expression())
                self.wants("]")
            elif sign := self.takes("++", "--"):
                value = ("step", value, sign, False)
            else:
                return value

    def arguments(self):
        self.wants("(")
        return self.listed(self.expression, ")")

    def primary(self):
        kind, text = self.tokens[self.at]
        if self.takes("("):
            value = self.expression()
            self.wants(")")
            return value
        self.at += 1
        if kind == "number":
            return ("literal", float(text) if "." in text else int(text.rstrip("L")))
        if kind == "text":
            return ("text", text[1:-1].encode().decode("unicode_escape"))
        if kind == "char":
            return ("char", text[1:-1].encode().decode("unicode_escape"))
        if text in ("true", "false", "null"):
            return ("literal", {"true": True, "false": False, "null": None}[text])
        if text == "this":
            return ("this",)
        if text == "new":
            return self.made()
        if kind != "name":
            raise SyntaxError(f"no expression: {text!r}")
        if self.takes("::"):
            return ("method", text, self.name())
        return ("call", None, text, self.arguments()) if self.sees("(") else ("name", text)

    def made(self):
        name = self.name()
        if self.sees("[", "]"):
            self.at += 2
            self.wants("{")
            return ("elements", name, self.listed(self.expression, "}"))
        if self.takes("["):
            length = self.expression()
            self.wants("]")
            return ("array", name, length)
        if self.takes("<"):
            while self.next() != ">":
                pass
        return ("new", name, self.arguments())


def parse(text):
    return Parser(text).program()
