package io.whorl.cli.dedup;

import io.whorl.cli.option.DatingOptions;
import io.whorl.cli.option.KeepRule;
import io.whorl.cli.option.ReadingOptions;
import io.whorl.cluster.SurvivorOptions;
import io.whorl.corpus.ReaderOptions;
import io.whorl.rebuild.RebuildOptions;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * What a run does.
 *
 * @param sources files and directories, or standard input
 * @param reader how they are read
 * @param reading what to do with documents that cannot be read
 * @param rule which of similar documents is kept
 * @param dating where dates come from
 * @param rebuild how the temporary index is built, with its scheme
 * @param survivors how the survivors are chosen
 * @param target where they are written; empty if they are not
 */
public record DedupRequest(
        List<Path> sources,
        ReaderOptions reader,
        ReadingOptions reading,
        KeepRule rule,
        DatingOptions dating,
        RebuildOptions rebuild,
        SurvivorOptions survivors,
        Optional<Target> target) {
    public DedupRequest {
        sources = List.copyOf(sources);
    }
}
