"""Methods, classes and fields that programs with local states may have (`local_states.py`), with places that are drawn at random."""


class Member:
    """cost: how many shared accesses a call makes; users: members that need it, itself among them."""

    def __init__(self, cost, text):
        self.cost, self.lines, self.users, self.used = cost, ["  " + line for line in text.strip("\n").split("\n")], [], False


# name: (cost, what else it needs, text). P, Q: shared variables; K: a number from 1 to 2; in {braces}, divided by |, one of several.
MEMBERS = {
    "same": (1, [], "static int same(int n) {{int z = P; return n;|if (P > K) {return n + 1;} return n;|int z = P + n; z = n; return z & 3;}}"),
    "poll": (2, [], "private static int poll(int n) {\n  int z = 0;\n  while (z < 2 && P != K) {z++;}\n  return {n|z|z > 0 ? 1 : 0};\n}"),
    "looks": (1, [], "static int looks(int n) {return {P + n|n > K ? P : 0|P > n ? 1 : 0|P};}"),
    "adds": (2, [], "static int adds(int n) {{P = (n + 1) & 3; return Q;|int z = P; Q = z & 3; return n + z;|c.incrementAndGet(); return n;}}"),
    "loops": (4, [], "static int loops(int n) {\n  int z = 0, u = 0;\n  for (int i = 0; i < 2; i++) {\n    u = P;\n    if (u == K) {{break|continue|return n};}\n    z {=|+=} u + n;\n  }\n  return {z|z & 1|n|u};\n}"),
    "early": (2, [], "static int early(int n) {\n  if (P == K) {return n;}\n  if (Q == K) {return {n|1|n + 1};}\n  return {n|0|2};\n}"),
    "retry": (3, [], "static int retry(int n) {\n  int z;\n  do {\n    z = c.get();\n  } while (!c.compareAndSet(z, z + n));\n  return {z|0|z & 1};\n}"),
    "down": (4, [], "static int down(int n) {\n  if (n <= 0) {return P;}\n  {int z = P; return down(n - 1) + z;|return down(n - 1) + {1|P};|return P > K ? n : down(n - 1);}\n}"),
    "around": (4, ["back"], "static int around(int n) {return n <= 0 ? P : back(n - 1) + 1;}"),
    "back": (4, [], "static int back(int n) {int z = {Q|n}; return n <= 0 ? z : around(n - 1) * 2;}"),
    "sum": (0, [], "static int sum(int... all) {\n  int z = all.length;\n  for (int each : all) {z += each;}\n  return z;\n}"),
    "thrower": (1, [], 'static int thrower(int n) {\n  int z = P;\n  if (z + n > K) {throw new IllegalStateException("m" + {z|n|z + n});}\n  return {n|z};\n}'),
    "passer": (3, ["thrower"], "static int passer(int n) {\n  try {\n    return thrower(n) + {1|Q};\n  } finally {\n    {Q = K;|int u = Q;|if (Q == K) {P = 0;}}\n  }\n}"),
    "index": (1, [], "static int index(int n) {int[] a = new int[2]; a[0] = n; return a[P + {0|1}];}"),
    "divided": (1, [], "static int divided(int n) {return (n + 4) / P;}"),
    "Failed": (0, [], 'static class Failed extends RuntimeException {\n  int at;\n  Failed(int at) {super("at " + at); this.at = at;}\n}'),
    "Op": (2, [], "interface Op {int go(int n);}\nstatic class Plus implements Op {\n  int with;\n  Plus(int with) {this.with = with;}\n  public int go(int n) {return n + {with|P + with|P};}\n}\n"
        "static class Times extends Plus {\n  Times(int with) {super(with + 1);}\n  public int go(int n) {with += n; return with * {2|P};}\n}"),
    "Cell": (0, [], "static class Cell {\n  int f;\n  Cell next;\n  Cell(int f) {this.f = f;}\n  int bump(int n) {{f = n; return P;|if (P > K) {f++;} return n;|f = P; return f;|f = (f + P) & 7; return next == null ? 0 : next.f;}}\n  private Cell deeper() {if (P == K || next == null) {return this;} return next;}\n  Cell last() {return {deeper().deeper()|deeper()};}\n}"),
    "fill": (0, ["Cell"], "static void fill(Cell n, int z) {{n.f = z;|if (z > K) {n.f = z;}|n.next = new Cell(z);}}"),
    "cell": (2, ["Cell"], "static Cell cell(int n) {Cell z = new Cell(n); {z.f = P;|if (P == K) {z.next = z;}|z.next = new Cell(P);} return z;}"),
    "walk": (0, ["Cell"], "static int walk(Cell n) {\n  int z = 0;\n  for (int i = 0; i < 3 && n != null; i++) {\n    z = z * 2 + (n.f & 3);\n    n = n.next;\n  }\n  return z;\n}"),
    "swap": (1, ["Cell"], "static void swap(Cell a, Cell b) {\n  {if (P > K) {Cell z = a.next; a.next = b.next; b.next = z;}|int z = a.f; a.f = b.f; b.f = P > K ? z : 0;|a.f = P; a.next = b;}\n}"),
    "pick": (1, ["Cell"], "static Cell pick(Cell a, Cell b) {return P {>|==} K ? a : {b|new Cell(b.f)};}"),
    "wrap": (1, ["Cell"], "static Cell wrap(Cell a) {Cell z = new Cell(P); {z.next = a;|a.next = z;|if (z.f > K) {z.next = a;}} return {z|a|z.f == K ? a : z};}"),
    "appends": (1, [], "static {StringBuilder appends(StringBuilder b, int n) {return b.append(P);}|int appends(StringBuilder b, int n) {int z = P; if (z > n) {b.append(n);} return z & 1;}}"),
    "puts": (2, [], "static void puts(ArrayList<Integer> m, int n) {{if (P > K) {m.add(n);}|m.add(P);|if (m.size() > 1) {m.remove(0);} m.add(Q);}}"),
    "polls": (1, [], "static int polls(ArrayDeque<Integer> d, int n) {\n  Integer z = {P > K ? d.pollFirst() : d.peekFirst()|d.pollLast()|d.pollFirst()};\n  return z == null ? {P|n|8} : z;\n}"),
    "advance": (2, [], "static int advance(Iterator<Integer> o) {return o.hasNext() && P {>|!=} K ? o.next() : {Q|0};}"),
    "sets": (2, [], "static int sets(int[] a, int n) {{a[0] = P; return n;|int z = P; if (z == K) {a[a.length - 1] = n;} return {0|z};|a[P > K ? 0 : a.length - 1] = Q; return 1;}}"),
    "counts": (1, [], "static void counts(HashMap<Integer, Integer> h, int n) {{h.put(n & 1, P);|h.merge(P & 1, n, (p, q) -> p + q);|if (P > K) {h.remove(n);}}}"),
    "guarded": (2, ["thrower"], "static int guarded(int n) {synchronized (l0) {return thrower(n);}}"),
    "grabs": (3, [], 'static int grabs(int n) {\n  j0.lock();\n  if (P > K) {throw new IllegalStateException("g" + {n|P});}\n  {j0.unlock();|if (n > 0) {j0.unlock();}}\n  return n;\n}'),
    "give": (2, ["Node"], "static int give(Node n) {{if (P > K) {top = n;} return 0;|top = n; return P;|int z = n.deep; if (z == P) {top = n;} return z;|n.link = top; top = n; return 1;}}"),
    "choose": (2, ["Node"], "static Node choose(Node a, Node b) {{top = P > K ? a : b; return {a|b|top};|if (P > K) {top = a; return b;} return a;|a.link = b; if (P > K) {top = a;} return {a|b};}}"),
    "stash": (2, ["tc", "Cell"], "static int stash(int n) {{tc.get().f = P; return n;|Cell z = tc.get(); if (P > K) {z.f += n;} return z.f;|if (P > K) {tc.set(new Cell(n));} return tc.get().f;}}"),
    "tc": (0, ["Cell"], "static final ThreadLocal<Cell> tc = ThreadLocal.withInitial(() -> new Cell({0|P}));"),
    "awaits": (1, [], "static int awaits(int n) {\n  int z = 0;\n  {while (w == 0) {}|while (w == 0) {z = P;}|do {z = w;} while (z == 0);|for (;;) {if (w == 1) {break;} z = n;}}\n  return {z|P|n};\n}"),
    "ready": (2, [], "static boolean ready(int n) {{return w == 1;|int z = P; return w == 1;|return P > 5 || w > 0;}}"),
    "Pair": (0, [], "record Pair(int a, String b) {}"),
    "Made": (3, [], "static class Made {\n  int had = P;\n  int count;\n  {block}\n  Made(int n) {count {=|+=} n; {Q = n & 3;|if (P > K) {count = 7;}}}\n  int told(int n) {count += n; return {had|count|had + count};}\n}"),
    "Node": (4, [], "static class Node {\n  int deep;\n  Node link;\n  {final |}int first;\n  Node(int n) {first = n; {deep = 1;|}}\n}\nstatic {volatile |}Node top;"),
    "take": (3, [], "static void take(int n) {\n  {if (n > 0) {j0.lock();}|j0.lock(); if (n > 1) {j0.lock();}|if (n == K && !j0.tryLock()) {P = K;}|j0.lock();}\n}"),
    "drop": (1, [], "static void drop() {\n  {while (j0.isHeldByCurrentThread()) {j0.unlock();}|if (j0.isHeldByCurrentThread()) {int z = j0.getHoldCount(); for (int i = 0; i < z; i++) {j0.unlock();}}}\n}"),
    "asks": (2, [], "static int asks(int n) {\n  int z = P;\n  return {Thread.holdsLock(l0) ? z : n|Thread.holdsLock(l0) ? 1 : 0|j0.isHeldByCurrentThread() ? n : z & 1};\n}"),
    "tries": (2, [], "static int tries(int n) {\n  if (!j0.tryLock()) {return 5;}\n  try {\n    return {P|n|P + n};\n  } finally {\n    j0.unlock();\n  }\n}"),
    "remember": (2, ["tl0", "tl1"], "static void remember(int n) {{if (P > n) {tl0.set(n);}|tl0.set(P);|tl0.set((tl0.get() + n) & 3);|if (n > 0) {tl1.set(n);} else {tl1.remove();}}}"),
    "tl0": (0, [], "static final ThreadLocal<Integer> tl0 = ThreadLocal.withInitial(() -> {7|P});"),
    "tl1": (0, [], "static final ThreadLocal<Integer> tl1 = ThreadLocal.withInitial(() -> 6);"),
}  # fmt: skip


