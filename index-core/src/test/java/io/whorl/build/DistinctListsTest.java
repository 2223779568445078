package io.whorl.build;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.scheme.Scheme;
import io.whorl.store.DocumentLists;
import io.whorl.store.ScratchSpace;
import io.whorl.store.Segment;
import io.whorl.store.TestSegments;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Encodes document lists and reads them back. */
class DistinctListsTest {
    private static final int DOCUMENTS = 3_000;
    private static final Path SCRATCH = Path.of(System.getProperty("java.io.tmpdir"));

    private static final int[] NONE = {};

    private record Encoder(ListPool.ListBatch lists, ListPool.DistinctLists distinct) {
        Encoder() {
            this(new ListPool.ListBatch());
        }

        private Encoder(ListPool.ListBatch lists) {
            this(lists, new ListPool.DistinctLists(lists));
        }

        long[] places() {
            return IntStream.range(0, lists.size()).mapToLong(lists::number).toArray();
        }
    }

    private record Ordinals(List<Integer> documents, List<Integer> frequencies) {}

    @Property(tries = 80)
    void eachDistinctListIsStoredOnceAndReadBack(
            @ForAll @IntRange(max = 800) int lists,
            @ForAll boolean frequencies,
            @ForAll @IntRange(max = 100_000) int memory,
            @ForAll long seed)
            throws IOException {
        Random random = new Random(seed);
        List<Ordinals> drawn = new ArrayList<>();
        for (int i = 0; i < lists; i++) {
            drawn.add(i > 0 && random.nextInt(3) == 0 ? drawn.get(random.nextInt(i)) : draw(random, frequencies));
        }
        Map<Ordinals, Long> places = new HashMap<>();
        read(
                frequencies,
                out -> {
                    ListPool pool = new ListPool(out, memory, ListPool.MOST, new ScratchSpace(SCRATCH));
                    Encoder encoder = new Encoder();
                    for (int from = 0; from < drawn.size(); from += 100) {
                        encoder.distinct.clear();
                        List<Ordinals> some = drawn.subList(from, Math.min(drawn.size(), from + 100));
                        List<Integer> numbers = some.stream()
                                .map(o -> add(encoder, o, frequencies))
                                .toList();
                        assertEquals(some.stream().distinct().count(), encoder.lists.size());
                        for (int i = 0; i < some.size(); i++) {
                            long place = place(pool, encoder, numbers.get(i), encoder.lists.hash(numbers.get(i)));
                            Long before = places.putIfAbsent(some.get(i), place);
                            assertTrue(before == null || before == place, "stored twice");
                        }
                    }
                },
                segment -> {
                    assertEquals(
                            places.size(), places.values().stream().distinct().count());
                    assertLists(segment.lists(), places);
                });
    }

    /** The hash decides where to look for a list, never whether two lists are equal. */
    @Property(tries = 30)
    void differentListsWithEqualHashesAreDistinguished(
            @ForAll boolean frequencies, @ForAll @IntRange(max = 70_000) int memory, @ForAll long seed)
            throws IOException {
        Random random = new Random(seed);
        Map<Ordinals, Long> places = new HashMap<>();
        read(
                frequencies,
                out -> {
                    ListPool pool = new ListPool(out, memory, ListPool.MOST, new ScratchSpace(SCRATCH));
                    Encoder encoder = new Encoder();
                    for (int round = 0; round < 2; round++) {
                        for (int i = 0; i < 150; i++) {
                            encoder.distinct.clear();
                            Ordinals list = draw(round == 0 ? random : new Random(seed + i), frequencies);
                            long place = place(pool, encoder, add(encoder, list, frequencies), 42);
                            assertEquals(places.computeIfAbsent(list, l -> place), place);
                        }
                    }
                },
                segment -> assertLists(segment.lists(), places));
    }

    /** The same within a partition, where only the number of an earlier list is returned. */
    @Property(tries = 30)
    void differentListsOfAPartitionWithEqualHashesAreDistinguished(@ForAll boolean frequencies, @ForAll long seed) {
        Random random = new Random(seed);
        Encoder encoder = new Encoder();
        encoder.distinct.clear();
        Map<Ordinals, Integer> numbers = new HashMap<>();
        for (int i = 0; i < 300; i++) {
            // Few documents, so that lists repeat.
            List<Integer> documents = random.ints(1 + random.nextInt(3), 0, 5)
                    .sorted()
                    .distinct()
                    .boxed()
                    .toList();
            List<Integer> counts = documents.stream()
                    .map(d -> frequencies ? 1 + random.nextInt(2) : 1)
                    .toList();
            int[] array = documents.stream().mapToInt(d -> d).toArray();
            int number = encoder.distinct.add(
                    array, frequencies ? counts.stream().mapToInt(c -> c).toArray() : NONE, array.length, 42);
            assertEquals(numbers.computeIfAbsent(new Ordinals(documents, counts), o -> number), number);
        }
        assertEquals(numbers.size(), encoder.lists.size());
    }

