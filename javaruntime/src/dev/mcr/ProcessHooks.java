package dev.mcr;

import java.io.FileInputStream;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.util.Map;

/** What {@code ProcessImpl} does instead where the program starts a process: see {@link ProcessRecords}. */
public final class ProcessHooks {
    private ProcessHooks() {}

    private static final String OF_PIPELINE = "java.lang.ProcessBuilder$RedirectPipeImpl";

    /** Whether the program starts it. */
    public static boolean underControl() {
        return Hooks.self() != null;
    }

    /** {@code ProcessImpl.start}. */
    public static Object start(String[] words, Map<String, String> environment, String directory, Redirect[] redirects,
            boolean merge) throws IOException {
        Control me = Hooks.self();
        if (me.stopping) {
            throw Stop.STOP;
        }
        String shown = String.join(" ", words);
        if (Native.refusesProcesses()) {
            Threads.refuse(me, "the program starts a process (" + shown + "), and --processes refuse was said");
        }
        boolean[] pipes = {true, true, true};
        for (int i = 0; redirects != null && i < pipes.length; i++) {
            if (redirects[i].getClass().getName().equals(OF_PIPELINE)) {
                Threads.refuse(me, "the program starts a pipeline of processes (ProcessBuilder.startPipeline), one of "
                        + "which is " + shown + ": its processes are not recorded");
            }
            pipes[i] = redirects[i] == Redirect.PIPE;
        }
        byte[] input = new byte[0];
        if (!pipes[0]) {
            if (redirects[0].type() == Redirect.Type.READ) {
                try (FileInputStream in = new FileInputStream(redirects[0].file())) {
                    input = in.readAllBytes();
                }
            }
        }
        ProcessRecords.Command command = new ProcessRecords.Command(words, environment, directory, merge);
        ProcessRecords.Result result = ProcessRecords.result(me, command, input, pipes[0]);
        return new RecordedProcess(me, command, redirects, pipes, result);
    }
}
