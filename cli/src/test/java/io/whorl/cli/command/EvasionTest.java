package io.whorl.cli.command;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.whorl.cli.CliRun;
import io.whorl.cli.passages.Evasion;
import io.whorl.corpus.format.HiddenText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Texts that try to escape a comparison are found all the same, and named. */
class EvasionTest {
    private static final String ESSAY = "The keeper of the lighthouse writes down each ship that passes at night, where"
            + " it goes, and what the weather is. Nobody has read these books for many years, until a student found"
            + " them in the cellar of the old harbour office and copied the pages.";

    @TempDir
    Path folder;

    private Path essays;

    @BeforeEach
    void essays() throws IOException {
        essays = Files.createDirectory(folder.resolve("essays"));
        Files.writeString(essays.resolve("anna.txt"), ESSAY);
    }

    private static String disguised(String text) {
        String from = "aceopxysij";
        String to = "\u0430\u0441\u0435\u043e\u0440\u0445\u0443\u0455\u0456\u0458";
        StringBuilder out = new StringBuilder();
        text.chars().forEach(c -> out.append(from.indexOf(c) < 0 ? (char) c : to.charAt(from.indexOf(c))));
        return out.toString();
    }

    @Test
    void anEssayInLookAlikeLettersIsFound() throws IOException {
        Files.writeString(essays.resolve("ben.txt"), disguised(ESSAY));
        CliRun run = CliRun.of("report", essays).exits(0);
        assertEquals(
                "anna.txt and ben.txt share 46 words in 1 passage, 100 % of anna.txt and 100 % of ben.txt",
                run.lines().get(0));
        Path index = folder.resolve("index");
        CliRun.of("build", index, essays.resolve("anna.txt"), "--preset", "plagiarism", "--store-text")
                .exits(0);
        assertEquals(
                1,
                CliRun.of("passages", index, essays.resolve("ben.txt"), "--format", "json")
                        .exits(0)
                        .objects()
                        .size());
        assertEquals(
                1,
                CliRun.of("report", essays.resolve("ben.txt"), "--against", index)
                        .exits(0)
                        .lines()
                        .size());
    }

    private List<String> found(String text) {
        return Evasion.of(text.getBytes(UTF_8), HiddenText.NONE).stream()
                .map(e -> e.kind() + " " + e.count() + " " + e.excerpt())
                .toList();
    }

    @Test
    void eachSignIsCountedAndShown() {
        String copied = "\u0441\u043epied w\u043erds fr\u043em b\u043eoks";
        assertEquals(List.of("LOOK_ALIKES 4 " + copied), found(copied));
        assertEquals(List.of("INVISIBLE 3 a[U+200B]bc[U+2060]de[U+E0041]f"), found("a\u200bbc\u2060de\udb40\udc41f"));
        assertEquals(
                List.of("INVISIBLE 4 t[U+00AD]h[U+00AD]e[U+00AD]r[U+00AD]e"), found("t\u00adh\u00ade\u00adr\u00ade"));
        assertEquals(List.of("DIRECTION 2 one [U+202E]owt[U+202C]"), found("one \u202eowt\u202c"));
        assertEquals(
                List.of("DIRECTION 1 \u05d0\u05d1[U+200F] [U+202D]\u05d2[U+202C]"),
                found("\u05d0\u05d1\u200f \u202d\u05d2\u202c"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                ESSAY,
                "hy\u00adphen\u00adation of ty\u00adpog\u00adra\u00adphers is no sign",
                "\u06a9\u062a\u0627\u0628\u200c\u0647\u0627 \u0645\u06cc\u200c\u062e\u0648\u0627\u0646\u0645 "
                        + "\u0646\u0645\u06cc\u200c\u062f\u0627\u0646\u0645",
                "\u05d0\u05d1\u05d2\u200f (abc)\u200f \u2067x\u2069 \u200e",
                "\ud83d\udc68\u200d\ud83d\udc69\u200d\ud83d\udc67 \u2764\ufe0f \u2764\ufe0f "
                        + "\ud83d\udc68\u200d\ud83d\udcbb",
                "\ufeffA byte order mark, and one\u200bspace.",
                "\u041d\u0430\u0448\u0438 IT-\u0441\u043f\u0435\u0446\u0438\u0430\u043b\u0438\u0441\u0442\u044b "
                        + "\u0437\u043d\u0430\u044e\u0442 Java \u0438 C.",
                "sin\u03b1 + cos\u03b2 is a formula, and so are \u03bcG, \u03b4H and \u03c1V"
            })
    void genuineTextsHaveNoSign(String text) {
        assertEquals(List.of(), found(text));
    }

    @Test
    void signsAreNamedOnStandardErrorInRecordsAndOnThePage() throws IOException {
        Files.writeString(essays.resolve("ben.txt"), disguised(ESSAY));
        Files.writeString(
                essays.resolve("carla.html"),
                "<html><p>" + ESSAY + " <span style='color:#ffffff'>white words that nobody sees</span>");
        Path html = folder.resolve("report.html");
        CliRun run = CliRun.of("report", essays, "--html", html, "--format", "json")
                .exits(
                        0,
                        "warning: ben.txt may hide copied text: words with letters of another alphabet that look the"
                                + " same: 39",
                        "warning: carla.html may hide copied text: characters of text that is hidden by its colour,"
                                + " size or place; they are not compared: 24: \u201cwhite words that nobody sees\u201d")
                .omits("anna.txt may hide");
        run.prints("\"evasion\":[{\"kind\":\"hidden\",\"count\":24,");
        run.prints("\"queryEvasion\":[]");
        assertEquals(3, run.lines().size());
    }
}
