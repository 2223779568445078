package io.whorl.corpus.internal.container;

import io.whorl.corpus.format.Head;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What tells the format of a dump: its first bytes and its name. */
final class DumpStart {
    private static final String COMPRESSION = "(?:gz|bz2|xz|zstd?)";
    /** A file called x.jsonl.gz may contain plain lines. */
    private static final Pattern EXTENSION = Pattern.compile(
            "\\.(?!" + COMPRESSION + "(?:\\.|\\z))([^./]*)(?:\\." + COMPRESSION + ")*+\\z", Pattern.CASE_INSENSITIVE);

    private static final byte[] BYTE_ORDER_MARK = {(byte) 0xef, (byte) 0xbb, (byte) 0xbf};

    private DumpStart() {}

    /** Returns the stream without the byte order mark that some programs write before UTF-8. It supports marks. */
    static InputStream withoutByteOrderMark(InputStream body) throws IOException {
        InputStream in = new BufferedInputStream(body);
        if (Arrays.equals(peek(in, BYTE_ORDER_MARK.length), BYTE_ORDER_MARK)) {
            in.skipNBytes(BYTE_ORDER_MARK.length);
        }
        return in;
    }

    /**
     * Returns the first bytes of a stream, and goes back to its beginning. They are fewer if the stream ends or fails
     * within them. Its failure comes again when the stream is read there, so that the records before it are delivered.
     *
     * @param in supports marks, and throws a failure again with each read
     */
    static byte[] peek(InputStream in, int most) throws IOException {
        in.mark(most);
        byte[] bytes = new byte[most];
        int length = 0;
        try {
            int n;
            while (length < most && (n = in.read(bytes, length, most - length)) >= 0) {
                length += n;
            }
        } catch (IOException comesAgain) {
            // The bytes before the failure are enough here.
        }
        in.reset();
        return Arrays.copyOf(bytes, length);
    }

    /**
     * Returns the extension of a file name without compressions, in lower case, such as {@code csv}; empty if it has
     * none.
     */
    static String extension(String name) {
        Matcher matcher = EXTENSION.matcher(name);
        return matcher.find() ? matcher.group(1).toLowerCase(Locale.ROOT) : "";
    }

    /** True if a file has no bytes, and its name claims a dump: then it has no records. */
    static boolean isEmpty(Head head, String... extensions) {
        return head.first().length == 0 && Set.of(extensions).contains(extension(head.name()));
    }
}
