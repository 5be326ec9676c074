/**
 * A field of a second object: which object was read is decided by the field that refers to it.
 *
 * The other thread replaces the box. The assertion is about the value in the new box, which counts as written where the
 * box is put there, since nobody else can reach it before; that it is this box is decided by the read of box.
 *
 * chain: failure <- value/put
 * chain: value <- box/put
 */
public class SecondObject {
    static final class Box {
        int value;

        Box(int value) {
            this.value = value;
        }
    }

    static Box box = new Box(0);

    public static void main(String[] args) {
        new Thread(() -> box = new Box(1)).start(); // put
        Box found = box; // box
        assert found.value == 0; // value
    }
}
