/**
 * A reference is asked for its class, and cast when it may refer to another object.
 *
 * Possible: circle (both times), no circle, or a failing cast of what the other thread has written.
 */
public class CastRace {
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
        if (shape instanceof Circle) {
            Circle circle = (Circle) shape;
            System.out.println("circle");
        } else {
            System.out.println("no circle");
        }
    }
}
