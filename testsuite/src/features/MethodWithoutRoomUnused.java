/** The same class is loaded, but the method without hooks is never called: everything that was executed was seen. */
class MethodWithoutRoomUnused {
    static int x;

    public static void main(String[] arguments) throws InterruptedException {
        Thread other = new Thread(() -> MethodWithoutRoom.x = 1);
        other.start();
        System.out.println(MethodWithoutRoom.x);
        other.join();
    }
}
