/**
 * A main method that is not static, with a constructor that no launcher can call.
 */
public class MainNotStatic {
    MainNotStatic(int unused) {
    }

    public void main(String[] args) {
        System.out.println("not reached");
    }
}
