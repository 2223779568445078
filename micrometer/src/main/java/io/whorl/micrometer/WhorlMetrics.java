package io.whorl.micrometer;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.whorl.query.Snapshot;
import io.whorl.write.IndexWriter;
import io.whorl.write.WriterHealth;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

/**
 * The meters of a writer, or of the snapshots that an application queries. Reading a meter takes microseconds and reads
 * no file. Immutable and thread-safe.
 */
public final class WhorlMetrics implements MeterBinder {
    private final Tags tags;
    private final Consumer<Registration> meters;

    private WhorlMetrics(String index, Consumer<Registration> meters) {
        tags = Tags.of("index", Objects.requireNonNull(index, "index"));
        this.meters = meters;
    }

    /**
     * The counts of {@link IndexWriter#health}. A registry does not keep the writer from being collected, and may read
     * a closed one.
     *
     * @param index the value of the tag {@code index} of all meters; each writer of a registry needs one of its own
     */
    public static WhorlMetrics ofWriter(String index, IndexWriter writer) {
        Objects.requireNonNull(writer, "writer");
        return new WhorlMetrics(index, registration -> {
            Source<IndexWriter> of = new Source<>(registration, "whorl.writer.", writer);
            of.counts("commits", "commits", "Commits that changed something", health(WriterHealth::commits));
            of.counts("seals", "seals", "Live tiers that were sealed", health(WriterHealth::seals));
            of.counts("merges", "merges", "Merges that succeeded", health(WriterHealth::merges));
            of.counts("merges.failed", "merges", "Merges that failed", health(WriterHealth::failedMerges));
            of.counts("stalls", "stalls", "Times that commits began to wait for merges", health(WriterHealth::stalls));
            of.counts(
                    "refused.documents",
                    "documents",
                    "Documents that were refused",
                    health(WriterHealth::refusedDocuments));
            of.counts(
                    "refused.commits",
                    "commits",
                    "Commits and seals that were refused",
                    health(WriterHealth::refusedCommits));
            of.shows("documents", "documents", "Living documents", health(WriterHealth::documents));
            of.shows(
                    "documents.live",
                    "documents",
                    "Living documents of no segment",
                    health(WriterHealth::liveDocuments));
            of.shows("bytes", "bytes", "Bytes of the segments", health(WriterHealth::bytes));
            of.shows("segments", "segments", "Segments", health(WriterHealth::segments));
            of.shows(
                    "segments.most",
                    "segments",
                    "Segments at which commits wait for merges",
                    health(WriterHealth::mostSegments));
            of.shows("waiting", "", "1 while commits wait for merges, otherwise 0", health(h -> h.waiting() ? 1 : 0));
            of.shows(
                    "failures", "failures", "Failures whose segments are excluded from merges", health(h -> h.setAside()
                            .size()));
        });
    }

    private static ToDoubleFunction<IndexWriter> health(ToDoubleFunction<WriterHealth> figure) {
        return writer -> figure.applyAsDouble(writer.health());
    }

    /**
     * The documents and the queries of snapshots. The counts of queries go on when the application continues with what
     * {@link Snapshot#refresh} returned.
     *
     * @param index the value of the tag {@code index} of all meters; each supplier of a registry needs one of its own
     * @param current supplies the snapshot that the application queries now; a registry holds the supplier
     */
    public static WhorlMetrics ofSnapshots(String index, Supplier<Snapshot> current) {
        Objects.requireNonNull(current, "current");
        return new WhorlMetrics(index, registration -> {
            Source<Supplier<Snapshot>> of = new Source<>(registration, "whorl.snapshot.", current);
            // The functions name the supplier itself, so it stays reachable, although meters refer to it weakly.
            of.shows("documents", "documents", "Living documents", s -> current.get()
                    .documents());
            of.counts("queries", "queries", "Queries that were answered", s -> current.get()
                    .queries()
                    .answered());
            of.counts(
                    "queries.refused",
                    "queries",
                    "Queries that were refused, because they need too much memory",
                    s -> current.get().queries().refused());
        });
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        meters.accept(new Registration(registry, tags));
    }

    private record Registration(MeterRegistry registry, Tags tags) {}

    /** What meters of one prefix read. They refer to it weakly. */
    private record Source<T>(Registration to, String prefix, T source) {
        void counts(String name, String unit, String description, ToDoubleFunction<T> figure) {
            FunctionCounter.builder(prefix + name, source, figure)
                    .baseUnit(unit)
                    .description(description)
                    .tags(to.tags)
                    .register(to.registry);
        }

        void shows(String name, String unit, String description, ToDoubleFunction<T> figure) {
            Gauge.builder(prefix + name, source, figure)
                    .baseUnit(unit.isEmpty() ? null : unit)
                    .description(description)
                    .tags(to.tags)
                    .register(to.registry);
        }
    }
}
