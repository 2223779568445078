package io.whorl.fuzz;

import io.whorl.bulk.BuildOptions;
import io.whorl.bulk.IndexBuilder;
import io.whorl.cluster.PairsOptions;
import io.whorl.measure.Measure;
import io.whorl.query.QueryOptions;
import io.whorl.query.Snapshot;
import io.whorl.scheme.Scheme;
import io.whorl.write.IndexWriter;
import io.whorl.write.WriterOptions;
import io.whorl.write.WriterOptions.LiveMap;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A small intact index with segments, tombstones, a log and the mark of a clean close. Every second one stores texts.
 *
 * @param directory its directory
 * @param files its files except LOCK, relative to the directory
 * @param answers the result of {@link #ask}
 */
record WholeIndex(Path directory, List<Path> files, String answers) {
    private static final int DOCUMENTS = 24;

    /** Schemes of different widths, with and without frequencies, with sketches and with moduli by size. */
    static List<Scheme> schemes() {
        return List.of(
                Scheme.builder().build(),
                Scheme.builder().granularity(1).frequencies(true).bits(64).build(),
                Scheme.builder()
                        .granularity(2)
                        .selection("min-s", Map.of("s", "9"))
                        .build(),
                Scheme.builder()
                        .granularity(1)
                        .selection("mod-by-size", Map.of())
                        .bits(33)
                        .build());
    }

    static List<WholeIndex> make(Path directory) throws IOException {
        List<WholeIndex> made = new ArrayList<>();
        for (Scheme scheme : schemes()) {
            Path index = directory.resolve("index-" + made.size());
            if (!Files.exists(index)) {
                make(index, scheme, made.size() % 2 == 0, made.size() < 3);
            }
            try (Stream<Path> tree = Files.walk(index)) {
                List<Path> files = tree.filter(f -> Files.isRegularFile(f) && !f.endsWith("LOCK"))
                        .map(index::relativize)
                        .sorted()
                        .toList();
                made.add(new WholeIndex(index, files, ask(index)));
            }
        }
        return made;
    }

    private static void make(Path index, Scheme scheme, boolean storeText, boolean storeFingerprints)
            throws IOException {
        try (IndexBuilder builder = IndexBuilder.create(
                index,
                scheme,
                BuildOptions.DEFAULT.threads(1).storeText(storeText).storeFingerprints(storeFingerprints))) {
            for (int d = 0; d < DOCUMENTS; d++) {
                builder.add("document " + d, text(d));
            }
            builder.finish();
        }
        // The first writer seals its changes. The changes of the second one stay in the log.
        try (IndexWriter writer = IndexWriter.open(index, WriterOptions.DEFAULT.liveMap(LiveMap.NONE))) {
            writer.delete("document 3");
            writer.delete("document 17");
            writer.add("sealed", text(2));
            writer.commit();
            writer.seal();
        }
        try (IndexWriter writer = IndexWriter.open(index, WriterOptions.DEFAULT.liveMap(LiveMap.NONE))) {
            writer.add("logged", text(1));
            writer.add("document 4", text(5));
            writer.commit();
            writer.delete("document 5");
            writer.commit();
        }
    }

    /** Returns a text that shares half of its words with the text of the next number. */
    private static byte[] text(int document) {
        StringBuilder text = new StringBuilder();
        for (int part = document; part < document + 2; part++) {
            Random random = new Random(part);
            for (int word = 0; word < 30; word++) {
                text.append(Integer.toString(random.nextInt(word % 3 == 0 ? 9 : 5_000), 36))
                        .append(' ');
            }
        }
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }

    byte[] bytes(Path file) {
        try {
            return Files.readAllBytes(directory.resolve(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Copies the index, with other bytes in one file. */
    void copy(Path to, Path other, byte[] bytes) throws IOException {
        for (Path file : files) {
            Files.createDirectories(to.resolve(file).getParent());
            Files.write(to.resolve(file), file.equals(other) ? bytes : bytes(file));
        }
    }

    /** Runs queries of all kinds, and returns the answers as text. */
    static String ask(Path index) throws IOException {
        StringBuilder answers = new StringBuilder();
        try (Snapshot snapshot = Snapshot.open(index)) {
            boolean minS = snapshot.scheme().selection().name().equals("min-s");
            for (Measure measure : Measure.values()) {
                if (fits(measure, snapshot.scheme(), minS)) {
                    answers.append(snapshot.query(text(1), QueryOptions.DEFAULT.measure(measure)))
                            .append('\n');
                }
            }
            answers.append(snapshot.ids().toList()).append('\n');
            List<String> ids =
                    IntStream.range(0, DOCUMENTS).mapToObj(d -> "document " + d).toList();
            answers.append(snapshot.documents(ids)).append('\n');
            for (String id : snapshot.storesTexts() ? ids : List.<String>of()) {
                answers.append(snapshot.text(id).map(Arrays::hashCode)).append('\n');
            }
            if (snapshot.storesTexts()) {
                answers.append(snapshot.text("logged").map(Arrays::hashCode)).append('\n');
            }
            QueryOptions resemblance = QueryOptions.DEFAULT.measure(Measure.RESEMBLANCE);
            for (String id : snapshot.storesFingerprints() ? List.of("document 1", "logged") : List.<String>of()) {
                // A repair may have removed the document.
                if (snapshot.document(id).isPresent()) {
                    answers.append(snapshot.like(id, resemblance)).append('\n');
                }
            }
            answers.append(snapshot.pairs(PairsOptions.DEFAULT
                            .measure(minS ? Measure.RESEMBLANCE : Measure.CONTAINED)
                            .minScore(0.1)
                            .top(1_000)
                            .threads(1)
                            .expanded(true))
                    .toList());
            answers.append(snapshot.stats().documents())
                    .append(' ')
                    .append(snapshot.stats().postings());
        }
        return answers.toString();
    }

    private static boolean fits(Measure measure, Scheme scheme, boolean minS) {
        try {
            measure.check(scheme);
            return !minS || measure == Measure.SHARED || measure == Measure.RESEMBLANCE;
        } catch (io.whorl.WhorlException not) {
            return false;
        }
    }
}
