package auto;

/** In a jar without a descriptor, which is an automatic module. */
public class Tool {
}
