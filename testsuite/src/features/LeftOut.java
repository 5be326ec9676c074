/** A class that the user has left out (--exclude): what it does is not checked, and it is named beside the verdict. */
class LeftOut {
    static class Hidden {
        static int twice(int a) {
            return 2 * a;
        }
    }

    public static void main(String[] arguments) {
        System.out.println(Hidden.twice(21));
    }
}
