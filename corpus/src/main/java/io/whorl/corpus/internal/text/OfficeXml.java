package io.whorl.corpus.internal.text;

import io.whorl.corpus.format.MappedText;
import io.whorl.corpus.format.Skipped.Reason;
import io.whorl.corpus.format.TextConversionException;
import io.whorl.corpus.internal.container.BlockInputStream;
import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;
import org.apache.commons.compress.archivers.zip.ZipFile;
import org.apache.commons.compress.utils.SeekableInMemoryByteChannel;

/**
 * Reads the text of a document of a word processor, which is XML in a zip archive: Microsoft Word (docx) and
 * OpenDocument (odt). Paragraphs, headings, lists, tables and text boxes come in the order of the file, notes at the
 * end. Deleted text, comments, formulas, headers and footers are left out. Reads one document.
 *
 * <p>Neither definitions of a document type nor external entities are read. Sizes are bounded.
 */
final class OfficeXml {
    private static final String ODT_TYPE = "application/vnd.oasis.opendocument.text";
    private static final Pattern WORD_MAIN = Pattern.compile("word/document\\d*\\.xml");

    /** The bytes of XML that are read: so many, and so many for each byte of the document. */
    private static final long LEAST_MARKUP = 16 << 20;

    private static final int EXPANSION = 200;
    private static final String MAX_DEPTH = "2000";

    /** Elements of either format that a reader does not see, or that are no text. */
    private static final Set<String> LEFT_OUT = Set.of("""
Fallback del moveFrom oMath pPrChange rPrChange annotation tracked-changes forms hidden-text
hidden-paragraph note-citation desc scripts script
""".split("\\s+"));

    private static final Set<String> ON_UNKNOWN = Set.of("txbxContent", "text-box", "custom-shape");

    private final ZipFile zip;
    private final boolean word;
    private final ProseBuilder out = new ProseBuilder(PlacedText.of("", false));
    private final Map<String, Style> styles = new HashMap<>();
    private final List<String> open = new ArrayList<>();
    /** The looks of the text in the member and in each open element. */
    private final List<Look> looks = new ArrayList<>();

    private final long maxCharacters;
    private long markup;
    private long characters;

    /** What a style states, and the style that states the rest. */
    private record Style(Look look, String parent) {}

    private OfficeXml(boolean word, ZipFile zip, int size) {
        this.word = word;
        this.zip = zip;
        markup = LEAST_MARKUP + (long) EXPANSION * size;
        maxCharacters = OfficeFormat.maxCharacters(size);
    }

    /** Reads a document; empty if it is none of the two formats. */
    static Optional<MappedText> read(byte[] document) throws TextConversionException {
        try (ZipFile zip = ZipFile.builder()
                .setSeekableByteChannel(new SeekableInMemoryByteChannel(document))
                .get()) {
            List<String> names = Collections.list(zip.getEntries()).stream()
                    .map(ZipArchiveEntry::getName)
                    .toList();
            Optional<String> main =
                    names.stream().filter(WORD_MAIN.asMatchPredicate()).findFirst();
            if (main.isPresent()) {
                OfficeXml text = new OfficeXml(true, zip, document.length);
                text.readStyles("word/styles.xml");
                text.readText(main.get(), true);
                text.readText("word/footnotes.xml", false);
                text.readText("word/endnotes.xml", false);
                return Optional.of(text.result(names));
            }
            if (!isOpenText(zip)) {
                return Optional.empty();
            }
            OfficeXml text = new OfficeXml(false, zip, document.length);
            text.refuseEncrypted();
            text.readStyles("styles.xml");
            text.readStyles("content.xml");
            text.readText("content.xml", true);
            text.readText("content.xml", false);
            return Optional.of(text.result(names));
        } catch (XMLStreamException | IOException e) {
            throw new TextConversionException(Reason.DAMAGED, "a damaged office document: " + OfficeFormat.said(e), e);
        }
    }

    private static boolean isOpenText(ZipFile zip) throws IOException {
        ZipArchiveEntry entry = zip.getEntry("mimetype");
        if (entry == null) {
            return false;
        }
        try (InputStream in = zip.getInputStream(entry)) {
            String type = new String(in.readNBytes(2 * ODT_TYPE.length()), StandardCharsets.ISO_8859_1).strip();
            return type.equals(ODT_TYPE) || type.equals(ODT_TYPE + "-template");
        }
    }

    private MappedText result(List<String> names) throws TextConversionException {
        PlacedText text = out.build();
        if (text.length() == 0 && names.stream().anyMatch(name -> name.matches("(word/media|Pictures)/.+"))) {
            throw new TextConversionException(Reason.NO_READER, OfficeFormat.PICTURES_ONLY);
        }
        return new MappedText(text.utf8(), Optional.empty(), OfficeFormat.paragraphs(text.text), out.hiddenText());
    }

    /** The content of a document that has a password is not XML. */
    private void refuseEncrypted() throws IOException, XMLStreamException, TextConversionException {
        read("META-INF/manifest.xml", xml -> {
            if (xml.getLocalName().equals("encryption-data")) {
                throw new TextConversionException(Reason.NO_READER, OfficeFormat.PASSWORD);
            }
        });
    }

