package io.whorl.cli;

import static io.whorl.cli.PageTextsTest.ClusterPages.OPTIONS;
import static io.whorl.cli.PageTextsTest.ClusterPages.SIZE;
import static io.whorl.cli.PageTextsTest.ClusterPages.at;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.sun.management.ThreadMXBean;
import io.whorl.bulk.BuildOptions;
import io.whorl.bulk.IndexBuilder;
import io.whorl.cli.ClustersPage.DatesById;
import io.whorl.cli.ClustersPage.PageSize;
import io.whorl.cli.HtmlPage.PageTexts;
import io.whorl.cli.HtmlPage.PassagesJson.Places;
import io.whorl.cli.ReportCommand.ReportPage;
import io.whorl.cluster.Clusters;
import io.whorl.cluster.SimilarityOptions;
import io.whorl.measure.Measure;
import io.whorl.query.Snapshot;
import io.whorl.scheme.Scheme;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.InflaterInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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
                Path.of(PageTexts.class.getResource("html/report.html").toURI()).getParent();
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

    // Pages of clusters.

    private static final String HOSTILE = "</script><script>alert(1)</script>\u2028\u202e]]>";

    @TempDir
    private Path directory;

    /** Three versions of a text, two equal texts, and one without a similar one. */
    private static Map<String, String> texts() {
        List<String> words = Arrays.asList(Corpus.words(1, 300).split(" "));
        Map<String, String> texts = new TreeMap<>();
        texts.put("v/1.txt", String.join(" ", words.subList(0, 280)));
        texts.put("v/2.txt", String.join(" ", words.subList(10, 290)));
        texts.put("v/3.txt", String.join(" ", words.subList(40, 300)));
        texts.put("copy" + HOSTILE, Corpus.words(2, 50) + " " + HOSTILE);
        texts.put("copy", Corpus.words(2, 50) + " " + HOSTILE);
        texts.put("single", Corpus.words(3, 50));
        return texts;
    }

    private Map<String, Object> blocks(SimilarityOptions options, PageSize size, DatesById dates) throws IOException {
        Path index = ClusterPages.index(directory, texts());
        return ClusterPages.blocks(ClusterPages.page(index, options, size, dates, List.of()));
    }

    @Test
    void thePageHasTheListTheMembersAndTheirPairs() throws IOException {
        Map<String, Object> blocks = blocks(OPTIONS, SIZE, DatesById.NONE);
        assertEquals(
                List.of("sayings", "list-0", "texts-1", "texts-2", "clusters-1", "data"), List.copyOf(blocks.keySet()));
        assertEquals(3.0, at(blocks, "list-0/0/0"));
        assertEquals("v/2.txt", at(blocks, "list-0/0/4"));
        assertEquals(List.of("v/2.txt", "v/1.txt", "v/3.txt"), at(blocks, "clusters-1/0/ids"));
        // The pair of 1 and 2 shares 267 of 287 chunks.
        List<?> edges = (List<?>) at(blocks, "clusters-1/0/edges");
        assertEquals(List.of(1.0, 0.0, 0.9303), edges.subList(0, 3));
        assertEquals(9, edges.size());
        assertEquals(List.of(0.0, 1.0, 1.0), at(blocks, "clusters-1/1/edges"));
        assertEquals(6.0, at(blocks, "data/documents"));
        assertEquals(5.0, at(blocks, "data/clustered"));
        assertEquals(false, at(blocks, "data/dated"));
    }

    @Test
    void scoresAreCountedInBins() throws IOException {
        Map<String, Object> blocks = blocks(OPTIONS, SIZE, DatesById.NONE);
        List<?> pairs = (List<?>) at(blocks, "data/pairScores");
        assertEquals(20, pairs.size());
        assertEquals(3.0, pairs.stream().mapToDouble(n -> (Double) n).sum());
        assertEquals(1.0, pairs.get(18));
        List<?> members = (List<?>) at(blocks, "data/memberScores");
        assertEquals(3.0, members.stream().mapToDouble(n -> (Double) n).sum());
        assertEquals(1.0, members.get(19));
    }

    @Test
    void passagesAreThoseOfTheRepresentativeAndTheMember() throws IOException {
        Map<String, Object> blocks = blocks(OPTIONS, SIZE, DatesById.NONE);
        assertEquals("v/2.txt", at(blocks, "texts-1/documents/0/id"));
        assertEquals("v/3.txt", at(blocks, "texts-1/documents/1/id"));
        assertEquals(2.0, at(blocks, "texts-1/documents/1/member"));
        assertEquals(280.0, at(blocks, "texts-1/documents/0/words"));
        assertEquals(250.0, at(blocks, "texts-1/pairs/0/words"));
        assertEquals(List.of(0.0, 250 * 6 - 1.0), at(blocks, "texts-1/pairs/0/passages/0/b"));
        assertEquals(List.of(30 * 6.0, 280 * 6 - 1.0), at(blocks, "texts-1/pairs/0/passages/0/a"));
    }

    @Test
    void equalClustersGiveEqualBytesWithAnyNumberOfThreads() throws IOException {
        Path index = ClusterPages.index(directory, texts());
        byte[] one = ClusterPages.page(index, OPTIONS, SIZE, DatesById.NONE, List.of());
        assertArrayEquals(one, ClusterPages.page(index, OPTIONS.threads(3), SIZE, DatesById.NONE, List.of()));
    }

    @Test
    void namesAndTextsAreOnlyInCompressedBlocks() throws IOException {
        Path index = ClusterPages.index(directory, texts());
        String page = new String(
                ClusterPages.page(index, OPTIONS, SIZE, DatesById.NONE, List.of(HOSTILE)), StandardCharsets.UTF_8);
        assertFalse(page.contains("alert(1)"));
        assertFalse(page.contains("\u2028") || page.contains("\u202e"));
        assertTrue(page.contains("default-src 'none'; script-src 'sha256-"), page.substring(0, 400));
        Map<String, Object> blocks = ClusterPages.blocks(page.getBytes(StandardCharsets.UTF_8));
        assertEquals("copy</script><script>alert(1)</script>\\u2028\\u202e]]>", at(blocks, "clusters-1/1/ids/1"));
        assertEquals("</script><script>alert(1)</script>\\u2028\\u202e]]>", at(blocks, "data/notes/0"));
    }

    /** What the scripts show of documents are text nodes and values of attributes. */
    @Test
    void noScriptMakesMarkupOfText() throws Exception {
        Path resources =
                Path.of(HtmlPage.class.getResource("html/page.html").toURI()).getParent();
        Pattern markup = Pattern.compile("(inner|outer|insertAdjacent)HTML|createContextualFragment|DOMParser"
                + "|document\\.write|\\beval\\(|new Function|srcdoc|javascript:|\\.on[a-z]+ *=");
        List<String> found = new ArrayList<>();
        int scripts = 0;
        try (Stream<Path> tree = Files.walk(resources)) {
            for (Path script :
                    tree.filter(file -> file.toString().endsWith(".js")).toList()) {
                scripts++;
                Files.readAllLines(script).stream()
                        .filter(line -> markup.matcher(line).find())
                        .forEach(line -> found.add(script.getFileName() + ": " + line));
            }
        }
        assertTrue(scripts > 15, "the scripts are not where they were");
        assertEquals(List.of(), found);
    }

    @Test
    void thePageSaysWhatItLeavesOut() throws IOException {
        Map<String, Object> blocks = blocks(OPTIONS, new PageSize(1, 4, 1 << 20), DatesById.NONE);
        assertEquals(1, ((List<?>) at(blocks, "list-0")).size());
        assertEquals(List.of("the page shows the 1 largest cluster of 2 clusters"), at(blocks, "data/notes"));
        // Room for two of three texts.
        blocks = blocks(OPTIONS, new PageSize(9, 4, 4_000), DatesById.NONE);
        assertEquals(2, ((List<?>) at(blocks, "texts-1/documents")).size());
        assertFalse(blocks.containsKey("texts-2"));
        assertEquals(
                List.of("the page has texts of 1 cluster, the largest first; --page-bytes gives room for more"),
                at(blocks, "data/notes"));
        blocks = blocks(OPTIONS, new PageSize(9, 0, 1 << 20), DatesById.NONE);
        assertFalse(blocks.containsKey("texts-1"));
        assertEquals(List.of(), at(blocks, "data/notes"));
    }

    @Test
    void longTextsAreCutBetweenCharacters() throws IOException {
        String emoji = "\ud83d\ude00 ".repeat(ClustersPage.MOST_TEXT / 5 + 10);
        Path index = ClusterPages.index(
                directory, Map.of("a", "x" + Corpus.words(1, 40) + emoji, "b", "x" + Corpus.words(1, 40) + emoji));
        Map<String, Object> blocks =
                ClusterPages.blocks(ClusterPages.page(index, OPTIONS, SIZE, DatesById.NONE, List.of()));
        String text = (String) at(blocks, "texts-1/documents/0/text");
        assertFalse(text.contains("\ufffd"));
        int bytes = text.getBytes(StandardCharsets.UTF_8).length;
        assertTrue(bytes <= ClustersPage.MOST_TEXT && bytes > ClustersPage.MOST_TEXT - 4, "bytes: " + bytes);
        assertEquals(true, at(blocks, "texts-1/documents/0/cut"));
        assertEquals(
                List.of("2 texts are longer than 50,000 bytes; the page shows and compares its beginning only"),
                at(blocks, "data/notes"));
    }

    @Test
    void membersHaveTheirDates() throws IOException {
        Map<String, Instant> known = Map.of(
                "v/1.txt", Instant.parse("2001-02-03T00:00:00Z"), "v/3.txt", Instant.parse("1999-12-31T10:00:00Z"));
        Map<String, Object> blocks = blocks(OPTIONS, SIZE, id -> Optional.ofNullable(known.get(id)));
        double first = known.get("v/3.txt").toEpochMilli();
        double last = known.get("v/1.txt").toEpochMilli();
        assertEquals(Arrays.asList(null, last, first), at(blocks, "clusters-1/0/dates"));
        assertEquals(List.of(first, last), ((List<?>) at(blocks, "list-0/0")).subList(5, 7));
        assertEquals(5, ((List<?>) at(blocks, "list-0/1")).size());
        assertEquals(true, at(blocks, "data/dated"));
    }

    @Test
    void membersOfComponentsNameTheDocumentThatJoinedThem() throws IOException {
        Map<String, Object> blocks = blocks(OPTIONS.link(SimilarityOptions.Link.COMPONENTS), SIZE, DatesById.NONE);
        assertEquals(List.of(0.0, 0.0, 0.0), at(blocks, "clusters-1/0/to"));
    }

    @Test
    void anIndexWithoutClustersHasAPage() throws IOException {
        Path index = ClusterPages.index(directory, Map.of("a", Corpus.words(1, 20), "b", Corpus.words(2, 20)));
        Map<String, Object> blocks =
                ClusterPages.blocks(ClusterPages.page(index, OPTIONS, SIZE, DatesById.NONE, List.of()));
        assertEquals(List.of("sayings", "data"), List.copyOf(blocks.keySet()));
        assertEquals(0.0, at(blocks, "data/total"));
    }

    /** Pages of clusters for tests, and what is in their blocks. */
    static final class ClusterPages {
        static final SimilarityOptions OPTIONS = SimilarityOptions.CLUSTERS
                .measure(Measure.RESEMBLANCE)
                .minScore(0.3)
                .threads(1);
        static final PageSize SIZE = new PageSize(Long.MAX_VALUE, 4, 1 << 20);

        private static final Pattern BLOCK =
                Pattern.compile("<script type=\"text/plain\" id=\"([a-z]+(?:-\\d+)?)\">([^<]*)</script>");

        private ClusterPages() {}

        static Path index(Path directory, Map<String, String> texts) throws IOException {
            Path index = Files.createTempDirectory(directory, "index").resolve("i");
            BuildOptions options = BuildOptions.DEFAULT.threads(1).storeText(true);
            try (IndexBuilder builder =
                    IndexBuilder.create(index, Scheme.builder().build(), options)) {
                for (Map.Entry<String, String> text : texts.entrySet()) {
                    builder.add(text.getKey(), text.getValue().getBytes(StandardCharsets.UTF_8));
                }
                builder.finish();
            }
            return index;
        }

        /** Returns the page of the clusters of an index. */
        static byte[] page(Path index, SimilarityOptions options, PageSize size, DatesById dates, List<String> notes)
                throws IOException {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            try (Snapshot snapshot = Snapshot.open(index);
                    Clusters clusters = snapshot.clusters(options)) {
                new ClustersPage(clusters, options, size, snapshot::text, dates, notes).write(bytes);
            }
            return bytes.toByteArray();
        }

        /** Returns the JSON of each block of a page, by its id. */
        static Map<String, Object> blocks(byte[] page) throws IOException {
            Map<String, Object> blocks = new LinkedHashMap<>();
            Matcher block = BLOCK.matcher(new String(page, StandardCharsets.UTF_8));
            while (block.find()) {
                byte[] deflated = Base64.getDecoder().decode(block.group(2));
                try (InflaterInputStream in = new InflaterInputStream(new ByteArrayInputStream(deflated));
                        JsonParser json = new JsonFactory().createParser(in)) {
                    json.nextToken();
                    blocks.put(block.group(1), CliRun.json(json));
                }
            }
            return blocks;
        }

        /** Returns a member of the objects and arrays of blocks: names and indexes, separated by slashes. */
        static Object at(Map<String, Object> blocks, String path) {
            Object found = blocks;
            for (String step : path.split("/")) {
                found = found instanceof Map<?, ?> fields
                        ? fields.get(step)
                        : ((List<?>) found).get(Integer.parseInt(step));
            }
            return found;
        }
    }
}
