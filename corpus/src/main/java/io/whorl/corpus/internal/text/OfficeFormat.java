package io.whorl.corpus.internal.text;

import io.whorl.corpus.format.Head;
import io.whorl.corpus.format.HiddenText;
import io.whorl.corpus.format.MappedText;
import io.whorl.corpus.format.PageMap;
import io.whorl.corpus.format.PageMap.Kind;
import io.whorl.corpus.format.Skipped;
import io.whorl.corpus.format.TextConversionException;
import io.whorl.corpus.format.TextFormat;
import io.whorl.corpus.internal.text.HtmlFormat.HtmlElements;
import io.whorl.corpus.internal.text.ProseFormat.HeadChecks;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.agrona.collections.IntArrayList;
import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;
import org.apache.commons.compress.archivers.zip.ZipArchiveInputStream;
import org.xml.sax.Attributes;
import org.xml.sax.SAXException;
import org.xml.sax.helpers.DefaultHandler;

/**
 * PDF, RTF, Microsoft Office, OpenDocument and EPUB. PDF, DOCX and ODT are read here. Apache Tika converts the others;
 * without it they are reported.
 */
final class OfficeFormat implements TextFormat {
    private static final String A_PDF = "a PDF";
    private static final String PDF = "%PDF-";
    private static final int[] OLE = {0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1};
    private static final int PDF_MARK = 1 << 10;

    static final String PASSWORD = "it is protected by a password; save it without one";
    static final String PICTURES_ONLY = "it has pictures of text only, such as a scan; read it with text recognition";

    /** The mark of an encrypted document in the directory of an OLE file. */
    private static final String ENCRYPTED = latin1("EncryptedPackage".getBytes(StandardCharsets.UTF_16LE));

