/**
 * A group that does something of its own and then what all groups do: nobody has handled the exception.
 *
 * Only outcome: "seen", and the exception.
 */
public class GroupPassesOn {
    public static void main(String[] args) {
        ThreadGroup group = new ThreadGroup("g") {
            @Override
            public void uncaughtException(Thread t, Throwable e) {
                System.out.println("seen");
                super.uncaughtException(t, e);
            }
        };
        new Thread(group, () -> {
            throw new IllegalStateException("x");
        }).start();
    }
}
