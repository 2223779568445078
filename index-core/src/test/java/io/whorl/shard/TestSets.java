package io.whorl.shard;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.whorl.RandomCorpus;
import io.whorl.bulk.BuildOptions;
import io.whorl.bulk.IndexBuilder;
import io.whorl.bulk.TestFiles;
import io.whorl.scheme.Scheme;
import io.whorl.store.IndexFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeSet;

/** Segment sets of small random documents, built one shard after another. */
public final class TestSets {
    /** One thread and little memory. */
    public static final BuildOptions OPTIONS = BuildOptions.DEFAULT.threads(1).memory(16 << 20);

    /** Stores texts and fingerprints. */
    public static final BuildOptions STORING = OPTIONS.storeText(true).storeFingerprints(true);

    private TestSets() {}

    /** A document of a shard. */
    public record Doc(String id, byte[] text, Optional<Instant> date) {}

    /**
     * Documents for each of some shards.
     *
     * @param dates whether some documents have dates
     * @param repeated how many documents of other shards each shard but the first has again, with other texts
     */
    public static List<List<Doc>> documents(long seed, int shards, int each, boolean dates, int repeated) {
        Random random = new Random(seed);
        List<List<Doc>> all = new ArrayList<>();
        Map<String, byte[]> corpus = RandomCorpus.of(seed, shards * each, 120);
        List<String> ids = new ArrayList<>(corpus.keySet());
        for (int s = 0; s < shards; s++) {
            Map<String, Doc> docs = new LinkedHashMap<>();
            for (int i = 0; i < each; i++) {
                String id = ids.get(s * each + i);
                docs.put(id, new Doc(id, corpus.get(id), date(random, dates)));
            }
            for (int i = 0; i < repeated && s > 0; i++) {
                String id = ids.get(random.nextInt(s * each));
                docs.put(id, new Doc(id, corpus.get(ids.get(random.nextInt(ids.size()))), date(random, dates)));
            }
            all.add(new ArrayList<>(docs.values()));
        }
        return all;
    }

    private static Optional<Instant> date(Random random, boolean dates) {
        return dates && random.nextInt(4) > 0
                ? Optional.of(Instant.ofEpochSecond(random.nextInt(2_000_000_000)))
                : Optional.empty();
    }

    /** Builds an index of documents, each id once: the first one. */
    public static void index(Path index, Scheme scheme, BuildOptions options, List<Doc> documents) throws IOException {
        try (IndexBuilder builder = IndexBuilder.create(index, scheme, options)) {
            for (Doc d : documents) {
                builder.add(d.id(), d.text(), d.date());
            }
            builder.finish();
        }
    }

    /** Builds the shards and commits the set. */
    public static SegmentSet build(Path set, Scheme scheme, BuildOptions options, List<List<Doc>> shards)
            throws IOException {
        Files.createDirectories(set);
        List<Shard> built = new ArrayList<>();
        for (List<Doc> documents : shards) {
            Path shard = set.resolve(Shard.newName());
            index(shard, scheme, options, documents);
            built.add(Shard.fromJson(Shard.describe(shard, options).toJson()));
        }
        SegmentSet all = SegmentSet.of(built);
        all.commit(set);
        return all;
    }

    /** All documents of the shards, in order. */
    public static List<Doc> all(List<List<Doc>> shards) {
        return shards.stream().flatMap(List::stream).toList();
    }

    /** The bytes of the only segment of an index. */
    public static byte[] segment(Path index) throws IOException {
        var segments = IndexFiles.readManifest(index).segments();
        assertEquals(1, segments.size());
        assertEquals(Optional.empty(), segments.get(0).deaths());
        return Files.readAllBytes(index.resolve(segments.get(0).name()));
    }

    /** The names of the segments in the directory of an index. */
    public static TreeSet<String> segmentFiles(Path index) throws IOException {
        TreeSet<String> names = TestFiles.names(index);
        names.removeIf(name -> !name.endsWith(".whs"));
        return names;
    }

    /** Changes one byte of a file. */
    public static void flip(Path file, long at) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        bytes[(int) at] ^= 0x10;
        Files.write(file, bytes);
    }

    /** The file of a shard that is its segment. */
    public static Path segmentOf(Path set, Shard shard) {
        String name = shard.files().stream()
                .filter(Shard.File::isSegment)
                .findAny()
                .orElseThrow()
                .name();
        return set.resolve(shard.name()).resolve(name);
    }
}
