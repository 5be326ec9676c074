package dev.mcr;

/** The static fields that the class file of a class of the program declares, whatever the JVM was told of them. */
final class DeclaredStatics {
    /** Final; final, with a value that the class file states; not final, with such a value. */
    static final char FINAL = 'f', CONSTANT = 'c', STATED = 'k';

    /** As {@link Native#declaredStatics} tells them. */
    private final String told;

    DeclaredStatics(Class<?> type) {
        told = Native.declaredStatics(type.getName(), Loaders.of(type));
    }

    /** The letter of the field of this name and type, or of this name if the type is null; 0 if there is none. */
    char kind(String name, Class<?> type) {
        String signature = name + ":" + (type == null ? "" : type.descriptorString() + "\n");
        for (int start = 0; start < told.length(); start = told.indexOf('\n', start) + 1) {
            if (told.startsWith(signature, start + 1)) {
                return told.charAt(start);
            }
        }
        return 0;
    }

    boolean isFinal(String name, Class<?> type) {
        char kind = kind(name, type);
        return kind == FINAL || kind == CONSTANT;
    }
}
