package io.whorl.corpus.internal.container;

import io.whorl.corpus.format.FormatOptions;
import io.whorl.corpus.format.Head;
import io.whorl.corpus.format.Part;
import io.whorl.corpus.format.PartReader;
import io.whorl.corpus.format.ReadContext;
import io.whorl.corpus.format.Skipped.Reason;
import io.whorl.corpus.format.TextConversionException;
import io.whorl.corpus.internal.container.RecordBuffer.RecordStream;
import java.io.FilterReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * The XML export of MediaWiki: each page is a document, its title with the namespace is the id, and its last revision
 * in the file is the text.
 */
final class MediaWikiFormat implements RecordFormat {
    /** Exports have no document type. Such files are recognised here, and the reader refuses them with a reason. */
    private static final Pattern BEGINS = Pattern.compile("(?s)(?:\\s++|<\\?.*?\\?>|<!(?=--).*?-->)*+"
            + "(?:<mediawiki[\\x00-\\x20>/]|<!DOCTYPE mediawiki.*<mediawiki)");

    @Override
    public String name() {
        return "mediawiki";
    }

    @Override
    public boolean recognises(Head head) {
        String first = head.latin1();
        return first.contains("mediawiki") && BEGINS.matcher(first).lookingAt();
    }

    @Override
    public PartReader open(Part whole, ReadContext context) throws IOException {
        return new MediaWikiPartReader(whole, context);
    }

    @Override
    public Optional<Copying> copying(Part whole, FormatOptions options) {
        return Optional.of(new PageStream(whole.body())::copy);
    }

    /**
     * Finds pages by their tags, to copy them with what is between them. The text of an export has no such tags: its
     * brackets are escaped. The end of the dump after the last page is copied always.
     */
    private static final class PageStream extends RecordStream {
        private static final int LONGEST_TAG = 16;
        private static final byte[] NONE = {};
        private static final byte[] PAGE = ascii("<page");
        private static final byte[] PAGE_END = ascii("</page");
        private static final byte[] DUMP_END = ascii("</mediawiki");
        private static final byte[] COMMENT = ascii("<!--");
        private static final byte[] COMMENT_END = ascii("-->");
        private static final byte[] CDATA = ascii("<![CDATA[");
        private static final byte[] CDATA_END = ascii("]]>");

        /** The end of the comment or section that is read; empty outside. */
        private byte[] closing = NONE;

        private boolean inPage;

        PageStream(InputStream in) {
            super(in);
        }

        private static byte[] ascii(String tag) {
            return tag.getBytes(StandardCharsets.US_ASCII);
        }

        @Override
        boolean begin() throws IOException {
            for (; see(); at++) {
                if (closing.length > 0) {
                    closing = startsWith(closing) ? NONE : closing;
                } else if (buffer[at] == '<') {
                    closing = startsWith(COMMENT) ? COMMENT_END : startsWith(CDATA) ? CDATA_END : closing;
                    if (beginsPage()) {
                        return true;
                    }
                }
            }
            return false;
        }

        /** Reads on, so that a tag is complete; false at the end. */
        private boolean see() throws IOException {
            while (limit - at < LONGEST_TAG && fill()) {}
            return at < limit;
        }

        private boolean beginsPage() throws IOException {
            if (inPage) {
                inPage = !startsWith(PAGE_END);
            } else if (startsWith(PAGE)) {
                int after = at + PAGE.length < limit ? buffer[at + PAGE.length] : '>';
                inPage = after == '>' || after <= ' ';
                return inPage || after == '/';
            } else if (startsWith(DUMP_END)) {
                keep();
            }
            return false;
        }

        /** The next page is searched for from the tag on. */
        @Override
        void scan(int to) {
            at++;
            inRecord = false;
        }

        @Override
        void endOfStream() {
            // What the dump lacks is reported when it is read.
        }

        private boolean startsWith(byte[] tag) {
            return limit - at >= tag.length && Arrays.equals(buffer, at, at + tag.length, tag, 0, tag.length);
        }
    }

    /** Reads complete pages; a page that is truncated by the end of the file is not delivered. */
    private static final class MediaWikiPartReader extends DumpReader {
        /** The limit of short fields. Titles have at most 255 bytes; numbers and formats have fewer. */
        private static final int MAX_FIELD = 1_024;

        private static final String REDIRECT = "#redirect";
        private static final int FILE = 6;
        private static final int CATEGORY = 14;
        /** A limit against adversarial files; Wikipedia has about forty. */
        private static final int MAX_NAMESPACES = 1_000;

        private final MediaWikiXml dump;
        /** The namespaces that the wiki declares; their names depend on its language. */
        private final Map<String, Integer> keys = new HashMap<>();

