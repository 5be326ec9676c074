import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;

/**
 * Two threads release a buffer that has two references. It is freed by the second, whoever that is.
 *
 * @jvm -Dio.netty.noUnsafe=true -Dio.netty.leakDetection.level=disabled
 * @outcome 0 true
 */
public class NettyBuffer {
    public static void main(String[] args) throws InterruptedException {
        ByteBuf buffer = Unpooled.wrappedBuffer(new byte[] {1, 2, 3});
        buffer.retain();
        boolean[] freed = new boolean[2];
        Thread t1 = new Thread(() -> freed[0] = buffer.release());
        Thread t2 = new Thread(() -> freed[1] = buffer.release());
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(buffer.refCnt() + " " + (freed[0] != freed[1]));
    }
}
