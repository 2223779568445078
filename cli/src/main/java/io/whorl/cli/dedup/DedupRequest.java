package io.whorl.cli.dedup;

import io.whorl.cli.option.DatingOptions;
import io.whorl.cli.option.ReadingOptions;
import io.whorl.cli.option.SurvivingOptions.KeepRule;
import io.whorl.cluster.SurvivorOptions;
import io.whorl.corpus.ReaderOptions;
import io.whorl.rebuild.RebuildOptions;
import io.whorl.series.Templates;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;

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
 * @param templates the templates of series of ids that are left out of the documents
 * @param seriesIds the ids that the series name one by one
 * @param target where they are written; empty if they are not
 * @param dropUnread whether what cannot be read is not written
 */
public record DedupRequest(
        List<Path> sources,
        ReaderOptions reader,
        ReadingOptions reading,
        KeepRule rule,
        DatingOptions dating,
        RebuildOptions rebuild,
        SurvivorOptions survivors,
        Optional<Templates> templates,
        Set<String> seriesIds,
        Optional<Target> target,
        boolean dropUnread) {
    public DedupRequest {
        sources = List.copyOf(sources);
        seriesIds = Set.copyOf(seriesIds);
    }
}
