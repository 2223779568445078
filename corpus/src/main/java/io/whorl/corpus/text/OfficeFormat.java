package io.whorl.corpus.text;

import io.whorl.corpus.format.Head;
import io.whorl.corpus.format.Skipped;
import io.whorl.corpus.format.TextFormat;
import io.whorl.corpus.format.UnreadableTextException;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;

/** PDF, RTF, Microsoft's and OpenDocument's office files and EPUB: read by Apache Tika where it is at hand, reported otherwise. */
final class OfficeFormat implements TextFormat {
    private static final int ZIP_NAME_LENGTH = 26;
    private static final int ZIP_NAME = 30;
    private static final String[] OFFICE_NAMES = {
        ".docx", ".docm", ".dotx", ".xlsx", ".xlsm", ".pptx", ".pptm", ".ppsx", ".odt", ".ods", ".odp", ".odg", ".ott", ".epub"
    };

    @Override
    public String name() {
        return "office";
    }

    @Override
    public boolean recognises(Head head) {
        return !Look.isSaidText(head) && !kind(head).isEmpty();
    }

    /** What it is, in words; empty if it is none. */
    private static String kind(Head head) {
        if (head.startsWith('%', 'P', 'D', 'F', '-')) {
            return "a PDF";
        }
        if (head.startsWith(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1)) {
            return "an office document";
        }
        if (head.startsWith('{', '\\', 'r', 't', 'f')) {
            return "an RTF document";
        }
        return head.startsWith('P', 'K', 3, 4) && isOfficeZip(head) ? "an office document or e-book" : "";
    }

    /** OpenDocument and EPUB begin with a member that says so; Microsoft's have a list of types, nearly always as the first. */
    private static boolean isOfficeZip(Head head) {
        byte[] first = head.first();
        String latin1 = new String(first, StandardCharsets.ISO_8859_1);
        if (first.length < ZIP_NAME) {
            return false;
        }
        int length = first[ZIP_NAME_LENGTH] & 0xff | (first[ZIP_NAME_LENGTH + 1] & 0xff) << 8;
        String member = latin1.substring(ZIP_NAME, Math.min(first.length, ZIP_NAME + length));
        String content = latin1.substring(Math.min(first.length, ZIP_NAME + length)).toLowerCase(Locale.ROOT);
        return member.equals("[Content_Types].xml")
                || member.equals("mimetype")
                        && (content.contains("application/epub+zip") || content.contains("application/vnd.oasis.opendocument"))
                || Look.isNamed(head, OFFICE_NAMES)
                || member.equals("_rels/.rels") && latin1.contains("[Content_Types].xml");
    }

    @Override
    public byte[] text(byte[] document, Head head) throws UnreadableTextException {
        Optional<Tika> tika = Tika.atHand();
        if (tika.isEmpty()) {
            throw new UnreadableTextException(
                    Skipped.Reason.NO_READER, kind(head) + ", which needs Apache Tika");
        }
        Prose prose = new Prose(document.length);
        tika.get().read(document, head.name(), prose);
        if (prose.isEmpty()) {
            throw new UnreadableTextException(Skipped.Reason.NOT_TEXT,
                    kind(head) + " in which Apache Tika found no text; a scan, or its parsers are not on the class path");
        }
        return prose.utf8();
    }
}
