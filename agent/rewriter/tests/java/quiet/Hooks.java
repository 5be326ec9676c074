package mcrtest;

/** Hooks that do nothing and need nothing, so that a JVM can start on them. */
public final class Hooks {
    public static boolean applies(Object self) { return false; }
    public static boolean applies() { return false; }
    public static Object substitute(Object value) { return value; }
    public static void begin() {}
    public static void end() {}
    public static int loopCall() { return 1; }
    public static int enter() { return 1; }
    public static void exitI(int value, int call, int site) {}
    public static void exitJ(long value, int call, int site) {}
    public static void exitF(float value, int call, int site) {}
    public static void exitD(double value, int call, int site) {}
    public static void exitL(Object value, int call, int site) {}
    public static void exitV(int call, int site) {}
    public static void made(Object made) {}
    public static boolean jdkLoop(int call, int site, int head, int last) { return true; }
    public static boolean loopEnter(int call, int site, int head, int last) { return true; }
    public static boolean loopExit(int call, int site, int index) { return true; }
    public static void loopLeft(int call, int site, int index) {}
    public static void loopI(int value) {}
    public static void loopJ(long value) {}
    public static void loopF(float value) {}
    public static void loopD(double value) {}
    public static void loopL(Object value) {}
    public static void loopEnd() {}
    public static void beforeGetField(Object owner, int site) { }
    public static void beforeGetStatic(int site) { }
    public static void beforePutFieldI(Object owner, int value, int site) { }
    public static void beforePutStaticI(int value, int site) { }
    public static void gotI(int value) { }
    public static void beforeArrayStoreI(Object array, int index, int value, int site) { }
    public static void argI(int value) { }
    public static void beforePutFieldJ(Object owner, long value, int site) { }
    public static void beforePutStaticJ(long value, int site) { }
    public static void gotJ(long value) { }
    public static void beforeArrayStoreJ(Object array, int index, long value, int site) { }
    public static void argJ(long value) { }
    public static void beforePutFieldF(Object owner, float value, int site) { }
    public static void beforePutStaticF(float value, int site) { }
    public static void gotF(float value) { }
    public static void beforeArrayStoreF(Object array, int index, float value, int site) { }
    public static void argF(float value) { }
    public static void beforePutFieldD(Object owner, double value, int site) { }
    public static void beforePutStaticD(double value, int site) { }
    public static void gotD(double value) { }
    public static void beforeArrayStoreD(Object array, int index, double value, int site) { }
    public static void argD(double value) { }
    public static void beforePutFieldL(Object owner, Object value, int site) { }
    public static void beforePutStaticL(Object value, int site) { }
    public static void gotL(Object value) { }
    public static void beforeArrayStoreL(Object array, int index, Object value, int site) { }
    public static void argL(Object value) { }
    public static void beforeArrayLoad(Object array, int index, int site) { }
    public static void monitorEnter(Object lock, int site) { }
    public static void monitorExit(Object lock, int site) { }
    public static void syncEnter(Object lock, int site) { }
    public static void syncExit(Object lock, int site) { }
    public static void beforeInit(Class<?> type, int site) { }
    public static void linksForGood(int site) { }
    public static void clinitEnter(int site) { }
    public static void clinitExit() { }
    public static void constructed(Object made, int site) { }
    public static void caught(Throwable what) { }
    public static void beginCall(Object receiver, int site) { }
    public static void beginOpaqueCall(Object receiver, int site) { }
    public static void beginStaticCall(int site) { }
    public static void endArguments() { }
    public static void result(Object value, int site) { }
    public static void afterCall(int site) { }
    public static void beginLambda(int site) { }
    public static void endLambda(Object lambda) { }
    public static void beforeRecordMethod(Object record, int site) { }
    public static void calls(int site) { }
    public static void calls(Object receiver, int site) { }
    public static void begins() { }
    public static void returns(int site) { }
    public static void withI(int value) { }
    public static void givesI(int value) { }
    public static void withJ(long value) { }
    public static void givesJ(long value) { }
    public static void withF(float value) { }
    public static void givesF(float value) { }
    public static void withD(double value) { }
    public static void givesD(double value) { }
    public static void withL(Object value) { }
    public static void givesL(Object value) { }
}
