package io.whorl.live;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.TryFolder;
import io.whorl.bulk.TestFiles;
import io.whorl.live.LiveTier.LiveLimits;
import io.whorl.live.LiveTier.TierHeap;
import io.whorl.live.LiveTierTest.LiveModel.Doc;
import io.whorl.testing.HeldFiles;
import io.whorl.testing.LongForm;
import io.whorl.testing.Repeated;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IntSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** One tier and the tiers of a writer: limits, views, and the memory that they share. */
class LiveTierTest extends TryFolder {
    private static final byte[] ID = {'a'};
    private static final byte[] NOTHING = {};
    private static final int[] NO_FREQUENCIES = {};

    private static final int MINUTIAE = 40_000;
    private static final long[] ALL = LongStream.range(0, MINUTIAE).toArray();
    private static final int ROUNDS = 20;

    static IntStream capacities() {
        return IntStream.of(1, 2, 1_000, 20_000, 40_000, LongForm.of(100_000, 1_000_000));
    }

    /**
     * One page, some, and many. With frequencies of 2, singletons need chain entries, too, so chains are filled to
     * capacity.
     */
    @ParameterizedTest
    @MethodSource("capacities")
    void tierCanBeFilledToItsLimits(int postings) throws IOException {
        for (boolean frequencies : new boolean[] {false, true}) {
            try (LiveTier tier = tier(postings, postings, frequencies);
                    LiveView before = tier.view()) {
                int[] twice = {2};
                for (int i = 0; i < postings; i++) {
                    assertTrue(tier.fits(1, 1, 1));
                    tier.add(document(frequencies ? twice : NO_FREQUENCIES, minutia(i)));
                }
                assertEquals(postings, tier.postings);
                assertFalse(tier.fits(0, 1, 0));
                assertFalse(tier.fits(1, 0, 0));
                assertTrue(tier.fits(0, 0, 0));
                assertThrows(IllegalStateException.class, () -> tier.add(document(twice, 7)));
                try (LiveView view = tier.view()) {
                    for (int i = 0; i < postings; i++) {
                        assertEquals(Map.of(i, frequencies ? 2 : 1), LiveModel.holders(view, minutia(i)));
                    }
                    assertEquals(postings - 1, view.find(ID));
                }
                assertEquals(-1, before.find(ID));
            }
        }
    }

    private static LoggedDocument document(int[] frequencies, long... minutiae) {
        return new LoggedDocument(ID, 1, NOTHING, minutiae, frequencies, minutiae.length);
    }

    private static long minutia(int i) {
        return (long) i << 12;
    }

    @Test
    void bytesAreLimited() throws IOException {
        try (LiveTier tier = tier(100, 10, false)) {
            long limit = new LiveLimits(100, 10).bytes();
            assertTrue(tier.fits(1, 0, limit));
            assertFalse(tier.fits(1, 0, limit + 1));
            tier.add(new LoggedDocument(ID, 1, new byte[(int) limit - 1], new long[0], NO_FREQUENCIES, 0));
            assertTrue(tier.fits(1, 1, 0));
            assertFalse(tier.fits(1, 1, 1));
        }
    }

    @Test
    void invalidArgumentsChangeNothing() throws IOException {
        try (LiveTier tier = tier(100, 10, true)) {
            int[] ones = {1, 1};
            for (LoggedDocument wrong : List.of(
                    document(ones, 5, 5),
                    document(ones, -1, 5),
                    document(new int[] {1, 0}, 4, 5),
                    document(NO_FREQUENCIES, 4, 5),
                    new LoggedDocument(ID, 1, NOTHING, new long[] {4, 5}, ones, 3))) {
                assertThrows(IllegalArgumentException.class, () -> tier.add(wrong));
            }
            assertEquals(0, tier.documents());
            assertEquals(0, tier.postings);
            assertEquals(0, tier.add(document(ones, 5, -1)));
            try (LiveView view = tier.view()) {
                assertEquals(Map.of(), LiveModel.holders(view, 4));
                assertEquals(Map.of(0, 1), LiveModel.holders(view, 5));
                assertEquals(Map.of(0, 1), LiveModel.holders(view, -1));
                assertThrows(
                        IndexOutOfBoundsException.class, () -> view.document(1).id());
                assertThrows(IndexOutOfBoundsException.class, () -> view.findAll(new long[] {4, 5}, 0, 2, new int[1]));
            }
        }
        assertThrows(IllegalArgumentException.class, () -> new LiveLimits(0, 1));
        assertThrows(IllegalArgumentException.class, () -> new LiveLimits((1L << 30) + 1, 1));
        assertThrows(IllegalArgumentException.class, () -> new LiveLimits(1, 0));
    }

