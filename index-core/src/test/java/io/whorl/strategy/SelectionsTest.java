package io.whorl.strategy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.LimitExceededException;
import io.whorl.hash.MinutiaOrder;
import io.whorl.scheme.Chunking;
import io.whorl.scheme.Selection;
import io.whorl.select.ChunkBlock;
import io.whorl.select.SelectedChunks;
import io.whorl.select.SelectionStrategy;
import io.whorl.select.Selector;
import io.whorl.testing.NeedsData;
import io.whorl.testing.TestData;
import io.whorl.text.WordSet;
import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.LongPredicate;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.CharRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Every strategy against its definition. */
class SelectionsTest {
    private static final int MOST = 1_500;

    /** A strategy with its parameters, and the places that it selects by its definition. */
    private record Definition(String selection, Function<ChunkStream, List<Integer>> places) {}

    private static List<Definition> definitions(int n, int few, long seed) {
        return List.of(
                new Definition("full", s -> first(s, Integer.MAX_VALUE)),
                new Definition("all-substrings", s -> first(s, Integer.MAX_VALUE)),
                new Definition("first-r:r=" + n, s -> first(s, n)),
                new Definition("first-r-sliding:r=" + n, s -> first(s, n)),
                new Definition(
                        "random:r=" + n + ",seed=" + seed, s -> floyd(s.chunks().size(), n, seed)),
                new Definition("rarest-in-document:r=" + n, s -> rarest(s, Chunk::minutia, true, n)),
                new Definition(
                        "rarest-prefix:r=" + n + ",p=" + few,
                        s -> rarest(s, c -> prefix(c.firstWord(), few), false, n)),
                new Definition(
                        "anchor:anchors=語é|𝕏",
                        s -> where(
                                s,
                                c -> c.firstWord().contains("語é")
                                        || c.firstWord().contains("𝕏"))),
                new Definition("kth-in-sentence:k=" + few, s -> where(s, c -> c.wordInSentence() == few)),
                new Definition("kth-in-paragraph:k=" + few, s -> where(s, c -> c.wordInParagraph() == few)),
                new Definition(
                        "kth-sentence:k=" + few,
                        s -> where(s, c -> c.wordInSentence() == 1 && c.sentence() % few == 0)),
                new Definition("mod:m=" + n, s -> whereOrder(s, order -> Long.remainderUnsigned(order, n) == 0)),
                new Definition("min-s:s=" + n, s -> smallest(s, n)),
                new Definition("winnowing:w=" + n, s -> minima(s, n)),
                // A window is a part of a short document, down to one chunk: then all chunks are kept.
                new Definition(
                        "winnowing:w=" + n + ",parts=" + few,
                        s -> minima(s, Math.min(n, Math.max(1, s.chunks().size() / few)))));
    }

    @Property
    void everyStrategyFollowsItsDefinition(
            @ForAll("streams") ChunkStream stream,
            @ForAll @IntRange(min = 1, max = 120) int n,
            @ForAll @IntRange(min = 1, max = 14) int few,
            @ForAll long seed) {
        for (Definition definition : definitions(n, few, seed)) {
            String[] parts = definition.selection.split("[:=,]");
            Map<String, String> parameters = new TreeMap<>();
            for (int i = 1; i < parts.length; i += 2) {
                parameters.put(parts[i], parts[i + 1]);
            }
            assertEquals(
                    definition.places.apply(stream),
                    twice(stream, selector(stream, parts[0], parameters)),
                    definition.selection);
        }
    }

    private static List<Integer> first(ChunkStream stream, int r) {
        return IntStream.range(0, Math.min(r, stream.chunks().size())).boxed().toList();
    }

    /** The chunks whose key is rarest, in the order of the text; of equal keys all, or only the first. */
    private static <T> List<Integer> rarest(ChunkStream stream, Function<Chunk, T> key, boolean distinct, int r) {
        List<T> keys = stream.chunks().stream().map(key).toList();
        Map<T, Long> frequency =
                keys.stream().collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
        return IntStream.range(0, keys.size())
                .boxed()
                .filter(place -> !distinct || keys.indexOf(keys.get(place)) == place)
                .sorted(Comparator.comparing((Integer place) -> frequency.get(keys.get(place)))
                        .thenComparing(Comparator.naturalOrder()))
                .limit(r)
                .sorted()
                .toList();
    }

