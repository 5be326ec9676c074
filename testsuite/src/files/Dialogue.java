import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.TimeUnit;

/**
 * The program talks to and fro with a process. In each case another thread sets a field that main reads at the end, so
 * there are two outcomes, with 0 and with 1.
 *
 * "echo": two lines are sent to a process that sends each back; it lives until its input is closed: "a b true 0".
 * "depends": what is sent is the field, read before: the process sends twice as much back: "0 0", "0 1" and "2 1".
 * "ends": the process ends by itself after a line, with status 3; who asks at once whether it is there finds that
 * it is, or is not: "got a true 3", "got a false 3".
 * "asked": main asks for its status at once, and after its end: "not yet 0", "0 0".
 * "over": the process has ended before it is destroyed, which closes its streams, and flushes what nobody reads:
 * "Stream closed Stream closed 0".
 * "marked": what it prints is read twice: "a a".
 * "untaken": it prints what main does not take, which may end it: the verdict says so.
 * "prompt": the process prints something before it reads: "name? hello me 0".
 * "limit": a process that waits for input has not ended when a limit is over: "false true".
 * "destroyed": its streams are closed with it, and its status is that of the signal (15, or 9): "Stream closed 143
 * Stream closed 137".
 * "closed": main closes the stream from which it reads: "Stream closed".
 * "handle": nobody has the handle of a process that may be none of this execution: an error.
 * "unflushed": what is sent is still in the buffer of the program, and the process waits for it: in a JVM for ever,
 * here an error.
 * "strays": the process sends its number, which is another one when it is run again: an error.
 */
public class Dialogue {
    private static volatile int x;

    private static Process process;
    private static OutputStream out;
    private static BufferedReader in;

    public static void main(String[] args) throws Exception {
        Thread writer = new Thread(() -> x = 1);
        writer.start();
        String said = say(args[0]);
        System.out.println(said + " " + x);
        writer.join();
    }

    private static String say(String what) throws Exception {
        switch (what) {
            case "echo" -> {
                start("cat");
                String said = ask("a") + " " + ask("b") + " " + process.isAlive();
                out.close();
                return said + " " + process.waitFor();
            }
            case "depends" -> {
                start("sh", "-c", "while read a; do echo $((2 * a)); done");
                return ask(String.valueOf(x));
            }
            case "ends" -> {
                start("sh", "-c", "read a; echo got $a; exit 3");
                return ask("a") + " " + process.isAlive() + " " + process.waitFor();
            }
            case "asked" -> {
                start("true");
                return status() + " " + process.waitFor() + (process.isAlive() ? " alive" : "");
            }
            case "over" -> {
                start("sh", "-c", "echo a");
                int status = process.waitFor();
                out.write('b');
                String written = flush();
                process.destroy();
                return written + " " + read() + " " + status;
            }
            case "marked" -> {
                start("cat");
                out.write("a\n".getBytes());
                out.flush();
                process.getInputStream().mark(10);
                int first = process.getInputStream().read();
                process.getInputStream().reset();
                return (char) first + " " + (char) process.getInputStream().read();
            }
            case "untaken" -> {
                start("cat");
                process.getInputStream().close();
                out.write('a');
                out.close();
                return String.valueOf(process.waitFor());
            }
            case "prompt" -> {
                start("sh", "-c", "echo name?; read a; echo hello $a");
                return in.readLine() + " " + ask("me") + " " + process.waitFor();
            }
            case "limit" -> {
                start("cat");
                return process.waitFor(1, TimeUnit.MILLISECONDS) + " " + process.isAlive();
            }
            case "destroyed" -> {
                start("cat");
                process.destroy();
                String ended = read() + " " + process.waitFor();
                start("cat");
                process.destroyForcibly();
                return ended + " " + read() + " " + process.waitFor();
            }
            case "closed" -> {
                start("cat");
                process.getInputStream().close();
                return read();
            }
            case "handle" -> {
                start("cat");
                return String.valueOf(process.toHandle().isAlive());
            }
            case "unflushed" -> {
                start("cat");
                out.write('a');
                return String.valueOf(in.read());
            }
            case "strays" -> {
                start("sh", "-c", "while read a; do echo $$; done");
                return String.valueOf(ask("a").equals(ask("b")));
            }
            default -> throw new IllegalArgumentException(what);
        }
    }

    private static void start(String... command) throws IOException {
        process = new ProcessBuilder(command).start();
        out = process.getOutputStream();
        in = process.inputReader();
    }

    private static String read() {
        try {
            return String.valueOf(process.getInputStream().read());
        } catch (IOException e) {
            return e.getMessage();
        }
    }

    private static String status() {
        try {
            return String.valueOf(process.exitValue());
        } catch (IllegalThreadStateException e) {
            return "not yet";
        }
    }

    private static String flush() {
        try {
            out.flush();
            return "flushed";
        } catch (IOException e) {
            return e.getMessage();
        }
    }

    private static String ask(String line) throws IOException {
        out.write((line + "\n").getBytes());
        out.flush();
        return in.readLine();
    }
}
