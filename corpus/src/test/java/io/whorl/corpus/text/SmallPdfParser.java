package io.whorl.corpus.text;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import org.apache.tika.exception.TikaException;
import org.apache.tika.metadata.Metadata;
import org.apache.tika.mime.MediaType;
import org.apache.tika.parser.ParseContext;
import org.apache.tika.parser.Parser;
import org.apache.tika.sax.XHTMLContentHandler;
import org.xml.sax.ContentHandler;
import org.xml.sax.SAXException;

/**
 * A parser as Tika finds its own, for what the tests call a PDF: each line is a paragraph, and some lines are orders.
 */
public final class SmallPdfParser implements Parser {
    private static final long serialVersionUID = 1;

    @Override
    public Set<MediaType> getSupportedTypes(ParseContext context) {
        return Set.of(MediaType.application("pdf"));
    }

    @Override
    public void parse(InputStream stream, ContentHandler handler, Metadata metadata, ParseContext context)
            throws IOException, SAXException, TikaException {
        String[] lines = new String(stream.readAllBytes(), StandardCharsets.UTF_8).split("\n");
        XHTMLContentHandler out = new XHTMLContentHandler(handler, metadata);
        metadata.set("dc:title", "no text");
        out.startDocument();
        for (int i = 1; i < lines.length; i++) {
            switch (lines[i]) {
                case "FAIL" -> throw new TikaException("a broken table");
                case "OVERFLOW" -> throw new StackOverflowError();
                case "REPEAT" -> {
                    while (true) {
                        out.element("p", "again and again ".repeat(1_000));
                    }
                }
                case "NAME" -> out.element("p", metadata.get("resourceName"));
                default -> out.element("p", lines[i]);
            }
        }
        out.endDocument();
    }
}
