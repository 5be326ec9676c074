package dev.mcr;

import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.ArrayList;

/**
 * The classes of the class path stay from one execution to the next, and so does what the JVM has made of their code.
 * Before each execution what has changed in them is put back: static fields, what the JDK remembers in the class
 * objects, and, in the structures of the JVM, that they were initialised. So the JVM runs a static initialiser again
 * where the program needs the class, by its own code. Instructions that the JVM has resolved do not ask any more; there
 * are hooks before them that do ({@link Hooks#beforeInit}).
 *
 * <p>Invariant: what a program can tell is the same as if each execution had loaded its classes anew. Where that is not
 * certain any more, each one does ({@link #giveUp}); where an execution may have found a difference, the exploration
 * begins anew as well ({@link #differs}).
 */
final class KeptClasses {
    private KeptClasses() {}

    private static final jdk.internal.misc.Unsafe UNSAFE = ClassInfo.UNSAFE;
    /**
     * Where the structure of a class is in its object, where its state is in that, and what it is when linked and when
     * initialised.
     */
    private static final long[] STATES = Native.classStates();
    /** What the JDK remembers of a class in its object, and what follows from nothing but the class file. */
    private static final long[] MEMORY = Internals.offsets(Class.class, "reflectionData", "annotationData",
            "annotationType", "enumConstants", "enumConstantDirectory", "enumVars", "classValueMap", "genericInfo",
            "cachedConstructor");
    /** The same of a method, and the method that it is a copy of, which remembers its annotations. */
    private static final long[] OF_METHODS = Internals.offsets(Method.class, "declaredAnnotations", "parameters",
            "parameterData", "root", "genericInfo");
    private static final long OVERRIDE = UNSAFE.objectFieldOffset(AccessibleObject.class, "override");

    /** What serialization remembers of classes, in releases that do not keep it in the objects of these. */
    private static final StaticField[] CACHES = {
        StaticField.find("java.io.ObjectStreamClass$Caches", "localDescs"),
        StaticField.find("java.io.ObjectStreamClass$Caches", "reflectors"),
    };

    /** The loader that stays; null if there is none yet. */
    private static AppLoader loader;
    /** What it has defined, as far as seen. */
    private static Kept[] kept = {};
    private static int count;
    /** How many of the classes that it has defined were looked at. */
    private static int looked;
    /** The same of the loader beside it. */
    private static int lookedBeside;
    private static boolean stay = Native.keepsClasses() && STATES.length > 0;

    /** A class that stays. */
    private static final class Kept {
        final Class<?> type;
        final long structure;
        final boolean proxy;
        /** Nothing runs when it is initialised, so nobody can tell whether it is unless they ask. */
        private boolean plain;
        /** Its static fields that an initialiser sets; null until it was initialised. */
        private ClassInfo.FieldInfo[] fields;
        /** What each of them holds at first. */
        private Object[] first;

        Kept(Class<?> type) {
            this.type = type;
            proxy = Proxy.isProxyClass(type);
            structure = UNSAFE.getLong(type, STATES[0]);
        }

        void putBack() {
            forget(type, MEMORY);
            long state = structure + STATES[1];
            if (UNSAFE.getByte(state) <= STATES[2]) {
                return;
            }
            if (fields == null) {
                find();
            }
            if (proxy) {
                // These methods are handed to the program. The initialiser need not run again: it would make the same.
                for (ClassInfo.FieldInfo field : fields) {
                    if (ClassInfo.reference(type, field) instanceof Method method) {
                        UNSAFE.putBoolean(method, OVERRIDE, false);
                        forget(method, OF_METHODS);
                    }
                }
                return;
            }
            for (int i = 0; i < fields.length; i++) {
                ClassInfo.put(type, fields[i], first[i]);
            }
            if (!plain || !leavesPlain || UNSAFE.getByte(state) != STATES[3]) {
                UNSAFE.putByte(state, (byte) STATES[2]);
            }
        }

