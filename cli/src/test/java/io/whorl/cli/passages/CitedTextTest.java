package io.whorl.cli.passages;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.cli.passages.CitedText.Parts;
import io.whorl.cli.passages.GivenText.Range;
import io.whorl.cli.passages.GivenText.Range.Kind;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CitedTextTest {
    private static final String BODY =
            "The lamp of the lighthouse turns slowly, and ships far out at sea see it at night. ".repeat(20);
    private static final String QUOTED = "a sentence that somebody else wrote long ago";

    private static final String ENGLISH = """
            Smith, J., & Doe, R. (2010). The light of the coast. Journal of Lamps, 12(3), 45–67.
            World Health Organization. (2015). Report on lamps. https://www.who.int/lamps
            Orwell, George. Nineteen Eighty-Four. London: Secker & Warburg, 1949.
            """;

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
    @ValueSource(
            strings = {
                "References",
                "REFERENCES:",
                "## Works Cited",
                "7. Bibliography",
                "VII Sources",
                "**Literaturverzeichnis**",
                "Références bibliographiques",
                "Bibliografía",
                "Riferimenti",
                "Referências",
                "Literatuurlijst",
                "Källförteckning",
                "Litteratur",
                "Kilder",
                "Lähteet",
                "Список литературы",
                "Daftar Pustaka",
                "参考文献",
                "【参考文献】",
                "参 考 文 献",
                "참고문헌",
                "Irodalom",
                "Kaynakça",
                "Bibliografie"
            })
    void aHeadingInAnyLanguageBeginsAList(String heading) {
        assertReferences(heading + "\n\n" + ENGLISH);
        assertReferences(heading + "\n" + ENGLISH.replace("\n", "\n\n"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                // Numbered.
                "References\n[1] D. Knuth, The Art of Computer Programming. Reading, 1968.\n[2] Smith J. Lamps. "
                        + "2001;4:1-9.",
                "References\n1. Smith JA, Doe R. Lamps and ships. Lancet. 2001;358:1-9.\n2. Doe R. Ships. "
                        + "Lamps: Press, 2004.",
                // Wrapped lines.
                "References\nSmith, J., Miller, A., and Doe, R. (2010). The light of\n    the coast and the "
                        + "ships that see it"
                        + " at night, with a\n    long title. Journal of Lamps, 12(3), 45-67.\nDoe, R. (2011). Ships.\n"
                        + "    London: Press.",
                // Groups with headings of their own.
                "Quellen\n\nPrimärquellen\nMüller, Hans: Das Licht der Küste. Berlin: Verlag 1998, S. 12-40.\n\n"
                        + "Sekundärliteratur"
                        + "\nMeier, Eva (Hrsg.): Schiffe. München 2003.\nhttps://www.leuchtturm.example/ "
                        + "(abgerufen 3.4.2020)",
                "Bibliographie\nDupont, Jean, La lumière des côtes, Paris, Éditions du Phare, 1987.\n"
                        + "Martin, A. (2003). Les phares. Revue des phares, 4(2), 12–30.",
                "Lähteet\nVirtanen, Matti 2005. Majakat. Helsinki: Otava.\nKorhonen, A. (2010). Laivat. "
                        + "Helsinki: WSOY.",
                "Список литературы\n1. Иванов И. И. Маяки России. — М.: Наука, 1998. — С. 12–45.\n"
                        + "2. Петров А. Б. Корабли // Вестник. 2003. № 4. С. 5–9.",
                "Daftar Pustaka\nWijaya, A. (2010). Mercusuar. Jakarta: Penerbit Laut.\nSantoso, Budi. 2012. "
                        + "Kapal. Jakarta: Gramedia.",
                "参考文献\n[1] 王小明. 灯塔的历史[M]. 北京: 海洋出版社, 2010: 12-30.\n[2] 李雷, 韩梅. 船舶研究[J]. 学报, 2003, 4(2): 1-9.",
                "参考文献\n山田太郎（2005）『灯台の歴史』海洋書店。\n鈴木花子（2010）「船の研究」『学報』第3巻、12-30頁。",
                "참고문헌\n홍길동 (2010). 등대의 역사. 서울: 바다출판사.\n김철수 (2003). 선박 연구. 한국학회지, 4(2), 1-9.",
            })
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
    @ValueSource(
            strings = {
                "He says: «“%s”» (Smith 2010, p. 12).",
                "He says: «\"%s\"» [3].",
                "He says: «\"%s\"» [@smith2010].",
                "He says: «\"%s.\"» (p. 12)",
                "He says: «„%s“» (Müller 1998, S. 12).",
                "He says: «“%s”»¹ and goes on.",
                "He says: «“%s,”»12 and goes on.",
                "He says: ««%s»» (Dupont, 1998).",
                "He says: «»%s«» (ebd.).",
                "He says: «»%s»» (Virtanen 2005, 12).",
                "He says: «”%s”» (Svensson 2005).",
                "他说：«“%s”»（王小明，2010）。",
                "彼は«「%s」»（山田 2005）と言う。",
                "Smith (2010, p. 12) says: «“%s”».",
                "«“%s”» wrote Smith in his book (2010).",
            })
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
}
