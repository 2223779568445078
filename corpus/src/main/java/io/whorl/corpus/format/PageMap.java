package io.whorl.corpus.format;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;

/**
 * Maps the parts of a text to the pages of its document. A reader of a PDF, for example, knows pages, but not the
 * offsets of characters. Immutable and thread-safe.
 */
public final class PageMap {
    /** The number of what is on no page, such as an attached file. */
    public static final int NO_PAGE = 0;

    /** The map of a text whose pages are not known. */
    public static final PageMap NONE = new PageMap(Kind.PAGE, new int[0], new int[0]);

    private static final int RUN = 2 * Integer.BYTES;

    private final Kind kind;
    private final int[] starts;
    private final int[] numbers;

    /** What the numbers count. */
    public enum Kind {
        /** Pages, as of a PDF. */
        PAGE,
        /** Slides of a presentation. */
        SLIDE,
        /** Sheets of a spreadsheet. */
        SHEET,
        /** Paragraphs with text, for documents whose pages depend on the program that shows them. */
        PARAGRAPH
    }

    /**
     * The pages of a part of a text.
     *
     * @param kind what is counted
     * @param first the first page, from 1
     * @param last the last page
     */
    public record Pages(Kind kind, int first, int last) {
        public Pages {
            Objects.requireNonNull(kind, "kind");
            if (first < 1 || last < first) {
                throw new IllegalArgumentException(
                        "the pages are " + first + " to " + last + "; they must be 1 or more, the first one first");
            }
        }
    }

    private PageMap(Kind kind, int[] starts, int[] numbers) {
        this.kind = kind;
        this.starts = starts;
        this.numbers = numbers;
    }

    /**
     * Makes a map.
     *
     * @param kind what the numbers count
     * @param starts the code points at which parts of the text begin, ascending
     * @param numbers the page of each part, from 1, or {@link #NO_PAGE}. The same page may have several parts
     * @return the map
     * @throws IllegalArgumentException if the arrays have different lengths, a start is negative or less than the one
     *     before it, or a number is negative
     */
    public static PageMap of(Kind kind, int[] starts, int[] numbers) {
        Objects.requireNonNull(kind, "kind");
        if (starts.length != numbers.length) {
            throw new IllegalArgumentException("there are " + starts.length + " starts and " + numbers.length
                    + " numbers; each start must have a number");
        }
        int least = 0;
        for (int i = 0; i < starts.length; i++) {
            if (starts[i] < least || numbers[i] < 0) {
                throw new IllegalArgumentException("part " + i + " begins at " + starts[i] + " and is on page "
                        + numbers[i] + "; starts must ascend from 0, and pages must be 0 or more");
            }
            least = starts[i];
        }
        return new PageMap(kind, starts.clone(), numbers.clone());
    }

    /** {@return true if no page is known} */
    public boolean isEmpty() {
        return starts.length == 0;
    }

    /** {@return what the numbers count} */
    public Kind kind() {
        return kind;
    }

    /** {@return the bytes of heap that the map occupies} */
    public long bytes() {
        return (long) RUN * starts.length;
    }

    /**
     * Returns the pages of a part of the text.
     *
     * @param start its first code point
     * @param end the code point after the last one, greater than {@code start}
     * @return the least and the greatest page; empty if the part is on no page
     * @throws IllegalArgumentException if the part is empty or begins before the text
     */
    public Optional<Pages> pages(int start, int end) {
        if (start < 0 || end <= start) {
            throw new IllegalArgumentException(
                    "the part is " + start + " to " + end + "; it must begin at 0 or more and not be empty");
        }
        int first = Integer.MAX_VALUE;
        int last = NO_PAGE;
        for (int i = part(start); i < starts.length && starts[i] < end; i++) {
            if (numbers[i] != NO_PAGE && (i + 1 == starts.length || starts[i] < starts[i + 1])) {
                first = Math.min(first, numbers[i]);
                last = Math.max(last, numbers[i]);
            }
        }
        return last == NO_PAGE ? Optional.empty() : Optional.of(new Pages(kind, first, last));
    }

    /** A part that begins at this code point, or the last one before it; 0 if there is none. Parts may be empty. */
    private int part(int at) {
        int found = Arrays.binarySearch(starts, at);
        return found >= 0 ? found : Math.max(0, -found - 2);
    }

    /** {@return the map in bytes, from which {@link #of(byte[])} makes an equal one; none for an empty map} */
    public byte[] toBytes() {
        if (isEmpty()) {
            return new byte[0];
        }
        ByteBuffer bytes = ByteBuffer.allocate(1 + Math.toIntExact(bytes())).put((byte) kind.ordinal());
        for (int i = 0; i < starts.length; i++) {
            bytes.putInt(starts[i]).putInt(numbers[i]);
        }
        return bytes.array();
    }

    /**
     * Makes a map again.
     *
     * @param bytes as {@link #toBytes} returned them
     * @return the map
     * @throws IllegalArgumentException if {@link #toBytes} cannot have returned them
     */
    public static PageMap of(byte[] bytes) {
        if (bytes.length == 0) {
            return NONE;
        }
        if (bytes.length % RUN != 1 || bytes[0] < 0 || bytes[0] >= Kind.values().length) {
            throw new IllegalArgumentException("the map has " + bytes.length + " bytes, the first of which is "
                    + bytes[0] + "; it must have a kind and a multiple of " + RUN + " bytes");
        }
        ByteBuffer in = ByteBuffer.wrap(bytes, 1, bytes.length - 1);
        int[] starts = new int[bytes.length / RUN];
        int[] numbers = new int[starts.length];
        for (int i = 0; i < starts.length; i++) {
            starts[i] = in.getInt();
            numbers[i] = in.getInt();
        }
        return of(Kind.values()[bytes[0]], starts, numbers);
    }
}
