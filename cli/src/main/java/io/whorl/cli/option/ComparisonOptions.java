package io.whorl.cli.option;

import io.whorl.cli.option.Choice.Choices;
import io.whorl.measure.Measure;
import io.whorl.preset.Preset;
import io.whorl.query.PairsOptions;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options of commands that compare all documents of an index with each other. */
public final class ComparisonOptions {
    /** The threshold by a measure that is neither the usual one nor that of the preset. */
    private static final double BY_OTHER_MEASURES = PairsOptions.DEFAULT.minScore();

    @Mixin
    private ThresholdOptions threshold;

    @Option(names = "--preset", paramLabel = "NAME", completionCandidates = Choices.Presets.class)
    private Preset preset;

    @Mixin
    private OmissionOptions omissions;

    @Option(names = "--super-shingles", paramLabel = "N")
    private int superShingles;

    @Option(names = "--work", paramLabel = "DIR")
    private Path work;

    @Option(names = "--resume")
    private boolean resume;

    @Option(names = "--memory", paramLabel = "SIZE")
    private ByteSize memory;

    /** A measure and the least score by it. */
    public record Threshold(Measure measure, double minScore) {}

    /** @param usual what holds if the user gives none; its score is meaningless for another measure */
    public Threshold threshold(Threshold usual, Usage usage) {
        Measure scored = threshold.measure(usual.measure());
        double least = scored == usual.measure() ? usual.minScore() : BY_OTHER_MEASURES;
        return new Threshold(scored, threshold.minScore(scored, least, usage));
    }

    public Optional<Preset> preset() {
        return Optional.ofNullable(preset);
    }

    /** What is left out. */
    public OmissionOptions omissions() {
        return omissions;
    }

    public int superShingles() {
        return superShingles;
    }

    /** The directory of {@code --work}. */
    public Optional<Path> work() {
        return Optional.ofNullable(work);
    }

    /** Whether unfinished work is continued. */
    public boolean resume(Usage usage) {
        if (resume && work == null) {
            throw usage.error("--resume needs --work DIR, the directory of the work");
        }
        return resume;
    }

    /** Returns the bytes of {@code --memory}, from {@code least} to the heap; {@code usual} if it is not given. */
    public long memory(long least, long usual, Usage usage) {
        return memory == null ? usual : memory.checkedMemory(least, usage);
    }
}
