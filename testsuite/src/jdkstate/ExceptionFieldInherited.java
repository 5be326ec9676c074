import java.net.SocketTimeoutException;

/**
 * A field that an exception of the JDK has inherited, by the name of a class that declares none.
 *
 * <p>The other thread reads it before it is set, or afterwards: 0 or 4.
 */
public class ExceptionFieldInherited {
    public static void main(String[] args) throws InterruptedException {
        SocketTimeoutException timeout = new SocketTimeoutException();
        Thread setter = new Thread(() -> timeout.bytesTransferred = 4);
        setter.start();
        int found = timeout.bytesTransferred;
        setter.join();
        System.out.println(found);
    }
}
