package io.whorl.write;

import io.whorl.RandomCorpus;
import io.whorl.bulk.BuildOptions;
import io.whorl.crash.IndexState;
import io.whorl.scheme.Scheme;
import io.whorl.write.WriterOptions.LiveMap;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;

/**
 * The changes of each commit, and so the content of the index after it. They are the same in every process for a seed.
 * Every commit changes something; some are so large that they are written directly as a segment.
 */
record Script(long seed) {
    /** Limits so tight that about fifteen commits fill the live tier, and any two segments are merged. */
    static final WriterOptions TIGHT = WriterOptions.DEFAULT
            .liveMap(LiveMap.REQUIRED)
            .livePostings(1_000)
            .liveDocuments(100)
            .directPostings(250)
            .mergeFactor(2)
            .memory(16 << 20)
            .threads(1)
            .storeText(true)
            .storeFingerprints(true);

    static final Scheme SCHEME =
            Scheme.builder().granularity(3).frequencies(true).build();
    private static final int DIRECT = 41;
    private static final int FIRST_STRAIGHT = 13;
    private static final int IDS = 40;

    /** One operation: adds a document, or deletes it if there is no text. */
    record Step(String id, Optional<byte[]> text) {}

    static boolean isDirect(long number) {
        return number % DIRECT == FIRST_STRAIGHT;
    }

    /** @param number of the commit, from 1 */
    List<Step> commit(long number) {
        Random random = new Random(seed * 1_000_003 + number * 7919);
        List<Step> steps = new ArrayList<>();
        int n = isDirect(number) ? 48 : 3 + random.nextInt(6);
        for (int i = 0; i < n; i++) {
            String id = "d" + random.nextInt(IDS);
            boolean delete = random.nextInt(4) == 0;
            steps.add(new Step(id, delete ? Optional.empty() : Optional.of(text(random))));
        }
        // After each commit there is exactly one mark, a different one each time.
        steps.add(new Step(mark(number - 1), Optional.empty()));
        steps.add(new Step(mark(number), Optional.of(text(random))));
        return steps;
    }

    /** The id of the document that exists only after this commit. */
    static String mark(long number) {
        return "mark-" + number;
    }

    private static byte[] text(Random random) {
        StringBuilder text = new StringBuilder();
        int words = 1 + random.nextInt(30);
        int passage = random.nextInt(50);
        for (int i = 0; i < words; i++) {
            text.append('w')
                    .append(random.nextInt(8) == 0 ? random.nextInt(3_000) : passage * 60 + i)
                    .append(' ');
        }
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }

    /** Half of the documents have a date, which follows from the text. */
    static Optional<Instant> date(byte[] text) {
        return text.length % 2 == 0 ? Optional.empty() : Optional.of(Instant.ofEpochSecond(text.length * 86_399L));
    }

    /** Passes the changes of this commit to a writer. */
    void give(IndexWriter writer, long number) throws IOException {
        for (Step step : commit(number)) {
            if (step.text().isPresent()) {
                writer.add(new NewDocument(
                        step.id(), step.text().get(), date(step.text().get())));
            } else {
                writer.delete(step.id());
            }
        }
    }

    /** The documents of the index after a commit, by id. */
    Map<String, byte[]> after(long number) {
        return then(Map.of(), 1, number);
    }

    /** The documents after the last of these commits, given those before the first. */
    Map<String, byte[]> then(Map<String, byte[]> before, long first, long last) {
        Map<String, byte[]> documents = new TreeMap<>(before);
        for (long k = first; k <= last; k++) {
            for (Step step : commit(k)) {
                step.text().ifPresentOrElse(t -> documents.put(step.id(), t), () -> documents.remove(step.id()));
            }
        }
        return documents;
    }

    /** The documents to query so that two states differ: every id but marks, and the marks around a commit. */
    Map<String, byte[]> queries(long first, long last) {
        Map<String, byte[]> queries = new LinkedHashMap<>();
        Random random = new Random(seed);
        for (int i = 0; i < IDS; i++) {
            queries.put("d" + i, text(random));
        }
        for (long k = first; k <= last; k++) {
            queries.put(mark(k), text(random));
        }
        return queries;
    }

    /** What a new index of these documents answers. */
    static IndexState built(Map<String, byte[]> documents, Map<String, byte[]> queries, Path empty) throws IOException {
        Path index = Files.createTempDirectory(empty, "built").resolve("index");
        build(index, documents);
        return IndexState.read(index, queries);
    }

    static void build(Path index, Map<String, byte[]> documents) throws IOException {
        BuildOptions options = BuildOptions.DEFAULT
                .replace(true)
                .threads(1)
                .memory(16 << 20)
                .storeText(true)
                .storeFingerprints(true);
        RandomCorpus.index(index, SCHEME, RandomCorpus.documents(documents, id -> date(documents.get(id))), options);
    }
}
