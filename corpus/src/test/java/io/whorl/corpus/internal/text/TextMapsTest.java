package io.whorl.corpus.internal.text;

import static io.whorl.testing.Thrown.assertMessage;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.corpus.format.Head;
import io.whorl.corpus.format.MappedText;
import io.whorl.corpus.format.MappedTextBuilder;
import io.whorl.corpus.format.PageMap;
import io.whorl.corpus.format.PageMap.Kind;
import io.whorl.corpus.format.PageMap.Pages;
import io.whorl.corpus.format.Skipped.Reason;
import io.whorl.corpus.format.TextConversionException;
import io.whorl.corpus.format.TextFormat;
import io.whorl.corpus.format.TextMap;
import io.whorl.corpus.format.TextRange;
import io.whorl.corpus.internal.text.TextFormats.PlainFormat;
import io.whorl.testing.Packed;
import io.whorl.testing.Sources;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;

/** Maps from the texts of documents to the documents. */
class TextMapsTest {
    private static final List<TextFormat> FORMATS = List.of(
            new HtmlFormat(),
            new MarkdownFormat(),
            new LatexFormat(),
            new TroffFormat(),
            new PlainFormat(),
            new WikitextFormat());

    private static final List<TextFormat> EXAMPLES = List.of(
            new HtmlFormat(),
            new MarkdownFormat(),
            new LatexFormat(),
            new TroffFormat(),
            new MailFormat(),
            new WikitextFormat());

    private static final List<String> CHARSETS = List.of("utf-8", "windows-1252", "utf-16", "shift_jis", "gb18030", "");
    /** The largest number of output bytes per input byte: references are short, and blank lines are inserted. */
    private static final int EXPANSION = 8;

    /** The part of the document that a part of its text stands for; both are unique. */
    private static String original(TextFormat format, String mediaType, byte[] document, String part, Charset charset)
            throws TextConversionException {
        MapCheck check = MapCheck.of(format, TextOf.head("", mediaType, document), document);
        String text = new String(check.mapped.utf8(), StandardCharsets.UTF_8);
        int at = text.indexOf(part);
        assertTrue(at >= 0, text);
        assertEquals(at, text.lastIndexOf(part), text);
        TextRange range = check.mapped.map().orElseThrow().original(range(text, at, at + part.length()));
        return new String(Arrays.copyOfRange(document, range.startByte(), range.endByte()), charset);
    }

    private static TextRange range(String text, int from, int to) {
        return new TextRange(
                text.codePointCount(0, from), text.codePointCount(0, to), utf8(text, from), utf8(text, to));
    }

    private static int utf8(String text, int to) {
        return Packed.utf8(text.substring(0, to)).length;
    }

    /** Converts the documents of the files of examples, such as html.txt. */
    @TestFactory
    Stream<DynamicTest> textsAndTheirPlacesAreThoseOfTheExamples() {
        return EXAMPLES.stream().flatMap(format -> {
            String file = Sources.resource(TextMapsTest.class, format.name() + ".txt");
            return Stream.of(file.stripTrailing().split("\n+## ")).skip(1).map(section -> {
                String[] parts = section.split("\n", 2);
                return DynamicTest.dynamicTest(format.name() + ": " + parts[0], () -> check(format, parts[1]));
            });
        });
    }

    private static void check(TextFormat format, String section) throws TextConversionException {
        String[] block = section.split("\n==>\n", 2);
        String[] page = section.split("\n<==\n", 2);
        if (block.length > 1) {
            check(format, block[0] + "\n", block[1]);
            return;
        }
        for (String row : page[page.length - 1].split("\n")) {
            String[] sides = row.split(" (==>|<==) ");
            if (page.length == 1) {
                check(format, sides[0], sides[1]);
            } else {
                byte[] document = Packed.utf8(plain(page[0] + "\n"));
                String found = original(format, type(format), document, plain(sides[0]), StandardCharsets.UTF_8);
                assertEquals(plain(sides[1]), found);
            }
        }
    }

