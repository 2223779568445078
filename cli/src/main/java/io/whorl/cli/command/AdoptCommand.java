package io.whorl.cli.command;

import io.whorl.bulk.RepeatedIds;
import io.whorl.cli.console.InterruptOnExit;
import io.whorl.cli.option.Choice.Choices;
import io.whorl.cli.output.Amount;
import io.whorl.cli.output.Figures;
import io.whorl.query.Snapshot;
import io.whorl.store.IndexFiles;
import io.whorl.write.AdoptOptions;
import io.whorl.write.AdoptReport;
import io.whorl.write.IndexWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Makes the shards of a segment set segments of an index, in one commit. */
@Command(name = "adopt")
final class AdoptCommand extends IndexCommand {
    private static final double NANOS_PER_SECOND = 1e9;

    @Parameters(index = "1", paramLabel = "SEGMENT-SET")
    private Path set;

    @Option(names = "--repeated-ids", paramLabel = "RULE", completionCandidates = Choices.RepeatedIdRules.class)
    private RepeatedIds repeatedIds = RepeatedIds.LAST;

    @Option(names = "--link")
    private boolean link;

    @Option(names = "--merge")
    private boolean merge;

    @Override
    @SuppressWarnings("try")
    public Integer call() throws IOException {
        AdoptOptions options = AdoptOptions.DEFAULT.repeatedIds(repeatedIds).link(link);
        long started = System.nanoTime();
        boolean exists = IndexFiles.exists(index);
        AfterCommit after = new AfterCommit(console(), index);
        try (InterruptOnExit interruption = new InterruptOnExit()) {
            AdoptReport report;
            if (exists) {
                try (IndexWriter writer = writer(index)) {
                    report = writer.adopt(set, options);
                    after.close(writer);
                }
            } else {
                report = IndexWriter.createFrom(index, set, options);
            }
            if (merge) {
                after.run("merging its segments failed", this::merge);
            }
            print(report, (System.nanoTime() - started) / NANOS_PER_SECOND);
        }
        return DONE;
    }

    private void merge() throws IOException {
        try (IndexWriter writer = writer(index)) {
            writer.forceMerge();
        }
    }

    private void print(AdoptReport report, double seconds) throws IOException {
        long documents;
        try (Snapshot snapshot = Snapshot.open(index)) {
            documents = snapshot.documents();
        }
        note(String.format(
                Locale.ROOT,
                "adopted %s in %s by %s in %.1f s; the index has %s now",
                Amount.of(report.documents(), "document"),
                Amount.of(report.segments(), "segment"),
                index,
                seconds,
                Amount.of(documents, "document")));
        print(new Figures()
                .count("adopted", report.documents())
                .count("replaced", report.replaced())
                .count("repeated", report.repeated())
                .count("segments", report.segments())
                .count("bytes", report.bytes())
                .count("documents", documents));
    }
}
