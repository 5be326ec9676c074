package dev.mcr;

/** Objects that a thread has given a name and whose contents it has not reported yet, first in, first out. */
final class NamingQueue {
    private Object[] objects = new Object[8];
    private int head;
    private int tail;

    void add(Object object) {
        if (tail == objects.length) {
            objects = Copies.of(objects, objects.length * 2);
        }
        objects[tail++] = object;
    }

    /** The next object whose contents have to be reported, or null. */
    Object take() {
        if (head == tail) {
            head = tail = 0;
            return null;
        }
        Object object = objects[head];
        objects[head++] = null;
        return object;
    }

    boolean isEmpty() {
        return head == tail;
    }
}
