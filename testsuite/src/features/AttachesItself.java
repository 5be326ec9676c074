import com.sun.tools.attach.VirtualMachine;

/** Attaches the agent whose jar is the argument to its own JVM, where {@code -Djdk.attach.allowAttachSelf=true} allows that. */
public class AttachesItself {
    public static void main(String[] args) throws Exception {
        VirtualMachine itself = VirtualMachine.attach(String.valueOf(ProcessHandle.current().pid()));
        itself.loadAgent(args[0]);
        itself.detach();
        System.out.println(System.getProperty("edits"));
    }
}
