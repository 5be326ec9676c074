import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.schedulers.Schedulers;

/**
 * Two sources, one of them on a scheduler's thread, are added up. Only outcome: 3.
 *
 * @outcome 3
 */
public class RxMerge {
    public static void main(String[] args) {
        int sum = Flowable.merge(Flowable.just(1).subscribeOn(Schedulers.single()), Flowable.just(2))
                .reduce(0, Integer::sum).blockingGet();
        System.out.println(sum);
        Schedulers.shutdown();
    }
}
