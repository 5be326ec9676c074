package dev.mcr;

import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.HashMap;

/**
 * Which monitors a method of the JDK takes that is not rewritten: that of the object it is called on, or those that
 * fields lead to (the {@code lock} of a reader, the stream below another). The rewriter reads that out of the class
 * files, once for each class; which objects these are is looked up for each call.
 *
 * <p>Only fields that stay what they are count, as two threads have to find the same: final ones, and the locks and
 * streams below readers, writers and filters. All of this is done unseen.
 */
final class TakenMonitors {
    private TakenMonitors() {}

    /**
     * What a method does, in the words of {@code taken.rs}; paths as names of fields. Where what {@code replaces} lead
     * to is there, nothing is entered.
     */
    private static final class Behaviour {
        final ArrayList<String[]> enters = new ArrayList<>();
        final ArrayList<String[]> replaces = new ArrayList<>();
        final ArrayList<Call> calls = new ArrayList<>();
    }

    private record Call(String[] receiver, String method, String special) {}

    /** For each class of the JDK its methods, by name and descriptor. */
    private static final HashMap<Class<?>, HashMap<String, Behaviour>> CLASSES = new HashMap<>();

    /** What is found out once for each class of objects. */
    private static final class Known {
        /** What its methods do, wherever they are declared. */
        final HashMap<String, Behaviour> behaviours = new HashMap<>();
        /** Where the fields are that stay what they are; of other fields -1. */
        final HashMap<String, Long> fields = new HashMap<>();
    }

    private static final StayingValue<Known> KNOWN = new StayingValue<>() {
        @Override
        Known find(Class<?> type) {
            return new Known();
        }
    };

    /** Of a method whose monitors are events, or of which nothing is known. */
    private static final Behaviour NOTHING = new Behaviour();

    /** How far fields and calls are followed. */
    private static final int DEPTH = 8;

    /**
     * The objects whose monitors a call takes, outermost first, as far as the program uses them
     * ({@link CallMonitors#isUsed}). {@code called}: name and descriptor of the method; after a blank the class that an
     * {@code invokespecial} names.
     */
    static Object[] of(Object receiver, String called) {
        return find(receiver, called, false);
    }

    /** The same, whether the program uses them or not. */
    static Object[] all(Object receiver, String called) {
        return find(receiver, called, true);
    }

