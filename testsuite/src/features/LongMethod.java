/**
 * A method of which the bytecode has about 30,000 bytes, because compilers copy what is in `finally` to each way out of `try`, and so twice for each level. With
 * a hook inline at each access to an array it would be longer than a method can be. What it does at its beginning and at its end is seen all
 * the same: y is written after x, and main reads y first, so "1 0" is impossible and all else possible.
 */
class LongMethod {
    static int x, y;

    static void run() {
        int[] t = new int[1];
        x = 1;
        try { t[0]++; t[0]++; } finally {
        try { t[0]++; t[0]++; } finally {
        try { t[0]++; t[0]++; } finally {
        try { t[0]++; t[0]++; } finally {
        try { t[0]++; t[0]++; } finally {
        try { t[0]++; t[0]++; } finally {
        try { t[0]++; t[0]++; } finally {
        try { t[0]++; t[0]++; } finally {
        try { t[0]++; t[0]++; } finally {
        try { t[0]++; t[0]++; } finally {
            y = 1;
        } } } } } } } } } } 
    }

    public static void main(String[] arguments) throws InterruptedException {
        Thread other = new Thread(LongMethod::run);
        other.start();
        int first = y;
        System.out.println(first + " " + x);
        other.join();
    }
}
