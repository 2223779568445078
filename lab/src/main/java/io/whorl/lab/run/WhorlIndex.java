package io.whorl.lab.run;

import io.whorl.bulk.BuildOptions;
import io.whorl.bulk.BuildReport;
import io.whorl.bulk.IndexBuilder;
import io.whorl.lab.collection.Documents;
import io.whorl.lab.files.Folders;
import io.whorl.lab.files.LabException;
import io.whorl.lab.run.Outcome.IndexSize;
import io.whorl.measure.Measure;
import io.whorl.query.QueryOptions;
import io.whorl.query.Snapshot;
import io.whorl.scheme.Scheme;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

public final class WhorlIndex implements LabIndex {
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

    static WhorlIndex of(Scheme scheme, Documents documents, BuildOptions options, Path at) throws IOException {
        RarestInCollection.learn(documents, scheme);
        long start = System.nanoTime();
        BuildReport report = build(scheme, documents, options, at);
        return new WhorlIndex(at, report, (System.nanoTime() - start) / 1e9);
    }

    /**
     * Builds an index.
     *
     * @param at a path that does not exist
     */
    public static BuildReport build(Scheme scheme, Documents documents, int threads, Path at) throws IOException {
        return build(scheme, documents, BuildOptions.DEFAULT.threads(threads), at);
    }

    private static BuildReport build(Scheme scheme, Documents documents, BuildOptions options, Path at)
            throws IOException {
        try (IndexBuilder builder = IndexBuilder.create(at, scheme, options)) {
            documents.forEach(builder::add);
            return builder.finish();
        }
    }

    @Override
    public Searcher searcher(Configuration configuration) {
        // Exact weights follow the papers' formulas to the letter. Stored weights approximate them (ArrivalDevTest).
        QueryOptions options = QueryOptions.DEFAULT
                .measure(measure(configuration.measure()))
                .maxDf(configuration.maxDf())
                .exactWeights(true);
        return (utf8, top) -> {
            QueryOptions some = options.top(top);
            return configuration.querySelection().isPresent()
                    ? index.query(utf8, configuration.querySelection().get(), some)
                    : index.query(utf8, some);
        };
    }

    public static Measure measure(String name) {
        return Arrays.stream(Measure.values())
                .filter(measure -> name(measure).equals(name))
                .findFirst()
                .orElseThrow(() -> new LabException("measure " + name + " is unknown; it must be one of "
                        + Arrays.stream(Measure.values()).map(WhorlIndex::name).collect(Collectors.joining(", "))));
    }

    /** Returns the name in lower case with hyphens, as the option {@code --measure} takes it. */
    public static String name(Measure measure) {
        return measure.name().toLowerCase(Locale.ROOT).replace('_', '-');
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
