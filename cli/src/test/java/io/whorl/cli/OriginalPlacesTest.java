package io.whorl.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.corpus.format.FormatProvider;
import io.whorl.corpus.format.Head;
import io.whorl.corpus.format.HiddenText;
import io.whorl.corpus.format.MappedText;
import io.whorl.corpus.format.PageMap;
import io.whorl.corpus.format.TextFormat;
import io.whorl.testing.Packed;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Places and pages of passages in files whose markup was removed or whose encoding was converted. */
class OriginalPlacesTest extends CliRun.Fixture {
    private static final String FIRST =
            "The granite lighthouse at the harbour entrance burned whale oil for thirty years and"
                    + " warned the ships that carried salt, timber and dried herring from the northern islands";
    private static final String LAST = "to wind the heavy clockwork that turned the great lens above the sea,"
            + " where fishermen of three villages remember his patience, his silver whistle and his stubborn goat";
    private static final String MIDDLE =
            "and each evening its keeper climbed the na\u00efve stairs to trim the wicks and";

    @BeforeEach
    void text() throws IOException {
        write("plain.txt", FIRST + ", " + MIDDLE + " " + LAST + ".");
    }

    /** The part of a file that the only passage names, by its bytes. */
    private String slice(String file, CliRun run, String start, String end, Charset charset) throws IOException {
        int from = Integer.parseInt(run.row(start));
        return new String(Arrays.copyOfRange(bytes(file), from, Integer.parseInt(run.row(end))), charset);
    }

    private CliRun compare(String file, String options) {
        return run("compare $" + file + " $plain.txt --passages --format " + options)
                .exits(0);
    }

    /** Name, encoding, and what is before, between and after the three parts of the passage. */
    @ParameterizedTest
    @CsvSource(delimiter = '¦', quoteCharacter = '^', ignoreLeadingAndTrailingWhitespace = false, textBlock = """
            a.html¦UTF-8¦<html><p>Möwen &amp; more.</p><p>1, <i>¦</i> &mdash; x&#x21; <b>¦</b> ¦<p>end.
            b.html¦windows-1252¦<html><meta charset=iso-8859-1><p>été <i>¦</i>, <b>¦</b> ¦<p>end.
            c.md¦UTF-8¦# Über *all*↵↵> ¦**, **¦↵> ¦↵↵end
            d.tex¦UTF-8¦\\documentclass{x}\\begin{document}Caf\\'e. \\emph{¦}, % no↵¦ ¦\\end{document}
            h.eml¦UTF-8¦From: a@b↵Subject: Über alles↵↵Hallo, ¦,↵¦ ¦↵↵end
            e.1¦UTF-8¦.TH X 1↵.SH A↵\\fB¦\\fR,↵.\\" no↵¦↵¦↵.SH END↵
            f.txt¦UTF-16LE¦\ufeff😀 Über uns. ¦, ¦ ¦ end
            g.txt¦UTF-16BE¦\ufeffÜber uns. ¦, ¦ ¦ end
            """)
    void bytesAndCodePointsAreThoseOfTheFile(
            String name, String encoding, String before, String between, String then, String after) throws IOException {
        Charset charset = Charset.forName(encoding);
        String content = (before + FIRST + between + MIDDLE + then + LAST + "." + after).replace('↵', '\n');
        write(name, content.getBytes(charset));
        CliRun run = compare(name, "json");
        String part = slice(name, run, "queryStartBytes", "queryEndBytes", charset);
        assertTrue(part.startsWith(FIRST) && part.endsWith(LAST + "."), part);
        int from = content.codePointCount(0, content.indexOf(part));
        run.gives(
                "queryStart queryEnd queryPlaces",
                from + " " + (from + part.codePointCount(0, part.length())) + " null");
        assertEquals(read("plain.txt"), slice("plain.txt", run, "startBytes", "endBytes", StandardCharsets.UTF_8));
    }

    private String writePage(String name) throws IOException {
        String page = "<html><p>Before.</p><p>" + FIRST + ",<br>" + MIDDLE + " " + LAST + ".";
        write(name, page);
        return page;
    }

    @Test
    void allFormatsGiveTheSamePlaces() throws IOException {
        String page = writePage("page.html");
        int start = page.indexOf(FIRST);
        int end = page.length();
        assertEquals(start + " " + end, compare("page.html", "json").row("queryStart queryEnd"));
        compare("page.html", "passim").givesFirst("begin end", start + " " + end);
        compare("page.html", "table").prints("  at " + start + ": ");
        write("pairs.tsv", "page.html\tplain.txt\n");
        run("passages --pairs $pairs.tsv $ $ --xml $xml").exits(0);
        holds("xml/page.html-plain.xml", "this_offset=\"" + start + "\" this_length=\"" + (end - start) + "\"");
        // Without conversion, places count in the file as it is.
        CliRun run = compare("page.html", "json --no-convert");
        String part = slice("page.html", run, "queryStartBytes", "queryEndBytes", StandardCharsets.UTF_8);
        assertTrue(part.contains(FIRST + ",<br>" + MIDDLE), part);
        assertEquals("" + page.indexOf(part), run.row("queryStart"));
    }