        private final Map<Integer, String> names = new HashMap<>();
        private final StringBuilder small = new StringBuilder();
        private long number;
        private String title = "";
        private String namespace = "";
        private boolean redirect;
        /** The fields of the last revision of the page. */
        private String format = "";

        private String timestamp = "";
        private boolean deleted;
        private boolean hasText;
        private boolean tooLarge;
        private StringBuilder text = new StringBuilder();

        MediaWikiPartReader(Part whole, ReadContext context) throws IOException {
            super(whole, context);
            dump = new MediaWikiXml(DumpStart.withoutByteOrderMark(whole.body()));
        }

        @Override
        boolean advance() throws IOException {
            for (int event = dump.next(); event != XMLStreamConstants.END_DOCUMENT; event = dump.next()) {
                boolean begins = event == XMLStreamConstants.START_ELEMENT;
                if (begins && dump.xml.getLocalName().equals("namespace")) {
                    Optional<Integer> key = number(dump.attribute("key"));
                    String name = smallText();
                    if (key.isPresent() && keys.size() < MAX_NAMESPACES && !name.isEmpty()) {
                        keys.put(name.toLowerCase(Locale.ROOT), key.get());
                        names.put(key.get(), name);
                    }
                } else if (begins && dump.xml.getLocalName().equals("page")) {
                    number++;
                    readPage();
                    return true;
                }
            }
            return false;
        }

        private void readPage() throws IOException {
            title = "";
            namespace = "";
            redirect = false;
            beginRevision();
            int depth = 1;
            while (depth > 0) {
                int event = dump.next();
                if (event == XMLStreamConstants.END_ELEMENT) {
                    depth--;
                } else if (event == XMLStreamConstants.START_ELEMENT) {
                    depth += field(dump.xml.getLocalName()) ? 0 : 1;
                }
            }
        }

        /** Starts a revision, which replaces an earlier one. */
        private void beginRevision() {
            format = "";
            timestamp = "";
            deleted = false;
            hasText = false;
            tooLarge = false;
            text = new StringBuilder();
        }

        @Override
        long number() {
            return number;
        }

        @Override
        String place() {
            return super.place() + (title.isEmpty() ? "" : "!" + title);
        }

        /** Returns true if the element was read to its end. */
        private boolean field(String name) throws IOException {
            switch (name) {
                case "title" -> title = smallText();
                case "ns" -> namespace = smallText();
                case "timestamp" -> timestamp = smallText();
                case "format" -> format = smallText();
                case "text" -> text();
                // Another slot of the revision, such as structured data of a picture.
                case "content" -> smallText();
                case "redirect" -> {
                    redirect = true;
                    return false;
                }
                case "revision" -> {
                    beginRevision();
                    return false;
                }
                default -> {
                    return false;
                }
            }
            return true;
        }

        private void text() throws IOException {
            deleted = dump.attribute("deleted").equals("deleted");
            // A stub states the number of bytes without containing them.
            hasText =
                    dump.attribute("bytes").isEmpty() || dump.attribute("bytes").equals("0");
            int most = options.namespaces().contains(namespaceNumber()) ? options.maxDocument() : MAX_FIELD;
            tooLarge = characters(text, most);
            hasText |= text.length() > 0;
        }

        private String smallText() throws IOException {
            small.setLength(0);
            characters(small, MAX_FIELD);
            return small.toString().strip();
        }

        /** Appends the text of the element up to a length and advances past the element; true if the text is longer. */
        private boolean characters(StringBuilder to, int most) throws IOException {
            boolean over = false;
            int depth = 1;
            while (depth > 0) {
                switch (dump.next()) {
                    case XMLStreamConstants.START_ELEMENT -> depth++;
                    case XMLStreamConstants.END_ELEMENT -> depth--;
                    case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA, XMLStreamConstants.SPACE -> {
                        over |= to.length() + (long) dump.xml.getTextLength() > most;
                        if (!over) {
                            to.append(dump.xml.getTextCharacters(), dump.xml.getTextStart(), dump.xml.getTextLength());
                        }
                    }
                    default -> {}
                }
            }
            return over;
        }

