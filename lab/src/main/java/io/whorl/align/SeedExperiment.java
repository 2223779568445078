package io.whorl.align;

import io.whorl.InvalidSchemeException;
import io.whorl.lab.grid.Settings;
import io.whorl.lab.model.LabException;
import io.whorl.minutiae.MinutiaExtractor;
import io.whorl.scheme.Scheme;
import io.whorl.scheme.Selection;
import io.whorl.select.SelectedChunks;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import org.agrona.collections.IntArrayList;
import org.agrona.collections.Long2ObjectHashMap;

/**
 * Alignment with other seeds than pairs of stems: chunks that a selection strategy keeps of both texts. Every later
 * step is the library's. Thread-safe. Seeds are not part of the library's API; so this class is in the library's
 * package.
 */
public final class SeedExperiment {
    /** The name of the library's own seeds. */
    public static final String STEMS = "stems";

    private static final double KILOBYTE = 1_000;

    private final String name;
    private final LongAdder kept = new LongAdder();
    private final LongAdder bytes = new LongAdder();

    private SeedExperiment(String name) {
        this.name = name;
    }

    /**
     * @param name {@link #STEMS}, or the words of a chunk and a selection strategy, such as {@code 4 winnowing:w=8} or
     *     {@code 4 hailstorm}
     */
    public static SeedExperiment of(String name) {
        if (!name.equals(STEMS)) {
            new ChunkSeeds(name);
        }
        return new SeedExperiment(name);
    }

    /** The name that was given. */
    public String name() {
        return name;
    }

    /** Returns an aligner with these seeds. */
    public Aligner aligner(AlignmentOptions options) {
        Tuning tuning = Tuning.of(options.setting());
        if (name.equals(STEMS)) {
            return new Aligner(options, tuning, pair -> {
                count(pair, (long) tuning.distance() * (pair.a.length() + pair.b.length()));
                return Seeds.points(pair, tuning.distance(), tuning.mostOccurrences());
            });
        }
        ThreadLocal<ChunkSeeds> seeds = ThreadLocal.withInitial(() -> new ChunkSeeds(name));
        // A chunk of several words is rarer than a pair of stems: one of them is enough.
        Tuning one = Constants.with(tuning, Map.of("leastSeeds", "1"));
        return new Aligner(options, one, pair -> {
            ChunkSeeds own = seeds.get();
            long[] points = own.of(pair, tuning.mostOccurrences());
            count(pair, own.kept());
            return new SeedFinder.Points(points, false);
        });
    }

    private void count(Pair pair, long seeds) {
        kept.add(seeds);
        bytes.add(pair.a.text().words.utf8.length + pair.b.text().words.utf8.length);
    }

    /** Seeds that are kept, in both texts together, for each 1,000 bytes of text. */
    public double seedsPerKilobyte() {
        if (bytes.sum() == 0) {
            throw new LabException("no text was aligned");
        }
        return kept.sum() * KILOBYTE / bytes.sum();
    }

    /** Points where both texts have the same chunk, of those that a selection strategy keeps. One thread at a time. */
    static final class ChunkSeeds {
        /**
         * Keeps a chunk if the word with the smallest hash is its first or its last one. Not a strategy of the library,
         * which hashes whole chunks.
         */
        private static final String HAILSTORM = "hailstorm";

        private final int granularity;
        private final boolean hailstorm;
        private final MinutiaExtractor extractor;
        private final SelectedChunks selected = new SelectedChunks(true);
        private long kept;

        /** @throws LabException if the name has another form, or if the selection is unknown */
        ChunkSeeds(String name) {
            String[] parts = name.strip().split("\\s+", 2);
            if (parts.length != 2 || !parts[0].matches("[1-9][0-9]?")) {
                throw new LabException("seeds are '" + name + "'; they must be '" + SeedExperiment.STEMS
                        + "', or the words of a chunk and a selection, such as '4 winnowing:w=8'");
            }
            granularity = Integer.parseInt(parts[0]);
            hailstorm = parts[1].equals(HAILSTORM);
            try {
                Selection selection = Settings.selection(hailstorm ? "full" : parts[1], Path.of(""));
                extractor = MinutiaExtractor.of(Scheme.builder()
                        .granularity(granularity)
                        .selection(selection)
                        .build());
            } catch (IllegalArgumentException | InvalidSchemeException e) {
                throw new LabException("seeds are '" + name + "': " + e.getMessage(), e);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        /** Chunks kept of both texts of the last pair. */
        long kept() {
            return kept;
        }

        long[] of(Pair pair, int mostOccurrences) {
            kept = 0;
            PreparedText a = pair.a.text();
            PreparedText b = pair.b.text();
            Long2ObjectHashMap<IntArrayList> places = new Long2ObjectHashMap<>();
            forEachKept(b, (minutia, word) -> places.computeIfAbsent(minutia, any -> new IntArrayList())
                    .addInt(word));
            long[][] points = {new long[1 << 10]};
            int[] count = {0};
            forEachKept(a, (minutia, word) -> {
                IntArrayList found = places.get(minutia);
                if (found == null || found.size() > mostOccurrences) {
                    return;
                }
                for (int k = 0; k < found.size(); k++) {
                    int other = found.getInt(k);
                    if (count[0] + 2 > points[0].length) {
                        points[0] = Arrays.copyOf(points[0], 2 * points[0].length);
                    }
                    points[0][count[0]++] = point(first(a, word), first(b, other));
                    points[0][count[0]++] = point(last(a, word), last(b, other));
                }
            });
            return Arrays.copyOf(points[0], a.length() == 0 || b.length() == 0 ? 0 : count[0]);
        }

        private interface Taker {
            void take(long minutia, int word);
        }

        private void forEachKept(PreparedText text, Taker taker) {
            byte[] utf8 = text.words.utf8;
            extractor.extract(utf8, 0, utf8.length, selected);
            long[] hashes = hailstorm ? hashes(text.words) : new long[0];
            for (int k = 0; k < selected.size(); k++) {
                int word = Math.toIntExact(selected.chunk(k));
                if (!hailstorm || isHailstone(text.words, hashes, word)) {
                    taker.take(selected.minutia(k), word);
                    kept++;
                }
            }
        }

        private boolean isHailstone(TextWords words, long[] hashes, int from) {
            long least = Long.MAX_VALUE;
            for (int k = from; k < from + granularity; k++) {
                least = Math.min(least, hashes[words.word[k]]);
            }
            return hashes[words.word[from]] == least || hashes[words.word[from + granularity - 1]] == least;
        }

        /** A hash of each distinct word. */
        private static long[] hashes(TextWords words) {
            long[] hashes = new long[words.distinct.size()];
            for (int number = 0; number < hashes.length; number++) {
                long hash = 0x9E3779B97F4A7C15L;
                for (byte b : words.distinct.word(number)) {
                    hash = (hash ^ b) * 0x100000001B3L;
                    hash ^= hash >>> 29;
                }
                hashes[number] = hash;
            }
            return hashes;
        }

        /** The first content word from this word on. */
        private static int first(PreparedText text, int word) {
            return Math.min(text.contentAt[word], text.length() - 1);
        }

        /** The last content word of the chunk that begins at this word. */
        private int last(PreparedText text, int word) {
            int end = text.contentAt[Math.min(word + granularity, text.words.size())];
            return Math.max(first(text, word), end - 1);
        }

        private static long point(int i, int j) {
            return (long) i << 32 | j;
        }
    }
}
