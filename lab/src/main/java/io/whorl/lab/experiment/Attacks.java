package io.whorl.lab.experiment;

import io.whorl.fingerprint.ChunkMatch;
import io.whorl.fingerprint.ChunkMatches;
import io.whorl.fingerprint.Fingerprinter;
import io.whorl.hash.SplitMix64;
import io.whorl.scheme.Chunking.Unit;
import io.whorl.scheme.Scheme;
import io.whorl.text.PlacedWords;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.TreeMap;

/** Adversaries who edit a copy of a text until tests do not recognise it (COPS 3.3). */
final class Attacks {
    private Attacks() {}

    /**
     * The adversary of COPS 3.3, who knows the test, or all tests of a family of which one is used. He replaces the
     * word that most matching chunks contain, again and again, until no test finds a violation. If one word inserted
     * before the text is enough, he inserts it.
     *
     * @return the number of changed words
     */
    static int informed(EditedText text, List<OperationalTest> tests, double phi) {
        if (!violation(tests, text.withInsertion(), phi)) {
            return violation(tests, text.utf8(), phi) ? 1 : 0;
        }
        BitSet replaced = new BitSet();
        while (true) {
            byte[] edited = text.with(replaced);
            List<Target> targets = new ArrayList<>();
            for (OperationalTest test : tests) {
                Evidence evidence = test.of(edited);
                if (evidence.violation(phi)) {
                    targets.add(new Target(evidence, phi));
                }
            }
            if (targets.isEmpty()) {
                return replaced.cardinality();
            }
            replace(text.words(), targets, replaced);
        }
    }

    private static boolean violation(List<OperationalTest> tests, byte[] text, double phi) {
        return tests.stream().anyMatch(test -> test.of(text).violation(phi));
    }

    /** The chunks of one test that still have to stop to match. */
    private static final class Target {
        private final List<Range> left;
        private int needed;

        Target(Evidence evidence, double phi) {
            left = new ArrayList<>(evidence.matching());
            needed = evidence.excess(phi);
        }
    }

    /** Replaces words until each test should pass. New chunks may be selected then, so the tests are asked again. */
    private static void replace(int words, List<Target> targets, BitSet replaced) {
        int[] chunks = new int[words];
        targets.forEach(target -> target.left.forEach(range -> add(chunks, range, 1)));
        while (targets.stream().anyMatch(target -> target.needed > 0)) {
            int best = 0;
            for (int word = 1; word < chunks.length; word++) {
                best = chunks[word] > chunks[best] ? word : best;
            }
            int word = best;
            replaced.set(word);
            for (Target target : targets) {
                if (target.needed > 0) {
                    List<Range> broken = target.left.stream()
                            .filter(range -> range.has(word))
                            .toList();
                    broken.forEach(range -> add(chunks, range, -1));
                    target.needed -= broken.size();
                    target.left.removeAll(broken);
                    if (target.needed <= 0) {
                        target.left.forEach(range -> add(chunks, range, -1));
                    }
                }
            }
        }
    }

    private static void add(int[] chunks, Range range, int one) {
        for (int word = range.from(); word < range.to(); word++) {
            chunks[word] += one;
        }
    }

