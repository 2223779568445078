package io.whorl.align;

import io.whorl.lab.model.LabException;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

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
}
