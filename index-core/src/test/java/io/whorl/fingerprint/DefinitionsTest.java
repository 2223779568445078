package io.whorl.fingerprint;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.whorl.fingerprint.ChunkMatches.ChunkMatch;
import io.whorl.fingerprint.Fingerprinter.TracedMinutia;
import io.whorl.hash.ChunkHash;
import io.whorl.hash.MinutiaOrder;
import io.whorl.minutiae.MinutiaExtractor;
import io.whorl.minutiae.MinutiaExtractor.DocumentCounts;
import io.whorl.scheme.Chunking;
import io.whorl.scheme.Chunking.Order;
import io.whorl.scheme.Chunking.Unit;
import io.whorl.scheme.Hashing;
import io.whorl.scheme.Scheme;
import io.whorl.scheme.Selection;
import io.whorl.scheme.TextRules;
import io.whorl.select.SelectedChunks;
import io.whorl.select.SelectionStrategy.Comparability;
import io.whorl.strategy.Strategies;
import io.whorl.testing.LongForm;
import io.whorl.testing.Repeated;
import io.whorl.text.ReferenceWords;
import io.whorl.text.Texts;
import io.whorl.text.WordBlock;
import io.whorl.text.WordReader;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.GenerationMode;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Fingerprints by any scheme, compared with docs/DEFINITIONS.md applied to strings and lists. */
class DefinitionsTest {
    private static final String[] WORDS = "a ro rose is the sea that aé 語é 𝕏y straße 日本語 public's 1,700 x2".split(" ");
    private static final List<String> ANCHORS = List.of("語é", "𝕏", "ro", "a", "se", "th", "w1");
    private static final List<TextRules> RULES = Stream.of(
                    "",
                    "",
                    "stop=the,a stem=english",
                    "words=ALPHABETIC apostrophe=JOIN minWord=3",
                    "numbers=SYMBOL minSentence=4")
            .map(settings -> Schemes.of(settings).text())
            .toList();

    /** The second document shows that nothing of the first is kept. */
    @Property(tries = 400)
    void fingerprintsFollowTheDefinitions(@ForAll long seed) throws IOException {
        for (long each : LongForm.seeds(seed, 10)) {
            Random random = new Random(each);
            Fingerprinter fingerprinter = Fingerprinter.of(scheme(random));
            for (int document = 0; document < 2; document++) {
                check(fingerprinter, document(random));
            }
        }
    }

    /** A sentence of more bytes than are hashed at once. */
    @Property(generation = GenerationMode.EXHAUSTIVE)
    void longUnitsAreHashedAsShortOnes(@ForAll Hashing.Algorithm algorithm, @ForAll @IntRange(min = 1, max = 4) int n)
            throws IOException {
        Scheme.Builder sentences = Scheme.builder().unit(Unit.SENTENCE).granularity(n);
        String text = "one! two two! " + ("z".repeat(4_000) + " ").repeat(70) + "! three! four four! five! six!";
        check(Fingerprinter.of(sentences.hash(algorithm).build()), text);
    }

    /** From a string, an array, a part of an array and a stream; and by its trace. */
    private static void check(Fingerprinter fingerprinter, String text) throws IOException {
        Definitions expected = new Definitions(fingerprinter.scheme(), text);
        Fingerprint f = fingerprinter.fingerprint(text);
        boolean counted = fingerprinter.scheme().frequencies();
        List<Map.Entry<Long, Long>> minutiae = expected.fingerprint().entrySet().stream()
                .map(e -> Map.entry(e.getKey(), counted ? e.getValue() : 1))
                .toList();
        assertEquals(minutiae, entries(f), fingerprinter.scheme()::toString);
        int units = expected.units.size();
        assertEquals(new DocumentCounts(expected.words.size(), units, expected.chunks.size(), 0), f.counts);
        if (expected.chunks.size() > 1_000) {
            return;
        }
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        for (Fingerprint same :
                List.of(fingerprinter.fingerprint(utf8), fingerprinter.fingerprint(Texts.trickle(utf8, 9)))) {
            assertEquals(minutiae, entries(same));
            assertEquals(f.counts, same.counts);
        }
        byte[] framed = ("left " + text + " right").getBytes(StandardCharsets.UTF_8);
        SelectedChunks selected = new SelectedChunks(false);
        MinutiaExtractor extractor = MinutiaExtractor.of(fingerprinter.scheme());
        assertEquals(f.counts, extractor.extract(framed, 5, framed.length - 6, selected));
        assertEquals(
                expected.located.stream().map(Chunk::minutia).sorted().toList(),
                IntStream.range(0, selected.size())
                        .mapToObj(selected::minutia)
                        .sorted()
                        .toList());
        Set<Long> seen = new HashSet<>();
        assertEquals(
                expected.located.stream()
                        .filter(c -> seen.add(c.minutia))
                        .map(c -> new TracedMinutia(c.minutia, c.firstUnit, expected.text(c)))
                        .toList(),
                fingerprinter.trace(utf8));
    }

