package dev.mcr;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.util.ArrayList;

/**
 * Which methods a method handle calls, and on which objects. The JDK says that in the handle's <em>lambda form</em>: a
 * straight list of function applications, over the handle's arguments and what is bound in it. They are gone through
 * with those values that are known; a handle that is invoked is gone through in the same way, and what a method returns
 * is not known.
 *
 * <p>All that is in a form is done, but for what a few functions of the JDK are given that choose or repeat
 * ({@code selectAlternative}, {@code guardWithCatch}, {@code loop}): then it is not {@link #certain} what is called.
 * All of this is done unseen.
 */
final class HandleCalls {
    /** A value that is not known. */
    static final Object UNKNOWN = new Object();

    /** {@code receiver}: null for a static method. {@code method}: in the words of {@link TakenMonitors#of}. */
    record Call(Object receiver, Class<?> declaring, String method) {}

    final ArrayList<Call> calls = new ArrayList<>();
    /** Objects that were given, or are bound: what is called where that is not certain is a method of one of these. */
    final ArrayList<Object> objects = new ArrayList<>();
    /** Whether these calls are made, all of them and no others. */
    boolean certain = true;
    /** Whether arguments come out of an array that is given. */
    private boolean spreads;
    private int handles;

    /** More than any handle that a person has put together. */
    private static final int MANY = 1000;

    private static final Class<?> MEMBER = Internals.type("java.lang.invoke.MemberName");
    private static final Method DECLARING = Internals.method(MEMBER, "getDeclaringClass");
    private static final Method NAME = Internals.method(MEMBER, "getName");
    private static final Method TYPE = Internals.method(MEMBER, "getMethodType");
    private static final Method KIND = Internals.method(MEMBER, "getReferenceKind");
    private static final Method TARGET =
            Internals.method(Internals.type("java.lang.invoke.DelegatingMethodHandle"), "getTarget");
    /** {@code REF_invokeStatic} and {@code REF_invokeSpecial} (JVMS 4.4.8). */
    private static final int STATIC = 6, SPECIAL = 7;

    private HandleCalls() {}

    /** What a handle calls when it is invoked with these arguments. */
    static HandleCalls of(MethodHandle handle, Object[] arguments) {
        HandleCalls found = new HandleCalls();
        try {
            found.run(handle, arguments);
        } catch (ReflectiveOperationException e) {
            found.certain = false;
        }
        return found;
    }

    /** Whether a handle calls a method for an attribute of threads. */
    static boolean asksThread(MethodHandle handle) {
        Control unseen = Hooks.suspend();
        try {
            for (Call call : of(handle, new Object[0]).calls) {
                String name = call.method.substring(0, call.method.indexOf('('));
                if (call.declaring == Thread.class && CallSites.isThreadAttribute(name)) {
                    return true;
                }
            }
            return false;
        } finally {
            Hooks.resume(unseen);
        }
    }

    /** The method of this object that a handle calls; null if that is not known, or it may call several. */
    static String called(MethodHandle handle, Object object) {
        HandleCalls found = of(handle, new Object[0]);
        String method = null;
        for (Call call : found.calls) {
            // A hook is given the object: it stands for the method.
            boolean isHook = ClassInfo.isOfRuntime(call.declaring.getName()) && !call.method.contains("()");
            if (isHook || call.declaring.isInstance(object)) {
                if (method != null) {
                    return null;
                }
                method = call.method;
            }
        }
        return found.certain ? method : null;
    }

    /** Whether a handle takes arguments out of an array ({@code asSpreader}). */
    static boolean spreads(MethodHandle handle) {
        Control unseen = Hooks.suspend();
        try {
            return of(handle, new Object[0]).spreads;
        } finally {
            Hooks.resume(unseen);
        }
    }

    /** What is in a field of a reference; {@link #UNKNOWN} if there is no such field. */
    private static Object field(Object object, String name) {
        for (ClassInfo.FieldInfo field : Internals.fieldsOfObjects(object.getClass())) {
            if (field.name.equals(name)) {
                return field.kind == 'L' ? ClassInfo.reference(object, field) : UNKNOWN;
            }
        }
        return UNKNOWN;
    }

