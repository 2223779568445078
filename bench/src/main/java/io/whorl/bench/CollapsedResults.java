package io.whorl.bench;

import io.whorl.corpus.Document;
import io.whorl.lab.DataFolder;
import io.whorl.lucene.collapse.CollapseOptions;
import io.whorl.lucene.collapse.CollapsingSearch;
import io.whorl.lucene.collapse.FingerprintField;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.FieldType;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.SortedDocValuesField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
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
import org.apache.lucene.util.Version;

/** Ways to show a page of ten hits of a query on a collection of versions. One thread at a time. */
public final class CollapsedResults implements AutoCloseable {
    private static final int PAGE = 10;
    private static final int RERANKED = 100;
    /** The share of a document's own score by MoreLikeThis from which a hit counts as its duplicate. */
    private static final float ALIKE = 0.5f;

    private static final FingerprintField SKETCH = FingerprintField.of("sketch");
    /** The number of the document's group: the best key that could be precomputed. */
    private static final String KEY = "key";

    private static final String HASH = "hash";

    private static final String BODY = "body";
    private static final String ID = "id";

    private static final CollapseOptions ALL = CollapseOptions.DEFAULT.counts(CollapseOptions.Counts.ALL);

    public enum Way {
        /** Lucene alone. */
        PLAIN,
        /** Sketches, resemblance of 0.3. */
        COLLAPSED(CollapseOptions.DEFAULT),
        /** Sketches, containment of 0.4. */
        CONTAINMENT(CollapseOptions.DEFAULT
                .similarity(CollapseOptions.Similarity.CONTAINMENT)
                .threshold(0.4)),
        /** As {@link #COLLAPSED}, counting all hits. */
        COUNTED(ALL),
        /** As {@link #COUNTED}, only hits that share a group key. */
        COUNTED_BY_KEYS(ALL.candidates(CollapseOptions.Candidates.GROUP_KEYS)),
        /** Lucene's collector that takes one hit for each value of a precomputed key, here the true group. */
        DIVERSIFIED,
        /** Lucene's grouping by a hash of the text. */
        EXACT_HASH,
        /** The best 100 hits, without those that MoreLikeThis finds for a better one. */
        MORE_LIKE_THIS;

        private final Optional<CollapsingSearch> collapsing;

        Way() {
            collapsing = Optional.empty();
        }

        Way(CollapseOptions options) {
            collapsing = Optional.of(CollapsingSearch.of(SKETCH, options));
        }
    }

    private final DirectoryReader reader;
    private final IndexSearcher searcher;
    private final List<Query> queries;
    private final TitleQueries titles;

    /**
     * Opens the index of a collection, and builds it if the folder does not have it.
     *
     * @param data the path of the data folder, or {@link io.whorl.lab.DataFolder#AUTO}
     */
    public CollapsedResults(String data, String collection, WorkFolder folder) throws Exception {
        // Texts are loaded only if they are needed, because each fork would load them again.
        Callable<TextCollection> texts = () -> TextCollection.load(data, collection);
        titles = TitleQueries.load(data, collection, texts);
        // Lucene 10 does not read an index of Lucene 9 without another module.
        String name = "versions-" + collection + "-lucene-" + Version.LATEST.major;
        Path index = folder.made(name, made -> build(texts.call(), titles, made));
        reader = DirectoryReader.open(FSDirectory.open(index));
        searcher = new IndexSearcher(reader);
        // A query cache would hide the cost of repeated queries.
        searcher.setQueryCache(null);
        queries = titles.titles().stream().map(CollapsedResults::query).toList();
    }

    private static Query query(List<String> words) {
        BooleanQuery.Builder any = new BooleanQuery.Builder();
        words.stream().distinct().forEach(w -> any.add(new TermQuery(new Term(BODY, w)), Occur.SHOULD));
        return any.build();
    }

    public int size() {
        return queries.size();
    }

    /**
     * The documents of the first page of a query; for {@link Way#EXACT_HASH}, so many that their number is that of the
     * groups.
     *
     * @param number of the query, from 0 to {@link #size} - 1
     */
    public Collection<Integer> page(Way way, int number) throws IOException {
        Query query = queries.get(number);
        return switch (way) {
            case PLAIN -> documents(searcher.search(query, PAGE).scoreDocs);
            case COLLAPSED, CONTAINMENT, COUNTED, COUNTED_BY_KEYS ->
                way.collapsing.orElseThrow().search(searcher, query, PAGE).groups().stream()
                        .map(group -> group.hit().doc)
                        .toList();
            case DIVERSIFIED -> diversified(query);
            case EXACT_HASH -> grouped(query);
            case MORE_LIKE_THIS -> reranked(query);
        };
    }

    private static Collection<Integer> documents(ScoreDoc[] hits) {
        return Arrays.stream(hits).map(h -> h.doc).toList();
    }