    private static void check(TextFormat format, String source, String text) throws TextConversionException {
        byte[] document = Packed.utf8(plain(source));
        MapCheck check = MapCheck.of(format, TextOf.head("", type(format), document), document);
        assertEquals(plain(text), check.text, source);
    }

    private static String type(TextFormat format) {
        return format instanceof WikitextFormat ? AnyDocumentTest.TYPE : "";
    }

    private static String plain(String shown) {
        return shown.replace('↵', '\n').replace('␍', '\r').replace('␠', ' ');
    }

    @Test
    void rawTextOfHtmlKeepsItsReferences() throws Exception {
        byte[] xml = Packed.utf8("<html><p><![CDATA[a &amp; b]]></p></html>");
        assertEquals(
                "a &amp; b",
                original(new HtmlFormat(), "application/xhtml+xml", xml, "a &amp; b", StandardCharsets.UTF_8));
    }

    @Test
    void aMailOfSeveralEncodingsHasNoMap() throws Exception {
        String latin = "Content-Type: multipart/mixed; boundary=x\n\n--x\nContent-Type: text/plain;"
                + " charset=iso-8859-1\n\nn\u00e4her\n--x\nContent-Type: text/plain; charset=utf-8\n\n";
        ByteArrayOutputStream both = new ByteArrayOutputStream();
        both.writeBytes(latin.getBytes(StandardCharsets.ISO_8859_1));
        both.writeBytes(Packed.utf8("w\u00f6rter \u00fcber alles\n--x--\n"));
        byte[] mail = both.toByteArray();
        MapCheck check = MapCheck.of(new MailFormat(), TextOf.head("", "", mail), mail);
        String text = new String(check.mapped.utf8(), StandardCharsets.UTF_8);
        assertEquals("n\u00e4her\n\nw\u00f6rter \u00fcber alles\n", text);
        assertTrue(check.mapped.map().isEmpty());
    }

    @Property(tries = 300)
    void anyMailMapsEachCharacterToItself(@ForAll("mails") String mail) throws Exception {
        byte[] document = Packed.utf8(mail);
        try {
            MapCheck.of(new MailFormat(), TextOf.head("", "", document), document);
        } catch (TextConversionException e) {
            assertTrue(List.of(Reason.NOT_TEXT, Reason.INVALID).contains(e.reason()), e::getMessage);
        }
    }

    @Provide
    Arbitrary<String> mails() {
        return Arbitraries.of(("Subject: one two\n¦Subject: =?utf-8?q?a=C3=BC?= b\n c\n¦Subject: \u00fcber\n¦"
                                + "Content-Type: multipart/mixed; boundary=b\n¦"
                                + "Content-Type: multipart/alternative; boundary=\"b\"\r\n¦"
                                + "Content-Type: text/plain; charset=utf-8\n¦Content-Type: text/html\n¦"
                                + "Content-Type: message/rfc822\n¦Content-Transfer-Encoding: quoted-printable\n¦"
                                + "Content-Transfer-Encoding: 8bit\r\n¦Content-Disposition: attachment\n¦--b\n¦"
                                + "\r\n--b \r\n¦--b--\n¦\n¦\r\n¦word ¦caf=C3=A9 =\n¦=3D=\r\n¦<p>a &amp; ¦"
                                + "\u8a00\u8449 \ud83d\ude00¦ \t ")
                        .split("¦"))
                .list()
                .ofMaxSize(30)
                .map(pieces -> String.join("", pieces));
    }