    /**
     * The least limit on the characters of a text. It is below the size (one million) from which Tika's own guard
     * compares the text with the document.
     */
    private static final int MIN_LIMIT = 500_000;
    /** The limit on characters per byte of the document; compressed prose has four or five. */
    private static final int EXPANSION = 20;

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
                && (head.isNamed(".pdf") || head.isNamed(OFFICE_NAMES))
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
        if (head.startsWith(OLE)) {
            return "an office document";
        }
        if (head.startsWith('{', '\\', 'r', 't', 'f')) {
            return "an RTF document";
        }
        return head.startsWith('P', 'K', 3, 4)
                        && (OFFICE_TYPE.matcher(head.mediaType().strip()).lookingAt()
                                || head.isNamed(OFFICE_NAMES)
                                || isOfficeZip(head.first()))
                ? "an office document or e-book"
                : "";
    }

    /**
     * True if the first members belong to an office document. OpenDocument and EPUB start with a member that names the
     * format. Microsoft Office has a list of types, relations and parts, in any order.
     */
    private static boolean isOfficeZip(byte[] first) {
        try (ZipArchiveInputStream zip =
                new ZipArchiveInputStream(new ByteArrayInputStream(first), "UTF-8", true, true, true)) {
            ZipArchiveEntry member = zip.getNextEntry();
            boolean office = member != null
                    && member.getName().equals("mimetype")
                    && OFFICE_TYPE
                            .matcher(new String(zip.readNBytes(CONTENT), StandardCharsets.ISO_8859_1))
                            .lookingAt();
            for (; !office && member != null; member = zip.getNextEntry()) {
                office = OFFICE_MEMBER.matcher(member.getName()).matches();
            }
            return office;
        } catch (IOException | RuntimeException e) {
            // The rest is not visible, or damaged.
            return false;
        }
    }

    /** Places in the bytes of such a document mean nothing, so the text has pages in place of a map. */
    @Override
    public MappedText text(byte[] document, Head head, boolean mapped) throws TextConversionException {
        String kind = kind(head);
        if (kind.equals(A_PDF)) {
            if (isCutOff(document)) {
                throw new TextConversionException(Skipped.Reason.DAMAGED, "a PDF that is cut off: its end is missing");
            }
            return PdfText.read(document);
        }
        if (head.startsWith('P', 'K', 3, 4)) {
            Optional<MappedText> own = OfficeXml.read(document);
            if (own.isPresent()) {
                return own.get();
            }
        }
        if (head.startsWith(OLE) && latin1(document).contains(ENCRYPTED)) {
            throw new TextConversionException(Skipped.Reason.NO_READER, PASSWORD);
        }
        TikaContentHandler content = new TikaContentHandler(document.length);
        String type = TikaParser.read(document, kind, head.name(), content);
        PlacedText text = content.out.build();
        if (text.length() == 0) {
            throw new TextConversionException(
                    Skipped.Reason.NO_READER,
                    kind + " in which Apache Tika found no text; a scan, or its parsers are not on the class path");
        }
        return new MappedText(text.utf8(), Optional.empty(), content.pages(type, text.text), HiddenText.NONE);
    }

    static final class PageStarts {
        private final IntArrayList starts = new IntArrayList();
        private final IntArrayList numbers = new IntArrayList();

        /**
         * Begins a part, unless its page is that of the part before.
         *
         * @param start the UTF-16 unit at which the part begins
         */
        void add(int start, int page) {
            int before = numbers.isEmpty() ? PageMap.NO_PAGE : numbers.getInt(numbers.size() - 1);
            if (page != before) {
                starts.addInt(start);
                numbers.addInt(page);
            }
        }

        PageMap map(Kind kind, String text) {
            int[] codePoints = starts.toIntArray();
            for (int i = 0, at = 0, passed = 0; i < codePoints.length; i++) {
                passed += text.codePointCount(at, codePoints[i]);
                at = codePoints[i];
                codePoints[i] = passed;
            }
            return PageMap.of(kind, codePoints, numbers.toIntArray());
        }
    }

    /** Counts paragraphs, which blank lines separate. */
    static PageMap paragraphs(String whole) {
        PageStarts paragraphs = new PageStarts();
        for (int from = 0, count = 1, gap; from < whole.length(); from = gap < 0 ? whole.length() : gap + 2) {
            paragraphs.add(from, count++);
            gap = whole.indexOf("\n\n", from);
        }
        return paragraphs.map(Kind.PARAGRAPH, whole);
    }

    /** The largest number of characters of a text from a document of this size. */
    static long maxCharacters(int size) {
        return Math.min(Integer.MAX_VALUE, MIN_LIMIT + (long) EXPANSION * size);
    }

    static TextConversionException tooLong(long limit, Throwable cause) {
        return new TextConversionException(
                Skipped.Reason.TOO_LARGE, "contains more than " + limit + " characters of text", cause);
    }

    /** Returns the beginning of what a failure says; parsers say where it is in a line before. */
    static String said(Throwable failure) {
        String message = String.valueOf(failure.getMessage());
        String last =
                message.substring(message.stripTrailing().lastIndexOf('\n') + 1).replaceFirst("^Message: ", "");
        return last.substring(0, Math.min(200, last.length()));
    }

    /**
     * True if an object of a PDF comes after its last end, or there is no end. A file has several ends if it was
     * changed, or has its first page first, so an end alone does not show that the rest is there.
     */
    private static boolean isCutOff(byte[] document) {
        String bytes = latin1(document);
        int end = Math.max(bytes.lastIndexOf("%%EOF"), bytes.lastIndexOf("startxref"));
        int object = bytes.lastIndexOf(" obj");
        while (object > 0 && !Character.isDigit(bytes.charAt(object - 1))) {
            object = bytes.lastIndexOf(" obj", object - 1);
        }
        return end < 0 || object > end;
    }

    /** Returns bytes as characters, in which strings can be found. */
    static String latin1(byte[] document) {
        return new String(document, StandardCharsets.ISO_8859_1);
    }

    /**
     * Calls the parsers of Apache Tika 2, 3 or 4 by reflection, so that nothing depends on Tika: its parsers are larger
     * than everything else together, and most corpora need none of them. The parsers guard themselves against
     * compressed bombs and deep nesting; this class limits the text that they emit. Thread-safe.
     *
     * <p>The versions differ in two signatures. Up to version 3, {@code parse} takes an {@link InputStream} and the key
     * of the file name is a string. In version 4, {@code parse} takes a {@code TikaInputStream} and the key is a
     * property.
     *
     * @param loader found the parser
     */
    private record TikaParser(ClassLoader loader, Object parser) {
        private static final String PACKAGE = "org.apache.tika.";
        /** The last one that was found, because a new one searches the class path for parsers. */
        private static volatile TikaParser last;

        /**
         * Reads a document with the Tika of the thread's context class loader, which also sees plug-ins.
         *
         * @param kind words for the document, such as "a PDF"
         * @param text receives the text
         * @return the type of the document in lower case; empty if Tika does not know it
         * @throws TextConversionException if there is no Tika, or one with an unknown API, or if it fails, or emits
         *     more text than the limit
         */
        static String read(byte[] document, String kind, String name, TikaContentHandler text)
                throws TextConversionException {
            ClassLoader context = Thread.currentThread().getContextClassLoader();
            ClassLoader loader = context == null ? TikaParser.class.getClassLoader() : context;
            TikaParser tika = last;
            boolean found = tika != null && tika.loader == loader;
            try {
                if (!found) {
                    Class<?> type = loader.loadClass(PACKAGE + "parser.AutoDetectParser");
                    found = true;
                    tika = new TikaParser(loader, type.getConstructor().newInstance());
                    last = tika;
                }
                return tika.read(document, name, text);
            } catch (ReflectiveOperationException | LinkageError e) {
                Throwable cause = e instanceof InvocationTargetException ? e.getCause() : e;
                String problem = found ? "; the Tika on the class path cannot be used: " + cause : "";
                throw new TextConversionException(
                        Skipped.Reason.NO_READER, kind + ", which needs Apache Tika 3 or 4" + problem, e);
            }
        }

        private String read(byte[] document, String name, TikaContentHandler text)
                throws ReflectiveOperationException, TextConversionException {
            ClassLoader classes = parser.getClass().getClassLoader();
            Class<?> metadata = classes.loadClass(PACKAGE + "metadata.Metadata");
            Object fields = metadata.getConstructor().newInstance();
            Field key =
                    classes.loadClass(PACKAGE + "metadata.TikaCoreProperties").getField("RESOURCE_NAME_KEY");
            if (!name.isEmpty()) {
                metadata.getMethod("set", key.getType(), String.class)
                        .invoke(fields, key.get(null), name.substring(name.lastIndexOf('/') + 1));
            }
            Method parse = Arrays.stream(parser.getClass().getMethods())
                    .filter(method -> method.getName().equals("parse") && method.getParameterCount() == 3)
                    .findFirst()
                    .orElseThrow(() -> new NoSuchMethodException("parse with three parameters"));
            Object in = parse.getParameterTypes()[0] == InputStream.class
                    ? new ByteArrayInputStream(document)
                    : classes.loadClass(PACKAGE + "io.TikaInputStream")
                            .getMethod("get", byte[].class)
                            .invoke(null, (Object) document);
            try (InputStream open = (InputStream) in) {
                parse.invoke(parser, open, text, fields);
            } catch (InvocationTargetException e) {
                throw failure(text, e.getCause());
            } catch (IOException e) {
                throw failure(text, e);
            }
            String type = (String) metadata.getMethod("get", String.class).invoke(fields, "Content-Type");
            return type == null ? "" : type.toLowerCase(Locale.ROOT);
        }

        private static TextConversionException failure(TikaContentHandler text, Throwable cause) {
            if (cause instanceof VirtualMachineError error && !(cause instanceof StackOverflowError)) {
                throw error;
            }
            return text.isFull()
                    ? tooLong(text.limit, cause)
                    : new TextConversionException(
                            Skipped.Reason.INVALID, "Apache Tika could not read it: " + cause, cause);
        }
    }

    /**
     * Receives the XHTML that Tika emits for a document, up to a limit, and learns on which page each character is.
     * Tika marks pages of a PDF, slides and sheets as {@code div} elements. The content of attached files is on no
     * page.
     */
    private static final class TikaContentHandler extends DefaultHandler {
        private static final Set<String> PAGES = Set.of("page", "slide", "slide-content", "sheet");
        private static final int ATTACHED = PageMap.NO_PAGE;
        private static final int OUTSIDE = -1;

        private final ProseBuilder out = new ProseBuilder(PlacedText.of("", false));
        private final PageStarts starts = new PageStarts();
        /** The page of each open element, {@link #ATTACHED} or {@link #OUTSIDE}. */
        private final IntArrayList open = new IntArrayList();

        private int pages;
        private final int limit;
        private long characters;
        /** True inside a title element. It is a field of the file, often the name of a program, and not on any page. */
        private boolean title;

        TikaContentHandler(int size) {
            limit = (int) maxCharacters(size);
        }

        boolean isFull() {
            return characters > limit;
        }

        private int page() {
            return open.isEmpty() ? OUTSIDE : open.getInt(open.size() - 1);
        }

        @Override
        public void startElement(String uri, String localName, String qName, Attributes attributes) {
            title = localName.equals("title");
            String name = localName.toLowerCase(Locale.ROOT);
            HtmlElements.border(name, out);
            String type = String.valueOf(attributes.getValue("class"));
            boolean begins = page() == OUTSIDE && name.equals("div") && PAGES.contains(type);
            open.addInt(type.equals("package-entry") ? ATTACHED : begins ? ++pages : page());
            starts.add(out.length(), Math.max(PageMap.NO_PAGE, page()));
        }

        @Override
        public void endElement(String uri, String localName, String qName) {
            title = false;
            HtmlElements.border(localName.toLowerCase(Locale.ROOT), out);
            if (!open.isEmpty()) {
                open.popInt();
            }
            starts.add(out.length(), Math.max(PageMap.NO_PAGE, page()));
        }

        @Override
        public void characters(char[] text, int from, int length) throws SAXException {
            characters += length;
            if (isFull()) {
                throw new SAXException("more than " + limit + " characters");
            }
            for (int i = 0; i < length && !title; i++) {
                out.character(text[from + i], 0, 0);
            }
        }

        @Override
        public void ignorableWhitespace(char[] text, int from, int length) {
            out.space();
        }

        /** Returns the pages of the whole text. If Tika marked none, paragraphs are counted. */
        PageMap pages(String mediaType, String whole) {
            boolean slides = mediaType.contains("presentation") || mediaType.contains("powerpoint");
            boolean sheets = mediaType.contains("spreadsheet") || mediaType.contains("excel");
            return pages == 0
                    ? paragraphs(whole)
                    : starts.map(slides ? Kind.SLIDE : sheets ? Kind.SHEET : Kind.PAGE, whole);
        }
    }
}
