package dev.mcr;

/**
 * What this runtime knows of a class. The JDK keeps it in the object of the class, where it is forgotten together with
 * what the program has there ({@link KeptClasses}); so for classes that stay it is kept here as well.
 */
abstract class StayingValue<T> extends ClassValue<T> {
    /** The one that was made last; each knows the one before it. */
    private static StayingValue<?> last;
    private final StayingValue<?> before = last;
    private IdentityMap known = new IdentityMap();

    StayingValue() {
        last = this;
    }

    /** To be found out once for each class. */
    abstract T find(Class<?> type);

    @Override
    @SuppressWarnings("unchecked")
    protected final T computeValue(Class<?> type) {
        if (!AppLoader.is(type.getClassLoader())) {
            return find(type);
        }
        T value = (T) known.get(type);
        if (value == null) {
            value = find(type);
            known.put(type, value);
        }
        return value;
    }

    /** Classes stay no more. */
    static void forget() {
        for (StayingValue<?> value = last; value != null; value = value.before) {
            value.known = new IdentityMap();
        }
    }
}
