package io.whorl.store;

import static io.whorl.internal.Ranges.require;

import io.whorl.LimitExceededException;
import java.util.Arrays;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

/**
 * The stored form of a text: its length, and its bytes, deflated if that makes them fewer; docs/FORMAT.md, "Stored
 * texts". It depends on the text alone, so merges copy it. The file that contains it has checksums.
 */
public final class StoredText {
    /** The stored form of no text; the stored form of an empty text is longer. */
    public static final byte[] NONE = {};
    /** The largest text that can be stored, in bytes. */
    public static final int MOST = Integer.MAX_VALUE - (1 << 22);

    /** Maximum bytes before the text itself. */
    static final int MOST_HEADER = 5;
    /** The largest ratio of a text to its deflated bytes, by the format of Deflate. */
    private static final long MOST_RATIO = 1_032;

    private StoredText() {}

    /** @throws LimitExceededException if a text is too large to be stored */
    public static void checkLength(int length) {
        LimitExceededException.require("bytes of a stored text", length, MOST, "split the document");
    }

    /**
     * Returns a text.
     *
     * @param stored its stored form, which is not {@link #NONE}
     * @throws IllegalArgumentException if these bytes are no stored form
     */
    public static byte[] decode(byte[] stored) {
        int at = 0;
        long length = 0;
        byte last;
        do {
            require(at < Math.min(stored.length, MOST_HEADER), "its length is cut off");
            last = stored[at];
            length |= (last & 0x7FL) << (7 * at++);
        } while (last < 0);
        int packed = stored.length - at;
        // Checked before memory is allocated.
        require(
                length >= packed && length <= MOST && length <= MOST_RATIO * packed,
                "it has " + length + " bytes in " + packed);
        return length == packed ? Arrays.copyOfRange(stored, at, stored.length) : inflate(stored, at, length);
    }

    private static byte[] inflate(byte[] stored, int from, long length) {
        Inflater inflater = new Inflater(true);
        try {
            inflater.setInput(stored, from, stored.length - from);
            byte[] text = new byte[(int) length];
            int done = 0;
            while (done < text.length) {
                int n = inflater.inflate(text, done, text.length - done);
                require(n > 0, "it ends after " + done + " of " + length + " bytes");
                done += n;
            }
            return text;
        } catch (DataFormatException e) {
            throw new IllegalArgumentException("it cannot be inflated: " + e.getMessage(), e);
        } finally {
            inflater.end();
        }
    }

    /** Makes the stored form of texts; see {@link StoredText}. One thread at a time. */
    public static final class TextEncoder {
        /** A larger buffer is not kept for the next text. */
        private static final int KEPT = 1 << 20;

        /** Half the time of level 6, for 3 % more bytes. */
        private static final int LEVEL = 4;

        private final Deflater deflater = new Deflater(LEVEL, true);
        private byte[] bytes = new byte[1 << 12];

        /**
         * The stored form of one text.
         *
         * @throws io.whorl.LimitExceededException if the text is too large to be stored
         */
        public byte[] encode(byte[] utf8) {
            StoredText.checkLength(utf8.length);
            long most = StoredText.MOST_HEADER + (long) utf8.length;
            if (most > bytes.length) {
                bytes = new byte[(int) Math.min(Integer.MAX_VALUE - 8, Math.max(most, 2L * bytes.length))];
            }
            int header = Varint.put(bytes, 0, utf8.length);
            byte[] stored = Arrays.copyOf(bytes, header + deflated(utf8, header));
            if (bytes.length > KEPT) {
                bytes = new byte[KEPT];
            }
            return stored;
        }

        /** Writes the text deflated, or as it is if that is not longer, and returns the number of bytes. */
        private int deflated(byte[] utf8, int at) {
            deflater.reset();
            deflater.setInput(utf8);
            deflater.finish();
            int n = 0;
            while (!deflater.finished() && n < utf8.length) {
                n += deflater.deflate(bytes, at + n, utf8.length - n);
            }
            if (n < utf8.length) {
                return n;
            }
            System.arraycopy(utf8, 0, bytes, at, utf8.length);
            return utf8.length;
        }
    }
}