        private void find() {
            Field[] declared = Internals.fields(type);
            DeclaredStatics told = proxy ? null : new DeclaredStatics(type);
            fields = new ClassInfo.FieldInfo[declared.length];
            first = new Object[declared.length];
            int count = 0;
            for (Field field : declared) {
                if (!Modifier.isStatic(field.getModifiers())) {
                    continue;
                }
                // Nothing is told of classes without code, which can have no other fields than constants.
                char kind = proxy ? DeclaredStatics.FINAL : told.kind(field.getName(), field.getType());
                if (kind == 0 || kind == DeclaredStatics.CONSTANT) {
                    continue;
                }
                fields[count] = ClassInfo.FieldInfo.of(field, 0);
                first[count++] = kind == DeclaredStatics.STATED ? stated(field)
                        : field.getType().isPrimitive() ? (Object) 0L : null;
            }
            fields = Copies.of(fields, count);
            plain = runsNothing(type);
        }

        private Object stated(Field field) {
            String value = Native.constantValue(type.getName(), 0, field.getName(),
                    field.getType().descriptorString());
            String text = value.substring(1);
            return value.charAt(0) == 's' ? text.intern() : Long.valueOf(text);
        }
    }

    private static void forget(Object object, long[] fields) {
        for (long offset : fields) {
            UNSAFE.putReference(object, offset, null);
        }
    }

    /**
     * The initialiser of a class of the program begins, the place being in it. The JIT compiler is not to take for
     * constants what it sets.
     */
    static void initialises(int site) {
        if (loader == null || !BEGUN.add(site)) {
            return;
        }
        Control me = Hooks.suspend();
        try {
            String name = Native.siteClass(site);
            Class<?> type = Native.siteLoader(site) == 0 ? loader.loaded(name.replace('/', '.')) : null;
            if (type != null && type.isInterface()
                    && !Native.makeVariable(UNSAFE.getLong(type, STATES[0]), name, 0)) {
                giveUp("the JVM does not let go of the constants of " + type.getName());
            }
        } finally {
            Hooks.resume(me);
        }
    }

    /** Places of initialisers that have begun. */
    private static final LongSet BEGUN = new LongSet();

    /** The loader for the next execution, with classes as the first one found them. */
    static AppLoader loader(AppLoader.Source source) {
        stay &= !Insights.has(Insights.CLASSES_ARE_FRESH);
        if (loader != null && stay) {
            putBack();
        }
        if (!stay) {
            kept = new Kept[0];
            count = 0;
            loader = null;
            StayingValue.forget();
            return new AppLoader(source);
        }
        if (loader == null) {
            loader = new AppLoader(source);
            LoaderMemory.begin(loader);
        }
        return loader;
    }

    private static void putBack() {
        String reason = Native.notKept();
        if (reason != null) {
            giveUp(reason);
            return;
        }
        look(PlatformLoader.defined(loader), looked);
        looked = PlatformLoader.defined(loader).size();
        look(PlatformLoader.defined(loader.platform), lookedBeside);
        lookedBeside = PlatformLoader.defined(loader.platform).size();
        if (!stay) {
            return;
        }
        leavesPlain = !isAsked;
        for (int i = 0; i < count; i++) {
            kept[i].putBack();
        }
        isUsed = true;
        LoaderMemory.putBack(loader);
        for (StaticField cache : CACHES) {
            if (cache != null && cache.get() instanceof java.util.Map<?, ?> map) {
                map.clear();
            }
        }
        loader.clearAssertionStatus();
        loader.setDefaultAssertionStatus(true);
    }

    /** Notes classes that are new in this list. */
    private static void look(ArrayList<Class<?>> defined, int from) {
        for (int i = from; i < defined.size() && stay; i++) {
            Class<?> type = defined.get(i);
            boolean generated = ClassInfo.isGenerated(type.getName());
            // What the classes of lambdas initialise, the places do where lambdas are made (LambdaInit).
            if (Proxy.isProxyClass(type)) {
                implement(type);
                if (!stay) {
                    return;
                }
            }
            if (!generated) {
                Kept found = new Kept(type);
                if (!found.proxy && !loader.hasFound(type)) {
                    giveUp(type.getName() + " is defined by the program");
                    return;
                }
                if (count == kept.length) {
                    kept = Copies.of(kept, 2 * count + 8);
                }
                kept[count++] = found;
            }
        }
    }

    /** Whether an execution before this one has used the loader. */
    private static boolean isUsed;

