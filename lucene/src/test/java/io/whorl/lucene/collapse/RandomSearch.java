package io.whorl.lucene.collapse;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.StoredFields;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.Collector;
import org.apache.lucene.search.CollectorManager;
import org.apache.lucene.search.ConstantScoreQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.LeafCollector;
import org.apache.lucene.search.MatchAllDocsQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.Scorable;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.SortField;
import org.apache.lucene.search.TermQuery;

/** Random queries and sorts, and all hits of a query in the order of a sort, found without Lucene's top collectors. */
final class RandomSearch {
    private RandomSearch() {}

    /** A hit with what hits are sorted by. */
    record Hit(int doc, float score, String id, long number) {}

    /** At most two clauses have scores, so that their sum does not depend on the order of addition. */
    static Query query(Random random) {
        Query first = new TermQuery(new Term("body", "w" + random.nextInt(12)));
        Query second = new TermQuery(new Term("body", "w" + random.nextInt(12)));
        return switch (random.nextInt(6)) {
            case 0 -> new MatchAllDocsQuery();
            case 1 -> new ConstantScoreQuery(first);
            case 2 ->
                new BooleanQuery.Builder()
                        .add(first, Occur.MUST)
                        .add(second, Occur.SHOULD)
                        .build();
            case 3 ->
                new BooleanQuery.Builder()
                        .add(first, Occur.SHOULD)
                        .add(second, Occur.SHOULD)
                        .build();
            case 4 ->
                new BooleanQuery.Builder()
                        .add(first, Occur.MUST)
                        .add(second, Occur.MUST_NOT)
                        .build();
            default -> first;
        };
    }

    static Optional<Sort> sort(Random random) {
        SortField number = new SortField("number", SortField.Type.LONG, random.nextBoolean());
        return switch (random.nextInt(5)) {
            case 0 -> Optional.of(new Sort(number));
            case 1 -> Optional.of(new Sort(number, SortField.FIELD_SCORE));
            case 2 -> Optional.of(new Sort(SortField.FIELD_SCORE, number));
            case 3 -> Optional.of(Sort.INDEXORDER);
            default -> Optional.empty();
        };
    }

    static List<Hit> all(IndexSearcher searcher, Query query, Optional<Sort> sort) throws IOException {
        List<Hit> hits = new ArrayList<>(searcher.search(query, new AllHits(searcher)));
        Comparator<Hit> order = Comparator.comparingInt(Hit::doc);
        SortField[] keys = sort.map(Sort::getSort).orElse(new SortField[] {SortField.FIELD_SCORE});
        for (int i = keys.length - 1; i >= 0; i--) {
            order = key(keys[i]).thenComparing(order);
        }
        hits.sort(order);
        return hits;
    }

    private static Comparator<Hit> key(SortField key) {
        Comparator<Hit> order =
                switch (key.getType()) {
                    case SCORE -> Comparator.comparing(Hit::score).reversed();
                    case LONG -> Comparator.comparing(Hit::number);
                    case DOC -> Comparator.comparing(Hit::doc);
                    default -> throw new IllegalArgumentException(key.toString());
                };
        return key.getReverse() ? order.reversed() : order;
    }

    private record AllHits(IndexSearcher searcher) implements CollectorManager<AllHits.One, List<Hit>> {
        @Override
        public One newCollector() {
            return new One();
        }

        @Override
        public List<Hit> reduce(Collection<One> collectors) throws IOException {
            List<Hit> hits = new ArrayList<>();
            StoredFields stored = searcher.storedFields();
            for (One one : collectors) {
                for (Hit hit : one.hits) {
                    var document = stored.document(hit.doc());
                    long number = document.getField("stored").numericValue().longValue();
                    hits.add(new Hit(hit.doc(), hit.score(), document.get("id"), number));
                }
            }
            return hits;
        }

        private static final class One implements Collector {
            private final List<Hit> hits = new ArrayList<>();

            @Override
            public LeafCollector getLeafCollector(LeafReaderContext context) {
                return new LeafCollector() {
                    private Scorable scorer;

                    @Override
                    public void setScorer(Scorable scored) {
                        scorer = scored;
                    }

                    @Override
                    public void collect(int doc) throws IOException {
                        hits.add(new Hit(context.docBase + doc, scorer.score(), "", 0));
                    }
                };
            }

            @Override
            public ScoreMode scoreMode() {
                return ScoreMode.COMPLETE;
            }
        }
    }
}