    @SuppressWarnings("deprecation") // The manager of this collector is not in Lucene 9.
    private Collection<Integer> diversified(Query query) throws IOException {
        DiversifiedTopDocsCollector collector = new DiversifiedTopDocsCollector(PAGE, 1) {
            @Override
            protected NumericDocValues getKeys(LeafReaderContext context) {
                try {
                    return context.reader().getNumericDocValues(KEY);
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
                new FirstPassGroupingCollector<>(new TermGroupSelector(HASH), Sort.RELEVANCE, PAGE);
        searcher.search(query, collector);
        Collection<SearchGroup<BytesRef>> groups = collector.getTopGroups(0);
        return IntStream.range(0, groups == null ? 0 : groups.size()).boxed().toList();
    }

    private Collection<Integer> reranked(Query query) throws IOException {
        MoreLikeThis like = new MoreLikeThis(reader);
        like.setFieldNames(new String[] {BODY});
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
    public double groups(Way way) throws Exception {
        long groups = 0;
        for (int query = 0; query < size(); query++) {
            Set<String> different = new HashSet<>();
            for (int doc : page(way, query)) {
                String id = reader.storedFields().document(doc).get(ID);
                different.add(titles.groups().getOrDefault(id, id));
            }
            groups += different.size();
        }
        return (double) groups / size();
    }

    @Override
    public void close() throws Exception {
        reader.close();
    }

    /** Writes the fields that all ways to collapse hits need. */
    private static void build(TextCollection collection, TitleQueries queries, Path folder) throws Exception {
        FieldType body = new FieldType(TextField.TYPE_NOT_STORED);
        // MoreLikeThis would otherwise need the stored text, and analyse it for each query.
        body.setStoreTermVectors(true);
        Map<String, Integer> numbers = new HashMap<>();
        try (FSDirectory directory = FSDirectory.open(folder);
                IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig(new StandardAnalyzer()))) {
            for (Document document : collection.documents()) {
                byte[] utf8 = document.utf8();
                var fields = new org.apache.lucene.document.Document();
                fields.add(new StringField(ID, document.id(), Field.Store.YES));
                fields.add(new Field(BODY, new String(utf8, StandardCharsets.UTF_8), body));
                String group = queries.groups().getOrDefault(document.id(), document.id());
                fields.add(new NumericDocValuesField(KEY, numbers.computeIfAbsent(group, g -> numbers.size())));
                byte[] digest = MessageDigest.getInstance("SHA-256").digest(utf8);
                fields.add(new SortedDocValuesField(
                        HASH, new BytesRef(HexFormat.of().formatHex(digest))));
                SKETCH.fields(utf8).forEach(fields::add);
                writer.addDocument(fields);
            }
            writer.forceMerge(1);
        }
    }

    /**
     * The queries of a search application, and the answers: the titles of documents, and the group of each document,
     * whose members are its versions.
     *
     * @param titles the words of each query
     * @param groups the group of a document by its id
     */
    private record TitleQueries(List<List<String>> titles, Map<String, String> groups) {
        private static final int GENERATED_QUERIES = 5;

        /**
         * Loads the queries of a collection: the last two components of the path of each group in
         * {@code queries-dev.tsv}, without their extensions, split at what is neither letter nor digit. Generated
         * collections get the first words of some documents.
         *
         * @param texts is asked only for a generated collection
         */
        public static TitleQueries load(String data, String collection, Callable<TextCollection> texts)
                throws Exception {
            Optional<Path> queries = DataFolder.file(data, "queries-dev.tsv");
            Optional<Path> table = DataFolder.file(data, collection + ".tsv");
            if (queries.isEmpty() || table.isEmpty()) {
                return generated(texts.call());
            }
            List<List<String>> titles = Files.readAllLines(queries.get()).stream()
                    .map(line -> words(line.split("\t")[1]))
                    .toList();
            Map<String, String> groups = new HashMap<>();
            for (String line : Files.readAllLines(table.get())) {
                String[] cells = line.split("\t");
                groups.put(cells[0], cells[1]);
            }
            return new TitleQueries(titles, groups);
        }

        static List<String> words(String path) {
            String[] components = path.split("/");
            return Arrays.stream(components)
                    .skip(Math.max(0, components.length - 2))
                    .map(name -> name.replaceFirst("\\.[^.]*$", "").toLowerCase(Locale.ROOT))
                    .flatMap(name -> Arrays.stream(name.split("[^a-z0-9]+")))
                    .filter(word -> !word.isEmpty())
                    .toList();
        }

        private static TitleQueries generated(TextCollection collection) {
            List<List<String>> titles = collection.documents().stream()
                    .limit(GENERATED_QUERIES)
                    .map(d -> List.of(d.text().split("\\s+")).subList(0, 3))
                    .toList();
            Map<String, String> groups = new HashMap<>();
            collection.documents().forEach(d -> groups.put(d.id(), d.id()));
            return new TitleQueries(titles, groups);
        }
    }
}
