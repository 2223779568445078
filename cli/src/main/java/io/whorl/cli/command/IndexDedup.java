package io.whorl.cli.command;

import io.whorl.cli.console.Console;
import io.whorl.cli.console.Progress;
import io.whorl.cli.console.ResultFile;
import io.whorl.cli.dedup.DedupSummary;
import io.whorl.cli.dedup.DropRecords;
import io.whorl.cli.dedup.LeftOut;
import io.whorl.cli.report.IgnoredMinutiae;
import io.whorl.cli.report.LeftOutMinutiae;
import io.whorl.cluster.Dropped;
import io.whorl.cluster.SurvivorOptions;
import io.whorl.cluster.Survivors;
import io.whorl.query.Snapshot;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;

/** Finds the superfluous documents of an index. */
final class IndexDedup {
    private static final int BEGINNING = 120;

    private final Path index;
    private final SurvivorOptions options;
    private final LeftOutMinutiae leftOut;
    private final Console console;

    IndexDedup(Path index, SurvivorOptions options, LeftOutMinutiae leftOut, Console console) {
        this.index = index;
        this.options = options;
        this.leftOut = leftOut;
        this.console = console;
    }

    void run(Optional<ResultFile> file) throws IOException {
        try (Snapshot snapshot = Snapshot.open(index);
                Survivors survivors = find(snapshot)) {
            leftOut.check(snapshot);
            DedupSummary summary = new DedupSummary();
            try (DropRecords records = new DropRecords(console, options.measure())) {
                while (isWanted(file) && survivors.hasNext()) {
                    Dropped d = survivors.next();
                    records.add(d.drop(), d.keep(), d.cluster(), d.score());
                    summary.add(d.cluster(), shown(snapshot, d.drop()), shown(snapshot, d.keep()), d.score());
                }
            }
            Survivors.Figures figures = survivors.figures();
            IgnoredMinutiae.report(
                    figures.ignored().minutiae(),
                    figures.ignored().postings(),
                    figures.ignored().lists(),
                    options.maxDf(),
                    console);
            LeftOut.report(survivors, options, leftOut);
            summary.print(figures, figures.documents(), console, file);
            if (!console.isClosed()) {
                survivors.removeWork();
            }
        }
    }

    /** Whether more dropped documents are printed, or used in the summary. */
    private boolean isWanted(Optional<ResultFile> summary) {
        return !console.isClosed() || summary.isPresent();
    }

    private Survivors find(Snapshot snapshot) {
        try (Progress progress = console.progressOfDocuments("dedup", snapshot.documents())) {
            return snapshot.survivors(options, sink -> {}, (done, total) -> progress.at(done));
        }
    }

    private static DedupSummary.Shown shown(Snapshot snapshot, String id) {
        return new DedupSummary.Shown(id, () -> snapshot.text(id)
                .map(text -> new String(Arrays.copyOf(text, Math.min(BEGINNING, text.length)), StandardCharsets.UTF_8))
                .orElse(""));
    }
}
