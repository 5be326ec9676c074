/**
 * The program's arguments and the JVM's options arrive as they were given.
 */
public class Arguments {
    public static void main(String[] args) {
        System.out.println(String.join(",", args) + " " + args.length + " " + System.getProperty("who"));
    }
}
