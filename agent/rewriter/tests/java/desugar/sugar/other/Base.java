package sugar.other;

/** In another package than its subclass. */
public class Base {
    protected String name;
    protected Base(String name) { this.name = name; }
    protected String secret(int x) { return name + x; }
    protected static String quiet(String s) { return "<" + s + ">"; }
    public String open(String s) { return "base " + s; }
    protected interface Callback { String call(String s); }
    protected static class Made { public String toString() { return "made"; } protected Made() { } public Made(int i) { } }
}
