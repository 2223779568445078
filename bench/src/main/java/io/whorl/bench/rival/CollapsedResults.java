package io.whorl.bench.rival;

import io.whorl.bench.data.TextCollection;
import io.whorl.bench.data.TitleQueries;
import io.whorl.bench.data.WorkFolder;
import io.whorl.lucene.collapse.CollapseOptions;
import io.whorl.lucene.collapse.CollapsingSearch;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.Term;
import org.apache.lucene.misc.search.DiversifiedTopDocsCollector;
import org.apache.lucene.queries.mlt.MoreLikeThis;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.grouping.FirstPassGroupingCollector;
import org.apache.lucene.search.grouping.SearchGroup;
import org.apache.lucene.search.grouping.TermGroupSelector;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.util.BytesRef;

/** Ways to show a page of ten hits of a query on a collection of versions. One thread at a time. */
public final class CollapsedResults implements AutoCloseable {
    private static final int PAGE = 10;
    private static final int RERANKED = 100;
    /** The share of a document's own score by MoreLikeThis from which a hit counts as its duplicate. */
    private static final float ALIKE = 0.5f;

    private static final CollapseOptions ALL =
            CollapseOptions.builder().counts(CollapseOptions.Counts.ALL).build();
    private static final CollapsingSearch COLLAPSED = search(CollapseOptions.DEFAULT);
    private static final CollapsingSearch CONTAINMENT = search(CollapseOptions.builder()
            .similarity(CollapseOptions.Similarity.CONTAINMENT)
            .threshold(0.4)
            .build());
    private static final CollapsingSearch COUNTED = search(ALL);
    private static final CollapsingSearch COUNTED_BY_KEYS = search(
            ALL.toBuilder().candidates(CollapseOptions.Candidates.GROUP_KEYS).build());

    private static CollapsingSearch search(CollapseOptions options) {
        return CollapsingSearch.of(VersionedIndex.SKETCH, options);
    }

    /** A way to show a page. */
    public enum Way {
        /** Lucene alone. */
        PLAIN,
        /** Sketches, resemblance of 0.3. */
        COLLAPSED,
        /** Sketches, containment of 0.4. */
        CONTAINMENT,
        /** As {@link #COLLAPSED}, counting all hits. */
        COUNTED,
        /** As {@link #COUNTED}, only hits that share a group key. */
        COUNTED_BY_KEYS,
        /** Lucene's collector that takes one hit for each value of a precomputed key, here the true group. */
        DIVERSIFIED,
        /** Lucene's grouping by a hash of the text. */
        EXACT_HASH,
        /** The best 100 hits, without those that MoreLikeThis finds for a better one. */
        MORE_LIKE_THIS
    }

    private final DirectoryReader reader;
    private final IndexSearcher searcher;
    private final List<Query> queries;
    private final TitleQueries titles;

    /**
     * Opens the index of a collection, and builds it if the folder does not have it.
     *
     * @param data the path of the data folder, or {@link io.whorl.lab.files.DataFolder#AUTO}
     */
    public CollapsedResults(String data, String collection, WorkFolder folder) {
        // Texts are loaded only if they are needed, because each fork would load them again.
        Supplier<TextCollection> texts = () -> TextCollection.load(data, collection);
        titles = TitleQueries.load(data, collection, texts);
        try {
            reader = DirectoryReader.open(FSDirectory.open(VersionedIndex.made(collection, texts, titles, folder)));
        } catch (IOException e) {
            throw new UncheckedIOException("the Lucene index cannot be opened", e);
        }
        searcher = new IndexSearcher(reader);
        // A query cache would hide the cost of repeated queries.
        searcher.setQueryCache(null);
        queries = titles.titles().stream().map(CollapsedResults::query).toList();
    }

    private static Query query(List<String> words) {
        BooleanQuery.Builder any = new BooleanQuery.Builder();
        words.stream().distinct().forEach(w -> any.add(new TermQuery(new Term(VersionedIndex.BODY, w)), Occur.SHOULD));
        return any.build();
    }

    /** The number of queries. */
    public int size() {
        return queries.size();
    }