    private static List<Map.Entry<Long, Long>> entries(Fingerprint f) {
        return Repeated.list(f.size(), i -> Map.entry(f.minutia(i), (long) f.frequency(i)));
    }

    /** Few or many equal chunks: there is an algorithm for each. */
    @Property(tries = 300)
    void matchesAreAllPairsOfEqualSelectedChunks(@ForAll long seed) {
        Random random = new Random(seed);
        boolean many = random.nextInt(4) == 0;
        Scheme scheme = many ? Schemes.of("granularity=1") : scheme(random);
        if (!Strategies.comparability(scheme).equals(Comparability.SETS)) {
            return;
        }
        Fingerprinter fingerprinter = Fingerprinter.of(scheme);
        int words = many ? 700 : random.nextInt(150);
        int vocabulary = many ? 4_000 : new int[] {1, 2, 5, 40}[random.nextInt(4)];
        String d = text(random, words, vocabulary, false);
        String r = text(random, words, vocabulary, false);
        List<Chunk> inD = new Definitions(fingerprinter.scheme(), d).located;
        List<Chunk> inR = new Definitions(fingerprinter.scheme(), r).located;
        List<ChunkMatch> expected = new ArrayList<>();
        for (Chunk a : inD) {
            inR.stream()
                    .filter(b -> b.minutia == a.minutia)
                    .forEach(b -> expected.add(new ChunkMatch(a.units, (int) a.firstUnit, (int) b.firstUnit)));
        }
        ChunkMatches found = fingerprinter.locate(d, r);
        assertEquals(expected, found.stream().toList());
        assertEquals(inD.size(), found.size());
        Set<Long> ofR = inR.stream().map(Chunk::minutia).collect(Collectors.toSet());
        long count = inD.stream().filter(c -> ofR.contains(c.minutia)).count();
        assertEquals(count, found.count());
        int ordered = longestCommonSubsequence(inD, inR);
        assertEquals(ordered, found.ordered());
        assertEquals(inD.size(), fingerprinter.locate(d, d).count());
        for (int k = 0; k <= count; k += many ? 40 : 1) {
            double phi = inD.isEmpty() ? 0 : (double) k / inD.size();
            assertEquals(count > k, found.matches(k));
            assertEquals(count > phi * inD.size(), found.matchRatio(phi));
            assertEquals(ordered > k, found.orderedMatches(k));
        }
    }

    private static int longestCommonSubsequence(List<Chunk> a, List<Chunk> b) {
        int[][] length = new int[a.size() + 1][b.size() + 1];
        for (int i = 1; i <= a.size(); i++) {
            for (int j = 1; j <= b.size(); j++) {
                length[i][j] = a.get(i - 1).minutia == b.get(j - 1).minutia
                        ? length[i - 1][j - 1] + 1
                        : Math.max(length[i - 1][j], length[i][j - 1]);
            }
        }
        return length[a.size()][b.size()];
    }

