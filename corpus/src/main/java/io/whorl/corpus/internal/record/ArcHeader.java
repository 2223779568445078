package io.whorl.corpus.internal.record;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.netpreserve.jwarc.MessageHeaders;

/**
 * The line before an ARC record: address, IP address, date, media type, in version 2 five fields more, and the length.
 * Read from its end, where the number of fields is fixed, because crawlers wrote addresses with spaces in them as they
 * were.
 *
 * @param bytes of the line, its end included
 */
record ArcHeader(String address, String mediaType, String length, int bytes) {
    /** Of a line, in bytes. */
    static final int LONGEST = 1 << 14;
    /** The first record of every file describes the file. */
    static final String FILE = "filedesc://";

    private static final Pattern DATE = Pattern.compile("\\d{8,17}");
    private static final Pattern IP = Pattern.compile("[0-9A-Fa-f]*[.:][0-9A-Fa-f.:]+");
    private static final Pattern NUMBER = Pattern.compile("\\d{1,18}");
    /**
     * Fields from the date on: date, type, length; and in version 2 result, checksum, location, offset, file as well.
     */
    private static final int FIELDS = 3;

    private static final int FIELDS_OF_VERSION_2 = 8;

    /** The header that begins here; nothing if none does, or if the line has no end. */
    static Optional<ArcHeader> in(byte[] bytes, int from, int to) {
        int end = from;
        while (end < to && end - from < LONGEST && bytes[end] != '\n') {
            end++;
        }
        int last = end - 1 > from && bytes[end - 1] == '\r' ? end - 2 : end - 1;
        // Most lines of a page end otherwise, which is cheaper to see than their fields.
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
                String.join(" ", fields.subList(0, date - 1)), type, fields.get(fields.size() - 1), bytes));
    }

    /**
     * The place of the date: where either version has it, else, for a media type with spaces, the last one it can have.
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

    /** As a WARC record of the same content has them. */
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
                "Content-Type",
                type,
                "Content-Length",
                length);
    }
}
