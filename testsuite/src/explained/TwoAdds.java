import java.util.ArrayList;
import java.util.List;

/** Two threads add to one list that is not made for that. */
public class TwoAdds {
    static final List<String> names = new ArrayList<>();

    public static void main(String[] args) throws InterruptedException {
        Thread first = new Thread(() -> names.add("anna"), "first");
        Thread second = new Thread(() -> names.add("ben"), "second");
        first.start();
        second.start();
        first.join();
        second.join();
        if (names.size() != 2) {
            throw new AssertionError("only " + names.size());
        }
    }
}
