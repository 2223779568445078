package io.whorl.corpus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.corpus.format.Skipped.Reason;
import io.whorl.testing.NeedsData;
import io.whorl.testing.TestData;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.netpreserve.jwarc.WarcReader;
import org.netpreserve.jwarc.WarcRecord;
import org.netpreserve.jwarc.WarcResponse;

/** Reads real dumps and compares the records with an independent count. */
@NeedsData
class RecordDumpsTest {
    private static final String PAGE = "<page>";
    private static final String PAGE_END = "</page>";
    /** The title, the namespace, and the first words of the text come before this many characters of the text. */
    private static final int FIRST_WORDS = 200;

    private static final Pattern TITLE = Pattern.compile("<title>(.*?)</title>");
    private static final Pattern OTHER_NAMESPACE = Pattern.compile("<ns>(?!0<)");
    private static final Pattern REDIRECT =
            Pattern.compile("<redirect |<text xml:space=\"preserve\">#redirect", Pattern.CASE_INSENSITIVE);

    /** Begins with a condition on the next character, because few characters can begin markup. */
    private static final Pattern MARKUP = Pattern.compile(
            "(?=[{|}\\[\\]'<&=])(?:\\{\\{|\\}\\}|\\{\\||\\[\\[|\\]\\]|''|<ref|</|&nbsp;|\\[https?:|(?m:^==))");

    private static Map<Reason, Long> reasons(ReadAll all) {
        Map<Reason, Long> counts = new TreeMap<>();
        all.reasons().forEach(reason -> counts.merge(reason, 1L, Long::sum));
        return counts;
    }

    private static long count(Pattern pattern, String text) {
        return pattern.matcher(text).results().count();
    }

