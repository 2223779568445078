package io.whorl.query;

import io.whorl.WhorlException;
import io.whorl.cluster.ClusterLines;
import io.whorl.cluster.ClusterOptions;
import io.whorl.cluster.FoundPairs;
import io.whorl.measure.Measure;
import io.whorl.testing.ForgedFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Copies of a small index, each with different damage, and their answers. */
final class DamagedIndex {
    static final String SEGMENT = "segment-000001.whs";
    static final int HEADER = ForgedFiles.SEGMENT_HEADER;

    final byte[] manifest;
    final byte[] segment;
    private final Path directory;
    private final Map<String, byte[]> corpus;
    private final Measure measure;
    private int copies;

    /** All answers of an index that a test compares. */
    record Answers(
            List<Object> stats,
            List<Matches> matches,
            FoundPairs pairs,
            List<Optional<Snapshot.Document>> documents,
            List<Optional<String>> texts,
            List<String> clusters) {}

    DamagedIndex(Path index, Path directory, Map<String, byte[]> corpus, Measure measure) throws IOException {
        manifest = Files.readAllBytes(index.resolve("MANIFEST"));
        segment = Files.readAllBytes(index.resolve(SEGMENT));
        this.directory = directory;
        this.corpus = corpus;
        this.measure = measure;
    }

    /** A new copy with these files. Files are never changed in place, because they may still be mapped. */
    Path copy(byte[] manifestBytes, byte[] segmentBytes) throws IOException {
        Path index = Files.createDirectory(directory.resolve("copy" + copies++));
        Files.write(index.resolve("MANIFEST"), manifestBytes);
        Files.write(index.resolve(SEGMENT), segmentBytes);
        return index;
    }

    /** The answers of an index; empty if a call throws a typed error. */
    Optional<Answers> ask(Path index) throws IOException {
        try {
            Snapshot snapshot = Snapshot.open(index);
            QueryOptions options = QueryOptions.DEFAULT.measure(measure).top(1_000);
            List<Matches> matches = new ArrayList<>();
            List<Optional<Snapshot.Document>> documents = new ArrayList<>();
            List<Optional<String>> texts = new ArrayList<>();
            texts.add(Optional.of(snapshot.ids().toList().toString()));
            for (Map.Entry<String, byte[]> d : corpus.entrySet()) {
                if (matches.size() < 7) {
                    matches.add(snapshot.query(d.getValue(), options));
                }
                documents.add(snapshot.document(d.getKey()));
                documents.add(snapshot.document(d.getKey() + "!"));
                if (snapshot.storesTexts()) {
                    texts.add(snapshot.text(d.getKey()).map(utf8 -> new String(utf8, StandardCharsets.UTF_8)));
                }
                if (snapshot.storesFingerprints() && texts.size() < 7) {
                    matches.add(snapshot.like(d.getKey(), true, options));
                }
            }
            // Weighted measures read more: all frequencies, and the lengths and weights of the documents.
            for (Measure weighted : SlowRanking.measures(snapshot.scheme())) {
                matches.add(snapshot.query(corpus.values().iterator().next(), options.measure(weighted)));
            }
            IndexStats s = snapshot.stats();
            return Optional.of(new Answers(
                    List.of(s.documents(), s.words(), s.minutiae(), s.singletons(), s.postings(), s.scheme()),
                    matches,
                    FoundPairs.of(snapshot, TestOptions.pairs(measure, 0, 100_000, 1_000, 1)),
                    documents,
                    texts,
                    ClusterLines.of(snapshot.clusters(
                            ClusterOptions.DEFAULT.measure(measure).minScore(0.5)))));
        } catch (WhorlException typed) {
            return Optional.empty();
        }
    }

    /** True if a check finds no problem. */
    static boolean clean(Path index) throws IOException {
        try {
            return IndexCheck.check(index).problems().isEmpty();
        } catch (WhorlException typed) {
            return false;
        }
    }

    static void delete(Path index) throws IOException {
        Files.delete(index.resolve("MANIFEST"));
        Files.delete(index.resolve(SEGMENT));
        Files.delete(index);
    }

    static byte[] flipped(byte[] bytes, int bit) {
        byte[] copy = bytes.clone();
        copy[bit / 8] ^= (byte) (1 << bit % 8);
        return copy;
    }

    /** Corrects the checksum of the header. */
    static byte[] headerSealed(byte[] bytes) {
        return ForgedFiles.ending(bytes, HEADER - 4);
    }

    /** A MANIFEST with a valid checksum. */
    static byte[] manifest(String json) {
        byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
        return String.format(Locale.ROOT, "%s\n%08x\n", json, ForgedFiles.crc(bytes, 0, bytes.length))
                .getBytes(StandardCharsets.UTF_8);
    }

    /** The line of JSON of MANIFEST. */
    String json() {
        String text = new String(manifest, StandardCharsets.UTF_8);
        return text.substring(0, text.indexOf('\n'));
    }
}
