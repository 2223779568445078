package io.whorl.lucene.collapse;

import com.carrotsearch.randomizedtesting.annotations.TimeoutSuite;
import io.whorl.fingerprint.Fingerprint;
import io.whorl.fingerprint.Fingerprinter;
import io.whorl.lucene.Texts;
import io.whorl.lucene.collapse.CollapseOptions.Candidates;
import io.whorl.lucene.collapse.CollapseOptions.Counts;
import io.whorl.lucene.collapse.CollapseOptions.Similarity;
import io.whorl.lucene.collapse.CollapseOracleTest.CollapseModel.Group;
import io.whorl.lucene.collapse.CollapseOracleTest.RandomSearch.Hit;
import io.whorl.lucene.collapse.CollapsingCollectorManager.BestScores;
import io.whorl.lucene.sketch.SketchFormat;
import io.whorl.measure.Measure;
import io.whorl.scheme.Scheme;
import io.whorl.testing.LongForm;
import io.whorl.testing.Repeated;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.StoredFields;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.ConstantScoreQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.MatchAllDocsQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.SortField;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.search.TopScoreDocCollectorManager;
import org.apache.lucene.search.TotalHits;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.index.RandomIndexWriter;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;

/**
 * Compares collapsed results with {@link CollapseModel}, in random indexes of Lucene's test framework: random codecs,
 * directories that check their use, random segments, merges, deletes, slices and threads.
 */
@TimeoutSuite(millis = 600_000)
public class CollapseOracleTest extends LuceneTestCase {
    private final Map<String, Optional<String>> texts = new HashMap<>();

    public void testResultsEqualThoseOfTheModel() throws IOException {
        for (int i = 0; i < LongForm.of(12, 300); i++) {
            texts.clear();
            Random random = random();
            FingerprintField field =
                    FingerprintField.of("versions", scheme(random), new GroupKeys(1 + random.nextInt(20), 2));
            try (Directory directory = newDirectory()) {
                try (RandomIndexWriter writer = new RandomIndexWriter(random, directory)) {
                    index(writer, field, 1 + random.nextInt(LongForm.of(200, 1_500)));
                    try (IndexReader reader = writer.getReader()) {
                        compare(newSearcher(reader), field);
                    }
                }
            }
        }
    }

    /** Sketches of all widths and of few or many orders, which are compared in different ways. */
    private static Scheme scheme(Random random) {
        int bits = List.of(32, 40, 64).get(random.nextInt(3));
        String size = List.of("3", "8", "12", "64", "100").get(random.nextInt(5));
        Scheme.Builder scheme =
                Scheme.builder().granularity(1 + random.nextInt(3)).bits(bits);
        return switch (random.nextInt(6)) {
            case 0 -> FingerprintField.DEFAULT_SCHEME;
            case 3 -> scheme.selection("winnowing", Map.of("w", "5")).bits(47).build();
            case 1 -> scheme.selection("mod", Map.of("m", "3")).build();
            case 2 -> scheme.build();
            default -> scheme.selection("min-s", Map.of("s", size)).build();
        };
    }

    private void index(RandomIndexWriter writer, FingerprintField field, int documents) throws IOException {
        Random random = random();
        Texts made = new Texts(random, 12 + random.nextInt(500));
        List<String> originals = new ArrayList<>();
        for (int i = 0; i < documents; i++) {
            boolean first = originals.isEmpty() || random.nextInt(4) == 0;
            String text = first
                    ? made.text(random.nextInt(random.nextInt(4) == 0 ? 200 : 60))
                    : made.version(originals.get(random.nextInt(originals.size())), random.nextInt(25));
            originals.add(text);
            Document document = new Document();
            document.add(new StringField("id", "d" + i, Field.Store.YES));
            document.add(new TextField("body", text, Field.Store.NO));
            long number = random.nextInt(20);
            document.add(new NumericDocValuesField("number", number));
            document.add(new StoredField("stored", number));
            boolean sketched = random.nextInt(10) > 0;
            if (sketched) {
                field.fields(text).forEach(document::add);
            }
            texts.put("d" + i, sketched ? Optional.of(text) : Optional.empty());
            writer.addDocument(document);
            if (random.nextInt(15) == 0) {
                writer.deleteDocuments(new Term("id", "d" + random.nextInt(i + 1)));
            }
            if (random.nextInt(60) == 0) {
                writer.commit();
            }
        }
        if (random.nextInt(4) == 0) {
            writer.forceMerge(1 + random.nextInt(3));
        }
    }

