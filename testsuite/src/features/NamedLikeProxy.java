/** A class of the program is called as those are that java.lang.reflect.Proxy makes. Its static field is shared like any other. */
class NamedLikeProxy {
    public static void main(String[] arguments) throws InterruptedException {
        Thread other = new Thread(() -> $Proxy1.x = 1);
        other.start();
        $Proxy1.print();
        other.join();
    }
}

class $Proxy1 {
    static int x;

    static void print() {
        System.out.println(x);
    }
}
