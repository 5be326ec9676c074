import java.security.MessageDigest;
import java.security.Provider;
import java.security.Security;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A security provider of the program answers {@code getService} by itself, and the JDK asks it once more, the first
 * time that something is made of a service, whether it still has that: {@code Provider.Service} remembers the answer
 * in a field.
 *
 * <p>Each thread makes one digest and counts for itself how often it asks the provider meanwhile. The JDK asks once
 * to find the service. Who comes first to make an object of it asks again; the other one does so as well unless the
 * first has been answered by then. Nobody asks more often, and somebody asks again: 2 and 1, 1 and 2, or 2 and 2.
 */
public class ProviderAsked {
    static final ThreadLocal<int[]> ASKED = ThreadLocal.withInitial(() -> new int[1]);
    static int byOther;

    public static class Own extends java.security.MessageDigestSpi {
        @Override
        protected void engineUpdate(byte input) {}

        @Override
        protected void engineUpdate(byte[] input, int offset, int len) {}

        @Override
        protected byte[] engineDigest() {
            return new byte[] {7};
        }

        @Override
        protected void engineReset() {}
    }

    static class Asked extends Provider {
        private final Map<String, Service> services = new ConcurrentHashMap<>();

        Asked() {
            super("Asked", "1", "counts");
            services.put("OWN", new Service(this, "MessageDigest", "OWN", Own.class.getName(), null, null));
        }

        @Override
        public Service getService(String type, String algorithm) {
            ASKED.get()[0]++;
            return services.get(algorithm);
        }
    }

    static int digest() {
        try {
            MessageDigest.getInstance("OWN", "Asked");
            return ASKED.get()[0];
        } catch (java.security.GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Security.addProvider(new Asked());
        Thread other = new Thread(() -> byOther = digest());
        other.start();
        int byMain = digest();
        other.join();
        System.out.println(byMain + " " + byOther);
    }
}
