package io.whorl.corpus.format;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Objects;

/** What is known of a part before it is read: its name, its media type if one is stated, and its first bytes. */
public final class Head {
    /** The largest number of first bytes. */
    public static final int MAX_BYTES = 4_096;

    private final String name;
    private final String mediaType;
    private final byte[] first;
    private final String lowerName;
    /** Made once, because a dozen formats ask for it. Threads may make it twice, with equal results. */
    private String latin1;

    /**
     * Creates a head.
     *
     * @param name the name of the file or member, perhaps with folders; empty if it has none
     * @param mediaType such as {@code text/html; charset=utf-8}; empty if none is stated
     * @param first the first bytes, at most {@link #MAX_BYTES}; fewer only if the part is shorter. Not copied
     */
    public Head(String name, String mediaType, byte[] first) {
        this.name = Objects.requireNonNull(name, "name");
        this.mediaType = Objects.requireNonNull(mediaType, "mediaType");
        this.first = Objects.requireNonNull(first, "first");
        lowerName = name.toLowerCase(Locale.ROOT);
    }

    /** {@return the name of the file or member, perhaps with folders; empty if it has none} */
    public String name() {
        return name;
    }

    /** {@return the media type as stated, with its parameters; empty if none is stated} */
    public String mediaType() {
        return mediaType;
    }

    /**
     * Compares the media type, ignoring parameters and case.
     *
     * @param type such as {@code text/html}
     * @return true if it is this type
     */
    public boolean isMediaType(String type) {
        int end = mediaType.indexOf(';');
        return (end < 0 ? mediaType : mediaType.substring(0, end)).strip().equalsIgnoreCase(type);
    }

    /**
     * Compares the end of the name, ignoring case.
     *
     * @param suffixes in lower case, such as {@code .html}
     * @return true if the name ends with one of them
     */
    public boolean isNamed(String... suffixes) {
        boolean ends = false;
        for (String suffix : suffixes) {
            ends |= lowerName.endsWith(suffix);
        }
        return ends;
    }

    /** {@return the first bytes; callers must not change them} */
    public byte[] first() {
        return first;
    }

    /**
     * Compares the first bytes.
     *
     * @param bytes each 0 to 255
     * @return true if the part starts with these bytes
     */
    public boolean startsWith(int... bytes) {
        boolean same = first.length >= bytes.length;
        for (int i = 0; same && i < bytes.length; i++) {
            same = (first[i] & 0xff) == bytes[i];
        }
        return same;
    }

    /** {@return the first bytes as ASCII text: one character per byte, without a UTF-8 byte order mark} */
    public String latin1() {
        String decoded = latin1;
        if (decoded == null) {
            int from = startsWith(0xef, 0xbb, 0xbf) ? 3 : 0;
            decoded = new String(first, from, first.length - from, StandardCharsets.ISO_8859_1);
            latin1 = decoded;
        }
        return decoded;
    }
}