    // ---- XML ----

    private interface Elements {
        void start(XMLStreamReader xml) throws XMLStreamException, TextConversionException;
    }

    private void read(String member, Elements elements)
            throws IOException, XMLStreamException, TextConversionException {
        try (InputStream in = open(member)) {
            XMLStreamReader xml = reader(in);
            while (xml.hasNext()) {
                if (xml.next() == XMLStreamConstants.START_ELEMENT) {
                    elements.start(xml);
                }
            }
        }
    }

    /** Decodes the bytes, because the parser prints malformed ones to standard error. They are read as U+FFFD. */
    private static XMLStreamReader reader(InputStream member) throws XMLStreamException, IOException {
        BufferedInputStream in = new BufferedInputStream(member);
        in.mark(4);
        byte[] first = in.readNBytes(4);
        in.reset();
        Charset charset = TextDecoder.mark(first).orElse(StandardCharsets.UTF_8);
        if (new String(first, charset).startsWith("\ufeff")) {
            in.skipNBytes("\ufeff".getBytes(charset).length);
        }
        XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        // Otherwise, JDK 24 and later have a limit of 100, and others none.
        factory.setProperty("jdk.xml.maxElementDepth", MAX_DEPTH);
        return factory.createXMLStreamReader(new InputStreamReader(in, charset));
    }

    /** Opens a member; an empty one takes the place of one that is missing. */
    private InputStream open(String member) throws IOException, TextConversionException {
        ZipArchiveEntry entry = zip.getEntry(member);
        if (entry == null) {
            return new ByteArrayInputStream("<none/>".getBytes(StandardCharsets.US_ASCII));
        }
        if (entry.getGeneralPurposeBit().usesEncryption()) {
            throw new TextConversionException(Reason.NO_READER, OfficeFormat.PASSWORD);
        }
        return new BlockInputStream(zip.getInputStream(entry)) {
            @Override
            public int read(byte[] bytes, int from, int length) throws IOException {
                int read = in.read(bytes, from, length);
                markup -= Math.max(0, read);
                if (markup < 0) {
                    throw new IOException("it expands to more than " + EXPANSION + " times its size");
                }
                return read;
            }
        };
    }

    private static String attribute(XMLStreamReader xml, String name) {
        for (int i = 0; i < xml.getAttributeCount(); i++) {
            if (xml.getAttributeLocalName(i).equals(name)) {
                return xml.getAttributeValue(i);
            }
        }
        return "";
    }

    // ---- looks ----

    private void readStyles(String member) throws IOException, XMLStreamException, TextConversionException {
        String[] open = {"", ""};
        read(member, xml -> {
            String name = xml.getLocalName();
            if (name.equals("style")) {
                open[0] = word ? attribute(xml, "styleId") : attribute(xml, "name");
                open[1] = attribute(xml, "parent-style-name");
            } else if (word && name.equals("basedOn")) {
                open[1] = attribute(xml, "val");
            } else if (word && name.equals("tblStylePr")) {
                // A part of a table only.
                open[0] = "";
            }
            if (!open[0].isEmpty()) {
                Look look = stated(xml);
                Style before = styles.getOrDefault(open[0], new Style(Look.NOTHING, ""));
                styles.put(open[0], new Style(look.over(before.look()), open[1]));
            }
        });
    }

    /** Returns what a style and those that it is based on state. */
    private Look style(String name) {
        Look look = Look.NOTHING;
        String at = name;
        for (int i = 0; i < 20 && styles.containsKey(at); i++) {
            look = look.over(styles.get(at).look());
            at = styles.get(at).parent();
        }
        return look;
    }

    /** Returns what one element states of the text around it. */
    private Look stated(XMLStreamReader xml) {
        String name = xml.getLocalName();
        return word ? statedByWord(xml, name) : statedByOpenDocument(xml, name);
    }

    private static Look statedByWord(XMLStreamReader xml, String name) {
        String value = attribute(xml, "val").toLowerCase(Locale.ROOT);
        return switch (name) {
            case "vanish" -> value.matches("0|false|off") ? Look.NOTHING : Look.hiding();
            case "color" -> value.equals("auto") ? Look.coloured(0) : Look.coloured(Look.colour(value));
            case "sz" -> value.matches("\\d{1,4}") ? Look.sized(Integer.parseInt(value) / 2.0) : Look.NOTHING;
            case "highlight" -> value.equals("none") ? Look.NOTHING : Look.on(Look.colour(value));
            case "shd" -> {
                String fill = attribute(xml, "fill");
                yield fill.isEmpty() || fill.equals("auto") ? Look.NOTHING : Look.on(Look.colour(fill));
            }
            default -> Look.NOTHING;
        };
    }