    private static Scheme scheme(Random random) {
        int n = 1 + random.nextInt(random.nextInt(3) == 0 ? 300 : 40);
        int few = 1 + random.nextInt(14);
        List<String> anchors = new ArrayList<>(ANCHORS);
        Collections.shuffle(anchors, random);
        List<String> selections = List.of(
                "full",
                "all-substrings",
                "first-r:r=" + n,
                "first-r-sliding:r=" + n,
                "random:r=" + n + ",seed=" + random.nextLong(),
                "rarest-in-document:r=" + n,
                "rarest-prefix:r=" + n + ",p=" + few,
                "anchor:anchors=" + String.join("|", anchors.subList(0, 1 + random.nextInt(anchors.size()))),
                "kth-in-sentence:k=" + few,
                "kth-in-paragraph:k=" + few,
                "kth-sentence:k=" + few,
                "mod:m=" + (random.nextBoolean() ? n : 1 + random.nextInt(1_000_000_000)),
                "mod-by-size",
                "min-s:s=" + n,
                "winnowing:w=" + n,
                "winnowing:w=" + n + ",parts=" + few);
        Selection selection = Schemes.selection(selections.get(random.nextInt(selections.size())));
        String name = selection.name();
        boolean readsWords = name.matches("anchor|kth.*|rarest-prefix");
        Unit unit = readsWords ? Unit.WORD : Unit.values()[random.nextInt(4)];
        boolean breakpoints = !name.equals("all-substrings") && random.nextInt(5) == 0;
        int granularity = random.nextInt(20) == 0 ? 1_000 : 1 + random.nextInt(random.nextInt(4) == 0 ? 60 : 9);
        int[] steps = {1, 1, granularity, 1 + random.nextInt(9)};
        int step = name.matches("all-substrings|first-r") ? 1 : steps[random.nextInt(4)];
        Order order = granularity == 1 && !breakpoints ? Order.SEQUENCE : Order.values()[random.nextInt(2)];
        Chunking chunking = breakpoints
                ? new Chunking(unit, 1, 1, order, OptionalInt.of(2 + random.nextInt(8)))
                : new Chunking(unit, granularity, step, order, OptionalInt.empty());
        int[] bits = {32, 40, 52, 53, 63, 64};
        Hashing hashing = new Hashing(
                Hashing.Algorithm.values()[random.nextInt(2)], bits[random.nextInt(bits.length)], random.nextLong());
        return new Scheme(
                Scheme.CURRENT,
                RULES.get(random.nextInt(RULES.size())),
                chunking,
                hashing,
                selection,
                random.nextInt(4) > 0);
    }

    /** Few or many different words, in sentences of any length; long words make blocks of few words. */
    private static String document(Random random) {
        int kind = random.nextInt(4);
        int words = random.nextInt(kind == 3 ? 12_000 : 150);
        return text(random, words, random.nextBoolean() ? WORDS.length : 4_000, kind == 2);
    }

