package io.whorl.corpus.internal.text;

import io.whorl.corpus.format.Head;
import io.whorl.corpus.format.MappedText;
import io.whorl.corpus.format.PageMap;
import io.whorl.corpus.format.Skipped;
import io.whorl.corpus.format.TextConversionException;
import io.whorl.corpus.format.TextFormat;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/** PDF, RTF, Microsoft Office, OpenDocument and EPUB. Apache Tika converts them; without it they are reported. */
final class OfficeFormat implements TextFormat {
    /** Offsets in the header of a zip member. */
    private static final int FLAGS = 6;

    private static final int METHOD = 8;
    private static final int SIZE = 18;
    private static final int NAME_LENGTH = 26;
    private static final int EXTRA_LENGTH = 28;
    private static final int NAME = 30;
    /** The signature of a header. */
    private static final int HEADER = 0x04034b50;

    private static final String A_PDF = "a PDF";
    private static final String PDF = "%PDF-";
    private static final int PDF_MARK = 1 << 10;

    private static final int SIZE_FOLLOWS = 1 << 3;
    private static final int STORED = 0;
    /** Bytes that reveal the type of a document. */
    private static final int CONTENT = 64;

    private static final String[] OFFICE_NAMES = {
        ".docx", ".docm", ".dotx", ".xlsx", ".xlsm", ".pptx", ".pptm", ".ppsx", ".odt", ".ods", ".odp", ".odg", ".ott",
        ".epub"
    };

    private static final Pattern OFFICE_TYPE = Pattern.compile(
            "application/(vnd\\.openxmlformats-officedocument\\."
                    + "|vnd\\.oasis\\.opendocument\\.|vnd\\.ms-(word|excel|powerpoint)|msword|epub\\+zip)",
            Pattern.CASE_INSENSITIVE);
    private static final Pattern OFFICE_MEMBER = Pattern.compile("\\[Content_Types\\]\\.xml|_rels/\\.rels"
            + "|docProps/(app|core|custom)\\.xml|(word|xl|ppt)/_rels/[^/]+\\.rels|META-INF/(container|manifest)\\.xml");

    @Override
    public String name() {
        return "office";
    }

    @Override
    public boolean recognises(Head head) {
        return !HeadChecks.isTypedAsText(head) && !kind(head).isEmpty();
    }

    /** True if the name says that a document is a PDF, or an office document or e-book in a zip archive. */
    static boolean isClaimed(Head head) {
        return HeadChecks.isUntyped(head)
                && (head.isNamed(".pdf") || HeadChecks.isNamed(head, OFFICE_NAMES))
                && kind(head).isEmpty();
    }

    /** Describes the document in words; empty if it has another format. */
    private static String kind(Head head) {
        // Mail and web servers put lines before a PDF, and readers look for its mark in the first KiB.
        int mark = head.isNamed(".pdf")
                ? head.latin1().indexOf(PDF)
                : head.latin1().startsWith(PDF) ? 0 : -1;
        if (mark >= 0 && mark < PDF_MARK) {
            return A_PDF;
        }
        if (head.startsWith(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1)) {
            return "an office document";
        }
        if (head.startsWith('{', '\\', 'r', 't', 'f')) {
            return "an RTF document";
        }
        return head.startsWith('P', 'K', 3, 4)
                        && (OFFICE_TYPE.matcher(head.mediaType().strip()).lookingAt()
                                || HeadChecks.isNamed(head, OFFICE_NAMES)
                                || isOfficeZip(head.first()))
                ? "an office document or e-book"
                : "";
    }

    /**
     * True if the first members belong to an office document. OpenDocument and EPUB start with a member that names the
     * format. Microsoft Office has a list of types, relations and parts, in any order.
     */
    private static boolean isOfficeZip(byte[] first) {
        ByteBuffer zip = ByteBuffer.wrap(first).order(ByteOrder.LITTLE_ENDIAN);
        boolean office = name(zip, 0).equals("mimetype")
                && OFFICE_TYPE.matcher(content(zip)).lookingAt();
        for (int at = 0; !office && at >= 0; at = next(zip, at)) {
            office = OFFICE_MEMBER.matcher(name(zip, at)).matches();
        }
        return office;
    }