    @Test
    void consecutiveMinutiaeAreSpreadOverAllSlots() {
        int slots = 1_000;
        int[] counts = new int[slots];
        TierMinutiae.SlotHash hash = new TierMinutiae.SlotHash(new SplittableRandom(1));
        for (long m = 0; m < 100L * slots; m++) {
            counts[hash.slot(m, slots)]++;
        }
        IntSummaryStatistics each = IntStream.of(counts).summaryStatistics();
        assertTrue(each.getMin() > 50 && each.getMax() < 150, each.toString());
    }

    private LiveTier tier(long postings, int documents, boolean frequencies) throws IOException {
        return inMap(directory.resolve("map"), new LiveLimits(postings, documents), frequencies);
    }

    /** A tier in a map whose memory is released with it. */
    static LiveTier inMap(Path file, LiveLimits limits, boolean frequencies) throws IOException {
        try (LiveTiers tiers = new LiveTiers(Optional.of(file), limits, frequencies)) {
            return tiers.next();
        }
    }

    /** The memory of a tier in heap is what its minutiae need: slots, while they grow also the old ones, and links. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void memoryOfATierInHeapIsThatOfItsMinutiae(boolean frequencies) {
        int documents = 300;
        int n = 400;
        int repeated = 100;
        TierMinutiae tier = TierMinutiae.inHeap(1 << 20, frequencies);
        int[] once = new int[n];
        Arrays.fill(once, 1);
        for (int d = 0; d < documents; d++) {
            long[] minutiae = new long[n];
            for (int i = 0; i < n; i++) {
                minutiae[i] = i < repeated ? i : ((long) (d + 1) << 32) | i;
            }
            long before = tier.bytes();
            long most = tier.bytesToAdd(n);
            tier.add(d, minutiae, once, n);
            long added = tier.bytes() - before;
            assertTrue(added >= 0 && added <= most, added + " of " + most);
        }
        long distinct = (long) documents * (n - repeated) + repeated;
        // Slots of 16 bytes are a power of two, at most five eighths of which are used. Links are in large blocks.
        long slots = 16 * Long.highestOneBit(2 * (distinct * 8 / 5));
        long links = (long) (documents - 1) * repeated * (frequencies ? 12 : 8);
        long bytes = tier.bytes() - slots;
        assertTrue(bytes >= links && bytes <= links + (12 << 14), bytes + " for links of " + links);
    }

    private LiveTiers tiers() {
        return new LiveTiers(Optional.of(directory.resolve("map")), new LiveLimits(MINUTIAE, 10), false);
    }

    private static void add(LiveTier tier) {
        tier.add(document(NO_FREQUENCIES, ALL));
    }

    private static void assertHoldsAll(LiveTier tier, boolean holds) {
        try (LiveView view = tier.view()) {
            for (long minutia : ALL) {
                assertEquals(holds, !LiveModel.holders(view, minutia).isEmpty());
            }
        }
    }

    /** Memory that is used again is empty, and two tiers never share it. */
    @Test
    void eachTierIsEmptyAndSeparate() throws IOException {
        try (LiveTiers tiers = tiers()) {
            LiveTier before = tiers.next();
            add(before);
            for (int i = 0; i < ROUNDS; i++) {
                LiveTier next = tiers.next();
                assertHoldsAll(next, false);
                assertHoldsAll(before, true);
                before.close();
                add(next);
                assertHoldsAll(next, true);
                before = next;
            }
            before.close();
        }
        assertEquals(0, HeldFiles.mapped(directory));
    }

    @Test
    void memoryOfTwoReleasedTiersIsKept() throws IOException {
        try (LiveTiers tiers = tiers()) {
            LiveTier[] some = {tiers.next(), tiers.next(), tiers.next()};
            long each = HeldFiles.mapped(directory) / some.length;
            assertTrue(each > 0);
            for (LiveTier tier : some) {
                tier.close();
            }
            assertEquals(2 * each, HeldFiles.mapped(directory));
            // Both are used again before more is created.
            try (LiveTier first = tiers.next();
                    LiveTier second = tiers.next()) {
                assertEquals(2 * each, HeldFiles.mapped(directory));
            }
        }
        assertEquals(0, HeldFiles.mapped(directory));
    }