    /** This execution has found something out that may be otherwise where classes are loaded anew. */
    static void differs(String reason) {
        if (stay) {
            giveUp(reason);
            if (isUsed) {
                Insights.show(Insights.CLASSES_ARE_FRESH);
            }
        }
    }

    /** What a loader has defined is asked for; the program is running. */
    static void asked(ClassLoader asked) {
        if (asked == loader && Hooks.self() != null) {
            differs("the program asks which classes or packages are loaded");
        }
    }

    /** Whether they do, so far. */
    static boolean stay() {
        return stay;
    }

    /** Over all executions: whether anybody asks the JVM if a class is initialised. */
    private static boolean isAsked;

    /** Whether this execution has found classes initialised for which nothing runs then. */
    private static boolean leavesPlain;

    /** It is asked whether this class is initialised; the program is running. */
    static void stateAsked(Class<?> type) {
        if (type == null || type.getClassLoader() != loader) {
            return;
        }
        isAsked = true;
        boolean mayBeLeft;
        Control me = Hooks.suspend();
        try {
            mayBeLeft = leavesPlain && runsNothing(type);
        } finally {
            Hooks.resume(me);
        }
        if (mayBeLeft) {
            differs("it is asked whether " + type.getName() + " is initialised");
        }
    }

    /** An instruction is about to run that the JVM links once for all, with what the program has made. */
    static void links(int site) {
        if (stay && Hooks.running != null) {
            giveUp("the JVM links an instruction for good in " + Native.siteClass(site).replace('/', '.'));
        }
    }

    /**
     * Classes of proxies, and those that the JVM makes for lambdas, are not initialised anew, so they do not initialise
     * again what they implement (JVMS 5.5).
     */
    private static void implement(Class<?> type) {
        Class<?> initialised = initialisedWith(type);
        if (initialised != null) {
            giveUp("lambdas or proxies initialise " + initialised.getName());
        }
    }

    /** An interface of the program whose initialiser runs when a class that implements it is initialised; or null. */
    static Class<?> initialisedWith(Class<?> type) {
        for (Class<?> implemented : type.getInterfaces()) {
            Class<?> found = isInitialisedWithOthers(implemented) ? implemented : initialisedWith(implemented);
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    /** Whether an interface has an initialiser of the program that runs when a class that implements it is initialised. */
    static boolean isInitialisedWithOthers(Class<?> implemented) {
        return hasInitialiser(implemented) && ClassInit.hasDefaults(implemented);
    }

    /** Whether the class file of a class of the program has a static initialiser. */
    private static boolean hasInitialiser(Class<?> type) {
        boolean ofProgram = AppLoader.is(type.getClassLoader());
        String methods = ofProgram ? Native.declaredMethods(type.getName(), 0) : null;
        // Nothing is told of interfaces without code.
        return methods == null ? ofProgram && !type.isInterface() : methods.contains("<clinit>()V");
    }

    /** Whether no initialiser of the program runs when this class is initialised. */
    private static boolean runsNothing(Class<?> type) {
        for (Class<?> c = type; c != null && AppLoader.is(c.getClassLoader()); c = c.getSuperclass()) {
            if (hasInitialiser(c) || initialisedWith(c) != null) {
                return false;
            }
        }
        return true;
    }

    /** A lambda was made whose class the JVM has made. */
    static void made(Object lambda) {
        if (stay && IMPLEMENTING.get(lambda.getClass()) == null) {
            IMPLEMENTING.put(lambda.getClass(), lambda.getClass());
            Control me = Hooks.suspend();
            try {
                implement(lambda.getClass());
            } finally {
                Hooks.resume(me);
            }
        }
    }

    /** Classes of lambdas that were looked at. */
    private static final IdentityMap IMPLEMENTING = new IdentityMap();

    /** The initialiser of a class has failed. The JVM remembers that it has failed before, if it has. */
    static void failed(Class<?> type) {
        differs("the static initialiser of " + type.getName() + " fails");
    }

    /** From the next execution on classes are loaded anew. */
    static void giveUp(String reason) {
        if (stay) {
            stay = false;
            Native.freshClasses(reason);
        }
    }
}