    private static Look statedByOpenDocument(XMLStreamReader xml, String name) {
        if (!name.endsWith("-properties")) {
            return Look.NOTHING;
        }
        String css = "color:" + attribute(xml, "color") + ";font-size:" + attribute(xml, "font-size") + ";display:"
                + attribute(xml, "display");
        Look look = Look.ofCss(css);
        String background = attribute(xml, "background-color");
        if (attribute(xml, "color").isEmpty()) {
            look = new Look(Look.UNSET, look.background(), look.points(), look.hidden());
        }
        return background.isEmpty() || background.equals("transparent")
                ? look
                : Look.on(Look.colour(background)).over(look);
    }

    // ---- text ----

    /**
     * Reads the text of a member.
     *
     * @param body true for all text except notes; false for notes
     */
    private void readText(String member, boolean body) throws IOException, XMLStreamException, TextConversionException {
        open.clear();
        looks.clear();
        looks.add(Look.PLAIN);
        int leftOut = 0;
        int notes = word && !body ? 1 : 0;
        int paragraphs = 0;
        try (InputStream in = open(member)) {
            XMLStreamReader xml = reader(in);
            while (xml.hasNext()) {
                int event = xml.next();
                boolean shown = leftOut == 0 && body == (notes == 0);
                if (event == XMLStreamConstants.START_ELEMENT) {
                    String name = xml.getLocalName();
                    startLook(xml, name);
                    open.add(name);
                    leftOut += leftOut > 0 || isLeftOut(xml, name) ? 1 : 0;
                    notes += name.equals("note-body") ? 1 : 0;
                    paragraphs += isParagraph(name) ? 1 : 0;
                    border(name, shown && leftOut == 0);
                } else if (event == XMLStreamConstants.END_ELEMENT) {
                    String name = open.remove(open.size() - 1);
                    looks.remove(looks.size() - 1);
                    leftOut -= leftOut > 0 ? 1 : 0;
                    notes -= name.equals("note-body") ? 1 : 0;
                    paragraphs -= isParagraph(name) ? 1 : 0;
                    if (isParagraph(name) && shown) {
                        out.paragraph();
                    }
                } else if (xml.hasText() && shown && (word ? isOpen("t", 1) : paragraphs > 0)) {
                    characters(xml);
                }
            }
        }
    }

    private boolean isOpen(String name, int above) {
        return open.size() >= above && open.get(open.size() - above).equals(name);
    }

    private static boolean isLeftOut(XMLStreamReader xml, String name) {
        return LEFT_OUT.contains(name)
                || name.equals("title") && String.valueOf(xml.getNamespaceURI()).contains("svg");
    }

    private boolean isParagraph(String name) {
        return name.equals("p") || !word && name.equals("h");
    }

    private void border(String name, boolean shown) {
        if (!shown) {
            return;
        }
        switch (name) {
            case "br", "cr", "line-break" -> out.line();
            case "tab", "s" -> out.space();
            case "noBreakHyphen" -> out.character('-', 0, 0);
            default -> {
                if (isParagraph(name)) {
                    out.paragraph();
                }
            }
        }
    }

    private void characters(XMLStreamReader xml) throws TextConversionException {
        characters += xml.getTextLength();
        if (characters > maxCharacters) {
            throw OfficeFormat.tooLong(maxCharacters, null);
        }
        out.hide(looks.get(looks.size() - 1).isHidden());
        char[] text = xml.getTextCharacters();
        for (int i = 0; i < xml.getTextLength(); i++) {
            out.character(text[xml.getTextStart() + i], 0, 0);
        }
        out.hide(false);
    }

    /** Adds the look of an element, before it is added to the open ones. */
    private void startLook(XMLStreamReader xml, String name) {
        Look around = looks.get(looks.size() - 1);
        looks.add(ON_UNKNOWN.contains(name) ? around.onUnknown() : around);
        int properties = open.size();
        if (!word) {
            Look look = style(attribute(xml, "style-name"));
            look = name.equals("section") && attribute(xml, "display").equals("none") ? Look.hiding() : look;
            looks.set(properties + 1, look.over(looks.get(properties + 1)));
        } else if (name.equals("background")) {
            looks.set(1, Look.on(Look.colour(attribute(xml, "color"))).over(looks.get(1)));
        } else if (isOpen("rPr", 1) && isOpen("r", 2)
                || isOpen("pPr", 1) && isOpen("p", 2)
                || isOpen("tcPr", 1) && isOpen("tc", 2)
                || isOpen("tblPr", 1) && isOpen("tbl", 2)) {
            // Holds for the element that has the properties.
            Look before = looks.get(properties - 1);
            looks.set(properties - 1, name.equals("tblStyle") ? tableStyle(xml, before) : wordLook(xml, name, before));
        }
    }

    private Look wordLook(XMLStreamReader xml, String name, Look before) {
        boolean named = name.equals("rStyle") || name.equals("pStyle");
        return (named ? style(attribute(xml, "val")) : stated(xml)).over(before);
    }

    /** Most styles of tables colour some of their cells. */
    private static Look tableStyle(XMLStreamReader xml, Look before) {
        return attribute(xml, "val").matches("Table(Grid|Normal)") ? before : before.onUnknown();
    }
}
