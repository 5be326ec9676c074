/** Does not compile: the text is no number. */
public class Wrong {
    int number = "text";
}
