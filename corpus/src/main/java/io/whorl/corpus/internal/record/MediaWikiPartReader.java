package io.whorl.corpus.internal.record;

import io.whorl.corpus.format.Part;
import io.whorl.corpus.format.PartReader;
import io.whorl.corpus.format.ReadContext;
import io.whorl.corpus.format.Skipped.Reason;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import javax.xml.stream.XMLStreamConstants;

/** Reads complete pages; a page that is truncated by the end of the file is not delivered. */
final class MediaWikiPartReader implements PartReader {
    /** The limit of short fields. Titles have at most 255 bytes; numbers and formats have fewer. */
    private static final int MAX_FIELD = 1_024;

    private final String source;
    private final ReadContext context;
    private final int maxDocument;
    private final MediaWikiXml xml;
    private final MediaWikiNamespaces namespaces = new MediaWikiNamespaces();
    private final StringBuilder small = new StringBuilder();
    private boolean ended;

    MediaWikiPartReader(Part whole, ReadContext context) throws IOException {
        source = whole.place();
        this.context = context;
        maxDocument = context.options().maxDocument();
        xml = new MediaWikiXml(whole.body());
    }

    @Override
    public Optional<Part> next() throws IOException {
        while (!ended) {
            int event = xml.next();
            ended = event == XMLStreamConstants.END_DOCUMENT;
            if (event == XMLStreamConstants.START_ELEMENT) {
                Optional<Part> page = element(xml.name());
                if (page.isPresent()) {
                    return page;
                }
            }
        }
        return Optional.empty();
    }

    private Optional<Part> element(String name) throws IOException {
        if (name.equals("namespace")) {
            String key = xml.attribute("key");
            namespaces.add(key, smallText());
        } else if (name.equals("page")) {
            return part(page());
        }
        return Optional.empty();
    }

    private MediaWikiPage page() throws IOException {
        MediaWikiPage page = new MediaWikiPage();
        int depth = 1;
        while (depth > 0) {
            int event = xml.next();
            if (event == XMLStreamConstants.END_ELEMENT) {
                depth--;
            } else if (event == XMLStreamConstants.START_ELEMENT) {
                depth += field(page, xml.name()) ? 0 : 1;
            }
        }
        return page;
    }

    /** Returns true if the element was read to its end. */
    private boolean field(MediaWikiPage page, String name) throws IOException {
        switch (name) {
            case "title" -> page.title = smallText();
            case "ns" -> page.namespace = smallText();
            case "timestamp" -> page.timestamp = smallText();
            case "format" -> page.format = smallText();
            case "text" -> text(page);
            // Another slot of the revision, such as structured data of a picture.
            case "content" -> smallText();
            case "redirect" -> {
                page.redirect = true;
                return false;
            }
            case "revision" -> {
                page.beginRevision();
                return false;
            }
            default -> {
                return false;
            }
        }
        return true;
    }

    private void text(MediaWikiPage page) throws IOException {
        page.deleted = xml.attribute("deleted").equals("deleted");
        // A stub states the number of bytes without containing them.
        page.hasText =
                xml.attribute("bytes").isEmpty() || xml.attribute("bytes").equals("0");
        int most = context.options().namespaces().contains(namespaces.of(page)) ? maxDocument : MAX_FIELD;
        page.tooLarge = characters(page.text(), most);
        page.hasText |= page.text().length() > 0;
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
            switch (xml.next()) {
                case XMLStreamConstants.START_ELEMENT -> depth++;
                case XMLStreamConstants.END_ELEMENT -> depth--;
                case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA, XMLStreamConstants.SPACE -> {
                    over |= to.length() + (long) xml.textLength() > most;
                    if (!over) {
                        xml.appendTextTo(to);
                    }
                }
                default -> {}
            }
        }
        return over;
    }

    private Optional<Part> part(MediaWikiPage page) {
        String place = source + "!" + page.title;
        int namespace = namespaces.of(page);
        byte[] utf8 = page.text().toString().getBytes(StandardCharsets.UTF_8);
        if (page.title.isEmpty()) {
            return skip(source, Reason.INVALID, "a page has no title");
        } else if (!context.options().namespaces().contains(namespace)) {
            return skip(place, Reason.LEFT_OUT, "it is in namespace " + namespace);
        } else if (page.isRedirect() && !context.options().redirects()) {
            return skip(place, Reason.POINTER, "a redirect");
        } else if (page.deleted) {
            return skip(place, Reason.LEFT_OUT, "its text was deleted");
        } else if (page.tooLarge || utf8.length > maxDocument) {
            return skip(place, Reason.TOO_LARGE, context.options().tooLarge());
        } else if (!page.hasText) {
            return skip(place, Reason.INVALID, "the export does not contain its text");
        } else if (!page.format.isEmpty() && !page.format.equals("text/x-wiki") && !page.format.equals("text/plain")) {
            return skip(place, Reason.NOT_TEXT, "of the format " + page.format);
        }
        String type = page.format.equals("text/plain") ? Part.TEXT : namespaces.wikitext();
        return Optional.of(Part.record(place, page.title, type, new ByteArrayInputStream(utf8))
                .dated(page.timestamp));
    }

    private Optional<Part> skip(String place, Reason reason, String detail) {
        context.skip(place, reason, detail);
        return Optional.empty();
    }

    @Override
    public void close() {
        // The caller closes the body.
    }
}
