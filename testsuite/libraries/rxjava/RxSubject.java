import io.reactivex.rxjava3.subjects.PublishSubject;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * One thread subscribes to a subject while another one publishes 4. It arrives if the subscription was there before.
 *
 * @outcome 0
 * @outcome 4
 */
public class RxSubject {
    public static void main(String[] args) throws InterruptedException {
        PublishSubject<Integer> subject = PublishSubject.create();
        AtomicInteger sum = new AtomicInteger();
        Thread t1 = new Thread(() -> subject.subscribe(sum::addAndGet));
        Thread t2 = new Thread(() -> subject.onNext(4));
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(sum.get());
    }
}
