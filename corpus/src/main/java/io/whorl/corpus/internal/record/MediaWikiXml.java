package io.whorl.corpus.internal.record;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * XML that comes by as events, with nothing declared, nothing fetched and nothing held that an adversary can make
 * large.
 */
final class MediaWikiXml {
    private static final String LIMITS = "http://www.oracle.com/xml/jaxp/properties/";
    private static final int DEEPEST = 64;

    private final EventLimitedReader guard;
    private final XMLStreamReader xml;
    private int depth;

    /** @param in MediaWiki writes UTF-8 and nothing else */
    MediaWikiXml(InputStream in) throws IOException {
        guard = new EventLimitedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
        try {
            // A factory is not said to be thread-safe, and making one costs little beside a dump.
            xml = factory().createXMLStreamReader(guard);
        } catch (XMLStreamException e) {
            guard.throwIfFailed();
            throw new IOException("the XML is damaged from its beginning: " + e.getMessage(), e);
        }
    }

    private static XMLInputFactory factory() {
        XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        factory.setProperty(XMLInputFactory.IS_COALESCING, false);
        // The JDK counts every &lt; of a file as an expansion, so that a long dump would end at the fifty-millionth
        // (17) or hundred-thousandth (25). No entity can be declared here, so there is nothing to be limited.
        factory.setProperty(LIMITS + "totalEntitySizeLimit", "0");
        factory.setProperty(LIMITS + "maxGeneralEntitySizeLimit", "0");
        factory.setProperty(LIMITS + "entityExpansionLimit", "0");
        return factory;
    }

    /** Goes to the next event, a constant of {@link XMLStreamConstants}. */
    int next() throws IOException {
        try {
            int event = xml.next();
            guard.event();
            depth += event == XMLStreamConstants.START_ELEMENT ? 1 : event == XMLStreamConstants.END_ELEMENT ? -1 : 0;
            if (depth > DEEPEST) {
                throw new IOException("the XML is nested more than " + DEEPEST + " deep" + line());
            }
            if (event == XMLStreamConstants.DTD || event == XMLStreamConstants.ENTITY_REFERENCE) {
                throw new IOException("the XML declares or uses entities of its own, as no export does" + line());
            }
            return event;
        } catch (XMLStreamException e) {
            throw damaged(e);
        }
    }

    String name() {
        return xml.getLocalName();
    }

    /** An attribute of the element just begun; empty if it has none. */
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
                "the XML breaks off or is damaged" + line() + ": "
                        + (detail < 0 ? message : message.substring(detail + "Message: ".length())),
                e);
    }

    private String line() {
        return " in line " + xml.getLocation().getLineNumber();
    }
}