    @Test
    void tierOutlivesItsMaker() throws IOException {
        LiveTiers tiers = tiers();
        LiveTier tier = tiers.next();
        LiveView view = tier.view();
        add(tier);
        tiers.close();
        tiers.close();
        assertHoldsAll(tier, true);
        tier.close();
        assertTrue(HeldFiles.mapped(directory) > 0);
        view.close();
        assertEquals(0, HeldFiles.mapped(directory));
        assertThrows(IllegalStateException.class, tiers::next);
        assertEquals(0, HeldFiles.mapped(directory));
    }

    @Test
    void failureIsReportedByTheCallThatNeedsTheMemory() throws IOException {
        Path missing = directory.resolve("missing");
        try (LiveTiers tiers = new LiveTiers(Optional.of(missing.resolve("map")), new LiveLimits(10, 10), false)) {
            assertThrows(IOException.class, tiers::next);
            Files.createDirectory(missing);
            try (LiveTier tier = tiers.next()) {
                assertEquals(0, tier.documents());
            }
        }
        assertEquals(Set.of(), TestFiles.names(missing));
    }

    @Test
    void tiersOfRecordsHaveNoFile() throws IOException {
        try (LiveTiers tiers = new LiveTiers(Optional.empty(), new LiveLimits(10, 10), false)) {
            try (LiveTier tier = tiers.next()) {
                assertEquals(0, tier.add(new LoggedDocument(ID, 1, NOTHING, ALL, NO_FREQUENCIES, 6)));
            }
            assertEquals(0, HeldFiles.mapped(directory));
        }
    }

    // Views taken at several moments keep giving the answers of a plain list while documents are added.

    /** A view and the number of documents that it contains. */
    private record Taken(LiveView view, int documents) {}

    @Property(tries = 150)
    void viewsAnswerLikeAList(
            @ForAll long seed,
            @ForAll boolean frequencies,
            @ForAll boolean inHeap,
            @ForAll @IntRange(min = 1, max = 60) int documents,
            @ForAll @IntRange(min = 1, max = 200) int range)
            throws IOException {
        Random random = new Random(seed);
        long[] vocabulary = vocabulary(range, random);
        LiveModel model = new LiveModel(frequencies);
        List<Taken> taken = new ArrayList<>();
        LiveLimits limits = new LiveLimits(20_000, documents);
        long limit = 1L << 40;
        TierHeap heap = new TierHeap(limit);
        try (LiveTier tier = inHeap
                ? LiveTier.inHeap(limits, frequencies, heap).orElseThrow()
                : inMap(directory.resolve("map"), limits, frequencies)) {
            for (int d = 0; d < documents; d++) {
                if (random.nextInt(6) == 0) {
                    taken.add(new Taken(tier.view(), d));
                }
                Doc doc = document(vocabulary, random);
                model.documents.add(doc);
                boolean interrupted = random.nextInt(4) == 0;
                if (interrupted) {
                    Thread.currentThread().interrupt();
                }
                assertEquals(d, doc.addTo(tier));
                if (!taken.isEmpty() && random.nextInt(8) == 0) {
                    Taken one = taken.get(random.nextInt(taken.size()));
                    model.check(one.view, one.documents, vocabulary);
                }
                assertEquals(interrupted, Thread.interrupted());
            }
            taken.add(new Taken(tier.view(), documents));
        }
        for (Taken one : taken) {
            model.check(one.view, one.documents, vocabulary);
            assertEquals(inHeap, heap.remaining() < limit);
            one.view.close();
        }
        assertEquals(limit, heap.remaining());
    }

    private static long[] vocabulary(int range, Random random) {
        long[] minutiae = random.longs(range).toArray();
        minutiae[0] = random.nextInt(3) - 1;
        minutiae[range - 1] = Long.MIN_VALUE;
        return minutiae;
    }

    private static Doc document(long[] vocabulary, Random random) {
        TreeMap<Long, Integer> minutiae = LiveModel.minutiae();
        for (int i = random.nextInt(80); i > 0; i--) {
            minutiae.merge(vocabulary[random.nextInt(vocabulary.length)], 1, Integer::sum);
        }
        byte[] extra = new byte[random.nextInt(4)];
        random.nextBytes(extra);
        return new Doc("id-" + random.nextInt(25), random.nextInt(1_000), extra, minutiae);
    }

