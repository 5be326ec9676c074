"""A random program as Java text."""

import alike
import initialisers
import places
from simulate import CAUGHT, LOCATIONS, NONE

# The register that a statement sets, by the place in the tuple.
REGISTER = {
    "read": 1, "inc": 1, "cas": 1, "get": 1, "getAndAdd": 1, "tryLock": 1, "wait": 2, "await": 2, "join": 2, "sleep": 1,
    "rmw": 1, "follow": 1, "init": 2, "semaphoreAcquire": 1, "latchAwait": 1, "semaphoreTry": 1, "getCount": 1, "isInterrupted": 1, "interrupted": 1,
}  # fmt: skip

HEAD = """import java.io.ByteArrayOutputStream;
import java.text.DecimalFormat;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

public class {name} {{
  static int x, y;
  static volatile int v;
  int f;
  static {name} o = new {name}();
  static int[] a = new int[2];
  static DecimalFormat d0 = new DecimalFormat(), d1 = new DecimalFormat(), d2 = new DecimalFormat();
  static ByteArrayOutputStream k0 = new ByteArrayOutputStream(), k1 = new ByteArrayOutputStream(), k2 = new ByteArrayOutputStream();
  static Object l0 = new Object(), l1 = new Object();
  static ReentrantLock j0 = new ReentrantLock(), j1 = new ReentrantLock();
  static Condition k0 = j0.newCondition(), k1 = j1.newCondition();
  static Semaphore semaphore = new Semaphore({permits});
  static CountDownLatch latch = new CountDownLatch({latch});
  static AtomicInteger c = new AtomicInteger();
  static int[] r = new int[{registers}];
  static Thread[] h = new Thread[{threads}];
"""


# The statements that name a location, by its place in the tuple; with the mode of access behind that, if it has one.
PLACE = {"read": (2, 3), "write": (1, 4), "rmw": (2, None), "publish": (1, 3), "follow": (2, 4), "spin": (1, None)}

NAMED = """  static final Class<?> HERE = {name}.class;
  static final VarHandle {handles};
  static {{
    try {{
      MethodHandles.Lookup lookup = MethodHandles.lookup();
{found}
    }} catch (Exception e) {{
      throw new ExceptionInInitializerError(e);
    }}
  }}"""


def java(name, threads, registers, permits, latch, shown=LOCATIONS, locks=None, classes=(), enums=()):
    """`shown`: the locations that main prints behind the registers; `locks`: what kind of objects the monitors are, if not plain ones (alike.py);
    `classes`: the bodies of initialisers, and whether they throw (initialisers.py); `enums`: whether these classes are."""
    head = HEAD.format(name=name, permits=permits, latch=latch, registers=max(registers, 1), threads=len(threads))
    out = [line for line in head.splitlines() if keep(line, threads)]
    if locks:
        at = next(k for k, line in enumerate(out) if line.startswith("  static Object l0"))
        used = {s[PLACE[s[0]][0]] for body in threads for s in flat(body) if s[0] in PLACE}
        out[at : at + 1] = [*alike.kept({locks, *used}), alike.locks(locks), *alike.ENUMS]
    table = places.places(name) | alike.places() | {"program": name}
    out = imports(threads) + out + declarations(name, threads, shown, table)
    if classes:
        out.append(initialisers.CAUGHT)
    for k, (body, fails) in enumerate(classes):
        out.extend(initialisers.declared(k, enums[k], statements(body, 3, table), fails))
    for t, body in enumerate(threads):
        out.append(f"  static void t{t}() {{")
        out.extend(f"    {places.BOXES[s[2]][1]} b{s[1]} = null;" for s in flat(body) if s[0] == "new")
        out.extend(statements(body, 2, table))
        out.append("  }")
    out.append("  public static void main(String[] args) throws InterruptedException {")
    # An initialiser need not run.
    out.extend(f"    r[{k}] = -1;" for k in sorted({k for body, _ in classes for k in used_registers(body)}))
    out.extend(f"    h[{t}] = new Thread({name}::t{t});" for t in range(len(threads)))
    out.extend(f"    h[{t}].start();" for t in range(len(threads)))
    out.extend(f"    h[{t}].join();" for t in range(len(threads)))
    text = '+" "+'.join([f"r[{k}]" for k in range(registers)] + [places.read(table, place) for place in shown])
    out.append(f"    System.out.println({text});\n  }}\n}}")
    return "\n".join(out) + "\n"