def closing(text, at):
    depth = 0
    for k in range(at, len(text)):
        depth += {"{": 1, "}": -1}.get(text[k], 0)
        if depth == 0:
            return k
    raise ValueError(text)


def parts(text):
    """At the bars that are in no inner braces."""
    found, depth = [""], 0
    for k, letter in enumerate(text):
        depth += {"{": 1, "}": -1}.get(letter, 0)
        # Not the operator.
        if letter == "|" and depth == 0 and text[k - 1 : k + 1] != "||" and text[k : k + 2] != "||":
            found.append("")
        else:
            found[-1] += letter
    return found


def drawn(text, rng):
    """With one of the several; braces without bars stay."""
    out, at = "", 0
    while at < len(text):
        if text[at] != "{":
            out += text[at]
            at += 1
            continue
        end = closing(text, at)
        options = parts(text[at + 1 : end])
        inner = drawn(rng.choice(options), rng)
        out += inner if len(options) > 1 else "{" + inner + "}"
        at = end + 1
    return out


def library(rng, places):
    """All members of a program that has these shared variables."""
    places = rng.sample(places, min(2, len(places)))
    written = [place for place in places if place[0] != "c"] or ["x"]
    block = rng.choice(["{ count = 2; }", "{ if (%s > 0) { count = 1; } }" % places[0], "{ }"])
    found = {}
    for name, (cost, _, text) in MEMBERS.items():
        text = drawn(text.replace("{block}", block), rng)
        for letter, place in (("P", places[0]), ("Q", places[-1])):
            text = replaced(text, letter, place, written[0])
        found[name] = Member(cost, replaced(text, "K", str(rng.randint(1, 2)), None))
    for name in MEMBERS:
        for needed in needs(name):
            found[needed].users.append(name)
    return found


def needs(name):
    """A member and all that it needs."""
    found, queue = [], [name]
    while queue:
        name = queue.pop()
        if name not in found:
            found.append(name)
            queue += MEMBERS[name][1] + (["around"] if name == "back" else [])
    return found


def replaced(text, letter, place, written):
    """The letter where it stands alone; `written` where it is assigned."""
    out = ""
    for k, c in enumerate(text):
        alone = c == letter and not (text[k - 1 : k].isalnum() or text[k + 1 : k + 2].isalnum())
        out += (written if written and text[k + 1 : k + 4] == " = " else place) if alone else c
    return out