        @Override
        Optional<Part> record() throws TextConversionException {
            int of = namespaceNumber();
            byte[] utf8 = text.toString().getBytes(StandardCharsets.UTF_8);
            boolean plain = format.equals("text/plain");
            // Old exports mark redirects only in the text.
            boolean redirects =
                    redirect || text.toString().stripLeading().regionMatches(true, 0, REDIRECT, 0, REDIRECT.length());
            if (title.isEmpty()) {
                throw invalid("a page has no title");
            } else if (!options.namespaces().contains(of)) {
                throw new TextConversionException(Reason.LEFT_OUT, "it is in namespace " + of);
            } else if (redirects && !options.redirects()) {
                throw new TextConversionException(Reason.POINTER, "a redirect");
            } else if (deleted) {
                throw new TextConversionException(Reason.LEFT_OUT, "its text was deleted");
            } else if (tooLarge || utf8.length > options.maxDocument()) {
                throw tooLarge(options);
            } else if (!hasText) {
                throw invalid("the export does not contain its text");
            } else if (!plain && !format.isEmpty() && !format.equals("text/x-wiki")) {
                throw new TextConversionException(Reason.NOT_TEXT, "of the format " + format);
            }
            // The names of the namespaces of files and categories tell which links show no text.
            String type = plain ? Part.TEXT : "text/x-wiki" + parameter("file", FILE) + parameter("category", CATEGORY);
            return Optional.of(part(title, type, utf8, timestamp));
        }

        private String parameter(String name, int key) {
            String value = names.getOrDefault(key, "");
            return value.isEmpty() || value.indexOf('"') >= 0 ? "" : "; " + name + "=\"" + value + "\"";
        }

        /** The namespace that the page declares, or, in exports that do not declare it, the prefix of its title. */
        private int namespaceNumber() {
            String prefix = title.substring(0, Math.max(0, title.indexOf(':'))).toLowerCase(Locale.ROOT);
            return number(namespace).orElse(keys.getOrDefault(prefix, 0));
        }

        private static Optional<Integer> number(String key) {
            try {
                return Optional.of(Integer.parseInt(key.strip()));
            } catch (NumberFormatException e) {
                return Optional.empty();
            }
        }
    }

    /**
     * A streaming XML parser without declarations and external resources, and with bounded memory: it limits the
     * characters that the parser reads between two events, because a parser keeps a whole tag, comment or name in
     * memory. It also keeps the error of the underlying reader, which parsers wrap and reword.
     */
    private static final class MediaWikiXml extends FilterReader {
        private static final String LIMITS = "http://www.oracle.com/xml/jaxp/properties/";
        private static final String MAX_DEPTH = "64";
        private static final int MAX_CHARACTERS = 1 << 20;

        final XMLStreamReader xml;
        private int sinceEvent;
        private Optional<IOException> failure = Optional.empty();

        /** @param in UTF-8, which is all that MediaWiki writes */
        MediaWikiXml(InputStream in) throws IOException {
            super(new InputStreamReader(in, StandardCharsets.UTF_8));
            try {
                // Factories are not documented as thread-safe, and a new one costs little compared with a dump.
                xml = factory().createXMLStreamReader(this);
            } catch (XMLStreamException e) {
                throw failure.orElseGet(
                        () -> new IOException("the XML is damaged from its start: " + e.getMessage(), e));
            }
        }

        private static XMLInputFactory factory() {
            XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
            factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
            factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
            factory.setProperty(XMLInputFactory.IS_COALESCING, false);
            // The JDK counts every &lt; as an expansion and would stop a long dump at the fifty-millionth (Java 17) or
            // the hundred-thousandth (Java 25). No entities can be declared here, so no limit is needed.
            factory.setProperty(LIMITS + "totalEntitySizeLimit", "0");
            factory.setProperty(LIMITS + "maxGeneralEntitySizeLimit", "0");
            factory.setProperty(LIMITS + "entityExpansionLimit", "0");
            factory.setProperty(LIMITS + "maxElementDepth", MAX_DEPTH);
            return factory;
        }

        @Override
        public int read(char[] chars, int from, int length) throws IOException {
            try {
                int n = super.read(chars, from, length);
                sinceEvent += Math.max(n, 0);
                if (sinceEvent > MAX_CHARACTERS) {
                    throw new IOException(
                            "a tag, name or comment of the XML is longer than " + MAX_CHARACTERS + " characters");
                }
                return n;
            } catch (IOException e) {
                failure = Optional.of(e);
                throw e;
            }
        }

        /** Advances to the next event and returns its constant of {@link XMLStreamConstants}. */
        int next() throws IOException {
            try {
                int event = xml.next();
                sinceEvent = 0;
                if (event == XMLStreamConstants.DTD || event == XMLStreamConstants.ENTITY_REFERENCE) {
                    throw new IOException("the XML declares or uses its own entities, which exports never do" + line());
                }
                return event;
            } catch (XMLStreamException e) {
                String said = String.valueOf(e.getMessage()).replaceFirst("(?s).*?Message: ", "");
                throw failure.orElseGet(
                        () -> new IOException("the XML is truncated or damaged" + line() + ": " + said, e));
            }
        }

        /** An attribute of the current element; empty if it is absent. */
        String attribute(String name) {
            String value = xml.getAttributeValue(null, name);
            return value == null ? "" : value;
        }

        private String line() {
            return " in line " + xml.getLocation().getLineNumber();
        }
    }
}
