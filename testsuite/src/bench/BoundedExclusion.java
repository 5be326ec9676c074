/**
 * Algorithms of mutual exclusion for two threads, each of which enters so many times and waits so many rounds at most;
 * who has waited too long goes in all the same, so x may be anything. Nothing fails, and every execution ends.
 *
 * <p>Arguments: the algorithm, and how often. The number of local histories grows exponentially with that, the number
 * of local states does not.
 */
public class BoundedExclusion {
    static int f1, f2, turn = 1, x, y;

    private static void peterson1(int most) {
        f1 = 1;
        turn = 2;
        int waited = 0;
        while (f2 == 1 && turn == 2) {
            if (waited++ >= most) {
                break;
            }
        }
        x = 1;
        f1 = 0;
    }

    private static void peterson2(int most) {
        f2 = 1;
        turn = 1;
        int waited = 0;
        while (f1 == 1 && turn == 1) {
            if (waited++ >= most) {
                break;
            }
        }
        x = 2;
        f2 = 0;
    }

    private static void dekker1(int most) {
        f1 = 1;
        for (int tried = 0; tried < most && f2 == 1; tried++) {
            if (turn != 1) {
                f1 = 0;
                int waited = 0;
                while (turn != 1) {
                    if (waited++ >= most) {
                        break;
                    }
                }
                f1 = 1;
            }
        }
        x = 1;
        turn = 2;
        f1 = 0;
    }

    private static void dekker2(int most) {
        f2 = 1;
        for (int tried = 0; tried < most && f1 == 1; tried++) {
            if (turn != 2) {
                f2 = 0;
                int waited = 0;
                while (turn != 2) {
                    if (waited++ >= most) {
                        break;
                    }
                }
                f2 = 1;
            }
        }
        x = 2;
        turn = 1;
        f2 = 0;
    }

    private static void szymanski1(int most) {
        f1 = 1;
        int waited = 0;
        while (f2 >= 3) {
            if (waited++ >= most) {
                break;
            }
        }
        f1 = 3;
        if (f2 == 1) {
            f1 = 2;
            waited = 0;
            while (f2 != 4) {
                if (waited++ >= most) {
                    break;
                }
            }
        }
        f1 = 4;
        x = 1;
        waited = 0;
        while (f2 == 2 || f2 == 3) {
            if (waited++ >= most) {
                break;
            }
        }
        f1 = 0;
    }

    private static void szymanski2(int most) {
        f2 = 1;
        int waited = 0;
        while (f1 >= 3) {
            if (waited++ >= most) {
                break;
            }
        }
        f2 = 3;
        if (f1 == 1) {
            f2 = 2;
            waited = 0;
            while (f1 != 4) {
                if (waited++ >= most) {
                    break;
                }
            }
        }
        f2 = 4;
        waited = 0;
        while (f1 >= 2) {
            if (waited++ >= most) {
                break;
            }
        }
        x = 2;
        f2 = 0;
    }

    private static void lamport1(int most) {
        for (int tried = 0; tried < most; tried++) {
            f1 = 1;
            x = 1;
            int waited = 0;
            if (y != 0) {
                f1 = 0;
                while (y != 0) {
                    if (waited++ >= most) {
                        break;
                    }
                }
                continue;
            }
            y = 1;
            if (x != 1) {
                f1 = 0;
                while (f2 == 1) {
                    if (waited++ >= most) {
                        break;
                    }
                }
                if (y != 1) {
                    waited = 0;
                    while (y != 0) {
                        if (waited++ >= most) {
                            break;
                        }
                    }
                    continue;
                }
            }
            break;
        }
        y = 0;
        f1 = 0;
    }

    private static void lamport2(int most) {
        for (int tried = 0; tried < most; tried++) {
            f2 = 1;
            x = 2;
            int waited = 0;
            if (y != 0) {
                f2 = 0;
                while (y != 0) {
                    if (waited++ >= most) {
                        break;
                    }
                }
                continue;
            }
            y = 2;
            if (x != 2) {
                f2 = 0;
                while (f1 == 1) {
                    if (waited++ >= most) {
                        break;
                    }
                }
                if (y != 2) {
                    waited = 0;
                    while (y != 0) {
                        if (waited++ >= most) {
                            break;
                        }
                    }
                    continue;
                }
            }
            break;
        }
        y = 0;
        f2 = 0;
    }

    private static void enter(String algorithm, boolean first, int most) {
        switch (algorithm) {
            case "peterson":
                if (first) {
                    peterson1(most);
                } else {
                    peterson2(most);
                }
                break;
            case "dekker":
                if (first) {
                    dekker1(most);
                } else {
                    dekker2(most);
                }
                break;
            case "szymanski":
                if (first) {
                    szymanski1(most);
                } else {
                    szymanski2(most);
                }
                break;
            case "lamport":
                if (first) {
                    lamport1(most);
                } else {
                    lamport2(most);
                }
                break;
            default:
                throw new IllegalArgumentException(algorithm);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        String algorithm = args[0];
        int most = Integer.parseInt(args[1]);
        Thread other = new Thread(() -> {
            for (int i = 0; i < most; i++) {
                enter(algorithm, false, most);
            }
        });
        Thread one = new Thread(() -> {
            for (int i = 0; i < most; i++) {
                enter(algorithm, true, most);
            }
        });
        one.start();
        other.start();
        one.join();
        other.join();
        System.out.println("done");
    }
}