    /** Whether any method of an object takes a monitor that the program uses. */
    static boolean anyMethodTakes(Object receiver) {
        for (Class<?> c = receiver.getClass(); c != null && c != Object.class; c = c.getSuperclass()) {
            if (ClassInfo.of(c).isReportedInside()) {
                continue;
            }
            for (String method : methods(c, 0).keySet()) {
                if (of(receiver, method).length > 0) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Whether a method of a class that is not rewritten enters monitors, or is not known because it is abstract. */
    static boolean mayEnter(Class<?> declaring, String method) {
        Behaviour behaviour = methods(declaring, 0).get(method.split(" ")[0]);
        return behaviour != null && (!behaviour.enters.isEmpty() || declaring.isInterface());
    }

    private static Object[] find(Object receiver, String called, boolean all) {
        if (receiver instanceof Thread && ThreadFields.isVirtual((Thread) receiver) && called.startsWith("join(")) {
            return new Object[0];
        }
        Control unseen = Hooks.suspend();
        try {
            int blank = called.indexOf(' ');
            String special = blank < 0 ? null : called.substring(blank + 1).replace('/', '.');
            Search search = new Search(all, unseen == null ? 0 : unseen.callSite);
            search.call(receiver, blank < 0 ? called : called.substring(0, blank), special, 0);
            return search.found.toArray();
        } finally {
            Hooks.resume(unseen);
        }
    }

    /** The calls that one call leads to. */
    private static final class Search {
        final ArrayList<Object> found = new ArrayList<>();
        private final boolean all;
        /** Where the call is. */
        private final int place;
        private final ArrayList<Object> objects = new ArrayList<>();
        private final ArrayList<Behaviour> behaviours = new ArrayList<>();

        Search(boolean all, int place) {
            this.all = all;
            this.place = place;
        }

        void call(Object receiver, String method, String special, int depth) {
            if (receiver == null || receiver instanceof Output || ChannelCalls.is(receiver) || depth > DEPTH) {
                return;
            }
            Class<?> c = receiver.getClass();
            while (special != null && c != null && !c.getName().equals(special)) {
                c = c.getSuperclass();
            }
            if (c != null) {
                Behaviour behaviour = behaviour(c, method, place);
                if (behaviour != NOTHING) {
                    follow(receiver, behaviour, depth);
                }
            }
        }

        private void follow(Object receiver, Behaviour behaviour, int depth) {
            for (int i = 0; i < objects.size(); i++) {
                if (objects.get(i) == receiver && behaviours.get(i) == behaviour) {
                    return;
                }
            }
            objects.add(receiver);
            behaviours.add(behaviour);
            boolean replaced = false;
            for (String[] path : behaviour.replaces) {
                replaced |= at(receiver, path) != null;
            }
            if (!replaced) {
                for (String[] path : behaviour.enters) {
                    found(at(receiver, path));
                }
            }
            for (Call call : behaviour.calls) {
                call(at(receiver, call.receiver), call.method, call.special, depth + 1);
            }
        }

        private void found(Object object) {
            if (object == null || !all && !CallMonitors.isUsed(object)) {
                return;
            }
            for (Object known : found) {
                if (known == object) {
                    return;
                }
            }
            found.add(object);
        }
    }

    /** What a method of an object of this class does. */
    private static Behaviour behaviour(Class<?> type, String method, int place) {
        HashMap<String, Behaviour> behaviours = KNOWN.get(type).behaviours;
        Behaviour known = behaviours.get(method);
        if (known == null) {
            known = findBehaviour(type, method, place);
            behaviours.put(method, known);
        }
        return known;
    }

    private static Behaviour findBehaviour(Class<?> type, String method, int place) {
        for (Class<?> c = type; c != null && c != Object.class; c = c.getSuperclass()) {
            if (ClassInfo.of(c).isReportedInside()) {
                if (declares(c, method)) {
                    // What it takes are events.
                    return NOTHING;
                }
                continue;
            }
            Behaviour behaviour = methods(c, place).get(method);
            if (behaviour != null) {
                return behaviour;
            }
        }
        return NOTHING;
    }

    private static boolean declares(Class<?> type, String method) {
        for (Method declared : type.getDeclaredMethods()) {
            if (method.startsWith(declared.getName())) {
                MethodType of = MethodType.methodType(declared.getReturnType(), declared.getParameterTypes());
                if (method.equals(declared.getName() + of.toMethodDescriptorString())) {
                    return true;
                }
            }
        }
        return false;
    }

    /** What a path leads to from an object; null if that may change. */
    private static Object at(Object object, String[] path) {
        Object at = object;
        for (String name : path) {
            long offset = at == null ? -1 : offset(at.getClass(), name);
            if (offset < 0) {
                return null;
            }
            at = ClassInfo.UNSAFE.getReference(at, offset);
        }
        return at;
    }

    private static long offset(Class<?> type, String name) {
        HashMap<String, Long> fields = KNOWN.get(type).fields;
        Long known = fields.get(name);
        if (known == null) {
            Field field = field(type, name);
            known = field == null ? -1 : ClassInfo.UNSAFE.objectFieldOffset(field);
            fields.put(name, known);
        }
        return known;
    }

    private static Field field(Class<?> type, String name) {
        for (Class<?> c = type; c != null; c = c.getSuperclass()) {
            if (ClassInfo.of(c).kind == ClassInfo.APPLICATION) {
                continue;
            }
            for (Field field : c.getDeclaredFields()) {
                int modifiers = field.getModifiers();
                if (field.getName().equals(name) && !field.getType().isPrimitive() && !Modifier.isStatic(modifiers)) {
                    return Modifier.isFinal(modifiers) || isBelow(field) ? field : null;
                }
            }
        }
        return null;
    }

    /**
     * The lock of a reader or writer and what is below another one, or below a scanner, are set when it is made (and
     * forgotten when it is closed).
     */
    private static boolean isBelow(Field field) {
        return switch (field.getName()) {
            case "lock", "in", "out" -> true;
            case "source" -> field.getDeclaringClass() == java.util.Scanner.class;
            default -> false;
        };
    }

    private static HashMap<String, Behaviour> methods(Class<?> type, int place) {
        HashMap<String, Behaviour> known = CLASSES.get(type);
        if (known == null) {
            known = read(type, place);
            CLASSES.put(type, known);
        }
        return known;
    }

    private static HashMap<String, Behaviour> read(Class<?> type, int place) {
        HashMap<String, Behaviour> methods = new HashMap<>();
        String file = type.getName().substring(type.getName().lastIndexOf('.') + 1) + ".class";
        byte[] bytes;
        try (InputStream in = type.getResourceAsStream(file)) {
            bytes = in == null ? new byte[0] : in.readAllBytes();
        } catch (IOException e) {
            Native.notCovered("the monitors of a class of the JDK whose class file cannot be read", place);
            bytes = new byte[0];
        }
        Behaviour now = null;
        for (String line : Native.takenMonitors(bytes).split("\n")) {
            String[] words = line.split(" ");
            switch (words[0]) {
                case "method" -> methods.put(words[1], now = new Behaviour());
                case "enters" -> now.enters.add(path(words[1]));
                case "replaces" -> now.replaces.add(path(words[1]));
                case "calls" -> {
                    String special = words[3].equals("-") ? null : words[3].replace('/', '.');
                    now.calls.add(new Call(path(words[1]), words[2], special));
                }
                default -> { }
            }
        }
        return methods;
    }

    private static String[] path(String text) {
        return text.equals("this") ? new String[0] : text.split("/");
    }
}
