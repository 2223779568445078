package io.whorl.cli.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.cli.CliRun;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Places of passages in files whose markup was removed or whose encoding was converted. */
class OriginalPlacesTest {
    private static final String FIRST =
            "The granite lighthouse at the harbour entrance burned whale oil for thirty years and"
                    + " warned the ships that carried salt, timber and dried herring from the northern islands";
    private static final String LAST = "to wind the heavy clockwork that turned the great lens above the sea,"
            + " where fishermen of three villages remember his patience, his silver whistle and his stubborn goat";
    private static final String MIDDLE =
            "and each evening its keeper climbed the na\u00efve stairs to trim the wicks and";

    @TempDir
    Path folder;

    private Path plain;

    @BeforeEach
    void text() throws IOException {
        plain = Files.writeString(folder.resolve("plain.txt"), FIRST + ", " + MIDDLE + " " + LAST + ".");
    }

    /** The part of a file that the only passage names, by its bytes. */
    private static String slice(Path file, Map<String, String> passage, String start, String end, Charset charset)
            throws IOException {
        byte[] part = Arrays.copyOfRange(
                Files.readAllBytes(file), Integer.parseInt(passage.get(start)), Integer.parseInt(passage.get(end)));
        return new String(part, charset);
    }

    private Map<String, String> compare(Path file) throws IOException {
        CliRun run = CliRun.of("compare", file, plain, "--passages", "--format", "json")
                .exits(0);
        return run.object();
    }

    /** Name, encoding, and what is before, between and after the three parts of the passage. */
    static Stream<Arguments> files() {
        return Stream.of(
                Arguments.of(
                        "a.html",
                        "UTF-8",
                        "<html><p>M\u00f6wen &amp; more.</p><p>1, <i>",
                        "</i> &mdash; x&#x21; <b>",
                        "</b> ",
                        "<p>end."),
                Arguments.of(
                        "b.html",
                        "windows-1252",
                        "<html><meta charset=iso-8859-1><p>\u00e9t\u00e9 <i>",
                        "</i>, <b>",
                        "</b> ",
                        "<p>end."),
                Arguments.of("c.md", "UTF-8", "# \u00dcber *all*\n\n> ", "**, **", "\n> ", "\n\nend"),
                Arguments.of(
                        "d.tex",
                        "UTF-8",
                        "\\documentclass{x}\\begin{document}Caf\\'e. \\emph{",
                        "}, % no\n",
                        " ",
                        "\\end{document}"),
                Arguments.of("h.eml", "UTF-8", "From: a@b\nSubject: \u00dcber alles\n\nHallo, ", ",\n", " ", "\n\nend"),
                Arguments.of("e.1", "UTF-8", ".TH X 1\n.SH A\n\\fB", "\\fR,\n.\\\" no\n", "\n", "\n.SH END\n"),
                Arguments.of("f.txt", "UTF-16LE", "\ufeff\ud83d\ude00 \u00dcber uns. ", ", ", " ", " end"),
                Arguments.of("g.txt", "UTF-16BE", "\ufeff\u00dcber uns. ", ", ", " ", " end"));
    }

    @ParameterizedTest
    @MethodSource("files")
    void bytesAndCodePointsAreThoseOfTheFile(
            String name, String encoding, String before, String between, String then, String after) throws IOException {
        Charset charset = Charset.forName(encoding);
        String content = (before + FIRST + between + MIDDLE + then + LAST + "." + after);
        Path file = Files.write(folder.resolve(name), content.getBytes(charset));
        Map<String, String> passage = compare(file);
        String part = slice(file, passage, "queryStartBytes", "queryEndBytes", charset);
        int from = content.codePointCount(0, content.indexOf(part));
        assertTrue(part.startsWith(FIRST) && part.endsWith(LAST + "."), part);
        assertEquals(from, Integer.parseInt(passage.get("queryStart")));
        assertEquals(from + part.codePointCount(0, part.length()), Integer.parseInt(passage.get("queryEnd")));
        assertFalse(passage.containsKey("queryPlaces"));
        assertEquals(Files.readString(plain), slice(plain, passage, "startBytes", "endBytes", StandardCharsets.UTF_8));
    }

    private Path html() throws IOException {
        return Files.writeString(
                folder.resolve("page.html"), "<html><p>Before.</p><p>" + FIRST + ",<br>" + MIDDLE + " " + LAST + ".");
    }

