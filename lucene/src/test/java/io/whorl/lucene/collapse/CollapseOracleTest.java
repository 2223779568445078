package io.whorl.lucene.collapse;

import com.carrotsearch.randomizedtesting.annotations.TimeoutSuite;
import io.whorl.fingerprint.Fingerprint;
import io.whorl.fingerprint.Fingerprinter;
import io.whorl.lucene.Form;
import io.whorl.lucene.Texts;
import io.whorl.lucene.collapse.CollapseOptions.Candidates;
import io.whorl.lucene.collapse.CollapseOptions.Counts;
import io.whorl.lucene.collapse.CollapseOptions.Similarity;
import io.whorl.lucene.collapse.CollapseOracleTest.CollapseModel.Group;
import io.whorl.lucene.collapse.RandomSearch.Hit;
import io.whorl.lucene.field.FingerprintField;
import io.whorl.lucene.field.GroupKeys;
import io.whorl.lucene.sketch.KeyBands;
import io.whorl.lucene.sketch.SketchFormat;
import io.whorl.lucene.sketch.SlowContainment;
import io.whorl.measure.Measure;
import io.whorl.scheme.Scheme;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.StoredFields;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.Sort;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.index.RandomIndexWriter;
import org.apache.lucene.tests.util.LuceneTestCase;

/**
 * Compares collapsed results with {@link CollapseModel}, in random indexes of Lucene's test framework: random codecs,
 * directories that check their use, random segments, merges, deletes, slices and threads.
 */
@TimeoutSuite(millis = 600_000)
public class CollapseOracleTest extends LuceneTestCase {
    private static final List<Scheme> SCHEMES = List.of(
            FingerprintField.DEFAULT_SCHEME,
            Scheme.builder()
                    .granularity(2)
                    .selection("min-s", Map.of("s", "12"))
                    .build(),
            Scheme.builder().granularity(1).selection("mod", Map.of("m", "3")).build(),
            Scheme.builder().granularity(2).build());

    private final Map<String, Optional<String>> texts = new HashMap<>();

