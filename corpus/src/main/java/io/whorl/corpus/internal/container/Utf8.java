package io.whorl.corpus.internal.container;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.regex.Pattern;

/** Texts of which UTF-8 cannot express all: names in other encodings, and unpaired surrogates. */
public final class Utf8 {
    /** A backslash that is followed by the rest of an escape such as {@code \xff}. */
    private static final Pattern ESCAPE = Pattern.compile("\\\\(?=x[0-9a-f]{2})");

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());
    private static final long NOT_ASCII = 0x8080808080808080L;

    private Utf8() {}

    /** True if decoding replaces nothing. */
    public static boolean isValid(byte[] utf8, int from, int to) {
        for (int i = from; i < to; ) {
            int lead = utf8[i] & 0xFF;
            if (lead < 0x80) {
                i += i + Long.BYTES <= to && ((long) LONGS.get(utf8, i) & NOT_ASCII) == 0 ? Long.BYTES : 1;
                continue;
            }
            int length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
            if (lead < 0xC2 || lead > 0xF4 || i + length > to) {
                return false;
            }
            int second = utf8[i + 1] & 0xFF;
            // Longer forms than needed, surrogates, and what is above U+10FFFF.
            int least = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
            int most = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
            if (second < least
                    || second > most
                    || length > 2 && (utf8[i + 2] & 0xC0) != 0x80
                    || length > 3 && (utf8[i + 3] & 0xC0) != 0x80) {
                return false;
            }
            i += length;
        }
        return true;
    }

    /** Replaces each unpaired surrogate, which escapes of JSON and HTML can produce, by U+FFFD. */
    public static String withoutLoneSurrogates(String s) {
        for (int i = 0; i < s.length(); i++) {
            if (Character.isSurrogate(s.charAt(i))) {
                // This encoder replaces unpaired ones by U+FFFD.
                return new String(s.getBytes(StandardCharsets.UTF_16BE), StandardCharsets.UTF_16BE);
            }
        }
        return s;
    }

    /**
     * Turns the bytes of a file name into an id without loss (DEFINITIONS, Identifiers and sources). A byte that is not
     * part of a character becomes {@code \x} and two hexadecimal digits. So does a backslash that is followed by what
     * looks like the rest of such an escape. Different bytes give different texts.
     */
    public static String name(byte[] name) {
        ByteBuffer in = ByteBuffer.wrap(name);
        CharBuffer decoded = CharBuffer.allocate(name.length);
        StringBuilder out = new StringBuilder(name.length);
        CharsetDecoder utf8 = StandardCharsets.UTF_8.newDecoder();
        while (true) {
            CoderResult result = utf8.decode(in, decoded, true);
            out.append(ESCAPE.matcher(decoded.flip()).replaceAll("\\\\x5c"));
            decoded.clear();
            if (result.isUnderflow()) {
                return out.toString();
            }
            for (int i = 0; i < result.length(); i++) {
                out.append("\\x").append(HexFormat.of().toHexDigits(in.get()));
            }
            utf8.reset();
        }
    }
}
