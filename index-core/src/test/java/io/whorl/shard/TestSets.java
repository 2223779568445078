package io.whorl.shard;

import io.whorl.RandomCorpus;
import io.whorl.bulk.BuildOptions;
import io.whorl.bulk.TestFiles;
import io.whorl.scheme.Scheme;
import io.whorl.write.NewDocument;
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

    /**
     * Documents for each of some shards.
     *
     * @param dates whether some documents have dates
     * @param repeated how many documents of other shards each shard but the first has again, with other texts
     */
    public static List<List<NewDocument>> documents(long seed, int shards, int each, boolean dates, int repeated) {
        Random random = new Random(seed);
        List<List<NewDocument>> all = new ArrayList<>();
        Map<String, byte[]> corpus = RandomCorpus.of(seed, shards * each, 120);
        List<String> ids = new ArrayList<>(corpus.keySet());
        for (int s = 0; s < shards; s++) {
            Map<String, NewDocument> docs = new LinkedHashMap<>();
            for (int i = 0; i < each; i++) {
                String id = ids.get(s * each + i);
                docs.put(id, new NewDocument(id, corpus.get(id), date(random, dates)));
            }
            for (int i = 0; i < repeated && s > 0; i++) {
                String id = ids.get(random.nextInt(s * each));
                docs.put(id, new NewDocument(id, corpus.get(ids.get(random.nextInt(ids.size()))), date(random, dates)));
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

    /** Builds the shards and commits the set. */
    public static SegmentSet build(Path set, Scheme scheme, BuildOptions options, List<List<NewDocument>> shards)
            throws IOException {
        Files.createDirectories(set);
        List<Shard> built = new ArrayList<>();
        for (List<NewDocument> documents : shards) {
            Path shard = set.resolve(Shard.newName());
            RandomCorpus.index(shard, scheme, documents, options);
            built.add(Shard.fromJson(Shard.describe(shard, options).toJson()));
        }
        SegmentSet all = new SegmentSet(built);
        all.commit(set);
        return all;
    }

    /** All documents of the shards, in order. */
    public static List<NewDocument> all(List<List<NewDocument>> shards) {
        return shards.stream().flatMap(List::stream).toList();
    }

    /** The names of the segments in the directory of an index. */
    public static TreeSet<String> segmentFiles(Path index) throws IOException {
        TreeSet<String> names = TestFiles.names(index);
        names.removeIf(name -> !name.endsWith(".whs"));
        return names;
    }

    /** Changes one byte of a file. */
    public static void flip(Path file, long at) throws IOException {
        Files.write(file, TestFiles.flipped(Files.readAllBytes(file), (int) at * 8 + 4));
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
