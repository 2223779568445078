package io.whorl.lab;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.whorl.SchemeException;
import io.whorl.agrona.collections.IntArrayList;
import io.whorl.agrona.collections.Long2ObjectHashMap;
import io.whorl.agrona.collections.LongArrayList;
import io.whorl.align.Aligner;
import io.whorl.align.AlignmentOptions;
import io.whorl.internal.AlignmentTuning;
import io.whorl.internal.AlignmentTuning.SeedSource;
import io.whorl.minutiae.MinutiaExtractor;
import io.whorl.scheme.Scheme;
import io.whorl.scheme.Selection;
import io.whorl.select.SelectedChunks;
import io.whorl.strategy.Strategies;
import io.whorl.text.LookAlikes;
import io.whorl.text.PlacedWords;
import io.whorl.text.WordBlock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.RecordComponent;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;

/**
 * Alignment with other seeds than pairs of stems: chunks that a selection strategy keeps of both texts. Every later
 * step is the library's. {@link Constants} changes constants instead. Thread-safe.
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

    public String name() {
        return name;
    }

    public Aligner aligner(AlignmentOptions options) {
        AlignmentTuning tuning = AlignmentTuning.DEFAULT;
        if (name.equals(STEMS)) {
            return Aligner.of(options, tuning, (a, contentOfA, b, contentOfB) -> {
                count(a, b, (long) tuning.distance() * (contentWords(contentOfA) + contentWords(contentOfB)));
                return Optional.empty();
            });
        }
        ThreadLocal<ChunkSeeds> seeds = ThreadLocal.withInitial(() -> new ChunkSeeds(name));
        // A chunk of several words is rarer than a pair of stems: one of them is enough.
        AlignmentTuning one = Constants.with(tuning, Map.of("leastSeeds", "1"));
        return Aligner.of(options, one, (a, contentOfA, b, contentOfB) -> {
            ChunkSeeds own = seeds.get();
            long[] points = own.of(a, contentOfA, b, contentOfB, tuning.mostOccurrences());
            count(a, b, own.kept);
            return Optional.of(points);
        });
    }

    /** Of the content words at or after each word: how many there are. */
    private static int contentWords(int[] content) {
        return content[content.length - 1];
    }

    private void count(byte[] a, byte[] b, long seeds) {
        kept.add(seeds);
        bytes.add(a.length + b.length);
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

        ChunkSeeds(String name) {
            String[] parts = name.strip().split("\\s+", 2);
            if (parts.length != 2 || !parts[0].matches("[1-9][0-9]?")) {
                throw new LabException("seeds are '" + name + "'; they must be '" + STEMS
                        + "', or the words of a chunk and a selection, such as '4 winnowing:w=8'");
            }
            granularity = Integer.parseInt(parts[0]);
            hailstorm = parts[1].equals(HAILSTORM);
            try {
                Selection selection = Strategies.parse(hailstorm ? "full" : parts[1], Path.of(""));
                extractor = MinutiaExtractor.of(Scheme.builder()
                        .granularity(granularity)
                        .selection(selection)
                        .build());
            } catch (IllegalArgumentException | SchemeException e) {
                throw new LabException("seeds are '" + name + "': " + e.getMessage(), e);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        /** As {@link SeedSource#of}. */
        long[] of(byte[] a, int[] contentOfA, byte[] b, int[] contentOfB, int mostOccurrences) {
            kept = 0;
            Long2ObjectHashMap<IntArrayList> places = new Long2ObjectHashMap<>();
            forEachKept(b, (minutia, word) -> places.computeIfAbsent(minutia, any -> new IntArrayList())
                    .addInt(word));
            LongArrayList points = new LongArrayList();
            forEachKept(a, (minutia, word) -> {
                IntArrayList found = places.get(minutia);
                if (found != null && found.size() <= mostOccurrences) {
                    for (int k = 0; k < found.size(); k++) {
                        int other = found.getInt(k);
                        points.addLong(point(first(contentOfA, word), first(contentOfB, other)));
                        points.addLong(point(last(contentOfA, word), last(contentOfB, other)));
                    }
                }
            });
            return contentWords(contentOfA) == 0 || contentWords(contentOfB) == 0 ? new long[0] : points.toLongArray();
        }

        private interface Taker {
            void take(long minutia, int word);
        }

        private void forEachKept(byte[] utf8, Taker taker) {
            extractor.extract(utf8, 0, utf8.length, selected);
            long[] hashes = hailstorm ? hashes(utf8) : new long[0];
            for (int k = 0; k < selected.size(); k++) {
                int word = Math.toIntExact(selected.chunk(k));
                if (!hailstorm || isHailstone(hashes, word)) {
                    taker.take(selected.minutia(k), word);
                    kept++;
                }
            }
        }

        private boolean isHailstone(long[] hashes, int from) {
            int to = from + granularity;
            long least = Arrays.stream(hashes, from, to).min().orElseThrow();
            return hashes[from] == least || hashes[to - 1] == least;
        }

        /** The hash of each word. */
        private static long[] hashes(byte[] utf8) {
            WordBlock words = new PlacedWords(LookAlikes.undone(utf8)).words;
            long[] hashes = new long[words.count];
            for (int k = 0; k < hashes.length; k++) {
                long hash = 0x9E3779B97F4A7C15L;
                for (int at = words.start(k); at < words.end[k]; at++) {
                    hash = (hash ^ words.bytes[at]) * 0x100000001B3L;
                    hash ^= hash >>> 29;
                }
                hashes[k] = hash;
            }
            return hashes;
        }

        /** The first content word from this word on. */
        private static int first(int[] content, int word) {
            return Math.min(content[word], contentWords(content) - 1);
        }

        /** The last content word of the chunk that begins at this word. */
        private int last(int[] content, int word) {
            int end = content[Math.min(word + granularity, content.length - 1)];
            return Math.max(first(content, word), end - 1);
        }

        private static long point(int i, int j) {
            return ((long) i << 32) | j;
        }
    }

    /** Aligners with other constants, to see what each one contributes. */
    public static final class Constants {
        private static final JsonMapper MAPPER = new JsonMapper();

        private Constants() {}

        /**
         * Returns an aligner with some constants replaced.
         *
         * @param changes assignments, separated by commas: {@code gap=30,join=false}
         */
        public static Aligner aligner(AlignmentOptions options, String changes) {
            return Aligner.of(options, with(AlignmentTuning.DEFAULT, parse(changes)), SeedSource.STEMS);
        }

        private static Map<String, String> parse(String changes) {
            Map<String, String> values = new TreeMap<>();
            for (String change : changes.split(",")) {
                int at = change.indexOf('=');
                values.put(
                        change.substring(0, Math.max(at, 0)).strip(),
                        change.substring(at + 1).strip());
            }
            return values;
        }

        static AlignmentTuning with(AlignmentTuning tuning, Map<String, String> changes) {
            ObjectNode values = MAPPER.valueToTree(tuning);
            changes.forEach((name, text) -> {
                if (!values.has(name)) {
                    throw new LabException("constant '" + name + "' is unknown; it must be one of "
                            + Arrays.stream(AlignmentTuning.class.getRecordComponents())
                                    .map(RecordComponent::getName)
                                    .collect(Collectors.joining(", ")));
                }
                values.put(name, text);
            });
            try {
                return MAPPER.treeToValue(values, AlignmentTuning.class);
            } catch (JsonMappingException e) {
                String name = e.getPath().get(0).getFieldName();
                throw new LabException(name + " is '" + changes.get(name) + "', which is not one of its values", e);
            } catch (JsonProcessingException e) {
                throw new IllegalStateException("the constants of alignment cannot be copied", e);
            }
        }
    }
}
