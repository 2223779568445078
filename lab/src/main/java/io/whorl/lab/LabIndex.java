package io.whorl.lab;

import io.whorl.bulk.BuildOptions;
import io.whorl.bulk.BuildReport;
import io.whorl.bulk.IndexBuilder;
import io.whorl.lab.Configuration.Rival.RivalScheme;
import io.whorl.lab.Folders.Scratch;
import io.whorl.lab.Outcome.IndexSize;
import io.whorl.measure.Measure;
import io.whorl.query.Matches;
import io.whorl.query.Matches.Match;
import io.whorl.query.QueryOptions;
import io.whorl.query.Snapshot;
import io.whorl.scheme.Scheme;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalDouble;
import java.util.TreeSet;
import java.util.function.Function;
import org.apache.commons.io.function.IOFunction;

/**
 * An index of a whole collection, Whorl's or a rival's. Thread-safe. Closing it deletes it.
 *
 * @param seconds the build time, from the first text in memory to the durable index
 * @param searchers gives the searcher of a configuration
 * @param open is closed before the folder is deleted
 */
public record LabIndex(
        Path at, IndexSize size, double seconds, Function<Configuration, Searcher> searchers, Closeable open)
        implements Closeable {
    /** The amount of text to index before the timed build, so that the code is compiled. */
    static final long WARM_UP = 8 << 20;

    /** Finds the documents that are most similar to a text. Thread-safe. */
    @FunctionalInterface
    public interface Searcher {
        /**
         * Searches for a text.
         *
         * @return the best first, equal scores by id; of a rival's matches only ids and scores are meaningful
         */
        Matches search(byte[] utf8, int top) throws IOException;
    }

    public Searcher searcher(Configuration configuration) {
        return searchers.apply(configuration);
    }

    @Override
    public void close() throws IOException {
        open.close();
        Folders.delete(at);
    }

    /** Builds the index of a configuration, after a smaller build. */
    public static LabIndex build(Configuration configuration, Documents documents, int threads, Path at)
            throws IOException {
        BuildOptions options = BuildOptions.DEFAULT.threads(threads);
        once(configuration, documents.first(WARM_UP), options, at).close();
        return once(configuration, documents, options, at);
    }

    static LabIndex once(Configuration configuration, Documents documents, BuildOptions options, Path at)
            throws IOException {
        if (configuration.rival().isEmpty()) {
            return WhorlIndex.of(configuration.scheme().orElseThrow(), documents, options, at);
        }
        Files.createDirectories(at);
        RivalScheme scheme = configuration.rival().get();
        int threads = options.threads();
        return switch (scheme.system()) {
            case LUCENE_SHINGLES, LUCENE_MINHASH, LUCENE_MORE_LIKE_THIS ->
                LuceneIndex.build(scheme, configuration.measure().equals("shared"), documents, threads, at);
            default -> SignatureIndex.build(scheme, documents, threads, at);
        };
    }

    /** Keeps the documents with the highest scores; equal scores are ordered by id. Not thread-safe. */
    static final class TopDocuments {
        private static final OptionalDouble UNKNOWN = OptionalDouble.empty();
        private static final Comparator<Scored> BEST_FIRST =
                Comparator.comparingDouble(Scored::score).reversed().thenComparing(Scored::id);

        private record Scored(String id, double score) {}

        private final int top;
        private final TreeSet<Scored> best = new TreeSet<>(BEST_FIRST);

        TopDocuments(int top) {
            this.top = top;
        }

        /** A score that is not above 0 means that nothing was found. */
        void offer(String id, double score) {
            if (!(score > 0) || best.size() == top && score < best.last().score()) {
                return;
            }
            best.add(new Scored(id, score));
            if (best.size() > top) {
                best.pollLast();
            }
        }

        Matches matches(int terms) {
            List<Match> matches = new ArrayList<>();
            for (Scored each : best) {
                matches.add(
                        new Match(matches.size() + 1, each.id(), each.score(), 0, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN));
            }
            return new Matches(matches, terms, 0, 0, UNKNOWN, terms);
        }
    }

    public static final class WhorlIndex {
        private WhorlIndex() {}

        static LabIndex of(Scheme scheme, Documents documents, BuildOptions options, Path at) throws IOException {
            RarestInCollection.learn(documents, scheme);
            long start = System.nanoTime();
            BuildReport report = build(scheme, documents, options, at);
            double seconds = (System.nanoTime() - start) / 1e9;
            IndexSize size = new IndexSize(
                    report.index().documents(),
                    report.textBytes(),
                    report.index().words(),
                    report.index().minutiae(),
                    report.index().singletons(),
                    report.index().postings(),
                    report.index().bytes());
            Snapshot index = Snapshot.open(at);
            return new LabIndex(at, size, seconds, configuration -> searcher(index, configuration), index::close);
        }

        /** Builds a temporary index and asks it. */
        public static <T> T ask(Scheme scheme, Documents documents, int threads, IOFunction<Snapshot, T> use)
                throws IOException {
            try (Scratch scratch = Folders.scratch()) {
                build(scheme, documents, threads, scratch.resolve("index"));
                try (Snapshot index = Snapshot.open(scratch.resolve("index"))) {
                    return use.apply(index);
                }
            }
        }

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

        private static Searcher searcher(Snapshot index, Configuration configuration) {
            // Exact weights follow the papers' formulas to the letter. Stored weights approximate them
            // (ReferenceDevTest).
            QueryOptions options = QueryOptions.DEFAULT
                    .measure(measure(configuration.measure()))
                    .maxDf(configuration.maxDf().orElse(QueryOptions.NO_LIMIT))
                    .exactWeights(true);
            return (utf8, top) -> {
                QueryOptions some = options.top(top);
                return configuration.querySelection().isPresent()
                        ? index.query(utf8, configuration.querySelection().get(), some)
                        : index.query(utf8, some);
            };
        }

        public static Measure measure(String name) {
            return Labels.parse(Measure.class, name, "measure " + name + " is unknown; it must be one of ");
        }
    }
}
