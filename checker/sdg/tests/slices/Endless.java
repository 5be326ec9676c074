class Main {
    static int a, b, c;

    static int sliceAfterLoop(int n) {
        int x = a;                  // +
        int y = b;                  // -
        while (n > 0)               // + if it does not end, nothing is returned
            n -= c;                 // +
        return x;                   // *
    }

    static int sliceInLoop(int n) {
        int x = 0;                  // +
        for (int i = 0; i < n; i++) { // +
            x++;                    // +
            b++;                    // -
        }
        return x;                   // *
    }

    static void sliceNever() {
        int x = a;                  // -
        while (true) {
            if (c > 0)              // +
                b = 1;              // *
        }
    }
}
