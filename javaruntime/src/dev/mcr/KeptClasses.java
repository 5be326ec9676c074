package dev.mcr;

import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;

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
    /** Where the structure of a class is in its object, where its state is in that, and what it is when linked. */
    private static final long[] STATES = Native.classStates();
    /** What the JDK remembers of a class in its object, and what follows from nothing but the class file. */
    private static final long[] MEMORY = references(Class.class, "reflectionData", "annotationData", "annotationType",
            "enumConstants", "enumConstantDirectory", "enumVars", "classValueMap", "genericInfo",
            "cachedConstructor");
    /** What the JVM tells a loader of each class that it has defined. */
    private static final long DEFINED = Internals.offset("java.lang.ClassLoader", "classes");
    /** The same of a method, and the method that it is a copy of, which remembers its annotations. */
    private static final long[] OF_METHODS = references(java.lang.reflect.Executable.class, "declaredAnnotations",
            "parameters", "parameterData");
    private static final long[] OF_METHODS_ALONE = references(Method.class, "root", "genericInfo");
    private static final long OVERRIDE = UNSAFE.objectFieldOffset(AccessibleObject.class, "override");

    /** What serialization remembers of classes, in releases that do not keep it in the objects of these. */
    private static final StaticField[] CACHES = {
        cache("localDescs"), cache("reflectors"),
    };

    /** The loader that stays; null if there is none yet. */
    private static AppLoader loader;
    /** What it has defined, as far as seen. */
    private static final List<Kept> KEPT = new ArrayList<>();
    /** How many of the classes that it has defined were looked at. */
    private static int looked;
    private static boolean stay = Native.keepsClasses() && STATES.length > 0;

    /** A class that stays. */
    private static final class Kept {
        final Class<?> type;
        final long structure;
        final boolean proxy;
        /** Where its static fields are that an initialiser sets, with their types; null until it was initialised. */
        private long[] offsets;
        private char[] kinds;
        /** For each of them what the class file states; null if there is nothing of that. */
        private Object[] stated;

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
            if (offsets == null) {
                find();
            }
            if (proxy) {
                // These methods are handed to the program. The initialiser need not run again: it would make the same.
                for (long offset : offsets) {
                    if (UNSAFE.getReference(type, offset) instanceof Method method) {
                        UNSAFE.putBoolean(method, OVERRIDE, false);
                        forget(method, OF_METHODS);
                        forget(method, OF_METHODS_ALONE);
                    }
                }
                return;
            }
            for (int i = 0; i < offsets.length; i++) {
                if (kinds[i] == 'L') {
                    UNSAFE.putReference(type, offsets[i], stated[i]);
                } else {
                    putNumber(kinds[i], offsets[i], stated[i] == null ? 0 : (Long) stated[i]);
                }
            }
            UNSAFE.putByte(state, (byte) STATES[2]);
        }

        private void putNumber(char kind, long offset, long number) {
            switch (kind) {
                case 'Z', 'B' -> UNSAFE.putByte(type, offset, (byte) number);
                case 'C', 'S' -> UNSAFE.putShort(type, offset, (short) number);
                case 'I', 'F' -> UNSAFE.putInt(type, offset, (int) number);
                default -> UNSAFE.putLong(type, offset, number);
            }
        }

        private void find() {
            Field[] declared = Internals.fields(type);
            String told = Native.declaredStatics(type.getName(), 0);
            offsets = new long[declared.length];
            kinds = new char[declared.length];
            stated = new Object[declared.length];
            int count = 0;
            for (Field field : declared) {
                if (!Modifier.isStatic(field.getModifiers())) {
                    continue;
                }
                // Nothing is told of classes without code, which can have no other fields than constants.
                char entry = proxy ? 'f' : entry(told, signature(field));
                if (entry == 'c') {
                    continue;
                }
                offsets[count] = UNSAFE.staticFieldOffset(field);
                kinds[count] = ClassInfo.kindCharacter(field.getType());
                stated[count++] = entry == 'k' ? stated(field) : null;
            }
            offsets = Copies.of(offsets, count);
        }

        private Object stated(Field field) {
            String value = Native.constantValue(type.getName(), 0, field.getName(),
                    field.getType().descriptorString());
            String text = value.substring(1);
            return value.charAt(0) == 's' ? text.intern() : Long.valueOf(text);
        }
    }

    /** The letter of a field among those that {@link Native#declaredStatics} tells; {@code c} if it is not told. */
    private static char entry(String told, String signature) {
        for (int start = 0, end; start < told.length(); start = end + 1) {
            end = told.indexOf('\n', start);
            if (end - start == signature.length() && told.startsWith(signature, start + 1)) {
                return told.charAt(start);
            }
        }
        return 'c';
    }

    private static String signature(Field field) {
        return field.getName() + ":" + field.getType().descriptorString() + "\n";
    }

    private static StaticField cache(String name) {
        Class<?> caches = Internals.find("java.io.ObjectStreamClass$Caches");
        if (caches != null) {
            for (Field field : Internals.fields(caches)) {
                if (field.getName().equals(name) && java.util.Map.class.isAssignableFrom(field.getType())) {
                    UNSAFE.ensureClassInitialized(caches);
                    return new StaticField(field);
                }
            }
        }
        return null;
    }

    private static void forget(Object object, long[] fields) {
        for (long offset : fields) {
            UNSAFE.putReference(object, offset, null);
        }
    }

    private static long[] references(Class<?> type, String... fields) {
        long[] found = new long[fields.length];
        int count = 0;
        for (Field field : Internals.fields(type)) {
            for (String name : fields) {
                if (field.getName().equals(name) && !Modifier.isStatic(field.getModifiers())) {
                    found[count++] = UNSAFE.objectFieldOffset(field);
                }
            }
        }
        return Copies.of(found, count);
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
            KEPT.clear();
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
        @SuppressWarnings("unchecked")
        ArrayList<Class<?>> defined = (ArrayList<Class<?>>) UNSAFE.getReference(loader, DEFINED);
        for (; looked < defined.size(); looked++) {
            Class<?> type = defined.get(looked);
            boolean generated = ClassInfo.isGenerated(type.getName());
            if (generated || Proxy.isProxyClass(type)) {
                implement(type);
                if (!stay) {
                    return;
                }
            }
            if (!generated) {
                Kept kept = new Kept(type);
                if (!kept.proxy && !loader.hasFound(type)) {
                    giveUp(type.getName() + " is defined by the program");
                    return;
                }
                KEPT.add(kept);
            }
        }
        for (Kept kept : KEPT) {
            kept.putBack();
        }
        isUsed = true;
        LoaderMemory.putBack(loader);
        for (StaticField cache : CACHES) {
            if (cache != null) {
                ((java.util.Map<?, ?>) cache.get()).clear();
            }
        }
        loader.clearAssertionStatus();
        loader.setDefaultAssertionStatus(true);
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

    /** An instruction is about to run that the JVM links once for all, with what the program has made. */
    static void links(int site) {
        if (stay && Hooks.running != null) {
            giveUp("the JVM links an instruction for good in " + Native.siteClass(site).replace('/', '.'));
        }
    }

    /**
     * Classes of lambdas and proxies are not initialised anew, so they do not initialise again what they implement
     * (JVMS 5.5).
     */
    private static void implement(Class<?> type) {
        for (Class<?> implemented : type.getInterfaces()) {
            boolean ofProgram = implemented.getClassLoader() instanceof AppLoader;
            String methods = ofProgram ? Native.declaredMethods(implemented.getName(), 0) : null;
            if (methods != null && methods.contains("<clinit>()V") && ClassInit.hasDefaults(implemented)) {
                giveUp("lambdas or proxies initialise " + implemented.getName());
            }
            implement(implemented);
        }
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
