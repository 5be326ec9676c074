package dev.mcr;

import java.lang.invoke.VarHandle;

/**
 * Accesses through {@code VarHandle} and {@code Unsafe}: the same locations as by instruction, and atomic.
 *
 * <p>The arguments of the call are collected; when they are there, the event happens, and then the call itself, with no
 * switch in between. What it will read and write follows from its name and arguments.
 */
final class AtomicAccess {
    private AtomicAccess() {}

    /** What a method does. */
    private enum Operation { GET, SET, COMPARE_AND_SET, GET_AND_SET, ADD, OR, AND, XOR }

    /** A method of {@code VarHandle} or {@code Unsafe}. */
    private static final class Method {
        final Operation operation;
        /** Of {@code Unsafe}: which kind of value the method is for, by its name; 0 for {@code VarHandle}. */
        final char kind;
        /** It may fail without a reason. */
        final boolean weak;
        /** Of a {@link Operation#SET}: the code of the write. */
        final int order;

        Method(Operation operation, char kind, boolean weak, int order) {
            this.operation = operation;
            this.kind = kind;
            this.weak = weak;
            this.order = order;
        }

        boolean isAccess() {
            return operation != null;
        }

        /** What it is where it goes to several elements of an array. */
        ArraySpans.Kind span() {
            if (operation == Operation.GET) {
                return ArraySpans.Kind.READ;
            }
            if (operation != Operation.SET || order == Codes.WRITE_VOLATILE) {
                return operation == Operation.SET ? ArraySpans.Kind.VOLATILE_WRITE : ArraySpans.Kind.UPDATE;
            }
            return order == Codes.WRITE_RELEASE ? ArraySpans.Kind.RELEASE : ArraySpans.Kind.WRITE;
        }
    }

    private static final Method NOT_AN_ACCESS = new Method(null, '?', false, 0);
    /** Nor is one that writes to several places at once. */
    private static final Method WRITES_SEVERAL = new Method(null, '?', false, 0);
    private static Method[] methods = new Method[1 << 10];

    /** Where a call goes: an element of an array, or a field of an object or class. */
    private static final class Target implements Access.Cell {
        /** What is done there, with what, and the kind of the values. */
        Operation operation;
        long first;
        long second;
        /** Of a compare-and-set of references, the one that is expected. */
        Object expected;
        char kind;
        Object base;
        boolean isStatic;
        int index = -1;
        ClassInfo.FieldInfo field;
        String owner;

        ClassInfo.FieldInfo place() {
            return index < 0 ? field : ClassInfo.of(base.getClass()).element(index);
        }

        @Override
        public long now(Control me) {
            return current(me, this, kind);
        }

        @Override
        public long after(long before) {
            if (operation == Operation.COMPARE_AND_SET && kind == 'L' && before == first
                    && reference(this) != expected) {
                // Two objects whose names say no more than what they contain.
                return before;
            }
            return narrow(apply(operation, before, first, second, kind), kind);
        }
    }

    /** The event of a call whose arguments have been collected; false if the call is no access to a known location. */
    static boolean perform(Control me, Object receiver, boolean byJdk, Object[] arguments, int site) {
        Method method = method(site);
        if (!byJdk && !(receiver instanceof VarHandle)) {
            if (isByAddress(arguments)) {
                NativeCalls.memoryUsed();
            }
            if (!method.isAccess()) {
                ArraySpans.bulk(me, Native.siteMethod(site), arguments, site);
                return false;
            }
            if (isSpan(method, arguments)) {
                ArraySpans.access(me, arguments[0], (Long) arguments[1], method.kind, method.span(), site);
                return method.operation == Operation.GET;
            }
        }
        return perform(me, receiver, method, byJdk, arguments, site);
    }

    /**
     * Whether a call of {@code Unsafe} is about memory that is not in the heap: an address, maybe after a base that is
     * null.
     */
    private static boolean isByAddress(Object[] arguments) {
        int length = arguments.length;
        return length > 0 && arguments[0] instanceof Long || length > 1 && arguments[0] == null
                && arguments[1] instanceof Long
                || length > 3 && arguments[2] == null && arguments[3] instanceof Long;
    }