    private void compare(IndexSearcher searcher, FingerprintField field) throws IOException {
        Random random = random();
        for (int i = 0; i < 12; i++) {
            CollapseOptions options = CollapseOptions.DEFAULT
                    .similarity(random.nextBoolean() ? Similarity.CONTAINMENT : Similarity.RESEMBLANCE)
                    .threshold(0.05 + 0.95 * random.nextDouble())
                    .examinedPerGroup(1 + random.nextInt(12))
                    .counts(random.nextBoolean() ? Counts.ALL : Counts.EXAMINED)
                    .candidates(random.nextInt(3) == 0 ? Candidates.GROUP_KEYS : Candidates.SHARED_MINUTIAE)
                    .members(random.nextInt(8))
                    .totalHitsThreshold(random.nextInt(100));
            Query query = RandomSearch.query(random);
            Optional<Sort> sort = RandomSearch.sort(random);
            List<Hit> hits = RandomSearch.all(searcher, query, sort);
            CollapseModel model = new CollapseModel(field, options, texts);
            Trial trial = new Trial(searcher, query, sort, field, options, hits, model);
            trial.pages();
            trial.group();
            trial.once();
        }
    }

    /** A search, and what the model says about it. */
    private record Trial(
            IndexSearcher searcher,
            Query query,
            Optional<Sort> sort,
            FingerprintField field,
            CollapseOptions options,
            List<Hit> hits,
            CollapseModel model) {
        List<String> ids() {
            return hits.stream().map(Hit::id).toList();
        }

        CollapsingSearch search() {
            return CollapsingSearch.of(field, options);
        }

        /** Reads all pages. Together they must be all groups of the model. */
        void pages() throws IOException {
            List<String> ids = ids();
            List<Group> expected = model.groups(ids);
            int n = 1 + random().nextInt(15);
            int from = 0;
            int start = 0;
            Optional<CollapseCursor> cursor = Optional.empty();
            do {
                CollapsedTopDocs page = page(n, cursor);
                assertTrue(page.complete());
                assertTotal(hits.size(), options.totalHitsThreshold, page.totalHits());
                List<Group> groups = expected.subList(from, Math.min(expected.size(), from + n));
                // Each hit is examined for one page: up to the last kept hit of it, or up to the end.
                int end = groups.size() < n
                        ? ids.size()
                        : ids.indexOf(groups.get(groups.size() - 1).kept()) + 1;
                assertEquals(end - start, page.examined());
                List<String> examined = ids.subList(start, end);
                assertPage(groups, page, options.counts, examined);
                List<Group> before = expected.subList(0, from);
                long earlier = examined.stream()
                        .filter(id -> before.stream().anyMatch(g -> g.others().contains(id)))
                        .count();
                assertEquals(earlier, page.earlier());
                List<String> counted = options.counts == Counts.ALL && !groups.isEmpty() ? ids : examined;
                assertEquals(counted.stream().filter(id -> !model.hasSketch(id)).count(), page.withoutSketch());
                from += groups.size();
                start = end;
                cursor = page.next();
                assertTrue("pages end", cursor.isPresent() || from == expected.size());
            } while (cursor.isPresent());
        }

        /** All members of a group can be asked for; a hit that is not kept has no group. */
        void group() throws IOException {
            if (hits.isEmpty()) {
                return;
            }
            Hit hit = hits.get(random().nextInt(hits.size()));
            Optional<Group> expected = model.groups(ids()).stream()
                    .filter(g -> g.kept().equals(hit.id()))
                    .findFirst();
            if (expected.isEmpty()) {
                IllegalArgumentException e = expectThrows(IllegalArgumentException.class, () -> group(hit.doc()));
                assertTrue(e.getMessage(), e.getMessage().contains("doc is " + hit.doc()));
            } else {
                List<String> others = expected.get().others();
                assertGroup(hit.id(), others, others.size(), group(hit.doc()));
            }
        }

        private CollapsedGroup group(int doc) throws IOException {
            return sort.isPresent()
                    ? search().group(searcher, query, doc, sort.get())
                    : search().group(searcher, query, doc);
        }

        private CollapsedTopDocs page(int n, Optional<CollapseCursor> cursor) throws IOException {
            if (sort.isPresent()) {
                return cursor.isPresent()
                        ? search().searchAfter(cursor.get(), searcher, query, n, sort.get())
                        : search().search(searcher, query, n, sort.get());
            }
            return cursor.isPresent()
                    ? search().searchAfter(cursor.get(), searcher, query, n)
                    : search().search(searcher, query, n);
        }

        private void assertPage(List<Group> expected, CollapsedTopDocs page, Counts counts, List<String> examined)
                throws IOException {
            assertEquals(expected.size(), page.groups().size());
            for (int i = 0; i < expected.size(); i++) {
                List<String> all = expected.get(i).others();
                List<String> others = all.stream().filter(examined::contains).toList();
                int counted = counts == Counts.ALL ? all.size() : others.size();
                assertGroup(
                        expected.get(i).kept(), others, counted, page.groups().get(i));
            }
        }

        private void assertGroup(String kept, List<String> others, int counted, CollapsedGroup found)
                throws IOException {
            StoredFields stored = searcher.storedFields();
            assertEquals(kept, stored.document(found.hit().doc).get("id"));
            assertEquals(counted, found.others());
            List<String> members = new ArrayList<>();
            for (ScoreDoc member : found.members()) {
                members.add(stored.document(member.doc).get("id"));
            }
            assertEquals(others.subList(0, Math.min(others.size(), options.members)), members);
        }

        /** The collector manager alone finds the groups of the hits that it collects. */
        void once() throws IOException {
            int n = 1 + random().nextInt(9);
            CollapsingCollectorManager manager = sort.isPresent()
                    ? CollapsingCollectorManager.bySort(
                            field, options, n, sort.get().rewrite(searcher))
                    : CollapsingCollectorManager.byScore(field, options, n);
            CollapsedTopDocs found = searcher.search(query, manager);
            assertTotal(hits.size(), options.totalHitsThreshold, found.totalHits());
            int collected = Math.min(hits.size(), n * options.examinedPerGroup);
            List<String> ids = ids().subList(0, collected);
            List<Group> groups = model.groups(ids);
            int examined = groups.size() < n
                    ? collected
                    : ids.indexOf(groups.get(n - 1).kept()) + 1;
            assertEquals(examined, found.examined());
            assertEquals(groups.size() >= n || collected < n * options.examinedPerGroup, found.complete());
            List<Group> shown = groups.subList(0, Math.min(n, groups.size()));
            assertPage(shown, found, Counts.EXAMINED, ids.subList(0, examined));
        }
    }

