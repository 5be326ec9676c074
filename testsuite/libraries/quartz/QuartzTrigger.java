import org.quartz.JobBuilder;
import org.quartz.JobDetail;
import org.quartz.JobKey;
import org.quartz.Job;
import org.quartz.JobExecutionContext;
import org.quartz.SchedulerException;
import org.quartz.simpl.RAMJobStore;

/**
 * Two threads store a job each in a store, whose lock lets one in at a time.
 *
 * @outcome 2
 */
public class QuartzTrigger {
    public static class Nothing implements Job {
        @Override
        public void execute(JobExecutionContext context) {}
    }

    static void store(RAMJobStore store, String name) {
        JobDetail job = JobBuilder.newJob(Nothing.class).withIdentity(JobKey.jobKey(name)).storeDurably().build();
        try {
            store.storeJob(job, false);
        } catch (SchedulerException e) {
            throw new IllegalStateException(e);
        }
    }

    public static void main(String[] args) throws Exception {
        RAMJobStore store = new RAMJobStore();
        Thread t1 = new Thread(() -> store(store, "a"));
        Thread t2 = new Thread(() -> store(store, "b"));
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(store.getNumberOfJobs());
    }
}
