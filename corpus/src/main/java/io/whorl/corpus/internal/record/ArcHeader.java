package io.whorl.corpus.internal.record;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.netpreserve.jwarc.MessageHeaders;

/**
 * The line before an ARC record: address, IP address, date, media type, five more fields in version 2, and the length.
 * It is parsed from its end, where the number of fields is fixed, because crawlers wrote addresses with unescaped
 * spaces.
 *
 * @param bytes the length of the line, including its end
 */
record ArcHeader(String address, String date, String mediaType, String length, int bytes) {
    /** The longest line, in bytes. */
    static final int LONGEST = 1 << 14;
    /** The start of the first record of every file, which describes the file. */
    static final String FILE = "filedesc://";

    private static final Pattern DATE = Pattern.compile("\\d{8,17}");
    private static final Pattern IP = Pattern.compile("[0-9A-Fa-f]*[.:][0-9A-Fa-f.:]+");
    private static final Pattern NUMBER = Pattern.compile("\\d{1,18}");
    /** Fields from the date on: date, type, length. */
    private static final int FIELDS = 3;

    /** Version 2 adds result, checksum, location, offset and file. */
    private static final int FIELDS_OF_VERSION_2 = 8;

    /** Parses the header that starts here; nothing if there is none, or if the line has no end. */
    static Optional<ArcHeader> in(byte[] bytes, int from, int to) {
        int end = from;
        while (end < to && end - from < LONGEST && bytes[end] != '\n') {
            end++;
        }
        int last = end - 1 > from && bytes[end - 1] == '\r' ? end - 2 : end - 1;
        // Most lines do not end with a digit; this test is cheaper than parsing fields.
        boolean can = end < to && last > from && bytes[end] == '\n' && isDigit(bytes[last]);
        return can
                ? of(new String(bytes, from, end - from, StandardCharsets.UTF_8).stripTrailing(), end + 1 - from)
                : Optional.empty();
    }

    private static boolean isDigit(byte b) {
        return b >= '0' && b <= '9';
    }

    private static Optional<ArcHeader> of(String line, int bytes) {
        List<String> fields = Arrays.asList(line.split(" ", -1));
        int date = date(fields);
        if (date < 2 || !NUMBER.matcher(fields.get(fields.size() - 1)).matches()) {
            return Optional.empty();
        }
        boolean second = fields.size() - date == FIELDS_OF_VERSION_2;
        String type = String.join(" ", fields.subList(date + 1, second ? date + 2 : fields.size() - 1));
        return Optional.of(new ArcHeader(
                String.join(" ", fields.subList(0, date - 1)),
                fields.get(date),
                type,
                fields.get(fields.size() - 1),
                bytes));
    }

    /**
     * Finds the date field: at its place in either version, or, if the media type has spaces, at the last place
     * possible.
     */
    private static int date(List<String> fields) {
        int last = fields.size() - FIELDS;
        int second = fields.size() - FIELDS_OF_VERSION_2;
        int found = isDate(fields, last) ? last : isDate(fields, second) ? second : last - 1;
        while (found > 1 && !isDate(fields, found)) {
            found--;
        }
        return found;
    }

    private static boolean isDate(List<String> fields, int at) {
        return at > 1
                && DATE.matcher(fields.get(at)).matches()
                && IP.matcher(fields.get(at - 1)).matches();
    }

    /** The headers of a WARC record with the same content. */
    MessageHeaders headers() {
        boolean file = address.startsWith(FILE);
        boolean name = address.startsWith("dns:");
        String type = file || mediaType.equals("alexa/dat")
                ? mediaType
                : name ? "text/dns" : "application/http;msgtype=response";
        return MessageHeaders.of(
                "WARC-Type",
                file ? "warcinfo" : "response",
                "WARC-Target-URI",
                address,
                "WARC-Date",
                date,
                "Content-Type",
                type,
                "Content-Length",
                length);
    }
}
