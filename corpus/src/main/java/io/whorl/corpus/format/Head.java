package io.whorl.corpus.format;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Objects;

/**
 * What is known of a piece of a source before it is read: its name, its media type if somebody says, its first bytes.
 */
public final class Head {
    /** First bytes shown, at the most. */
    public static final int MOST = 4_096;

    private final String name;
    private final String mediaType;
    private final byte[] first;

    /**
     * @param name a file's or member's name, perhaps with folders; empty where it has none
     * @param mediaType such as {@code text/html; charset=utf-8}; empty where nobody says
     * @param first its first bytes, up to {@link #MOST}; fewer only where there are no more. Not copied
     */
    public Head(String name, String mediaType, byte[] first) {
        this.name = Objects.requireNonNull(name, "name");
        this.mediaType = Objects.requireNonNull(mediaType, "mediaType");
        this.first = Objects.requireNonNull(first, "first");
    }

    public String name() {
        return name;
    }

    /** As it was given, parameters and all; empty where nobody says. */
    public String mediaType() {
        return mediaType;
    }

    /** Whether the media type is this one, whatever its parameters and case. */
    public boolean isMediaType(String type) {
        int end = mediaType.indexOf(';');
        return (end < 0 ? mediaType : mediaType.substring(0, end)).strip().equalsIgnoreCase(type);
    }

    /** Whether the name ends so, in any case. */
    public boolean isNamed(String suffix) {
        return name.toLowerCase(Locale.ROOT).endsWith(suffix);
    }

    /** Nobody changes them. */
    public byte[] first() {
        return first;
    }

    /** Whether it begins with these bytes, each 0 to 255. */
    public boolean startsWith(int... bytes) {
        boolean same = first.length >= bytes.length;
        for (int i = 0; same && i < bytes.length; i++) {
            same = (first[i] & 0xff) == bytes[i];
        }
        return same;
    }

    /** The first bytes read as Latin-1, a character a byte, without a byte order mark; for looking at ASCII marks. */
    public String latin1() {
        int from = startsWith(0xef, 0xbb, 0xbf) ? 3 : 0;
        return new String(first, from, first.length - from, StandardCharsets.ISO_8859_1);
    }
}