    /** A list that was found before its turn keeps its place, unless the pool has forgotten its lists since. */
    @Example
    void aPlaceFoundBeforeThePoolForgotIsNotUsed() throws IOException {
        Random random = new Random(4);
        Encoder encoder = new Encoder();
        encoder.distinct.clear();
        while (encoder.lists.size() < 20) {
            add(encoder, draw(random, false), false);
        }
        List<long[]> places = new ArrayList<>();
        read(
                false,
                out -> {
                    ListPool pool = new ListPool(out, 0, 10, new ScratchSpace(SCRATCH));
                    pool.find(encoder.lists);
                    assertTrue(Arrays.stream(encoder.places()).allMatch(p -> p == -1));
                    pool.number(encoder.lists);
                    places.add(encoder.places());
                    assertEquals(20, Arrays.stream(places.get(0)).distinct().count());
                    pool.find(encoder.lists);
                    assertArrayEquals(places.get(0), encoder.places());
                    pool.number(encoder.lists);
                    assertArrayEquals(places.get(0), encoder.places());
                    assertTrue(pool.startPartition());
                    pool.number(encoder.lists);
                    places.add(encoder.places());
                },
                segment -> {
                    assertEquals(
                            40,
                            places.stream()
                                    .flatMapToLong(Arrays::stream)
                                    .distinct()
                                    .count());
                    assertEquals(40, segment.lists().count());
                    for (long list = 0; list < 40; list++) {
                        assertTrue(segment.lists().size(list) > 0);
                    }
                });
    }

    private static Ordinals draw(Random random, boolean frequencies) {
        int n = 1 + random.nextInt(random.nextInt(20) == 0 ? DOCUMENTS : 6);
        List<Integer> documents =
                random.ints(n, 0, DOCUMENTS).sorted().distinct().boxed().toList();
        return new Ordinals(
                documents,
                documents.stream()
                        .map(d -> frequencies ? 1 + random.nextInt(1 << random.nextInt(31)) : 1)
                        .toList());
    }

    private static int add(Encoder encoder, Ordinals list, boolean frequencies) {
        int[] documents = list.documents.stream().mapToInt(d -> d).toArray();
        return add(
                encoder,
                documents,
                frequencies ? list.frequencies.stream().mapToInt(f -> f).toArray() : NONE);
    }

    private static int add(Encoder encoder, int[] documents, int[] frequencies) {
        long sum = Arrays.stream(documents).mapToLong(ListPool::mix).sum();
        return encoder.distinct.add(documents, frequencies, documents.length, sum);
    }

    private static long place(ListPool pool, Encoder encoder, int list, long hash) throws IOException {
        return pool.number(encoder.lists.bytes(), encoder.lists.start(list), encoder.lists.length(list), hash);
    }

    /** Lists are numbered in the order of their places. */
    private static void assertLists(DocumentLists lists, Map<Ordinals, Long> places) {
        assertEquals(places.size(), lists.count());
        List<Ordinals> expected = new ArrayList<>(places.keySet());
        expected.sort(Comparator.comparing(places::get));
        for (int list = 0; list < expected.size(); list++) {
            assertList(lists, expected.get(list), list);
        }
    }

    private static void assertList(DocumentLists lists, Ordinals expected, long list) {
        DocumentLists.Cursor cursor = lists.cursor(list);
        for (int i = 0; i < expected.documents.size(); i++) {
            assertEquals(expected.documents.size() - i, cursor.left());
            assertTrue(cursor.next());
            assertEquals((long) expected.documents.get(i), cursor.document());
            assertEquals((long) expected.frequencies.get(i), cursor.frequency());
        }
        assertFalse(cursor.next());
    }

    private interface Reader {
        void read(Segment segment);
    }

    private static void read(boolean frequencies, TestSegments.Lists lists, Reader reader) throws IOException {
        List<TestSegments.Doc> documents = new ArrayList<>();
        for (int i = 0; i < DOCUMENTS; i++) {
            documents.add(new TestSegments.Doc("d" + i, 1, 0, new byte[0]));
        }
        Path file = Files.createTempFile("lists", ".whs");
        try {
            Scheme scheme = Scheme.builder().frequencies(frequencies).build();
            reader.read(TestSegments.write(file, scheme, TestSegments.sorted(documents), lists, 10));
        } finally {
            Files.delete(file);
        }
    }
}
