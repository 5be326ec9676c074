package app;

import java.util.ServiceLoader;

/**
 * Two threads of a module write a variable each, one here and one in another module, and read the other's: 0 1, 1 0 and
 * 1 1 are all there is, as for SB. What is printed besides is the same in each execution, as on a plain JVM: the counter
 * has counted once, the provider is found, fields are readable where the package is open, and resources where they are
 * not encapsulated.
 */
public class Main {
    private static volatile int x;
    private static int first;
    private static int second;

    public static void main(String[] args) throws Exception {
        Thread one = new Thread(() -> {
            x = 1;
            first = lib.Shared.y;
        });
        Thread two = new Thread(() -> {
            lib.Shared.y = 1;
            second = x;
        });
        one.start();
        two.start();
        one.join();
        two.join();
        Module module = Main.class.getModule();
        StringBuilder line = new StringBuilder().append(first).append(' ').append(second);
        line.append(' ').append(module).append(' ').append(module.getLayer() == ModuleLayer.boot());
        line.append(' ').append(++lib.Shared.counted).append(' ').append(auto.Tool.class.getModule().getName());
        for (lib.Service service : ServiceLoader.load(lib.Service.class)) {
            line.append(' ').append(service.name()).append(" of ").append(service.getClass().getModule().getName());
        }
        line.append(' ').append(lib.Reader.read(app.open.Box.class)).append(' ').append(lib.Reader.read(Main.class));
        line.append(' ').append(text(Main.class, "text.txt")).append(' ').append(text(lib.Shared.class, "text.txt"));
        line.append(' ').append(module.getResourceAsStream("app/text.txt") != null);
        line.append(' ').append(new Throwable().getStackTrace()[0]);
        for (String arg : args) {
            line.append(' ').append(arg);
        }
        System.out.println(line);
    }

    private static String text(Class<?> of, String name) throws java.io.IOException {
        try (java.io.InputStream in = of.getResourceAsStream(name)) {
            return in == null ? "none" : new String(in.readAllBytes()).trim();
        }
    }
}
