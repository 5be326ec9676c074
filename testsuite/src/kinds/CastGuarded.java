/**
 * The same with a reference that is read once.
 *
 * Possible: circle, no circle.
 */
public class CastGuarded {
    static class Shape {
    }

    static class Circle extends Shape {
    }

    static class Square extends Shape {
    }

    static Shape shape = new Circle();

    public static void main(String[] args) {
        Thread other = new Thread(() -> {
            shape = new Square();
        });
        other.start();
        if (shape instanceof Circle circle) {
            System.out.println("circle");
        } else {
            System.out.println("no circle");
        }
    }
}