def statements(body, indent, table):
    """The lines of a body that has registers of its own."""
    used, lines, pad = sorted(used_registers(body)), [], "  " * indent
    if used:
        lines.append(f"{pad}int " + ", ".join(f"r{k} = -1" for k in used) + ";")
    emit(body, lines, indent, table)
    return [*lines, *(f"{pad}r[{k}] = r{k};" for k in used)]


def imports(threads):
    kinds = {s[0] for body in threads for s in flat(body)}
    handles = handled(threads)
    needed = {"MethodHandles": bool(handles), "VarHandle": bool(handles or "fence" in kinds)}
    return [f"import java.lang.invoke.{name};" for name, is_needed in needed.items() if is_needed]


def handled(threads):
    """The locations that are reached through a handle."""
    found = set()
    for s in [s for body in threads for s in flat(body)]:
        at, mode = PLACE.get(s[0], (None, None))
        if s[0] == "rmw" or mode is not None and len(s) > mode and s[mode]:
            found.add(s[at])
    return sorted(found)


def declarations(name, threads, shown, table):
    """What a program needs beyond the head that all have."""
    statements = [s for body in threads for s in flat(body)]
    used = {s[PLACE[s[0]][0]] for s in statements if s[0] in PLACE} | set(shown)
    words = {table[place].type for place in used} | {places.BOXES[s[2]][1] for s in statements if s[0] == "new"}
    words |= {word for place in used for word in table[place].put.split("(")}
    words |= {"stored"} if used & set(places.HELD) else set()
    words |= {"Wide"} if "e.l" in used else set()
    out = [line for word, lines in (places.HELPERS | alike.helpers()).items() if word in words for line in lines]
    out += [f"  {line}" for line in sorted({table[place].declaration for place in used - set(LOCATIONS)} - {""})]
    handles = {places.handle(place): table[place].handle for place in handled(threads)}
    if handles:
        found = "\n".join(f"      {handle} = {text};" for handle, text in handles.items())
        out += NAMED.format(name=name, handles=", ".join(handles), found=found).splitlines()
    return out


def keep(line, threads):
    """Whether a declaration is needed: a program without locks has none."""
    kinds = {s[0] for body in threads for s in flat(body)}
    if "ReentrantLock" in line or "Condition" in line:
        return bool(kinds & {"lock", "tryLock"})
    if "DecimalFormat" in line or "ByteArrayOutputStream" in line:
        return "call" in kinds
    if "Semaphore" in line:
        return bool(kinds & {"semaphoreAcquire", "semaphoreRelease", "semaphoreTry"})
    if "CountDownLatch" in line:
        return bool(kinds & {"latchAwait", "countDown", "getCount"})
    if "LockSupport" in line:
        return bool(kinds & {"park", "unpark"})
    return True


def flat(body):
    for s in body:
        yield s
        for part in s[1:]:
            if isinstance(part, list):
                yield from flat(part)


def used_registers(body):
    return {s[REGISTER[s[0]]] for s in flat(body) if s[0] in REGISTER}


def guarded(register, action):
    return f"try {{ {action} }} catch (InterruptedException e) {{ r{register} = {CAUGHT}; }}"


def value(operand):
    return f"r{operand[1]}" if operand[0] == "reg" else str(operand[1])


