package lib.internal;

public class Provider implements lib.Service {
    @Override
    public String name() {
        return "provider";
    }
}