    @ParameterizedTest
    @CsvFileSource(resources = "encodings.txt")
    void bytesAreThoseOfTheEncoding(String name) throws Exception {
        Charset charset = Charset.forName(name);
        String word = charset.newEncoder().canEncode('\u00e9')
                ? "na\u00efve caf\u00e9"
                : charset.newEncoder().canEncode('\u8a00') ? "\u8a00\u8449 a\u8a00" : "\u0441\u043b\u043e\u0432\u043e";
        String smile = charset.newEncoder().canEncode("\ud83d\ude00") ? "\ud83d\ude00" : "";
        String mark = name.startsWith("UTF") ? "\ufeff" : "";
        byte[] document = (mark + "<p>one " + smile + "<b>" + word + "</b> &amp; end").getBytes(charset);
        assertEquals(
                word + "</b> &amp; end",
                original(new HtmlFormat(), "text/html; charset=" + name, document, word + " & end", charset));
        byte[] plain = (mark + "one " + smile + word + " end").getBytes(charset);
        assertEquals(word, original(new PlainFormat(), "text/plain; charset=" + name, plain, word, charset));
    }

    @Test
    void aByteOrderMarkIsACodePointOfTheDocument() throws Exception {
        for (String name : List.of("UTF-8", "UTF-16LE", "UTF-16BE", "UTF-32LE", "UTF-32BE")) {
            Charset charset = Charset.forName(name);
            byte[] document = "\ufeffword".getBytes(charset);
            MappedText text = new PlainFormat().text(document, TextOf.head("", "", document), true);
            TextRange word = text.map().orElseThrow().original(new TextRange(0, 4, 0, 4));
            int width = document.length / 5;
            assertEquals(new TextRange(1, 5, document.length - 4 * width, document.length), word, name);
        }
    }

    @Test
    void encodingsWithShiftStatesHaveNoMap() throws Exception {
        byte[] document = "\u8a00\u8449".getBytes(Charset.forName("ISO-2022-JP"));
        MappedText text =
                new PlainFormat().text(document, TextOf.head("", "text/plain; charset=iso-2022-jp", document), true);
        assertEquals("\u8a00\u8449", new String(text.utf8(), StandardCharsets.UTF_8));
        assertTrue(text.map().isEmpty());
    }

    @Test
    void aMapOfCopiedTextIsShort() throws Exception {
        byte[] document = "<p>na\u00efve words and more of them\n".repeat(1).getBytes(StandardCharsets.UTF_8);
        byte[] long_ = Packed.utf8("<p>" + "na\u00efve words and \u8a00\u8449 more of them\n".repeat(1_000));
        HtmlFormat html = new HtmlFormat();
        TextMap small =
                html.text(document, TextOf.head("", "", document), true).map().orElseThrow();
        TextMap large = html.text(long_, TextOf.head("", "", long_), true).map().orElseThrow();
        assertEquals(small.bytes(), large.bytes());
    }

    @Property(tries = 2_400)
    void anyMarkupMapsEachCharacterToItself(@ForAll("marked") String document) throws Exception {
        check(Packed.utf8(document));
    }

    @Property(tries = 1_200)
    void anyBytesMapEachCharacterToItself(@ForAll byte[] document) throws Exception {
        check(document);
    }

    @Test
    void aMarkOfTheOrderOfBytesInsideADocumentIsACharacter() throws Exception {
        check(new byte[] {0, 'a', 0, 'b', (byte) 0xfe, (byte) 0xff, 0, 'c', (byte) 0xff, (byte) 0xfe}, "utf-16");
    }

    /** Most documents name no encoding. */
    private static void check(byte[] document) throws CharacterCodingException {
        int choice = document.length % 30;
        check(document, choice < CHARSETS.size() ? CHARSETS.get(choice) : "");
    }

