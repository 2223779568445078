package io.whorl.lab.grid;

import io.whorl.bulk.BuildOptions;
import io.whorl.bulk.IndexBuilder;
import io.whorl.lab.files.Folders;
import io.whorl.lab.index.LabIndex;
import io.whorl.lab.index.WhorlSearcher;
import io.whorl.lab.model.Configuration;
import io.whorl.lab.rival.RivalIndexes;
import io.whorl.query.Snapshot;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Tries a configuration on a few words, so that the library rejects an invalid one before hours of work. */
final class DryRun {
    private static final byte[] WORDS =
            "one two three four five six seven eight nine ten eleven twelve. And so on, and so on."
                    .getBytes(StandardCharsets.UTF_8);

    private DryRun() {}

    /** Exceptions of the library are thrown unchanged. */
    static void of(Configuration configuration) throws IOException {
        Path scratch = Files.createTempDirectory("whorl-lab");
        try {
            Path at = scratch.resolve("index");
            if (configuration.rival().isPresent()) {
                rival(configuration, at);
                return;
            }
            BuildOptions small =
                    BuildOptions.builder().threads(1).memory(16L << 20).build();
            try (IndexBuilder builder =
                    IndexBuilder.create(at, configuration.scheme().orElseThrow(), small)) {
                builder.add("words", WORDS);
                builder.finish();
            }
            try (Snapshot index = Snapshot.open(at)) {
                new WhorlSearcher(configuration).search(index, WORDS, 1);
            }
        } finally {
            Folders.delete(scratch);
        }
    }

    private static void rival(Configuration configuration, Path at) throws IOException {
        try (LabIndex index = RivalIndexes.build(configuration, taker -> taker.take("words", WORDS), 1, at)) {
            index.searcher(configuration).search(WORDS, 1);
        }
    }
}