    @Property
    void multiplesAreToldApartWithoutABranch(
            @ForAll @LongRange(min = 1, max = Long.MAX_VALUE) long m, @ForAll long any, @ForAll long quotient) {
        long multiple = Long.remainderUnsigned(quotient, Long.divideUnsigned(-1L, m)) * m;
        checkMarks(m, any, any >>> 2, any >>> 24, multiple, multiple + 1, 0, -1, Long.divideUnsigned(-1L, m) * m);
    }

    @Property
    void multiplesOfSmallNumbersAreToldApart(@ForAll @IntRange(min = 1, max = 100) int m, @ForAll long any) {
        checkMarks(m, LongStream.range(0, 2L * m).map(i -> any + i).toArray());
    }

    private static void checkMarks(long m, long... numbers) {
        long[] marks = numbers.clone();
        new Mod.Multiples(m).mark(marks, marks.length);
        for (int i = 0; i < numbers.length; i++) {
            assertEquals(Long.remainderUnsigned(numbers[i], m) == 0 ? 0 : -1, marks[i], numbers[i] + " modulo " + m);
        }
    }

    @Property
    void modBySizeSelectsMultiplesOfTwoToTheLevel(
            @ForAll("streams") ChunkStream stream, @ForAll @LongRange(max = 3_000) long words) {
        BigInteger modulus = BigInteger.TWO.pow(slowLevel(words));
        Selector selector = selector(stream, "mod-by-size", Map.of());
        assertEquals(
                whereOrder(
                        stream,
                        order -> new BigInteger(Long.toUnsignedString(order))
                                        .mod(modulus)
                                        .signum()
                                == 0),
                stream.select(selector, words));
    }

    @Property
    void levelMatchesTheDefinition(@ForAll @LongRange(max = 10_000_000) long words) {
        assertEquals(slowLevel(words), ModBySize.level(words));
    }

    @Example
    void levelChangesAtTheBoundaries() {
        assertEquals(0, ModBySize.level(0));
        assertEquals(0, ModBySize.level(199));
        assertEquals(1, ModBySize.level(200));
        assertEquals(1, ModBySize.level(399));
        assertEquals(2, ModBySize.level(400));
        assertEquals(3, ModBySize.level(800));
    }

    @Example
    void depthIsTheGreatestLevelThatKeepsAMinutia() {
        assertEquals(63, ModBySize.depth(0));
        assertEquals(0, ModBySize.depth(1));
        assertEquals(3, ModBySize.depth(24));
        assertEquals(63, ModBySize.depth(Long.MIN_VALUE));
    }

    /** By the intervals of BGMZ 3. */
    private static int slowLevel(long words) {
        int i = 0;
        while (words >= 200L << i) {
            i++;
        }
        return i;
    }

    private static List<Integer> whereOrder(ChunkStream stream, LongPredicate holds) {
        return IntStream.range(0, stream.chunks().size())
                .filter(place -> holds.test(order(stream, place)))
                .boxed()
                .toList();
    }

    @Example
    void repeatsInALongDocumentDoNotMatter() {
        Random random = new Random(5);
        List<Chunk> chunks = new ArrayList<>();
        for (int i = 0; i < 50_000; i++) {
            chunks.add(Chunk.of(random.nextInt(3_000) * 0x9E3779B97L & ((1L << 40) - 1)));
        }
        ChunkStream stream = new ChunkStream(chunks, List.of(777, 4_096), 40);
        for (String s : List.of("1", "31", "400", "2999", "3001")) {
            assertEquals(
                    smallest(stream, Integer.parseInt(s)), twice(stream, selector(stream, "min-s", Map.of("s", s))), s);
        }
    }

    private static List<Integer> smallest(ChunkStream stream, int s) {
        TreeMap<Long, Integer> firstPlace = new TreeMap<>(Long::compareUnsigned);
        for (int place = 0; place < stream.chunks().size(); place++) {
            firstPlace.putIfAbsent(order(stream, place), place);
        }
        return firstPlace.values().stream().limit(s).sorted().toList();
    }

    @Example
    void firstRReportsWhenNoMoreChunksAreNeeded() {
        Selector selector = selector(new ChunkStream(List.of(), List.of(1), 40), "first-r", Map.of("r", "3"));
        ChunkBlock two = new ChunkBlock();
        two.count = 2;
        two.minutia = new long[] {1, 2};
        SelectedChunks out = new SelectedChunks(false);
        selector.start();
        assertTrue(selector.accept(two, out));
        assertFalse(selector.accept(two, out));
        assertEquals(3, out.size());
    }

