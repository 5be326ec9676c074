/**
 * Lamport's fast mutual exclusion with bounded waiting: B rounds (the argument; 1 by default). Each of the three
 * waiting loops has a counter of its own, which is never set back.
 *
 * <p>Nothing fails; 187 behaviours under SC with B = 1. With {@code checked} after the number, a thread that reads
 * another's number back fails: one that has waited too often goes on all the same.
 */
public class Lamport {
    static int f1, f2, x, y, shared;

    public static void main(String[] args) throws InterruptedException {
        final int bound = args.length > 0 ? Integer.parseInt(args[0]) : 1;
        final boolean checked = args.length > 1 && args[1].equals("checked");
        Thread t1 = new Thread() {
            @Override
            public void run() {
                int n1 = 0;
                int n2 = 0;
                int n3 = 0;
                int n4 = 0;
                while (true) {
                    if (n1++ > bound) {
                        break;
                    }
                    f1 = 1;
                    x = 1;
                    if (y != 0) {
                        f1 = 0;
                        while (y != 0) {
                            if (n2++ > bound) {
                                break;
                            }
                        }
                        continue;
                    }
                    y = 1;
                    if (x != 1) {
                        f1 = 0;
                        while (f2 >= 1) {
                            if (n3++ > bound) {
                                break;
                            }
                        }
                        if (y != 1) {
                            while (y != 0) {
                                if (n4++ > bound) {
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
                if (checked && read != 1) {
                    throw new IllegalStateException("thread 1 is not alone");
                }
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
                    if (n1++ > bound) {
                        break;
                    }
                    f2 = 1;
                    x = 2;
                    if (y != 0) {
                        f2 = 0;
                        while (y != 0) {
                            if (n2++ > bound) {
                                break;
                            }
                        }
                        continue;
                    }
                    y = 2;
                    if (x != 2) {
                        f2 = 0;
                        while (f1 >= 1) {
                            if (n3++ > bound) {
                                break;
                            }
                        }
                        if (y != 2) {
                            while (y != 0) {
                                if (n4++ > bound) {
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
                if (checked && read != 2) {
                    throw new IllegalStateException("thread 2 is not alone");
                }
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
