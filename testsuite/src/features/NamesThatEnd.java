/** Static fields whose names end as those of others, declared before them, begin: each of them is 0 or null at first, in all executions. */
public class NamesThatEnd {
    static int count;

    static class Fields {
        static int cx;
        static int x;
        static int kn;
        static int n;
        static String cs;
        static String s;
    }

    public static void main(String[] args) throws InterruptedException {
        int sum = Fields.x++ + Fields.n++ + (Fields.s == null ? 0 : 10) + Fields.cx++ + Fields.kn++;
        Fields.s = "set";
        Thread one = new Thread(() -> count++);
        Thread two = new Thread(() -> count++);
        one.start();
        two.start();
        one.join();
        two.join();
        System.out.println(sum + " " + count);
    }
}
