package dev.mcr;

import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Comparator;
import jdk.internal.misc.Unsafe;
import jdk.internal.reflect.Reflection;

/**
 * What reflection tells of a class of the program: the members of the class file that the program has brought, in its
 * order and with its flags, whatever the rewriter has made of it; and of the JDK's, which methods are synchronized. The default serial version of a class follows, as it
 * is a hash of the members.
 *
 * <p>{@code Class} calls these hooks where it gets the members from the JVM; it remembers them, so no other way leads
 * around.
 */
public final class MemberHooks {
    private MemberHooks() {}

    private static final Unsafe UNSAFE = Unsafe.getUnsafe();
    private static final long MODIFIERS = UNSAFE.objectFieldOffset(Method.class, "modifiers");
    private static final long FIELD_MODIFIERS = UNSAFE.objectFieldOffset(Field.class, "modifiers");
    private static final long TRUSTED_FINAL = UNSAFE.objectFieldOffset(Field.class, "trustedFinal");
    /** What a class has got from the JVM and remembers. */
    private static final long KEPT = Internals.offset("java.lang.Class", "reflectionData");
    /** A static method and a field of the classes that the rewriter makes for lambdas. */
    private static final String FACTORY = "mcr$make", INSTANCE = "instance";

    /** Called once, when the JVM is up. What was asked before there were hooks is asked anew. */
    static void prepare() {
        Native.tellLoaded(MemberHooks.class);
    }

    /** Called by the agent. */
    static void loaded(Class<?> type) {
        UNSAFE.putReferenceVolatile(type, KEPT, null);
    }

    /** In place of the JDK's own filter. */
    public static Method[] filterMethods(Class<?> type, Method[] methods, int site) {
        Method[] told = Reflection.filterMethods(type, methods);
        Control me = Hooks.suspend();
        try {
            if (!isOfProgram(type)) {
                if (type.getClassLoader() == null && losesFlags(type.getName())) {
                    ofClassFile(type, told);
                }
                sort(told);
                return told;
            }
            return ClassInfo.isGenerated(type.getName()) ? withoutFactory(told) : ofClassFile(type, told);
        } finally {
            Hooks.resume(me);
        }
    }

    /** In place of the JDK's own filter. */
    public static Field[] filterFields(Class<?> type, Field[] fields, int site) {
        Field[] told = Reflection.filterFields(type, fields);
        if (told.length == 0 || !isOfProgram(type)) {
            return told;
        }
        if (ClassInfo.isGenerated(type.getName())) {
            return told.length == 1 && told[0].getName().equals(INSTANCE) ? new Field[0] : told;
        }
        Control me = Hooks.suspend();
        try {
            finalAsDeclared(type, told);
        } finally {
            Hooks.resume(me);
        }
        return told;
    }

    private static final long NAME_FLAGS = Internals.offset("java.lang.invoke.MemberName", "flags");
    private static final long NAME_CLASS = Internals.offset("java.lang.invoke.MemberName", "clazz");
    private static final long NAME_NAME = Internals.offset("java.lang.invoke.MemberName", "name");
    private static final long NAME_TYPE = Internals.offset("java.lang.invoke.MemberName", "type");
    /** Flags of a {@code MemberName}: it is that of a field, and what its constant value is trusted to be. */
    private static final int IS_FIELD = constant("MN_IS_FIELD"), MN_TRUSTED_FINAL = constant("MN_TRUSTED_FINAL");

    private static int constant(String name) {
        return StaticField.of(Internals.type("java.lang.invoke.MethodHandleNatives$Constants"), name).getInt();
    }

    /** {@code MemberName.isFinal} and {@code getModifiers}. */
    public static void finalAsked(Object member) {
        int flags = UNSAFE.getInt(member, NAME_FLAGS);
        if ((flags & (IS_FIELD | Modifier.STATIC | Modifier.FINAL)) != (IS_FIELD | Modifier.STATIC)
                || !(UNSAFE.getReference(member, NAME_CLASS) instanceof Class<?> type) || !isOfProgram(type)) {
            return;
        }
        Control me = Hooks.suspend();
        try {
            String name = (String) UNSAFE.getReference(member, NAME_NAME);
            Class<?> of = UNSAFE.getReference(member, NAME_TYPE) instanceof Class<?> known ? known : null;
            if (new DeclaredStatics(type).isFinal(name, of)) {
                UNSAFE.putInt(member, NAME_FLAGS, flags | Modifier.FINAL | MN_TRUSTED_FINAL);
            }
        } finally {
            Hooks.resume(me);
        }
    }

