import com.sun.jdi.Bootstrap;
import com.sun.jdi.Location;
import com.sun.jdi.ReferenceType;
import com.sun.jdi.StackFrame;
import com.sun.jdi.ThreadReference;
import com.sun.jdi.VMDisconnectedException;
import com.sun.jdi.VirtualMachine;
import com.sun.jdi.connect.AttachingConnector;
import com.sun.jdi.connect.Connector;
import com.sun.jdi.event.BreakpointEvent;
import com.sun.jdi.event.ClassPrepareEvent;
import com.sun.jdi.event.Event;
import com.sun.jdi.event.EventSet;
import com.sun.jdi.event.VMDisconnectEvent;
import com.sun.jdi.request.BreakpointRequest;
import com.sun.jdi.request.EventRequest;
import java.util.Map;

/**
 * A debugger for a replay: stops at a line and prints who comes there, and what a local variable is.
 *
 * <p>Arguments: port, class, line, name of a local variable. At the first stop it waits for longer than a thread may block elsewhere.
 */
public class Breakpoints {
    private static final long LONGER_THAN_A_THREAD_MAY_BLOCK = 1500;

    public static void main(String[] args) throws Exception {
        VirtualMachine vm = attach(args[0]);
        var prepared = vm.eventRequestManager().createClassPrepareRequest();
        prepared.addClassFilter(args[1]);
        prepared.enable();
        vm.resume();
        boolean first = true;
        try {
            while (true) {
                EventSet events = vm.eventQueue().remove();
                for (Event event : events) {
                    if (event instanceof VMDisconnectEvent) {
                        return;
                    } else if (event instanceof ClassPrepareEvent prepare) {
                        stopAt(vm, prepare.referenceType(), Integer.parseInt(args[2]));
                    } else if (event instanceof BreakpointEvent hit) {
                        report(hit.thread(), args[3]);
                        if (first) {
                            Thread.sleep(LONGER_THAN_A_THREAD_MAY_BLOCK);
                        }
                        first = false;
                    }
                }
                events.resume();
            }
        } catch (VMDisconnectedException e) {
            // The program has ended.
        }
    }

    private static VirtualMachine attach(String port) throws Exception {
        AttachingConnector sockets = null;
        for (AttachingConnector connector : Bootstrap.virtualMachineManager().attachingConnectors()) {
            if (connector.name().equals("com.sun.jdi.SocketAttach")) {
                sockets = connector;
            }
        }
        Map<String, Connector.Argument> arguments = sockets.defaultArguments();
        arguments.get("port").setValue(port);
        for (int attempt = 1; ; attempt++) {
            try {
                return sockets.attach(arguments);
            } catch (java.io.IOException e) {
                if (attempt == 100) {
                    throw e;
                }
                Thread.sleep(100);
            }
        }
    }

    /** Only the thread that comes there is stopped. */
    private static void stopAt(VirtualMachine vm, ReferenceType type, int line) throws Exception {
        for (Location location : type.locationsOfLine(line)) {
            BreakpointRequest request = vm.eventRequestManager().createBreakpointRequest(location);
            request.setSuspendPolicy(EventRequest.SUSPEND_EVENT_THREAD);
            request.enable();
        }
    }

    private static void report(ThreadReference thread, String variable) throws Exception {
        StackFrame frame = thread.frame(0);
        Location location = frame.location();
        var local = frame.visibleVariableByName(variable);
        String value = local == null ? "unknown" : String.valueOf(frame.getValue(local));
        System.out.println(thread.name() + " at " + location.declaringType().name() + ":" + location.lineNumber() + ", "
                + variable + " = " + value.replaceAll("\\(id=[0-9]+\\)", ""));
    }
}