    /** The visible start of the content of the first member. */
    private static String content(ByteBuffer zip) {
        int from = Math.min(afterName(zip, 0), zip.limit());
        byte[] content = new byte[CONTENT];
        if (zip.getShort(METHOD) == STORED) {
            System.arraycopy(zip.array(), from, content, 0, Math.min(CONTENT, zip.limit() - from));
        } else {
            Inflater inflater = new Inflater(true);
            inflater.setInput(zip.array(), from, zip.limit() - from);
            try {
                inflater.inflate(content);
            } catch (DataFormatException e) {
                // Unknown compression or damaged: the type remains unknown.
            } finally {
                inflater.end();
            }
        }
        return new String(content, StandardCharsets.ISO_8859_1);
    }

    /** The offset of the next header; negative if it is not visible or this header does not state the size. */
    private static int next(ByteBuffer zip, int at) {
        boolean stated = at + NAME <= zip.limit()
                && (zip.getShort(at + FLAGS) & SIZE_FOLLOWS) == 0
                && zip.getInt(at + SIZE) >= 0;
        long next = stated ? (long) afterName(zip, at) + zip.getInt(at + SIZE) : zip.limit();
        return next + NAME <= zip.limit() && zip.getInt((int) next) == HEADER ? (int) next : -1;
    }

    /** The name in the header at this offset; empty if it is not fully visible. */
    private static String name(ByteBuffer zip, int at) {
        return at + NAME > zip.limit() ? "" : text(zip, at + NAME, zip.getShort(at + NAME_LENGTH) & 0xffff);
    }

    private static int afterName(ByteBuffer zip, int at) {
        return at + NAME + (zip.getShort(at + NAME_LENGTH) & 0xffff) + (zip.getShort(at + EXTRA_LENGTH) & 0xffff);
    }

    private static String text(ByteBuffer zip, int from, int length) {
        return length < 0 || from > zip.limit() - length
                ? ""
                : new String(zip.array(), from, length, StandardCharsets.ISO_8859_1);
    }

    @Override
    public byte[] text(byte[] document, Head head) throws TextConversionException {
        return mappedText(document, head).utf8();
    }

    /** Places in the bytes of such a document mean nothing, so the text has pages in place of a map. */
    @Override
    public MappedText mappedText(byte[] document, Head head) throws TextConversionException {
        String kind = kind(head);
        boolean pdf = kind.equals(A_PDF);
        TikaParser tika = TikaParser.find(kind);
        if (pdf && isCutOff(document)) {
            throw new TextConversionException(Skipped.Reason.DAMAGED, "a PDF that is cut off: its end is missing");
        }
        ProseBuilder prose = new ProseBuilder(document.length);
        PageMap pages = tika.read(document, head.name(), prose);
        if (prose.isEmpty()) {
            throw new TextConversionException(
                    Skipped.Reason.NO_READER,
                    kind + " in which Apache Tika found no text; a scan, or its parsers are not on the class path");
        }
        byte[] utf8 = prose.utf8();
        Optional<String> problem =
                pdf ? Legibility.problem(new String(utf8, StandardCharsets.UTF_8)) : Optional.empty();
        if (problem.isPresent()) {
            throw new TextConversionException(
                    Skipped.Reason.NO_READER, "a PDF whose text is not language: " + problem.get());
        }
        return new MappedText(utf8, Optional.empty(), pages);
    }

    /**
     * True if an object of a PDF comes after its last end, or there is no end. A file has several ends if it was
     * changed, or has its first page first, so an end alone does not show that the rest is there.
     */
    private static boolean isCutOff(byte[] document) {
        for (int at = document.length - 1; at >= 0; at--) {
            if (isAt(document, at, "%%EOF") || isAt(document, at, "startxref")) {
                return false;
            }
            if (at > 0 && Character.isDigit(document[at - 1]) && isAt(document, at, " obj")) {
                return true;
            }
        }
        return true;
    }

    private static boolean isAt(byte[] document, int at, String word) {
        boolean same = at + word.length() <= document.length;
        for (int i = 0; same && i < word.length(); i++) {
            same = document[at + i] == word.charAt(i);
        }
        return same;
    }
}
