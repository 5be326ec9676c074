/**
 * The daemon ({@link JigsawDaemon}): one thread writes another document in the place of its own, another one asks for
 * it. The first one is told that there is no content to answer (204), the second one gets the old document or the new
 * one. Or there is none: {@code newContent} deletes the file (159) before it gives the new one its name (160). A GET
 * that asks for the file in between ({@code HTTPFrame.getFileResource}, 1812) is told that the document is gone (410),
 * and one that has just asked cannot open it (503, {@code createFileReply}, 1702).
 *
 * <p>{@code FileResource.newContent} has the monitor of the resource, but a GET reads its file without it, and {@code
 * HTTPFrame} keeps the headers of the last answer (type, length, tag, date) in fields that have no lock. Seven races,
 * found by prediction: {@code setValue} (493) drops the date that {@code updateCachedHeaders} (1119, 1122) looks at
 * and writes; {@code getETag} (615) and {@code updateCachedHeaders} (1131); and the type (1098, 1101), the length
 * (1108, 1116) and the date that two clients both find to be missing, which both make then. The latter is harmless,
 * as both make the same. What {@code setValue} races with is not: an answer can go out without its date, or keep the
 * old one for all answers that follow.
 *
 * @outcome [exit:0] HTTP/1.1 204 No Content HTTP/1.1 200 OK hello
 * @outcome [exit:0] HTTP/1.1 204 No Content HTTP/1.1 200 OK bye
 * @outcome [exit:0] HTTP/1.1 204 No Content HTTP/1.1 410 Gone <h1>Document Gone</h1><p>The document http://127.0.0.1:8001/hello.txt is indexed but no longer available.</p>
 * @outcome [exit:0] HTTP/1.1 204 No Content HTTP/1.1 503 Service Unavailable Error while accessing filesystem
 */
public class JigsawPut {
    public static void main(String[] args) throws Exception {
        JigsawDaemon daemon = new JigsawDaemon();
        daemon.out().println(String.join(" ", daemon.ask(JigsawDaemon.PUT, JigsawDaemon.GET).answers()));
        Runtime.getRuntime().halt(0);
    }
}
