package io.whorl.corpus.internal.text;

import io.whorl.corpus.format.Head;
import io.whorl.corpus.format.Skipped;
import io.whorl.corpus.format.TextConversionException;
import io.whorl.corpus.format.TextFormat;
import java.util.Locale;
import java.util.Map;

/**
 * Pictures, sounds, programs and unsupported archives, detected by media type or first bytes, so that none is indexed
 * as text. Unknown bytes remain a document: a text with a NUL is one.
 */
final class BinaryFormat implements TextFormat {
    /** First bytes in Latin-1. No text starts with any of them. */
    private static final Map<String, String> SIGNATURES = Map.ofEntries(
            Map.entry("\u0089PNG\r\n\u001a\n", "a PNG picture"),
            Map.entry("\u00ff\u00d8\u00ff", "a JPEG picture"),
            Map.entry("GIF87a", "a GIF picture"),
            Map.entry("GIF89a", "a GIF picture"),
            Map.entry("II*\0", "a TIFF picture"),
            Map.entry("MM\0*", "a TIFF picture"),
            Map.entry("\0\0\u0001\0", "an icon"),
            Map.entry("\u007fELF", "a program"),
            Map.entry("MZ\u0090\0", "a program"),
            Map.entry("\u00ca\u00fe\u00ba\u00be", "a Java class or program"),
            Map.entry("\u00cf\u00fa\u00ed\u00fe", "a program"),
            Map.entry("\0asm", "a WebAssembly module"),
            Map.entry("!<arch>\n", "an object archive"),
            Map.entry("7z\u00bc\u00af\u0027\u001c", "a 7z archive"),
            Map.entry("Rar!\u001a\u0007", "a RAR archive"),
            Map.entry("\u0004\"M\u0018", "an LZ4 file"),
            Map.entry("OggS\0", "a sound"),
            Map.entry("fLaC\0", "a sound"),
            Map.entry("ID3\u0002", "a sound"),
            Map.entry("ID3\u0003", "a sound"),
            Map.entry("ID3\u0004", "a sound"),
            Map.entry("\u001aE\u00df\u00a3", "a film"),
            Map.entry("wOFF\0", "a font"),
            Map.entry("wOF2\0", "a font"),
            Map.entry("\0\u0001\0\0\0", "a font"),
            Map.entry("SQLite format 3\0", "a database"));

    private static final int RIFF_KIND = 8;

    @Override
    public String name() {
        return "binary";
    }

    @Override
    public boolean recognises(Head head) {
        return !HeadChecks.isTypedAsText(head) && !kind(head).isEmpty();
    }

    private static String kind(Head head) {
        String type = head.mediaType().strip().toLowerCase(Locale.ROOT);
        if (type.startsWith("image/") && !type.startsWith("image/svg")
                || type.startsWith("audio/")
                || type.startsWith("video/")
                || type.startsWith("font/")) {
            int end = type.indexOf(';');
            return "of type " + (end < 0 ? type : type.substring(0, end));
        }
        String first = head.latin1();
        for (Map.Entry<String, String> signature : SIGNATURES.entrySet()) {
            if (first.startsWith(signature.getKey())) {
                return signature.getValue();
            }
        }
        boolean isRiff = first.startsWith("RIFF")
                && (first.startsWith("WEBP", RIFF_KIND)
                        || first.startsWith("WAVE", RIFF_KIND)
                        || first.startsWith("AVI ", RIFF_KIND));
        return isRiff || first.startsWith("ftyp", 4) && first.startsWith("\0\0\0") ? "a picture, sound or film" : "";
    }

    @Override
    public byte[] text(byte[] document, Head head) throws TextConversionException {
        throw new TextConversionException(Skipped.Reason.NOT_TEXT, kind(head));
    }
}
