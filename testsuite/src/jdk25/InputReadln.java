import java.io.BufferedReader;
import java.io.InputStreamReader;

/**
 * Input: "1\n2\n". Two threads read a line each with java.lang.IO, whose reader is one for all: one gets the first
 * line, the other one the second. The reader has taken everything that had come, so System.in is at its end after that.
 * Each execution reads from the beginning.
 */
public class InputReadln {
    static String first, second;

    public static void main(String[] args) throws Exception {
        Thread a = new Thread(() -> first = IO.readln());
        Thread b = new Thread(() -> second = IO.readln());
        a.start();
        b.start();
        a.join();
        b.join();
        System.out.println(first + " " + second + " " + IO.readln() + System.in.read());
    }
}
