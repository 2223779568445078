package io.whorl.corpus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.corpus.ReadAll.EndlessStream;
import io.whorl.corpus.format.FormatOptions;
import io.whorl.corpus.format.Skipped.Reason;
import io.whorl.testing.Packed;
import java.io.EOFException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MediaWikiTest {
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

    @Test
    void dumpsAreRecognisedByTheirRootElement() {
        assertTrue(ReadAll.isDump("<mediawiki xmlns=\"x\">"));
        assertTrue(ReadAll.isDump("\ufeff<?xml version='1.0'?><!-- made by me -->\n<mediawiki>"));
        assertTrue(ReadAll.isDump("<?xml version='1.0'?><!DOCTYPE mediawiki []><mediawiki>"));
        assertFalse(ReadAll.isDump("<mediawikis>"));
        assertFalse(ReadAll.isDump("<html>the element <mediawiki>"));
        assertFalse(ReadAll.isDump("<?xml version='1.0' <mediawiki>"));
        assertFalse(ReadAll.isDump("<mediawiki"));
    }

    @Test
    void pagesAreTheirTitleAndLastRevision() {
        ReadAll all = ReadAll.dump(wiki(
                page("A &amp; B", "<ns>0</ns>", revision("old") + revision("new &lt;b&gt; &#228;<![CDATA[<c>]]>"))));
        assertEquals(List.of("A & B"), all.ids());
        assertEquals(List.of("new <b> ä<c>"), all.texts());
        String marked = "\ufeff" + wiki(page("A", "<ns>0</ns>", revision("text")));
        assertEquals(List.of("text"), ReadAll.dump(marked).texts());
        assertEquals("dump:1!A & B", all.documents().get(0).place());
        String named = page("A", "<ns>0</ns>", revision("[[Datei:x.png|a]][[Kategorie:Y]]text"));
        assertEquals(List.of("text"), ReadAll.converted(wiki(named)).texts());
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
                page("I", "<ns>0</ns>", "<revision><format>text/plain</format><text>[[x]]</text></revision>"),
                page("", "<ns>0</ns>", revision("nameless")));
        ReadAll all = ReadAll.dump(dump);
        assertEquals(List.of("A", "H", "I"), all.ids());
        assertEquals(List.of("text", "", "[[x]]"), ReadAll.converted(dump).texts());
        assertEquals(
                Map.of(Reason.LEFT_OUT, 3L, Reason.POINTER, 2L, Reason.INVALID, 2L, Reason.NOT_TEXT, 1L), all.counts());
        FormatOptions options =
                FormatOptions.DEFAULT.maxDocument(1000).namespaces(Set.of(0, 1)).redirects(true);
        assertEquals(
                List.of("A", "Diskussion:A", "B", "C", "H", "I"),
                ReadAll.dump(options, dump).ids());
    }

    @Test
    void otherSlotsOfARevisionAreNotItsText() {
        ReadAll all = ReadAll.dump(wiki(page(
                "A",
                "<ns>0</ns>",
                "<revision><text>prose</text><content><role>x</role><text>{}</text></content></revision>")));
        assertEquals(List.of("prose"), all.texts());
    }

    @Test
    void largePagesAreSkippedAndTheNextIsRead() {
        ReadAll all = ReadAll.dump(
                FormatOptions.DEFAULT.maxDocument(100),
                wiki(
                        page("A", "<ns>0</ns>", revision("x".repeat(101))),
                        page("B", "<ns>0</ns>", revision("x".repeat(100))),
                        page("C", "<ns>0</ns>", revision("ä".repeat(51)))));
        assertEquals(List.of("B"), all.ids());
        assertEquals(Map.of(Reason.TOO_LARGE, 2L), all.counts());
    }

    @Test
    void truncatedDumpsYieldTheCompletePages() {
        String dump = wiki(page("A", "<ns>0</ns>", revision("first")), page("B", "<ns>0</ns>", revision("second")));
        int first = dump.indexOf("</page>") + 7;
        int second = dump.lastIndexOf("</page>") + 7;
        for (int cut = dump.indexOf("<mediawiki") + 11; cut < dump.length(); cut++) {
            ReadAll all = ReadAll.dump(dump.substring(0, cut));
            assertEquals(cut < first ? 0 : cut < second ? 1 : 2, all.documents().size());
            assertTrue(all.damage().isPresent());
        }
        assertFalse(ReadAll.dump(dump).damage().isPresent());
    }

    @Test
    void declaredEntitiesAreRejected() {
        String laughs = IntStream.range(1, 30)
                .mapToObj(i -> "<!ENTITY l" + i + " \"" + ("&l" + (i - 1) + ";").repeat(10) + "\">")
                .collect(Collectors.joining("", "<!DOCTYPE mediawiki [<!ENTITY l0 \"ha\">", "]>"));
        String page = page("A", "<ns>0</ns>", revision("&l29;"));
        for (String declared :
                List.of(laughs, "<!DOCTYPE mediawiki [<!ENTITY l29 SYSTEM \"file:///etc/hostname\">]>", "")) {
            ReadAll all = ReadAll.dump(declared + "<mediawiki>" + page + "</mediawiki>");
            assertEquals(List.of(), all.documents());
            assertTrue(all.damage().isPresent());
        }
    }

    /** The JDK counts escapes as entities and would stop in a long dump; this test sets the limit of the JDK low. */
    @Test
    void escapesDoNotCountAsEntities() {
        System.setProperty("jdk.xml.totalEntitySizeLimit", "100");
        try {
            ReadAll all = ReadAll.dump(wiki(page("A", "<ns>0</ns>", revision("&lt;&amp;&gt;".repeat(100_000)))));
            assertEquals(List.of("<&>".repeat(100_000)), all.texts());
        } finally {
            System.clearProperty("jdk.xml.totalEntitySizeLimit");
        }
    }

    @Test
    void unclosedElementsNeedBoundedMemory() {
        String page = page("A", "<ns>0</ns>", revision("text"));
        for (String endless :
                List.of("<page a=\"", "<!-- ", "<?x ", "<a", "<!DOCTYPE mediawiki [<!ENTITY a '<mediawiki")) {
            String before = endless.startsWith("<!D") ? "" : "<mediawiki>" + page;
            EndlessStream gibibyte = new EndlessStream(before + endless, "x", 1L << 30);
            ReadAll all = ReadAll.dump(FormatOptions.DEFAULT, gibibyte);
            assertTrue(all.damage().isPresent(), endless);
            assertTrue(gibibyte.given() < 4 << 20, endless);
            assertEquals(before.isEmpty() ? 0 : 1, all.documents().size());
        }
        ReadAll deep = ReadAll.dump(FormatOptions.DEFAULT, new EndlessStream("<mediawiki>", "<a>", 1L << 30));
        assertTrue(deep.damage().orElseThrow().contains("depth"));
    }

    // Mailboxes.

    @Test
    void mailboxesAreRecognisedByTheirEnvelope() {
        assertTrue(ReadAll.isDump("From a@b Thu Jan  1 00:00:00 1970\nSubject: x\n"));
        assertTrue(ReadAll.isDump("From a@b Thu Jan  1 00:00:00 1970\n>From c@d\nSubject: x\n"));
        assertFalse(ReadAll.isDump("From the beginning,\nall was well.\n"));
        assertFalse(ReadAll.isDump("From: a@b\nSubject: x\n"));
        assertFalse(ReadAll.isDump("From a@b Thu Jan  1 00:00:00 1970\n"));
        assertFalse(ReadAll.isDump("From a\n" + "x".repeat(80) + ":"));
    }

    @Test
    void mailsAreSplitAtEnvelopes() {
        String box = "From a 1\nMessage-ID: <1@a>\nSubject: s\n\nbody\n\n"
                + "From b 2\r\n>From quoted\r\nmessage-id:\r\n <2@b>\r\n\r\nFrom"
                + " within\r\n\r\nFrom: alone\r\n\r\n"
                + "From c 3\nSubject: t\n\nMessage-ID: <not@header>\n\nFrom the text, which\ngoes"
                + " on\n\n>From one\n>>From two\n> From\n";
        ReadAll all = ReadAll.dump(box);
        assertEquals(List.of("1@a", "2@b", "dump:3"), all.ids());
        assertEquals("Message-ID: <1@a>\nSubject: s\n\nbody\n\n", all.texts().get(0));
        assertEquals(
                "message-id:\r\n <2@b>\r\n\r\nFrom within\r\n\r\nFrom: alone\r\n\r\n",
                all.texts().get(1));
        assertTrue(all.texts().get(2).endsWith("From the text, which\ngoes on\n\nFrom one\n>From two\n> From\n"));
        assertEquals("dump:7", all.documents().get(1).place());
        assertEquals("s\n\nbody\n", ReadAll.converted(box).texts().get(0));
    }

    @ParameterizedTest
    @CsvSource({"'Message-ID: ~A: b', dump:1", "'A: b~MESSAGE-id:a', a", "'A: b~~Message-ID: <a>', dump:1"})
    void emptyIdsAndThoseAfterTheHeaderAreIgnored(String mail, String id) {
        assertEquals(
                List.of(id),
                ReadAll.dump("From a~".concat(mail).replace('~', '\n')).ids());
    }

    @Test
    void overlongIdsAreIgnored() {
        assertEquals(
                List.of("dump:1"),
                ReadAll.dump("From a\nMessage-ID: <" + "x".repeat(2_000) + ">\n\n")
                        .ids());
    }

    @Test
    void largeMailsAreSkipped() {
        String box = "From a\nA: b\n\n" + "x".repeat(200_000) + "\n\nFrom b\nA: b\n\nshort\n\nFrom c\nA: b\n\n"
                + "y\n".repeat(99);
        ReadAll all = ReadAll.dump(FormatOptions.DEFAULT.maxDocument(100), box);
        assertEquals(List.of("A: b\n\nshort\n\n"), all.texts());
        assertEquals(Map.of(Reason.TOO_LARGE, 2L), all.counts());
    }

    @Test
    void endlessRecordsNeedBoundedMemory() {
        for (String over : List.of("x", "\n", ">", "From ", "x\n\nFrom ")) {
            ReadAll all = ReadAll.dump(
                    FormatOptions.DEFAULT.maxDocument(1000), new EndlessStream("From a\nA: b\n\n", over, 1L << 23));
            assertEquals(List.of(), all.documents());
            assertEquals(Map.of(Reason.TOO_LARGE, 1L), all.counts(), over);
        }
    }

    @Test
    void mailsBeforeAnErrorAreDelivered() {
        byte[] box = Packed.utf8("From a\nA: b\n\none\n\nFrom b\nA: b\n\ntwo\n\nFrom c\nA: b\n\nthr");
        ReadAll all = ReadAll.dump(FormatOptions.DEFAULT, ReadAll.failing(box, box.length, new EOFException("cut")));
        assertEquals(List.of("A: b\n\none\n\n", "A: b\n\ntwo\n\n"), all.texts());
        assertEquals("EOFException: cut", all.damage().orElseThrow());
    }

    /** Mails that were quoted in the mboxrd format are read unchanged, wherever their lines are in the buffer. */
    @Property(tries = 200)
    void quotedMailsRoundTrip(@ForAll @Size(min = 1, max = 30) List<@IntRange(min = 0, max = 6) Integer> shapes) {
        List<String> mails = new ArrayList<>();
        StringBuilder box = new StringBuilder();
        for (int i = 0; i < shapes.size(); i++) {
            String body =
                    switch (shapes.get(i)) {
                        case 0 -> "From us\nSubject: no\n\n";
                        case 1 -> "x".repeat(70_000 + i) + "\n\nFrom me\n";
                        case 2 -> "line\n".repeat(13_000 + i);
                        case 3 -> ">>From you\n\n\n\n";
                        case 4 -> "\r\n\r\nFrom you\r\nA: b\r\n";
                        case 5 -> "";
                        default -> "no line end at the end of " + i;
                    };
            String mail = "Message-ID: <" + i + ">\n\n" + body + "\n\n";
            mails.add(mail);
            box.append("From sender\n").append(mail.replaceAll("(?m)^(>*From )", ">$1"));
        }
        ReadAll all = ReadAll.dump(box.toString());
        assertEquals(mails, all.texts());
    }
}