    @Test
    void allFormatsGiveTheSamePlaces() throws IOException {
        Path page = html();
        int start = Files.readString(page).indexOf(FIRST);
        int end = (int) Files.readString(page).codePoints().count();
        assertEquals("" + start, compare(page).get("queryStart"));
        assertEquals("" + end, compare(page).get("queryEnd"));
        CliRun passim = CliRun.of("compare", page, plain, "--passages", "--format", "passim");
        assertEquals("" + start, passim.objects().get(0).get("begin"));
        assertEquals("" + end, passim.objects().get(0).get("end"));
        CliRun.of("compare", page, plain, "--passages").prints("  at " + start + ": ");
        Path list = Files.writeString(folder.resolve("pairs.tsv"), "page.html\tplain.txt\n");
        Path xml = folder.resolve("xml");
        CliRun.of("passages", "--pairs", list, folder, folder, "--xml", xml).exits(0);
        String written = Files.readString(xml.resolve("page.html-plain.xml"));
        assertTrue(written.contains("this_offset=\"" + start + "\" this_length=\"" + (end - start) + "\""), written);
    }

    @Test
    void withoutConversionPlacesCountInTheFileAsItIs() throws IOException {
        Path page = html();
        CliRun run = CliRun.of("compare", page, plain, "--passages", "--format", "json", "--no-convert");
        String part = slice(page, run.object(), "queryStartBytes", "queryEndBytes", StandardCharsets.UTF_8);
        assertTrue(part.contains(FIRST + ",<br>" + MIDDLE), part);
        assertEquals(
                Files.readString(page).indexOf(part),
                Integer.parseInt(run.object().get("queryStart")));
    }

    @Test
    void placesInAFormatWithoutAMapAreMarked() throws IOException {
        String content = "<html><meta charset=iso-2022-jp><p>\u8a00\u8449</p>" + FIRST
                + ", and more that is only here.\n" + MIDDLE.replace("\u00ef", "i") + " " + LAST + ".\n";
        Path page = Files.write(folder.resolve("m.html"), content.getBytes(Charset.forName("ISO-2022-JP")));
        CliRun run = CliRun.of("compare", page, plain, "--passages", "--format", "json");
        assertEquals("text", run.object().get("queryPlaces"));
        assertFalse(run.object().containsKey("places"));
        run.tells("places in m.html count in its text without markup");
        String tsv = CliRun.of("compare", page, plain, "--passages", "--format", "tsv")
                .out();
        assertTrue(tsv.lines().findFirst().orElseThrow().endsWith("\tqueryPlaces\tplaces\tqueryPage\tpage"), tsv);
        assertTrue(tsv.endsWith("\ttext\t\t\t\n"), tsv);
    }

    @Test
    void aReportGivesPlacesInTheFiles() throws IOException {
        Path texts = Files.createDirectory(folder.resolve("texts"));
        String page = Files.readString(Files.move(html(), texts.resolve("page.html")));
        String mail = "From: a@b\nTo: c@d\n\n" + Files.readString(plain);
        Files.writeString(texts.resolve("note.eml"), mail);
        CliRun run = CliRun.of("report", texts, "--format", "json").exits(0);
        assertEquals("note.eml", run.object().get("query"));
        run.prints("\"start\":" + page.indexOf(FIRST), "\"queryStart\":" + mail.indexOf(FIRST));
        assertFalse(run.out().contains("\"queryPlaces\""), run.out());
        assertFalse(run.out().contains("\"places\""), run.out());
    }

    @Test
    void placesInGivenTextsOfAnIndexAreThoseOfTheFiles() throws IOException {
        Path texts = Files.createDirectory(folder.resolve("texts"));
        Path page = Files.move(html(), texts.resolve("page.html"));
        Path index = folder.resolve("index");
        CliRun.of("build", index, texts).exits(0);
        CliRun run = CliRun.of("passages", index, plain, "--texts", texts, "--format", "json")
                .exits(0);
        Map<String, String> passage = run.object();
        String part = slice(page, passage, "startBytes", "endBytes", StandardCharsets.UTF_8);
        assertTrue(part.startsWith(FIRST) && part.endsWith(LAST + "."), part);
        assertFalse(passage.containsKey("places"));
        assertEquals(
                List.of(),
                run.err().lines().filter(line -> line.contains("places")).toList());
    }
}