    /** The text is valid and bounded UTF-8, and each character is mapped to itself. */
    private static void check(byte[] document, String charset) throws CharacterCodingException {
        String type = charset.isEmpty() ? "" : "text/x; charset=" + charset;
        for (TextFormat format : FORMATS) {
            try {
                byte[] text = MapCheck.of(format, TextOf.head("x", type, document), document)
                        .mapped
                        .utf8();
                StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(text));
                assertTrue(
                        !charset.isEmpty() || text.length <= 64 + EXPANSION * document.length,
                        () -> format.name() + " returns " + text.length + " bytes for " + document.length);
            } catch (TextConversionException e) {
                assertEquals(Reason.POINTER, e.reason(), format.name());
            }
        }
        for (TextFormat each : TextFormats.texts()) {
            each.recognises(TextOf.head("x.tex", "", document));
        }
    }

    @Provide
    Arbitrary<String> marked() {
        return Arbitraries.of(("word¦ ¦\n¦\n\n¦{¦}¦[¦]¦$¦$$¦%¦&¦~¦\\¦\\\\¦\\begin{document}¦\\begin{equation}¦"
                                + "\\end{equation}¦\\begin{verbatim}¦\\end{verbatim}¦\\cite¦\\section*{¦\\'¦\\verb|¦"
                                + "\\def\\x¦\\item¦\\title{¦\n.SH ¦\n.if n ¦\n.if t \\{\\\n¦\\}¦\n.de X\n¦\n..\n¦"
                                + "\n.ds a \\*a\\*a b\n¦\\*a¦\\fB¦\\(co¦\\[u00E9_0301]¦\\[uD800]¦\\n(x¦\n.nr x 5\n¦"
                                + "\\h'¦\n.Fl a ¦\n.Nm ¦Ns ¦\n.TS\n¦\n.TE\n¦\n.el ¦\n.IP \"a b¦\n.so x¦<p>¦<b>¦</b>¦"
                                + "<script>¦<!--¦-->¦<table>¦&amp;¦&#xD800;¦<a href='¦>¦```\n¦`¦* ¦    ¦![¦](¦"
                                + "[1]: x\n¦---\n¦a: b\n¦# ¦\t¦\0¦\ud83d\ude00¦\u0301¦\"¦'¦-¦0¦1.")
                        .split("¦"))
                .list()
                .ofMaxSize(40)
                .map(pieces -> String.join("", pieces));
    }

    /** Checks a map character by character against the bytes of the document, the slow and obvious way. */
    static final class MapCheck {
        /** Characters that stand for another character in some format. */
        private static final List<String> SIGNS = List.of("--", "---", "`", "``", "'", "''", "?`", "!`", "\0");

        final MappedText mapped;
        private final String format;
        private final byte[] document;
        private final Charset charset;
        private final String text;
        /** False if the first bytes of the document may decode differently without those that follow. */
        private final boolean sliceable;

        /** Characters that are in the document as they are in the text, and those that others stand for. */
        int copied;

        int replaced;

        private MapCheck(String format, MappedText mapped, byte[] document, Charset charset) {
            this.format = format;
            this.mapped = mapped;
            this.document = document;
            this.charset = charset;
            text = new String(mapped.utf8(), StandardCharsets.UTF_8);
            boolean malformed = new String(document, charset).indexOf('\ufffd') >= 0;
            sliceable = !malformed
                    || charset.equals(StandardCharsets.UTF_8)
                    || charset.newEncoder().maxBytesPerChar() == 1;
        }

        /** Converts a document and checks its map, if it has one. */
        static MapCheck of(TextFormat format, Head head, byte[] document) throws TextConversionException {
            MappedText mapped = format.text(document, head, true);
            assertArrayEquals(
                    format.text(document, head, false).utf8(), mapped.utf8(), "the text must not depend on the map");
            Optional<Charset> declared = format instanceof HtmlFormat ? HtmlFormat.charset(document) : Optional.empty();
            Charset charset = format instanceof WikitextFormat
                    ? StandardCharsets.UTF_8
                    : TextDecoder.decoded(document, head, declared).charset();
            MapCheck check = new MapCheck(format.name(), mapped, document, charset);
            if (mapped.map().isPresent()) {
                check.check(mapped.map().get());
            }
            return check;
        }

        private void check(TextMap map) {
            int characters = text.codePointCount(0, text.length());
            List<TextRange> ranges = new ArrayList<>();
            List<TextRange> originals = new ArrayList<>();
            int at = 0;
            for (int i = 0, k = 0; k < characters; k++) {
                String character = Character.toString(text.codePointAt(i));
                int bytes = Packed.utf8(character).length;
                TextRange range = new TextRange(k, k + 1, at, at + bytes);
                ranges.add(range);
                originals.add(map.original(range));
                check(character, originals.get(k));
                at += bytes;
                i += character.length();
            }
            Random random = new Random(7);
            for (int round = 0; round < 20 && characters > 0; round++) {
                int from = random.nextInt(characters);
                int to = from + random.nextInt(characters - from);
                TextRange whole = new TextRange(
                        from,
                        to + 1,
                        ranges.get(from).startByte(),
                        ranges.get(to).endByte());
                assertEquals(hull(originals.subList(from, to + 1)), map.original(whole), () -> format + ": " + text);
            }
        }

        private static TextRange hull(List<TextRange> ranges) {
            return new TextRange(
                    ranges.stream().mapToInt(TextRange::start).min().orElseThrow(),
                    ranges.stream().mapToInt(TextRange::end).max().orElseThrow(),
                    ranges.stream().mapToInt(TextRange::startByte).min().orElseThrow(),
                    ranges.stream().mapToInt(TextRange::endByte).max().orElseThrow());
        }

        private void check(String character, TextRange original) {
            assertTrue(
                    original.endByte() <= document.length, () -> format + ": " + original + " of " + document.length);
            if (!sliceable) {
                return;
            }
            String slice = decoded(original.startByte(), original.endByte());
            int before = codePoints(decoded(0, original.startByte()));
            assertEquals(before, original.start(), () -> format + ": code points before " + original + " in " + text);
            assertEquals(before + codePoints(slice), original.end(), () -> format + ": code points of " + original);
            if (character.isBlank()) {
                return;
            }
            if (slice.equals(character)) {
                copied++;
                return;
            }
            replaced++;
            // A subject with an encoded word is mapped as a whole, also if the word is not its first.
            boolean stands = slice.startsWith("&")
                    || slice.contains("=?")
                    || slice.startsWith("\\")
                    || slice.startsWith("=")
                    || slice.isEmpty()
                    || SIGNS.contains(slice)
                    || format.equals("mail")
                            && slice.matches("[\\w+/\\s]{2,}")
                            && new String(Base64.getMimeDecoder().decode(slice), StandardCharsets.UTF_8)
                                    .contains(character);
            assertTrue(stands, () -> format + ": '" + character + "' is at '" + slice + "' in '" + text + "'");
        }

        private String decoded(int from, int to) {
            // Only the first bytes of a document can be a mark of the order of bytes, which these charsets leave out.
            boolean inside = from > 0
                    && (charset.name().equals("UTF-16") || charset.name().equals("UTF-32"));
            String decoded = new String(
                    Arrays.copyOfRange(document, from, to), inside ? Charset.forName(charset.name() + "BE") : charset);
            boolean removed =
                    from == 0 && to >= 4 && charset.name().startsWith("UTF-32") && !decoded.startsWith("\ufeff");
            return removed && TextDecoder.mark(document).isPresent() ? "\ufeff" + decoded : decoded;
        }

        private static int codePoints(String s) {
            return s.codePointCount(0, s.length());
        }
    }

    // The builder of maps, and maps of pages.

    private static MappedTextBuilder of(String document) {
        return MappedTextBuilder.of(Packed.utf8(document), StandardCharsets.UTF_8);
    }

    private static TextMap mapOf(MappedTextBuilder builder) {
        return builder.build().map().orElseThrow();
    }

    @Test
    void piecesOfEqualLengthMapCharacterByCharacter() {
        TextMap map = mapOf(of("n\u00efve text").append("text", 5, 9).append("n\u00efve", 0, 4));
        assertEquals(new TextRange(5, 7, 6, 8), map.original(new TextRange(0, 2, 0, 2)));
        assertEquals(new TextRange(1, 2, 1, 3), map.original(new TextRange(5, 6, 5, 7)));
    }

    @Test
    void otherPiecesMapAsAWhole() {
        MappedTextBuilder builder = of("a &eacute;t\u00e9 b").append("a ", 0, 2).append("\u00e9", 2, 10);
        TextMap map = mapOf(builder.append("t\u00e9", 10, 12).append("<added>", 12, 12));
        assertEquals(new TextRange(2, 10, 2, 10), map.original(new TextRange(2, 3, 2, 4)));
        assertEquals(new TextRange(0, 11, 0, 11), map.original(new TextRange(0, 4, 0, 5)));
        assertEquals(new TextRange(12, 12, 13, 13), map.original(new TextRange(6, 8, 8, 10)));
    }

    @Test
    void movedTextMapsToAllThatIsBetween() {
        TextMap map = mapOf(
                of("one two three").append("three", 8, 13).append(" ", 3, 4).append("one", 0, 3));
        assertEquals(new TextRange(0, 13, 0, 13), map.original(new TextRange(0, 9, 0, 9)));
        assertEquals(new TextRange(0, 4, 0, 4), map.original(new TextRange(5, 9, 5, 9)));
    }

    @Test
    void emptyRangesMapToEmptyRanges() {
        TextMap map = mapOf(of("x\u00e9 &amp; y").append("\u00e9 ", 1, 3).append("&", 3, 8));
        assertEquals(new TextRange(1, 1, 1, 1), map.original(new TextRange(0, 0, 0, 0)));
        assertEquals(new TextRange(2, 2, 3, 3), map.original(new TextRange(1, 1, 2, 2)));
        assertEquals(new TextRange(8, 8, 9, 9), map.original(new TextRange(3, 3, 4, 4)));
        assertEquals(new TextRange(0, 0, 0, 0), mapOf(of("")).original(new TextRange(0, 0, 0, 0)));
    }

    @Test
    void theEncodingDecidesTheBytes() {
        for (String name : List.of("UTF-8", "UTF-16LE", "UTF-32BE", "windows-1252")) {
            Charset charset = Charset.forName(name);
            byte[] document = "\u00e9t\u00e9 fini".getBytes(charset);
            MappedTextBuilder builder = MappedTextBuilder.of(document, charset);
            TextMap map =
                    mapOf(builder.append(builder.source(), 0, builder.source().length()));
            int from = "\u00e9t\u00e9 ".getBytes(charset).length;
            assertEquals(new TextRange(4, 8, from, document.length), map.original(new TextRange(4, 8, 6, 10)), name);
        }
    }

    @Test
    void malformedBytesAreOneReplacementCharacterEach() {
        byte[] document = {'a', (byte) 0xff, (byte) 0xe2, (byte) 0x82, 'b'};
        MappedTextBuilder builder = MappedTextBuilder.of(document, StandardCharsets.UTF_8);
        assertEquals("a\ufffd\ufffdb", builder.source());
        TextMap map = mapOf(builder.append(builder.source(), 0, 4));
        assertEquals(new TextRange(2, 4, 2, 5), map.original(new TextRange(2, 4, 4, 8)));
    }

    @Test
    void unpairedSurrogatesBecomeReplacementCharacters() {
        assertEquals(
                "\ufffdx",
                new String(
                        of("&x").append("\ud800", 0, 1)
                                .append("x", 1, 2)
                                .build()
                                .utf8(),
                        StandardCharsets.UTF_8));
    }

    @Test
    void aMapIsMadeAgainFromItsBytes() {
        TextMap map = mapOf(
                of("one &amp; two").append("two", 10, 13).append(" & ", 3, 10).append("one", 0, 3));
        TextMap again = TextMap.of(map.toBytes());
        for (int from = 0; from < 9; from++) {
            for (int to = from; to <= 9; to++) {
                TextRange range = new TextRange(from, to, from, to);
                assertEquals(map.original(range), again.original(range));
            }
        }
        assertTrue(TextMap.of(TextMap.IDENTITY.toBytes()).isIdentity());
        assertThrows(IllegalArgumentException.class, () -> TextMap.of(new byte[16]));
    }

    @Test
    void wrongArgumentsAreRefused() {
        assertThrows(IndexOutOfBoundsException.class, () -> of("abc").append("x", 2, 4));
        assertThrows(IllegalArgumentException.class, () -> new TextRange(2, 1, 2, 3));
        assertThrows(IllegalArgumentException.class, () -> new TextRange(0, 1, -1, 3));
        TextMap map = mapOf(of("abc").append("b", 1, 2));
        assertMessage(
                IllegalArgumentException.class,
                "the text ends at 1, byte 1",
                () -> map.original(new TextRange(0, 2, 0, 2)));
        assertThrows(NullPointerException.class, () -> TextMap.IDENTITY.original(null));
    }

    /** Compares with the page of each code point. */
    @Property(tries = 400)
    void pagesAreTheLeastAndTheGreatestOfTheCodePoints(
            @ForAll @Size(max = 8) List<@IntRange(max = 4) Integer> lengths,
            @ForAll @Size(min = 8, max = 8) List<@IntRange(max = 3) Integer> pages,
            @ForAll Kind kind,
            @ForAll @IntRange(max = 20) int start,
            @ForAll @IntRange(min = 1, max = 20) int length) {
        int[] starts = new int[lengths.size()];
        int[] numbers = new int[starts.length];
        int[] pageOf = new int[50];
        int at = 2;
        for (int i = 0; i < starts.length; i++) {
            starts[i] = at;
            numbers[i] = pages.get(i);
            at += lengths.get(i);
            Arrays.fill(pageOf, starts[i], pageOf.length, numbers[i]);
        }
        PageMap map = PageMap.of(kind, starts, numbers);
        int[] known = IntStream.range(start, start + length)
                .map(i -> pageOf[i])
                .filter(page -> page > 0)
                .sorted()
                .toArray();
        Optional<Pages> expected =
                known.length == 0 ? Optional.empty() : Optional.of(new Pages(kind, known[0], known[known.length - 1]));
        assertEquals(expected, map.pages(start, start + length));
        PageMap again = PageMap.of(map.toBytes());
        assertEquals(expected, again.pages(start, start + length));
        assertArrayEquals(map.toBytes(), again.toBytes());
    }

    @Example
    void wrongArgumentsAreNamed() {
        assertRefused("2 starts and 1 numbers", () -> PageMap.of(Kind.PAGE, new int[2], new int[1]));
        assertRefused("part 1 begins at 3", () -> PageMap.of(Kind.PAGE, new int[] {4, 3}, new int[2]));
        assertRefused("is on page -1", () -> PageMap.of(Kind.PAGE, new int[1], new int[] {-1}));
        assertRefused("the part is 4 to 4", () -> PageMap.NONE.pages(4, 4));
        assertRefused("the part is -1 to 4", () -> PageMap.NONE.pages(-1, 4));
        assertRefused("the map has 2 bytes", () -> PageMap.of(new byte[2]));
        assertRefused("the first of which is 7", () -> PageMap.of(new byte[] {7, 0, 0, 0, 0, 0, 0, 0, 1}));
        assertRefused("the pages are 3 to 2", () -> new Pages(Kind.PAGE, 3, 2));
    }

    private static void assertRefused(String message, Executable call) {
        String found = assertThrows(IllegalArgumentException.class, call).getMessage();
        assertTrue(found.contains(message), found);
    }
}
