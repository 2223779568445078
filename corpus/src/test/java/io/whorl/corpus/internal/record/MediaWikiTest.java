package io.whorl.corpus.internal.record;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.corpus.format.FormatOptions;
import io.whorl.corpus.format.Skipped.Reason;
import io.whorl.corpus.internal.record.ReadParts.EndlessStream;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class MediaWikiTest {
    private static final MediaWikiFormat FORMAT = new MediaWikiFormat();

    private static final String SITE =
            "<siteinfo><namespaces><namespace key=\"-2\">Medium</namespace><namespace key=\"0\"/>"
                    + "<namespace key=\"1\">Diskussion</namespace><namespace key=\"6\">Datei</namespace>"
                    + "<namespace key=\"14\">Kategorie</namespace></namespaces></siteinfo>";

    private static String wiki(String... pages) {
        return "<?xml version=\"1.0\"?>\n<mediawiki xmlns=\"http://www.mediawiki.org/xml/export-0.11/\">" + SITE
                + String.join("\n", pages) + "</mediawiki>";
    }

    private static String page(String title, String ns, String revisions) {
        return "<page><title>" + title + "</title>" + ns + "<id>7</id>" + revisions + "</page>";
    }

    private static String revision(String text) {
        return "<revision><id>1</id><contributor><username>title</username></contributor><text bytes=\"9\">" + text
                + "</text></revision>";
    }

    private static ReadParts read(FormatOptions options, String dump) {
        return ReadParts.of(FORMAT, options, new ByteArrayInputStream(dump.getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void dumpsAreRecognisedByTheirRootElement() {
        assertTrue(FORMAT.recognises(ReadParts.head("<mediawiki xmlns=\"x\">")));
        assertTrue(FORMAT.recognises(ReadParts.head("\ufeff<?xml version='1.0'?><!-- made by me -->\n<mediawiki>")));
        assertTrue(FORMAT.recognises(ReadParts.head("<?xml version='1.0'?><!DOCTYPE mediawiki []><mediawiki>")));
        assertFalse(FORMAT.recognises(ReadParts.head("<mediawikis>")));
        assertFalse(FORMAT.recognises(ReadParts.head("<html>the element <mediawiki>")));
        assertFalse(FORMAT.recognises(ReadParts.head("<?xml version='1.0' <mediawiki>")));
        assertFalse(FORMAT.recognises(ReadParts.head("<mediawiki")));
    }

    @Test
    void pagesAreTheirTitleAndLastRevision() {
        ReadParts all = ReadParts.of(
                FORMAT,
                wiki(page(
                        "A &amp; B", "<ns>0</ns>", revision("old") + revision("new &lt;b&gt; &#228;<![CDATA[<c>]]>"))));
        assertEquals(List.of("A & B"), all.ids());
        assertEquals(List.of("new <b> ä<c>"), all.texts());
        assertEquals("dump:1!A & B", all.parts().get(0).place());
        assertEquals(
                "text/x-wiki; file=\"Datei\"; category=\"Kategorie\"",
                all.parts().get(0).mediaType());
    }

    @Test
    void otherNamespacesRedirectsAndPagesWithoutTextAreCounted() {
        String dump = wiki(
                page("A", "<ns>0</ns>", revision("text")),
                page("Diskussion:A", "<ns>1</ns>", revision("talk")),
                page("B", "<ns>0</ns><redirect title=\"A\"/>", revision("#WEITERLEITUNG [[A]]")),
                page("C", "", revision(" #Redirect [[A]]")),
                page("Datei:D", "", revision("an export without ns")),
                page("E", "<ns>0</ns>", "<revision><text deleted=\"deleted\" bytes=\"5\"/></revision>"),
                page("F", "<ns>0</ns>", "<revision><text bytes=\"5\" id=\"3\"/></revision>"),
                page("G", "<ns>0</ns>", "<revision><format>text/css</format><text>a{}</text></revision>"),
                page("H", "<ns>0</ns>", "<revision><text bytes=\"0\"/></revision>"),
                page("I", "<ns>0</ns>", "<revision><format>text/plain</format><text>x</text></revision>"),
                page("", "<ns>0</ns>", revision("nameless")));
        ReadParts all = ReadParts.of(FORMAT, dump);
        assertEquals(List.of("A", "H", "I"), all.ids());
        assertEquals("text/plain; charset=utf-8", all.parts().get(2).mediaType());
        assertEquals(
                Map.of(Reason.LEFT_OUT, 3L, Reason.POINTER, 2L, Reason.INVALID, 2L, Reason.NOT_TEXT, 1L),
                all.reasons());
        FormatOptions options =
                FormatOptions.DEFAULT.maxDocument(1000).namespaces(Set.of(0, 1)).redirects(true);
        assertEquals(
                List.of("A", "Diskussion:A", "B", "C", "H", "I"),
                read(options, dump).ids());
    }

    @Test
    void otherSlotsOfARevisionAreNotItsText() {
        ReadParts all = ReadParts.of(
                FORMAT,
                wiki(page(
                        "A",
                        "<ns>0</ns>",
                        "<revision><text>prose</text><content><role>x</role><text>{}</text></content></revision>")));
        assertEquals(List.of("prose"), all.texts());
    }

    @Test
    void largePagesAreSkippedAndTheNextIsRead() {
        ReadParts all = read(
                ReadParts.maxDocument(100),
                wiki(
                        page("A", "<ns>0</ns>", revision("x".repeat(101))),
                        page("B", "<ns>0</ns>", revision("x".repeat(100))),
                        page("C", "<ns>0</ns>", revision("ä".repeat(51)))));
        assertEquals(List.of("B"), all.ids());
        assertEquals(Map.of(Reason.TOO_LARGE, 2L), all.reasons());
    }

    @Test
    void truncatedDumpsYieldTheCompletePages() {
        String dump = wiki(page("A", "<ns>0</ns>", revision("first")), page("B", "<ns>0</ns>", revision("second")));
        int first = dump.indexOf("</page>") + 7;
        int second = dump.lastIndexOf("</page>") + 7;
        for (int cut = dump.indexOf("<mediawiki") + 11; cut < dump.length(); cut++) {
            ReadParts all = ReadParts.of(FORMAT, dump.substring(0, cut));
            assertEquals(cut < first ? 0 : cut < second ? 1 : 2, all.parts().size());
            assertTrue(all.damage().isPresent());
        }
        assertFalse(ReadParts.of(FORMAT, dump).damage().isPresent());
    }

    @Test
    void declaredEntitiesAreRejected() {
        StringBuilder laughs = new StringBuilder("<!DOCTYPE mediawiki [<!ENTITY l0 \"ha\">");
        for (int i = 1; i < 30; i++) {
            laughs.append("<!ENTITY l")
                    .append(i)
                    .append(" \"")
                    .append(("&l" + (i - 1) + ";").repeat(10))
                    .append("\">");
        }
        String page = page("A", "<ns>0</ns>", revision("&l29;"));
        for (String declared :
                List.of(laughs + "]>", "<!DOCTYPE mediawiki [<!ENTITY l29 SYSTEM \"file:///etc/hostname\">]>", "")) {
            ReadParts all = ReadParts.of(FORMAT, declared + "<mediawiki>" + page + "</mediawiki>");
            assertEquals(List.of(), all.parts());
            assertTrue(all.damage().isPresent());
        }
    }

    /** The JDK counts escapes as entities and would stop in a long dump; this test sets the limit of the JDK low. */
    @Test
    void escapesDoNotCountAsEntities() {
        System.setProperty("jdk.xml.totalEntitySizeLimit", "100");
        try {
            ReadParts all =
                    ReadParts.of(FORMAT, wiki(page("A", "<ns>0</ns>", revision("&lt;&amp;&gt;".repeat(100_000)))));
            assertEquals(List.of("<&>".repeat(100_000)), all.texts());
        } finally {
            System.clearProperty("jdk.xml.totalEntitySizeLimit");
        }
    }

    @Test
    void unclosedElementsNeedBoundedMemory() {
        String page = page("A", "<ns>0</ns>", revision("text"));
        for (String endless : List.of("<page a=\"", "<!-- ", "<?x ", "<a", "<!DOCTYPE ")) {
            String before = endless.startsWith("<!D") ? "" : "<mediawiki>" + page;
            EndlessStream gibibyte = new EndlessStream(before + endless, "x", 1L << 30);
            ReadParts all = ReadParts.of(FORMAT, FormatOptions.DEFAULT, gibibyte);
            assertTrue(all.damage().isPresent(), endless);
            assertTrue(gibibyte.given() < 4 << 20, endless);
            assertEquals(before.isEmpty() ? 0 : 1, all.parts().size());
        }
        ReadParts deep = ReadParts.of(FORMAT, FormatOptions.DEFAULT, new EndlessStream("<mediawiki>", "<a>", 1L << 30));
        assertTrue(deep.damage().orElseThrow().getMessage().contains("nested"));
    }

    @Property
    void surrogatesAreReplacedWhereUtf8WouldLoseThem(@ForAll char[] chars) {
        for (int i = 0; i < chars.length; i += 2) {
            chars[i] = (char) (0xd800 | chars[i] & 0x7ff);
        }
        String s = new String(chars);
        String fixed = JsonFormat.withoutLoneSurrogates(s);
        byte[] utf8 = fixed.getBytes(StandardCharsets.UTF_8);
        assertEquals(fixed, new String(utf8, StandardCharsets.UTF_8));
        assertEquals(s.codePointCount(0, s.length()), fixed.codePointCount(0, fixed.length()));
        assertTrue(s.codePoints().allMatch(c -> c < 0xd800 || c > 0xdfff) == s.equals(fixed));
    }
}
