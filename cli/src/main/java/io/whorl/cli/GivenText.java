package io.whorl.cli;

import io.whorl.cli.PairAlignment.SharingPair.CheckedText;
import io.whorl.text.PlacedWords;
import io.whorl.text.WordBlock;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongPredicate;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * Text that everyone was given, such as the questions of an exercise. Sequences of five of its words are found in other
 * texts, whatever their case and punctuation. Immutable and thread-safe.
 */
final class GivenText {
    private static final int SEQUENCE = 5;
    private static final byte[][] BLANKS = {{' '}, utf8("\u00a0"), utf8("\u2003"), utf8("\ud83d\uddf5")};

    private final Set<Long> sequences = new HashSet<>();

    /**
     * A part of a text that is left out of a comparison.
     *
     * @param end the byte after it
     */
    public record Range(int start, int end, Kind kind) {
        /** Why it is left out. Pages have the ordinals. */
        public enum Kind {
            GIVEN,
            REFERENCES,
            QUOTATIONS
        }
    }

    record Word(String text, int start, int end) {}

    public GivenText(List<byte[]> templates) {
        for (byte[] template : templates) {
            LongStream.of(sequences(words(template), SEQUENCE)).forEach(sequences::add);
        }
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** Returns ranges in order. A place that several of them cover is that of the one that begins first. */
    static List<Range> union(List<Range> some, List<Range> others) {
        List<Range> all = new ArrayList<>(some);
        all.addAll(others);
        all.sort(Comparator.comparingInt(Range::start));
        List<Range> found = new ArrayList<>();
        int end = 0;
        for (Range range : all) {
            if (range.end() > end) {
                found.add(new Range(Math.max(end, range.start()), range.end(), range.kind()));
                end = range.end();
            }
        }
        return found;
    }

    /** Returns the parts of a text that are given, in order. */
    List<Range> in(byte[] utf8) {
        List<Range> found = new ArrayList<>();
        if (sequences.isEmpty()) {
            return found;
        }
        List<Word> words = words(utf8);
        long[] here = sequences(words, SEQUENCE);
        int end = -1;
        for (int i = 0; i < here.length; i++) {
            if (sequences.contains(here[i])) {
                int start = words.get(i).start();
                if (i <= end) {
                    start = found.remove(found.size() - 1).start();
                }
                end = i + SEQUENCE;
                found.add(new Range(start, words.get(end - 1).end(), Range.Kind.GIVEN));
            }
        }
        return found;
    }

    /**
     * Returns a text with blanks in these ranges. Each blank has as many bytes as the character that it replaces, so no
     * place changes. Malformed bytes stay.
     */
    static byte[] masked(byte[] utf8, List<Range> ranges) {
        if (ranges.isEmpty()) {
            return utf8;
        }
        byte[] masked = utf8.clone();
        for (Range range : ranges) {
            for (int i = range.start(); i < range.end(); ) {
                int length = length(utf8, i);
                if (length > 0) {
                    System.arraycopy(BLANKS[length - 1], 0, masked, i, length);
                }
                i += Math.max(1, length);
            }
        }
        return masked;
    }

    /** Returns the bytes of the character that begins at a place; 0 if none begins there. */
    static int length(byte[] utf8, int at) {
        int first = utf8[at] & 0xff;
        int length = first < 0x80 ? 1 : first < 0xc0 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
        for (int i = at + 1; i < at + length; i++) {
            if (i == utf8.length || (utf8[i] & 0xc0) != 0x80) {
                return 0;
            }
        }
        return length;
    }

    /** Returns a hash of 64 bits of each sequence of so many words. */
    private static long[] sequences(List<Word> words, int length) {
        long[] hashes = new long[Math.max(0, words.size() - length + 1)];
        for (int i = 0; i < hashes.length; i++) {
            long hash = 0;
            for (Word word : words.subList(i, i + length)) {
                for (int c : (word.text() + " ").toCharArray()) {
                    hash = (hash + c + 1) * 0x9E3779B97F4A7C15L;
                    hash ^= hash >>> 29;
                }
            }
            hashes[i] = hash;
        }
        return hashes;
    }

    static int count(byte[] utf8) {
        return new PlacedWords(utf8).words.count;
    }

    static List<Word> words(byte[] utf8) {
        PlacedWords placed = new PlacedWords(utf8);
        WordBlock block = placed.words;
        List<Word> words = new ArrayList<>(block.count);
        for (int k = 0; k < block.count; k++) {
            int from = block.start(k);
            String text = new String(block.bytes, from, block.end[k] - from, StandardCharsets.UTF_8);
            words.add(new Word(text, placed.startByte[k], placed.endByte[k]));
        }
        return words;
    }

    /**
     * Finds text that many documents have in the same words and the same order, such as the sheet of an exercise.
     * Memory is bounded: only a sample of the documents decides which sequences of words are counted in all of them.
     */
    public static final class CommonText {
        /** Words of a sequence. A phrase of a language is shorter. */
        private static final int SEQUENCE = 10;
        /** Documents of the sample, at most. */
        private static final int SAMPLE = 200;
        /** Texts that are named, at most. */
        private static final int MOST_TEXTS = 20;

        private CommonText() {}

        /**
         * A text that many documents have.
         *
         * @param utf8 the text, as one of the documents has it
         * @param documents the number of documents that have the rarest ten words of it
         */
        public record Common(byte[] utf8, int words, int documents) {}

        /**
         * Returns the texts that at least a share of the documents have: those of the document that has most of them
         * first.
         *
         * @param share above 0 and at most 1
         * @param leastDocuments the number of these documents, at least
         */
        public static List<Common> of(List<CheckedText> texts, double share, int leastDocuments) {
            int least = Math.max(leastDocuments, (int) Math.ceil(share * texts.size()));
            Map<Long, Integer> counts = counts(texts, least);
            List<Common> found = new ArrayList<>();
            Set<Long> wanted = new HashSet<>(counts.keySet());
            while (!wanted.isEmpty() && found.size() < MOST_TEXTS) {
                byte[] best = {};
                long most = 0;
                for (CheckedText text : sample(texts)) {
                    long held = LongStream.of(sequences(words(text.masked()), SEQUENCE))
                            .filter(wanted::contains)
                            .distinct()
                            .count();
                    if (held > most) {
                        most = held;
                        best = text.masked();
                    }
                }
                addRuns(best, counts, wanted, found);
            }
            return found;
        }

        /** Returns every n-th text, so that few of them are enough. */
        private static List<CheckedText> sample(List<CheckedText> texts) {
            int step = (texts.size() + SAMPLE - 1) / SAMPLE;
            return IntStream.iterate(0, i -> i < texts.size(), i -> i + step)
                    .mapToObj(texts::get)
                    .toList();
        }

        /** Counts the documents of the sequences that at least so many documents have. */
        private static Map<Long, Integer> counts(List<CheckedText> texts, int least) {
            if (texts.size() < least) {
                return Map.of();
            }
            List<CheckedText> sample = sample(texts);
            boolean all = sample.size() == texts.size();
            // Half of the expected number leaves room for chance.
            double leastInSample = all ? least : Math.max(2, 0.5 * least * sample.size() / texts.size());
            Map<Long, Integer> counts = counts(sample, sequence -> true);
            counts.values().removeIf(count -> count < leastInSample);
            Map<Long, Integer> inAll = all ? counts : counts(texts, counts::containsKey);
            inAll.values().removeIf(count -> count < least);
            return inAll;
        }

        /** Counts the documents of some sequences. */
        private static Map<Long, Integer> counts(List<CheckedText> texts, LongPredicate wanted) {
            Map<Long, Integer> counts = new HashMap<>();
            for (CheckedText text : texts) {
                LongStream.of(sequences(words(text.masked()), SEQUENCE))
                        .filter(wanted)
                        .distinct()
                        .forEach(sequence -> counts.merge(sequence, 1, Integer::sum));
            }
            return counts;
        }

        /** Adds the longest texts of a document that consist of counted sequences, and strikes these off. */
        private static void addRuns(byte[] utf8, Map<Long, Integer> counts, Set<Long> wanted, List<Common> found) {
            List<Word> words = words(utf8);
            long[] sequences = sequences(words, SEQUENCE);
            for (int from = 0; from < sequences.length; from++) {
                int to = from;
                int documents = Integer.MAX_VALUE;
                boolean fresh = false;
                for (; to < sequences.length && counts.containsKey(sequences[to]); to++) {
                    documents = Math.min(documents, counts.get(sequences[to]));
                    fresh |= wanted.remove(sequences[to]);
                }
                if (fresh) {
                    int start = words.get(from).start();
                    int end = words.get(to + SEQUENCE - 2).end();
                    String text = new String(utf8, start, end - start, StandardCharsets.UTF_8);
                    found.add(new Common(text.getBytes(StandardCharsets.UTF_8), to - from + SEQUENCE - 1, documents));
                }
                from = to;
            }
        }
    }
}
