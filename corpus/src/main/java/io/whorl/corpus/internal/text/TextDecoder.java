package io.whorl.corpus.internal.text;

import io.whorl.corpus.format.Head;
import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Decodes documents. The charset comes from the byte order mark, the media type, or the document itself, in this order;
 * otherwise it is UTF-8, or windows-1252 if most bytes above 127 are not UTF-8.
 */
final class TextDecoder {
    private static final Charset WINDOWS_1252 = Charset.forName("windows-1252");
    /** Labels that browsers map to other charsets, or that Java does not know (WHATWG Encoding, 4.2). */
    private static final Map<String, String> LABELS = NameTable.pairs("charsets.txt");

    private static final Pattern PARAMETER = Pattern.compile("(?i);\\s*charset\\s*=\\s*[\"']?([^\\s\"';,]{1,40})");

    private TextDecoder() {}

    /**
     * A decoded document.
     *
     * @param document its bytes
     * @param charset decodes them
     * @param text the characters, without a byte order mark
     */
    record DecodedText(byte[] document, Charset charset, String text) {
        PlacedText placed(boolean mapped) {
            return PlacedText.of(text, mapped);
        }
    }

    static DecodedText decoded(byte[] document, Head head) {
        return decoded(document, head, Optional.empty());
    }

    /** @param declared the charset that the document declares, which ranks below its mark and its media type */
    static DecodedText decoded(byte[] document, Head head, Optional<Charset> declared) {
        Optional<Charset> charset = mark(document).or(() -> parameter(head)).or(() -> declared);
        DecodedText decoded = charset.isPresent()
                ? new DecodedText(document, charset.get(), new String(document, charset.get()))
                : sniffed(document);
        String text = decoded.text();
        return text.startsWith("\ufeff") ? new DecodedText(document, decoded.charset(), text.substring(1)) : decoded;
    }

    static Optional<Charset> parameter(Head head) {
        Matcher matcher = PARAMETER.matcher(head.mediaType());
        return matcher.find() ? named(matcher.group(1)) : Optional.empty();
    }

    static Optional<Charset> named(String label) {
        String lower = label.strip().toLowerCase(Locale.ROOT);
        try {
            return Optional.of(Charset.forName(LABELS.getOrDefault(lower, lower)));
        } catch (IllegalCharsetNameException | UnsupportedCharsetException e) {
            return Optional.empty();
        }
    }

    /** The charset of a byte order mark. The little-endian mark of UTF-32 starts with that of UTF-16. */
    static Optional<Charset> mark(byte[] bytes) {
        Head head = new Head("", "", bytes);
        if (head.startsWith(0xef, 0xbb, 0xbf)) {
            return Optional.of(StandardCharsets.UTF_8);
        }
        if (head.startsWith(0xff, 0xfe, 0, 0)) {
            return Optional.of(Charset.forName("UTF-32LE"));
        }
        if (head.startsWith(0, 0, 0xfe, 0xff)) {
            return Optional.of(Charset.forName("UTF-32BE"));
        }
        if (head.startsWith(0xff, 0xfe)) {
            return Optional.of(StandardCharsets.UTF_16LE);
        }
        return head.startsWith(0xfe, 0xff) ? Optional.of(StandardCharsets.UTF_16BE) : Optional.empty();
    }

    /** The majority decides, because one bad byte must not change all accents of a long UTF-8 text. */
    private static DecodedText sniffed(byte[] document) {
        String utf8 = new String(document, StandardCharsets.UTF_8);
        int good = 0;
        int bad = 0;
        for (int i = 0; i < utf8.length(); i++) {
            char c = utf8.charAt(i);
            bad += c == '\ufffd' ? 1 : 0;
            good += c >= 0x80 && c != '\ufffd' ? 1 : 0;
        }
        return bad > good
                ? new DecodedText(document, WINDOWS_1252, new String(document, WINDOWS_1252))
                : new DecodedText(document, StandardCharsets.UTF_8, utf8);
    }
}