    /** Whether a call of {@code Unsafe} is for something else than one element of an array. */
    private static boolean isSpan(Method method, Object[] arguments) {
        return method.kind != 0 && arguments.length > 1 && arguments[0] != null && arguments[0].getClass().isArray()
                && arguments[1] instanceof Long
                && ArraySpans.isSpan(arguments[0], (Long) arguments[1], method.kind);
    }

    /** The same for the method of this name, which is called by other means than an instruction. */
    static void perform(Control me, VarHandle receiver, String method, Object[] arguments) {
        perform(me, receiver, parse(method), false, arguments, me.callSite);
    }

    private static boolean perform(Control me, Object receiver, Method method, boolean byJdk, Object[] arguments,
            int site) {
        if (!method.isAccess()) {
            if (method == WRITES_SEVERAL) {
                me.changes();
            }
            return false;
        }
        if (receiver instanceof VarHandle && !VarHandles.of((VarHandle) receiver).isKnown()) {
            performView(me, (VarHandle) receiver, method, byJdk, arguments, site);
            return false;
        }
        Target target = receiver instanceof VarHandle ? ofHandle((VarHandle) receiver, arguments)
                : ofOffset(arguments);
        if (target == null) {
            return false;
        }
        if (!target.isStatic && !(byJdk ? Names.isNamed(target.base) : Names.isShared(me, target.base))) {
            if (method.operation != Operation.GET && !(byJdk && keeps(me, method, target, receiver, arguments))) {
                me.changes(target.base);
            }
            if (StoreBuffers.on) {
                performOwn(me, method, target, byJdk, site);
            }
            return false;
        }
        if (target.isStatic && receiver instanceof VarHandle) {
            // Where the JDK keeps static fields is the class. (Unsafe does not initialise it.)
            ClassInit.before(me, (Class<?>) target.base);
        }
        int values = receiver instanceof VarHandle ? VarHandles.of((VarHandle) receiver).coordinates : 2;
        char kind = target.index >= 0 ? ClassInfo.of(target.base.getClass()).element : target.field.kind;
        if (method.kind != 0 && (method.kind == 'L') != (kind == 'L')) {
            return false;
        }
        if (target.index >= 0 && WholeArrays.include(me, target.base)) {
            WholeArrays.split(me, target.base);
        }
        long location = target.index >= 0 ? Access.element(target.base, Names.of(me, target.base), target.index)
                : target.isStatic ? Access.declaredStatic(me, target.field, target.owner, target.base)
                : Access.declaredField(Names.of(me, target.base), target.field);
        long owner = target.isStatic ? 0 : Names.of(me, target.base);
        target.operation = method.operation;
        target.kind = kind;
        target.first = arguments.length > values ? value(me, arguments[values], kind) : 0;
        target.expected = arguments.length > values ? arguments[values] : null;
        target.second = arguments.length > values + 1 ? value(me, arguments[values + 1], kind) : 0;
        switch (method.operation) {
            case GET:
                Access.readNow(me, location, owner, target, site);
                break;
            case SET:
                Access.write(me, location, owner, target.first, StoreBuffers.on ? method.order : Codes.WRITE,
                        target.base,
                        target.place(), site);
                break;
            default:
                if (method.weak && failsForNoReason(me, target, site)) {
                    return true;
                }
                Access.update(me, location, owner, target, site);
        }
        return true;
    }

    /** An access through a handle that is not for fields or elements: a view of an array of bytes or of a buffer. */
    private static void performView(Control me, VarHandle handle, Method method, boolean byJdk, Object[] arguments,
            int site) {
        Object viewed = arguments.length == 0 ? null : arguments[0];
        if (byJdk || viewed == null) {
            return;
        }
        if (viewed instanceof byte[] && arguments.length > 1 && arguments[1] instanceof Number) {
            long offset = ((Number) arguments[1]).longValue() + ClassInfo.of(byte[].class).arrayBase();
            ArraySpans.access(me, viewed, offset, ClassInfo.kindCharacter(handle.varType()), method.span(), site);
            return;
        }
        if (!Names.isShared(me, viewed)) {
            return;
        }
        long hash = Native.siteKey(site);
        for (Object argument : arguments) {
            hash = Hash.mix(hash, Names.of(me, argument));
        }
        CallEvents.use(me, viewed, CoarseCalls.ACCESSED, hash, site);
    }

