package io.whorl.write;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.bulk.BuildOptions;
import io.whorl.bulk.IndexBuilder;
import io.whorl.log.LogFiles;
import io.whorl.query.IndexCheck;
import io.whorl.query.Snapshot;
import io.whorl.scheme.Scheme;
import io.whorl.store.IndexFiles;
import io.whorl.store.SegmentFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** An index and a map of documents that it must equal. Each step changes both and compares them. */
final class ModelledIndex implements AutoCloseable {
    private static final int MOST_HELD = 6;

    /** A snapshot, and the commit that it must always show. */
    private record Held(Snapshot snapshot, ModelCommit commit) {}

    private final Path folder = Files.createTempDirectory("whorl-model");
    private final Path index = folder.resolve("index");
    private final Scheme scheme;
    private final boolean storesTexts;
    private final boolean storesFingerprints;
    private final List<byte[]> texts;
    private final List<String> ids;
    private final List<Held> held = new ArrayList<>();
    private final Map<String, byte[]> pending = new HashMap<>();
    private ModelCommit commit;
    private IndexWriter writer;
    private boolean changed;
    private long sequence;

    ModelledIndex(Scheme scheme, long seed, WriterOptions options) throws IOException {
        this.scheme = scheme;
        storesTexts = options.storeText();
        storesFingerprints = options.storeFingerprints();
        Map<String, byte[]> corpus = ModelCommit.corpus(seed);
        texts = List.copyOf(corpus.values());
        ids = List.copyOf(ModelCommit.ids(corpus));
        commit = new ModelCommit(scheme, storesTexts, storesFingerprints, Map.of());
        writer = IndexWriter.create(index, scheme, options);
    }

    private String id(int number) {
        return ids.get(number % ids.size());
    }

    private byte[] text(int number) {
        return texts.get(number % texts.size());
    }

    void add(int id, int text) throws IOException {
        writer.add(id(id), text(text));
        put(id, text);
    }

    private boolean put(int id, int text) {
        changed = true;
        return pending.put(id(id), text(text)) != null;
    }

    void addAll(List<Integer> numbers) throws IOException {
        assertEquals(
                numbers.size(),
                writer.addAll(numbers.stream()
                        .map(n -> new NewDocument(id(n), text(n * 7)))
                        .toList()));
        numbers.forEach(n -> put(n, n * 7));
    }

    void update(int id, int text) throws IOException {
        assertEquals(writer.update(id(id), text(text)), put(id, text));
    }

    void delete(int id) throws IOException {
        changed = true;
        assertEquals(pending.remove(id(id)) != null, writer.delete(id(id)));
    }

    void commit() throws IOException {
        sequence += changed ? 1 : 0;
        assertEquals(sequence, writer.commit());
        commit = changed ? new ModelCommit(scheme, storesTexts, storesFingerprints, pending) : commit;
        changed = false;
    }

    void seal() throws IOException {
        writer.seal();
    }

    void forceMerge() throws IOException {
        writer.forceMerge();
    }

    void reopen(WriterOptions options) throws IOException {
        writer.close();
        pending.clear();
        pending.putAll(commit.documents);
        changed = false;
        // The index decides, not the options of a later writer.
        writer = IndexWriter.open(
                index,
                options.toBuilder().storeText(false).storeFingerprints(false).build());
    }

    void hold(boolean elsewhere) throws IOException {
        hold(elsewhere ? Snapshot.open(index) : writer.snapshot());
    }

    private void hold(Snapshot snapshot) {
        held.add(new Held(snapshot, commit));
        if (held.size() > MOST_HELD) {
            letGo(0, true);
        }
    }

    void refresh(int which) throws IOException {
        if (!held.isEmpty()) {
            hold(held.get(which % held.size()).snapshot.refresh());
        }
    }

    void letGo(int which, boolean close) {
        if (!held.isEmpty()) {
            Snapshot gone = held.remove(which % held.size()).snapshot;
            // A refresh without changes returns the same snapshot.
            if (close && held.stream().noneMatch(h -> h.snapshot == gone)) {
                gone.close();
            }
        }
    }

    /** After every step: each held snapshot answers as before. */
    void check() {
        Snapshot now = writer.snapshot();
        commit.checkShortly(now, Set.copyOf(ids));
        now.close();
        held.forEach(h -> h.commit.checkShortly(h.snapshot, Set.copyOf(ids)));
    }

    /** At the end: checks everything. */
    void checkWhole() throws IOException {
        hold(false);
        hold(true);
        for (Held h : held) {
            h.commit.check(h.snapshot, Set.copyOf(ids), text(sequenceNumber()));
        }
        assertEquals(List.of(), IndexCheck.check(index).problems());
        writer.forceMerge();
        List<SegmentFile> segments = IndexFiles.readManifest(index).segments();
        assertEquals(commit.documents.isEmpty() ? 0 : 1, segments.size());
        if (!segments.isEmpty()) {
            assertArrayEquals(
                    bulk(), Files.readAllBytes(index.resolve(segments.get(0).name())));
        }
        for (Held h : held) {
            h.commit.check(h.snapshot, Set.copyOf(ids), text(sequenceNumber()));
        }
        writer.close();
        assertEquals(List.of(), IndexCheck.check(index).problems());
        commit.check(Snapshot.open(index), Set.copyOf(ids), text(sequenceNumber()));
        assertTrue(LogFiles.numbers(IndexFiles.live(index)).size() <= 1);
    }

    private int sequenceNumber() {
        return (int) sequence;
    }

    private byte[] bulk() throws IOException {
        Path built = folder.resolve("bulk");
        try (IndexBuilder builder = IndexBuilder.create(
                built,
                scheme,
                BuildOptions.builder()
                        .memory(16 << 20)
                        .threads(1)
                        .storeText(storesTexts)
                        .storeFingerprints(storesFingerprints)
                        .build())) {
            for (Map.Entry<String, byte[]> d : new LinkedHashMap<>(commit.documents).entrySet()) {
                builder.add(d.getKey(), d.getValue());
            }
            builder.finish();
        }
        return Files.readAllBytes(
                built.resolve(IndexFiles.readManifest(built).segments().get(0).name()));
    }

    @Override
    public void close() throws IOException {
        held.forEach(h -> h.snapshot.close());
        writer.close();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