    /** The draw with sets, big integers and the JDK's own SplitMix64, whose constants are the same in JDK 17 and 25. */
    private static List<Integer> floyd(int n, int r, long seed) {
        SplittableRandom random = new SplittableRandom(seed ^ n);
        TreeSet<Integer> taken = new TreeSet<>();
        for (int j = Math.max(0, n - r); j < n; j++) {
            BigInteger bound = BigInteger.valueOf(j + 1L);
            BigInteger whole = BigInteger.ONE.shiftLeft(63);
            BigInteger even = whole.subtract(whole.mod(bound));
            BigInteger bits = BigInteger.valueOf(random.nextLong() >>> 1);
            while (bits.compareTo(even) >= 0) {
                bits = BigInteger.valueOf(random.nextLong() >>> 1);
            }
            int t = bits.mod(bound).intValueExact();
            if (!taken.add(t)) {
                taken.add(j);
            }
        }
        return List.copyOf(taken);
    }

    @Example
    void manyPrefixesKeepTheirNumbers() {
        WordSet prefixes = new WordSet();
        for (int round = 0; round < 2; round++) {
            for (int i = 0; i < 20_000; i++) {
                byte[] bytes = ("x" + i).getBytes(StandardCharsets.US_ASCII);
                assertEquals(i, prefixes.add(bytes, 0, bytes.length));
            }
        }
        assertEquals(20_000, prefixes.size());
    }

    private static String prefix(String word, int p) {
        int letters = Math.min(p, word.codePointCount(0, word.length()));
        return word.substring(0, word.offsetByCodePoints(0, letters));
    }

    @Property
    void anchorSelectsTheChunksWhoseFirstWordContainsAnAnchor(
            @ForAll("streams") ChunkStream stream,
            @ForAll @Size(min = 1, max = 12)
                    Set<@StringLength(min = 1, max = 4) @CharRange(from = 'a', to = 'e') String> anchors) {
        Map<String, String> parameters = Map.of("anchors", String.join("|", anchors));
        assertEquals(
                where(stream, c -> anchors.stream().anyMatch(c.firstWord()::contains)),
                twice(stream, selector(stream, "anchor", parameters)));
    }

    private static List<Integer> where(ChunkStream stream, Predicate<Chunk> holds) {
        return IntStream.range(0, stream.chunks().size())
                .filter(i -> holds.test(stream.chunks().get(i)))
                .boxed()
                .toList();
    }

    // Data beyond the limit of an array is refused, and earlier data stays.

    private static void refused(Executable add) {
        LimitExceededException e = assertThrows(LimitExceededException.class, add);
        assertEquals(MOST + 1, e.value());
        assertEquals(MOST, e.most());
    }

    @Test
    void prefixes() {
        RaritySelection.RarestPrefix selector = new RaritySelection.RarestPrefix(1, 3, MOST);
        SelectedChunks none = new SelectedChunks(true);
        selector.start();
        for (int i = 0; i < MOST / 3; i++) {
            selector.accept(wordOf((byte) i, (byte) (i >> 8), (byte) 1), none);
        }
        refused(() -> selector.accept(wordOf((byte) 9), none));
    }

    private static ChunkBlock wordOf(byte... word) {
        ChunkBlock block = new ChunkBlock();
        block.add(1);
        block.firstWord = Arrays.copyOf(word, word.length + 1);
        block.firstWordEnd = new int[] {word.length};
        return block;
    }

    // Compares the default anchors with the file of anchors.

    @NeedsData
    @Test
    void defaultAnchorsMatchTheAnchorFile() throws Exception {
        assertEquals(Anchor.DEFAULT, String.join("|", Files.readAllLines(TestData.of("anchors.txt"))));
    }