    /**
     * Static fields that are {@code final} in the class file are so, whatever the JVM was told ({@link KeptClasses}).
     */
    private static void finalAsDeclared(Class<?> type, Field[] fields) {
        DeclaredStatics declared = null;
        for (Field field : fields) {
            int modifiers = field.getModifiers();
            if ((modifiers & (Modifier.STATIC | Modifier.FINAL)) == Modifier.STATIC) {
                declared = declared != null ? declared : new DeclaredStatics(type);
                if (declared.isFinal(field.getName(), field.getType())) {
                    UNSAFE.putInt(field, FIELD_MODIFIERS, modifiers | Modifier.FINAL);
                    UNSAFE.putBoolean(field, TRUSTED_FINAL, true);
                }
            }
        }
    }

    /**
     * Puts the constructors of a class of the program into the order of the class file, before they are told, and those
     * of others into some order. The JVM sorts methods by where it keeps their names, so they are in an order that
     * differs between JVMs, and those of one name in one that differs between executions.
     */
    static void inOrder(Constructor<?>[] constructors) {
        if (constructors.length < 2) {
            return;
        }
        Control me = Hooks.suspend();
        try {
            Class<?> type = constructors[0].getDeclaringClass();
            if (!isOfProgram(type)) {
                sort(constructors);
                return;
            }
            String declared = Native.declaredMethods(type.getName(), Loaders.of(type));
            if (declared != null) {
                Arrays.sort(constructors, Comparator.comparingInt(one -> declared.indexOf("<init>" + descriptor(one))));
            }
        } finally {
            Hooks.resume(me);
        }
    }

    /** (No lambdas: the JVM looks for methods when it links one.) */
    private static void sort(Executable[] members) {
        for (int i = 1; i < members.length; i++) {
            Executable member = members[i];
            int place = i;
            for (; place > 0 && compare(member, members[place - 1]) < 0; place--) {
                members[place] = members[place - 1];
            }
            members[place] = member;
        }
    }

    private static int compare(Executable one, Executable other) {
        int names = one.getName().compareTo(other.getName());
        return names != 0 ? names : descriptor(one).compareTo(descriptor(other));
    }

    /** Classes of the JDK that are rewritten and have synchronized methods. */
    private static boolean losesFlags(String type) {
        return switch (type) {
            case "java.lang.StringBuffer", "java.util.Hashtable", "java.util.Observable", "java.util.Stack",
                    "java.util.Vector" -> true;
            default -> type.startsWith("java.io.Piped");
        };
    }

    private static boolean isOfProgram(Class<?> type) {
        return type.getClassLoader() != null && !type.isHidden();
    }

    private static Method[] withoutFactory(Method[] methods) {
        Method[] kept = new Method[methods.length];
        int count = 0;
        for (Method method : methods) {
            if (!method.getName().equals(FACTORY)) {
                kept[count++] = method;
            }
        }
        return java.util.Arrays.copyOf(kept, count);
    }

    private static Method[] ofClassFile(Class<?> type, Method[] methods) {
        String declared = Native.declaredMethods(type.getName(), Loaders.of(type));
        if (declared == null) {
            return methods;
        }
        Method[] kept = new Method[methods.length];
        int count = 0;
        int end;
        for (int start = 0; start < declared.length(); start = end + 1) {
            end = declared.indexOf(Native.AFTER_METHOD, start);
            boolean isSynchronized = declared.charAt(start) == Native.SYNCHRONIZED_METHOD;
            Method method = find(methods, declared.substring(start + 1, end));
            if (method != null) {
                if (isSynchronized) {
                    UNSAFE.putInt(method, MODIFIERS, method.getModifiers() | Modifier.SYNCHRONIZED);
                }
                kept[count++] = method;
            }
        }
        return java.util.Arrays.copyOf(kept, count);
    }

    /** The method of this name and descriptor; null if it was not asked for. */
    private static Method find(Method[] methods, String signature) {
        for (Method method : methods) {
            if (signature.startsWith(method.getName()) && signature.equals(method.getName() + descriptor(method))) {
                return method;
            }
        }
        return null;
    }

    private static String descriptor(Executable member) {
        StringBuilder text = new StringBuilder("(");
        for (Class<?> parameter : member.getParameterTypes()) {
            text.append(parameter.descriptorString());
        }
        Class<?> returned = member instanceof Method ? ((Method) member).getReturnType() : void.class;
        return text.append(')').append(returned.descriptorString()).toString();
    }
}
