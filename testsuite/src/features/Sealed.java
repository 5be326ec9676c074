/**
 * Sealed classes, patterns, switches over strings and enums: what newer compilers generate.
 *
 * The first thread writes the name and then the shape, the second reads them in the opposite order.
 * Possible: none zero, none one, circle one. Not possible: circle zero.
 */
public class Sealed {
    sealed interface Shape permits Circle, Square {
    }

    record Circle(int radius) implements Shape {
    }

    record Square(int side) implements Shape {
    }

    enum Size {
        ZERO, ONE
    }

    static Shape shape;
    static String name = "zero";
    static String r;

    static String describe(Shape s) {
        if (s instanceof Circle c && c.radius() == 1) {
            return "circle";
        } else if (s instanceof Square q) {
            return "square " + q.side();
        }
        return "none";
    }

    static Size size(String s) {
        return switch (s) {
            case "zero" -> Size.ZERO;
            case "one" -> Size.ONE;
            default -> throw new IllegalArgumentException(s);
        };
    }

    static String word(Size s) {
        switch (s) {
            case ZERO:
                return "zero";
            case ONE:
                return "one";
            default:
                return null;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread t1 = new Thread() {
            @Override
            public void run() {
                name = "one";
                shape = new Circle(1);
            }
        };
        Thread t2 = new Thread() {
            @Override
            public void run() {
                String s = describe(shape);
                r = s + " " + word(size(name));
            }
        };
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(r);
    }
}
