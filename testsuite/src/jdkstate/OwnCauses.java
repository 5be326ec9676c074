import java.rmi.RemoteException;
import javax.naming.NamingException;
import javax.security.sasl.SaslException;
import javax.xml.transform.TransformerException;

/**
 * Exceptions of the JDK that keep their cause in a field of their own. Whoever asks while another sets one finds null or that. Of two that are set, the second is refused.
 */
public class OwnCauses {
    static Throwable made(String kind) {
        return switch (kind) {
            case "transformer" -> new TransformerException("m");
            case "naming" -> new NamingException("m");
            case "sasl" -> new SaslException("m");
            default -> new RemoteException("m");
        };
    }

    static String set(Throwable thrown, Throwable cause) {
        try {
            thrown.initCause(cause);
            return "set";
        } catch (IllegalStateException e) {
            return "refused";
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Throwable shared = made(args.length == 0 ? "transformer" : args[0]);
        String[] got = new String[2];
        Thread t = new Thread(() -> got[0] = set(shared, new RuntimeException("a")));
        Thread u;
        if (args.length < 2) {
            u = new Thread(() -> got[1] = shared.getCause() == null ? "null" : shared.getCause().getMessage());
        } else {
            u = new Thread(() -> got[1] = set(shared, new RuntimeException("b")));
        }
        t.start();
        u.start();
        t.join();
        u.join();
        Throwable cause = shared.getCause();
        System.out.println(got[0] + " " + got[1] + " " + (cause == null ? "null" : cause.getMessage()));
    }
}
