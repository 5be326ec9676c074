/** What becomes of an attempt: "ok", or the exception. */
final class Attempt {
    private Attempt() {}

    static String of(Par.Body body) {
        try {
            body.run();
            return "ok";
        } catch (Exception e) {
            String name = e.getClass().getSimpleName();
            return e.getMessage() == null ? name : name + ": " + e.getMessage();
        }
    }

    static void print(Par.Body body) {
        System.out.println(of(body));
    }
}