    /** In blocks of any size, with few minutiae, which tie, or many. */
    @Property(tries = 150)
    void blocksAndTheQueueSelectTheSame(
            @ForAll @IntRange(min = 1, max = Winnowing.BlockMinima.MOST_W) int w,
            @ForAll @IntRange(min = 1, max = 3_000) int most,
            @ForAll boolean few,
            @ForAll long seed) {
        Random random = new Random(seed);
        OrderHash order = new OrderHash(52);
        Winnowing.Minima blocks = new Winnowing.BlockMinima(order);
        Winnowing.Minima queue = new Winnowing.QueuedMinima(order, w);
        for (int document = 0; document < 2; document++) {
            int chunks = random.nextInt(2 * most);
            SelectedChunks expected = new SelectedChunks(true);
            SelectedChunks found = new SelectedChunks(true);
            blocks.start(w);
            queue.start(w);
            ChunkBlock block = new ChunkBlock();
            for (int at = 0; at < chunks; at += block.count) {
                block.first = at;
                block.count = 0;
                int size = Math.min(chunks - at, 1 + random.nextInt(most));
                for (int i = 0; i < size; i++) {
                    block.add(few ? random.nextInt(3) : random.nextLong() >>> 12);
                }
                blocks.accept(block, found);
                queue.accept(block, expected);
            }
            assertEquals(expected.size(), found.size());
            for (int i = 0; i < expected.size(); i++) {
                assertEquals(expected.chunk(i), found.chunk(i));
                assertEquals(expected.minutia(i), found.minutia(i));
            }
        }
    }

    @Property
    void wideMinutiaeAndLongWindowsUseTheQueue(@ForAll("streams") ChunkStream stream) {
        boolean fast = stream.bits() <= 52;
        assertEquals(fast, isInBlocks(winnowing(stream, Winnowing.BlockMinima.MOST_W)));
        assertFalse(isInBlocks(winnowing(stream, Winnowing.BlockMinima.MOST_W + 1)));
        assertEquals(minima(stream, 257), twice(stream, winnowing(stream, 257)));
    }

    private static boolean isInBlocks(Selector winnowing) {
        return ((Winnowing) winnowing).minima instanceof Winnowing.BlockMinima;
    }

    private static List<Integer> minima(ChunkStream stream, int w) {
        TreeSet<Integer> places = new TreeSet<>();
        int n = stream.chunks().size();
        for (int from = 0; from + w <= n; from++) {
            places.add(rightmostMinimum(stream, from, from + w));
        }
        if (n > 0 && n < w) {
            places.add(rightmostMinimum(stream, 0, n));
        }
        return List.copyOf(places);
    }

    private static int rightmostMinimum(ChunkStream stream, int from, int to) {
        int best = from;
        for (int i = from; i < to; i++) {
            best = Long.compareUnsigned(order(stream, i), order(stream, best)) <= 0 ? i : best;
        }
        return best;
    }

    private static Selector winnowing(ChunkStream stream, int w) {
        return selector(stream, "winnowing", Map.of("w", Integer.toString(w)));
    }

    // Random documents: with few minutiae, which repeat, or many, in blocks of any size, including 0.

    static final Chunking WORDS = new Chunking(Chunking.Unit.WORD, 4, 1, Chunking.Order.SEQUENCE, OptionalInt.empty());

    @Provide
    Arbitrary<ChunkStream> streams() {
        return Arbitraries.of(32, 40, 63, 64).flatMap(bits -> Combinators.combine(
                        chunk(bits).list().ofMaxSize(200),
                        Arbitraries.integers()
                                .between(0, 20)
                                .list()
                                .ofMinSize(1)
                                .ofMaxSize(5))
                .as((chunks, cuts) -> new ChunkStream(chunks, withProgress(cuts), bits)));
    }

    private static Arbitrary<Chunk> chunk(int bits) {
        long mask = -1L >>> (64 - bits);
        Arbitrary<Long> wide = Arbitraries.longs().map(x -> x & mask);
        Arbitrary<Long> few = Arbitraries.longs().between(0, 5).map(x -> (x * 0x0123456789ABCDEFL) & mask);
        Arbitrary<String> letters = Arbitraries.of("a", "b", "c", "d", "e", "é", "語", "𝕏");
        Arbitrary<String> words = letters.list().ofMinSize(1).ofMaxSize(7).map(all -> String.join("", all));
        Arbitrary<Integer> places = Arbitraries.integers().between(1, 12);
        return Combinators.combine(Arbitraries.oneOf(wide, few), words, places, places, places)
                .as(Chunk::new);
    }

    /** If all blocks were empty, the document would never end. */
    private static List<Integer> withProgress(List<Integer> cuts) {
        return cuts.stream().allMatch(c -> c == 0) ? List.of(0, 1) : cuts;
    }