    /** The definition of collapsing, in the slowest and most obvious form: fingerprints of texts, and lists. */
    static final class CollapseModel {
        private final FingerprintField field;
        private final Fingerprinter fingerprinter;
        private final CollapseOptions options;
        private final Map<String, Optional<String>> texts;
        private final Map<String, Optional<Fingerprint>> fingerprints = new HashMap<>();

        /** A kept hit and the hits of its group, by id. */
        record Group(String kept, List<String> others) {}

        /** @param texts by id; empty if the document has no sketch */
        CollapseModel(FingerprintField field, CollapseOptions options, Map<String, Optional<String>> texts) {
            this.field = field;
            this.options = options;
            this.texts = texts;
            fingerprinter = Fingerprinter.of(field.scheme());
        }

        /** All groups of hits in the order of the sort. */
        List<Group> groups(List<String> hits) {
            List<Group> groups = new ArrayList<>();
            for (String hit : hits) {
                Optional<Group> group =
                        groups.stream().filter(g -> alike(g.kept(), hit)).findFirst();
                group.ifPresentOrElse(g -> g.others().add(hit), () -> groups.add(new Group(hit, new ArrayList<>())));
            }
            return groups;
        }

        boolean hasSketch(String hit) {
            return of(hit).filter(f -> f.size() > 0).isPresent();
        }

        private boolean alike(String a, String b) {
            if (!hasSketch(a) || !hasSketch(b)) {
                return false;
            }
            Fingerprint first = of(a).orElseThrow();
            Fingerprint second = of(b).orElseThrow();
            boolean candidates = options.candidates == CollapseOptions.Candidates.SHARED_MINUTIAE
                    || Arrays.stream(keys(first)).anyMatch(k -> Arrays.binarySearch(keys(second), k) >= 0);
            return candidates && similarity(first, second) >= options.threshold;
        }

        private double similarity(Fingerprint first, Fingerprint second) {
            if (options.similarity == CollapseOptions.Similarity.RESEMBLANCE) {
                return first.compare(second, Measure.RESEMBLANCE);
            }
            SketchFormat format = field.fields.format();
            return containment(format, format.orders(first), format.orders(second));
        }

        /** The containment of two lists of orders by sets, as the definition says. */
        private static double containment(SketchFormat format, long[] a, long[] b) {
            Set<Long> union = new TreeSet<>();
            Arrays.stream(a).forEach(union::add);
            Arrays.stream(b).forEach(union::add);
            int least = format.least();
            Set<Long> sample =
                    union.stream().limit(least == 0 ? union.size() : least).collect(Collectors.toSet());
            Set<Long> ofA = Arrays.stream(a).boxed().filter(sample::contains).collect(Collectors.toSet());
            Set<Long> ofB = Arrays.stream(b).boxed().filter(sample::contains).collect(Collectors.toSet());
            long shared = ofA.stream().filter(ofB::contains).count();
            int smaller = Math.min(ofA.size(), ofB.size());
            return smaller == 0 ? 0 : (double) shared / smaller;
        }

