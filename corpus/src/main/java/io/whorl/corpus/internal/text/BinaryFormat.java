package io.whorl.corpus.internal.text;

import io.whorl.corpus.format.Head;
import io.whorl.corpus.format.MappedText;
import io.whorl.corpus.format.Skipped;
import io.whorl.corpus.format.TextConversionException;
import io.whorl.corpus.format.TextFormat;
import io.whorl.corpus.internal.text.ProseFormat.HeadChecks;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Files that are not text, so that none is indexed as text. The media type or the first bytes tell pictures, sounds and
 * programs, and name archives and tables in formats that Whorl does not read. Other files are not text if they contain
 * too many control characters; a few do not matter.
 *
 * <p>There are two instances. {@link #BY_CONTENT} is asked before the formats that a name suggests, {@link #BY_NAME}
 * after all others, about files whose name claims a format that their bytes do not have.
 */
record BinaryFormat(String name, Function<Head, Optional<Skipped>> problem) implements TextFormat {
    static final BinaryFormat BY_CONTENT = new BinaryFormat("binary", BinaryFormat::binary);
    static final BinaryFormat BY_NAME = new BinaryFormat("misnamed", BinaryFormat::misnamed);

    /** First bytes in Latin-1. No text starts with any of them. */
    private static final Map<String, String> WITHOUT_TEXT = signatures("signatures-without-text.txt");

    /** First bytes of files that may hold text. */
    private static final Map<String, String> UNREADABLE = signatures("signatures-unreadable.txt");

    /** Names of such files whose first bytes are damaged or do not tell. */
    private static final Map<String, String> UNREADABLE_NAMES = Map.of(
            ".parquet", "a Parquet file", ".avro", "an Avro file", ".orc", "an ORC file", ".arrow", "an Arrow file");

    private static final String[] TEXT_NAMES = {
        ".txt", ".text", ".md", ".markdown", ".html", ".htm", ".xhtml", ".tex", ".eml", ".rtf", ".doc", ".xls", ".ppt"
    };

    private static final int RIFF_KIND = 8;
    /** Of 204,000 texts on a computer, 21 had a control character in their heads, and none of these was prose. */
    private static final int LEAST_CONTROLS = 3;
    /** Random bytes have one control character in 11 bytes, random UTF-16 one strange character in eight. */
    private static final int BYTES_FOR_CONTROL = 64;

    private static final int CHARACTERS_FOR_STRANGE = 16;

    /** 1 for each byte that is a control character. Looked up, because every document is tested. */
    private static final byte[] CONTROLS = new byte[1 << 8];

    static {
        for (int b = 0; b < CONTROLS.length; b++) {
            CONTROLS[b] = (byte) (isControl(b) ? 1 : 0);
        }
    }

    private static Map<String, String> signatures(String resource) {
        return NameTable.lines(resource).entrySet().stream()
                .collect(Collectors.toMap(
                        e -> new String(HexFormat.of().parseHex(e.getKey()), StandardCharsets.ISO_8859_1),
                        Map.Entry::getValue));
    }

    @Override
    public boolean recognises(Head head) {
        return !HeadChecks.isTypedAsText(head) && problem.apply(head).isPresent();
    }

    private static Optional<Skipped> misnamed(Head head) {
        return OfficeFormat.isClaimed(head)
                ? problem(
                        Skipped.Reason.DAMAGED,
                        "its name says that it is a PDF, an office document or an e-book, but its content does not")
                : Optional.empty();
    }

    private static Optional<Skipped> binary(Head head) {
        String type = head.mediaType().strip().toLowerCase(Locale.ROOT);
        if (type.startsWith("image/") && !type.startsWith("image/svg")
                || type.startsWith("audio/")
                || type.startsWith("video/")
                || type.startsWith("font/")) {
            int end = type.indexOf(';');
            return problem(Skipped.Reason.NOT_TEXT, "of type " + (end < 0 ? type : type.substring(0, end)));
        }
        String first = head.latin1();
        Optional<String> withoutText = kind(WITHOUT_TEXT, first::startsWith);
        if (withoutText.isPresent()) {
            return problem(Skipped.Reason.NOT_TEXT, withoutText.get());
        }
        boolean isRiff = first.startsWith("RIFF")
                && (first.startsWith("WEBP", RIFF_KIND)
                        || first.startsWith("WAVE", RIFF_KIND)
                        || first.startsWith("AVI ", RIFF_KIND));
        if (isRiff || first.startsWith("ftyp", 4) && first.startsWith("\0\0\0")) {
            return problem(Skipped.Reason.NOT_TEXT, "a picture, sound or film");
        }
        boolean controls = hasControls(head);
        Optional<String> unreadable = kind(UNREADABLE, first::startsWith)
                .or(() -> controls ? kind(UNREADABLE_NAMES, head::isNamed) : Optional.empty());
        if (unreadable.isPresent()) {
            return problem(Skipped.Reason.NO_READER, unreadable.get() + ", which Whorl does not read");
        }
        return controls ? unknown(head) : Optional.empty();
    }

    private static Optional<String> kind(Map<String, String> kinds, Predicate<String> is) {
        for (Map.Entry<String, String> kind : kinds.entrySet()) {
            if (is.test(kind.getKey())) {
                return Optional.of(kind.getValue());
            }
        }
        return Optional.empty();
    }

    private static Optional<Skipped> unknown(Head head) {
        if (isWide(head.first())) {
            return problem(
                    Skipped.Reason.NO_READER,
                    "a text in UTF-16 or UTF-32 without a byte order mark; convert it to UTF-8");
        }
        return OfficeFormat.isClaimed(head) || head.isNamed(TEXT_NAMES)
                ? problem(Skipped.Reason.DAMAGED, "its name says that it has text, but its bytes are binary")
                : problem(Skipped.Reason.NOT_TEXT, "its bytes are binary");
    }

    private static boolean hasControls(Head head) {
        byte[] first = head.first();
        Optional<Charset> mark = TextDecoder.mark(first);
        if (mark.isPresent() && !mark.get().equals(StandardCharsets.UTF_8)) {
            String text = new String(first, mark.get());
            long strange = text.codePoints()
                    .filter(c -> isControl(c)
                            || c == 0xfffd
                            || Character.getType(c) == Character.PRIVATE_USE
                            || (c & 0xfffe) == 0xfffe)
                    .count();
            return strange >= LEAST_CONTROLS && strange * CHARACTERS_FOR_STRANGE > text.length();
        }
        int controls = 0;
        for (byte b : first) {
            controls += CONTROLS[b & 0xff];
        }
        return controls >= LEAST_CONTROLS && controls * BYTES_FOR_CONTROL > first.length;
    }

    /** White space, overstrikes of manual pages, shifts of ISO-2022, escapes and the end of a file in DOS are text. */
    private static boolean isControl(int character) {
        boolean low = character >= 0 && character < ' ';
        boolean text = character >= '\b' && character <= '\r'
                || character == 0x0e
                || character == 0x0f
                || character == 0x1a
                || character == 0x1b;
        return low && !text || character == 0x7f;
    }

    /** True if bytes at some places of each four are almost always zero, and at the others almost never. */
    private static boolean isWide(byte[] first) {
        int[] zeros = new int[4];
        for (int i = 0; i < first.length; i++) {
            zeros[i % 4] += first[i] == 0 ? 1 : 0;
        }
        int quarter = first.length / 4;
        long mostly = IntStream.of(zeros).filter(n -> 2 * n > quarter).count();
        long hardly = IntStream.of(zeros).filter(n -> 16 * n <= quarter).count();
        return mostly >= 2 && hardly >= 1 && mostly + hardly == 4;
    }

    private static Optional<Skipped> problem(Skipped.Reason reason, String detail) {
        return Optional.of(new Skipped("", reason, detail));
    }

    @Override
    public MappedText text(byte[] document, Head head, boolean mapped) throws TextConversionException {
        Skipped found = problem.apply(head).orElseThrow();
        throw new TextConversionException(found.reason(), found.detail());
    }
}
