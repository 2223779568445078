package io.whorl.cli.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.cli.CliRun;
import io.whorl.cli.Corpus;
import io.whorl.corpus.format.FormatProvider;
import io.whorl.corpus.format.Head;
import io.whorl.corpus.format.MappedText;
import io.whorl.corpus.format.PageMap;
import io.whorl.corpus.format.TextFormat;
import io.whorl.testing.Packed;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pages of passages, in a format with pages that a plug-in adds. */
class PassagePagesTest {
    private static final String COPIED = Corpus.words(1, 60);
    private static final String LONG = Corpus.words(2, 60) + "\f" + Corpus.words(3, 60);

    @TempDir
    private Path folder;

    private Path texts;
    private Path jar;

    @BeforeEach
    void writeTexts() throws IOException {
        String services = "META-INF/services/io.whorl.corpus.format.FormatProvider";
        jar = Files.write(folder.resolve("paged.jar"), Packed.zip(services, PagedFormat.class.getName()));
        texts = Files.createDirectory(folder.resolve("texts"));
        // Two passages: the first is on page 3 and on slide 1, the second on pages 4 to 5 and on slides 2 to 3.
        Files.writeString(
                texts.resolve("essay.paged"),
                Corpus.words(11, 90) + "\f" + Corpus.words(12, 90) + "\f" + COPIED + "\f" + Corpus.words(13, 300) + " "
                        + LONG);
        Files.writeString(
                texts.resolve("talk.slides"),
                COPIED + "\f" + Corpus.words(14, 300) + " " + LONG + "\f\u00fcber\f" + Corpus.words(15, 400));
    }

    private CliRun run(Object... arguments) {
        return CliRun.of(arguments, "--plugins", jar).exits(0);
    }

    private static void assertPages(Map<String, String> passage, String queryPage, String page) {
        assertEquals(queryPage, passage.get("queryPage"));
        assertEquals(page, passage.get("page"));
        assertEquals("text", passage.get("queryPlaces"));
        assertEquals("text", passage.get("places"));
    }

    @Test
    void compareNamesThePagesOfEachPassage() throws IOException {
        Path essay = texts.resolve("essay.paged");
        Path talk = texts.resolve("talk.slides");
        CliRun run = run("compare", essay, talk, "--passages", "--format", "json");
        assertEquals(2, run.objects().size(), run.out());
        assertPages(run.objects().get(0), "page 3", "slide 1");
        assertPages(run.objects().get(1), "pages 4-5", "slides 2-3");
        run.tells(
                "places in essay.paged count in its text without markup",
                "page numbers are given, too",
                "slide numbers are given, too");
        String sentences = run("compare", essay, talk, "--passages").out();
        assertTrue(sentences.contains(" (page 3): "), sentences);
        assertTrue(sentences.contains(" from talk.slides at 0 (slide 1)"), sentences);
        String csv =
                run("compare", essay, talk, "--passages", "--format", "csv").out();
        assertTrue(csv.lines().findFirst().orElseThrow().endsWith(",queryPlaces,places,queryPage,page"), csv);
        assertTrue(csv.lines().skip(1).findFirst().orElseThrow().endsWith(",text,text,page 3,slide 1"), csv);
    }

    @Test
    void textsWithoutPagesHaveNoSuchFields() throws IOException {
        Path plain = Files.writeString(folder.resolve("plain.txt"), COPIED);
        Map<String, String> passage = run(
                        "compare", plain, texts.resolve("talk.slides"), "--passages", "--format", "json")
                .object();
        assertFalse(passage.containsKey("queryPage"));
        assertEquals("slide 1", passage.get("page"));
    }

    @Test
    void passagesOfAnIndexHaveThePagesOfTheGivenTexts() throws IOException {
        Path index = folder.resolve("index");
        Path essay = texts.resolve("essay.paged");
        Path sources = Files.createDirectory(folder.resolve("sources"));
        Files.move(texts.resolve("talk.slides"), sources.resolve("talk.slides"));
        run("build", index, sources, "--store-text");
        CliRun given = run("passages", index, essay, "--texts", sources, "--format", "json");
        assertPages(given.objects().get(1), "pages 4-5", "slides 2-3");
        // The index stores texts without their pages.
        CliRun stored = run("passages", index, essay, "--format", "json");
        assertEquals("pages 4-5", stored.objects().get(1).get("queryPage"));
        assertFalse(stored.objects().get(1).containsKey("page"));
    }

    @Test
    void aReportNamesThePages() throws IOException {
        CliRun json = run("report", texts, "--format", "json").prints("\"queryPage\":\"page 3\",\"page\":\"slide 1\"");
        Path html = folder.resolve("report.html");
        run("report", texts, "--html", html);
        String data = ReportCommandTest.block(Files.readString(html), "data");
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
        public byte[] text(byte[] document, Head head) {
            return mappedText(document, head).utf8();
        }

        @Override
        public MappedText mappedText(byte[] document, Head head) {
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
            return new MappedText(document, Optional.empty(), PageMap.of(kind, starts, numbers));
        }
    }
}
