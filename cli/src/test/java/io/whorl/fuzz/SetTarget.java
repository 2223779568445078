package io.whorl.fuzz;

import io.whorl.RefusedException;
import io.whorl.bulk.BuildOptions;
import io.whorl.bulk.IndexBuilder;
import io.whorl.shard.SegmentSet;
import io.whorl.shard.Shard;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** The file that names the shards of a segment set. */
record SetTarget(List<byte[]> seeds) implements FuzzTarget {
    private static final int SHARDS = 3;

    static SetTarget make(Path directory) throws IOException {
        List<byte[]> seeds = new ArrayList<>();
        for (var scheme : WholeIndex.schemes()) {
            Path set = Files.createTempDirectory(directory, "set");
            List<Shard> shards = new ArrayList<>();
            for (int s = 0; s < SHARDS; s++) {
                Path shard = set.resolve(Shard.newName());
                BuildOptions options = BuildOptions.DEFAULT.threads(1);
                try (IndexBuilder builder = IndexBuilder.create(shard, scheme, options)) {
                    builder.add("document " + s, "some words of document number " + s);
                    builder.finish();
                }
                shards.add(Shard.describe(shard, options));
            }
            seeds.add(SegmentSet.of(shards).toJson());
        }
        return new SetTarget(List.copyOf(seeds));
    }

    @Override
    public String name() {
        return "set";
    }

    @Override
    public void read(int seed, byte[] changed, Random random, Path directory) {
        byte[] bytes = random.nextBoolean() ? Checksums.corrected(SegmentSet.FILE, changed) : changed;
        try {
            SegmentSet set = SegmentSet.fromJson(bytes, "the set");
            if (!SegmentSet.fromJson(set.toJson(), "the set").equals(set)) {
                throw new AssertionError("it is read otherwise than it is written: " + set);
            }
        } catch (RefusedException typed) {
            if (!typed.getMessage().contains("the set")) {
                throw new AssertionError("an error that does not name its file: " + typed, typed);
            }
        }
    }
}