    @Test
    void placesInAFormatWithoutAMapAreMarked() throws IOException {
        String content = "<html><meta charset=iso-2022-jp><p>\u8a00\u8449</p>" + FIRST
                + ", and more that is only here.\n" + MIDDLE.replace("\u00ef", "i") + " " + LAST + ".\n";
        write("m.html", content.getBytes(Charset.forName("ISO-2022-JP")));
        CliRun run = compare("m.html", "json").tells("places in m.html count in its text without markup");
        assertEquals("text null", run.row("queryPlaces places"));
        List<String> tsv = compare("m.html", "tsv").lines();
        assertTrue(tsv.get(0).endsWith("\tqueryPlaces\tplaces\tqueryPage\tpage"), tsv.get(0));
        assertTrue(tsv.get(1).endsWith("\ttext\t\t\t"), tsv.get(1));
    }

    @Test
    void reportsAndGivenTextsOfAnIndexHavePlacesInTheFiles() throws IOException {
        String page = writePage("texts/page.html");
        run("build $index $texts").exits(0);
        CliRun run = run("passages $index $plain.txt --texts $texts --format json")
                .exits(0)
                .omits("places");
        String part = slice("texts/page.html", run, "startBytes", "endBytes", StandardCharsets.UTF_8);
        assertTrue(part.startsWith(FIRST) && part.endsWith(LAST + "."), part);
        assertEquals("null", run.row("places"));
        String mail = "From: a@b\nTo: c@d\n\n" + read("plain.txt");
        write("texts/note.eml", mail);
        run = run("report $texts --format json")
                .exits(0)
                .prints("\"start\":" + page.indexOf(FIRST), "\"queryStart\":" + mail.indexOf(FIRST));
        assertEquals("note.eml", run.row("query"));
        assertFalse(run.out().contains("\"queryPlaces\"") || run.out().contains("\"places\""), run.out());
    }

    // Pages of passages, in a format with pages that a plug-in adds.

    private static final String COPIED = Corpus.words(1, 60);
    private static final String LONG = Corpus.words(2, 60) + "\f" + Corpus.words(3, 60);
    private static final String PAGES = "queryPage page queryPlaces places";

    /** Two passages: the first is on page 3 and on slide 1, the second on pages 4 to 5 and on slides 2 to 3. */
    private void writePages() throws IOException {
        String services = "META-INF/services/io.whorl.corpus.format.FormatProvider";
        write("paged.jar", Packed.zip(services, PagedFormat.class.getName()));
        write(
                "texts/essay.paged",
                Corpus.words(11, 90) + "\f" + Corpus.words(12, 90) + "\f" + COPIED + "\f" + Corpus.words(13, 300) + " "
                        + LONG);
        write(
                "sources/talk.slides",
                COPIED + "\f" + Corpus.words(14, 300) + " " + LONG + "\f\u00fcber\f" + Corpus.words(15, 400));
    }

    private CliRun paged(String line) {
        return run(line + " --plugins $paged.jar").exits(0);
    }

    @Test
    void pagesAreNamedWhereTextsHaveThem() throws IOException {
        writePages();
        List<String> pages = List.of("page 3 slide 1 text text", "pages 4-5 slides 2-3 text text");
        String compare = "compare $texts/essay.paged $sources/talk.slides --passages";
        CliRun run = paged(compare + " --format json")
                .tells(
                        "places in essay.paged count in its text without markup",
                        "page numbers are given, too",
                        "slide numbers are given, too");
        assertEquals(pages, run.rows(PAGES));
        paged(compare).prints(" (page 3): ", " from talk.slides at 0 (slide 1)");
        List<String> csv = paged(compare + " --format csv").lines();
        assertTrue(csv.get(0).endsWith(",queryPlaces,places,queryPage,page"), csv.get(0));
        assertTrue(csv.get(1).endsWith(",text,text,page 3,slide 1"), csv.get(1));
        write("plain.txt", COPIED);
        run = paged("compare $plain.txt $sources/talk.slides --passages --format json");
        assertEquals("null slide 1", run.row("queryPage page"));
        // An index stores texts without their pages.
        paged("build $index $sources --store-text");
        String passages = "passages $index $texts/essay.paged --format json";
        assertEquals(
                pages.get(1), paged(passages + " --texts $sources").rows(PAGES).get(1));
        assertEquals("pages 4-5 null", paged(passages).rows("queryPage page").get(1));
        run = paged("report $texts $sources --html $report.html --format json");
        run.prints("\"queryPage\":\"page 3\",\"page\":\"slide 1\"");
        String data = ReportCommandTest.block(read("report.html"), "data");
        assertTrue(data.contains("\"pageA\":\"pages 4-5\",\"pageB\":\"slides 2-3\""), data);
    }

    /** A format with pages, for a plug-in: a form feed ends a page. Slides have the extension of a presentation. */
    public static final class PagedFormat implements FormatProvider, TextFormat {
        @Override
        public List<TextFormat> texts() {
            return List.of(this);
        }

        @Override
        public String name() {
            return "paged";
        }

        @Override
        public boolean recognises(Head head) {
            return head.isNamed(".paged") || head.isNamed(".slides");
        }

        @Override
        public MappedText text(byte[] document, Head head, boolean mapped) {
            String text = new String(document, StandardCharsets.UTF_8);
            int[] starts = IntStream.concat(
                            IntStream.of(0),
                            IntStream.range(0, text.length())
                                    .filter(i -> text.charAt(i) == '\f')
                                    .map(i -> text.codePointCount(0, i)))
                    .toArray();
            int[] numbers = new int[starts.length];
            Arrays.setAll(numbers, i -> i + 1);
            PageMap.Kind kind = head.isNamed(".slides") ? PageMap.Kind.SLIDE : PageMap.Kind.PAGE;
            return new MappedText(document, Optional.empty(), PageMap.of(kind, starts, numbers), HiddenText.NONE);
        }
    }
}
