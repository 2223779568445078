package io.whorl.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.align.Aligner;
import io.whorl.align.AlignmentOptions;
import io.whorl.align.PreparedText;
import io.whorl.cli.CitedText.Parts;
import io.whorl.cli.GivenText.Range;
import io.whorl.cli.GivenText.Range.Kind;
import io.whorl.cli.PassagesCommand.QueryPassages.XxHash64;
import io.whorl.testing.Sources;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class CitedTextTest {
    private static final String BODY =
            "The lamp of the lighthouse turns slowly, and ships far out at sea see it at night. ".repeat(20);
    private static final String QUOTED = "a sentence that somebody else wrote long ago";

    private static final String ENGLISH = """
            Smith, J., & Doe, R. (2010). The light of the coast. Journal of Lamps, 12(3), 45–67.
            World Health Organization. (2015). Report on lamps. https://www.who.int/lamps
            Orwell, George. Nineteen Eighty-Four. London: Secker & Warburg, 1949.
            """;

    /** Returns the sections of the file of examples that begin with a title. */
    private static Stream<String> examples(String title) {
        return Stream.of(Sources.resource(CitedTextTest.class, "cited-text.txt").split("\n+=== "))
                .filter(section -> section.startsWith(title + "\n"))
                .map(section -> section.substring(title.length() + 1).stripTrailing());
    }

    static Stream<String> headings() {
        return examples("headings").flatMap(String::lines);
    }

    static Stream<String> quotations() {
        return examples("quotations").flatMap(String::lines);
    }

    static Stream<String> lists() {
        return examples("list");
    }

    private static List<Range> ranges(String text) {
        return CitedText.in(text.getBytes(UTF_8), Parts.BOTH).ranges();
    }

    /** Returns the parts that are left out, each with its kind. */
    private static List<String> parts(String text) {
        byte[] utf8 = text.getBytes(UTF_8);
        return ranges(text).stream()
                .map(r -> r.kind() + ": " + new String(utf8, r.start(), r.end() - r.start(), UTF_8))
                .toList();
    }

    private static void assertReferences(String list) {
        assertEquals(List.of("REFERENCES: " + list.strip()), parts(BODY + "\n\n" + list));
    }

    @ParameterizedTest
    @MethodSource("headings")
    void aHeadingInAnyLanguageBeginsAList(String heading) {
        assertReferences(heading + "\n\n" + ENGLISH);
        assertReferences(heading + "\n" + ENGLISH.replace("\n", "\n\n"));
    }

    @ParameterizedTest
    @MethodSource("lists")
    void entriesOfManyFormsAreRecognised(String list) {
        assertReferences(list);
    }

    @Test
    void aListWithoutAHeadingIsRecognisedAtTheEnd() {
        assertReferences(ENGLISH);
        assertReferences(ENGLISH.replace("\n", "\n\n"));
        assertEquals(List.of(), parts(BODY + "\n\n" + ENGLISH + "\n" + BODY));
        assertEquals(List.of(), parts(BODY + "\n\n" + ENGLISH.substring(0, ENGLISH.indexOf('\n'))));
    }

    @Test
    void aHeadingWordAloneLeavesNothingOut() {
        assertEquals(List.of(), parts("References\n\n" + BODY));
        assertEquals(List.of(), parts("References\n" + BODY.replace(". ", ".\n")));
        assertEquals(List.of(), parts(BODY + "\nThe references are good.\n" + BODY));
        assertEquals(
                List.of(),
                parts("Sources\n\nThe war of 1914 began with a shot. According to Smith (2010), nobody wanted it.\n\n"
                        + BODY));
    }

    @Test
    void textAfterAListCounts() {
        assertEquals(
                List.of("REFERENCES: References\n" + ENGLISH.strip()),
                parts(BODY + "\nReferences\n" + ENGLISH + "\nAppendix\n\n" + BODY));
    }

    @Test
    void aTextWithinAListCounts() {
        String copied = "Smith, J. (2010). ".concat(BODY);
        assertEquals(List.of(), parts(BODY + "\nReferences\n" + copied + "\n" + copied));
        assertTrue(CitedText.in(("References\n" + ENGLISH).repeat(3).getBytes(UTF_8), Parts.BOTH)
                .tooMuch());
        assertEquals(List.of(), parts("References\n" + ENGLISH));
    }

    @ParameterizedTest
    @MethodSource("quotations")
    void quotationsWithACitationAreLeftOut(String form) {
        String text =
                form.replace("««%s»»", "<«%s»>").replace("«»%s«»", "<»%s«>").replace("«»%s»»", "<»%s»>");
        text = text.contains("<") ? text : text.replace("«", "<").replace("»", ">");
        String quotation =
                text.substring(text.indexOf('<') + 1, text.indexOf('>')).replace("%s", QUOTED);
        String whole = BODY + text.replace("<", "").replace(">", "").replace("%s", QUOTED) + " " + BODY;
        assertEquals(List.of("QUOTATIONS: " + quotation), parts(whole));
    }

    @Test
    void quotationMarksAloneLeaveNothingOut() {
        assertEquals(
                List.of(),
                parts(BODY + "He says: “" + QUOTED + "”. Nobody knows why. It was a dark night (1998). " + BODY));
        assertEquals(List.of(), parts(BODY + "He says: “" + QUOTED + ". " + BODY + "(1998)"));
        assertEquals(List.of(), parts(BODY + "It is 5\" long, and 6\" wide and quite nice (1998). " + BODY));
        assertEquals(List.of(), parts(BODY + "A “word” (Smith 2010). " + BODY));
        String paragraphs = BODY + "He says: “" + QUOTED + "\n\n" + QUOTED + "” (1998). " + BODY;
        assertEquals(List.of(), parts(paragraphs));
    }

    @Test
    void longQuotationsCount() {
        String long120 = "word ".repeat(120).strip();
        assertEquals(List.of(), parts(BODY + "“" + long120 + "” (Smith 2010). " + BODY));
    }

    @Test
    void manyQuotationsCount() {
        String many = ("“" + QUOTED + "” (Smith 2010). ").repeat(20);
        assertEquals(List.of(), parts(many));
        assertTrue(CitedText.in(many.getBytes(UTF_8), Parts.BOTH).tooMuch());
    }

    @Test
    void blocksWithASourceAreLeftOut() {
        String block = "> " + QUOTED + "\n> and more of it";
        assertEquals(List.of("QUOTATIONS: " + block), parts(BODY + "\n\n" + block + "\n\n— Smith, 1998\n\n" + BODY));
        assertEquals(
                List.of("QUOTATIONS: " + block + " (Smith 1998)."),
                parts(BODY + "\n\n" + block + " (Smith 1998).\n\n" + BODY));
        String indented = block.replace("> ", "    ");
        assertEquals(
                List.of("QUOTATIONS: " + indented),
                parts(BODY + "\n\nAs Smith (1998) says:\n\n" + indented + ("\n\n" + BODY).repeat(8)));
        assertEquals(List.of(), parts(BODY + "\n\n" + block + "\n\n" + BODY));
        assertEquals(List.of(), parts(BODY + "\n\n" + indented + ("\n\n" + BODY).repeat(8)));
        String allIndented = BODY.replace(". ", ".\n    ");
        assertEquals(List.of(), parts(allIndented + "\n\n" + indented + " (Smith 1998)\n\n" + allIndented));
    }

    @Test
    void kindsThatAreNotWantedCount() {
        byte[] utf8 = (BODY + "“" + QUOTED + "” (Smith 2010). " + BODY + "\nReferences\n" + ENGLISH).getBytes(UTF_8);
        for (Kind kind : List.of(Kind.REFERENCES, Kind.QUOTATIONS)) {
            List<Range> found = CitedText.in(utf8, Parts.valueOf(kind.name())).ranges();
            assertEquals(List.of(kind), found.stream().map(Range::kind).toList());
        }
        assertEquals(List.of(), CitedText.in(utf8, Parts.NONE).ranges());
    }

    @Test
    void malformedBytesChangeNoPlace() {
        byte[] utf8 = ("é\ud83d\udd6f " + BODY + "\u0001 “" + QUOTED + "” (Smith 2010). " + BODY).getBytes(UTF_8);
        for (int i = 0; i < utf8.length; i++) {
            utf8[i] = utf8[i] == 1 ? (byte) 0xff : utf8[i];
        }
        Range found = CitedText.in(utf8, Parts.BOTH).ranges().get(0);
        assertEquals("“" + QUOTED + "”", new String(utf8, found.start(), found.end() - found.start(), UTF_8));
    }

    // Text that everyone was given, and what keeps the texts that passages are found in.

    private static final Aligner ALIGNER = Aligner.of(AlignmentOptions.DEFAULT);

    private static String masked(String template, String text) {
        GivenText given = new GivenText(List.of(utf8(template)));
        byte[] bytes = utf8(text);
        byte[] masked = GivenText.masked(bytes, given.in(bytes));
        assertEquals(bytes.length, masked.length);
        String result = new String(masked, StandardCharsets.UTF_8);
        assertEquals(text.codePointCount(0, text.length()), result.codePointCount(0, result.length()));
        return result;
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void sequencesOfFiveWordsBecomeBlanks() {
        assertEquals(
                "My answer: " + " ".repeat("what  dogs, EAT and why".length()) + ". Yes!",
                masked("Say what dogs eat and why", "My answer: what  dogs, EAT and why. Yes!"));
    }

    @Test
    void shorterSequencesStay() {
        assertEquals("what dogs eat and", masked("Say what dogs eat and why", "what dogs eat and"));
        assertEquals("one two", masked("one two", "one two"));
        assertEquals("what dogs eat and c0", masked("what dogs eat and an", "what dogs eat and c0"), "one hash code");
    }

    @Test
    void longerCharactersBecomeBlanksOfTheirLength() {
        assertEquals(
                "a \u00a0\u00a0 \u2003\u2003\ud83d\uddf5   b",
                masked("éé \u4e00\u4e8c\ud840\udc00 z.", "a éé \u4e00\u4e8c\ud840\udc00 z b"));
    }

    @Test
    void malformedBytesStay() {
        GivenText given = new GivenText(List.of(utf8("a b c d e")));
        byte[] text = {'a', ' ', 'b', (byte) 0xe2, 'c', ' ', 'd', ' ', 'e', ' ', (byte) 0xff};
        byte[] expected = {' ', ' ', ' ', (byte) 0xe2, ' ', ' ', ' ', ' ', ' ', ' ', (byte) 0xff};
        assertArrayEquals(expected, GivenText.masked(text, given.in(text)));
    }

    @Test
    void equivalentTextIsTheSame() {
        assertEquals("", masked("a b c d caf\u00e9", "a b c d cafe\u0301").replaceAll("[ \u00a0]", ""));
    }

    @Test
    void theTextsUsedLastAreKept() {
        PairAlignment.PreparedTexts texts = new PairAlignment.PreparedTexts(ALIGNER, 20);
        byte[] first = utf8("one two ab");
        byte[] second = utf8("three four");
        byte[] third = utf8("five six a");
        PreparedText ofFirst = texts.of(first);
        PreparedText ofSecond = texts.of(second);
        assertEquals(3, ofFirst.words());
        assertSame(ofFirst, texts.of(first));
        PreparedText ofThird = texts.of(third);
        assertSame(ofFirst, texts.of(first));
        assertSame(ofThird, texts.of(third));
        assertNotSame(ofSecond, texts.of(second));
    }

    @Test
    void aTextThatIsTooLongIsNotKept() {
        PairAlignment.PreparedTexts texts = new PairAlignment.PreparedTexts(ALIGNER, 20);
        byte[] small = utf8("one two");
        PreparedText kept = texts.of(small);
        byte[] large = utf8("three four five six seven");
        assertNotSame(texts.of(large), texts.of(large));
        assertSame(kept, texts.of(small));
    }

    @ParameterizedTest
    @CsvSource({
        "'', 0, ef46db3751d8e999",
        "a, 0, d24ec4f1a98c6e5b",
        "abc, 0, 44bc2cf5ad770999",
        "ABC, 42, 38fa6e9192581dcb",
        "samples/documents/tea.light.txt and more of them, 42, 85ed597971aee2a6",
        "'Grüße aus der Universität Köln, 4 und mehr Zeichen', 7, 3df9b156fe721af3"
    })
    void valuesAreThoseOfTheReferenceImplementation(String text, long seed, String expected) {
        assertEquals(expected, String.format("%016x", XxHash64.of(text, seed)));
    }
}
