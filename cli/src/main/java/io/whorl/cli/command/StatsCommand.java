package io.whorl.cli.command;

import io.whorl.cli.output.Figures;
import io.whorl.query.IndexStats;
import io.whorl.query.Snapshot;
import java.io.IOException;
import picocli.CommandLine.Command;

/** Shows the figures of an index. */
@Command(name = "stats")
final class StatsCommand extends IndexCommand {
    @Override
    public Integer call() throws IOException {
        IndexStats stats;
        boolean hasDates;
        boolean storesTexts;
        boolean storesFingerprints;
        try (Snapshot snapshot = openAny(index, 1)) {
            stats = snapshot.stats();
            hasDates = snapshot.hasDates();
            storesTexts = snapshot.storesTexts();
            storesFingerprints = snapshot.storesFingerprints();
        }
        Figures figures = new Figures()
                .count("documents", stats.documents())
                .count("words", stats.words())
                .count("minutiae", stats.minutiae())
                .count("singletons", stats.singletons())
                .count("postings", stats.postings())
                .count("bytes", stats.bytes())
                .hundredth("bytesPerPosting", stats.bytesPerPosting())
                .count("segments", stats.segments())
                .flag("dates", hasDates)
                .flag("storedTexts", storesTexts)
                .flag("storedFingerprints", storesFingerprints);
        if (storesTexts) {
            figures.count("storedTextBytes", stats.storedTextBytes());
        }
        if (storesFingerprints) {
            figures.count("storedFingerprintBytes", stats.storedFingerprintBytes());
        }
        figures.json("scheme", stats.scheme().toJson());
        print(figures);
        return DONE;
    }
}