    /**
     * An adversary who does not know which chunks are tested, so he replaces words at regular distances. Changes are
     * tried by bisection, as if more changes never helped the test.
     *
     * @return the least number of changed words with which none of these tests finds a violation
     */
    static int blind(EditedText text, List<OperationalTest> tests, double phi) {
        int low = 0;
        int high = text.words();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (violation(tests, text.with(even(text.words(), middle)), phi)) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** Returns so many words at equal distances, apart from rounding. */
    static BitSet even(int words, int changes) {
        BitSet chosen = new BitSet(words);
        for (int i = 0; i < changes; i++) {
            chosen.set((int) ((2L * i + 1) * words / (2L * changes)));
        }
        return chosen;
    }

    /** Words of a text, the end exclusive. */
    record Range(int from, int to) {
        boolean has(int word) {
            return from <= word && word < to;
        }
    }

    /**
     * What a test finds in a text: the selected chunks that match the registered document.
     *
     * @param size the number of selected chunks of the text
     * @param matching the chunks that match, as ranges of words
     */
    record Evidence(int size, List<Range> matching) {
        Evidence {
            matching = List.copyOf(matching);
        }

        /** True if more than this share of the chunks match (match_ratio, COPS 3.1). */
        boolean violation(double phi) {
            return matching.size() > phi * size;
        }

        /** The least number of chunks that must stop to match, while the number of chunks stays. */
        int excess(double phi) {
            return matching.size() - (int) Math.floor(phi * size);
        }
    }

    /**
     * An ordinary operational test with the decision match_ratio (COPS 3.1), for one registered document. The text
     * rules of its scheme are the default ones, so its words are those of {@link EditedText}. One thread at a time.
     */
    static final class OperationalTest {
        private final Fingerprinter fingerprinter;
        private final byte[] registered;
        private final int sample;
        private final long sampleSeed;

        /**
         * @param scheme of words or sentences
         * @param sample the number of chunks of the text that are tested (COPS 6), if all overlapping chunks are kept;
         *     0 for all
         */
        OperationalTest(Scheme scheme, int sample, long sampleSeed, byte[] registered) {
            fingerprinter = Fingerprinter.of(scheme);
            this.registered = registered;
            this.sample = sample;
            this.sampleSeed = sampleSeed;
        }

        /** What the test finds in a text. */
        Evidence of(byte[] text) {
            ChunkMatches matches = fingerprinter.locate(text, registered);
            // A chunk of the text that the document has several times matches once.
            TreeMap<Integer, ChunkMatch> byStart = new TreeMap<>();
            matches.stream().forEach(match -> byStart.put(match.start(), match));
            List<Range> ranges = new ArrayList<>();
            if (fingerprinter.scheme().chunking().unit() == Unit.SENTENCE) {
                int[] starts = EditedText.sentences(text);
                byStart.values().forEach(m -> ranges.add(new Range(starts[m.start()], starts[m.start() + m.size()])));
            } else {
                byStart.values().forEach(m -> ranges.add(new Range(m.start(), m.start() + m.size())));
            }
            if (sample == 0 || sample >= matches.size()) {
                return new Evidence(matches.size(), ranges);
            }
            BitSet drawn = drawn(matches.size());
            ranges.removeIf(range -> !drawn.get(range.from()));
            return new Evidence(sample, ranges);
        }

        /** Draws chunks without replacement, by their places (RANDOM-SELECT, COPS 6). */
        private BitSet drawn(int chunks) {
            SplitMix64 random = new SplitMix64(sampleSeed);
            BitSet drawn = new BitSet(chunks);
            int left = sample;
            for (int i = 0; i < chunks && left > 0; i++) {
                if (random.next(chunks - i) < left) {
                    drawn.set(i);
                    left--;
                }
            }
            return drawn;
        }
    }

    /**
     * A text with some of its words replaced. Each replacement is a word that occurs nowhere else, so no chunk with it
     * matches by chance. Everything between words stays. Immutable.
     */
    static final class EditedText {
        private static final String LETTERS = "abcdefghijklmnopqrstuvwxyz";

        private final byte[] utf8;
        private final int[] start;
        private final int[] end;

        /** @param utf8 the text; its words are those of the default rules */
        EditedText(byte[] utf8) {
            this.utf8 = utf8;
            PlacedWords placed = new PlacedWords();
            placed.read(utf8);
            start = Arrays.copyOf(placed.startByte, placed.words.count);
            end = Arrays.copyOf(placed.endByte, placed.words.count);
        }

        /** The first words of a text. */
        static byte[] cut(byte[] utf8, int words) {
            EditedText whole = new EditedText(utf8);
            return whole.words() <= words ? utf8 : Arrays.copyOf(utf8, whole.end[words - 1]);
        }

        int words() {
            return start.length;
        }

        /** The original. */
        byte[] utf8() {
            return utf8;
        }

        /** The text with these words replaced. */
        byte[] with(BitSet replaced) {
            ByteArrayOutputStream out = new ByteArrayOutputStream(utf8.length + 4 * replaced.cardinality());
            int from = 0;
            for (int word = replaced.nextSetBit(0); word >= 0; word = replaced.nextSetBit(word + 1)) {
                out.write(utf8, from, start[word] - from);
                out.writeBytes(fresh(word));
                from = end[word];
            }
            out.write(utf8, from, utf8.length - from);
            return out.toByteArray();
        }

        /** The text with one word inserted before the first. */
        byte[] withInsertion() {
            byte[] word = fresh(words());
            byte[] text = Arrays.copyOf(word, word.length + 1 + utf8.length);
            text[word.length] = ' ';
            System.arraycopy(utf8, 0, text, word.length + 1, utf8.length);
            return text;
        }

        private static byte[] fresh(int word) {
            StringBuilder letters = new StringBuilder("zzqx");
            for (int rest = word; rest > 0; rest /= LETTERS.length()) {
                letters.append(LETTERS.charAt(rest % LETTERS.length()));
            }
            return letters.append('q').toString().getBytes(StandardCharsets.UTF_8);
        }

        /** The number of the first word of each sentence of a text, and the number of words. */
        static int[] sentences(byte[] utf8) {
            PlacedWords placed = new PlacedWords();
            placed.read(utf8);
            int[] starts = new int[placed.words.count + 1];
            int count = 0;
            for (int k = 0; k < placed.words.count; k++) {
                if (k == 0 || placed.words.breaks[k] != 0) {
                    starts[count++] = k;
                }
            }
            starts[count++] = placed.words.count;
            return Arrays.copyOf(starts, count);
        }
    }
}
