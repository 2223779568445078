package io.whorl.cli;

import io.whorl.corpus.Document;
import io.whorl.fingerprint.Fingerprint;
import io.whorl.fingerprint.Fingerprinter;
import io.whorl.scheme.Chunking;
import io.whorl.scheme.Scheme;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.Writer;
import java.nio.charset.StandardCharsets;

final class TextWarnings {

    private TextWarnings() {}

    /**
     * Warns once if a text is not valid UTF-8, so that its words may be wrong, and if its places cannot be given in its
     * file.
     */
    static void ofContent(Document text, boolean placed, Console console) {
        if (!isUtf8(text.utf8())) {
            console.warnOnce("warning: " + text.id() + " is not valid UTF-8; malformed bytes are read as U+FFFD");
        }
        if (placed && text.map().isEmpty()) {
            console.warnOnce("warning: places in " + text.id()
                    + " count in its text without markup, because its format does not tell where the text is in it"
                    + (text.pages().isEmpty()
                            ? ""
                            : "; " + Choice.name(text.pages().kind()) + " numbers are given, too"));
        }
    }

    public static void withoutMinutiae(String id, Scheme scheme, Console console) {
        String reason = scheme.selection().name().equals("full")
                ? "it has no words"
                : "it has no words, or the selection kept none";
        console.warn("warning: " + id + " has no minutiae: " + reason);
    }

    /** Warns that a text has no minutiae, or is shorter than a chunk. */
    public static void tooShort(String id, byte[] utf8, long minutiae, Scheme scheme, Console console) {
        if (minutiae == 0) {
            withoutMinutiae(id, scheme, console);
        } else if (minutiae == 1 && isShorterThanChunk(Fingerprinter.of(scheme).fingerprint(utf8))) {
            Chunking chunking = scheme.chunking();
            console.warn("warning: " + id + " is too short: it is less than a chunk of "
                    + Amount.of(chunking.granularity(), Choice.name(chunking.unit()))
                    + ", so it is compared as a whole, and matches only texts that are equal to it");
        }
    }

    /** True if a text is one chunk, because it has fewer units than a chunk. */
    public static boolean isShorterThanChunk(Fingerprint text) {
        Chunking chunking = text.scheme().chunking();
        return chunking.breakpoints().isEmpty() && text.units() > 0 && text.units() < chunking.granularity();
    }

    public static String limitedAlignment(String a, String b) {
        return "warning: " + a + " and " + b + " repeat words so often that alignment reached a limit; passages may be"
                + " missing or inexact";
    }

    private static boolean isUtf8(byte[] bytes) {
        // The decoder of a reader that is made with a CharsetDecoder reports malformed bytes.
        Reader text = new InputStreamReader(new ByteArrayInputStream(bytes), StandardCharsets.UTF_8.newDecoder());
        try {
            text.transferTo(Writer.nullWriter());
            return true;
        } catch (IOException malformed) {
            return false;
        }
    }
}
