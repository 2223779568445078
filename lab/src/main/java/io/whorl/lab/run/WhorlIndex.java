package io.whorl.lab.run;

import io.whorl.bulk.BuildOptions;
import io.whorl.bulk.BuildReport;
import io.whorl.bulk.IndexBuilder;
import io.whorl.lab.collection.Texts;
import io.whorl.lab.files.Folders;
import io.whorl.lab.index.LabIndex;
import io.whorl.lab.index.Searcher;
import io.whorl.lab.index.WhorlSearcher;
import io.whorl.lab.model.Configuration;
import io.whorl.lab.model.IndexSize;
import io.whorl.lab.rarity.RarestInCollection;
import io.whorl.query.Snapshot;
import io.whorl.scheme.Scheme;
import java.io.IOException;
import java.nio.file.Path;

/** A Whorl index of the whole collection. */
final class WhorlIndex implements LabIndex {
    /** The amount of text to index before the timed build, so that the code is compiled. */
    private static final long WARM_UP = 8 << 20;

    private final Path at;
    private final BuildReport report;
    private final double seconds;
    private final Snapshot index;

    private WhorlIndex(Path at, BuildReport report, double seconds) throws IOException {
        this.at = at;
        this.report = report;
        this.seconds = seconds;
        index = Snapshot.open(at);
    }

    /** @param at a path that does not exist */
    static WhorlIndex build(Texts texts, Scheme scheme, int threads, Path at) throws IOException {
        RarestInCollection.learn(texts, scheme);
        build(texts, WARM_UP, scheme, threads, at);
        Folders.delete(at);
        long start = System.nanoTime();
        BuildReport report = build(texts, Long.MAX_VALUE, scheme, threads, at);
        return new WhorlIndex(at, report, (System.nanoTime() - start) / 1e9);
    }

    private static BuildReport build(Texts texts, long most, Scheme scheme, int threads, Path at) throws IOException {
        try (IndexBuilder builder = IndexBuilder.create(
                at, scheme, BuildOptions.builder().threads(threads).build())) {
            long[] left = {most};
            texts.forEach((id, utf8) -> {
                if (left[0] > 0) {
                    left[0] -= utf8.length;
                    builder.add(id, utf8);
                }
            });
            return builder.finish();
        }
    }

    @Override
    public Searcher searcher(Configuration configuration) {
        WhorlSearcher searcher = new WhorlSearcher(configuration);
        return (utf8, top) -> searcher.search(index, utf8, top);
    }

    @Override
    public double seconds() {
        return seconds;
    }

    @Override
    public IndexSize size() {
        return new IndexSize(
                report.documents(),
                report.textBytes(),
                report.words(),
                report.minutiae(),
                report.singletons(),
                report.postings(),
                report.bytes());
    }

    @Override
    public void close() {
        index.close();
        Folders.delete(at);
    }
}
