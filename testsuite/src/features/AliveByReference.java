import java.util.function.BooleanSupplier;

/**
 * isAlive by a method reference. The thread may have ended or not; after the join it has. Possible: "true false", "false false".
 */
public class AliveByReference {
    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> {});
        t.start();
        BooleanSupplier alive = t::isAlive;
        boolean first = alive.getAsBoolean();
        t.join();
        System.out.println(first + " " + alive.getAsBoolean());
    }
}
