package io.whorl.strategy;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.LimitExceededException;
import io.whorl.hash.SplitMix64;
import io.whorl.select.ChunkBlock;
import io.whorl.select.SelectedChunks;
import io.whorl.select.SelectionProvider;
import io.whorl.select.Selector;
import io.whorl.strategy.Streams.Chunk;
import io.whorl.strategy.Streams.ChunkStream;
import io.whorl.strategy.Streams.OrderHash;
import io.whorl.testing.NeedsData;
import io.whorl.testing.TestData;
import io.whorl.text.WordSet;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
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
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.CharRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Every strategy but winnowing, against its definition. */
class SelectionsTest extends Streams {
    private static final int[] GOLDEN_100 = {34, 73, 52, 14, 51};
    private static final int[] GOLDEN_MILLION = {647846, 997667, 432205, 701684, 777438};
    private static final int MOST = 1_500;

    @Property
    void modSelectsMultiplesByTheSecondBijection(
            @ForAll("streams") ChunkStream stream, @ForAll @IntRange(min = 1, max = 40) int m) {
        assertEquals(
                whereOrder(stream, order -> Long.remainderUnsigned(order, m) == 0),
                twice(stream, selector(stream, "mod", Map.of("m", Integer.toString(m)))));
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

    @Property
    void minSSelectsTheSmallestDistinctMinutiae(
            @ForAll("streams") ChunkStream stream, @ForAll @IntRange(min = 1, max = 120) int s) {
        assertEquals(smallest(stream, s), twice(stream, selector(stream, "min-s", Map.of("s", Integer.toString(s)))));
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

    @Property
    void fullAndAllSubstringsSelectEveryChunk(@ForAll("streams") ChunkStream stream) {
        List<Integer> all = IntStream.range(0, stream.chunks().size()).boxed().toList();
        assertEquals(all, twice(stream, selector(stream, "full", Map.of())));
        assertEquals(all, twice(stream, selector(stream, "all-substrings", Map.of())));
    }

    @Property
    void firstRSelectsTheFirstR(@ForAll("streams") ChunkStream stream, @ForAll @IntRange(min = 1, max = 60) int r) {
        List<Integer> first =
                IntStream.range(0, Math.min(r, stream.chunks().size())).boxed().toList();
        Map<String, String> parameters = Map.of("r", Integer.toString(r));
        assertEquals(first, twice(stream, selector(stream, "first-r", parameters)));
        assertEquals(first, twice(stream, selector(stream, "first-r-sliding", parameters)));
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

    @Example
    void onlyAllSubstringsAndFirstRAreNonOverlapping() {
        ChunkStream any = new ChunkStream(List.of(), List.of(1), 40);
        List<String> nonOverlapping = Strategies.BUILT_INS.stream()
                .map(SelectionProvider::name)
                .filter(name -> strategy(any, name, Map.of()).nonOverlapping())
                .toList();
        assertEquals(List.of("all-substrings", "first-r"), nonOverlapping);
    }

    @Property
    void randomDrawsByFloydFromSplitMix64(
            @ForAll("streams") ChunkStream stream, @ForAll @IntRange(min = 1, max = 60) int r, @ForAll long seed) {
        Map<String, String> parameters = Map.of("r", Integer.toString(r), "seed", Long.toString(seed));
        assertEquals(floyd(stream.chunks().size(), r, seed), twice(stream, selector(stream, "random", parameters)));
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
    void splitMix64MatchesThePublishedNumbers() {
        SplitMix64 random = new SplitMix64(1234567);
        assertEquals(6457827717110365317L, random.next());
        assertEquals(3203168211198807973L, random.next());
        assertEquals(-8629252141511181193L, random.next());
    }

    @Example
    void drawsArePinned() {
        assertArrayEquals(new int[] {}, PositionSelection.draw(0, 0, 0));
        assertArrayEquals(new int[] {0}, PositionSelection.draw(1, 1, 0));
        assertArrayEquals(GOLDEN_100, PositionSelection.draw(100, 5, 0));
        assertArrayEquals(GOLDEN_MILLION, PositionSelection.draw(1_000_000, 5, 42));
    }

    @Example
    void everyChunkIsDrawnAboutEquallyOften() {
        int[] drawn = new int[50];
        for (int seed = 0; seed < 20_000; seed++) {
            for (int place : PositionSelection.draw(50, 5, seed)) {
                drawn[place]++;
            }
        }
        // 2,000 draws are expected of each, with standard deviation 42; seven deviations are allowed.
        for (int place = 0; place < 50; place++) {
            assertTrue(
                    Math.abs(drawn[place] - 2_000) < 300, "place " + place + " was drawn " + drawn[place] + " times");
        }
    }

    @Property
    void rarestInDocumentSelectsTheMinutiaeOfLowestFrequency(
            @ForAll("streams") ChunkStream stream, @ForAll @IntRange(min = 1, max = 100) int r) {
        List<Long> minutiae = stream.chunks().stream().map(Chunk::minutia).toList();
        Map<Long, Long> frequency = count(minutiae);
        List<Integer> expected = IntStream.range(0, minutiae.size())
                .boxed()
                .filter(place -> minutiae.indexOf(minutiae.get(place)) == place)
                .sorted(Comparator.comparing((Integer place) -> frequency.get(minutiae.get(place)))
                        .thenComparing(Comparator.naturalOrder()))
                .limit(r)
                .sorted()
                .toList();
        Selector selector = selector(stream, "rarest-in-document", Map.of("r", Integer.toString(r)));
        assertEquals(expected, twice(stream, selector));
    }

    @Property
    void rarestPrefixSelectsTheChunksOfRarestPrefix(
            @ForAll("streams") ChunkStream stream,
            @ForAll @IntRange(min = 1, max = 100) int r,
            @ForAll @IntRange(min = 1, max = 8) int p) {
        List<String> prefixes =
                stream.chunks().stream().map(c -> prefix(c.firstWord(), p)).toList();
        Map<String, Long> frequency = count(prefixes);
        List<Integer> expected = IntStream.range(0, prefixes.size())
                .boxed()
                .sorted(Comparator.comparing((Integer place) -> frequency.get(prefixes.get(place)))
                        .thenComparing(Comparator.naturalOrder()))
                .limit(r)
                .sorted()
                .toList();
        Map<String, String> parameters = Map.of("r", Integer.toString(r), "p", Integer.toString(p));
        assertEquals(expected, twice(stream, selector(stream, "rarest-prefix", parameters)));
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

    private static <T> Map<T, Long> count(List<T> values) {
        return values.stream().collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
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

    @Property
    void anchorsMayBeInAnyScript(@ForAll("streams") ChunkStream stream) {
        assertEquals(
                where(stream, c -> c.firstWord().contains("語é") || c.firstWord().contains("𝕏")),
                twice(stream, selector(stream, "anchor", Map.of("anchors", "語é|𝕏"))));
    }

    @Property
    void kthInSentenceAndParagraphSelectTheChunksThatBeginThere(
            @ForAll("streams") ChunkStream stream, @ForAll @IntRange(min = 1, max = 14) int k) {
        Map<String, String> parameters = Map.of("k", Integer.toString(k));
        assertEquals(
                where(stream, c -> c.wordInSentence() == k),
                twice(stream, selector(stream, "kth-in-sentence", parameters)));
        assertEquals(
                where(stream, c -> c.wordInParagraph() == k),
                twice(stream, selector(stream, "kth-in-paragraph", parameters)));
        assertEquals(
                where(stream, c -> c.wordInSentence() == 1 && c.sentence() % k == 0),
                twice(stream, selector(stream, "kth-sentence", parameters)));
    }

    @Property
    void theAutomatonMatchesContains(
            @ForAll @Size(min = 1, max = 8)
                    List<@StringLength(min = 1, max = 5) @CharRange(from = 'a', to = 'c') String> strings,
            @ForAll @StringLength(max = 30) @CharRange(from = 'a', to = 'd') String text) {
        Anchor anchor = new Anchor(
                strings.stream().map(s -> s.getBytes(StandardCharsets.US_ASCII)).toList());
        ChunkBlock block = new ChunkBlock();
        block.firstWord = ("cab " + text + " ").getBytes(StandardCharsets.US_ASCII);
        block.firstWordEnd = new int[] {3, 4 + text.length()};
        block.add(1);
        block.add(2);
        SelectedChunks selected = new SelectedChunks(true);
        anchor.accept(block, selected);
        List<String> words = List.of("cab", text);
        assertEquals(
                IntStream.range(0, 2)
                        .filter(k -> strings.stream().anyMatch(words.get(k)::contains))
                        .mapToObj(k -> (long) k)
                        .toList(),
                IntStream.range(0, selected.size()).mapToObj(selected::chunk).toList());
    }

    @Example
    void thereAre35DefaultAnchorsOfTwoLetters() {
        String[] anchors = Anchor.DEFAULT.split("\\|");
        assertEquals(35, Set.of(anchors).size());
        assertTrue(List.of(anchors).stream().allMatch(a -> a.matches("[a-z]{2}")));
        assertFalse(List.of(anchors).contains("th"));
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
    void heldChunks() {
        BuiltInStrategy.HeldChunks held = new BuiltInStrategy.HeldChunks((chunks, words, out) -> {}, MOST);
        SelectedChunks none = new SelectedChunks(true);
        ChunkBlock block = new ChunkBlock();
        block.minutia = new long[] {5};
        block.count = 1;
        for (int i = 0; i < MOST; i++) {
            held.accept(block, none);
        }
        refused(() -> held.accept(block, none));
        assertEquals(MOST, held.count);
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

    @Property
    void winnowingSelectsTheRightmostMinimumOfEachWindow(
            @ForAll("streams") ChunkStream stream, @ForAll @IntRange(min = 1, max = 40) int w) {
        assertEquals(minima(stream, w), twice(stream, winnowing(stream, w)));
    }

    /** In blocks of any size, with few minutiae, which tie, or many. */
    @Property(tries = 150)
    void blocksAndTheQueueSelectTheSame(
            @ForAll @IntRange(min = 1, max = Winnowing.BlockWinnowing.MOST_W) int w,
            @ForAll @IntRange(min = 1, max = 3_000) int most,
            @ForAll boolean few,
            @ForAll long seed) {
        Random random = new Random(seed);
        OrderHash order = new OrderHash(52);
        Selector blocks = new Winnowing.BlockWinnowing(order, w);
        Selector queue = new Winnowing(order, w);
        for (int document = 0; document < 2; document++) {
            int chunks = random.nextInt(2 * most);
            SelectedChunks expected = new SelectedChunks(true);
            SelectedChunks found = new SelectedChunks(true);
            blocks.start();
            queue.start();
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
            blocks.finish(chunks, chunks, found);
            queue.finish(chunks, chunks, expected);
            assertEquals(expected.size(), found.size());
            for (int i = 0; i < expected.size(); i++) {
                assertEquals(expected.chunk(i), found.chunk(i));
                assertEquals(expected.minutia(i), found.minutia(i));
            }
        }
    }

    /** A window is a part of a short document, down to one chunk: then all chunks are kept. */
    @Property
    void theWindowIsAtMostAPartOfTheDocument(
            @ForAll("streams") ChunkStream stream,
            @ForAll @IntRange(min = 1, max = 40) int w,
            @ForAll @IntRange(min = 1, max = 20) int parts) {
        int window = Math.min(w, Math.max(1, stream.chunks().size() / parts));
        Map<String, String> parameters = Map.of("w", Integer.toString(w), "parts", Integer.toString(parts));
        assertEquals(minima(stream, window), twice(stream, selector(stream, "winnowing", parameters)));
    }

    @Property
    void wideMinutiaeAndLongWindowsUseTheQueue(@ForAll("streams") ChunkStream stream) {
        boolean fast = stream.bits() <= 52;
        assertEquals(fast, winnowing(stream, Winnowing.BlockWinnowing.MOST_W) instanceof Winnowing.BlockWinnowing);
        assertFalse(winnowing(stream, Winnowing.BlockWinnowing.MOST_W + 1) instanceof Winnowing.BlockWinnowing);
        assertEquals(minima(stream, 257), twice(stream, winnowing(stream, 257)));
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
}