    static SelectionStrategy strategy(ChunkStream stream, String name, Map<String, String> parameters) {
        return Strategies.create(new Selection(name, parameters), WORDS, new OrderHash(stream.bits()));
    }

    static Selector selector(ChunkStream stream, String name, Map<String, String> parameters) {
        return strategy(stream, name, parameters).selector();
    }

    /** Runs the selector twice, to show that nothing of one document is kept for the next. */
    static List<Integer> twice(ChunkStream stream, Selector selector) {
        List<Integer> first = stream.select(selector);
        List<Integer> second = stream.select(selector);
        if (!first.equals(second)) {
            throw new AssertionError("the second time " + second + ", the first " + first);
        }
        return first;
    }

    static long order(ChunkStream stream, int place) {
        return new OrderHash(stream.bits())
                .applyAsLong(stream.chunks().get(place).minutia());
    }

    /** A chunk of a random document. */
    record Chunk(long minutia, String firstWord, int wordInSentence, int sentence, int wordInParagraph) {
        static Chunk of(long minutia) {
            return new Chunk(minutia, "", 1, 1, 1);
        }
    }

    /** A bijection of W-bit numbers, as an order of minutiae. */
    record OrderHash(int bits) implements MinutiaOrder {
        @Override
        public long applyAsLong(long minutia) {
            long mask = -1L >>> (64 - bits);
            long x = (minutia * 0x9E3779B97F4A7C15L) & mask;
            x ^= x >>> (bits / 2);
            return (x * 0xD6E8FEB86659FD93L) & mask;
        }

        @Override
        public void applyAll(long[] minutiae, int count, long[] orders) {
            for (int i = 0; i < count; i++) {
                orders[i] = applyAsLong(minutiae[i]);
            }
        }
    }

    /**
     * The chunks of a document, and how they are split into blocks.
     *
     * @param cuts the sizes of the blocks, repeated; 0 gives an empty block
     */
    record ChunkStream(List<Chunk> chunks, List<Integer> cuts, int bits) {
        /**
         * Passes the stream to a selector, as a fingerprinter does. Returns the selected positions, whose minutiae are
         * checked.
         */
        List<Integer> select(Selector selector, long words) {
            SelectedChunks out = new SelectedChunks(true);
            selector.start();
            int at = 0;
            boolean wanted = true;
            for (int cut = 0; at < chunks.size() && wanted; cut++) {
                int to = Math.min(chunks.size(), at + cuts.get(cut % cuts.size()));
                wanted = selector.accept(block(at, to), out);
                at = to;
            }
            selector.finish(words, chunks.size(), out);
            List<Integer> places = new ArrayList<>();
            for (int i = 0; i < out.size(); i++) {
                int place = (int) out.chunk(i);
                if (chunks.get(place).minutia() != out.minutia(i)) {
                    throw new AssertionError("place " + place + " has another minutia than " + out.minutia(i));
                }
                places.add(place);
            }
            return places;
        }

        List<Integer> select(Selector selector) {
            return select(selector, chunks.size());
        }

        /** The minutiae at positions. */
        List<Long> minutiae(List<Integer> places) {
            return places.stream().map(p -> chunks.get(p).minutia()).toList();
        }

        /** The arrays are longer than the block and hold arbitrary values beyond it, like reused arrays. */
        private ChunkBlock block(int from, int to) {
            ChunkBlock block = new ChunkBlock();
            int n = to - from;
            block.count = n;
            block.first = from;
            block.minutia = new long[n + 3];
            block.wordInSentence = new int[n + 3];
            block.sentence = new int[n + 3];
            block.wordInParagraph = new int[n + 3];
            block.firstWordEnd = new int[n + 3];
            Arrays.fill(block.minutia, 7);
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            for (int i = 0; i < n; i++) {
                Chunk chunk = chunks.get(from + i);
                block.minutia[i] = chunk.minutia();
                block.wordInSentence[i] = chunk.wordInSentence();
                block.sentence[i] = chunk.sentence();
                block.wordInParagraph[i] = chunk.wordInParagraph();
                bytes.writeBytes(chunk.firstWord().getBytes(StandardCharsets.UTF_8));
                block.firstWordEnd[i] = bytes.size();
                bytes.write(' ');
            }
            block.firstWord = bytes.toByteArray();
            return block;
        }
    }
}
