import java.net.InetAddress;

/**
 * An address remembers its name once somebody has asked for it, and shows it from then on. That this is not seen is
 * said where there are several threads ("shared"); one that main has asked when it was alone is nothing special
 * ("own"): the other thread finds it with its name, and there is one outcome.
 */
public class AddressNamed {
    private static InetAddress address;

    public static void main(String[] args) throws Exception {
        InetAddress made = InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
        if (args[0].equals("own")) {
            made.getHostName();
            address = made;
            Thread thread = Par.start(() -> System.out.println(address.toString().startsWith("/")));
            thread.join();
        } else {
            address = made;
            Thread thread = Par.start(() -> address.getHostName());
            System.out.println(address.toString().startsWith("/"));
            thread.join();
        }
    }
}
