package io.whorl.corpus.internal.record;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/** A streaming XML parser without declarations and external resources, and with bounded memory. */
final class MediaWikiXml {
    private static final String LIMITS = "http://www.oracle.com/xml/jaxp/properties/";
    private static final int MAX_DEPTH = 64;

    private final EventLimitedReader guard;
    private final XMLStreamReader xml;
    private int depth;

    /** @param in UTF-8, which is all that MediaWiki writes */
    MediaWikiXml(InputStream in) throws IOException {
        guard = new EventLimitedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
        try {
            // Factories are not documented as thread-safe, and a new one costs little compared with a dump.
            xml = factory().createXMLStreamReader(guard);
        } catch (XMLStreamException e) {
            guard.throwIfFailed();
            throw new IOException("the XML is damaged from its start: " + e.getMessage(), e);
        }
    }

    private static XMLInputFactory factory() {
        XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        factory.setProperty(XMLInputFactory.IS_COALESCING, false);
        // The JDK counts every &lt; as an expansion and would stop a long dump at the fifty-millionth (Java 17) or the
        // hundred-thousandth (Java 25). No entities can be declared here, so no limit is needed.
        factory.setProperty(LIMITS + "totalEntitySizeLimit", "0");
        factory.setProperty(LIMITS + "maxGeneralEntitySizeLimit", "0");
        factory.setProperty(LIMITS + "entityExpansionLimit", "0");
        return factory;
    }

    /** Advances to the next event and returns its constant of {@link XMLStreamConstants}. */
    int next() throws IOException {
        try {
            int event = xml.next();
            guard.event();
            depth += event == XMLStreamConstants.START_ELEMENT ? 1 : event == XMLStreamConstants.END_ELEMENT ? -1 : 0;
            if (depth > MAX_DEPTH) {
                throw new IOException("the XML is nested more than " + MAX_DEPTH + " deep" + line());
            }
            if (event == XMLStreamConstants.DTD || event == XMLStreamConstants.ENTITY_REFERENCE) {
                throw new IOException("the XML declares or uses its own entities, which exports never do" + line());
            }
            return event;
        } catch (XMLStreamException e) {
            throw damaged(e);
        }
    }

    String name() {
        return xml.getLocalName();
    }

    /** An attribute of the current element; empty if it is absent. */
    String attribute(String name) {
        String value = xml.getAttributeValue(null, name);
        return value == null ? "" : value;
    }

    void appendTextTo(StringBuilder text) {
        text.append(xml.getTextCharacters(), xml.getTextStart(), xml.getTextLength());
    }

    int textLength() {
        return xml.getTextLength();
    }

    private IOException damaged(XMLStreamException e) throws IOException {
        guard.throwIfFailed();
        String message = e.getMessage();
        int detail = message == null ? -1 : message.indexOf("Message: ");
        return new IOException(
                "the XML is truncated or damaged" + line() + ": "
                        + (detail < 0 ? message : message.substring(detail + "Message: ".length())),
                e);
    }

    private String line() {
        return " in line " + xml.getLocation().getLineNumber();
    }
}
