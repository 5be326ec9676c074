/**
 * isAlive is asked of a subclass of Thread, which the call site cannot know. The thread may end first or not.
 */
public class AliveSubclass {
    static class Worker extends Thread {
    }

    static class Other {
        boolean isAlive() {
            return false;
        }
    }

    public static void main(String[] args) throws Exception {
        Worker worker = new Worker();
        worker.start();
        boolean during = worker.isAlive();
        worker.join();
        System.out.println(during + " " + worker.isAlive() + " " + new Other().isAlive());
    }
}
