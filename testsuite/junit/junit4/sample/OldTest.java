package sample;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;
import static org.junit.Assert.fail;

import java.util.Arrays;
import java.util.Collection;
import org.junit.Assume;
import org.junit.Before;
import org.junit.Ignore;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.junit.runner.RunWith;
import org.junit.runners.Parameterized;

/** Tests of JUnit 4, with and without a mistake that some schedules show. */
public class OldTest {
    @Rule
    public TemporaryFolder folder = new TemporaryFolder();
    private int x;

    @Before
    public void before() {
        x = 1;
    }

    @Test
    public void lostUpdate() throws Exception {
        Thread a = new Thread(() -> x++);
        Thread b = new Thread(() -> x++);
        a.start();
        b.start();
        a.join();
        b.join();
        assertEquals(3, x);
    }

    @Test
    public void locked() throws Exception {
        Thread a = new Thread(() -> {
            synchronized (this) {
                x++;
            }
        });
        a.start();
        synchronized (this) {
            x++;
        }
        a.join();
        assertEquals(3, x);
    }

    @Test(expected = IllegalStateException.class)
    public void expected() {
        throw new IllegalStateException();
    }

    @Test(timeout = 1000)
    public void inTime() throws Exception {
        x++;
        assertEquals(2, x);
    }

    /** Nobody notifies it: the time is over when nobody else can do anything. */
    @Test(timeout = 1000)
    public void notInTime() throws Exception {
        synchronized (this) {
            wait();
        }
    }

    @Test
    @Ignore("later")
    public void ignored() {
        fail();
    }

    @Test
    public void assumption() {
        Assume.assumeTrue("never", false);
    }

    @Test
    public void rule() throws Exception {
        assertTrue(folder.newFile("a").exists());
    }

    /** What the other thread writes is read or not. */
    @RunWith(Parameterized.class)
    public static class Many {
        @Parameterized.Parameters
        public static Collection<Object[]> all() {
            return Arrays.asList(new Object[][] {{1}, {2}});
        }

        @Parameterized.Parameter
        public int n;
        private int y;

        @Test
        public void below() throws Exception {
            Thread a = new Thread(() -> y = n);
            a.start();
            int seen = y;
            a.join();
            assertTrue("seen " + seen, seen < 2);
        }
    }
}
