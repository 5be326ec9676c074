package lib;

public interface Service {
    String name();
}