    /**
     * The documents of the first page of a query; for {@link Way#EXACT_HASH}, so many that their number is that of the
     * groups.
     *
     * @param query from 0 to {@link #size} - 1
     */
    public Collection<Integer> page(Way way, int query) {
        try {
            return page(way, queries.get(query));
        } catch (IOException e) {
            throw new UncheckedIOException("the Lucene index cannot be read", e);
        }
    }

    private Collection<Integer> page(Way way, Query query) throws IOException {
        return switch (way) {
            case PLAIN -> documents(searcher.search(query, PAGE).scoreDocs);
            case COLLAPSED -> collapsed(COLLAPSED, query);
            case CONTAINMENT -> collapsed(CONTAINMENT, query);
            case COUNTED -> collapsed(COUNTED, query);
            case COUNTED_BY_KEYS -> collapsed(COUNTED_BY_KEYS, query);
            case DIVERSIFIED -> diversified(query);
            case EXACT_HASH -> grouped(query);
            case MORE_LIKE_THIS -> reranked(query);
        };
    }

    private static Collection<Integer> documents(ScoreDoc[] hits) {
        return Arrays.stream(hits).map(h -> h.doc).toList();
    }

    private Collection<Integer> collapsed(CollapsingSearch search, Query query) throws IOException {
        return search.search(searcher, query, PAGE).groups().stream()
                .map(g -> g.hit().doc)
                .toList();
    }

    @SuppressWarnings("deprecation") // The manager of this collector is not in Lucene 9.
    private Collection<Integer> diversified(Query query) throws IOException {
        DiversifiedTopDocsCollector collector = new DiversifiedTopDocsCollector(PAGE, 1) {
            @Override
            protected NumericDocValues getKeys(LeafReaderContext context) {
                try {
                    return context.reader().getNumericDocValues(VersionedIndex.KEY);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
        };
        searcher.search(query, collector);
        return documents(collector.topDocs().scoreDocs);
    }

    /** One hit for each group is found by its hash. */
    @SuppressWarnings("deprecation")
    private Collection<Integer> grouped(Query query) throws IOException {
        FirstPassGroupingCollector<BytesRef> collector =
                new FirstPassGroupingCollector<>(new TermGroupSelector(VersionedIndex.HASH), Sort.RELEVANCE, PAGE);
        searcher.search(query, collector);
        Collection<SearchGroup<BytesRef>> groups = collector.getTopGroups(0);
        return IntStream.range(0, groups == null ? 0 : groups.size()).boxed().toList();
    }

    private Collection<Integer> reranked(Query query) throws IOException {
        MoreLikeThis like = new MoreLikeThis(reader);
        like.setFieldNames(new String[] {VersionedIndex.BODY});
        like.setAnalyzer(new StandardAnalyzer());
        Set<Integer> removed = new HashSet<>();
        Set<Integer> kept = new LinkedHashSet<>();
        for (ScoreDoc hit : searcher.search(query, RERANKED).scoreDocs) {
            if (kept.size() < PAGE && !removed.contains(hit.doc)) {
                kept.add(hit.doc);
                ScoreDoc[] alike = searcher.search(like.like(hit.doc), PAGE * 2).scoreDocs;
                Arrays.stream(alike)
                        .filter(a -> a.score >= ALIKE * alike[0].score)
                        .forEach(a -> removed.add(a.doc));
            }
        }
        return kept;
    }

    /** The mean number of different groups on the first page of all queries; not for {@link Way#EXACT_HASH}. */
    public double groups(Way way) {
        long groups = 0;
        try {
            for (int query = 0; query < size(); query++) {
                Set<String> different = new HashSet<>();
                for (int doc : page(way, query)) {
                    String id = reader.storedFields().document(doc).get(VersionedIndex.ID);
                    different.add(titles.groups().getOrDefault(id, id));
                }
                groups += different.size();
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the Lucene index cannot be read", e);
        }
        return (double) groups / size();
    }

    @Override
    public void close() {
        try {
            reader.close();
        } catch (IOException e) {
            throw new UncheckedIOException("the Lucene index cannot be closed", e);
        }
    }
}