    private Object run(MethodHandle handle, Object[] arguments) throws ReflectiveOperationException {
        if (handles++ > MANY) {
            certain = false;
            return UNKNOWN;
        }
        Object[] names = (Object[]) field(field(handle, "form"), "names");
        Object[] values = new Object[names.length];
        values[0] = handle;
        int parameters = handle.type().parameterCount();
        for (int i = 0; i < parameters; i++) {
            // What a handle collects into an array comes last.
            boolean isGiven = i < arguments.length && (arguments.length == parameters || i < parameters - 1);
            values[i + 1] = given(isGiven ? arguments[i] : UNKNOWN);
        }
        for (int i = parameters + 1; i < names.length; i++) {
            Object function = field(names[i], "function");
            Object[] terms = (Object[]) field(names[i], "arguments");
            Object[] applied = new Object[terms.length];
            for (int j = 0; j < terms.length; j++) {
                applied[j] = value(terms[j], names, values);
            }
            Object member = field(function, "member");
            values[i] = member == null ? invoke(field(function, "resolvedHandle"), applied, 0) : apply(member, applied);
        }
        return values.length == parameters + 1 ? UNKNOWN : values[values.length - 1];
    }

    private static Object value(Object term, Object[] names, Object[] values) {
        for (int i = 0; i < names.length; i++) {
            if (names[i] == term) {
                return values[i];
            }
        }
        return term;
    }

    /** Remembers what a handle has been given, or has bound. */
    private Object given(Object value) {
        if (value != UNKNOWN && value != null && !(value instanceof MethodHandle)) {
            objects.add(value);
        }
        return value;
    }

    /** Invokes a handle with those arguments that come after the first few. */
    private Object invoke(Object handle, Object[] arguments, int skipped) throws ReflectiveOperationException {
        if (handle instanceof MethodHandle) {
            return run((MethodHandle) handle, Copies.from(arguments, skipped));
        }
        certain = false;
        return UNKNOWN;
    }

    /** Applies a function of the JDK, by its name. */
    private Object apply(Object member, Object[] arguments) throws ReflectiveOperationException {
        String name = (String) NAME.invoke(member);
        Object first = arguments.length > 0 ? arguments[0] : UNKNOWN;
        if (name.startsWith("arg") && first instanceof MethodHandle && arguments.length == 1) {
            return given(field(first, name));
        }
        switch (name) {
            case "invokeBasic":
                return invoke(first, arguments, 1);
            case "getTarget":
                return TARGET.invoke(first);
            case "internalMemberName", "internalMemberNameEnsureInit":
                return field(first, "member");
            case "constructorMethod":
                return field(first, "initMethod");
            case "linkToVirtual", "linkToInterface", "linkToSpecial", "linkToStatic":
                return call(arguments[arguments.length - 1], arguments);
            case "checkReceiver", "castReference":
                return arguments[1];
            case "checkBase", "checkGenericType":
                return first;
            case "getElementL":
                return given(element(first, arguments[1]));
            case "checkSpreadArgument":
                spreads = true;
                return UNKNOWN;
            case "checkExactType", "checkCustomized", "profileBoolean", "UNSAFE",
                    "allocateInstance", "fieldOffset", "staticBase", "staticOffset":
                return UNKNOWN;
            default:
                for (Object argument : arguments) {
                    certain &= !(argument instanceof MethodHandle || argument instanceof MethodHandle[]);
                }
                return UNKNOWN;
        }
    }

    private static Object element(Object array, Object index) {
        boolean isThere = array instanceof Object[] && index instanceof Integer
                && (Integer) index < ((Object[]) array).length;
        return isThere ? ((Object[]) array)[(Integer) index] : UNKNOWN;
    }

    private Object call(Object member, Object[] arguments) throws ReflectiveOperationException {
        if (!MEMBER.isInstance(member)) {
            certain = false;
            return UNKNOWN;
        }
        Class<?> declaring = (Class<?>) DECLARING.invoke(member);
        String name = (String) NAME.invoke(member);
        if (name.equals("castReference") || name.equals("cast") && declaring == Class.class) {
            return arguments[1];
        }
        String described = name + ((MethodType) TYPE.invoke(member)).toMethodDescriptorString();
        int kind = ((Number) KIND.invoke(member)).intValue();
        boolean isStatic = kind == STATIC;
        boolean special = kind == SPECIAL && !name.equals("<init>");
        calls.add(new Call(isStatic ? null : arguments[0], declaring,
                special ? described + " " + declaring.getName() : described));
        return UNKNOWN;
    }
}
