package io.whorl.cli.html;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.whorl.cli.html.HtmlPage.PageTexts;
import io.whorl.cli.html.PassagesJson.Places;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The texts of the pages are the same in all languages, the pages use all of them, and their data are valid JSON. */
class PageTextsTest {
    private static final Properties ENGLISH = PageTexts.of("en");

    /** Keys that a script makes of a prefix and a value. */
    private static final List<String> PREFIXES = List.of("kind.", "place.", "note.", "reason.", "run.", "n.");

    private static Set<String> placeholders(String text) {
        return PageTexts.PLACEHOLDER
                .matcher(text)
                .results()
                .map(MatchResult::group)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void allLanguagesHaveTheSameKeysAndPlaceholders() {
        for (String language : PageTexts.LANGUAGES) {
            Properties texts = PageTexts.of(language);
            assertEquals(ENGLISH.stringPropertyNames(), texts.stringPropertyNames(), language);
            for (String key : texts.stringPropertyNames()) {
                String text = texts.getProperty(key);
                assertFalse(text.isBlank(), language + " " + key);
                String[] forms = text.split(" \\| ");
                assertTrue(forms.length <= 2 && (forms.length == 1 || text.contains("{n}")), language + " " + key);
                for (String form : forms) {
                    assertEquals(placeholders(ENGLISH.getProperty(key)), placeholders(form), language + " " + key);
                    assertEquals(0, form.chars().filter(c -> c == '*').count() % 2, language + " " + key);
                }
            }
        }
    }

    /** A page that asks for a text that does not exist shows nothing. */
    @Test
    void thePagesUseTheTextsThatExist() throws IOException, URISyntaxException {
        Pattern used = Pattern.compile(
                "say(?:Parts)?\\('([\\w.]+)'[,)]|data-(?:say|label)=\"([\\w.]+)\"|count\\([^;]*?, '(\\w+)'\\)");
        Set<String> keys = new TreeSet<>();
        StringBuilder all = new StringBuilder();
        Path resources =
                Path.of(PageTexts.class.getResource("report.html").toURI()).getParent();
        try (Stream<Path> files = Files.walk(resources)) {
            for (Path file :
                    files.filter(f -> f.toString().matches(".*\\.(js|html)")).toList()) {
                String source = Files.readString(file);
                all.append(source);
                used.matcher(source)
                        .results()
                        .map(m -> m.group(1) != null ? m.group(1) : m.group(2) != null ? m.group(2) : "n." + m.group(3))
                        .forEach(keys::add);
            }
        }
        keys.removeAll(ENGLISH.stringPropertyNames());
        assertEquals(Set.of(), keys);
        List<String> unused = ENGLISH.stringPropertyNames().stream()
                .filter(key -> PREFIXES.stream().noneMatch(key::startsWith))
                .filter(key -> all.indexOf("'" + key + "'") < 0 && all.indexOf("\"" + key + "\"") < 0)
                .toList();
        assertEquals(List.of(), unused);
    }

    @Test
    void messagesAreInEnglish() {
        assertEquals(
                "1 document of the index could not be aligned: the text of 1 is missing, and that of 0 has changed",
                new ReportPage.Note("unaligned", Map.of("n", 1L, "missing", 1L, "changed", 0L)).english());
        assertTrue(PageTexts.english("n.word", Map.of("n", 1_200L)).equals("1,200 words"));
    }

    @Test
    void valuesOfNotesHaveTheSameOrderInEachRun() {
        Map<String, Long> values = Map.of("f", 6L, "b", 2L, "d", 4L, "a", 1L, "e", 5L, "c", 3L);
        assertEquals(
                "[a, b, c, d, e, f]",
                new ReportPage.Note("given", values).values().keySet().toString());
    }

    @Test
    void placesAreThoseOfUtf16() {
        Places places = new Places("a\ud83d\ude00b\ud83d");
        int[] units = {0, 1, 3, 4, 5, 5};
        for (int i = 0; i < units.length; i++) {
            assertEquals(units[i], places.of(i));
        }
        Places plain = new Places("ab");
        assertEquals(2, plain.of(2));
        assertEquals(2, plain.of(3));
    }

    @Test
    void aPlaceTakesFourBytes() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        String text = "x".repeat(1_000_000) + "\ud83d\ude00";
        new Places("\ud83d\ude00").of(1);
        long before = threads.getThreadAllocatedBytes(Thread.currentThread().getId());
        assertEquals(1_000_002, new Places(text).of(1_000_001));
        long bytes = threads.getThreadAllocatedBytes(Thread.currentThread().getId()) - before;
        assertTrue(bytes < 5_000_000, bytes + " bytes for a million places");
    }
}