        private long[] keys(Fingerprint fingerprint) {
            SketchFormat format = field.fields.format();
            return SketchFormat.groupKeys(
                    format.orders(fingerprint),
                    field.keys().bands(),
                    field.keys().rows());
        }

        private Optional<Fingerprint> of(String id) {
            return fingerprints.computeIfAbsent(id, i -> texts.get(i).map(fingerprinter::fingerprint));
        }
    }

    public void testHitsAreThoseOfLucenesCollector() throws IOException {
        for (int i = 0; i < LongForm.of(1, 20); i++) {
            try (Directory directory = newDirectory()) {
                index(directory, LongForm.of(1_000, 10_000));
                try (DirectoryReader reader = DirectoryReader.open(directory)) {
                    for (int searchers = 0; searchers < 3; searchers++) {
                        compare(newSearcher(reader));
                    }
                }
            }
        }
    }

    private static void index(Directory directory, int documents) throws IOException {
        Random random = random();
        // A fixed codec, because the random ones are slow with so many documents.
        try (IndexWriter writer =
                new IndexWriter(directory, newIndexWriterConfig().setCodec(TestUtil.getDefaultCodec()))) {
            for (int i = 0; i < documents; i++) {
                String text = Repeated.text(1 + random.nextInt(8), words -> "w" + random.nextInt(12) + " ");
                Document document = new Document();
                document.add(new TextField("body", text, Field.Store.NO));
                writer.addDocument(document);
                if (random.nextInt(documents / 4) == 0) {
                    writer.commit();
                }
            }
        }
    }

    private static void compare(IndexSearcher searcher) throws IOException {
        Random random = random();
        for (int i = 0; i < 8; i++) {
            Query query = RandomSearch.query(random);
            int most = 1 + random.nextInt(60);
            int threshold = random.nextBoolean() ? random.nextInt(300) : Integer.MAX_VALUE;
            Optional<ScoreDoc> after = Optional.empty();
            for (int page = 0; page < 3; page++) {
                TopDocs best = searcher.search(query, BestScores.of(Optional.empty(), most, after, threshold));
                TopDocs expected = searcher.search(
                        query, new TopScoreDocCollectorManager(most, after.orElse(null), Integer.MAX_VALUE));
                assertEquals(described(expected.scoreDocs), described(best.scoreDocs));
                assertTotal(searcher.count(query), Math.max(threshold, most), best.totalHits);
                int found = best.scoreDocs.length;
                after = found == 0 ? after : Optional.of(best.scoreDocs[found - 1]);
            }
        }
    }

    /** The number of hits is a field in Lucene 9 and a method in Lucene 10; both have it in the description. */
    private static void assertTotal(int hits, int threshold, TotalHits total) {
        String exact = new TotalHits(hits, TotalHits.Relation.EQUAL_TO).toString();
        boolean isExact = total.toString().equals(exact);
        assertTrue(total + " of " + hits, isExact || hits > threshold);
        assertTrue(total.toString(), isExact || total.toString().contains("+"));
    }

    private static List<String> described(ScoreDoc[] hits) {
        return Arrays.stream(hits).map(hit -> hit.doc + " " + hit.score).toList();
    }

    /** Random queries and sorts, and all hits of a query in the order of a sort, found without Lucene's sorting. */
    static final class RandomSearch {
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
                case 2 -> both(first, Occur.MUST, second, Occur.SHOULD);
                case 3 -> both(first, Occur.SHOULD, second, Occur.SHOULD);
                case 4 -> both(first, Occur.MUST, second, Occur.MUST_NOT);
                default -> first;
            };
        }

        private static Query both(Query first, Occur how, Query second, Occur howToo) {
            return new BooleanQuery.Builder()
                    .add(first, how)
                    .add(second, howToo)
                    .build();
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
            StoredFields stored = searcher.storedFields();
            List<Hit> hits = new ArrayList<>();
            // No hit is skipped where there is room for all documents.
            int all = Math.max(1, searcher.getIndexReader().maxDoc());
            for (ScoreDoc hit : searcher.search(query, all).scoreDocs) {
                Document document = stored.document(hit.doc);
                long number = document.getField("stored").numericValue().longValue();
                hits.add(new Hit(hit.doc, hit.score, document.get("id"), number));
            }
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
    }
}
