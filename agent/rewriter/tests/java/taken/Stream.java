public class Stream {
    protected final Object lock;
    private Stream below;
    long length;

    Stream(Object lock) { this.lock = lock; }
    synchronized int size() { return 1; }
    void locked(long a, double b) { if (a > b) { synchronized (this) { length = a; } } }
    void byLock(int[] x) { Object lock = this.lock; synchronized (lock) { x[0]++; below.byLock(x); } }
    int viaOther(String s) { return s.length() + size() + other(s).size(); }
    Stream other(Object given) { synchronized (given) { return below; } }
    void nothing() { }
    static synchronized void ofClass() { }

    static class Sub extends Stream {
        Sub() { super(new Object()); }
        @Override int size() { long before = length; return before > 0 ? super.size() : 0; }
    }
}
