/**
 * A method whose bytecode is so near the limit of 65,535 bytes that not even a call fits in the place of each access to an array. It gets no
 * hooks, and what it does with x is not seen: nothing can be called complete. That is said, with the method.
 */
class MethodWithoutRoom {
    static int x;

    static void run() {
        int[] t = new int[1]; int s = 0; int i = 0;
        x = 1;
        try { s += t[i]; s += t[i]; s += t[i]; s += t[i]; s += t[i]; s += t[i]; s += t[i];  } finally {
        try { s += t[i]; s += t[i]; s += t[i]; s += t[i]; s += t[i]; s += t[i]; s += t[i];  } finally {
        try { s += t[i]; s += t[i]; s += t[i]; s += t[i]; s += t[i]; s += t[i]; s += t[i];  } finally {
        try { s += t[i]; s += t[i]; s += t[i]; s += t[i]; s += t[i]; s += t[i]; s += t[i];  } finally {
        try { s += t[i]; s += t[i]; s += t[i]; s += t[i]; s += t[i]; s += t[i]; s += t[i];  } finally {
        try { s += t[i]; s += t[i]; s += t[i]; s += t[i]; s += t[i]; s += t[i]; s += t[i];  } finally {
        try { s += t[i]; s += t[i]; s += t[i]; s += t[i]; s += t[i]; s += t[i]; s += t[i];  } finally {
        try { s += t[i]; s += t[i]; s += t[i]; s += t[i]; s += t[i]; s += t[i]; s += t[i];  } finally {
        try { s += t[i]; s += t[i]; s += t[i]; s += t[i]; s += t[i]; s += t[i]; s += t[i];  } finally {
        try { s += t[i]; s += t[i]; s += t[i]; s += t[i]; s += t[i]; s += t[i]; s += t[i];  } finally {
            x = s + 2;
        } } } } } } } } } } 
    }

    public static void main(String[] arguments) throws InterruptedException {
        Thread other = new Thread(MethodWithoutRoom::run);
        other.start();
        System.out.println(x);
        other.join();
    }
}