    private static String text(Random random, int words, int vocabulary, boolean longWords) {
        int[] lengths = {2, 9, 60, 100_000};
        int sentence = lengths[random.nextInt(4)];
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < words; i++) {
            int word = random.nextInt(vocabulary);
            boolean isLong = longWords && random.nextInt(3) == 0;
            text.append(
                    isLong ? "z".repeat(1 + random.nextInt(5_000)) : word < WORDS.length ? WORDS[word] : "w" + word);
            text.append(random.nextInt(sentence) > 0 ? " " : random.nextInt(3) > 0 ? "! " : "!\n\n");
        }
        return text.toString();
    }

    /** A word with its place in its sentence and in its paragraph, and the number of its sentence, all from 1. */
    private record Word(String text, int inSentence, int sentence, int inParagraph) {}

    /** @param firstUnit the index of its first unit in the document, from 0 */
    record Chunk(long minutia, long firstUnit, int units) {}

    /** The definitions, with the whole document in memory. */
    static final class Definitions {
        /** The selected chunks, in the order of the text. */
        final List<Chunk> located;

        private final List<Chunk> chunks = new ArrayList<>();
        private final List<Word> words = new ArrayList<>();
        private final Unit unit;
        private final List<byte[]> units;
        private final Map<String, String> parameters;
        private final String selection;
        private final ChunkHash hash;

        /** @param scheme with its selection written out in full */
        Definitions(Scheme scheme, String text) {
            hash = ChunkHash.of(scheme.hashing());
            selection = scheme.selection().name();
            parameters = scheme.selection().parameters();
            read(scheme, text);
            Chunking chunking = scheme.chunking();
            unit = chunking.unit();
            units = units().stream()
                    .map(each -> each.getBytes(StandardCharsets.UTF_8))
                    .toList();
            boolean disjoint = selection.matches("all-substrings|first-r");
            int step = disjoint ? chunking.granularity() : chunking.step();
            for (int first = 0; first < units.size(); ) {
                int end = first + chunking.granularity();
                // A shorter last chunk is kept if chunks do not overlap. A document shorter than a chunk is one chunk.
                if (first == 0 || step == chunking.granularity()) {
                    end = Math.min(end, units.size());
                }
                if (chunking.breakpoints().isPresent()) {
                    long modulus = chunking.breakpoints().getAsInt();
                    for (end = first + 1; end < units.size(); end++) {
                        if (Long.remainderUnsigned(minutia(end - 1, end, Order.SEQUENCE), modulus) == 0) {
                            break;
                        }
                    }
                }
                if (end <= units.size()) {
                    chunks.add(new Chunk(minutia(first, end, chunking.order()), first, end - first));
                }
                first = chunking.breakpoints().isPresent() ? end : first + step;
            }
            located = selected().stream().sorted().map(chunks::get).toList();
        }

        List<String> words() {
            return words.stream().map(Word::text).toList();
        }

        /** The units of a chunk. */
        private String text(Chunk chunk) {
            int first = (int) chunk.firstUnit;
            return units.subList(first, first + chunk.units).stream()
                    .map(unit -> new String(unit, StandardCharsets.UTF_8))
                    .collect(Collectors.joining(unit == Unit.CHAR ? "" : " "));
        }

        private void read(Scheme scheme, String text) {
            byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
            for (ReferenceWords.Word read : Texts.all(WordReader.of(scheme.text(), true), utf8)) {
                Word before = words.isEmpty() ? new Word("", 0, 0, 0) : words.get(words.size() - 1);
                boolean paragraph = (read.breaks() & WordBlock.PARAGRAPH) != 0;
                boolean begins = paragraph || (read.breaks() & WordBlock.SENTENCE) != 0;
                words.add(new Word(
                        read.text(),
                        begins ? 1 : before.inSentence + 1,
                        before.sentence + (begins ? 1 : 0),
                        paragraph ? 1 : before.inParagraph + 1));
            }
        }

        private List<String> units() {
            List<String> all = words();
            if (unit == Unit.WORD) {
                return all;
            }
            if (unit == Unit.CHAR) {
                return String.join(" ", all)
                        .codePoints()
                        .mapToObj(Character::toString)
                        .toList();
            }
            List<StringBuilder> passages = new ArrayList<>();
            for (Word word : words) {
                if ((unit == Unit.PARAGRAPH ? word.inParagraph : word.inSentence) == 1) {
                    passages.add(new StringBuilder(word.text));
                } else {
                    passages.get(passages.size() - 1).append(' ').append(word.text);
                }
            }
            return passages.stream().map(StringBuilder::toString).toList();
        }

        /** The hash of units, joined by one space. */
        private long minutia(int first, int end, Order order) {
            List<byte[]> chunk = new ArrayList<>(units.subList(first, end));
            if (order == Order.BAG) {
                chunk.sort(Arrays::compareUnsigned);
            }
            long state = hash.start();
            for (int i = 0; i < chunk.size(); i++) {
                state = i == 0 ? state : hash.absorb(state, new byte[] {' '}, 0, 1);
                state = hash.absorb(state, chunk.get(i), 0, chunk.get(i).length);
            }
            return hash.finish(state);
        }

        /** The minutiae of the selected chunks, each with how often it is selected. */
        Map<Long, Long> fingerprint() {
            return located.stream()
                    .collect(Collectors.groupingBy(
                            Chunk::minutia, () -> new TreeMap<>(Long::compareUnsigned), Collectors.counting()));
        }

        private List<Integer> selected() {
            return switch (selection) {
                case "full", "all-substrings" -> where(i -> true);
                case "first-r", "first-r-sliding" -> where(i -> i < number("r"));
                case "random" -> floyd(chunks.size(), number("r"), Long.parseLong(parameters.get("seed")));
                case "rarest-in-document" -> rarest(i -> chunks.get(i).minutia, true);
                case "rarest-prefix" -> rarest(i -> prefix(first(i).text), false);
                case "anchor" ->
                    where(i -> Arrays.stream(parameters.get("anchors").split("\\|"))
                            .anyMatch(first(i).text::contains));
                case "kth-in-sentence" -> where(i -> first(i).inSentence == number("k"));
                case "kth-in-paragraph" -> where(i -> first(i).inParagraph == number("k"));
                case "kth-sentence" -> where(i -> first(i).inSentence == 1 && first(i).sentence % number("k") == 0);
                case "mod" -> where(i -> Long.remainderUnsigned(order(i), number("m")) == 0);
                case "mod-by-size" -> where(i -> Long.remainderUnsigned(order(i), 1L << level()) == 0);
                case "min-s" -> smallest(number("s"));
                default -> minima();
            };
        }

        private int number(String parameter) {
            return Integer.parseInt(parameters.get(parameter));
        }

        private Word first(int chunk) {
            return words.get((int) chunks.get(chunk).firstUnit);
        }

        private long order(int chunk) {
            return MinutiaOrder.ofWidth(hash.bits()).applyAsLong(chunks.get(chunk).minutia);
        }

        /** By the intervals of BGMZ 3. */
        private int level() {
            int level = 0;
            while (words.size() >= 200L << level) {
                level++;
            }
            return level;
        }

        private List<Integer> where(IntPredicate holds) {
            return IntStream.range(0, chunks.size()).filter(holds).boxed().toList();
        }

        private String prefix(String word) {
            int letters = Math.min(number("p"), word.codePointCount(0, word.length()));
            return word.substring(0, word.offsetByCodePoints(0, letters));
        }

        /** The chunks whose key is rarest; of equal keys all, or only the first. */
        private <T> List<Integer> rarest(Function<Integer, T> key, boolean distinct) {
            Map<T, Integer> first = new HashMap<>();
            Map<T, Integer> frequency = new HashMap<>();
            where(i -> true).forEach(i -> {
                first.putIfAbsent(key.apply(i), i);
                frequency.merge(key.apply(i), 1, Integer::sum);
            });
            return where(i -> !distinct || first.get(key.apply(i)) == i).stream()
                    .sorted(Comparator.comparing((Integer i) -> frequency.get(key.apply(i)))
                            .thenComparing(Comparator.naturalOrder()))
                    .limit(number("r"))
                    .toList();
        }

        /** The draw with sets, big integers and the JDK's own SplitMix64, whose constants are fixed. */
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

        private List<Integer> smallest(int s) {
            TreeMap<Long, Integer> firstPlace = new TreeMap<>(Long::compareUnsigned);
            where(i -> true).forEach(i -> firstPlace.putIfAbsent(order(i), i));
            return firstPlace.values().stream().limit(s).toList();
        }

        /** The rightmost minimum of each window. A window is at most a part of a document, down to one chunk. */
        private List<Integer> minima() {
            int n = chunks.size();
            int part = Math.max(1, n / number("parts"));
            int w = Math.min(Math.min(number("w"), Math.max(1, n)), part);
            long[] orders = where(i -> true).stream().mapToLong(this::order).toArray();
            TreeSet<Integer> places = new TreeSet<>();
            for (int from = 0; from + w <= n; from++) {
                int best = from;
                for (int i = from; i < from + w; i++) {
                    best = Long.compareUnsigned(orders[i], orders[best]) <= 0 ? i : best;
                }
                places.add(best);
            }
            return List.copyOf(places);
        }
    }
}