    /** A slow reference for a live tier: a list of documents that is scanned for each answer. */
    static final class LiveModel {
        record Doc(String id, long words, byte[] extra, TreeMap<Long, Integer> minutiae) {
            byte[] idBytes() {
                return id.getBytes(StandardCharsets.UTF_8);
            }

            int addTo(LiveTier tier) {
                long[] sorted =
                        minutiae.keySet().stream().mapToLong(Long::longValue).toArray();
                int[] frequencies =
                        minutiae.values().stream().mapToInt(Integer::intValue).toArray();
                byte[] given = idBytes();
                byte[] more = extra.clone();
                int number = tier.add(new LoggedDocument(given, words, more, sorted, frequencies, sorted.length));
                // The tier keeps copies.
                Arrays.fill(given, (byte) 'z');
                Arrays.fill(more, (byte) 9);
                Arrays.fill(sorted, 7);
                return number;
            }
        }

        final List<Doc> documents = new ArrayList<>();
        private final boolean frequencies;

        LiveModel(boolean frequencies) {
            this.frequencies = frequencies;
        }

        static TreeMap<Long, Integer> minutiae() {
            return new TreeMap<>(Long::compareUnsigned);
        }

        /** The documents of a view that hold a minutia, the newest first, with its frequency in each. */
        static Map<Integer, Integer> holders(LiveView view, long minutia) {
            int[] link = new int[1];
            view.findAll(new long[] {minutia}, 0, 1, link);
            Map<Integer, Integer> holders = new LinkedHashMap<>();
            for (int at = link[0]; at != TierMinutiae.NONE; at = view.minutiae().next(at)) {
                holders.put(view.minutiae().document(at), view.minutiae().frequency(at));
            }
            return holders;
        }

        /** Compares all answers of a view with those of the first {@code count} documents. */
        void check(LiveView view, int count, long[] minutiae) {
            assertEquals(count, view.documents());
            Map<String, Integer> newest = new HashMap<>();
            Map<Long, Map<Integer, Integer>> holders = new HashMap<>();
            for (int d = 0; d < count; d++) {
                int number = d;
                Doc doc = documents.get(d);
                assertEquals(doc.id(), new String(view.document(d).id(), StandardCharsets.UTF_8));
                assertEquals(doc.words(), view.document(d).words());
                assertEquals(doc.minutiae().size(), view.document(d).minutiae());
                assertArrayEquals(doc.extra(), view.document(d).extra());
                newest.put(doc.id(), d);
                doc.minutiae().forEach((minutia, frequency) -> holders.computeIfAbsent(
                                minutia, any -> new TreeMap<>(Comparator.reverseOrder()))
                        .put(number, frequencies ? frequency : 1));
            }
            documents.forEach(
                    doc -> assertEquals(newest.getOrDefault(doc.id(), -1), view.find(doc.idBytes()), doc.id()));
            assertEquals(-1, view.find("no such id".getBytes(StandardCharsets.UTF_8)));
            int[] links = new int[minutiae.length - 1];
            view.findAll(minutiae, 1, minutiae.length, links);
            for (int i = 0; i < minutiae.length; i++) {
                Map<Integer, Integer> expected = holders.getOrDefault(minutiae[i], Map.of());
                Map<Integer, Integer> found = holders(view, minutiae[i]);
                assertEquals(List.copyOf(expected.entrySet()), List.copyOf(found.entrySet()));
                assertTrue(i == 0 || found.isEmpty() == (links[i - 1] == TierMinutiae.NONE));
            }
            Map<Long, Map<Integer, Integer>> all = new HashMap<>();
            view.forEach((minutia, document, frequency) -> assertNull(
                    all.computeIfAbsent(minutia, any -> new HashMap<>()).put(document, frequency)));
            assertEquals(holders, all);
        }
    }

    // The memory of a tier is released after its last use, and not accessible afterwards.

    private LiveTier tierOfOneDocument() throws IOException {
        LiveTier tier = tier(1_000, 10, false);
        tier.add(document(NO_FREQUENCIES, 5));
        assertTrue(HeldFiles.mapped(directory) > 0);
        return tier;
    }

    @Test
    void closingTheTierReleasesTheMemory() throws IOException {
        LiveTier tier = tierOfOneDocument();
        tier.close();
        assertEquals(0, HeldFiles.mapped(directory));
        tier.close();
        assertThrows(IllegalStateException.class, () -> tier.view());
        assertThrows(IllegalStateException.class, () -> tier.add(document(NO_FREQUENCIES, 5)));
        assertEquals(1, tier.documents());
    }

