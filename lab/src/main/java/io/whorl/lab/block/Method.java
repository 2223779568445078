package io.whorl.lab.block;

import io.whorl.measure.Measure;
import io.whorl.query.Match;
import io.whorl.query.Matches;
import io.whorl.query.QueryOptions;
import io.whorl.query.Snapshot;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** How documents are scored for a query. */
enum Method {
    WHOLE_PERCENT("whole documents, percent", Measure.PERCENT) {
        @Override
        Scores scores(BlockIndexes in, byte[] query) {
            return whole(in.documents(), query);
        }
    },
    WHOLE_SHARED("whole documents, shared", Measure.SHARED) {
        @Override
        Scores scores(BlockIndexes in, byte[] query) {
            return whole(in.documents(), query);
        }
    },
    WHOLE_RESEMBLANCE("whole documents, resemblance", Measure.RESEMBLANCE) {
        @Override
        Scores scores(BlockIndexes in, byte[] query) {
            return whole(in.documents(), query);
        }
    },
    WHOLE_WEIGHTED("whole documents, weighted containment", Measure.WEIGHTED_CONTAINMENT) {
        @Override
        Scores scores(BlockIndexes in, byte[] query) {
            return whole(in.documents(), query);
        }
    },
    BLOCK_SHARED("best block, shared", Measure.SHARED) {
        @Override
        Scores scores(BlockIndexes in, byte[] query) {
            return bestBlock(in, query);
        }
    },
    BLOCK_WEIGHTED("best block, weighted containment", Measure.WEIGHTED_CONTAINMENT) {
        @Override
        Scores scores(BlockIndexes in, byte[] query) {
            return bestBlock(in, query);
        }
    },
    PAIR_RESEMBLANCE("best pair of blocks, resemblance", Measure.RESEMBLANCE) {
        @Override
        Scores scores(BlockIndexes in, byte[] query) {
            Map<String, Double> best = new HashMap<>();
            for (byte[] block : in.blocks().of(query)) {
                found(in.parts(), block, LEAST_RESEMBLANCE).matches().forEach(m -> BlockIndexes.raise(best, m));
            }
            return new Scores(best, 1);
        }
    },
    /** HZ 6: the number of blocks with high similarity. */
    PAIR_COUNT("blocks of the query with a similar block", Measure.RESEMBLANCE) {
        @Override
        Scores scores(BlockIndexes in, byte[] query) {
            Map<String, Double> counts = new HashMap<>();
            List<byte[]> blocks = in.blocks().of(query);
            for (byte[] block : blocks) {
                Map<String, Double> similar = new HashMap<>();
                found(in.parts(), block, SIMILAR).matches().forEach(m -> BlockIndexes.raise(similar, m));
                similar.keySet().forEach(id -> counts.merge(id, 1.0, Double::sum));
            }
            return new Scores(counts, blocks.size());
        }
    };

    /** Resemblance of blocks below which a pair is not looked at. */
    private static final double LEAST_RESEMBLANCE = 0.02;
    /** Resemblance of similar blocks: a copied block has at least 0.6, wherever it begins, if no word is changed. */
    private static final double SIMILAR = 0.2;

    /** More than any collection has blocks. */
    private static final int MOST = 10_000_000;

    private final String title;
    private final Measure measure;

    Method(String title, Measure measure) {
        this.title = title;
        this.measure = measure;
    }

    String title() {
        return title;
    }

    /**
     * The scores of documents for a query.
     *
     * @param byId above 0
     * @param own the score that the query's own text would have
     */
    record Scores(Map<String, Double> byId, double own) {}

    /** Thread-safe. */
    abstract Scores scores(BlockIndexes in, byte[] query);

    final Matches found(Snapshot index, byte[] query, double minScore) {
        return index.query(
                query,
                QueryOptions.builder()
                        .measure(measure)
                        .minScore(minScore)
                        .top(MOST)
                        .build());
    }

    final Scores whole(Snapshot documents, byte[] query) {
        Matches matches = found(documents, query, 0);
        Map<String, Double> scores = new HashMap<>();
        for (Match match : matches.matches()) {
            scores.put(match.id(), match.score());
        }
        return new Scores(scores, matches.self().orElse(0));
    }

    /** The whole query against blocks; its own score is that of its best block. */
    final Scores bestBlock(BlockIndexes in, byte[] query) {
        Map<String, Double> best = new HashMap<>();
        Matches matches = found(in.parts(), query, 0);
        matches.matches().forEach(match -> BlockIndexes.raise(best, match));
        double own = measure == Measure.SHARED
                ? Math.min(matches.minutiae(), in.chunksOfBlock())
                : matches.self().orElse(0);
        return new Scores(best, own);
    }
}