    public void testResultsEqualThoseOfTheModel() throws IOException {
        for (int i = 0; i < Form.of(4, 300); i++) {
            texts.clear();
            Random random = random();
            FingerprintField field = FingerprintField.of(
                    "versions", SCHEMES.get(random.nextInt(SCHEMES.size())), new GroupKeys(1 + random.nextInt(20), 2));
            try (Directory directory = newDirectory()) {
                try (RandomIndexWriter writer = new RandomIndexWriter(random, directory)) {
                    index(writer, field, 1 + random.nextInt(Form.of(200, 1_500)));
                    try (IndexReader reader = writer.getReader()) {
                        compare(newSearcher(reader), field);
                    }
                }
            }
        }
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
            CollapseModel model = new CollapseModel(field, options);
            CollapsingSearch search = CollapsingSearch.of(field, options);
            pages(searcher, query, sort, search, options, hits, model);
            group(searcher, query, sort, search, options, hits, model);
            once(searcher, query, sort, field, options, hits, model);
        }
    }

    /** Reads all pages. Together they must be all groups of the model. */
    private void pages(
            IndexSearcher searcher,
            Query query,
            Optional<Sort> sort,
            CollapsingSearch search,
            CollapseOptions options,
            List<Hit> hits,
            CollapseModel model)
            throws IOException {
        List<String> ids = hits.stream().map(Hit::id).toList();
        List<Group> expected = model.groups(ids, texts);
        int n = 1 + random().nextInt(15);
        int from = 0;
        int start = 0;
        Optional<CollapseCursor> cursor = Optional.empty();
        do {
            CollapsedTopDocs page = page(searcher, query, sort, search, n, cursor);
            assertTrue(page.complete());
            List<Group> groups = expected.subList(from, Math.min(expected.size(), from + n));
            // Each hit is examined for one page: up to the last kept hit of it, or up to the end.
            int end = groups.size() < n
                    ? ids.size()
                    : ids.indexOf(groups.get(groups.size() - 1).kept()) + 1;
            assertEquals(end - start, page.examined());
            List<String> examined = ids.subList(start, end);
            assertPage(searcher, groups, page, options, ids, examined);
            List<Group> before = expected.subList(0, from);
            long earlier = examined.stream()
                    .filter(id -> before.stream().anyMatch(g -> g.others().contains(id)))
                    .count();
            assertEquals(earlier, page.earlier());
            List<String> counted = options.counts() == Counts.ALL && !groups.isEmpty() ? ids : examined;
            assertEquals(
                    counted.stream().filter(id -> !model.hasSketch(id, texts)).count(), page.withoutSketch());
            from += groups.size();
            start = end;
            cursor = page.next();
            assertTrue("pages end", cursor.isPresent() || from == expected.size());
        } while (cursor.isPresent());
    }

    /** All members of a group can be asked for; a hit that is not kept has no group. */
    private void group(
            IndexSearcher searcher,
            Query query,
            Optional<Sort> sort,
            CollapsingSearch search,
            CollapseOptions options,
            List<Hit> hits,
            CollapseModel model)
            throws IOException {
        if (hits.isEmpty()) {
            return;
        }
        Hit hit = hits.get(random().nextInt(hits.size()));
        List<String> ids = hits.stream().map(Hit::id).toList();
        Optional<Group> expected = model.groups(ids, texts).stream()
                .filter(g -> g.kept().equals(hit.id()))
                .findFirst();
        if (expected.isEmpty()) {
            IllegalArgumentException e =
                    expectThrows(IllegalArgumentException.class, () -> group(searcher, query, sort, search, hit));
            assertTrue(e.getMessage(), e.getMessage().contains("doc is " + hit.doc()));
            return;
        }
        CollapsedGroup found = group(searcher, query, sort, search, hit);
        List<String> others = expected.get().others();
        assertEquals(hit.doc(), found.hit().doc);
        assertEquals(others.size(), found.others());
        List<String> members = new ArrayList<>();
        for (ScoreDoc member : found.members()) {
            members.add(searcher.storedFields().document(member.doc).get("id"));
        }
        assertEquals(others.subList(0, Math.min(others.size(), options.members())), members);
    }

    private static CollapsedGroup group(
            IndexSearcher searcher, Query query, Optional<Sort> sort, CollapsingSearch search, Hit hit)
            throws IOException {
        return sort.isPresent()
                ? search.group(searcher, query, hit.doc(), sort.get())
                : search.group(searcher, query, hit.doc());
    }

    private static CollapsedTopDocs page(
            IndexSearcher searcher,
            Query query,
            Optional<Sort> sort,
            CollapsingSearch search,
            int n,
            Optional<CollapseCursor> cursor)
            throws IOException {
        if (sort.isPresent()) {
            return cursor.isPresent()
                    ? search.searchAfter(cursor.get(), searcher, query, n, sort.get())
                    : search.search(searcher, query, n, sort.get());
        }
        return cursor.isPresent()
                ? search.searchAfter(cursor.get(), searcher, query, n)
                : search.search(searcher, query, n);
    }

    private static void assertPage(
            IndexSearcher searcher,
            List<Group> expected,
            CollapsedTopDocs page,
            CollapseOptions options,
            List<String> all,
            List<String> examined)
            throws IOException {
        assertEquals(expected.size(), page.groups().size());
        StoredFields stored = searcher.storedFields();
        for (int i = 0; i < expected.size(); i++) {
            Group group = expected.get(i);
            CollapsedGroup found = page.groups().get(i);
            assertEquals(group.kept(), stored.document(found.hit().doc).get("id"));
            List<String> others =
                    group.others().stream().filter(examined::contains).toList();
            long counted = options.counts() == Counts.ALL ? group.others().size() : others.size();
            assertEquals(counted, found.others());
            List<String> members = new ArrayList<>();
            for (ScoreDoc member : found.members()) {
                members.add(stored.document(member.doc).get("id"));
            }
            assertEquals(others.subList(0, Math.min(others.size(), options.members())), members);
        }
        assertTrue(examined.size() <= all.size());
    }

    /** The collector manager alone finds the groups of the hits that it collects. */
    private void once(
            IndexSearcher searcher,
            Query query,
            Optional<Sort> sort,
            FingerprintField field,
            CollapseOptions options,
            List<Hit> hits,
            CollapseModel model)
            throws IOException {
        int n = 1 + random().nextInt(9);
        CollapsingCollectorManager manager = sort.isPresent()
                ? CollapsingCollectorManager.bySort(
                        field, options, n, sort.get().rewrite(searcher))
                : CollapsingCollectorManager.byScore(field, options, n);
        CollapsedTopDocs found = searcher.search(query, manager);
        int collected = Math.min(hits.size(), n * options.examinedPerGroup());
        List<String> ids = hits.subList(0, collected).stream().map(Hit::id).toList();
        List<Group> groups = model.groups(ids, texts);
        int examined =
                groups.size() < n ? collected : ids.indexOf(groups.get(n - 1).kept()) + 1;
        assertEquals(examined, found.examined());
        assertEquals(groups.size() >= n || collected < n * options.examinedPerGroup(), found.complete());
        CollapseOptions counted = options.counts(Counts.EXAMINED);
        assertPage(
                searcher, groups.subList(0, Math.min(n, groups.size())), found, counted, ids, ids.subList(0, examined));
    }

    /** The definition of collapsing, in the slowest and most obvious form: fingerprints of texts, and lists. */
    static final class CollapseModel {
        private final FingerprintField field;
        private final Fingerprinter fingerprinter;
        private final CollapseOptions options;
        private final Map<String, Optional<Fingerprint>> fingerprints = new HashMap<>();

        /** A kept hit and the hits of its group, by id. */
        record Group(String kept, List<String> others) {}

        CollapseModel(FingerprintField field, CollapseOptions options) {
            this.field = field;
            this.options = options;
            fingerprinter = Fingerprinter.of(field.scheme());
        }

        /** All groups of hits in the order of the sort; a text is empty if the document has no sketch. */
        List<Group> groups(List<String> hits, Map<String, Optional<String>> texts) {
            List<Group> groups = new ArrayList<>();
            for (String hit : hits) {
                Optional<Group> group =
                        groups.stream().filter(g -> alike(g.kept(), hit, texts)).findFirst();
                group.ifPresentOrElse(g -> g.others().add(hit), () -> groups.add(new Group(hit, new ArrayList<>())));
            }
            return groups;
        }

        boolean hasSketch(String hit, Map<String, Optional<String>> texts) {
            return of(hit, texts).filter(f -> f.size() > 0).isPresent();
        }

        private boolean alike(String a, String b, Map<String, Optional<String>> texts) {
            if (!hasSketch(a, texts) || !hasSketch(b, texts)) {
                return false;
            }
            Fingerprint first = of(a, texts).orElseThrow();
            Fingerprint second = of(b, texts).orElseThrow();
            boolean candidates = options.candidates() == CollapseOptions.Candidates.SHARED_MINUTIAE
                    || Arrays.stream(keys(first)).anyMatch(k -> Arrays.binarySearch(keys(second), k) >= 0);
            return candidates && similarity(first, second) >= options.threshold();
        }

        private double similarity(Fingerprint first, Fingerprint second) {
            if (options.similarity() == CollapseOptions.Similarity.RESEMBLANCE) {
                return first.compare(second, Measure.RESEMBLANCE);
            }
            SketchFormat format = field.internal().format();
            return SlowContainment.of(format, format.orders(first), format.orders(second));
        }

        private long[] keys(Fingerprint fingerprint) {
            SketchFormat format = field.internal().format();
            return KeyBands.of(
                    format.orders(fingerprint),
                    field.keys().bands(),
                    field.keys().rows());
        }

        private Optional<Fingerprint> of(String id, Map<String, Optional<String>> texts) {
            return fingerprints.computeIfAbsent(id, i -> texts.get(i).map(fingerprinter::fingerprint));
        }
    }
}