    @Test
    void openViewKeepsTheMemory() throws IOException {
        LiveTier tier = tierOfOneDocument();
        LiveView view = tier.view();
        LiveView other = tier.view();
        tier.close();
        other.close();
        assertReads(view);
        view.take();
        view.close();
        assertReads(view);
        view.close();
        assertEquals(0, HeldFiles.mapped(directory));
        assertThrows(IllegalStateException.class, view::take);
        assertThrows(IllegalStateException.class, view::close);
        assertEquals(0, view.find(ID));
    }

    @Test
    void memoryThatIsLeftToTheViewsIsReleasedWithTheLast() throws IOException {
        LiveTier tier = tierOfOneDocument();
        LiveView view = tier.view();
        tier.leaveToViews();
        tier.add(document(NO_FREQUENCIES, 6));
        LiveView later = tier.view();
        view.close();
        assertEquals(Map.of(1, 1), LiveModel.holders(later, 6));
        later.close();
        assertEquals(0, HeldFiles.mapped(directory));
        assertThrows(IllegalStateException.class, () -> tier.view());
        tier.close();
    }

    private static void assertReads(LiveView view) {
        assertEquals(Map.of(0, 1), LiveModel.holders(view, 5));
        assertEquals(Map.of(), LiveModel.holders(view, 6));
    }

    // A writer, readers that take and close views, and a thread that closes the tier meanwhile. Answers are compared
    // with
    // the list of documents. Most documents have a minutia of their own, so that a table in heap grows.

    private static final int STRESS_ROUNDS = LongForm.of(8, 200);
    /** No thread of a round may take longer. */
    private static final long SECONDS = 120;

    private static final int READERS = 4;
    private static final int DOCUMENTS = 600;

    private final AtomicReference<LiveView> published = new AtomicReference<>();
    private final AtomicLong answers = new AtomicLong();
    private volatile boolean over;

    @Test
    void readersSurviveAWriterAndAClose() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(READERS + 2);
        try {
            for (int round = 0; round < STRESS_ROUNDS; round++) {
                round(pool, new Random(round));
            }
        } finally {
            over = true;
            pool.shutdownNow();
        }
        assertTrue(answers.get() > STRESS_ROUNDS, answers.get() + " answers");
        assertEquals(0, HeldFiles.mapped(directory));
    }

    private void round(ExecutorService pool, Random random) throws Exception {
        over = false;
        LiveLimits limits = new LiveLimits(200_000, DOCUMENTS);
        LiveTier tier = random.nextBoolean()
                ? LiveTier.inHeap(limits, false, new TierHeap(1L << 40)).orElseThrow()
                : inMap(directory.resolve("map"), limits, false);
        LiveModel model = new LiveModel(false);
        long[] vocabulary = vocabulary(40, random);
        for (int d = 0; d < DOCUMENTS; d++) {
            model.documents.add(document(vocabulary, random));
            model.documents.get(d).minutiae.put((long) d, 1);
        }
        published.set(tier.view());
        int closeAt = random.nextInt(DOCUMENTS);
        List<Future<?>> running = Repeated.list(READERS, i -> pool.submit(() -> read(model, vocabulary)));
        Future<?> closing = pool.submit(() -> closeWhen(tier, closeAt));
        write(tier, model, random);
        closing.get(SECONDS, TimeUnit.SECONDS);
        over = true;
        for (Future<?> one : running) {
            one.get(SECONDS, TimeUnit.SECONDS);
        }
        published.get().close();
    }

    private static void closeWhen(LiveTier tier, int documents) {
        while (tier.documents() < documents && !Thread.currentThread().isInterrupted()) {
            Thread.onSpinWait();
        }
        tier.close();
    }

    private void write(LiveTier tier, LiveModel model, Random random) {
        try {
            for (Doc doc : model.documents) {
                doc.addTo(tier);
                if (random.nextInt(10) == 0) {
                    published.getAndSet(tier.view()).close();
                }
            }
        } catch (IllegalStateException closed) {
            assertEquals("this live tier is closed", closed.getMessage());
        }
    }

    private Void read(LiveModel model, long[] vocabulary) {
        while (!over) {
            LiveView view = published.get();
            try {
                view.take();
            } catch (IllegalStateException closed) {
                continue;
            }
            try (view) {
                model.check(view, view.total(), vocabulary);
            }
            answers.incrementAndGet();
        }
        return null;
    }
}
