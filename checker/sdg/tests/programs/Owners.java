/** Fields and elements by whose they are: on lines with a tilde the asked one depends only if all objects of a class are one place. */
class Owners {
    int value;
    Owners next;

    /** What is printed is of one object, and of one array. */
    static int direct(int a, int b) {
        Owners mine = new Owners();    // + whose field it is
        Owners other = new Owners();   // ~
        mine.value = a;                // +
        other.value = b;               // ~ another object of the class
        int[] one = new int[1];        // +
        int[] two = new int[1];        // + how long it is decides what comes after the access
        one[0] = mine.value;           // +
        int c = other.value * 3;       // ~ for another array of the type
        two[0] = c;                    // + whether it throws
        return one[0];                 // +
    }

    /** A list of own nodes holds nodes, and a second one others. */
    static int list(int a, int b) {
        Owners first = new Owners();   // +
        first.next = new Owners();     // +
        first.next.value = a;          // +
        Owners second = new Owners();  // +
        second.next = new Owners();    // + whether it is null decides what comes after the access
        int c = b * 3;                 // ~ for a node of the second list
        second.next.value = c;         // + whether it throws
        return first.next.value;       // +
    }

    /** What the JDK has been given may come back from there. */
    static int escaped(int a, int b) {
        Owners kept = new Owners();    // +
        java.util.ArrayList<Owners> list = new java.util.ArrayList<>(); // +
        list.add(kept);                // +
        kept.value = a;                // +
        Owners own = new Owners();     // ~
        own.value = b;                 // ~ it is in no list
        return list.get(0).value;      // +
    }

    /** What somebody refers to that the JDK has been given comes back with that. */
    static int within(int a) {
        Owners inner = new Owners();   // +
        Owners outer = new Owners();   // +
        outer.next = inner;            // +
        Object[] kept = new Object[1]; // +
        kept[0] = outer;               // +
        inner.value = a;               // +
        Owners back = (Owners) java.util.Arrays.asList(kept).get(0); // +
        return back.next.value;        // +
    }

    /** A method that two objects are passed to works on both; what else is done with one is not done with the other. */
    static void set(Owners of, int value) {
        of.value = value;              // +
    }

    static int shared(int a, int b) {
        Owners mine = new Owners();    // +
        Owners other = new Owners();   // + the method may work on it
        set(mine, a);                  // +
        set(other, b);                 // +
        other.value = b + 1;           // ~ not by the method
        return mine.value;             // +
    }

    public static void main(String[] args) {
        int a = args.length;           // +
        int b = args.length + 1;       // +
        int sum = direct(a, b) + list(a, b) + escaped(a, b) + within(a) + shared(a, b); // +
        System.out.println(sum);       // *
    }
}