    private static String text(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            boolean packed = file.toString().endsWith(".bz2");
            return new String(
                    (packed ? new BZip2CompressorInputStream(in, true) : in).readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static String head(String text, int page, int end) {
        int at = text.indexOf("<text", page);
        return text.substring(page, at < 0 ? end : Math.min(end, at + FIRST_WORDS));
    }

    @ParameterizedTest
    @CsvSource({
        "enwiki-shortened.xml.bz2, 206, 0, 1",
        "tinywiki-latest-pages-articles.xml, 8, 0, 0",
        "enwik8-head-cut-off.xml, 198, 1, 1"
    })
    void pagesMatchARegularExpression(String name, int pages, long damaged, int strays) throws IOException {
        Path file = TestData.of("dumps/" + name);
        List<String> titles = new ArrayList<>();
        Map<Reason, Long> reasons = new TreeMap<>();
        String text = text(file);
        int found = 0;
        for (int at = text.indexOf(PAGE); at >= 0 && text.indexOf(PAGE_END, at) >= 0; found++) {
            int end = text.indexOf(PAGE_END, at);
            String head = head(text, at, end);
            at = text.indexOf(PAGE, end);
            Matcher title = TITLE.matcher(head);
            assertTrue(title.find());
            if (OTHER_NAMESPACE.matcher(head).find() || title.group(1).startsWith("Wikipedia:")) {
                reasons.merge(Reason.LEFT_OUT, 1L, Long::sum);
            } else if (REDIRECT.matcher(head).find()) {
                reasons.merge(Reason.POINTER, 1L, Long::sum);
            } else {
                titles.add(title.group(1).replace("&amp;", "&").replace("&quot;", "\""));
            }
        }
        if (damaged > 0) {
            reasons.put(Reason.DAMAGED, damaged);
        }
        assertEquals(pages, found);
        ReadAll all = ReadAll.of(file);
        assertEquals(titles, all.ids());
        assertEquals(reasons, reasons(all));
        // Only markup that the authors left open or closed twice remains.
        assertEquals(strays, count(MARKUP, String.join("\n", all.pairs())));
    }

    @ParameterizedTest
    @CsvSource({"aut-example.warc.gz, 822", "aut-issue-493.warc, 32", "jwarc-cc.warc.gz, 1", "warcio-example.warc, 6"})
    void recordsMatchTheReaderOfJwarc(String name, int records) throws IOException {
        Path file = TestData.of("dumps/" + name);
        Map<String, Long> types = new TreeMap<>();
        List<String> html = new ArrayList<>();
        long others = 0;
        try (WarcReader reader = new WarcReader(file)) {
            for (Optional<WarcRecord> next = reader.next(); next.isPresent(); next = reader.next()) {
                types.merge(next.get().type(), 1L, Long::sum);
                if (next.get() instanceof WarcResponse response) {
                    boolean dns = response.target().startsWith("dns:");
                    boolean ok = !dns && response.http().status() / 100 == 2;
                    others += ok ? 0 : 1;
                    if (ok && response.http().contentType().subtype().equals("html")) {
                        html.add(response.target());
                    }
                }
            }
        }
        ReadAll all = ReadAll.of(file);
        Map<Reason, Long> reasons = reasons(all);
        assertEquals(records, types.values().stream().mapToLong(Long::longValue).sum());
        assertEquals(records, all.documents().size() + all.skipped().size());
        assertEquals(types.getOrDefault("revisit", 0L), reasons.getOrDefault(Reason.POINTER, 0L));
        long described = types.getOrDefault("request", 0L)
                + types.getOrDefault("metadata", 0L)
                + types.getOrDefault("warcinfo", 0L);
        assertEquals(described + others, reasons.getOrDefault(Reason.LEFT_OUT, 0L));
        assertEquals(
                types.get("response") - others, all.documents().size() + reasons.getOrDefault(Reason.NOT_TEXT, 0L));
        List<String> missing = new ArrayList<>(html);
        all.ids().forEach(missing::remove);
        assertEquals(List.of(), missing);
    }

    @Test
    void aWrongLengthInAWetFileLosesNoDocument() throws IOException {
        Path file = TestData.of("dumps/ccnet-sample.wet");
        String text = Files.readString(file);
        ReadAll all = ReadAll.of(file);
        List<String> targets = Pattern.compile("WARC-Target-URI: (.*)")
                .matcher(text)
                .results()
                .map(m -> m.group(1))
                .toList();
        assertEquals(targets, all.ids());
        assertEquals(Map.of(Reason.DAMAGED, 1L, Reason.LEFT_OUT, 1L), reasons(all));
        for (Document document : all.documents()) {
            assertTrue(text.contains(new String(document.utf8(), StandardCharsets.UTF_8)));
        }
        assertTrue(all.pairs().get(2).stripTrailing().endsWith("Правда нет."));
    }

    @Test
    void documentsBeforeATruncatedRecordAreDelivered() throws IOException {
        ReadAll whole = ReadAll.of(TestData.of("dumps/warcio-example.warc"));
        ReadAll cut = ReadAll.of(TestData.of("dumps/warcio-example-trunc.warc"));
        assertEquals(whole.pairs(), cut.pairs());
        assertEquals(Map.of(Reason.DAMAGED, 1L, Reason.LEFT_OUT, 3L), reasons(cut));
    }

    @Test
    void patchesAreReadAsMails() throws IOException {
        Path file = TestData.of("dumps/git-patches-300.mbox");
        ReadAll all = ReadAll.of(file);
        String text = Files.readString(file);
        List<String> subjects = Pattern.compile("(?m)^From [0-9a-f]{40} .*\\n(?s:.*?)^Subject: (.{1,40})")
                .matcher(text)
                .results()
                .map(match -> match.group(1))
                .toList();
        assertEquals(300, subjects.size());
        assertEquals(300, all.documents().size());
        assertEquals(List.of(), all.skipped());
        for (int i = 0; i < subjects.size(); i++) {
            String mail = new String(all.documents().get(i).utf8(), StandardCharsets.UTF_8);
            assertTrue(subjects.get(i).startsWith("=?") || mail.startsWith(subjects.get(i)), mail);
            assertEquals("git-patches-300.mbox:" + (i + 1), all.ids().get(i));
        }
    }

    @Test
    void everyPackagingYieldsTheSameHundredDocuments() throws IOException {
        ReadAll plain = ReadAll.of(TestData.of("clough-stevenson/docs"));
        assertEquals(100, plain.documents().size());
        // The archives contain the directory with its name.
        Set<String> expected =
                new HashSet<>(plain.pairs().stream().map(pair -> "docs/" + pair).toList());
        for (String packed : List.of("dumps/clough.tar.gz", "dumps/clough.zip")) {
            ReadAll all = ReadAll.of(TestData.of(packed));
            assertEquals(100, all.documents().size());
            assertEquals(expected, new HashSet<>(all.pairs()));
            assertEquals(List.of(), all.skipped());
        }
    }

    @Test
    void jsonLinesInZstdAreRead() throws IOException {
        ReadAll all = ReadAll.of(TestData.of("dumps/pan13-train-susp.jsonl.zst"));
        assertEquals(1827, all.documents().size());
        assertEquals(List.of(), all.skipped());
    }

    @Test
    void tarInGzipYieldsTheListedFiles() throws IOException {
        Path list = TestData.of("linuxdocs-small.tsv");
        ReadAll all = ReadAll.of(TestData.of("linuxdocs-small.tar.gz"));
        assertEquals(1355, all.documents().size());
        assertEquals(List.of(), all.skipped());
        Set<String> named = new HashSet<>();
        for (String line : Files.readAllLines(list)) {
            named.add(line.split("\t", 2)[0]);
        }
        named.retainAll(new HashSet<>(all.ids()));
        assertEquals(1355, named.size());
    }
}
