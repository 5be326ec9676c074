/**
 * Lamport's fast mutual exclusion with bounded waiting (B = 1). Each of the three waiting loops has a counter of its
 * own, which is never set back. Nothing fails; 187 behaviours under SC.
 */
public class Lamport {
    static final int B = 1;
    static int f1, f2, x, y, shared;

    public static void main(String[] args) throws InterruptedException {
        Thread t1 = new Thread() {
            @Override
            public void run() {
                int n1 = 0;
                int n2 = 0;
                int n3 = 0;
                int n4 = 0;
                while (true) {
                    if (n1++ > B) {
                        break;
                    }
                    f1 = 1;
                    x = 1;
                    if (y != 0) {
                        f1 = 0;
                        while (y != 0) {
                            if (n2++ > B) {
                                break;
                            }
                        }
                        continue;
                    }
                    y = 1;
                    if (x != 1) {
                        f1 = 0;
                        while (f2 >= 1) {
                            if (n3++ > B) {
                                break;
                            }
                        }
                        if (y != 1) {
                            while (y != 0) {
                                if (n4++ > B) {
                                    break;
                                }
                            }
                            continue;
                        }
                    }
                    break;
                }
                shared = 1;
                int read = shared;
                y = 0;
                f1 = 0;
            }
        };
        Thread t2 = new Thread() {
            @Override
            public void run() {
                int n1 = 0;
                int n2 = 0;
                int n3 = 0;
                int n4 = 0;
                while (true) {
                    if (n1++ > B) {
                        break;
                    }
                    f2 = 1;
                    x = 2;
                    if (y != 0) {
                        f2 = 0;
                        while (y != 0) {
                            if (n2++ > B) {
                                break;
                            }
                        }
                        continue;
                    }
                    y = 2;
                    if (x != 2) {
                        f2 = 0;
                        while (f1 >= 1) {
                            if (n3++ > B) {
                                break;
                            }
                        }
                        if (y != 2) {
                            while (y != 0) {
                                if (n4++ > B) {
                                    break;
                                }
                            }
                            continue;
                        }
                    }
                    break;
                }
                shared = 2;
                int read = shared;
                y = 0;
                f2 = 0;
            }
        };
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println("done");
    }
}