def simple(s, table):
    """The text of a statement without parts."""
    kind = s[0]
    timed = s[-1] is True
    if kind == "read":
        return f"r{s[1]} = {places.read(table, *s[2:])};"
    if kind == "write":
        return places.write(table, s[1], f"{value(s[2])} + {s[3]}", *s[4:])
    if kind == "rmw":
        return f"r{s[1]} = {places.update(table, *s[2:])};"
    if kind == "fence":
        return f"VarHandle.{s[1]}Fence();"
    if kind == "call":
        return f"{s[1]};"
    if kind == "init":
        return initialisers.need(table["program"], *s[1:])
    if kind == "new":
        _, type, _, _ = places.BOXES[s[2]]
        parts = ", ".join(map(value, s[3:]))
        return f"b{s[1]} = new {type} {{ {parts} }};" if s[2] == "array" else f"b{s[1]} = new {type}({parts});"
    if kind == "publish":
        return places.write(table, s[1], f"b{s[2]}", s[3])
    if kind == "put":
        return f"b{s[1]}{field_text(s[2], s[3])} = {value(s[4])};"
    if kind == "follow":
        type = table[s[2]].type
        return f"{{ {type} t = {places.read(table, s[2], s[4])}; r{s[1]} = t == null ? {NONE} : t{field_text(places.KIND[s[2]], s[3])}; }}"
    if kind == "wait":
        return guarded(s[2], f"{s[1]}.wait({'1000' if timed else ''});")
    if kind in ("notify", "notifyAll"):
        return f"{s[1]}.{kind}();"
    if kind == "await":
        k = "k" + s[1][1]
        return guarded(s[2], f"r{s[2]} = {k}.await(1, TimeUnit.SECONDS) ? 1 : 0;" if timed else f"{k}.await(); r{s[2]} = 1;")
    if kind in ("signal", "signalAll"):
        return f"k{s[1][1]}.{kind}();"
    if kind == "join":
        return guarded(s[2], f"h[{s[1]}].join({'1000' if timed else ''});")
    if kind == "sleep":
        return guarded(s[1], "Thread.sleep(1);")
    if kind == "semaphoreAcquire":
        return guarded(s[1], f"r{s[1]} = semaphore.tryAcquire(1, TimeUnit.SECONDS) ? 1 : 0;" if timed else f"semaphore.acquire(); r{s[1]} = 1;")
    if kind == "latchAwait":
        return guarded(s[1], f"r{s[1]} = latch.await(1, TimeUnit.SECONDS) ? 1 : 0;" if timed else f"latch.await(); r{s[1]} = 1;")
    if kind == "park":
        return "LockSupport.parkNanos(1_000_000_000);" if timed else "LockSupport.park();"
    if kind == "spin":
        return f"for (int n = 0; n < {s[3]} && {places.read(table, s[1])} != {s[2]}; n++) {{ }}"
    return {
        "inc": lambda: f"r{s[1]} = c.incrementAndGet();",
        "cas": lambda: f"r{s[1]} = c.compareAndSet({s[2]}, {s[3]}) ? 1 : 0;",
        "get": lambda: f"r{s[1]} = c.get();",
        "set": lambda: f"c.set({s[2]});",
        "getAndAdd": lambda: f"r{s[1]} = c.getAndAdd({s[2]});",
        "print": lambda: f'System.out.print("{s[1]}");',
        "semaphoreRelease": lambda: "semaphore.release();",
        "semaphoreTry": lambda: f"r{s[1]} = semaphore.tryAcquire() ? 1 : 0;",
        "countDown": lambda: "latch.countDown();",
        "getCount": lambda: f"r{s[1]} = (int) latch.getCount();",
        "unpark": lambda: f"LockSupport.unpark(h[{s[1]}]);",
        "interrupt": lambda: f"h[{s[1]}].interrupt();",
        "isInterrupted": lambda: f"r{s[1]} = Thread.currentThread().isInterrupted() ? 1 : 0;",
        "interrupted": lambda: f"r{s[1]} = Thread.interrupted() ? 1 : 0;",
    }[kind]()


def field_text(kind, field):
    return places.BOXES[kind]["fg".index(field) + 2]


def emit(body, out, indent, table):
    pad = "  " * indent
    for s in body:
        kind = s[0]
        if kind == "if":
            out.append(f"{pad}if (r{s[1][0]} {s[1][1]} {s[1][2]}) {{")
            emit(s[2], out, indent + 1, table)
            out.append(f"{pad}}} else {{")
            emit(s[3], out, indent + 1, table)
            out.append(f"{pad}}}")
        elif kind == "sync":
            out.append(f"{pad}synchronized ({s[1]}) {{")
            emit(s[2], out, indent + 1, table)
            out.append(f"{pad}}}")
        elif kind == "lock":
            out.append(f"{pad}{s[1]}.lock();")
            unlocking(s[1], s[2], out, indent, table)
        elif kind == "tryLock":
            attempt = f"r{s[1]} = {s[2]}.tryLock({'1, TimeUnit.SECONDS' if s[4] else ''}) ? 1 : 0;"
            out.append(pad + (guarded(s[1], attempt) if s[4] else attempt))
            out.append(f"{pad}if (r{s[1]} == 1) {{")
            unlocking(s[2], s[3], out, indent + 1, table)
            out.append(f"{pad}}}")
        else:
            out.append(pad + simple(s, table))


def unlocking(lock, body, out, indent, table):
    pad = "  " * indent
    out.append(f"{pad}try {{")
    emit(body, out, indent + 1, table)
    out.append(f"{pad}}} finally {{")
    out.append(f"{pad}  {lock}.unlock();")
    out.append(f"{pad}}}")