    /** As {@link Access#keeps}. */
    private static boolean keeps(Control me, Method method, Target target, Object receiver, Object[] arguments) {
        int values = receiver instanceof VarHandle ? VarHandles.of((VarHandle) receiver).coordinates : 2;
        ClassInfo.FieldInfo place = target.place();
        return method.operation == Operation.SET && !StoreBuffers.on && me.rounds.areKept() && place.kind == 'L'
                && arguments.length > values && ClassInfo.reference(target.base, place) == arguments[values];
    }

    /** An access to an object that nobody else can reach. */
    private static void performOwn(Control me, Method method, Target target, boolean byJdk, int site) {
        if (method.operation == Operation.GET) {
            return;
        }
        boolean fence = method.operation != Operation.SET || method.order == Codes.WRITE_VOLATILE;
        if (fence && !byJdk) {
            Fences.full(me, site);
        }
        if (fence || !StoreBuffers.partial) {
            return;
        }
        if (method.order == Codes.WRITE_RELEASE && byJdk) {
            EarlyWrites.freeze(me, target.base);
        } else if (method.order == Codes.WRITE_RELEASE) {
            Fences.storeStore(me, site);
        }
        ClassInfo.FieldInfo place = target.place();
        EarlyWrites.add(me, target.base, place.offset, ClassInfo.value(target.base, place));
    }

    private static boolean failsForNoReason(Control me, Target target, int site) {
        if (!Native.spurious() || me.isSilent() || !me.mayBeSpurious(site)
                || Steps.step(me, site, Codes.CHOOSE, 2, 0) == 0) {
            return false;
        }
        me.wasSpurious(site);
        Fences.full(me, site);
        me.disturbance = new Disturbance(target.base, target.place().offset, target.kind, target.first);
        return true;
    }

    private static long apply(Operation operation, long before, long first, long second, char kind) {
        switch (operation) {
            case COMPARE_AND_SET: return before == first ? second : before;
            case GET_AND_SET: return first;
            case OR: return before | first;
            case AND: return before & first;
            case XOR: return before ^ first;
            default:
                if (kind == 'F') {
                    return Float.floatToRawIntBits(Float.intBitsToFloat((int) before)
                            + Float.intBitsToFloat((int) first));
                }
                if (kind == 'D') {
                    return Double.doubleToRawLongBits(Double.longBitsToDouble(before) + Double.longBitsToDouble(first));
                }
                return before + first;
        }
    }

    private static long narrow(long bits, char kind) {
        switch (kind) {
            case 'Z': return bits & 1;
            case 'B': return (byte) bits;
            case 'C': return (char) bits;
            case 'S': return (short) bits;
            case 'I', 'F': return (int) bits;
            default: return bits;
        }
    }

    /** An argument as a value of the location's type. */
    private static long value(Control me, Object argument, char kind) {
        if (kind == 'L') {
            return Names.of(me, argument);
        }
        if (kind == 'F' && argument instanceof Float || kind == 'D' && argument instanceof Double) {
            return Reflection.bits(argument);
        }
        long bits = Reflection.bits(argument);
        if (kind == 'D' && argument instanceof Float) {
            return Double.doubleToRawLongBits((Float) argument);
        }
        return kind == 'F' ? Float.floatToRawIntBits(bits) : kind == 'D' ? Double.doubleToRawLongBits(bits)
                : narrow(bits, kind);
    }

    private static Object reference(Target target) {
        return target.index >= 0 ? ((Object[]) target.base)[target.index]
                : ClassInfo.reference(target.base, target.field);
    }

    private static long current(Control me, Target target, char kind) {
        if (target.index >= 0) {
            return Access.elementValue(me, target.base, target.index);
        }
        return kind == 'L' ? Names.of(me, ClassInfo.reference(target.base, target.field))
                : ClassInfo.bits(target.base, target.field);
    }

    private static Target ofHandle(VarHandle varHandle, Object[] arguments) {
        VarHandles.Handle handle = VarHandles.of(varHandle);
        if (arguments.length < handle.coordinates || !handle.isKnown()) {
            return null;
        }
        Target target = new Target();
        if (handle.field == null) {
            return element(target, arguments[0],
                    arguments[1] instanceof Number ? ((Number) arguments[1]).longValue() : -1);
        }
        target.field = handle.field;
        target.owner = handle.owner;
        target.isStatic = handle.coordinates == 0;
        target.base = target.isStatic ? handle.base : arguments[0];
        return target.base == null ? null : target;
    }

