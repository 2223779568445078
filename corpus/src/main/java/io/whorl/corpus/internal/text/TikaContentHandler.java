package io.whorl.corpus.internal.text;

import io.whorl.corpus.internal.text.HtmlConverter.HtmlElements;
import java.util.Locale;
import org.xml.sax.Attributes;
import org.xml.sax.SAXException;
import org.xml.sax.helpers.DefaultHandler;

/** Receives the XHTML that Tika emits for a document, up to a limit. */
final class TikaContentHandler extends DefaultHandler {
    private final ProseBuilder out;
    private final TikaPages pages;
    private final int limit;
    private long characters;
    /** True inside a title element. It is a field of the file, often the name of a program, and not on any page. */
    private boolean title;

    /** @param limit the largest number of characters */
    TikaContentHandler(ProseBuilder out, int limit) {
        this.out = out;
        pages = new TikaPages(out);
        this.limit = limit;
    }

    int limit() {
        return limit;
    }

    TikaPages pages() {
        return pages;
    }

    boolean isFull() {
        return characters > limit;
    }

    @Override
    public void startElement(String uri, String localName, String qName, Attributes attributes) {
        title = localName.equals("title");
        String name = localName.toLowerCase(Locale.ROOT);
        HtmlElements.border(name, out);
        String type = attributes.getValue("class");
        pages.start(name, type == null ? "" : type);
    }

    @Override
    public void endElement(String uri, String localName, String qName) {
        title = false;
        HtmlElements.border(localName.toLowerCase(Locale.ROOT), out);
        pages.end();
    }

    @Override
    public void characters(char[] text, int from, int length) throws SAXException {
        characters += length;
        if (isFull()) {
            throw new SAXException("more than " + limit + " characters");
        }
        for (int i = 0; i < length && !title; i++) {
            out.character(text[from + i]);
        }
    }

    @Override
    public void ignorableWhitespace(char[] text, int from, int length) {
        out.space();
    }
}
