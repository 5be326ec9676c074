import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A class file, made here, has handles of a static field as constants (CONSTANT_MethodHandle), as no compiler of Java
 * makes them. One thread sets the field by one of them, another one gets it twice. With "dynamic" it is a VarHandle
 * that a bootstrap method makes (CONSTANT_Dynamic).
 *
 * Possible: "0 0", "0 1", "1 1".
 */
public class ConstantHandle {
    static int value;
    static Object object = 0;

    static int first, second;

    private static final int UTF8 = 1, CLASS = 7, FIELD = 9, NAME_AND_TYPE = 12, METHOD = 10, HANDLE = 15, DYNAMIC = 17;
    private static final int GET_STATIC = 2, PUT_STATIC = 4, INVOKE_STATIC = 6;

    /** A class with three methods that return the handles. */
    static byte[] file() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeInt(0xcafebabe);
        out.writeInt(55);
        out.writeShort(31);
        text(out, "ConstantHandle$Code");
        pair(out, CLASS, 1);
        text(out, "java/lang/Object");
        pair(out, CLASS, 3);
        text(out, "getter");
        text(out, "setter");
        text(out, "()Ljava/lang/invoke/MethodHandle;");
        text(out, "Code");
        text(out, "ConstantHandle");
        pair(out, CLASS, 9);
        text(out, "value");
        text(out, "I");
        pair(out, NAME_AND_TYPE, 11, 12);
        pair(out, FIELD, 10, 13);
        handle(out, GET_STATIC, 14);
        handle(out, PUT_STATIC, 14);
        text(out, "java/lang/invoke/ConstantBootstraps");
        pair(out, CLASS, 17);
        text(out, "staticFieldVarHandle");
        text(out, "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/Class;Ljava/lang/Class;"
                + "Ljava/lang/Class;)Ljava/lang/invoke/VarHandle;");
        pair(out, NAME_AND_TYPE, 19, 20);
        pair(out, METHOD, 18, 21);
        handle(out, INVOKE_STATIC, 22);
        text(out, "object");
        text(out, "Ljava/lang/invoke/VarHandle;");
        pair(out, NAME_AND_TYPE, 24, 25);
        pair(out, DYNAMIC, 0, 26);
        text(out, "BootstrapMethods");
        text(out, "handle");
        text(out, "()Ljava/lang/invoke/VarHandle;");
        numbers(out, 0x21, 2, 4, 0, 0, 3);
        method(out, 5, 7, 15);
        method(out, 6, 7, 16);
        method(out, 29, 30, 27);
        // One bootstrap method, which gets the class and the type of the field.
        numbers(out, 1, 28, 0, 10, 1, 23, 2, 10, 4);
        return bytes.toByteArray();
    }

    static void text(DataOutputStream out, String text) throws IOException {
        out.writeByte(UTF8);
        out.writeUTF(text);
    }

    static void pair(DataOutputStream out, int tag, int... numbers) throws IOException {
        out.writeByte(tag);
        numbers(out, numbers);
    }

    static void numbers(DataOutputStream out, int... numbers) throws IOException {
        for (int number : numbers) {
            out.writeShort(number);
        }
    }

    static void handle(DataOutputStream out, int kind, int member) throws IOException {
        out.writeByte(HANDLE);
        out.writeByte(kind);
        out.writeShort(member);
    }

    static void method(DataOutputStream out, int name, int type, int constant) throws IOException {
        int ldc = 0x12, areturn = 0xb0;
        numbers(out, 0x9, name, type, 1, 8, 0, 15, 1, 0, 0, 3);
        out.write(new byte[] {(byte) ldc, (byte) constant, (byte) areturn});
        out.writeInt(0);
    }

    public static void main(String[] args) throws Exception {
        Class<?> code = MethodHandles.lookup().defineClass(file());
        if (args.length > 0) {
            VarHandle handle = (VarHandle) code.getMethod("handle").invoke(null);
            Par.run(() -> handle.setVolatile((Object) 1), () -> {
                first = (Integer) handle.getVolatile();
                second = (Integer) handle.getVolatile();
            });
            System.out.println(first + " " + second);
            return;
        }
        MethodHandle getter = (MethodHandle) code.getMethod("getter").invoke(null);
        MethodHandle setter = (MethodHandle) code.getMethod("setter").invoke(null);
        Par.run(() -> set(setter), () -> {
            first = get(getter);
            second = get(getter);
        });
        System.out.println(first + " " + second);
    }

    static void set(MethodHandle setter) {
        try {
            setter.invokeExact(1);
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    static int get(MethodHandle getter) {
        try {
            return (int) getter.invokeExact();
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }
}