    private static Target ofOffset(Object[] arguments) {
        if (arguments.length < 2 || arguments[0] == null || !(arguments[1] instanceof Long)) {
            return null;
        }
        long offset = (Long) arguments[1];
        Target target = new Target();
        Class<?> type = arguments[0].getClass();
        if (type.isArray()) {
            long position = offset - ClassInfo.of(type).arrayBase();
            int scale = ClassInfo.UNSAFE.arrayIndexScale(type);
            return position % scale != 0 ? null : element(target, arguments[0], position / scale);
        }
        target.base = arguments[0];
        if (target.base instanceof Class<?>) {
            // The JVM keeps static fields in the object of their class.
            target.isStatic = true;
            target.owner = ((Class<?>) target.base).getName();
            target.field = ClassInfo.of((Class<?>) target.base).staticAt(offset);
            return target.field == null ? null : target;
        }
        for (ClassInfo.FieldInfo field : ClassInfo.of(type).fields()) {
            if (field.offset == offset) {
                target.field = field;
                return target;
            }
        }
        return null;
    }

    private static Target element(Target target, Object array, long index) {
        if (array == null || index < 0 || index >= ClassInfo.length(array)) {
            return null;
        }
        target.base = array;
        target.index = (int) index;
        return target;
    }

    private static Method method(int site) {
        if (site >= methods.length) {
            methods = Copies.of(methods, Copies.lengthFor(site));
        }
        if (methods[site] == null) {
            // Once in a JVM: what code of the JDK does for it must not show.
            Control me = Hooks.suspend();
            try {
                methods[site] = parse(Native.siteMethod(site));
            } finally {
                Hooks.resume(me);
            }
        }
        return methods[site];
    }

    /**
     * Reads off the name what a method does: {@code compareAndSetInt}, {@code getReferenceAcquire}, {@code getAndAdd}
     * ...
     */
    private static Method parse(String name) {
        String[] prefixes = {"weakCompareAndSet", "compareAndSet", "compareAndExchange", "compareAndSwap", "getAndAdd",
            "getAndBitwiseOr", "getAndBitwiseAnd", "getAndBitwiseXor", "getAndSet", "get", "put", "set"};
        Operation[] operations = {Operation.COMPARE_AND_SET, Operation.COMPARE_AND_SET, Operation.COMPARE_AND_SET,
            Operation.COMPARE_AND_SET, Operation.ADD, Operation.OR, Operation.AND, Operation.XOR, Operation.GET_AND_SET,
            Operation.GET, Operation.SET, Operation.SET};
        for (int i = 0; i < prefixes.length; i++) {
            if (name.startsWith(prefixes[i])) {
                String rest = name.substring(prefixes[i].length());
                char kind = kindOf(rest);
                if (kind != '?') {
                    return new Method(operations[i], kind, i == 0, order(rest));
                }
                break;
            }
        }
        return name.startsWith("copy") || name.startsWith("set") ? WRITES_SEVERAL : NOT_AN_ACCESS;
    }

    /** The order of a write, by the rest of the method's name. */
    private static int order(String rest) {
        if (rest.endsWith("Volatile")) {
            return Codes.WRITE_VOLATILE;
        }
        return rest.endsWith("Release") || rest.startsWith("Ordered") ? Codes.WRITE_RELEASE : Codes.WRITE;
    }

    /**
     * The type named at the start of the rest of a method's name; 0 where no type is named, {@code ?} for anything
     * else.
     */
    private static char kindOf(String method) {
        // An older name of the release mode.
        String rest = method.startsWith("Ordered") ? method.substring("Ordered".length()) : method;
        String[] types = {"Int", "Long", "Reference", "Object", "Boolean", "Byte", "Char", "Short", "Float", "Double"};
        String kinds = "IJLLZBCSFD";
        for (int i = 0; i < types.length; i++) {
            if (rest.startsWith(types[i]) && isOrdering(rest.substring(types[i].length()))) {
                return kinds.charAt(i);
            }
        }
        return isOrdering(rest) ? 0 : '?';
    }

    private static boolean isOrdering(String rest) {
        switch (rest) {
            case "", "Plain", "Opaque", "Acquire", "Release", "Volatile":
                return true;
            default:
                return false;
        }
    }
}
